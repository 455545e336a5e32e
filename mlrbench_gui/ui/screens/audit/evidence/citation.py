"""Evidence as a citation that finds its way back: path, place, first digits of the hash."""

from mlrbench_gui.domain.audit import Evidence, Locator
from mlrbench_gui.domain.values import RelPath, RunName, Sha256

SHOWN_DIGITS = 12


def place_text(locator: Locator | None) -> str:
    """The place in words: `line 12`, `row 3, column 2`, a JSON pointer, `page 4`, `action 77`."""
    if locator is None or locator.whole:
        return ""
    if locator.json_pointer is not None:
        return locator.json_pointer or "/"
    if locator.row is not None:
        return _joined(f"row {locator.row}", locator.column)
    if locator.action is not None:
        line = f", line {locator.line}" if locator.line is not None else ""
        return f"action {locator.action}{line}"
    if locator.page is not None:
        return f"page {locator.page}"
    return _joined(f"line {locator.line}", locator.column)


def line_or_place(locator: Locator | None) -> str:
    """The line alone, as editors write it behind the name, else the place in words."""
    if locator is None or locator.line is None or locator.action is not None or locator.column is not None:
        return place_text(locator)
    return str(locator.line)


def short_place(path: RelPath, locator: Locator | None) -> str:
    """File name with its place as editors write it: `run.py:93`, else name and place."""
    name = path.rsplit("/", 1)[-1]
    if locator is not None and locator.line is not None and locator.action is None:
        return f"{name}:{locator.line}"
    place = place_text(locator)
    return f"{name} {place}" if place else name


def near_place(path: RelPath, locator: Locator | None) -> str:
    """The same with the folder that the file lies in: two logs of one name are told apart."""
    folder, _, _ = path.rpartition("/")
    short = short_place(path, locator)
    return f"{folder.rsplit('/', 1)[-1]}/{short}" if folder else short


def citation(run: RunName, path: RelPath, locator: Locator | None, sha256: Sha256 | None) -> str:
    """One line: run, path, place, SHA-256's first twelve digits."""
    place = place_text(locator)
    parts = [f"{run}: {path}", *([place] if place else [])]
    parts.append(f"SHA-256 {sha256[:SHOWN_DIGITS]}" if sha256 else "SHA-256 unknown (file not readable)")
    return ", ".join(parts)


def evidence_citation(run: RunName, evidence: Evidence, sha256: Sha256 | None) -> str:
    """The citation of evidence with its value, and its name where it has one."""
    base = citation(run, evidence.path, evidence.locator, sha256)
    value = "" if evidence.value is None else f" = {evidence.value}"
    name = f" ({evidence.name})" if evidence.name else ""
    return f"{base}{value}{name}"


def _joined(first: str, column: int | None) -> str:
    return first if column is None else f"{first}, column {column}"
