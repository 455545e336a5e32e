"""The JSON object in a model's reply, read strictly: what is none is none, never a guess."""

import json


def last_object(text: str) -> dict[str, object] | None:
    """The last whole JSON object at the top of the text; one with a key given twice, or with no JSON, is none."""
    decoder = json.JSONDecoder(object_pairs_hook=_once, parse_constant=_no_constant)
    found: dict[str, object] | None = None
    at = text.find("{")
    while at >= 0:
        try:
            value, end = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            end, value = at + 1, None
        if isinstance(value, dict):
            found = value
        at = text.find("{", end)
    return found


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise ValueError("a key is given twice")
    return made


def _no_constant(name: str) -> object:
    raise ValueError(f"{name} is no JSON")
