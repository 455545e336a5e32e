"""What a coding agent did, as one list of ordered actions, whatever wrote the transcript down."""

from dataclasses import dataclass
from enum import StrEnum

from mlrbench_gui.domain.values import RelPath, Sha256


class ActionKind(StrEnum):
    """What sort of thing the agent did."""

    PROMPT = "prompt"
    SAY = "say"
    WRITE = "write"
    EDIT = "edit"
    PATCH = "patch"
    COMMAND = "command"
    READ = "read"
    SEARCH = "search"
    PLAN = "plan"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Replacement:
    """`old` becomes `new`, exactly `times` times."""

    old: str
    new: str
    times: int = 1


@dataclass(frozen=True, slots=True)
class Hunk:
    """A part of a unified diff: 1-based line in the old text, and its lines with their marks."""

    start: int
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FileChange:
    """One change to one file: a whole new text, or replacements, or hunks."""

    path: str
    text: str | None = None
    replacements: tuple[Replacement, ...] = ()
    hunks: tuple[Hunk, ...] = ()


@dataclass(frozen=True, slots=True)
class Touch:
    """A file that an action left another than it was, by the hash that it had then; None where it is gone."""

    path: RelPath
    sha256: Sha256 | None


@dataclass(frozen=True, slots=True)
class Action:
    """One step of the agent. `ok` is None where the transcript does not tell the outcome.

    `argument` is the command, path or words; `changes` are those that the tool itself made (a failed call
    has none); `cwd` is the folder of a command as written. `cut` says that the output is not whole. `touched` are
    all files that it changed, where the transcript records that.
    """

    index: int
    kind: ActionKind
    tool: str
    argument: str
    output: str = ""
    ok: bool | None = None
    cwd: str = ""
    time: str = ""
    changes: tuple[FileChange, ...] = ()
    cut: bool = False
    touched: tuple[Touch, ...] = ()


@dataclass(frozen=True, slots=True)
class Transcript:
    """All actions in order. `path` is the transcript's file; `root` the run's folder on the agent's machine.

    `is_whole`: it was read to its end, and the agent ended by itself; else what came after is not known. `breaks_off`:
    its text or its last deed has no end, so that more is sure to have come.
    """

    path: RelPath
    kind: str
    actions: tuple[Action, ...]
    root: str = ""
    is_whole: bool = True
    breaks_off: bool = False

    @property
    def tells_actions(self) -> bool:
        """Whether commands and writes can be seen; a prose log tells none."""
        return any(
            a.kind in (ActionKind.COMMAND, ActionKind.WRITE, ActionKind.EDIT, ActionKind.PATCH)
            for a in self.actions
        )
