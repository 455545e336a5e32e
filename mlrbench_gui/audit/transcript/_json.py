"""Events out of JSON text, also out of text that breaks off, and whether they have their end."""

import json
from collections.abc import Sequence
from typing import Any

from mlrbench_gui.audit.transcript.actions import Action, ActionKind

_DEEDS = frozenset(
    {
        ActionKind.COMMAND,
        ActionKind.WRITE,
        ActionKind.EDIT,
        ActionKind.PATCH,
        ActionKind.READ,
        ActionKind.SEARCH,
    }
)


def json_events(text: str) -> tuple[list[Any], bool]:
    """A JSON list, an object with a list of messages, or one JSON value a line; False beside it where text broke off.

    Of a list that breaks off the events before the break are read.
    """
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return _begun_list(text) if text.startswith("[") else _json_lines(text)
    if isinstance(value, dict):
        lists = [item for item in value.values() if isinstance(item, list)]
        return (lists[0] if lists else [value]), True
    return (value, True) if isinstance(value, list) else ([], False)


def is_ended(events: Sequence[Any], actions: Sequence[Action]) -> bool:
    """Whether the agent came to its end: an event says so, or none ever could and the last deed has an outcome."""
    last = next((event for event in reversed(events) if isinstance(event, dict)), None)
    if last is None or any(a.kind in _DEEDS and a.ok is None for a in actions):
        return False
    if last.get("role") == "system" or last.get("type") == "result":
        return True
    reasons = [reason for event in events if (reason := _stop_reason(event)) is not None]
    if reasons:
        return _stop_reason(last) == "end_turn"
    return bool(actions) and actions[-1].kind is ActionKind.SAY


def _stop_reason(event: Any) -> str | None:
    message = event.get("message", event) if isinstance(event, dict) else None
    reason = message.get("stop_reason") if isinstance(message, dict) else None
    return reason if isinstance(reason, str) else None


def _begun_list(text: str) -> tuple[list[Any], bool]:
    decoder, events, at = json.JSONDecoder(), list[Any](), 1
    while at < len(text):
        while at < len(text) and text[at] in ", \t\r\n":
            at += 1
        try:
            event, at = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            break
        events.append(event)
    return events, False


def _json_lines(text: str) -> tuple[list[Any], bool]:
    events, whole = list[Any](), True
    for line in text.split("\n"):
        if not line.strip():
            continue
        try:
            events.append(json.loads(line))
        except (ValueError, RecursionError):
            whole = False
    return events, whole
