"""The screens of a window over one workspace, each made when it is first shown: a window is up before they are."""

from collections.abc import Callable, Generator
from functools import cached_property, partial
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, QTimer, Signal

from mlrbench_gui.domain.values import RunName
from mlrbench_gui.ui.kit.actions import ActionSpec, ActionTable
from mlrbench_gui.ui.kit.background import Background
from mlrbench_gui.ui.kit.screen import Screen
from mlrbench_gui.ui.shell.recent import recent_workspaces
from mlrbench_gui.ui.shell.runwork import RunWork
from mlrbench_gui.ui.shell.wiring import Wiring

if TYPE_CHECKING:
    from mlrbench_gui.ui.screens.adjudication.screen import AdjudicationScreen
    from mlrbench_gui.ui.screens.audit.panes import Panes
    from mlrbench_gui.ui.screens.audit.reader import AuditReader
    from mlrbench_gui.ui.screens.audit.screen import AuditScreen
    from mlrbench_gui.ui.screens.benchmark.screen import BenchmarkScreen
    from mlrbench_gui.ui.screens.first_start.screen import FirstStartScreen
    from mlrbench_gui.ui.screens.jobs.screen import JobsScreen
    from mlrbench_gui.ui.screens.library.screen import LibraryScreen
    from mlrbench_gui.ui.screens.review.form import FormPane
    from mlrbench_gui.ui.screens.review.screen import ReviewScreen
    from mlrbench_gui.ui.screens.runs.screen import RunsScreen
    from mlrbench_gui.ui.screens.settings.screen import SettingsScreen

S = TypeVar("S", bound=Screen)
_PLACES = {
    "first-start": "first_start",
    "library": "library",
    "runs": "runs",
    "audit": "audit",
    "review": "review",
    "adjudication": "adjudication",
    "benchmark": "benchmark",
    "jobs": "jobs",
    "settings": "settings",
}
"""Where `ScreenSet` holds the screen of an id."""


def load() -> dict[str, type[Screen]]:
    """The classes of all screens by id. The first call loads their modules; a thread may do that ahead."""
    from mlrbench_gui.ui.screens.adjudication.screen import AdjudicationScreen
    from mlrbench_gui.ui.screens.audit.screen import AuditScreen
    from mlrbench_gui.ui.screens.benchmark.screen import BenchmarkScreen
    from mlrbench_gui.ui.screens.first_start.screen import FirstStartScreen
    from mlrbench_gui.ui.screens.jobs.screen import JobsScreen
    from mlrbench_gui.ui.screens.library.screen import LibraryScreen
    from mlrbench_gui.ui.screens.review.screen import ReviewScreen
    from mlrbench_gui.ui.screens.runs.screen import RunsScreen
    from mlrbench_gui.ui.screens.settings.screen import SettingsScreen

    kinds: tuple[type[Screen], ...] = (
        FirstStartScreen,
        LibraryScreen,
        RunsScreen,
        AuditScreen,
        ReviewScreen,
        AdjudicationScreen,
        BenchmarkScreen,
        JobsScreen,
        SettingsScreen,
    )
    return {kind.screen_id: kind for kind in kinds}


