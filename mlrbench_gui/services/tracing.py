"""A run as a trace: what the agent did, which files each action touched, and how each file of the run came to be.

Built from the transcript and the files alone; nothing is stored, because it follows from what is stored.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from mlrbench_gui.audit.evidence_files import EvidenceFiles
from mlrbench_gui.audit.provenance.origins import FileOrigin, Origins, find_origins
from mlrbench_gui.audit.provenance.runs import find_runs
from mlrbench_gui.audit.transcript.actions import Action, ActionKind, Transcript
from mlrbench_gui.audit.transcript.reading import relative, transcript_of
from mlrbench_gui.audit.transcript.replay import FileVersion, History, replay
from mlrbench_gui.domain.artifacts import RunFiles
from mlrbench_gui.domain.values import Provenance, RelPath, RunName
from mlrbench_gui.domain.work import CancelToken
from mlrbench_gui.services.context import Context

_NAMED = re.compile(r"[\w./~+-]*[\w-]\.\w{1,8}")
_COMMAND_REACH = 20_000
"""Characters of a command that are looked through for names of files: a here-document can be a whole program."""


class DiskState(StrEnum):
    """How the file on disk stands to what the actions tell."""

    SAME = "same"
    EARLIER = "earlier"
    DIFFERS = "differs"
    UNTOLD = "untold"
    GONE = "gone"
    BY_PROGRAM = "by_program"
    GIVEN = "given"
    UNEXPLAINED = "unexplained"


@dataclass(frozen=True, slots=True)
class ActionFiles:
    """Files by the action that wrote or read them."""

    wrote: Mapping[int, tuple[RelPath, ...]] = field(default_factory=dict)
    read: Mapping[int, tuple[RelPath, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TracedFile:
    """A file with all its versions in order. `made_by` is the action that made what is on disk, None if none tells.

    `reason` says in words how it came to be; `size` is None for a file that is not on disk.
    """

    path: RelPath
    state: DiskState
    provenance: Provenance
    reason: str
    versions: tuple[FileVersion, ...] = ()
    made_by: int | None = None
    size: int | None = None

    @property
    def is_amiss(self) -> bool:
        """Whether no action explains what is on disk."""
        return self.state in {DiskState.EARLIER, DiskState.DIFFERS, DiskState.UNEXPLAINED}


@dataclass(frozen=True, slots=True)
class RunTrace:
    """Everything that can be told of how a run was made. `transcript` is None where the run holds none."""

    run: RunName
    transcript: Transcript | None
    files: tuple[TracedFile, ...]
    touched: ActionFiles

    def file(self, path: RelPath) -> TracedFile | None:
        """The file with this path, on disk or not."""
        return next((file for file in self.files if file.path == path), None)


def load_trace(ctx: Context, run: RunName, cancel: CancelToken) -> RunTrace:
    """The trace of a stored run. Blocking. Raises UnknownRun, Cancelled."""
    return trace_run(run, ctx.workspace.runs.files(run), cancel)


def trace_run(run: RunName, files: RunFiles, cancel: CancelToken) -> RunTrace:
    """The trace of a run's files. Raises Cancelled."""
    seen = EvidenceFiles(files)
    transcript = transcript_of(seen)
    cancel.check()
    paths = frozenset(seen.paths)
    history = replay(transcript, paths) if transcript is not None else History({})
    cancel.check()
    origins = find_origins(seen, transcript, history, find_runs(seen, transcript))
    cancel.check()
    told = transcript is not None and transcript.tells_actions
    known = sorted(paths | history.versions.keys())
    traced = tuple(_traced(seen, path, history, origins) for path in known)
    if not told:
        traced = tuple(_untold(file) for file in traced)
    touched = files_of_actions(transcript, paths, history) if transcript is not None else ActionFiles()
    return RunTrace(run, transcript, traced, touched)


