"""The history of each file of a run: its versions by action, held by hash against what lies on disk.

What no action tells stays unknown: a transcript that breaks off explains only what its own actions reproduce.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from mlrbench_gui.audit.evidence_files import EvidenceFiles
from mlrbench_gui.audit.text.decoding import decode
from mlrbench_gui.audit.transcript.actions import Transcript
from mlrbench_gui.audit.transcript.replay import FileVersion, History, sha256_of
from mlrbench_gui.domain.artifacts import GIVEN_ROLES
from mlrbench_gui.domain.values import RelPath, Sha256

ON_DISK = "on_disk"
"""How of the version that lies on disk and that no action tells."""
_ADDED = " < /dev/null"
"""Some shells of agents add this to a here-document: before its first `|`, or as a last line with its mark."""
_ADDED_END = re.compile(rf"\n\w+{_ADDED}\s*$|{_ADDED}\s*$")


class Standing(StrEnum):
    """How the file on disk stands to what the transcript tells."""

    REPRODUCED = "reproduced"
    """The actions give its bytes exactly."""
    TOLD = "told"
    """An action made it, but the transcript does not hold its content (printed output, an edit of such)."""
    BY_SCRIPT = "by_script"
    """A script that ran writes a file of this name."""
    CHANGED_LATER = "changed_later"
    """Differs from the last version that the actions give, and no script that ran since explains it."""
    UNEXPLAINED = "unexplained"
    """The transcript is whole, and neither action nor script made it."""
    UNKNOWN = "unknown"
    """No transcript tells actions, or it breaks off before its end."""
    GIVEN = "given"
    """Given to the agent or made by the harness, not part of the agent's work."""
    GONE = "gone"
    """Made by an action, no longer there."""


@dataclass(frozen=True, slots=True)
class Maker:
    """A script that writes a file, and the action that ran it (None where that is not recorded)."""

    script: RelPath
    action: int | None


@dataclass(frozen=True, slots=True)
class FileState:
    """One version of a file. `action` is None for what lies on disk without an action that tells it.

    `how`: `written`, `edited`, `typed`, `captured`, `copied`, `moved`, `touched`, `removed`, `left`, `on_disk`.
    `text` and `sha256` are None where the content is not known. `is_present`: this is the version that lies on disk.
    """

    action: int | None
    how: str
    text: str | None = None
    sha256: Sha256 | None = None
    source: RelPath | None = None
    interrupted: bool = False
    is_present: bool = False


@dataclass(frozen=True, slots=True)
class FileHistory:
    """All versions of one file in order, and how the one on disk came to be.

    `action` made the version on disk (for a script's file: ran the script); `reason` is one line for people.
    """

    path: RelPath
    versions: tuple[FileState, ...]
    standing: Standing
    reason: str
    action: int | None = None
    script: RelPath | None = None
    sha256: Sha256 | None = None


@dataclass(frozen=True, slots=True)
class RunHistory:
    """The histories of all files of a run, those on disk and those that are gone."""

    files: Mapping[RelPath, FileHistory] = field(default_factory=dict)
    is_whole: bool = False

    def of(self, path: RelPath) -> FileHistory | None:
        return self.files.get(path)

    def standing_as(self, *standings: Standing) -> tuple[FileHistory, ...]:
        """The files that stand so, by path."""
        return tuple(
            self.files[path] for path in sorted(self.files) if self.files[path].standing in standings
        )

    @property
    def unexplained(self) -> tuple[FileHistory, ...]:
        """Files that no action explains."""
        return self.standing_as(Standing.UNEXPLAINED)

    @property
    def changed_later(self) -> tuple[FileHistory, ...]:
        """Files that were changed after the transcript's end, or behind its back."""
        return self.standing_as(Standing.CHANGED_LATER)


def file_histories(
    files: EvidenceFiles,
    transcript: Transcript | None,
    replayed: History,
    makers: Mapping[RelPath, Maker] | None = None,
) -> RunHistory:
    """Hold what the replay gives against the disk. `makers` are scripts that ran and write files of these names."""
    whole = transcript is not None and transcript.tells_actions and transcript.is_whole and replayed.is_whole
    found: dict[RelPath, FileHistory] = {}
    for path in files.paths:
        found[path] = _on_disk(files, path, replayed.versions.get(path, ()), (makers or {}).get(path), whole)
    for path, versions in replayed.versions.items():
        if path not in found and not path.startswith("/"):
            found[path] = _gone(path, versions)
    return RunHistory(found, whole)


def _on_disk(
    files: EvidenceFiles, path: RelPath, versions: tuple[FileVersion, ...], maker: Maker | None, whole: bool
) -> FileHistory:
    digest = files.sha256(path)
    if files.roles[path] in GIVEN_ROLES and (not versions or versions[-1].text is None):
        reason = "given to the agent or made by the harness"
        return FileHistory(path, _with_disk(files, path, (), digest), Standing.GIVEN, reason, sha256=digest)
    states = _states(versions)
    match = _matching(files, path, states, digest)
    if match is not None:
        states[match] = _present(states[match])
        if states[match].how == "left":
            return _recorded(path, states, match, maker)
        return _reproduced(path, states, match, digest)
    standing, reason, action = _judged(states, maker, whole=whole)
    if standing is Standing.TOLD:
        reason = _told_copy(files, states[-1], digest) or reason
    script = maker.script if maker is not None and standing is Standing.BY_SCRIPT else None
    return FileHistory(
        path, _with_disk(files, path, states, digest), standing, reason, action, script, digest
    )


