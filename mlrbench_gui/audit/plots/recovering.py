"""Recovers what the plotting code of a run drew: follows each script as it was when it ran, with its options.

Nothing is executed. What cannot be followed is left out; a number is taken only if it stands in the code or in a
file of the run, or follows from such numbers by plain arithmetic.
"""

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import PurePosixPath

from typing_extensions import override

from mlrbench_gui.audit.evidence_files import EvidenceFiles
from mlrbench_gui.audit.ledger.code_values import parse_python
from mlrbench_gui.audit.plots._canvas import Canvas, Saved
from mlrbench_gui.audit.plots._disk import ROOT, Disk
from mlrbench_gui.audit.plots._expressions import OutOfStepsError
from mlrbench_gui.audit.plots._library import Library
from mlrbench_gui.audit.plots._memory import Site
from mlrbench_gui.audit.plots._reading import series_of, texts_of, unread_of
from mlrbench_gui.audit.plots._starting import SAVES, Start, draws, launchers_of, starts_of
from mlrbench_gui.audit.plots._values import Function, Scope, Value
from mlrbench_gui.audit.plots.figures import DrawnFigure
from mlrbench_gui.audit.provenance.runs import ScriptRuns
from mlrbench_gui.audit.transcript.actions import Transcript
from mlrbench_gui.audit.transcript.replay import History
from mlrbench_gui.domain.artifacts import ArtifactRole
from mlrbench_gui.domain.layout import in_results
from mlrbench_gui.domain.values import RelPath

_BUDGET = 80_000
_LEAST = 8_000
_MOST_LAUNCHED = 6
_PICTURES = (ArtifactRole.FIGURE, ArtifactRole.DATA_IMAGE)


