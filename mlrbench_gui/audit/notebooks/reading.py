"""Reads a notebook: its code cells joined into one module whose lines map back to cells, and what the cells left."""

import json
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from mlrbench_gui.audit.notebooks._source import plain_lines

SUFFIX = ".ipynb"
PYTHON = (".py", SUFFIX)
"""Names of files that hold Python."""
_KEPT = ("text/html", "text/plain")


@dataclass(frozen=True, slots=True)
class Output:
    """A text that a cell left, at a pointer. `is_listed`: it stands there line by line, each with a pointer."""

    pointer: str
    text: str
    is_listed: bool
    is_html: bool = False

    def line_pointer(self, line: int) -> str:
        """The pointer of a line, counted from 1."""
        return f"{self.pointer}/{line - 1}" if self.is_listed else self.pointer


@dataclass(frozen=True, slots=True)
class CodeCell:
    """A code cell: its place among all cells, the line of the module at which it begins, and its execution count."""

    index: int
    first: int
    is_listed: bool
    count: int | None
    is_empty: bool


@dataclass(frozen=True, slots=True)
class Notebook:
    """A notebook's code, shell commands and outputs, in the order of its cells."""

    code: str
    cells: tuple[CodeCell, ...]
    commands: tuple[str, ...]
    outputs: tuple[Output, ...]

    @property
    def has_run(self) -> bool:
        """Whether it says of itself that it was executed."""
        return bool(self.outputs) or any(cell.count is not None for cell in self.cells)

    @property
    def is_in_order(self) -> bool:
        """Whether its cells were executed from the first to the last, each one."""
        counts = [cell.count for cell in self.cells if not cell.is_empty]
        known = [count for count in counts if count is not None]
        return len(known) == len(counts) and all(a < b for a, b in pairwise(known))

    def place(self, line: int) -> tuple[int, int]:
        """The cell and its line, both counted from 0, of a line of the module."""
        at = max(bisect_right([cell.first for cell in self.cells], line) - 1, 0)
        return (self.cells[at].index, max(line - self.cells[at].first, 0)) if self.cells else (0, 0)

    def pointer(self, line: int) -> str:
        """Where a line of the module stands in the file, as a JSON pointer."""
        index, within = self.place(line)
        listed = any(cell.is_listed for cell in self.cells if cell.index == index)
        return f"/cells/{index}/source/{within}" if listed else f"/cells/{index}/source"


EMPTY = Notebook("", (), (), ())


def read_notebook(text: str) -> Notebook:
    """The notebook in this text. Raises ValueError for what is none; parts of odd shape are passed over."""
    try:
        data: object = json.loads(text)
    except RecursionError:
        raise ValueError("nested too deeply") from None
    cells = data.get("cells") if isinstance(data, dict) else None
    if not isinstance(cells, list):
        raise ValueError("a notebook holds a list of cells")  # noqa: TRY004 -- of what a file holds
    code: list[str] = []
    found: list[CodeCell] = []
    commands: list[str] = []
    outputs: list[Output] = []
    for index, cell in enumerate(cells):
        if not isinstance(cell, dict) or cell.get("cell_type") != "code":
            continue
        source = _text(cell.get("source"))
        own = list(_outputs(index, cell.get("outputs")))
        lines, said = plain_lines(source.split("\n"), shows=_shows(cell.get("outputs")))
        count = cell.get("execution_count")
        known = count if isinstance(count, int) and not isinstance(count, bool) else None
        is_listed = isinstance(cell.get("source"), list)
        found.append(CodeCell(index, len(code) + 1, is_listed, known, not source.strip()))
        code += lines
        commands += said
        outputs += own
    return Notebook("\n".join(code), tuple(found), tuple(commands), tuple(outputs))


def _text(value: object) -> str:
    """A text of a notebook: a string, or a list of lines that end themselves."""
    if isinstance(value, str):
        return value
    return "".join(part for part in value if isinstance(part, str)) if isinstance(value, list) else ""


def _dicts(value: object) -> Iterator[tuple[int, dict[str, object]]]:
    for at, item in enumerate(value if isinstance(value, list) else ()):
        if isinstance(item, dict):
            yield at, item


def _shows(outputs: object) -> bool:
    return any(item.get("output_type") == "execute_result" for _, item in _dicts(outputs))


def _outputs(cell: int, outputs: object) -> Iterator[Output]:
    for at, item in _dicts(outputs):
        here = f"/cells/{cell}/outputs/{at}"
        data = item.get("data")
        if item.get("output_type") == "stream":
            yield from _output(f"{here}/text", item.get("text"))
        elif isinstance(data, dict):
            kind = next((kind for kind in _KEPT if _holds_numbers(kind, data.get(kind))), None)
            if kind is not None:
                pointer = f"{here}/data/{kind.replace('/', '~1')}"
                yield from _output(pointer, data.get(kind), is_html=kind == "text/html")


def _holds_numbers(kind: str, value: object) -> bool:
    """Whether it is worth reading: of HTML only a table is."""
    text = _text(value)
    return "<table" in text.lower() if kind == "text/html" else bool(text)


def _output(pointer: str, value: object, *, is_html: bool = False) -> Iterator[Output]:
    text = _text(value)
    if text.strip():
        yield Output(pointer, text, _is_by_line(value), is_html)


def _is_by_line(value: object) -> bool:
    """Whether each part of a list is one line, as notebooks are saved."""
    if not isinstance(value, list):
        return False
    return all(isinstance(part, str) and part.count("\n") <= 1 for part in value) and all(
        part.endswith("\n") for part in value[:-1]
    )
