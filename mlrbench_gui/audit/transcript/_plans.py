"""An agent's list of things to do, as lines that people can read."""

from typing import Any

_MARKS = {"completed": "[x]", "in_progress": "[>]"}


def plan_lines(arguments: dict[str, Any]) -> str | None:
    """How far the list is and what is at work, then each item with its mark; None for what is no such list."""
    given = arguments.get("todos")
    items = (
        [item for item in given if isinstance(item, dict) and item.get("content")]
        if isinstance(given, list)
        else []
    )
    if not items:
        return None
    done = sum(item.get("status") == "completed" for item in items)
    working = [str(item["content"]) for item in items if item.get("status") == "in_progress"]
    head = f"{done} of {len(items)} done" + (f", now: {working[0]}" if working else "")
    return "\n".join(
        [head, *(f"{_MARKS.get(str(item.get('status')), '[ ]')} {item['content']}" for item in items)]
    )