def recover_figures(
    files: EvidenceFiles, runs: ScriptRuns, transcript: Transcript | None, history: History
) -> dict[RelPath, DrawnFigure]:
    """What was drawn into each picture of the run, as far as its code can be followed; the last drawing counts."""
    figures: dict[RelPath, DrawnFigure] = {}
    if not any(SAVES in files.text(path) for path in runs.readings):
        return figures
    left = _BUDGET
    for start in reversed(_all_starts(files, runs, transcript, history)):
        follower = _Follower(files, transcript, history, start, left // 2)
        for figure in follower.figures():
            figures.setdefault(figure.picture, figure)
        left = max(left - follower.steps, _LEAST)
    return figures | _copies(files, figures)


def _all_starts(
    files: EvidenceFiles, runs: ScriptRuns, transcript: Transcript | None, history: History
) -> list[Start]:
    """The starts of drawing scripts; where no command started one, with the options that other scripts give them."""
    starts = starts_of(files, runs, transcript)
    if any(start.is_recorded for start in starts):
        return starts
    launched = [
        start
        for launcher in launchers_of(files, runs, transcript)
        for start in _Follower(files, transcript, history, launcher, _LEAST).launched(runs)
    ]
    told = {start.script for start in launched}
    return [*(start for start in starts if start.script not in told), *launched[-_MOST_LAUNCHED:]]


def distinct(figures: Mapping[RelPath, DrawnFigure]) -> list[DrawnFigure]:
    """Each drawing once, of several copies of a picture the one below `results/`."""
    ordered = sorted(figures.values(), key=lambda f: (not in_results(f.picture), f.picture))
    return list({(f.script, f.line, f.series): f for f in reversed(ordered)}.values())[::-1]


def _copies(files: EvidenceFiles, figures: Mapping[RelPath, DrawnFigure]) -> dict[RelPath, DrawnFigure]:
    """The same picture at other places."""
    known = {files.sha256(path): figure for path, figure in figures.items()}
    return {
        path: replace(known[digest], picture=path)
        for path in files.of_role(*_PICTURES)
        if path not in figures and (digest := files.sha256(path)) in known
    }


class _Follower:
    """Follows one start of a script."""

    def __init__(
        self,
        files: EvidenceFiles,
        transcript: Transcript | None,
        history: History,
        start: Start,
        budget: int,
    ) -> None:
        self._files = files
        self._history = history
        self._start = start
        self._budget = budget
        self.steps = 0
        self._root = transcript.root if transcript is not None else ""
        self._begin({})

    def _begin(self, taught: dict[Site, Value]) -> None:
        self._canvas = Canvas()
        self._disk = Disk(self._files, self._start.folder, self._root)
        self._program = _Program(self._disk, self._canvas, self._start.arguments, self._budget)
        self._program.import_module = self._import
        self._program.memory.taught = taught
        self._modules: dict[RelPath, Scope] = {}

    def figures(self) -> Iterator[DrawnFigure]:
        """The pictures that it saved, the last drawing of each.

        Files that the program wrote after it drew may tell what it drew: then it is followed a second time.
        """
        whole = self._followed()
        taught = self._program.memory.learnt()
        if taught and self._canvas.saved:
            self._begin(taught)
            whole = self._followed()
        made: dict[RelPath, Saved] = {}
        for saved in self._canvas.saved:
            picture = self._disk.find(saved.path)
            if picture is not None and self._files.roles.get(picture) in _PICTURES:
                made[picture] = saved
        for picture, saved in made.items():
            series, unread, texts = tuple(series_of(saved)), tuple(unread_of(saved)), texts_of(saved)
            if series or unread or texts:
                complete = whole and not saved.figure.missing
                yield DrawnFigure(picture, saved.script, saved.line, series, complete, unread, texts)

    def launched(self, runs: ScriptRuns) -> Iterator[Start]:
        """The drawing scripts that the program starts itself, with their options."""
        self._followed()
        for words in self._program.launched:
            at = next((i for i, word in enumerate(words) if word.endswith(".py")), None)
            script = self._disk.find(words[at]) if at is not None else None
            if at is not None and script is not None and draws(self._files, runs, script):
                yield replace(self._start, script=script, arguments=words[at + 1 :])

    def _followed(self) -> bool:
        try:
            self._module(self._start.script, "__main__")
        except (OutOfStepsError, RecursionError):
            return False
        finally:
            self.steps += self._budget - max(self._program.left, 0)
        return True

    def _module(self, path: RelPath, name: str) -> Scope:
        if path in self._modules:
            return self._modules[path]
        names: dict[str, Value] = {"__name__": name, "__file__": f"{ROOT}/{path}"}
        scope = Scope(names, None, path)
        scope.globals_ = scope
        self._modules[path] = scope
        tree = self._tree(path)
        if tree is not None:
            self._program.run_module(tree.body, scope)
        return scope

    def _tree(self, path: RelPath) -> ast.Module | None:
        """The file as it was when the command ran, where the transcript tells; else as it is."""
        before = [
            v
            for v in self._history.versions.get(path, ())
            if v.action < self._start.action and v.text is not None
        ]
        if before and before[-1].text is not None and before[-1].text != self._files.raw_text(path):
            return parse_python(before[-1].text)
        return self._files.tree(path)

    def _import(self, name: str, level: int, scope: Scope) -> Scope | None:
        """The run's module of this name: beside the importing file, below it, or the only one with that path."""
        here = PurePosixPath(scope.path).parent
        for _ in range(level - 1):
            here = here.parent
        tail = name.replace(".", "/")
        ends = (f"{tail}.py", f"{tail}/__init__.py") if tail else ("__init__.py",)
        for end in ends:
            near = RelPath((here / end).as_posix())
            if self._files.has(near):
                return self._module(near, name)
        main = PurePosixPath(self._start.script).parent
        found = (
            [p for end in ends for p in self._files.paths if p == end or p.endswith(f"/{end}")]
            if tail
            else []
        )
        found.sort(key=lambda p: (-len(_common(p, main.as_posix())), p))
        return self._module(found[0], name) if found and not level else None


def _common(left: str, right: str) -> str:
    at = 0
    while at < min(len(left), len(right)) and left[at] == right[at]:
        at += 1
    return left[:at]


class _Program(Library):
    """The followed program; the canvas is told whose code draws."""

    @override
    def run_function(self, function: Function, args: list[Value], kwargs: dict[str, Value]) -> Value:
        before = self.canvas.script
        self.canvas.script = function.scope.path
        try:
            return super().run_function(function, args, kwargs)
        finally:
            self.canvas.script = before

    @override
    def run_module(self, body: Iterable[ast.stmt], scope: Scope) -> None:
        before = self.canvas.script
        self.canvas.script = scope.path
        try:
            super().run_module(list(body), scope)
        finally:
            self.canvas.script = before
