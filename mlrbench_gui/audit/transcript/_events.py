"""Transcripts that are a JSON list of messages with tool calls and tool results."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from mlrbench_gui.audit.transcript._plans import plan_lines
from mlrbench_gui.audit.transcript.actions import Action, ActionKind, FileChange, Replacement

_KINDS = {
    "Write": ActionKind.WRITE,
    "Edit": ActionKind.EDIT,
    "MultiEdit": ActionKind.EDIT,
    "NotebookEdit": ActionKind.EDIT,
    "Bash": ActionKind.COMMAND,
    "Read": ActionKind.READ,
    "Grep": ActionKind.SEARCH,
    "Glob": ActionKind.SEARCH,
    "LS": ActionKind.SEARCH,
    "TodoWrite": ActionKind.PLAN,
    "TodoRead": ActionKind.PLAN,
}
_CUT = re.compile(r"\.\.\. \[\d+ (?:characters|lines) truncated\] \.\.\.")
_TRAILING = re.compile(r"[ \t]+(?=\n)")


def read_events(events: list[Any]) -> Iterator[Action]:
    """Actions of the events in order; anything unknown is skipped."""
    results = _results(events)
    # Sessions with an id come from a tool version that strips trailing blanks in edits (272 of 272 files come out).
    strips = any(isinstance(e, dict) and e.get("session_id") for e in events)
    index = 0
    for event in events:
        for action in _actions_of(event, results, strips=strips):
            yield replace(action, index=index)
            index += 1


def _results(events: list[Any]) -> dict[str, tuple[str, bool]]:
    """Output and failure by the id of the call."""
    results: dict[str, tuple[str, bool]] = {}
    for event in events:
        for block in _blocks(event):
            if block.get("type") == "tool_result" and isinstance(block.get("tool_use_id"), str):
                results[block["tool_use_id"]] = (_text(block.get("content")), block.get("is_error") is True)
    return results


def _blocks(event: Any) -> list[dict[str, Any]]:
    message = (
        event.get("message") if isinstance(event, dict) and isinstance(event.get("message"), dict) else event
    )
    content = message.get("content") if isinstance(message, dict) else None
    return [b for b in content if isinstance(b, dict)] if isinstance(content, list) else []


def _text(content: Any) -> str:
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        return "\n".join(
            str(b.get("text", "")) for b in content if isinstance(b, dict) and b.get("type") == "text"
        )
    return ""


def _actions_of(event: Any, results: dict[str, tuple[str, bool]], *, strips: bool) -> Iterator[Action]:
    if not isinstance(event, dict):
        return
    if isinstance(event.get("content"), str):
        kind = ActionKind.PROMPT if event.get("role") == "user" else ActionKind.SAY
        yield Action(0, kind, str(event.get("role", "")), event["content"])
    for block in _blocks(event):
        if block.get("type") == "text" and event.get("role") == "assistant":
            yield Action(0, ActionKind.SAY, "text", str(block.get("text", "")))
        elif block.get("type") == "tool_use":
            output, failed = results.get(str(block.get("id")), ("", None))
            yield _tool(block, output, failed=failed, strips=strips)


def _tool(block: dict[str, Any], output: str, *, failed: bool | None, strips: bool) -> Action:
    tool = str(block.get("name", ""))
    given = block.get("input") if isinstance(block.get("input"), dict) else {}
    arguments: dict[str, Any] = given if isinstance(given, dict) else {}
    kind = _KINDS.get(tool, ActionKind.OTHER)
    changes: tuple[FileChange, ...] = ()
    if failed is False:
        changes = tuple(_changes(tool, arguments, strips=strips))
    if tool == "Batch" and changes:
        kind = ActionKind.WRITE
    argument = next(
        (
            str(arguments[key])
            for key in ("command", "file_path", "notebook_path", "pattern", "description")
            if isinstance(arguments.get(key), str)
        ),
        json.dumps(arguments, ensure_ascii=False)[:2000] if arguments else "",
    )
    if kind is ActionKind.PLAN:
        argument = plan_lines(arguments) or argument
    ok = None if failed is None else not failed
    return Action(0, kind, tool, argument, output, ok, changes=changes, cut=_CUT.search(output) is not None)


def _changes(tool: str, arguments: dict[str, Any], *, strips: bool) -> Iterator[FileChange]:
    if tool == "Batch":
        calls = arguments.get("invocations")
        for call in calls if isinstance(calls, list) else []:
            if (
                isinstance(call, dict)
                and isinstance(call.get("input"), dict)
                and call.get("tool_name") != "Batch"
            ):
                yield from _changes(str(call.get("tool_name")), call["input"], strips=strips)
        return
    path = arguments.get("notebook_path" if tool == "NotebookEdit" else "file_path")
    if not isinstance(path, str):
        return
    if tool == "NotebookEdit":  # how the tool writes the whole file anew is not told: its text is not known
        source = arguments.get("new_source")
        yield FileChange(path, replacements=(Replacement("", source if isinstance(source, str) else ""),))
    elif tool == "Write" and isinstance(arguments.get("content"), str):
        yield FileChange(path, text=arguments["content"])
    elif tool == "Edit":
        yield FileChange(path, replacements=tuple(_replacements([arguments], strips=strips)))
    elif tool == "MultiEdit" and isinstance(arguments.get("edits"), list):
        yield FileChange(path, replacements=tuple(_replacements(arguments["edits"], strips=strips)))


def _replacements(edits: list[Any], *, strips: bool) -> Iterator[Replacement]:
    for edit in edits:
        if (
            isinstance(edit, dict)
            and isinstance(edit.get("old_string"), str)
            and isinstance(edit.get("new_string"), str)
        ):
            new = _TRAILING.sub("", edit["new_string"]) if strips else edit["new_string"]
            times = edit.get("expected_replacements", 1)
            yield Replacement(edit["old_string"], new, times if isinstance(times, int) else 1)
