"""Series and records: what can be derived from a list of numbers, of truth values, or of rows with named fields."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import fmean, pstdev, stdev

from mlrbench_gui.audit.ledger.values import Collector, Place

SHOWN_ITEMS = 60
_GROUPS = 24


@dataclass(frozen=True, slots=True)
class Row:
    """A record: its texts and numbers by field, and the place of a field."""

    texts: dict[str, str]
    numbers: dict[str, float]
    place: Callable[[str], Place]


def add_series(
    collector: Collector,
    parts: tuple[str, ...],
    values: Sequence[float],
    place: Callable[[int | None], Place],
) -> None:
    """First, last, extremes, mean, deviation and length of a list of numbers; each item of a short one."""
    finite = [v for v in values if math.isfinite(v)]
    whole = place(None)
    collector.add(parts, float(len(values)), whole, aspect="count", formula="number of items")
    if len(values) <= SHOWN_ITEMS:
        for i, value in enumerate(values):
            collector.add(parts, value, place(i), aspect=_position(i, len(values)), index=i)
    elif values:
        collector.add(parts, values[0], place(0), aspect="first", index=0)
        collector.add(parts, values[-1], place(len(values) - 1), aspect="last", index=len(values) - 1)
    if len(finite) >= 2:
        collector.add(parts, fmean(finite), whole, aspect="mean", formula=f"mean of {len(finite)} items")
        collector.add(
            parts, max(finite), place(values.index(max(finite))), aspect="max", formula="largest item"
        )
        collector.add(
            parts, min(finite), place(values.index(min(finite))), aspect="min", formula="smallest item"
        )
        collector.add(
            parts,
            stdev(finite),
            whole,
            aspect="deviation",
            formula=f"sample deviation of {len(finite)} items",
        )
        collector.add(
            parts, pstdev(finite), whole, aspect="deviation", formula=f"deviation of {len(finite)} items"
        )


def _position(i: int, length: int) -> str:
    return "first" if i == 0 else "last" if i == length - 1 else "item"


def add_aggregates(
    collector: Collector, parts: tuple[str, ...], values: Sequence[float], place: Place
) -> None:
    """What numbered values have in common: mean, sum, extremes and count, each with its formula."""
    n = len(values)
    for aspect, value, formula in (
        ("mean", fmean(values), f"mean of {n} values"),
        ("sum", math.fsum(values), f"sum of {n} values"),
        ("max", max(values), f"largest of {n} values"),
        ("min", min(values), f"smallest of {n} values"),
        ("count", float(n), "number of values"),
    ):
        collector.add(parts, value, place, aspect=aspect, formula=formula)


def add_truths(collector: Collector, parts: tuple[str, ...], truths: Sequence[bool], place: Place) -> None:
    """How many of a list of truth values hold, and their share."""
    held, total = sum(truths), len(truths)
    collector.add(parts, float(total), place, aspect="count", formula="number of items")
    collector.add(parts, float(held), place, aspect="held", formula=f"{held} of {total} are true")
    if total:
        collector.add((*parts, "rate"), held / total, place, aspect="share", formula=f"{held} / {total}")


def add_records(collector: Collector, parts: tuple[str, ...], rows: Sequence[Row], whole: Place) -> None:
    """Means, counts and shares over the rows, and over each group that a field of few values makes."""
    if len(rows) < 2:
        return
    collector.add(parts, float(len(rows)), whole, aspect="count", formula="number of rows")
    _aggregate(collector, parts, rows, whole)
    fields = _grouping_fields(rows)
    for key in fields:
        for value, group in _groups(rows, key).items():
            _aggregate(collector, (*parts, value), group, whole)
            collector.add(
                (*parts, value),
                float(len(group)),
                whole,
                aspect="count",
                formula=f"rows with {key} = {value}",
            )
        collector.add(
            (*parts, key),
            float(len(_groups(rows, key))),
            whole,
            aspect="count",
            formula=f"different values of {key}",
        )
    for first, second in ((a, b) for i, a in enumerate(fields[:3]) for b in fields[i + 1 : 4]):
        for value, group in _groups(rows, first).items():
            for inner, members in _groups(group, second).items():
                if len(members) > 1 and len(collector.values) < collector.limit // 2:
                    _aggregate(collector, (*parts, value, inner), members, whole)


def _grouping_fields(rows: Sequence[Row]) -> list[str]:
    """Fields that sort the rows into few groups."""
    fields = []
    for key in rows[0].texts:
        values = {row.texts.get(key, "") for row in rows}
        if 1 < len(values) <= min(_GROUPS, len(rows)) and all(len(v) <= 60 for v in values):
            fields.append(key)
    return fields[:5]


def _groups(rows: Sequence[Row], key: str) -> dict[str, list[Row]]:
    groups: dict[str, list[Row]] = {}
    for row in rows:
        groups.setdefault(row.texts.get(key, ""), []).append(row)
    return groups


_OUTCOMES = {
    "passed": True,
    "failed": False,
    "pass": True,
    "fail": False,
    "success": True,
    "failure": False,
    "succeeded": True,
}
"""How a record says that what it tells of went well or not."""
_TRUTHS = {"true": True, "false": False, "yes": True, "no": False} | _OUTCOMES


def _aggregate(collector: Collector, parts: tuple[str, ...], rows: Sequence[Row], whole: Place) -> None:
    for key in dict.fromkeys(k for row in rows for k in row.numbers):
        values = [row.numbers[key] for row in rows if key in row.numbers and math.isfinite(row.numbers[key])]
        if len(values) < 2:
            continue
        n = len(values)
        collector.add(
            (*parts, key), fmean(values), whole, aspect="mean", formula=f"mean of {key} over {n} rows"
        )
        collector.add(
            (*parts, key),
            stdev(values),
            whole,
            aspect="deviation",
            formula=f"sample deviation of {key} over {n} rows",
        )
        collector.add(
            (*parts, key), math.fsum(values), whole, aspect="sum", formula=f"sum of {key} over {n} rows"
        )
        collector.add((*parts, key), max(values), whole, aspect="max", formula=f"largest {key} of {n} rows")
        collector.add((*parts, key), min(values), whole, aspect="min", formula=f"smallest {key} of {n} rows")
    _aggregate_truths(collector, parts, rows, whole)


def _aggregate_truths(
    collector: Collector, parts: tuple[str, ...], rows: Sequence[Row], whole: Place
) -> None:
    """How many rows say yes, or that they passed, and their share."""
    for key in dict.fromkeys(k for row in rows for k in row.texts):
        truths = [
            _TRUTHS[row.texts[key].lower()] for row in rows if row.texts.get(key, "").lower() in _TRUTHS
        ]
        if truths and len(truths) == len(rows):
            held, total = sum(truths), len(truths)
            collector.add(
                (*parts, key),
                float(held),
                whole,
                aspect="held",
                formula=f"rows where {key} is true, of {total}",
            )
            collector.add(
                (*parts, key),
                float(total - held),
                whole,
                aspect="not held",
                formula=f"rows where {key} is false, of {total}",
            )
            collector.add(
                (*parts, key, "rate"),
                held / total,
                whole,
                aspect="share",
                formula=f"{held} / {total} rows where {key} is true",
            )
            if all(row.texts[key].lower() in _OUTCOMES for row in rows):
                _add_outcomes(collector, parts, held, total, whole)


def _add_outcomes(collector: Collector, parts: tuple[str, ...], held: int, total: int, whole: Place) -> None:
    """How many records passed and failed, under the names that such shares and counts have."""
    failed = total - held
    for name, count, word in (
        ("pass rate", held, "passed"),
        ("pass@1", held, "passed"),
        ("failure rate", failed, "failed"),
    ):
        collector.add(
            (*parts, name), count / total, whole, aspect="share", formula=f"{count} / {total} {word}"
        )
    collector.add(
        (*parts, "passed"), float(held), whole, aspect="held", formula=f"rows that passed, of {total}"
    )
    collector.add(
        (*parts, "failed"), float(failed), whole, aspect="not held", formula=f"rows that failed, of {total}"
    )
