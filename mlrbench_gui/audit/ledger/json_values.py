"""Values of JSON files of any nesting: NaN, Infinity, JSON Lines under any name, list items named by their fields."""

import json
import math
from collections.abc import Mapping, Sequence
from typing import Any

from mlrbench_gui.audit.ledger._series import Row, add_aggregates, add_records, add_series, add_truths
from mlrbench_gui.audit.ledger.numbered import numbered_part
from mlrbench_gui.audit.ledger.values import Collector, Place

_DEPTH = 40
_LIST_ITEMS = 400
_NUMBERED = 4


def read_json(text: str) -> Any:
    """The JSON value, or a list of one value a line. Raises ValueError if it is neither."""
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("nested too deeply") from None
    except ValueError:
        values = []
        for line in text.split("\n"):
            if line.strip():
                try:
                    values.append(json.loads(line))
                except RecursionError:
                    raise ValueError("nested too deeply") from None
        if not values:
            raise
        return values


def add_json(collector: Collector, value: Any) -> None:
    """All numbers of the value with their names and pointers."""
    _walk(collector, value, (), "", 0)


def _pointer(base: str, key: str | int) -> str:
    return f"{base}/{str(key).replace('~', '~0').replace('/', '~1')}"


def _number(value: Any) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        return float(value)
    except OverflowError:
        return math.inf


def _walk(collector: Collector, value: Any, parts: tuple[str, ...], pointer: str, depth: int) -> None:
    number = _number(value)
    if number is not None:
        collector.add(parts, number, Place("pointer", pointer), text=str(value)[:40])
    elif isinstance(value, str):
        numeric = _numeric_text(value)
        if numeric is not None:
            collector.add(parts, numeric, Place("pointer", pointer), text=value)
    elif depth > _DEPTH:
        collector.left_out += 1
    elif isinstance(value, dict):
        _walk_mapping(collector, value, parts, pointer, depth)
    elif isinstance(value, list):
        _walk_list(collector, value, parts, pointer, depth)


def _numeric_text(value: str) -> float | None:
    try:
        return float(value) if 0 < len(value) <= 24 and value[-1].isdigit() else None
    except ValueError:
        return None


