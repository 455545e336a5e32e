"""The list of tasks under its head; several can be selected."""

from collections.abc import Collection

from PySide6.QtCore import QItemSelectionModel, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractItemView, QSizePolicy, QVBoxLayout, QWidget
from typing_extensions import override

from mlrbench_gui.services.library import LibraryTask
from mlrbench_gui.ui.kit import fonts, theme
from mlrbench_gui.ui.kit.fonts import mono_font, px, ui_font
from mlrbench_gui.ui.kit.icons import paint_icon
from mlrbench_gui.ui.kit.paint import LEFT, RIGHT, draw_line, draw_text, text_width
from mlrbench_gui.ui.kit.rowlist import RowDelegate, RowList, SpokenModel
from mlrbench_gui.ui.screens.library.listing import NUMBERS, Column, Wish, cell_words, spoken

_WIDTHS = {Column.VENUE: 92, Column.TOPIC: 132, Column.IDEAS: 58, Column.PROPOSALS: 66, Column.RUNS: 38}
_DROPPED = ((Column.TOPIC, 640), (Column.VENUE, 520))
"""Columns that go where the list is narrower; what they tell stands in the task's head too."""
_PAD, _GAP = 12, 12


def places(wide: float, tall: float, top: float = 0) -> dict[Column, QRectF]:
    """Where each shown column stands; the title takes what is left."""
    hidden = {column for column, least in _DROPPED if wide < px(least)}
    widths = {column: float(px(size)) for column, size in _WIDTHS.items() if column not in hidden}
    room = wide - 2 * _PAD - sum(widths.values()) - _GAP * len(widths)
    found, left = {}, float(_PAD)
    for column in Column:
        if column in hidden:
            continue
        size = widths.get(column, max(room, 60.0))
        found[column] = QRectF(left, top, size, tall)
        left += size + _GAP
    return found


class TaskModel(SpokenModel[LibraryTask]):
    """Tasks in their order."""

    @override
    def spoken(self, row: LibraryTask) -> str:
        return spoken(row)


class TaskDelegate(RowDelegate[LibraryTask]):
    """A task in one line."""

    height = "row"
    ruled = True

    @override
    def draw(self, painter: QPainter, rect: QRectF, row: LibraryTask, at_row: int) -> None:
        for column, place in places(rect.width(), rect.height(), rect.top()).items():
            words = cell_words(row, column)
            if column is Column.TASK:
                draw_text(painter, place, words, font=ui_font(12, 500), color=theme.color("text"))
            elif column in NUMBERS:
                role = "text" if column is Column.RUNS else "text-2"
                draw_text(painter, place, words, font=mono_font(12), color=theme.color(role), align=RIGHT)
            else:
                draw_text(painter, place, words, font=ui_font(12), color=theme.color("text-2"))


class TaskList(RowList):
    """`moved` tells that the keyboard is on another task, `selected` that other ones are selected."""

    moved = Signal()
    selected = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.tasks = TaskModel(self)
        self.setModel(self.tasks)
        self.setItemDelegate(TaskDelegate(self, self.tasks))
        self.setAccessibleName("Tasks")
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.doubleClicked.connect(lambda _index: self.opened.emit())
        self.selectionModel().currentChanged.connect(lambda *_: self.moved.emit())
        self.selectionModel().selectionChanged.connect(lambda *_: self.selected.emit())

    def current(self) -> LibraryTask | None:
        """The task that the keyboard is on."""
        at = self.currentIndex().row()
        return self.tasks.rows[at] if 0 <= at < len(self.tasks.rows) else None

    def chosen(self) -> tuple[str, ...]:
        """The ids of the selected tasks, in the order of the list."""
        rows = sorted(index.row() for index in self.selectedIndexes())
        return tuple(self.tasks.rows[row].id for row in rows)

    def show_tasks(self, tasks: tuple[LibraryTask, ...]) -> None:
        """Show others; keyboard and selection stay on the tasks that are still there."""
        current, chosen = self.current(), frozenset(self.chosen())
        self.tasks.show_rows(tasks)
        if not tasks:
            self.moved.emit()
            return
        at = next((n for n, task in enumerate(tasks) if current is not None and task.id == current.id), 0)
        self.setCurrentIndex(self.tasks.index(at))
        self._select(chosen)

    def _select(self, ids: Collection[str]) -> None:
        flag = QItemSelectionModel.SelectionFlag.Select
        for n, task in enumerate(self.tasks.rows):
            if task.id in ids:
                self.selectionModel().select(self.tasks.index(n), flag)


class TaskHead(QWidget):
    """Heads of the columns; `sort_wanted` carries the one that was pressed."""

    sort_wanted = Signal(object)

    def __init__(self, under: QAbstractItemView) -> None:
        super().__init__()
        self._wish = Wish()
        self._under = under
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.keep_fit(self, lambda: self.setFixedHeight(fonts.height("table-head")))
        theme.theme_signals().changed.connect(self.update)

    def show_wish(self, wish: Wish) -> None:
        """Mark the column that is sorted by."""
        self._wish = wish
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(400, fonts.height("table-head"))

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        for column, place in places(self._under.viewport().width(), self.height()).items():
            if place.adjusted(-_GAP / 2, 0, _GAP / 2, 0).contains(event.position()):
                self.sort_wanted.emit(column)

    @override
    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        rect = QRectF(self.rect())
        painter.fillRect(rect, theme.color("sunken"))
        draw_line(painter, rect.bottomLeft() - QPointF(0, 0.5), rect.bottomRight() - QPointF(0, 0.5))
        font, color = ui_font(11, 600), theme.color("text-2")
        for column, place in places(self._under.viewport().width(), rect.height()).items():
            right = column in NUMBERS
            draw_text(painter, place, column.value, font=font, color=color, align=RIGHT if right else LEFT)
            if column is self._wish.sort:
                wide = text_width(column.value, font)
                left = place.right() - wide - 14 if right else place.left() + wide + 3
                box = QRectF(left, place.center().y() - 6, 12, 12)
                paint_icon(painter, "chevron-down" if self._wish.descending else "chevron-up", box, color)


class TaskTable(QWidget):
    """Head and list."""

    def __init__(self) -> None:
        super().__init__()
        self.list = TaskList()
        self.head = TaskHead(self.list)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.head)
        column.addWidget(self.list, 1)
        self.setFocusProxy(self.list)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