class ScreenSet(QObject):
    """Gives the screens. `joined` carries each one as it is made; the other signals are those of the screens."""

    joined = Signal(object)
    rows_shown = Signal(int)
    run_shown = Signal(str)
    saved = Signal(object)
    open_wanted = Signal()
    recent_wanted = Signal(object)
    prepared = Signal()
    screen_wanted = Signal(str)

    def __init__(self, wiring: Wiring, background: Background, work: RunWork, actions: ActionTable) -> None:
        super().__init__(work)
        self._wiring = wiring
        self._background = background
        self._work = work
        self._actions = actions
        self._made: dict[str, Screen] = {}
        self._kinds = load()
        self._panes: Panes | None = None
        self._steps: Generator[None, None, Panes] | None = None
        self._reader: AuditReader | None = None
        self._form: FormPane | None = None
        self._later: Generator[None, None, None] | None = None
        self._beat = QTimer(self, interval=0)
        self._beat.timeout.connect(self._step)

    def prepare(self) -> None:
        """Make the panes of the audit screen ahead, one at a time between events; `prepared` tells the end."""
        from mlrbench_gui.ui.screens.audit.panes import in_steps

        self._steps = in_steps(self._wiring.context, self._background)
        self._beat.start()

    def _step(self) -> None:
        if self._later is not None:
            if next(self._later, self) is self:
                self._beat.stop()
            return
        if self._steps is None or "audit" in self._made:
            self._later = self._review_ahead()
            self.prepared.emit()
            return
        try:
            next(self._steps)
        except StopIteration as end:
            self._panes, self._steps = end.value, None

    def _review_ahead(self) -> Generator[None, None, None]:
        """The large parts of the Review screen, one at a time."""
        from mlrbench_gui.ui.screens.audit.reader import AuditReader
        from mlrbench_gui.ui.screens.review.form import FormPane

        if "review" in self._made:
            return
        reader = self._reader = AuditReader(self._wiring.context, self._background)
        for name in ("paper", "evidence"):
            getattr(reader, name)  # each is made when it is first asked for
            yield
        self._form = self._form or FormPane()
        yield
        if "review" not in self._made:
            self.review.hide()  # made, and shown when it is asked for

    @cached_property
    def first_start(self) -> "FirstStartScreen":
        from mlrbench_gui.ui.screens.first_start.screen import FirstStartScreen

        made = FirstStartScreen(self._wiring.checks, self._background)
        own = self._wiring.context.workspace.path
        made.set_recent([path for path in recent_workspaces() if path != own])
        made.import_wanted.connect(self._work.ask_import)
        made.sample_wanted.connect(self._work.open_sample)
        made.open_wanted.connect(self.open_wanted)
        made.recent_wanted.connect(self.recent_wanted)
        self._work.busy.connect(made.set_busy)
        return self._join(made)

    @cached_property
    def library(self) -> "LibraryScreen":
        from mlrbench_gui.ui.screens.library.screen import LibraryScreen

        made = LibraryScreen(self._wiring.context, self._background, run_tasks=self._work.ask_run)
        return self._join(made)

    @cached_property
    def runs(self) -> "RunsScreen":
        from mlrbench_gui.ui.screens.runs.screen import RunsScreen

        work = self._work
        made = RunsScreen(
            self._wiring.context,
            self._background,
            audit=work.audit_runs,
            report=work.ask_report,
            rerun=work.rerun,
            judge=work.ask_panel,
        )
        made.import_wanted.connect(work.ask_import)
        made.rows_shown.connect(self.rows_shown)
        return self._join(made)

    @cached_property
    def audit(self) -> "AuditScreen":
        from mlrbench_gui.ui.screens.audit.screen import AuditScreen

        made = AuditScreen(
            self._wiring.context,
            self._background,
            lambda run: self._work.ask_report((RunName(run),)),
            panes=self._panes,
        )
        made.run_shown.connect(self.run_shown)
        made.saved.connect(self.saved)
        return self._join(made)

    @cached_property
    def review(self) -> "ReviewScreen":
        from mlrbench_gui.ui.screens.audit.reader import AuditReader
        from mlrbench_gui.ui.screens.review.screen import ReviewScreen

        context = self._wiring.context
        reader = self._reader or AuditReader(context, self._background)
        made = ReviewScreen(context, self._background, reader, self._form)
        made.saved.connect(self.saved)
        made.import_wanted.connect(self._work.ask_import)
        made.share_wanted.connect(self._work.share_out)
        made.adjudicate_wanted.connect(partial(self.screen_wanted.emit, "adjudication"))
        return self._join(made)

    @cached_property
    def adjudication(self) -> "AdjudicationScreen":
        from mlrbench_gui.ui.screens.adjudication.screen import AdjudicationScreen

        made = AdjudicationScreen(self._wiring.context, self._background)
        made.saved.connect(self.saved)
        made.review_wanted.connect(partial(self.screen_wanted.emit, "review"))
        return self._join(made)

    @cached_property
    def benchmark(self) -> "BenchmarkScreen":
        from mlrbench_gui.ui.screens.benchmark.screen import BenchmarkScreen

        made = BenchmarkScreen(self._wiring.context, self._background)
        made.import_wanted.connect(self._work.ask_import)
        return self._join(made)

    @cached_property
    def jobs(self) -> "JobsScreen":
        from mlrbench_gui.ui.screens.jobs.screen import JobsScreen

        return self._join(
            JobsScreen(
                self._work.watch,
                self._background,
                new_run=partial(self._work.ask_run, ()),
                go_to_runs=lambda: self.screen_wanted.emit("runs"),
            )
        )

    @cached_property
    def settings(self) -> "SettingsScreen":
        from mlrbench_gui.ui.screens.settings.screen import SettingsScreen

        return self._join(SettingsScreen(self._actions, self._wiring.context.models, self._background))

    def made(self) -> tuple[Screen, ...]:
        """Screens that exist by now."""
        return tuple(self._made.values())

    def history(self) -> tuple[str | None, str | None]:
        """What undo would take back and redo restore in the open run, in words."""
        return self.audit.history() if "audit" in self._made else (None, None)

    def titles(self) -> dict[str, str]:
        """Each screen's title by its id."""
        return {id_: kind.title for id_, kind in self._kinds.items()}

    def specs(self) -> tuple[ActionSpec, ...]:
        """The actions of all screens, made or not."""
        return tuple(spec for kind in self._kinds.values() for spec in kind.specs())

    def handlers(self) -> dict[str, Callable[[], None]]:
        """What to call for each of `specs`; the screen is made for its first action."""
        return {
            spec.id: partial(self._act, id_, spec.id)
            for id_, kind in self._kinds.items()
            for spec in kind.specs()
        }

    def _act(self, screen_id: str, action: str) -> None:
        screen: Screen = getattr(self, _PLACES[screen_id])
        screen.handlers()[action]()

    def _join(self, screen: S) -> S:
        self._made[screen.screen_id] = screen
        self._actions.add_panes(screen.scopes())
        self.joined.emit(screen)
        return screen