def _walk_mapping(
    collector: Collector, value: Mapping[str, Any], parts: tuple[str, ...], pointer: str, depth: int
) -> None:
    for key, item in value.items():
        _walk(collector, item, (*parts, str(key)), _pointer(pointer, key), depth + 1)
    _add_shares(collector, value, parts, pointer)
    _add_numbered(collector, value, parts, pointer)
    entries = [(str(key), item) for key, item in value.items() if isinstance(item, dict)]
    if len(entries) >= 3 and len(entries) >= 0.6 * len(value):
        rows = [_row(item, _pointer(pointer, key)) for key, item in entries]
        if len({frozenset(row.numbers) for row in rows}) <= max(2, len(rows) // 3):
            add_records(collector, parts, rows, Place("pointer", pointer))


def _add_numbered(
    collector: Collector, value: Mapping[str, Any], parts: tuple[str, ...], pointer: str
) -> None:
    """Numbers under keys that differ only in a running number are one series: its mean, sum and extremes."""
    series: dict[str, list[float]] = {}
    for key, item in value.items():
        numbered, number = numbered_part(str(key)), _number(item)
        if numbered is not None and number is not None and math.isfinite(number):
            series.setdefault(numbered[0], []).append(number)
    for stem, numbers in series.items():
        if len(numbers) >= _NUMBERED:
            add_aggregates(
                collector,
                (*parts, stem) if len(series) > 1 and stem else parts,
                numbers,
                Place("pointer", pointer),
            )


def _add_shares(collector: Collector, value: Mapping[str, Any], parts: tuple[str, ...], pointer: str) -> None:
    """Counts beside a total become shares; a group of counts becomes its sum, and its sum over the total."""
    totals = {
        k: n for k, n in ((str(k), _number(v)) for k, v in value.items()) if n and n > 0 and _is_total(k)
    }
    counts = {
        str(k): n
        for k, n in ((k, _number(v)) for k, v in value.items())
        if n is not None and float(n).is_integer() and n >= 0
    }
    for total_key, total in list(totals.items())[:3]:
        for key, count in counts.items():
            if key != total_key and count <= total:
                collector.add(
                    (*parts, f"{key} rate"),
                    count / total,
                    Place("pointer", _pointer(pointer, key)),
                    aspect="share",
                    formula=f"{key} / {total_key} = {count:g} / {total:g}",
                )
        for key, group in value.items():
            inner = [_number(v) for v in group.values()] if isinstance(group, dict) else []
            if len(inner) >= 2 and all(n is not None and float(n).is_integer() and n >= 0 for n in inner):
                summed = math.fsum(n for n in inner if n is not None)
                place = Place("pointer", _pointer(pointer, key))
                collector.add(
                    (*parts, str(key)), summed, place, aspect="sum", formula=f"sum of {key} = {summed:g}"
                )
                collector.add(
                    (*parts, f"{key} rate"),
                    summed / total,
                    place,
                    aspect="share",
                    formula=f"sum of {key} / {total_key} = {summed:g} / {total:g}",
                )
                for name, n in group.items():
                    count = _number(n) or 0.0
                    collector.add(
                        (*parts, str(key), f"{name} rate"),
                        count / total,
                        Place("pointer", _pointer(place.pointer, name)),
                        aspect="share",
                        formula=f"{name} / {total_key} = {count:g} / {total:g}",
                    )


def _is_total(key: str) -> bool:
    words = key.lower()
    if any(
        mark in words
        for mark in ("correct", "pass", "fail", "success", "error", "detect", "true", "hit", "miss")
    ):
        return False
    return any(mark in words for mark in ("total", "num_", "n_", "count", "_size", "samples")) or words in (
        "n",
        "size",
    )


def _walk_list(
    collector: Collector, value: Sequence[Any], parts: tuple[str, ...], pointer: str, depth: int
) -> None:
    numbers = [_number(item) for item in value]
    if value and all(n is not None for n in numbers):
        series = [n for n in numbers if n is not None]
        add_series(
            collector,
            parts,
            series,
            lambda i: Place("pointer", pointer if i is None else _pointer(pointer, i)),
        )
    elif value and all(isinstance(item, bool) for item in value):
        add_truths(collector, parts, [bool(item) for item in value], Place("pointer", pointer))
    elif value and all(isinstance(item, dict) for item in value):
        rows = [_row(item, _pointer(pointer, i)) for i, item in enumerate(value)]
        collector.add(
            parts, float(len(value)), Place("pointer", pointer), aspect="count", formula="number of items"
        )
        add_records(collector, parts, rows, Place("pointer", pointer))
        for i, (item, row) in enumerate(zip(value[:_LIST_ITEMS], rows, strict=False)):
            _walk(collector, item, (*parts, _item_name(row, i)), _pointer(pointer, i), depth + 1)
    else:
        collector.add(
            parts, float(len(value)), Place("pointer", pointer), aspect="count", formula="number of items"
        )
        for i, item in enumerate(value[:_LIST_ITEMS]):
            _walk(collector, item, parts, _pointer(pointer, i), depth + 1)


def _item_name(row: Row, i: int) -> str:
    """An item's name by its short texts and its counter (epoch, step, round), else its index."""
    texts = [text for text in row.texts.values() if 0 < len(text) <= 40][:4]
    counters = [
        f"{key} {number:g}"
        for key, number in row.numbers.items()
        if float(number).is_integer()
        and any(
            word in key.lower()
            for word in ("epoch", "step", "round", "iter", "fold", "seed", "run", "id", "task")
        )
    ][:2]
    return " ".join([*texts, *counters]) or f"item {i}"


def _row(item: Mapping[str, Any], pointer: str) -> Row:
    """A mapping as a record; mappings inside it are joined into the field's name, one level deep."""
    texts: dict[str, str] = {}
    numbers: dict[str, float] = {}
    paths: dict[str, str] = {}
    for key, value in item.items():
        inner = value.items() if isinstance(value, dict) else ((None, value),)
        for name, field in inner:
            full = str(key) if name is None else f"{key} {name}"
            number = _number(field)
            paths[full] = _pointer(pointer, key) if name is None else _pointer(_pointer(pointer, key), name)
            if number is not None:
                numbers[full] = number
            elif isinstance(field, str | bool):
                texts[full] = str(field)
    return Row(texts, numbers, lambda key: Place("pointer", paths.get(key, pointer)))
