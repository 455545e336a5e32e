"""The starts of scripts that save pictures: which, in which folder, with which options."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath

from mlrbench_gui.audit.evidence_files import EvidenceFiles
from mlrbench_gui.audit.notebooks.reading import PYTHON
from mlrbench_gui.audit.provenance.runs import RecordedRun, ScriptRuns
from mlrbench_gui.audit.transcript.actions import Transcript
from mlrbench_gui.audit.transcript.reading import relative
from mlrbench_gui.audit.transcript.shell import read_command
from mlrbench_gui.domain.values import RelPath

_MOST_RUNS = 8
SAVES = "savefig"
_UNRECORDED = 1 << 30


@dataclass(frozen=True, slots=True)
class Start:
    """A script as it was started: in which folder, with which options, at which action."""

    script: RelPath
    folder: str
    arguments: tuple[str, ...]
    action: int

    @property
    def is_recorded(self) -> bool:
        """Whether a recorded command tells of it."""
        return self.action != _UNRECORDED


def starts_of(files: EvidenceFiles, runs: ScriptRuns, transcript: Transcript | None) -> list[Start]:
    """The recorded runs of scripts that save pictures, in order; without such the scripts that can be started."""
    found: dict[tuple[RelPath, tuple[str, ...]], Start] = {}
    for run in (run for run in runs.recorded if not run.within):
        for start in _of_record(files, run, transcript):
            if draws(files, runs, start.script):
                found.pop((start.script, start.arguments), None)
                found[(start.script, start.arguments)] = start
    if found:
        return list(found.values())[-_MOST_RUNS:]
    scripts = [p for p in sorted(runs.ran or runs.readings) if p.endswith(".py") and draws(files, runs, p)]
    named = [p for p in scripts if "__main__" in files.text(p)] or scripts
    return [Start(p, _below(p), (), _UNRECORDED) for p in named[:_MOST_RUNS]]


def launchers_of(files: EvidenceFiles, runs: ScriptRuns, transcript: Transcript | None) -> list[Start]:
    """The starts of scripts that draw nothing themselves and start others."""
    paths = [p for p in sorted(runs.ran or runs.readings) if p.endswith(".py") and _launches(files.text(p))]
    found: dict[RelPath, Start] = {}
    for path in paths:
        if not draws(files, runs, path):
            found[path] = Start(path, _below(path), (), _UNRECORDED)
    for run in runs.recorded:
        if run.script in found:
            found[run.script] = next(_of_record(files, run, transcript))
    return list(found.values())[:_MOST_RUNS]


def _launches(text: str) -> bool:
    return SAVES not in text and ("subprocess" in text or "os.system" in text)


def _below(path: RelPath) -> str:
    """The folder of a script of which no command tells where it was started."""
    return PurePosixPath(path).parent.as_posix().strip(".")


def _of_record(files: EvidenceFiles, run: RecordedRun, transcript: Transcript | None) -> Iterator[Start]:
    folder = _folder(run, transcript)
    if run.script.endswith(PYTHON):
        yield Start(run.script, folder, run.arguments, run.action)
        return
    for inner in read_command(files.text(run.script)).runs:
        same = [p for p in files.paths if PurePosixPath(p).name == PurePosixPath(inner.script).name]
        if len(same) == 1 and same[0].endswith(".py"):
            yield Start(same[0], folder, inner.arguments, run.action)


def _folder(run: RecordedRun, transcript: Transcript | None) -> str:
    """The folder in which the command ran, relative to the run."""
    if transcript is None or run.action >= len(transcript.actions):
        return ""
    action = transcript.actions[run.action]
    name = PurePosixPath(run.script).name
    for started in read_command(action.argument, action.cwd).runs:
        if PurePosixPath(started.script).name == name:
            return relative(transcript, started.cwd or action.cwd or ".", action.cwd) or ""
    return relative(transcript, action.cwd or ".", "") or ""


def draws(files: EvidenceFiles, runs: ScriptRuns, script: RelPath) -> bool:
    """Whether the script, or a module of the run that it imports, saves pictures."""
    stems: dict[str, list[RelPath]] = {}
    for path in runs.readings:
        stems.setdefault(PurePosixPath(path).stem, []).append(path)
    seen, waiting = set(), [script]
    while waiting:
        path = waiting.pop()
        if path in seen or path not in runs.readings:
            continue
        seen.add(path)
        if SAVES in files.text(path):
            return True
        for stem in sorted(runs.readings[path].local_imports & stems.keys()):
            waiting += stems[stem]
    return False
