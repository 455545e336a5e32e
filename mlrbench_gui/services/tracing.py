"""A run as a trace: what the agent did, which files each action touched, and how each file of the run came to be.

Built from the transcript and the files alone; nothing is stored, because it follows from what is stored.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from mlrbench_gui.audit.evidence_files import EvidenceFiles
from mlrbench_gui.audit.histories import makers_of
from mlrbench_gui.audit.provenance.origin import FileOrigin
from mlrbench_gui.audit.provenance.origins import find_origins
from mlrbench_gui.audit.provenance.runs import find_runs, with_numbers
from mlrbench_gui.audit.transcript.actions import Action, ActionKind, Transcript
from mlrbench_gui.audit.transcript.history import FileHistory, Standing, file_histories
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
    runs = with_numbers(seen, find_runs(seen, transcript), history)
    origins = find_origins(seen, transcript, history, runs)
    cancel.check()
    histories = file_histories(seen, transcript, history, makers_of(origins))
    traced = tuple(
        _traced(seen, histories.files[path], history.versions.get(path, ()), origins.of(path))
        for path in sorted(histories.files)
    )
    touched = files_of_actions(transcript, paths, history) if transcript is not None else ActionFiles()
    return RunTrace(run, transcript, traced, touched)


def files_of_actions(transcript: Transcript, paths: frozenset[RelPath], history: History) -> ActionFiles:
    """Which files of the run each action wrote, by replay, and which it read or named."""
    wrote: dict[int, list[RelPath]] = {}
    for path, versions in history.versions.items():
        for version in (
            versions if not path.startswith("/") else ()
        ):  # what lies elsewhere is no file of the run
            if path not in wrote.setdefault(version.action, []):
                wrote[version.action].append(path)
    known = paths | {path for path in history.versions if not path.startswith("/")}
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


def _traced(
    files: EvidenceFiles, history: FileHistory, versions: tuple[FileVersion, ...], origin: FileOrigin
) -> TracedFile:
    state = _state(history, versions, origin)
    by_origin = state is DiskState.BY_PROGRAM and origin.provenance is not Provenance.UNKNOWN
    return TracedFile(
        history.path,
        state,
        origin.provenance,
        origin.reason if by_origin else history.reason,
        versions,
        None if state is DiskState.DIFFERS else _real(origin.action if by_origin else history.action),
        files.size_of(history.path) if files.has(history.path) else None,
    )


def _state(history: FileHistory, versions: tuple[FileVersion, ...], origin: FileOrigin) -> DiskState:
    """How the disk stands to the actions; a copy or a program's output is explained without a version of its own."""
    state = _STATES[history.standing]
    if state in {DiskState.UNEXPLAINED, DiskState.UNTOLD} and origin.provenance in _BY_PROGRAM:
        return DiskState.BY_PROGRAM
    if state is DiskState.SAME and versions and history.action != versions[-1].action:
        return DiskState.EARLIER
    return state


_STATES = {
    Standing.REPRODUCED: DiskState.SAME,
    Standing.TOLD: DiskState.UNTOLD,
    Standing.BY_SCRIPT: DiskState.BY_PROGRAM,
    Standing.CHANGED_LATER: DiskState.DIFFERS,
    Standing.UNEXPLAINED: DiskState.UNEXPLAINED,
    Standing.UNKNOWN: DiskState.UNTOLD,
    Standing.GIVEN: DiskState.GIVEN,
    Standing.GONE: DiskState.GONE,
}
_BY_PROGRAM = frozenset(
    {Provenance.EXECUTED_SCRIPT, Provenance.EXECUTED_OUTPUT, Provenance.LITERAL_SCRIPT, Provenance.COPIED}
)


def _real(action: int | None) -> int | None:
    """Scripts that only a log tells of carry -1."""
    return action if action is not None and action >= 0 else None
