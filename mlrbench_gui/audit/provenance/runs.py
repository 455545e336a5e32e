"""Which scripts of a run ran: by recorded commands, by imports of those, and by messages that logs carry."""

import ast
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import PurePosixPath

from mlrbench_gui.audit.evidence_files import EvidenceFiles
from mlrbench_gui.audit.ledger.code_values import parse_python
from mlrbench_gui.audit.notebooks.executing import typing_action
from mlrbench_gui.audit.notebooks.reading import PYTHON, SUFFIX
from mlrbench_gui.audit.provenance.as_run import as_they_ran
from mlrbench_gui.audit.provenance.flow.following import follow
from mlrbench_gui.audit.provenance.flow.given import Started
from mlrbench_gui.audit.provenance.flow.leaves import Leaf, Sink
from mlrbench_gui.audit.provenance.flow.shut import Shut, shut_parts
from mlrbench_gui.audit.provenance.flow.spelled import STDIN
from mlrbench_gui.audit.provenance.handed_on import are_read, handed_on
from mlrbench_gui.audit.provenance.scripts import ScriptReading, read_script
from mlrbench_gui.audit.provenance.typed_files import Labels, labels_of, typed_files
from mlrbench_gui.audit.transcript.actions import Action, ActionKind, Transcript
from mlrbench_gui.audit.transcript.reading import is_lasting, relative
from mlrbench_gui.audit.transcript.replay import History, replay
from mlrbench_gui.audit.transcript.shell import read_command
from mlrbench_gui.audit.transcript.shell_deeds import ScriptRun
from mlrbench_gui.audit.transcript.shell_scripts import is_makefile, read_inside
from mlrbench_gui.domain.artifacts import ArtifactRole
from mlrbench_gui.domain.values import RelPath

