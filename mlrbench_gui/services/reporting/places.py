"""Places in words, the same in every format."""

from mlrbench_gui.domain.audit import Locator


def place_words(locator: Locator | None) -> str:
    """Where in a file: `line 12`, `row 2, column 3`, a JSON pointer; empty for the whole file."""
    if locator is None or locator.whole:
        return ""
    if locator.json_pointer is not None:
        return locator.json_pointer or "/ (whole document)"
    parts = (
        ("page", locator.page),
        ("action", locator.action),
        ("row", locator.row),
        ("line", locator.line),
        ("column", locator.column),
    )
    return ", ".join(f"{name} {number}" for name, number in parts if number is not None)
