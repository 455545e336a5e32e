"""The JSON object in a model's reply, read strictly: what is none is none, never a guess."""

import json
from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FoundObject:
    """A JSON object in a text, and where it begins."""

    start: int
    value: dict[str, object]


def last_object(text: str) -> dict[str, object] | None:
    """The last whole JSON object at the top of the text; one with a key given twice, or with no JSON, is none."""
    found = list(top_objects(text))
    return found[-1].value if found else None


def top_objects(text: str) -> Iterator[FoundObject]:
    """All whole JSON objects at the top of the text, in order; the parts of one are not told again."""
    decoder = json.JSONDecoder(object_pairs_hook=_once, parse_constant=_no_constant)
    at = text.find("{")
    while at >= 0:
        try:
            value, end = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            end, value = at + 1, None
        if isinstance(value, dict):
            yield FoundObject(at, value)
        at = text.find("{", end)


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise ValueError("a key is given twice")
    return made


def _no_constant(name: str) -> object:
    raise ValueError(f"{name} is no JSON")
