"""Transcripts that this program writes itself: JSON lines, each action with what it changed, by hash.

`domain/agent_log.py` tells the lines. A line that cannot be read makes the transcript one that is not whole.
"""

from collections.abc import Iterator

from mlrbench_gui.audit.transcript.actions import Action, ActionKind, FileChange, Replacement, Touch
from mlrbench_gui.domain.agent_log import (
    FORMAT,
    AgentAction,
    AgentEnd,
    AgentHead,
    AgentSaid,
    LogLine,
    Tool,
    read_line,
)

_KINDS = {
    Tool.SHELL: ActionKind.COMMAND,
    Tool.WRITE: ActionKind.WRITE,
    Tool.EDIT: ActionKind.EDIT,
    Tool.READ: ActionKind.READ,
    Tool.LIST: ActionKind.SEARCH,
    Tool.DONE: ActionKind.OTHER,
}
_ARGUMENTS = {Tool.SHELL: "command", Tool.DONE: "summary"}


def is_record(text: str) -> bool:
    """Whether the text begins as this program's own log does."""
    return text.startswith("{") and FORMAT in text[:400]


def read_records(text: str) -> tuple[tuple[Action, ...], str, bool]:
    """The actions, the run's folder as the agent saw it, and whether the log has its end."""
    lines, whole = list[LogLine](), True
    for line in text.split("\n"):
        found = read_line(line) if line.strip() else None
        whole = whole and (found is not None or not line.strip())
        lines += [found] if found is not None else []
    head = next((line for line in lines if isinstance(line, AgentHead)), None)
    root = head.root if head is not None else ""
    ended = bool(lines) and isinstance(lines[-1], AgentEnd)
    return tuple(_numbered(lines, root)), root, whole and ended


def _numbered(lines: list[LogLine], root: str) -> Iterator[Action]:
    index = 0
    for line in lines:
        action = _action(index, line, root)
        if action is not None:
            yield action
            index += 1


def _action(index: int, line: LogLine, root: str) -> Action | None:
    match line:
        case AgentHead():
            return Action(index, ActionKind.PROMPT, "prompt", line.prompt, time=line.at)
        case AgentSaid():
            return Action(index, ActionKind.SAY, "text", line.text, time=line.at)
        case AgentAction():
            return _deed(index, line, root)
        case AgentEnd():
            return None


def _deed(index: int, line: AgentAction, root: str) -> Action:
    given = line.arguments
    argument = given.get(_ARGUMENTS.get(line.tool, "path"), "")
    touched = tuple(Touch(path, digest) for path, digest in sorted(line.changed.items()))
    return Action(
        index,
        _KINDS[line.tool],
        line.tool.value,
        argument,
        line.output,
        line.ok,
        cwd=root,
        time=line.at,
        changes=tuple(_changes(line)) if line.ok else (),
        cut=line.cut,
        touched=touched,
    )


def _changes(line: AgentAction) -> Iterator[FileChange]:
    given = line.arguments
    if line.tool is Tool.WRITE:
        yield FileChange(given.get("path", ""), text=given.get("content", ""))
    elif line.tool is Tool.EDIT:
        edit = Replacement(given.get("old", ""), given.get("new", ""))
        yield FileChange(given.get("path", ""), replacements=(edit,))
