"""The provenance class of each file of a run, with the steps that lead back from it."""

from collections.abc import Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import PurePosixPath

from mlrbench_gui.audit.evidence_files import EvidenceFiles
from mlrbench_gui.audit.provenance.runs import ScriptRuns
from mlrbench_gui.audit.provenance.scripts import ScriptReading
from mlrbench_gui.audit.transcript.actions import Transcript
from mlrbench_gui.audit.transcript.replay import FileVersion, History
from mlrbench_gui.domain.artifacts import ArtifactRole
from mlrbench_gui.domain.values import Provenance, RelPath

_INPUTS = frozenset(
    {
        ArtifactRole.TASK,
        ArtifactRole.IDEA,
        ArtifactRole.LITERATURE,
        ArtifactRole.PROPOSAL,
        ArtifactRole.PAPER,
        ArtifactRole.TRANSCRIPT,
        ArtifactRole.REVIEW,
        ArtifactRole.TOKEN_USAGE,
    }
)
_TYPED = frozenset({Provenance.TYPED_BY_EDITOR, Provenance.TYPED_IN_SHELL})


@dataclass(frozen=True, slots=True)
class FileOrigin:
    """How a file came to be. `action` made this version, `script` wrote it, `source` is what it was copied from."""

    path: RelPath
    provenance: Provenance
    reason: str
    action: int | None = None
    script: RelPath | None = None
    source: RelPath | None = None

    @property
    def is_typed(self) -> bool:
        return self.provenance in _TYPED


@dataclass(frozen=True, slots=True)
class Origins:
    """Origins of all files; `of` follows copies to the file that was copied."""

    by_path: dict[RelPath, FileOrigin]

    def of(self, path: RelPath) -> FileOrigin:
        """The origin of the file itself."""
        return self.by_path.get(path, FileOrigin(path, Provenance.UNKNOWN, "no action or script explains it"))

    def root(self, path: RelPath) -> FileOrigin:
        """The origin of the first file in a chain of copies."""
        origin, seen = self.of(path), {path}
        while origin.source is not None and origin.source not in seen:
            seen.add(origin.source)
            if origin.source not in self.by_path:
                break
            origin = self.of(origin.source)
        return origin


def find_origins(
    files: EvidenceFiles, transcript: Transcript | None, history: History, runs: ScriptRuns
) -> Origins:
    """The origin of every file of the run."""
    origins: dict[RelPath, FileOrigin] = {}
    for path in files.paths:
        if files.roles[path] in _INPUTS:
            origins[path] = FileOrigin(
                path, Provenance.HARNESS_SNAPSHOT, "given to the agent or made by the harness"
            )
            continue
        version = history.last(path)
        made = _by_version(files, path, version) if version is not None else None
        origins[path] = made or _by_scripts(
            files, path, runs, told=transcript is not None and transcript.tells_actions
        )
    _follow_equal_bytes(files, origins)
    return Origins(origins)


def _by_version(files: EvidenceFiles, path: RelPath, version: FileVersion) -> FileOrigin | None:
    """By the last action that touched the file, if that action explains its present text."""
    same = version.text is not None and version.text == files.text(path)
    if version.how in ("written", "edited"):
        if same:
            return FileOrigin(
                path,
                Provenance.TYPED_BY_EDITOR,
                f"written by the agent's editor in action {version.action}",
                version.action,
            )
        if version.text is None:
            return FileOrigin(
                path,
                Provenance.TYPED_BY_EDITOR,
                f"edited by the agent in action {version.action} after it was made",
                version.action,
            )
        return FileOrigin(
            path,
            Provenance.EDITED_AFTER_TRANSCRIPT,
            "differs from the last text that the transcript shows",
            version.action,
        )
    if version.how == "typed":
        return FileOrigin(
            path,
            Provenance.TYPED_IN_SHELL,
            f"typed in the shell command of action {version.action}",
            version.action,
        )
    if version.how == "captured":
        return FileOrigin(
            path,
            Provenance.EXECUTED_OUTPUT,
            f"output of the command of action {version.action}",
            version.action,
        )
    if version.how in ("copied", "moved"):
        return FileOrigin(
            path,
            Provenance.COPIED,
            f"{version.how} from {version.source} in action {version.action}",
            version.action,
            source=version.source,
        )
    return None


