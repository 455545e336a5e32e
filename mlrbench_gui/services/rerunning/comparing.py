"""Stored outputs beside those of a re-run, value by value within a tolerance.

Measured times are never the same twice and are left out; pictures and prose are not compared by value.
"""

import csv
import io
import json
import math
import re
from collections.abc import Iterator, Mapping
from typing import Any

from mlrbench_gui.domain.rerunning import OutputComparison, RerunOutcome, ValueDifference
from mlrbench_gui.domain.values import Provenance, RelPath

TOLERANCE = 1e-6
_SHOWN = 20
_TIMES = re.compile(
    r"(?:^|[^a-z])(?:time|times|timestamp|seconds|secs|duration|elapsed|latency|date|runtime|throughput)"
    r"(?:$|[^a-z])|_(?:ms|sec|s)$",
    re.IGNORECASE,
)
_COMPUTED = frozenset({Provenance.EXECUTED_SCRIPT, Provenance.EXECUTED_OUTPUT})
Values = Mapping[str, str | float]


def values_of(path: RelPath, data: bytes) -> Values | None:
    """The values of a JSON or CSV file by place, times left out; None for what is not compared by value."""
    text = data.decode("utf-8", "replace")
    if path.endswith((".json", ".jsonl")):
        found = _json_values(text)
    elif path.endswith((".csv", ".tsv")):
        found = dict(_cells(text, "\t" if path.endswith(".tsv") else ","))
    else:
        return None
    return {place: value for place, value in found.items() if not _TIMES.search(place)} if found else found


def _json_values(text: str) -> dict[str, str | float] | None:
    try:
        return dict(_leaves(json.loads(text), ""))
    except (ValueError, RecursionError):
        pass
    found: dict[str, str | float] = {}
    for number, line in enumerate(text.split("\n")):
        if line.strip():
            try:
                found.update(_leaves(json.loads(line), f"/{number}"))
            except (ValueError, RecursionError):
                return None
    return found or None


def _leaves(value: Any, place: str) -> Iterator[tuple[str, str | float]]:
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _leaves(item, f"{place}/{str(key).replace('~', '~0').replace('/', '~1')}")
    elif isinstance(value, list):
        for number, item in enumerate(value):
            yield from _leaves(item, f"{place}/{number}")
    elif isinstance(value, bool) or value is None:
        yield place, str(value)
    elif isinstance(value, int | float):
        yield place, float(value)
    else:
        yield place, str(value)


def _cells(text: str, separator: str) -> Iterator[tuple[str, str | float]]:
    rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=separator))
    header = rows[0] if rows else []
    for number, row in enumerate(rows[1:], start=1):
        for column, cell in enumerate(row):
            name = header[column] if column < len(header) else str(column + 1)
            yield f"row {number}, {name}", _number(cell)


def _number(cell: str) -> str | float:
    try:
        return float(cell)
    except ValueError:
        return cell


def compare_values(stored: Values, again: Values, tolerance: float) -> tuple[ValueDifference, ...]:
    """Every value that is not the same within the tolerance, and every one that only one side has."""
    missing = "(not there)"
    return tuple(
        ValueDifference(
            place=place, stored=str(stored.get(place, missing)), again=str(again.get(place, missing))
        )
        for place in dict.fromkeys((*stored, *again))
        if place not in stored or place not in again or not _same(stored[place], again[place], tolerance)
    )


def _same(one: str | float, other: str | float, tolerance: float) -> bool:
    if isinstance(one, float) and isinstance(other, float):
        both_nan = math.isnan(one) and math.isnan(other)
        return both_nan or math.isclose(one, other, rel_tol=tolerance, abs_tol=tolerance * 1e-3)
    return one == other


def compare_output(
    path: RelPath, stored: bytes, runs: list[tuple[RelPath, bytes]], provenance: Provenance, tolerance: float
) -> OutputComparison:
    """A stored output beside the files of the re-runs; with several re-runs these are held against each other too."""
    again_path, data = runs[0]
    before, after = values_of(path, stored), values_of(again_path, data)
    if before is None or after is None:
        return _by_bytes(path, stored, runs, provenance)
    differences = compare_values(before, after, tolerance)
    unstable = tuple(
        dict.fromkeys(
            difference.place
            for other, content in runs[1:]
            for difference in compare_values(after, values_of(other, content) or {}, tolerance)
        )
    )
    same = not differences and not unstable and bool(before)
    return OutputComparison(
        path=path,
        again=again_path,
        outcome=RerunOutcome.REPRODUCED if same else RerunOutcome.DIFFERS,
        compared=len(before),
        differing=len(differences),
        differences=differences[:_SHOWN],
        unstable=unstable[:_SHOWN],
        provenance=provenance,
        raises_trust=same and provenance in _COMPUTED,
        reason=_reason(len(before), len(differences), len(unstable), provenance),
    )


def _reason(compared: int, differing: int, unstable: int, provenance: Provenance) -> str:
    if unstable:
        return f"{unstable} values change from one re-run to the next: they are drawn at random"
    if differing:
        return f"{differing} of {compared} values differ"
    if provenance in _COMPUTED:
        return f"all {compared} values came out, and the script computes them"
    return f"all {compared} values came out, which proves nothing: {provenance.value.replace('_', ' ')}"


def _by_bytes(
    path: RelPath, stored: bytes, runs: list[tuple[RelPath, bytes]], provenance: Provenance
) -> OutputComparison:
    same = all(content == stored for _, content in runs)
    return OutputComparison(
        path=path,
        again=runs[0][0],
        outcome=RerunOutcome.REPRODUCED if same else RerunOutcome.DIFFERS,
        compared=0,
        differing=0,
        provenance=provenance,
        reason="the same bytes" if same else "other bytes; not compared by value",
    )
