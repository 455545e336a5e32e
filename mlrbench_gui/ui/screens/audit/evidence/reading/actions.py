"""A transcript's actions as rows and details: what it was, on what, how it ended."""

from collections.abc import Iterator, Sequence
from enum import StrEnum

from mlrbench_gui.audit.transcript.actions import Action, ActionKind, FileChange
from mlrbench_gui.ui.screens.audit.evidence.reading.ansi import Ink, Line, Run, safe_text, shown_line

OUTPUT_LIMIT = 20_000
_LINE_LIMIT = 2048


class Filter(StrEnum):
    """Which actions are listed."""

    ALL = "All"
    WRITES = "Writes"
    COMMANDS = "Commands"
    FAILURES = "Failures"


_WRITES = frozenset({ActionKind.WRITE, ActionKind.EDIT, ActionKind.PATCH})
ICONS = {
    ActionKind.PROMPT: "person",
    ActionKind.SAY: "note",
    ActionKind.WRITE: "add",
    ActionKind.EDIT: "review",
    ActionKind.PATCH: "split",
    ActionKind.COMMAND: "terminal",
    ActionKind.READ: "file",
    ActionKind.SEARCH: "search",
    ActionKind.PLAN: "runs",
    ActionKind.OTHER: "dot",
}


def fits(action: Action, wanted: Filter) -> bool:
    """Whether the filter lists the action."""
    if wanted is Filter.WRITES:
        return action.kind in _WRITES
    if wanted is Filter.COMMANDS:
        return action.kind is ActionKind.COMMAND
    return wanted is Filter.ALL or action.ok is False


def target(action: Action) -> str:
    """The file or command in one line."""
    words = action.argument or (action.changes[0].path if action.changes else action.tool)
    return safe_text(" ".join(words.split())[:400])


def outcome(action: Action) -> str:
    """How it ended, in words: the last line of a failed output says most."""
    if action.ok is None:
        return (
            "" if action.kind in {ActionKind.SAY, ActionKind.PROMPT, ActionKind.PLAN} else "outcome not told"
        )
    if action.ok:
        count = action.output.count("\n") + 1 if action.output.strip() else 0
        return f"{count} lines" if action.kind is ActionKind.COMMAND and count else "done"
    lines = [line.strip() for line in action.output.splitlines() if line.strip()]
    return f"failed: {safe_text(lines[-1][:160])}" if lines else "failed"


def details(action: Action) -> tuple[tuple[Line, ...], int]:
    """All that the transcript tells of an action as lines, and the number of the first line of its output."""
    lines = [*_head(action), *_argument(action)]
    for change in action.changes:
        lines += _change(change)
    lines.append(_title("Output, cut in the transcript" if action.cut else "Output"))
    start = len(lines)
    output = action.output.split("\n")
    lines += [shown_line(text.encode("utf-8", "replace")[:_LINE_LIMIT]) for text in output[:OUTPUT_LIMIT]]
    if len(output) > OUTPUT_LIMIT:
        lines.append(_title(f"{len(output) - OUTPUT_LIMIT} more lines; the raw view has them"))
    return tuple(lines), start


def _head(action: Action) -> Iterator[Line]:
    parts = [f"action {action.index}", action.kind.value, action.tool, action.time, outcome(action)]
    yield _title(" · ".join(dict.fromkeys(part for part in parts if part)))
    if action.cwd:
        yield Line(f"in {safe_text(action.cwd)}", (Run(0, len(action.cwd) + 3, Ink.DIM),))


def _argument(action: Action) -> Iterator[Line]:
    for text in action.argument.split("\n")[:OUTPUT_LIMIT]:
        yield shown_line(text.encode("utf-8", "replace")[:_LINE_LIMIT])


def _change(change: FileChange) -> Iterator[Line]:
    yield _title(f"{'Writes' if change.text is not None else 'Changes'} {safe_text(change.path)}")
    if change.text is not None:
        yield from _marked("+", change.text.split("\n"), Ink.PLAIN)
    for replacement in change.replacements:
        yield from _marked("-", replacement.old.split("\n"), Ink.DIM)
        yield from _marked("+", replacement.new.split("\n"), Ink.PLAIN)
    for hunk in change.hunks:
        yield _title(f"@ line {hunk.start}")
        for text in hunk.lines:
            yield from _marked("", [text], Ink.DIM if text.startswith("-") else Ink.PLAIN)


def _marked(sign: str, texts: Sequence[str], ink: Ink) -> Iterator[Line]:
    for text in texts[:OUTPUT_LIMIT]:
        line = shown_line(
            f"{sign} {text}".encode("utf-8", "replace")[:_LINE_LIMIT] if sign else text.encode()
        )
        yield line if ink is Ink.PLAIN else Line(line.text, (Run(0, len(line.text), ink),))


def _title(text: str) -> Line:
    return Line(text, (Run(0, len(text), Ink.KEYWORD, bold=True),))
