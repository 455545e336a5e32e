"""JSON that any reader takes, and paths as the references in it."""

import json
import math
from typing import Any
from urllib.parse import quote


def json_bytes(value: Any) -> bytes:
    """UTF-8 with a final newline; numbers that JSON lacks are text, half a surrogate pair is its escape."""
    text = json.dumps(_speakable(value), ensure_ascii=False, indent=2, allow_nan=False)
    return f"{text}\n".encode("utf-8", "backslashreplace")


def reference(path: str) -> str:
    """The path as a relative URI reference."""
    return quote(path.encode("utf-8", "surrogatepass"))


def _speakable(value: Any) -> Any:
    """Numbers that JSON lacks as text."""
    if isinstance(value, dict):
        return {key: _speakable(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_speakable(item) for item in value]
    if isinstance(value, float) and not math.isfinite(value):
        return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
    return value
