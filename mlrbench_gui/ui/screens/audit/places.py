"""A place in an artifact, in words."""

from mlrbench_gui.domain.audit import Locator


def place_words(path: str, locator: Locator | None, *, short: bool = False) -> str:
    """`results/log.txt, line 12`; `short` leaves out the folders."""
    name = path.rpartition("/")[2] if short else path
    where = _where(locator) if locator is not None else ""
    return f"{name}, {where}" if where else name


def _where(locator: Locator) -> str:
    if locator.action is not None:
        return f"action {locator.action}"
    if locator.json_pointer is not None:
        return locator.json_pointer or "root"
    if locator.row is not None:
        return f"row {locator.row}" + (f", column {locator.column}" if locator.column is not None else "")
    if locator.page is not None:
        return f"page {locator.page}"
    if locator.line is not None:
        return f"line {locator.line}"
    return ""