def _by_scripts(files: EvidenceFiles, path: RelPath, runs: ScriptRuns, *, told: bool) -> FileOrigin:
    """By the script that names the file and ran; without a transcript nothing tells what ran."""
    name = PurePosixPath(path).name
    writers = [r for r in runs.readings.values() if r.writes and _names(r, name)]
    ran = [r for r in writers if r.path in runs.ran]
    if ran:
        typed = _typed_in(files.text(path), ran) if files.is_text(path) else None
        script = typed or max(
            ran, key=lambda r: (runs.ran[r.path], _names_score(r, name), r.fabricates, r.path)
        )
        if typed is not None:
            reason = f"its lines stand as literal text in {typed.path}, which ran"
            return FileOrigin(path, Provenance.LITERAL_SCRIPT, reason, runs.ran.get(typed.path), typed.path)
        if script.fabricates:
            first = script.invented[0]
            how = "random draws" if first.random else "literals"
            return FileOrigin(
                path,
                Provenance.LITERAL_SCRIPT,
                f"written by {script.path}, whose results are {how} (line {first.line})",
                runs.ran.get(script.path),
                script.path,
            )
        return FileOrigin(
            path,
            Provenance.EXECUTED_SCRIPT,
            f"written by {script.path}, which ran",
            runs.ran.get(script.path),
            script.path,
        )
    if writers and not told:
        made_up = [r for r in writers if r.fabricates]
        if made_up:
            first = made_up[0].invented[0]
            return FileOrigin(
                path,
                Provenance.LITERAL_SCRIPT,
                f"{made_up[0].path} writes it from made-up numbers (line {first.line})",
                None,
                made_up[0].path,
            )
        return FileOrigin(
            path,
            Provenance.UNKNOWN,
            f"{writers[0].path} writes a file of this name; no transcript tells whether it ran",
            None,
            writers[0].path,
        )
    typed = (
        _typed_in(files.text(path), list(runs.readings.values()))
        if files.roles[path] is ArtifactRole.LOG
        else None
    )
    if typed is not None:
        reason = f"its lines stand as literal text in {typed.path}"
        return FileOrigin(path, Provenance.LITERAL_SCRIPT, reason, runs.ran.get(typed.path), typed.path)
    if files.roles[path] is ArtifactRole.LOG and runs.captured_log(files.text(path)) is not None:
        script_path = runs.captured_log(files.text(path))
        return FileOrigin(
            path, Provenance.EXECUTED_OUTPUT, f"carries the messages of {script_path}", None, script_path
        )
    return FileOrigin(path, Provenance.UNKNOWN, "no action or script explains it")


def _typed_in(text: str, readings: Sequence[ScriptReading]) -> ScriptReading | None:
    """The script that holds most of the text's lines with numbers as literal text."""
    lines = [line.strip() for line in text.split("\n")[:4000] if any(c.isdigit() for c in line)]
    for reading in readings:
        held = sum(1 for line in lines if line in reading.texts)
        if held >= 4 and held >= 0.4 * len(lines):
            return reading
    return None


def _names(reading: ScriptReading, name: str) -> bool:
    return any(
        name == known
        or ("*" in known and known.strip("*") != PurePosixPath(known).suffix and fnmatchcase(name, known))
        for known in reading.names_files
    )


def _names_score(reading: ScriptReading, name: str) -> int:
    return 2 if name in reading.names_files else 1


def _follow_equal_bytes(files: EvidenceFiles, origins: dict[RelPath, FileOrigin]) -> None:
    """A file that nothing explains but that equals one that is explained is a copy of it."""
    known: dict[str, RelPath] = {}
    for path in files.paths:
        digest = files.sha256(path)
        if (
            digest is not None
            and files.size_of(path) > 0
            and origins[path].provenance is not Provenance.UNKNOWN
        ):
            known.setdefault(digest, path)
    for path, origin in list(origins.items()):
        digest = files.sha256(path)
        if origin.provenance is Provenance.UNKNOWN and digest in known and known[digest] != path:
            origins[path] = FileOrigin(
                path, Provenance.COPIED, f"same bytes as {known[digest]}", source=known[digest]
            )
