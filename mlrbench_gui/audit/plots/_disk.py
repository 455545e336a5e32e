"""The run's files as followed code sees them: paths found again, JSON and CSV read with the place of each number."""

import csv
import io
import json
import re
from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import PurePosixPath

from mlrbench_gui.audit.evidence_files import EvidenceFiles
from mlrbench_gui.audit.ledger.values import Origin, Place
from mlrbench_gui.audit.plots._values import HOLE, Frame, Items, Mapping, Num, Unknown, Value, copied, settled
from mlrbench_gui.domain.values import RelPath

_LARGEST = 3_000_000
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
ROOT = "/run"
"""Where the run's folder lies for followed code."""


class Disk:
    """Finds and reads files. `folder` is the current folder, relative to the run; `roots` where the run really lay."""

    def __init__(self, files: EvidenceFiles, folder: str, root: str) -> None:
        self._files = files
        self.folder = folder
        self._root = root
        self._read: dict[RelPath, Value] = {}

    def inside(self, text: str) -> str:
        """A path as written, relative to the run; parts that are not known stay holes."""
        if self._root and text.startswith(self._root + "/"):
            text = ROOT + text[len(self._root) :]
        full = text if text.startswith(("/", HOLE)) else f"{ROOT}/{self.folder}/{text}"
        parts: list[str] = []
        for part in full.split("/"):
            if part == "..":
                del parts[-1:]
            elif part not in ("", "."):
                parts.append(part)
        return "/".join(parts[1:] if full.startswith(ROOT + "/") else parts)

    def find(self, text: str) -> RelPath | None:
        """The file of the run at a path: as it stands, else the one whose last folders and name fit best."""
        wanted = self.inside(text)
        if self._files.has(wanted):
            return RelPath(wanted)
        name = PurePosixPath(wanted).name.replace(HOLE, "*")
        if not name.strip("*") or name.strip("*") == PurePosixPath(name).suffix:
            return None
        same = [p for p in self._files.paths if fnmatchcase(PurePosixPath(p).name, name)]
        scored = sorted(((_shared(wanted, path), path) for path in same), reverse=True)
        if not scored or (
            len(scored) > 1 and scored[0][0] == scored[1][0] and not self._equal(scored[0][1], scored[1][1])
        ):
            return None
        return scored[0][1]

    def _equal(self, left: RelPath, right: RelPath) -> bool:
        return self._files.sha256(left) == self._files.sha256(right)

    def below(self, text: str) -> list[str]:
        """Names in a folder, sorted."""
        base = self.inside(text).rstrip("/")
        start = f"{base}/" if base else ""
        return sorted({p[len(start) :].split("/")[0] for p in self._files.paths if p.startswith(start)})

    def matching(self, pattern: str) -> list[str]:
        """Paths that fit a pattern, as followed code sees them."""
        wanted = self.inside(pattern)
        if HOLE in wanted:
            return []
        return sorted(
            f"{ROOT}/{p}"
            for p in self._files.paths
            if fnmatchcase(p, wanted) and p.count("/") == wanted.count("/")
        )

    def json(self, text: str) -> Value:
        """The JSON value at a path, each number with its pointer."""
        path = self.find(text)
        if path is None or self._files.size_of(path) > _LARGEST:
            return Unknown()
        if path not in self._read:
            try:
                self._read[path] = lifted(json.loads(self._files.text(path)), path, "")
            except (ValueError, RecursionError):
                self._read[path] = Unknown()
        return copied(self._read[path])

    def csv(self, text: str) -> Value:
        """The table of a CSV file, each number with its cell."""
        path = self.find(text)
        if path is None or self._files.size_of(path) > _LARGEST:
            return Unknown()
        try:
            records = list(csv.reader(io.StringIO(self._files.text(path), newline="")))
        except csv.Error:
            return Unknown()
        if len(records) < 2 or len(records) > 5_000:
            return Unknown()
        header = [name if name else f"Unnamed: {i}" for i, name in enumerate(records[0])]
        rows = [record for record in records[1:] if len(record) == len(header)]
        columns: dict[str, list[Value]] = {
            name: [_cell(row[i], path, n, i) for n, row in enumerate(rows)] for i, name in enumerate(header)
        }
        return Frame(columns, [Num(float(i), is_whole=True) for i in range(len(rows))])


def _shared(wanted: str, path: str) -> int:
    """How many of the last parts of two paths fit."""
    count = 0
    for a, b in zip(reversed(wanted.split("/")), reversed(path.split("/")), strict=False):
        if not fnmatchcase(b, a.replace(HOLE, "*")):
            break
        count += 1
    return count


def _cell(text: str, path: RelPath, row: int, column: int) -> Value:
    if _NUMBER.fullmatch(text.strip()):
        origin = Origin(path, Place("cell", "", row + 2, column + 1))
        return Num(float(text), text.strip().lstrip("-+").isdigit(), origin)
    if text in ("True", "False"):
        return text == "True"
    return text if text else None


def lifted(value: object, path: RelPath, pointer: str) -> Value:
    """A JSON value as a followed one."""
    if isinstance(value, bool | str) or value is None:
        return value
    if isinstance(value, int | float):
        try:
            return Num(float(value), isinstance(value, int), Origin(path, Place("pointer", pointer)))
        except OverflowError:
            return Unknown()
    if isinstance(value, list):
        return Items([lifted(item, path, f"{pointer}/{i}") for i, item in enumerate(value)])
    if isinstance(value, dict):
        entries = {key: lifted(item, path, f"{pointer}/{_escaped(key)}") for key, item in value.items()}
        return Mapping(dict(entries))
    return Unknown()


def _escaped(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1")


def learn(value: Value, written: Value) -> None:
    """What the program wrote to a file is what the file holds: unknown parts of the value are learnt from it."""
    if isinstance(value, Unknown):
        value.learn(written)
    elif isinstance(value, Mapping) and isinstance(written, Mapping):
        for key, item in _common(value, written):
            learn(value.entries[key], item)
            if isinstance(settled(value.entries[key]), Num):
                value.entries[key] = item
        if value.is_open:
            value.entries.update({k: v for k, v in written.entries.items() if k not in value.entries})
            value.is_open = False
    elif isinstance(value, Items) and isinstance(written, Items):
        if value.is_open or len(value.items) != len(written.items):
            value.items[:] = written.items
            value.is_open = False
        for known, item in zip(value.items, written.items, strict=True):
            learn(known, item)
    elif isinstance(value, Frame) and isinstance(written, Frame):
        _learn_table(value, written)


def _common(value: Mapping, written: Mapping) -> Iterator[tuple[str | int | float, Value]]:
    for key in list(value.entries):
        if isinstance(key, str | int | float) and str(key) in written.entries:
            yield key, written.entries[str(key)]


def _learn_table(value: Frame, written: Frame) -> None:
    for name, cells in value.columns.items():
        known = written.columns.get(name)
        if known is not None and len(known) == len(cells):
            for cell, item in zip(cells, known, strict=True):
                learn(cell, item)
