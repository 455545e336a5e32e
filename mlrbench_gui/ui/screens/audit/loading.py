"""Runs for the audit screen: loaded off the GUI thread, the last few kept, the next one fetched ahead.

A kept run is shown at once and loaded again behind it, so what a colleague decided meanwhile comes in.
"""

from collections import OrderedDict
from dataclasses import dataclass, replace

from PySide6.QtCore import QObject, Signal

from mlrbench_gui.domain.decisions import RunReview
from mlrbench_gui.domain.errors import MlrbenchError
from mlrbench_gui.domain.values import RunName
from mlrbench_gui.domain.work import CancelToken, Emit
from mlrbench_gui.services.context import Context
from mlrbench_gui.services.papers import built_paper
from mlrbench_gui.services.reviewing import RunView, load_view
from mlrbench_gui.ui.kit.background import Background, Job
from mlrbench_gui.ui.screens.audit.foreseeing import settled

KEPT = 4


@dataclass(frozen=True, slots=True)
class LoadedRun:
    """A run with its neighbours: all runs of the workspace in their order."""

    view: RunView
    names: tuple[RunName, ...]

    @property
    def place(self) -> int:
        """0-based place among all runs."""
        return self.names.index(self.view.run.name) if self.view.run.name in self.names else 0

    def neighbour(self, by: int) -> RunName | None:
        """The run that many places on or back, None beyond the ends."""
        place = self.place + by
        return self.names[place] if 0 <= place < len(self.names) else None


class RunLoader(QObject):
    """`loaded` carries a `LoadedRun` that was asked for last; `failed` one line."""

    loaded = Signal(object)
    failed = Signal(str)

    def __init__(self, ctx: Context, background: Background, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._ctx = ctx
        self._background = background
        self._kept: OrderedDict[RunName, LoadedRun] = OrderedDict()
        self._wanted: RunName | None = None
        self._job: Job[LoadedRun] | None = None
        self._ahead: Job[LoadedRun | None] | None = None

    def ask(self, name: RunName) -> LoadedRun | None:
        """Load a run; gives what is kept of it, to be shown meanwhile."""
        if self._job is not None:
            self._job.cancel()
        self._wanted = name
        ctx, kept = self._ctx, self._kept.get(name)
        before = kept.view.review if kept is not None else None
        self._job = self._background.submit(
            lambda _cancel, _emit: load_run(ctx, name, before), done=self._arrived, failed=self._missed
        )
        return kept

    def remember(self, name: RunName, review: RunReview) -> None:
        """Keep a run's review as it stands now."""
        kept = self._kept.get(name)
        if kept is not None:
            self._kept[name] = replace(kept, view=replace(kept.view, review=review))

    def fetch_ahead(self, name: RunName | None) -> None:
        """Load the run that will be asked for next, and set its paper, while the reader reads."""
        if name is None or name in self._kept or self._ahead is not None:
            return
        ctx = self._ctx

        def fetch(cancel: CancelToken, emit: Emit) -> LoadedRun | None:  # noqa: ARG001 -- the shape of all work
            return _fetched(ctx, name, cancel)

        self._ahead = self._background.submit(
            fetch, done=self._fetched, failed=lambda _line: self._fetched(None)
        )

    def _arrived(self, run: LoadedRun) -> None:
        self._job = None
        self._keep(run)
        if run.view.run.name == self._wanted:
            self.loaded.emit(run)

    def _missed(self, line: str) -> None:
        self._job = None
        self.failed.emit(line)

    def _fetched(self, run: LoadedRun | None) -> None:
        self._ahead = None
        if run is not None and run.view.run.name not in self._kept:
            self._keep(run)

    def _keep(self, run: LoadedRun) -> None:
        name = run.view.run.name
        self._kept[name] = run
        self._kept.move_to_end(name)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)


def load_run(ctx: Context, name: RunName, before: RunReview | None = None) -> LoadedRun:
    """Gather a run and the names of all; claims that are as `before` are the same objects. Raises UnknownRun."""
    view = load_view(ctx, name)
    if before is not None:
        view = replace(view, review=settled(view.review, before))
    return LoadedRun(view, tuple(ctx.workspace.runs.names()))


def _fetched(ctx: Context, name: RunName, cancel: CancelToken) -> LoadedRun | None:
    """Fetching ahead is a favour: what fails now will say so when it is asked for."""
    try:
        run = load_run(ctx, name)
        cancel.check()
        for path in run.view.run.papers[:1]:
            built_paper(ctx, name, path)
    except MlrbenchError:
        return None
    return run
