"""Commands that ended in an error: what they were given set nothing that a later run which came to its end shows."""

import re
from collections.abc import Iterable

from mlrbench_gui.audit.transcript.actions import Action

_DIED = re.compile(
    r"(?:^|[\s:-])(?:ModuleNotFoundError|ImportError|SyntaxError|IndentationError)\b|unrecognized arguments|"
    r"can't open file|No such file or directory",
    re.MULTILINE,
)
_ERROR = re.compile(r"(?:^|\s)(?:\w+\.)*\w*(?:Error|Exception)\b:?(?:\s|$)")
_SAID = re.compile(
    r"\b(?:experiments?|evaluation|training|pipeline|script|process|command)\b[^\n]{0,30}\bfailed\b|"
    r"\b(?:failed|exited|returned)(?: with)? (?:an? )?(?:non-zero |exit |return |error )*(?:code|status):? -?[1-9]",
    re.IGNORECASE,
)
_TRACEBACK = "Traceback (most recent call last)"
_TIMED_OUT = re.compile(r"\btimed? ?out\b", re.IGNORECASE)
_LAST_LINES = 4


def without_effect(actions: Iterable[Action]) -> frozenset[int]:
    """The commands, by index, whose options set nothing: they died at once, or before others came through."""
    ordered = list(actions)
    failed = {action.index for action in ordered if ended_in_error(action)}
    through = [action.index for action in ordered if action.index not in failed and action.ok is not False]
    last = max(through, default=-1)
    return frozenset(a.index for a in ordered if _died_at_start(a) or (a.index in failed and a.index < last))


def ended_in_error(action: Action) -> bool:
    """Whether an error is the last word of a command; one that was stopped for its time may have left results."""
    if action.ok is True or _TIMED_OUT.search(action.output):
        return False
    lines = [line.strip() for line in action.output.split("\n") if line.strip()]
    told = [line for line in lines[-_LAST_LINES:] if _ERROR.search(line) or _SAID.search(line)]
    if action.ok is False:
        return bool(told)
    return _TRACEBACK in action.output and bool(told) and told[-1] == lines[-1]


def _died_at_start(action: Action) -> bool:
    """Whether a command failed before its script could use an option."""
    return action.ok is False and _DIED.search(action.output) is not None
