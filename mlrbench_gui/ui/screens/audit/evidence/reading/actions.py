"""A transcript's actions as rows and details: what it was, on what, how it ended."""

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from enum import StrEnum
from functools import lru_cache

from mlrbench_gui.audit.transcript.actions import Action, ActionKind, FileChange
from mlrbench_gui.ui.screens.audit.evidence.reading.ansi import Ink, Line, Run, safe_text, shown_line

OUTPUT_LIMIT = 20_000
_LINE_LIMIT = 2048
_TAIL = 8000
_ERROR = re.compile(r"\b\w*(?:Error|Exception)\b|\berror:|\bnot found\b|\bfatal:", re.IGNORECASE)


class Filter(StrEnum):
    """Which actions are listed."""

    ALL = "All"
    WRITES = "Writes"
    COMMANDS = "Commands"
    READS = "Reads"
    FAILURES = "Failures"


_WRITES = frozenset({ActionKind.WRITE, ActionKind.EDIT, ActionKind.PATCH})
_READS = frozenset({ActionKind.READ, ActionKind.SEARCH})
_TALK = frozenset({ActionKind.SAY, ActionKind.PROMPT, ActionKind.PLAN})
_KIND_WORDS = {ActionKind.SAY: "says", ActionKind.PROMPT: "asked", ActionKind.PLAN: "plan"}
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
    if wanted is Filter.READS:
        return action.kind in _READS
    return wanted is Filter.ALL or action.ok is False


def holds(action: Action, words: Sequence[str]) -> bool:
    """Whether every word (in small letters) stands in the action's argument, output, tool or paths."""
    if not words:
        return True
    texts = (action.argument, action.output, action.tool, *(change.path for change in action.changes))
    folded = [text.lower() for text in texts]
    return all(any(word in text for text in folded) for word in words)


def target(action: Action, root: str = "") -> str:
    """The file or command in one line, in paths from the run's folder where it is known where that lay."""
    plan = action.kind is ActionKind.PLAN
    said = action.argument.partition("\n")[0] if plan else action.argument
    words = said or (action.changes[0].path if action.changes else action.tool)
    if len(root) > 1:
        words = words.replace(f"{root.rstrip('/')}/", "")
    return safe_text(" ".join(words[:2000].split())[:400])


def is_talk(action: Action) -> bool:
    """Whether it only said something."""
    return action.kind in _TALK


def tool_words(action: Action) -> str:
    """The tool by the transcript's own name; what was only said has none."""
    return _KIND_WORDS.get(action.kind, "") or safe_text(action.tool) or action.kind.value


def outcome(action: Action) -> str:
    """How it ended, in words: the last line of a failed output says most."""
    if action.ok is None:
        return "" if action.kind in _TALK else "outcome not told"
    if action.ok:
        return "done"
    last = _telling_line(action.output)
    return f"failed: {safe_text(last[:160])}" if last else "failed"


def _telling_line(output: str) -> str:
    """The last line that names an error, else the last one."""
    lines = [line.strip() for line in output[-_TAIL:].splitlines() if line.strip()]
    named = [line for line in lines if _ERROR.search(line)]
    return (named or lines or [""])[-1]


def size_words(action: Action) -> str:
    """Lines that a write brought or took, lines that a command put out."""
    if action.changes:
        added, removed = map(sum, zip(*(_weight(change) for change in action.changes), strict=True))
        return " ".join(part for part in (f"+{added}", f"−{removed}" if removed else "") if part)
    count = action.output.count("\n") + 1 if action.output.strip() else 0
    if action.kind in _TALK or not count:
        return ""
    return f"{count} line{'' if count == 1 else 's'}"


def _weight(change: FileChange) -> tuple[int, int]:
    """Lines added and removed."""
    if change.text is not None:
        return len(change.text.splitlines()), 0
    added = removed = 0
    for item in change.replacements:
        more, less = _lines_changed(item.old, item.new)
        added, removed = added + more * item.times, removed + less * item.times
    for hunk in change.hunks:
        added += sum(line.startswith("+") for line in hunk.lines)
        removed += sum(line.startswith("-") for line in hunk.lines)
    return added, removed


@lru_cache(maxsize=4096)
def _lines_changed(old: str, new: str) -> tuple[int, int]:
    """Lines added and removed, without those that an edit only repeats to find its place."""
    before, after = old.splitlines(), new.splitlines()
    codes = SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
    changed = [code for code in codes if code[0] != "equal"]
    return sum(code[4] - code[3] for code in changed), sum(code[2] - code[1] for code in changed)


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
