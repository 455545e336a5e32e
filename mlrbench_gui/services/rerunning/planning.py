"""What is to be run again of a run: its recorded commands, the files that they need, the outputs that they left."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath

from mlrbench_gui.audit.evidence_files import EvidenceFiles
from mlrbench_gui.audit.histories import makers_of
from mlrbench_gui.audit.notebooks.reading import SUFFIX
from mlrbench_gui.audit.provenance.origin import Origins
from mlrbench_gui.audit.provenance.origins import find_origins
from mlrbench_gui.audit.provenance.runs import RecordedRun, ScriptRuns, find_runs, with_numbers
from mlrbench_gui.audit.transcript.actions import Transcript
from mlrbench_gui.audit.transcript.history import RunHistory, Standing, file_histories
from mlrbench_gui.audit.transcript.reading import relative, transcript_of
from mlrbench_gui.audit.transcript.replay import History, replay
from mlrbench_gui.audit.transcript.shell import read_command
from mlrbench_gui.domain.artifacts import ArtifactRole, RunFiles
from mlrbench_gui.domain.rerunning import Hindrance, Obstacle
from mlrbench_gui.domain.values import Provenance, RelPath
from mlrbench_gui.services.ports.sandbox import SandboxCommand
from mlrbench_gui.services.rerunning.hindrances import hindrances_of, packages_of

_MOST_COMMANDS = 24
_LEFT_OUT = frozenset(
    {ArtifactRole.TRANSCRIPT, ArtifactRole.PAPER, ArtifactRole.REVIEW, ArtifactRole.TOKEN_USAGE}
)
_OUTPUTS = frozenset({ArtifactRole.JSON, ArtifactRole.CSV, ArtifactRole.FIGURE})
_MADE = (Standing.BY_SCRIPT, Standing.TOLD)
_DEFAULT_ROOT = "/work"
_SYSTEM = ("bin", "boot", "dev", "etc", "lib", "lib64", "proc", "run", "sbin", "sys", "tmp", "usr", "var")


@dataclass(frozen=True, slots=True)
class PlannedCommand:
    """A command to run again, and the number of the action that ran it."""

    command: SandboxCommand
    action: int


@dataclass(frozen=True, slots=True)
class StoredOutput:
    """A stored output with the paths at which a re-run may leave it, likeliest first."""

    path: RelPath
    made_at: tuple[RelPath, ...]
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class RerunPlan:
    """All that a re-run needs; with a hindrance there is nothing to start."""

    root: str
    commands: tuple[PlannedCommand, ...]
    inputs: tuple[RelPath, ...]
    folders: tuple[str, ...]
    outputs: tuple[StoredOutput, ...]
    needs: tuple[str, ...]
    hindrances: tuple[Hindrance, ...]


def plan_rerun(files: RunFiles) -> RerunPlan:
    """Read off the run's files what would be run again, and what stands against it."""
    seen = EvidenceFiles(files)
    transcript = transcript_of(seen)
    replayed = replay(transcript, frozenset(seen.paths)) if transcript is not None else History({})
    runs = with_numbers(seen, find_runs(seen, transcript), replayed)
    origins = find_origins(seen, transcript, replayed, runs)
    history = file_histories(seen, transcript, replayed, makers_of(origins))
    commands = tuple(_commands(seen, transcript, runs)) if transcript is not None else ()
    trees = _trees(seen, runs, {RelPath(c.command.words[1]) for c in commands})
    hindrances = list(hindrances_of(trees))
    if not commands:
        hindrances = [_nothing_recorded(transcript)]
    local = {part for path in seen.paths if path.endswith(".py") for part in PurePosixPath(path).parts}
    local |= {PurePosixPath(path).stem for path in seen.paths if path.endswith(".py")}
    outputs = tuple(_outputs(seen, history, origins))
    return RerunPlan(
        _root(transcript),
        tuple(_relative_words(c) for c in commands),
        _inputs(seen, history),
        _folders(seen),
        outputs,
        packages_of(trees, local),
        tuple(hindrances),
    )


def _nothing_recorded(transcript: Transcript | None) -> Hindrance:
    text = (
        "there is no transcript, so that no command is recorded"
        if transcript is None
        else "the transcript records no command that runs a script of the run"
    )
    return Hindrance(obstacle=Obstacle.NO_COMMAND, text=text, path=transcript.path if transcript else None)


