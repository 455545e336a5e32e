"""The Benchmark screen: the board, the choices over it, and the pane with what is behind a number."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QApplication,
    QFileDialog,
    QHBoxLayout,
    QScrollArea,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from mlrbench_gui.domain.scoreboard import BoardChoice
from mlrbench_gui.domain.values import RunName
from mlrbench_gui.services.boarding import ReadBoard, read_board
from mlrbench_gui.services.context import Context
from mlrbench_gui.services.reporting.board import write_board
from mlrbench_gui.services.scoreboard import behind
from mlrbench_gui.ui.kit import fonts
from mlrbench_gui.ui.kit.actions import ActionSpec
from mlrbench_gui.ui.kit.background import Background
from mlrbench_gui.ui.kit.buttons import Button
from mlrbench_gui.ui.kit.empty import EmptyState, LoadingState
from mlrbench_gui.ui.kit.labels import ground, label
from mlrbench_gui.ui.kit.screen import Screen
from mlrbench_gui.ui.screens.benchmark.behind import BehindPane
from mlrbench_gui.ui.screens.benchmark.board import (
    Board,
    FailureAsked,
    MeanAsked,
    PublishedAsked,
    ReachedAsked,
)
from mlrbench_gui.ui.screens.benchmark.choosing import BoardChoices
from mlrbench_gui.ui.screens.benchmark.grids import step_words
from mlrbench_gui.ui.screens.benchmark.lists import FittedList
from mlrbench_gui.ui.screens.benchmark.published import behind_published
from mlrbench_gui.ui.screens.benchmark.rows import (
    STAGE_TITLES,
    behind_failure,
    behind_mean,
    behind_reached,
)

_PANE = 340
_NOTHING = (
    "No scores yet",
    "This workspace holds no judge's review. Import the benchmark's checkout, or ask judges for reviews.",
)
_HIDDEN = (
    "No score counts here",
    "What there is was left out of statistics, or is hidden until you submit your reviews.",
)


class BenchmarkScreen(Screen):
    """Reads scores off the GUI thread; a new choice keeps the old board until the new one is there."""

    import_wanted = Signal()

    screen_id = "benchmark"
    title = "Benchmark"

    def __init__(self, ctx: Context, background: Background) -> None:
        super().__init__()
        self._ctx = ctx
        self._background = background
        self._found: ReadBoard | None = None
        self._asked = BoardChoice()
        self._read = False
        self._last: QWidget | None = None
        self.board = Board()
        self.pane = BehindPane()
        self.pane.hide()
        self.choices = BoardChoices()
        self._count = label("", role="text-2", size="sm")
        self.empty = EmptyState(*_NOTHING, "Import")
        self._loading = LoadingState("Reading the scores")
        self._lay_out()
        self._connect()

    @classmethod
    @override
    def specs(cls) -> tuple[ActionSpec, ...]:
        return (
            ActionSpec("benchmark.sort", "Sort the stage by name, or by mean", ("S",), cls.screen_id),
            ActionSpec("benchmark.behind", "Show what is behind the number", ("B",), cls.screen_id),
            ActionSpec("benchmark.export", "Write the benchmark's report", ("Ctrl+E",), cls.screen_id),
            ActionSpec("benchmark.judge", "Choose the judges", ("Shift+J",), cls.screen_id),
            ActionSpec("benchmark.score", "Choose the criterion", ("Shift+C",), cls.screen_id),
            ActionSpec("benchmark.tasks", "Choose the tasks", ("Shift+T",), cls.screen_id),
        )

    @override
    def handlers(self) -> dict[str, Callable[[], None]]:
        return {
            "benchmark.sort": self._sort,
            "benchmark.behind": self._ask_behind,
            "benchmark.export": self.export,
            "benchmark.judge": self.choices.judge.showPopup,
            "benchmark.score": self.choices.criterion.showPopup,
            "benchmark.tasks": self.choices.tasks.showPopup,
        }

    @override
    def topbar(self) -> QWidget | None:
        return self._left

    @override
    def topbar_right(self) -> QWidget | None:
        return self._right

    @override
    def status_keys(self) -> tuple[tuple[str, str], ...]:
        if self.pane.isVisible() and self.pane.list.hasFocus():
            return (("Enter", "open the run"), ("Esc", "back"))
        return (
            ("↑ / ↓", "row"),
            ("Enter", "what is behind it"),
            ("S", "sort"),
            ("Shift+T", "tasks"),
            ("Shift+C", "criterion"),
            ("Ctrl+E", "report"),
        )

    @override
    def status_left(self) -> str:
        return self.board.said()

    @override
    def entered(self) -> None:
        if not self._read:
            self.reload()
        self._take_keyboard()

    @override
    def workspace_changed(self) -> None:
        self._read = False
        if self.isVisible():
            self.reload()

    @override
    def close_layer(self) -> bool:
        if self.pane.isVisible():
            self._close_pane()
            return True
        return False

    def export(self) -> None:
        """Write the report of the board as it is chosen into a folder that the person names."""
        folder = QFileDialog.getExistingDirectory(self, "Write the benchmark's report into a folder")
        if not folder:
            return
        ctx, choice, target = self._ctx, self._asked, Path(folder)
        self._background.submit(
            lambda _cancel, _emit: write_board(ctx, target, tuple(ctx.board_writers), choice),
            done=lambda paths: self.message.emit(f"{len(paths)} files written into {target}"),
            name="Writing the benchmark's report",
        )

    def reload(self) -> None:
        """Read scores and runs again and put the board together."""
        self._read = True
        if self._pages.currentWidget() is not self._body:
            self._loading.start()
        choice, workspace = self._asked, self._ctx.workspace
        self._background.submit(lambda _cancel, _emit: read_board(workspace, choice), done=self._show)

    # --- reading

    def _show(self, found: ReadBoard) -> None:
        self._found, board = found, found.board
        self._loading.stop()
        if not found.reviews:
            self._count.setText("")
            self.choices.setEnabled(False)
            self.empty.say(*(_HIDDEN if board.left_out else _NOTHING), "" if board.left_out else "Import")
            self._pages.setCurrentWidget(self.empty)
            return
        self.choices.setEnabled(True)
        had_keyboard = self._pages.currentWidget() is not self._body and self.isVisible()
        self.choices.offer(board)
        self.board.show_board(board)
        self._count.setText(f"{board.reviews} reviews; every mean with its n")
        self._pages.setCurrentWidget(self._body)
        if had_keyboard:
            self._take_keyboard()
        self.status_changed.emit()

    def _choose(self, choice: BoardChoice) -> None:
        self._asked = choice
        self._close_pane()
        self.reload()

    # --- behind a number

    def _look_behind(self, asked: MeanAsked | FailureAsked | ReachedAsked | PublishedAsked) -> None:
        if self._found is None:
            return
        if isinstance(asked, MeanAsked):
            row = asked.row
            stage = next(title for target, title in STAGE_TITLES.items() if target.value == row.stage)
            title = f"{row.agent}  ·  {stage}  ·  {row.criterion}"
            rows = behind_mean(behind(self._found.reviews, row, self._asked))
            out = f", {row.n_excluded} excluded" if row.n_excluded else ""
            line = f"mean {row.mean:.2f} of {row.n_tasks} tasks, {row.n_reviews} reviews{out}"
        elif isinstance(asked, FailureAsked):
            title = f"{asked.agent}  ·  {step_words(asked.step)}"
            rows = behind_failure(self._found.runs, asked.agent, asked.step)
            line = f"audited runs of {asked.agent}, those of this column first"
        elif isinstance(asked, PublishedAsked):
            title = f"{asked.row.agent}  ·  {asked.row.source.rpartition('/')[2]}"
            rows = behind_published(self._found.board.published, asked.row)
            line = f"published | recomputed, {asked.row.n} tasks, {asked.row.differing} cells differ"
        else:
            title = f"reached {asked.state}"
            rows = behind_reached(self._found.runs, asked.state)
            line = f"{len(rows)} end-to-end runs with judges' scores"
        self.pane.show_rows(title, line, rows)
        self.pane.show()
        self.pane.setFocus(Qt.FocusReason.OtherFocusReason)
        self.status_changed.emit()

    def _close_pane(self) -> None:
        focus = QApplication.focusWidget()
        had_keyboard = focus is not None and self.pane.isAncestorOf(focus)
        back = self._last
        self.pane.hide()  # Qt hands the keyboard to the first list then
        self._last = back
        if had_keyboard:
            self._take_keyboard()
        self.status_changed.emit()

    def _open_run(self, run: str) -> None:
        if self._found is not None and any(row.run.name == RunName(run) for row in self._found.runs):
            self.open_run.emit(run)
        else:
            self.message.emit(f"{run} is not in this workspace; its scores are")

    def _ask_behind(self) -> None:
        stops = self.board.stops()
        part = self._last if self._last in stops else next(iter(stops), None)
        if isinstance(part, FittedList):
            if part.current() is None:
                part.enter(1)
            part.opened.emit()

    def _sort(self) -> None:
        for table in self.board.tables.values():
            if table.list.hasFocus():
                table.sort_by("mean" if table.head.sorted_by == "name" else "name")

    # --- keyboard

    def _take_keyboard(self) -> None:
        if self._pages.currentWidget() is self.empty:
            self.empty.setFocus()
            return
        stops = self.board.stops()
        goal = self._last if self._last in stops else next(iter(stops), None)
        if goal is not None:
            goal.setFocus(Qt.FocusReason.OtherFocusReason)

    def _moved(self) -> None:
        focus = QApplication.focusWidget()
        if focus is not None and self.board.isAncestorOf(focus):
            self._last = focus
            self._scroll.ensureWidgetVisible(focus, 0, 40)
        self.status_changed.emit()

    # --- making

    def _connect(self) -> None:
        self.choices.changed.connect(self._choose)
        self.board.asked.connect(self._look_behind)
        self.board.run_wanted.connect(self._open_run)
        self.board.moved.connect(self._moved)
        self.pane.run_wanted.connect(self._open_run)
        self.pane.closed.connect(self._close_pane)
        self.empty.pressed.connect(self.import_wanted)

    def _lay_out(self) -> None:
        self._left = QWidget()
        row = QHBoxLayout(self._left)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(10)
        row.addWidget(label(self.title, size="lg", weight="semibold"))
        row.addWidget(self._count)
        self.export_button = Button("Report…", icon_name="export", tip="Ctrl E")
        self.export_button.clicked.connect(self.export)
        self._right = QWidget()
        beside_choices = QHBoxLayout(self._right)
        beside_choices.setContentsMargins(0, 0, 0, 0)
        beside_choices.setSpacing(8)
        beside_choices.addWidget(self.choices)
        beside_choices.addWidget(self.export_button)
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        ground(self.board, "chrome")
        self._scroll.setWidget(self.board)
        self.pane.setFixedWidth(fonts.px(_PANE))
        self._body = QWidget()
        beside = QHBoxLayout(self._body)
        beside.setContentsMargins(0, 0, 0, 0)
        beside.setSpacing(0)
        beside.addWidget(self._scroll, 1)
        beside.addWidget(self.pane)
        self._pages = QStackedWidget()
        for page in (self._loading, self._body, self.empty):
            self._pages.addWidget(page)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self._pages)
