"""The Library screen: all tasks of the benchmark in a list with filters, and one of them beside it."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QSignalBlocker, Qt, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QWidget
from typing_extensions import override

from mlrbench_gui.services.context import Context
from mlrbench_gui.services.library import Judged, LibraryTask, document_text, read_library, task_text
from mlrbench_gui.ui.kit.actions import ActionSpec
from mlrbench_gui.ui.kit.background import Background, Job
from mlrbench_gui.ui.kit.buttons import Button
from mlrbench_gui.ui.kit.empty import EmptyState
from mlrbench_gui.ui.kit.fields import Check, Combo, SearchField
from mlrbench_gui.ui.kit.labels import label
from mlrbench_gui.ui.kit.screen import Screen
from mlrbench_gui.ui.screens.library.detail import Part, TaskPane
from mlrbench_gui.ui.screens.library.listing import Column, Wish, listed, sorted_by, topics_of, venues_of
from mlrbench_gui.ui.screens.library.table import TaskTable

RunTasks = Callable[[tuple[str, ...]], None]
_PANE_SHARE = 0.42
_READ_MS = 80
"""The keyboard may run down the list: only where it rests is a text read."""
_PART_KEYS = {Part.TASK: "T", Part.IDEAS: "I", Part.PROPOSALS: "P", Part.LITERATURE: "L", Part.RUNS: "R"}


class LibraryScreen(Screen):
    """Reads in the background; `run_tasks` asks the shell for a run of stages on tasks by id."""

    screen_id = "library"
    title = "Library"
    own_search = True

    def __init__(self, ctx: Context, background: Background, *, run_tasks: RunTasks) -> None:
        super().__init__()
        self._ctx, self._background, self._run_tasks = ctx, background, run_tasks
        self._tasks: tuple[LibraryTask, ...] = ()
        self._wish = Wish()
        self._read = False
        self._reading: Job[str] | None = None
        self.table, self.pane = TaskTable(), TaskPane()
        self.nothing = EmptyState("No task fits these filters", "", "Clear filters")
        self.search = SearchField("Filter tasks", key="Ctrl+F")
        self.search.setFixedWidth(200)
        self.topic, self.venue = Combo("Topic"), Combo("Venue")
        self.with_runs = Check("with runs")
        self._count = label("", role="text-2", size="sm")
        self.run = Button("Run stages…", icon_name="play", kind="primary", tip="Ctrl Shift N")
        self._rest = QTimer(self, singleShot=True, interval=_READ_MS)
        self._left, self._right = self._topbar_left(), self._topbar_right()
        self._pages = QStackedWidget()
        self._lay_out()
        self._connect()

    @classmethod
    @override
    def specs(cls) -> tuple[ActionSpec, ...]:
        parts = (
            ActionSpec(
                f"library.{part.value.lower()}", f"Read the {part.value.lower()}", (key,), cls.screen_id
            )
            for part, key in _PART_KEYS.items()
        )
        return (
            ActionSpec("library.filter", "Filter tasks", ("Ctrl+F",), cls.screen_id),
            ActionSpec("library.run", "Run stages on the selected tasks", ("Ctrl+Shift+N",), cls.screen_id),
            ActionSpec("library.list", "Go to the list of tasks", ("Backspace",), cls.screen_id),
            ActionSpec("library.next", "Next author", ("]",), cls.screen_id),
            ActionSpec("library.back", "Previous author", ("[",), cls.screen_id),
            ActionSpec("library.clear", "Clear filters", ("Ctrl+Backspace",), cls.screen_id),
            *parts,
        )

    @override
    def handlers(self) -> dict[str, Callable[[], None]]:
        return {
            "library.filter": self._focus_filter,
            "library.run": self._run_selected,
            "library.list": self.table.list.setFocus,
            "library.next": partial(self._step, 1),
            "library.back": partial(self._step, -1),
            "library.clear": self._clear,
            **{f"library.{part.value.lower()}": partial(self.pane.show_part, part) for part in _PART_KEYS},
        }

    @override
    def topbar(self) -> QWidget | None:
        return self._left

    @override
    def topbar_right(self) -> QWidget | None:
        return self._right

    @override
    def status_keys(self) -> tuple[tuple[str, str], ...]:
        return (
            ("↑ / ↓", "task"),
            ("I", "ideas"),
            ("P", "proposals"),
            ("L", "literature"),
            ("R", "runs"),
            ("[ / ]", "author"),
            ("Ctrl+Shift+N", "run stages"),
        )

    @override
    def status_left(self) -> str:
        many = len(self.table.list.chosen())
        return f"{many} selected" if many > 1 else ""

    @override
    def entered(self) -> None:
        if not self._read:
            self.reload()
        self.table.list.setFocus(Qt.FocusReason.OtherFocusReason)

    @override
    def workspace_changed(self) -> None:
        self._read = False
        if self.isVisible():
            self.reload()

    @override
    def close_layer(self) -> bool:
        if self.search.hasFocus() or self.search.text():
            self.search.clear()
            self.table.list.setFocus()
            return True
        return False

    def reload(self) -> None:
        """Read tasks, documents and runs again; what is shown stays until they are there."""
        self._read = True
        workspace = self._ctx.workspace
        self._background.submit(lambda _cancel, _emit: read_library(workspace), done=self._show)

    # --- showing

    def _show(self, tasks: tuple[LibraryTask, ...]) -> None:
        self._tasks = tasks
        for combo, all_words, names in (
            (self.topic, "All topics", topics_of(tasks)),
            (self.venue, "All venues", venues_of(tasks)),
        ):
            chosen = combo.currentData()
            with QSignalBlocker(combo):
                combo.clear()
                combo.addItem(all_words, "")
                for name in names:
                    combo.addItem(name, name)
                combo.setCurrentIndex(max(0, combo.findData(chosen)))
        self._list()

    def _list(self) -> None:
        shown = listed(self._tasks, self._wish)
        self.table.head.show_wish(self._wish)
        self.table.list.show_tasks(shown)
        self._pages.setCurrentIndex(0 if shown or not self._tasks else 1)
        told = f"{len(self._tasks)} tasks"
        self._count.setText(told if len(shown) == len(self._tasks) else f"{told}, {len(shown)} shown")
        self.status_changed.emit()

    def _wish_changed(self) -> None:
        self._wish = replace(
            self._wish,
            text=self.search.text(),
            topic=str(self.topic.currentData() or ""),
            venue=str(self.venue.currentData() or ""),
            with_runs=self.with_runs.isChecked(),
        )
        self._list()

    def _sort(self, column: Column) -> None:
        self._wish = sorted_by(self._wish, column)
        self._list()

    def _show_task(self) -> None:
        self.pane.show_task(self.table.list.current())

    def _read_text(self, wanted: Judged | None) -> None:
        task = self.pane.task
        if task is None:
            return
        if self._reading is not None:
            self._reading.cancel()
        workspace = self._ctx.workspace

        def read() -> str:
            return task_text(workspace, task) if wanted is None else document_text(workspace, wanted.record)

        self._reading = self._background.submit(
            lambda _cancel, _emit: read(), done=partial(self._show_text, task, wanted)
        )

    def _show_text(self, task: LibraryTask, wanted: Judged | None, text: str) -> None:
        if task == self.pane.task:
            self.pane.show_text(wanted, text)

    # --- doing

    def _run_selected(self) -> None:
        chosen = self.table.list.chosen()
        if chosen:
            self._run_tasks(chosen)
        else:
            self.message.emit("Select a task first")

    def _step(self, step: int) -> None:
        documents = self.pane.documents
        many = len(documents.documents.rows)
        if many:
            at = (documents.currentIndex().row() + step) % many
            documents.setCurrentIndex(documents.documents.index(at))

    def _focus_filter(self) -> None:
        self.search.setFocus()
        self.search.selectAll()

    def _clear(self) -> None:
        with QSignalBlocker(self.search), QSignalBlocker(self.topic), QSignalBlocker(self.venue):
            self.search.clear()
            self.topic.setCurrentIndex(0)
            self.venue.setCurrentIndex(0)
        self.with_runs.setChecked(False)
        self._wish_changed()
        self.table.list.setFocus()

    # --- making

    def _connect(self) -> None:
        self.search.textChanged.connect(self._wish_changed)
        self.search.returnPressed.connect(self.table.list.setFocus)
        self.topic.activated.connect(self._wish_changed)
        self.venue.activated.connect(self._wish_changed)
        self.with_runs.toggled.connect(self._wish_changed)
        self.table.head.sort_wanted.connect(self._sort)
        self.table.list.moved.connect(self._rest.start)
        self.table.list.selected.connect(self.status_changed)
        self.table.list.opened.connect(self.pane.take_keyboard)
        self._rest.timeout.connect(self._show_task)
        self.pane.text_wanted.connect(self._read_text)
        self.pane.run_wanted.connect(self.open_run)
        self.nothing.pressed.connect(self._clear)
        self.run.clicked.connect(self._run_selected)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.pane.setFixedWidth(int(self.width() * _PANE_SHARE))

    def _lay_out(self) -> None:
        self._pages.addWidget(self.table)
        self._pages.addWidget(self.nothing)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self._pages, 1)
        row.addWidget(self.pane)

    def _topbar_left(self) -> QWidget:
        return _in_row(label("Library", size="lg", weight="semibold"), self._count, gap=10)

    def _topbar_right(self) -> QWidget:
        return _in_row(self.with_runs, self.topic, self.venue, self.search, self.run, gap=8)


def _in_row(*parts: QWidget, gap: int) -> QWidget:
    box = QWidget()
    row = QHBoxLayout(box)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(gap)
    for part in parts:
        row.addWidget(part)
    return box