def _recorded(path: RelPath, states: list[FileState], match: int, maker: Maker | None) -> FileHistory:
    """A file that a command left and whose hash was recorded then."""
    state = states[match]
    known = maker is not None and maker.action == state.action
    by = f"written by {maker.script}, which ran" if maker is not None and known else "left by a command"
    reason = f"{by} (action {state.action}); its hash was recorded"
    standing = Standing.BY_SCRIPT if known else Standing.TOLD
    script = maker.script if maker is not None and known else None
    return FileHistory(path, tuple(states), standing, reason, state.action, script, state.sha256)


def _reproduced(path: RelPath, states: list[FileState], match: int, digest: Sha256 | None) -> FileHistory:
    state = states[match]
    exact = state.sha256 == digest
    reason = f"action {state.action} gives it byte for byte"
    if not exact:
        reason = f"action {state.action} gives it but for what the agent's shell adds to a here-document"
    if any(later.how != "removed" for later in states[match + 1 :]):
        reason += "; what later actions tell is not what lies there"
    return FileHistory(path, tuple(states), Standing.REPRODUCED, reason, state.action, None, digest)


def _judged(states: list[FileState], maker: Maker | None, *, whole: bool) -> tuple[Standing, str, int | None]:
    """Standing, reason and action of a file whose bytes no version gives."""
    last = states[-1] if states else None
    told = last.action if last is not None and last.action is not None else -1
    if not whole:
        why = "the transcript breaks off" if states else "no whole transcript tells how it was made"
        return Standing.UNKNOWN, why, None
    if maker is not None and (last is None or (maker.action is not None and maker.action >= told)):
        ran = f" (action {maker.action})" if maker.action is not None and maker.action >= 0 else ""
        return Standing.BY_SCRIPT, f"written by {maker.script}, which ran{ran}", maker.action
    if last is None:
        return Standing.UNEXPLAINED, "no action or script explains it", None
    if last.how == "removed":
        return Standing.UNEXPLAINED, f"action {told} removed it, and yet it is there", None
    if last.text is None:
        stopped = ", which was interrupted" if last.interrupted else ""
        return Standing.TOLD, f"{last.how} by action {told}{stopped}; the transcript does not hold it", told
    return Standing.CHANGED_LATER, f"differs from what action {told} left", told


def _told_copy(files: EvidenceFiles, last: FileState, digest: Sha256 | None) -> str | None:
    """A copy whose source is still there with the same bytes needs no content in the transcript."""
    source = last.source
    if source is None or not files.has(source) or digest is None or files.sha256(source) != digest:
        return None
    return f"{last.how} from {source} by action {last.action}, and the same bytes as it"


def _matching(
    files: EvidenceFiles, path: RelPath, states: list[FileState], digest: Sha256 | None
) -> int | None:
    """The last version that has the bytes of the disk."""
    for at in range(len(states) - 1, -1, -1):
        if states[at].sha256 is not None and states[at].sha256 == digest:
            return at
    last = states[-1] if states else None
    if last is None or last.text is None or last.how not in ("typed", "copied", "moved"):
        return None
    return len(states) - 1 if _same_document(last.text, decode(files.read(path))) else None


def _same_document(told: str, text: str) -> bool:
    """Equal but for the words that the agent's shell adds to a here-document, and the blanks at its end."""
    plain = _without_added(told)
    return plain == _without_added(text) and bool(plain)


def _without_added(text: str) -> str:
    return _ADDED_END.sub("", text.replace(f"{_ADDED} | ", "|", 1).replace(f"{_ADDED} |", "|", 1)).rstrip()


def _states(versions: Iterable[FileVersion]) -> list[FileState]:
    return [FileState(v.action, v.how, v.text, _digest(v), v.source, v.interrupted) for v in versions]


def _digest(version: FileVersion) -> Sha256 | None:
    return version.sha256 if version.text is None else sha256_of(version.text)


def _present(state: FileState) -> FileState:
    return FileState(
        state.action, state.how, state.text, state.sha256, state.source, state.interrupted, is_present=True
    )


def _with_disk(
    files: EvidenceFiles, path: RelPath, states: Iterable[FileState], digest: Sha256 | None
) -> tuple[FileState, ...]:
    text = files.raw_text(path) if files.is_text(path) else None
    return (*states, FileState(None, ON_DISK, text, digest, is_present=True))


def _gone(path: RelPath, versions: tuple[FileVersion, ...]) -> FileHistory:
    last = versions[-1]
    how = "removed or moved" if last.how == "removed" else "no longer there"
    return FileHistory(path, tuple(_states(versions)), Standing.GONE, f"{how} after action {last.action}")