def files_of_actions(transcript: Transcript, paths: frozenset[RelPath], history: History) -> ActionFiles:
    """Which files of the run each action wrote, by replay, and which it read or named."""
    wrote: dict[int, list[RelPath]] = {}
    for path, versions in history.versions.items():
        for version in versions:
            if path not in wrote.setdefault(version.action, []):
                wrote[version.action].append(path)
    known = paths | history.versions.keys()
    read: dict[int, tuple[RelPath, ...]] = {}
    for action in transcript.actions:
        named = tuple(
            path for path in _named(transcript, action, known) if path not in wrote.get(action.index, ())
        )
        if named:
            read[action.index] = named
    return ActionFiles({index: tuple(sorted(found)) for index, found in wrote.items()}, read)


def _named(
    transcript: Transcript, action: Action, known: frozenset[RelPath] | set[RelPath]
) -> Iterable[RelPath]:
    if action.kind is ActionKind.READ:
        words = [action.argument]
    elif action.kind is ActionKind.COMMAND:
        words = _NAMED.findall(action.argument[:_COMMAND_REACH])
    else:
        return ()
    found = (_known(transcript, word, action, known) for word in words)
    return dict.fromkeys(path for path in found if path is not None)


def _known(
    transcript: Transcript, word: str, action: Action, known: frozenset[RelPath] | set[RelPath]
) -> RelPath | None:
    """The file of the run that a word names: by its path, else by its name if only one file has it."""
    path = relative(transcript, word, action.cwd)
    if path in known:
        return path
    name = word.rpartition("/")[2]
    same = [other for other in known if other == name or other.endswith(f"/{name}")]
    return same[0] if len(same) == 1 else None


def _traced(files: EvidenceFiles, path: RelPath, history: History, origins: Origins) -> TracedFile:
    versions = history.versions.get(path, ())
    if not files.has(path):
        last = versions[-1].action if versions else None
        return TracedFile(
            path, DiskState.GONE, Provenance.UNKNOWN, "not among the run's files", versions, last
        )
    origin = origins.of(path)
    state, made_by = _standing(files, path, versions, origin)
    return TracedFile(path, state, origin.provenance, origin.reason, versions, made_by, files.size_of(path))


def _untold(file: TracedFile) -> TracedFile:
    """Where no writes are told, a file without an explanation says nothing against the run."""
    if file.state is not DiskState.UNEXPLAINED:
        return file
    return replace(file, state=DiskState.UNTOLD, reason="no transcript tells what wrote it")


def _standing(
    files: EvidenceFiles, path: RelPath, versions: tuple[FileVersion, ...], origin: FileOrigin
) -> tuple[DiskState, int | None]:
    """How the disk stands to the versions, and the action that made what is there."""
    text = files.text(path) if versions and files.is_text(path) else None
    equal = [
        v.action for v in versions if text is not None and v.text is not None and same_text(v.text, text)
    ]
    by_program = origin.provenance in _BY_PROGRAM and origin.action != _last_text(versions)
    if equal and equal[-1] == versions[-1].action:
        return DiskState.SAME, equal[-1]
    if origin.provenance is Provenance.HARNESS_SNAPSHOT:
        return DiskState.GIVEN, equal[-1] if equal else None
    if by_program or not versions:
        unknown = origin.provenance is Provenance.UNKNOWN
        return DiskState.UNEXPLAINED if unknown else DiskState.BY_PROGRAM, _real(origin.action)
    if equal:
        return DiskState.EARLIER, equal[-1]
    untold = versions[-1].text is None or text is None
    return (DiskState.UNTOLD, versions[-1].action) if untold else (DiskState.DIFFERS, None)


_BY_PROGRAM = frozenset(
    {Provenance.EXECUTED_SCRIPT, Provenance.EXECUTED_OUTPUT, Provenance.LITERAL_SCRIPT, Provenance.COPIED}
)


def _last_text(versions: tuple[FileVersion, ...]) -> int | None:
    """The last action if it left a text that is known."""
    return versions[-1].action if versions and versions[-1].text is not None else None


def _real(action: int | None) -> int | None:
    """Scripts that only a log tells of carry -1."""
    return action if action is not None and action >= 0 else None


def same_text(replayed: str, on_disk: str) -> bool:
    """Whether both are one text; a last line break is not told by every transcript."""
    return replayed == on_disk or replayed.rstrip("\n") == on_disk.rstrip("\n")