_TRACEBACK = "Traceback (most recent call last)"
_SAYS_FAILED = re.compile(
    r"\b(?:experiments?|evaluation|training|pipeline|script|process|command)\b[^\n]{0,30}\bfailed\b|"
    r"\b(?:failed|exited|returned)(?: with)? (?:an? )?(?:non-zero |exit |return |error )*(?:code|status):? -?[1-9]",
    re.IGNORECASE,
)
_STOPPED = re.compile(r"\A\W*(?:Command )?timed out after [\w.]+(?: \d+(?:\.\d+)?s)?", re.IGNORECASE)
"""What a tool says before all output when a command ran into its time limit."""
_LAST_LINES = 12
_MOST_HANDS = 3
"""Through so many files in a row is what a script made up followed."""
_ERROR_END = re.compile(r"^\s*(?:\w+\.)*(?:\w*Error|\w*Exception)(?::|$).*", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class RecordedRun:
    """A command that ran a script of the run. `failed` is None where the transcript does not tell the end.

    `environment` are the variables that commands set for it, `outputs` the files that its output went to, `within`
    tells that a shell script of the run started it, `fed` are words of the command that it could read.
    """

    action: int
    script: RelPath
    arguments: tuple[str, ...]
    failed: bool | None
    error: str = ""
    environment: tuple[tuple[str, str], ...] = ()
    outputs: tuple[RelPath, ...] = ()
    within: bool = False
    fed: str = ""


@dataclass(frozen=True, slots=True)
class InlineRun:
    """A program that stood in the command itself, with the files that its output went to."""

    action: int
    reading: ScriptReading
    tree: ast.Module
    outputs: tuple[RelPath, ...] = ()

    def leaves_file(self, path: RelPath) -> bool:
        """Whether it wrote this file, as far as its text tells."""
        return path in self.outputs or (self.reading.writes and self.reading.names(path))


@dataclass(frozen=True, slots=True)
class ScriptRuns:
    """Readings of all scripts, recorded runs, and the scripts that ran (with the action that tells so, -1 by a log).

    `ended` are those of `ran` that some run brought to an end as far as is known, with what they import. `inline` are
    the programs that stood in commands and did not fail, `shut` the parts of scripts that no start reached, `lost` the
    scripts that were started and are not kept, each with its action. `trees` are those of scripts that were changed
    after they ran, as they ran.
    """

    readings: dict[RelPath, ScriptReading]
    recorded: tuple[RecordedRun, ...]
    ran: dict[RelPath, int]
    ended: frozenset[RelPath] = frozenset()
    inline: tuple[InlineRun, ...] = ()
    shut: Shut = field(default_factory=dict)
    lost: tuple[tuple[int, str], ...] = ()
    trees: Mapping[RelPath, ast.Module] = field(default_factory=dict)

    def captured_log(self, text: str) -> RelPath | None:
        """The script whose messages a log carries, None if fewer than two distinct ones are found."""
        best: tuple[int, RelPath] | None = None
        for path, reading in sorted(self.readings.items()):
            found = messages_found(reading, text)
            if found >= 2 and (best is None or found > best[0]):
                best = (found, path)
        return best[1] if best else None

    def naming(self, path: RelPath, started: Collection[RelPath]) -> set[RelPath]:
        """Of the scripts that a command started, with those that they import or start, the ones that name this file."""
        stems = {PurePosixPath(script).stem for script in started}
        for script in started:
            reading = self.readings.get(script)
            if reading is not None:
                stems |= set(reading.local_imports)
                stems |= {PurePosixPath(n).stem for n in reading.names_files if n.endswith((".py", ".sh"))}
        return {
            p
            for p, r in self.readings.items()
            if PurePosixPath(p).stem in stems and p in self.ran and r.writes and r.names(path)
        }


def find_runs(files: EvidenceFiles, transcript: Transcript | None) -> ScriptRuns:
    """What ran, as far as transcript and logs tell. What goes into the numbers of scripts: see `with_numbers`."""
    code = [path for path in files.of_role(ArtifactRole.CODE) if path.endswith((*PYTHON, ".sh"))]
    recorded = tuple(_recorded(files, transcript)) if transcript is not None else ()
    started = {run.script for run in recorded}
    readings = {
        path: read_script(path, files.text(path), files.tree(path), direct=path in started or not started)
        for path in code
    }
    ran: dict[RelPath, int] = {}
    for run in recorded:
        ran[run.script] = run.action
    if not ran and (transcript is None or not transcript.tells_actions):
        _ran_by_logs(files, readings, ran)
    for path in _executed(files, transcript, readings):
        ran.setdefault(path, -1)
    ended = {run.script: run.action for run in recorded if not run.failed} if recorded else dict(ran)
    ended |= {path: at for path, at in ran.items() if at < 0}
    _follow_imports(files, readings, ran)
    _follow_imports(files, readings, ended)
    inline = tuple(_inline(transcript)) if transcript is not None else ()
    lost = tuple(_lost(files, transcript)) if transcript is not None else ()
    return ScriptRuns(readings, recorded, ran, frozenset(ended), inline, lost=lost)


def with_numbers(files: EvidenceFiles, runs: ScriptRuns, history: History) -> ScriptRuns:
    """The same with the numbers that each script leaves; where nothing is known to have run, as if all had.

    A script that was changed after it ran counts as it was then. A file that holds what a script made up brings the
    next script that reads it no more than that.
    """
    started = {run.script for run in runs.recorded}
    changed = as_they_ran(files, _last_starts(files, runs), started, history)
    readings = runs.readings | {path: reading for path, (reading, _) in changed.items()}
    runs = replace(runs, readings=readings, trees={path: tree for path, (_, tree) in changed.items()})
    typed = typed_files(files, history)
    fed = [run.fed for run in runs.recorded if run.fed]
    if fed and len(fed) == sum(run.script.endswith(PYTHON) for run in runs.recorded):
        typed[STDIN] = frozenset(label for text in fed for label in labels_of(text)) or frozenset({""})
    found = _with_numbers(files, runs, typed)
    texts = {path: files.text(path) for path in runs.readings}
    for _ in range(_MOST_HANDS):
        new = {
            name: labels for name, labels in handed_on(found.readings, found.ran).items() if name not in typed
        }
        if not new or not are_read(new, found.readings, texts):
            break
        typed = {**typed, **new}
        found = _with_numbers(files, runs, typed)
    return found


def _last_starts(files: EvidenceFiles, runs: ScriptRuns) -> dict[RelPath, int]:
    """The last action that started each script, itself or as a part of another one."""
    found: dict[RelPath, int] = {}
    for run in sorted(runs.recorded, key=lambda run: -run.action):
        if run.script not in found:
            reached = {run.script: run.action}
            _follow_imports(files, runs.readings, reached)
            for path, action in reached.items():
                found[path] = max(action, found.get(path, action))
    return found


def _with_numbers(files: EvidenceFiles, runs: ScriptRuns, typed: Labels) -> ScriptRuns:
    readings = dict(runs.readings)
    trees = {
        path: tree
        for path in readings
        if (not runs.ran or path in runs.ran) and (tree := runs.trees.get(path) or files.tree(path))
    }
    by_script: dict[RelPath, list[Leaf]] = {}
    started = {run.script for run in runs.recorded} | {run.reading.path for run in runs.inline}
    trees |= {run.reading.path: run.tree for run in runs.inline}
    for leaf in follow(trees, started, _starts(runs.recorded), typed):
        handed_over = {leaf.spot.script} & started  # to a module to be written: still its own
        for path in {leaf.script} | handed_over:
            by_script.setdefault(path, []).append(leaf)
    inline = tuple(
        replace(run, reading=replace(run.reading, leaves=tuple(by_script.pop(run.reading.path, ()))))
        for run in runs.inline
    )
    for path, own in by_script.items():
        writes = readings[path].writes or any(leaf.sink is Sink.WRITTEN for leaf in own)
        readings[path] = replace(readings[path], leaves=tuple(own), writes=writes)
    shut = shut_parts({path: trees[path] for path in trees if path in runs.ran}, _starts(runs.recorded))
    return replace(runs, readings=readings, inline=inline, shut=shut)


def _starts(recorded: tuple[RecordedRun, ...]) -> tuple[Started, ...]:
    """The starts that did not fail; of a script whose starts all failed these."""
    done = {run.script for run in recorded if not run.failed}
    return tuple(
        Started(run.script, run.arguments, run.environment)
        for run in recorded
        if not run.failed or run.script not in done
    )


def _recorded(files: EvidenceFiles, transcript: Transcript) -> Iterator[RecordedRun]:
    exported: dict[str, str] = {}  # what is exported stays set in a shell that stays open
    for action in transcript.actions:
        if action.kind is not ActionKind.COMMAND:
            continue
        reading = read_command(action.argument, action.cwd)
        for run, within in _started(files, transcript, reading.runs, action):
            script = _script_of(files, transcript, run, action)
            if script is not None:
                failed, error = _outcome(action)
                told = tuple(sorted({**exported, **dict(run.environment)}.items()))
                named = (relative(transcript, name, run.cwd or action.cwd) for name in run.outputs)
                outputs = tuple(path for path in named if path is not None)
                yield RecordedRun(
                    action.index, script, run.arguments, failed, error, told, outputs, within, run.fed
                )
        if is_lasting(action):
            exported.update(reading.exported)


def _lost(files: EvidenceFiles, transcript: Transcript) -> Iterator[tuple[int, str]]:
    """Python scripts that a command started well and that are not among the files of the run."""
    for action in transcript.actions:
        if action.kind is ActionKind.COMMAND and action.ok is not False:
            for run in read_command(action.argument, action.cwd).runs:
                is_file = run.script.endswith(PYTHON) and not run.inline
                if is_file and _script_of(files, transcript, run, action) is None:
                    yield action.index, run.script


def _started(
    files: EvidenceFiles, transcript: Transcript, started: Sequence[ScriptRun], action: Action
) -> Iterator[tuple[ScriptRun, bool]]:
    """The scripts that a command starts, each shell script behind those that it starts itself."""

    def text_of(run: ScriptRun) -> str | None:
        script = _script_of(files, transcript, run, action)
        return files.text(script) if script is not None and not script.endswith(SUFFIX) else None

    for run in started:
        is_plain = is_makefile(run.script)
        yield from ((inner, not is_plain) for inner in read_inside(run, text_of).runs)
        if not is_plain:
            yield run, False


def _executed(
    files: EvidenceFiles, transcript: Transcript | None, readings: dict[RelPath, ScriptReading]
) -> Iterator[RelPath]:
    """Notebooks that hold what an execution left, which no editor typed and no script wrote."""
    notebooks = {path: notebook for path, notebook in files.notebooks.items() if notebook.has_run}
    if not notebooks or transcript is None or not transcript.tells_actions:
        return  # nothing tells that they were not typed
    history = replay(transcript, frozenset(files.paths))
    for path, notebook in notebooks.items():
        versions = history.versions.get(path, ())
        stands = any(version.text == files.raw_text(path) for version in versions)
        written = any(r.writes and r.names(path) for r in readings.values() if r.path != path)
        if not stands and not written and typing_action(notebook, versions) is None:
            yield path


def _inline(transcript: Transcript) -> Iterator[InlineRun]:
    """Programs in commands, each under a name of its own that no file has."""
    for action in transcript.actions:
        if action.kind is not ActionKind.COMMAND or action.ok is False:
            continue
        for number, run in enumerate(read_command(action.argument, action.cwd).runs):
            tree = parse_python(run.inline) if run.inline else None
            if tree is not None:
                path = RelPath(f"{transcript.path}@{action.index}.{number}")
                reading = read_script(path, run.inline, tree, direct=True)
                named = (relative(transcript, name, run.cwd or action.cwd) for name in run.outputs)
                outputs = tuple(name for name in named if name is not None)
                yield InlineRun(action.index, reading, tree, outputs)


def _script_of(
    files: EvidenceFiles, transcript: Transcript, run: ScriptRun, action: Action
) -> RelPath | None:
    """The run's file that a command names: by its path, else by its name if only one file has it."""
    if not run.script:
        return None
    kept = (name for name in run.outputs if name.endswith(SUFFIX) and run.script.endswith(SUFFIX))
    for name in (*kept, run.script, run.script.removesuffix(".py") + SUFFIX):
        path = relative(transcript, name, run.cwd or action.cwd)  # a notebook is kept as it was executed
        if path is not None and files.has(path):
            return path
    name = PurePosixPath(run.script).name
    same = [p for p in files.paths if PurePosixPath(p).name == name]
    return same[0] if len(same) == 1 else None


def _outcome(action: Action) -> tuple[bool | None, str]:
    """Failed if the tool says so or the output ends in a traceback; the error's last line."""
    at = action.output.rfind(_TRACEBACK)
    errors = _ERROR_END.findall(action.output[at:]) if at >= 0 else []
    error = errors[-1].strip()[:200] if errors else ""
    tail = action.output[at:].split("\n") if at >= 0 else []
    ended = (
        at >= 0 and len(tail) < 60 and bool(errors) and action.output.rstrip().endswith(errors[-1].strip())
    )
    lines = [line.strip() for line in action.output.split("\n") if line.strip()]
    said = next((line for line in lines[-_LAST_LINES:] if _SAYS_FAILED.search(line)), "")
    if action.ok is False or ended or said:
        stopped = _STOPPED.search(action.output)
        return True, stopped.group().strip() if stopped else error or said[:200] or (
            lines[-1][:200] if lines else ""
        )
    return (None if action.ok is None else False), error


def messages_found(reading: ScriptReading, text: str) -> int:
    """How many of a script's messages stand in a text."""
    found = 0
    for message in reading.messages[:400]:
        pieces = [piece.strip() for piece in re.split(r"[\0{}%]|\n", message) if len(piece.strip()) >= 10]
        if pieces and pieces[0] in text:
            found += 1
    return found


def _ran_by_logs(
    files: EvidenceFiles, readings: dict[RelPath, ScriptReading], ran: dict[RelPath, int]
) -> None:
    """Without recorded commands: a log with messages that stand in a script tells that it ran."""
    for log in files.of_role(ArtifactRole.LOG):
        text = files.text(log)
        for path, reading in readings.items():
            if messages_found(reading, text) >= 2:
                ran.setdefault(path, -1)


def _follow_imports(
    files: EvidenceFiles, readings: dict[RelPath, ScriptReading], ran: dict[RelPath, int]
) -> None:
    """Modules that a script which ran imports, and scripts that it starts, ran too."""
    stems: dict[str, list[RelPath]] = {}
    for path in readings:
        stems.setdefault(PurePosixPath(path).stem, []).append(path)
    waiting = list(ran)
    while waiting:
        reading = readings.get(waiting[0])
        action = ran[waiting.pop(0)]
        if reading is None:
            continue
        started = {PurePosixPath(name).stem for name in reading.names_files if name.endswith((".py", ".sh"))}
        commands = _commands(files, reading.path)
        started |= {PurePosixPath(run.script).stem for run in read_command(commands).runs}
        for stem in sorted((reading.local_imports | started) & stems.keys()):
            for path in stems[stem]:
                if path not in ran:
                    ran[path] = action
                    waiting.append(path)


def _commands(files: EvidenceFiles, path: RelPath) -> str:
    """The shell commands of a shell script, or of the cells of a notebook."""
    if path.endswith(SUFFIX):
        return "\n".join(files.notebook(path).commands)
    return files.text(path) if path.endswith(".sh") else ""
