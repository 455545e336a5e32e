"""Two methods, data sets or seeds with the same numbers throughout: what sets them apart took no effect."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from mlrbench_gui.audit.findings._result_names import are_two_things, counts_repeats, is_result
from mlrbench_gui.audit.findings._stored_values import Keys, stored_files
from mlrbench_gui.audit.findings.draft import Draft, RunFacts
from mlrbench_gui.audit.ledger.csv_values import Row, read_table
from mlrbench_gui.audit.ledger.values import WHOLE, Place
from mlrbench_gui.domain.artifacts import ArtifactRole
from mlrbench_gui.domain.values import FindingKind, RelPath, Severity

_LONG = 8
_DIFFERENT = 4
_MOST_LABELS = 200
_LARGEST = 6_000_000
_FEWEST_BYTES = 200
_REPEAT = "repeat "
_PIECES = re.compile(r"[\W_]+")
_NUMBERED = re.compile(r"^([A-Za-z]+)(\d+)$")
_DECIMAL = re.compile(r"\d+\.\d+")


@dataclass(frozen=True, slots=True)
class Series:
    """Numbers of one thing under one measure, named part by part, and where they begin.

    `repeats`: the part at this index counts seeds, runs or folds.
    """

    parts: Keys
    values: tuple[float, ...]
    place: Place
    repeats: frozenset[int] = frozenset()


def equal_series_findings(facts: RunFacts) -> Iterator[Draft]:
    """One finding a file: two series that are equal and whose names differ in one part alone."""
    for stored in stored_files(facts):
        series = (
            Series(keys, values, Place("pointer", _pointer(keys)), _repeated(keys))
            for keys, values in stored.series
        )
        yield from _told(stored.path, _long(series))
    known: dict[str, tuple[RelPath, list[Series]]] = {}
    for path in facts.files.of_role(ArtifactRole.CSV):
        if facts.files.size_of(path) <= _LARGEST:
            text = facts.files.text(path)
            known[text] = (path, list(_of_table(text)))
    for path, table in known.values():
        yield from _told(path, table)
    yield from _twin_files(facts)


def _twin_files(facts: RunFacts) -> Iterator[Draft]:
    """Files of two methods or repeats, side by side, with the same bytes: curves, or many results."""
    known: dict[tuple[str, str | None], list[RelPath]] = {}
    for path in facts.files.of_role(ArtifactRole.CSV, ArtifactRole.JSON):
        if _FEWEST_BYTES < facts.files.size_of(path) <= _LARGEST:
            known.setdefault((PurePosixPath(path).parent.as_posix(), facts.files.sha256(path)), []).append(
                path
            )
    for paths in known.values():
        first, second = paths[0], paths[-1]
        names = _apart(_as_series(first), _as_series(second))
        if names is not None and len(set(_DECIMAL.findall(facts.files.text(first)))) >= _LONG:
            message = f"The same bytes as {PurePosixPath(first).name}, though it is of {names[1]}, not of {names[0]}."
            yield Draft(FindingKind.OTHER, Severity.MEDIUM, second, WHOLE, message)


def _as_series(path: RelPath) -> Series:
    """The name of a file in pieces, as if its numbers were one series of results."""
    pieces = [piece for piece in _PIECES.split(PurePosixPath(path).stem) if piece]
    split = [part for piece in pieces for part in _NUMBERED.sub(r"\1 \2", piece).split()]
    return Series((*split, "results"), (), WHOLE, _repeated(tuple(split)))


def _pointer(keys: Keys) -> str:
    return "".join("/" + key.replace("~", "~0").replace("/", "~1") for key in keys)


def _repeated(keys: Keys) -> frozenset[int]:
    """Which keys are numbers of seeds and the like, told by the key before them."""
    return frozenset(
        at for at, key in enumerate(keys) if at and key.isdigit() and counts_repeats(keys[at - 1])
    )


def _long(series: Iterable[Series]) -> Iterator[Series]:
    """Those that are long and various enough not to be equal by chance."""
    for one in series:
        if len(one.values) >= _LONG and _is_various(one.values):
            yield one


def _is_various(values: Sequence[float]) -> bool:
    return len(set(values)) >= _DIFFERENT and not all(value.is_integer() for value in values)


def _of_table(text: str) -> Iterator[Series]:
    """The columns of a table, each measure of each thing that its rows tell of, and its rows."""
    try:
        header, rows = read_table(text)
    except ValueError:
        return  # told of as an unreadable file elsewhere
    measures = [name for name in header if is_result(name) and all(name in row.numbers for row in rows)]
    yield from _long(_columns(header, rows))
    keys = [name for name in header if name not in measures and _labels(name, rows)]
    groups: dict[Keys, list[Row]] = {}
    for row in rows:
        groups.setdefault(tuple(_label(name, row) for name in keys), []).append(row)
    repeats = frozenset(at for at, name in enumerate(keys) if counts_repeats(name))
    for labels, own in groups.items():
        for name in measures:
            values = tuple(row.numbers[name] for row in own)
            yield from _long([Series((*labels, name), values, own[0].place(name), repeats)])
        values = tuple(own[0].numbers[name] for name in measures)
        if len(own) == 1 and len(values) >= _DIFFERENT and _is_various(values):
            yield Series((*labels, "results"), values, own[0].place(measures[0]), repeats)


def _columns(header: Sequence[str], rows: Sequence[Row]) -> Iterator[Series]:
    """Each column of numbers, its name in pieces."""
    for name in header:
        if rows and all(name in row.numbers for row in rows):
            pieces = tuple(piece for piece in _PIECES.split(name) if piece)
            yield Series(pieces, tuple(row.numbers[name] for row in rows), rows[0].place(name))


def _labels(name: str, rows: Sequence[Row]) -> bool:
    """Whether a column says of which thing or repeat its row is."""
    labels = {_label(name, row) for row in rows}
    is_text = all(name in row.texts for row in rows)
    return (is_text or counts_repeats(name)) and len(labels) <= _MOST_LABELS


def _label(name: str, row: Row) -> str:
    return row.texts.get(name) or f"{row.numbers.get(name, 0):g}"


def _told(path: RelPath, series: Iterable[Series]) -> Iterator[Draft]:
    seen: dict[tuple[float, ...], list[Series]] = {}
    pairs: list[tuple[str, str, Series]] = []
    for item in series:
        same = seen.setdefault(item.values, [])
        names = next((apart for first in same if (apart := _apart(first, item)) is not None), None)
        if names is not None:
            pairs.append((*names, item))
        same.append(item)
    if not pairs:
        return
    one, other, found = pairs[0]
    common = "/".join(part for part in found.parts if part != other.removeprefix(_REPEAT))
    common = common or PurePosixPath(path).stem
    more = f" So are {len(pairs) - 1} more pairs of series." if len(pairs) > 1 else ""
    message = f"{one} and {other} have the same {len(found.values)} values throughout under {common}.{more}"
    yield Draft(FindingKind.OTHER, Severity.MEDIUM, path, found.place, message)


def _apart(first: Series, second: Series) -> tuple[str, str] | None:
    """The one part in which two names differ, of two things or repeats; the others must name a measure."""
    if len(first.parts) != len(second.parts):
        return None
    differ = [at for at, pair in enumerate(zip(first.parts, second.parts, strict=True)) if pair[0] != pair[1]]
    if len(differ) != 1:
        return None
    at = differ[0]
    one, other = first.parts[at], second.parts[at]
    if at in first.repeats & second.repeats:
        one, other = _REPEAT + one, _REPEAT + other
    elif not are_two_things(one, other):
        return None
    common = " ".join(part for place, part in enumerate(first.parts) if place != at)
    return (one, other) if is_result(common) else None