def _commands(files: EvidenceFiles, transcript: Transcript, runs: ScriptRuns) -> Iterator[PlannedCommand]:
    """Each start of a script once, the last of several alike, in order; failed ones only if none went well.

    Notebooks are left out: what would execute them stands in no image.
    """
    scripts = [run for run in runs.recorded if not (run.within or run.script.endswith(SUFFIX))]
    good = [run for run in scripts if not run.failed] or scripts
    last = {(run.script, run.arguments): run for run in good}
    for run in sorted(last.values(), key=lambda run: run.action)[-_MOST_COMMANDS:]:
        program = "sh" if run.script.endswith(".sh") else "python3"
        folder = _folder(files, transcript, run)
        yield PlannedCommand(SandboxCommand((program, run.script, *run.arguments), folder), run.action)


def _folder(files: EvidenceFiles, transcript: Transcript, run: RecordedRun) -> str:
    """The folder that the command ran in, relative to the run; the script's own where it is not in the run."""
    action = next((a for a in transcript.actions if a.index == run.action), None)
    own = PurePosixPath(run.script).parent.as_posix()
    for started in read_command(action.argument, action.cwd).runs if action is not None else ():
        if PurePosixPath(started.script).name != PurePosixPath(run.script).name:
            continue
        inside = relative(transcript, "x", started.cwd or (action.cwd if action is not None else ""))
        folder = PurePosixPath(inside).parent.as_posix() if inside is not None else own
        known = folder == "." or any(path.startswith(folder + "/") for path in files.paths)
        return (folder if known else own).strip(".")
    return own.strip(".")


def _relative_words(planned: PlannedCommand) -> PlannedCommand:
    """The script as seen from the folder of the command."""
    program, script, *arguments = planned.command.words
    folder = planned.command.folder
    up = "/".join(".." for _ in PurePosixPath(folder).parts)
    named = script.removeprefix(folder + "/") if folder and script.startswith(folder + "/") else script
    if named == script and folder:
        named = f"{up}/{script}"
    return PlannedCommand(SandboxCommand((program, named, *arguments), folder), planned.action)


def _trees(files: EvidenceFiles, runs: ScriptRuns, started: set[RelPath]) -> dict[RelPath, ast.Module]:
    """The scripts that are started and all modules of the run that they import or start."""
    stems: dict[str, list[RelPath]] = {}
    for path in runs.readings:
        stems.setdefault(PurePosixPath(path).stem, []).append(path)
    reached, waiting = set[RelPath](), sorted(started)
    while waiting:
        path = waiting.pop()
        reading = runs.readings.get(path)
        if path in reached or reading is None:
            continue
        reached.add(path)
        names = reading.local_imports | {
            PurePosixPath(name).stem for name in reading.names_files if name.endswith(".py")
        }
        waiting += [other for name in sorted(names) for other in stems.get(name, ())]
    return {path: tree for path in sorted(reached) if (tree := files.tree(path)) is not None}


def _inputs(files: EvidenceFiles, history: RunHistory) -> tuple[RelPath, ...]:
    """All but what the experiment made itself, so that a stored output is never taken for a new one."""
    made = {found.path for found in history.standing_as(*_MADE)}
    return tuple(p for p in files.paths if p not in made and files.roles[p] not in _LEFT_OUT)


def _folders(files: EvidenceFiles) -> tuple[str, ...]:
    """All folders of the run: code may count on them without making them."""
    found = {str(parent) for path in files.paths for parent in PurePosixPath(path).parents}
    return tuple(sorted(found - {"."}))


def _outputs(files: EvidenceFiles, history: RunHistory, origins: Origins) -> Iterator[StoredOutput]:
    for found in history.standing_as(*_MADE):
        if files.roles[found.path] not in _OUTPUTS:
            continue
        sources = [v.source for v in reversed(found.versions) if v.source is not None]
        places = tuple(dict.fromkeys((*sources, found.path)))
        yield StoredOutput(found.path, places, origins.root(found.path).provenance)


def _root(transcript: Transcript | None) -> str:
    """Where the run lay for the agent, so that absolute paths in its code hold; else a folder of its own."""
    root = transcript.root if transcript is not None else ""
    parts = PurePosixPath(root).parts
    fits = len(parts) > 2 and parts[0] == "/" and parts[1] not in _SYSTEM and ".." not in parts
    return root if fits else _DEFAULT_ROOT
