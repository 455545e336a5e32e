"""The tasks of a run: found by words and topic, chosen one by one or all that are shown."""

from collections.abc import Collection

from PySide6.QtCore import QEvent, QObject, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget
from typing_extensions import override

from mlrbench_gui.ui.kit import theme
from mlrbench_gui.ui.kit.buttons import Button
from mlrbench_gui.ui.kit.fields import Combo, SearchField
from mlrbench_gui.ui.kit.fonts import mono_font, px, ui_font
from mlrbench_gui.ui.kit.icons import paint_icon
from mlrbench_gui.ui.kit.labels import label, separator
from mlrbench_gui.ui.kit.paint import draw_text, half_pixel
from mlrbench_gui.ui.kit.rowlist import Index, RowDelegate, RowList, RowsModel
from mlrbench_gui.ui.shell.newrun.choices import TaskChoice

ANY_TOPIC = "All topics"
_BOX, _PADDING, _GAP = 14, 16, 10
_ID, _WIDEST_ID = 168, 0.42
"""The column of ids, and the share of a row that it may take."""


class TaskPicker(QWidget):
    """`changed` when other tasks are chosen. A choice outlives the search that led to it."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._tasks: tuple[TaskChoice, ...] = ()
        self._chosen: set[str] = set()
        self.search = SearchField("Search tasks")
        self.topic = Combo("Topic")
        self.list = _TaskList(self._chosen)
        self.count = label("", size="sm", weight="medium")
        self.all = Button("Choose all", kind="link", tip="Ctrl A in the list")
        self.none = Button("Clear", kind="link")
        self._empty = label("No task fits these words", role="text-2", size="sm")
        self._lay_out()
        self._connect()

    def offer(self, tasks: tuple[TaskChoice, ...]) -> None:
        """Show these; chosen ones that are still there stay chosen."""
        self._tasks = tasks
        self._chosen.intersection_update(task.id for task in tasks)
        before = self.topic.currentText()
        self.topic.clear()
        self.topic.addItems([ANY_TOPIC, *sorted({task.topic for task in tasks if task.topic})])
        self.topic.setCurrentText(before)
        self._filter()
        self._tell()

    def chosen(self) -> tuple[str, ...]:
        """The ids in the order of the list."""
        return tuple(task.id for task in self._tasks if task.id in self._chosen)

    def choose(self, ids: Collection[str]) -> None:
        """These alone, as far as they are there, and nothing filtered."""
        self.search.clear()
        self.topic.setCurrentIndex(0)
        self._chosen.clear()
        self._chosen.update(task.id for task in self._tasks if task.id in ids)
        self._tell()

    def choose_shown(self) -> None:
        """All that fit the search, besides those chosen before."""
        self._chosen.update(task.id for task in self.list.rows_model.rows)
        self._tell()

    def clear(self) -> None:
        """None."""
        self._chosen.clear()
        self._tell()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """From the search field, Down leads into the list and Enter takes the first that fits, or leaves it."""
        if event.type() != QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return False
        rows = self.list.rows_model.rows
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier or not rows:
            return False
        if event.key() == Qt.Key.Key_Down:
            self.list.setFocus(Qt.FocusReason.ShortcutFocusReason)
            return True
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and self.search.text().strip():
            self._toggle(0)
            self.search.selectAll()
            return True
        return False

    def _toggle(self, row: int) -> None:
        self._chosen.symmetric_difference_update({self.list.rows_model.rows[row].id})
        self._tell()

    def _filter(self) -> None:
        words = self.search.text().lower().split()
        topic = self.topic.currentText() if self.topic.currentIndex() > 0 else ""
        self.list.rows_model.show_rows(tuple(task for task in self._tasks if task.fits(words, topic)))
        rows = self.list.rows_model.rows
        self.list.setVisible(bool(rows))
        self._empty.setVisible(not rows)
        if rows:
            self.list.setCurrentIndex(self.list.rows_model.index(0))
        self._say()

    def _tell(self) -> None:
        self.list.viewport().update()
        self._say()
        self.changed.emit()

    def _say(self) -> None:
        shown = len(self.list.rows_model.rows)
        self.count.setText(f"{len(self._chosen)} of {len(self._tasks)} chosen")
        self.all.setText(f"Choose all {shown}" if shown == len(self._tasks) else f"Choose these {shown}")
        left = any(task.id not in self._chosen for task in self.list.rows_model.rows)
        self.all.setEnabled(left)
        self.none.setEnabled(bool(self._chosen))

    def _connect(self) -> None:
        self.search.installEventFilter(self)
        self.search.textChanged.connect(self._filter)
        self.topic.currentIndexChanged.connect(self._filter)
        self.list.toggled.connect(self._toggle)
        self.list.all_wanted.connect(self.choose_shown)
        self.all.clicked.connect(self.choose_shown)
        self.none.clicked.connect(self.clear)

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setContentsMargins(_PADDING, 12, 12, 10)
        head.setSpacing(8)
        head.addWidget(self.search, 1)
        theme.keep_fit(self.topic, lambda: self.topic.setFixedWidth(px(150)))
        head.addWidget(self.topic)
        foot = QHBoxLayout()
        foot.setContentsMargins(_PADDING, 6, 12, 6)
        foot.setSpacing(4)
        foot.addWidget(self.count, 1)
        foot.addWidget(self.all)
        foot.addWidget(self.none)
        self._empty.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._empty.setContentsMargins(_PADDING, 12, 12, 12)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(separator())
        column.addWidget(self.list, 1)
        column.addWidget(self._empty, 1)
        column.addWidget(separator())
        column.addLayout(foot)


class _TasksModel(RowsModel[TaskChoice]):
    def __init__(self, parent: QObject, chosen: set[str]) -> None:
        super().__init__(parent)
        self._chosen = chosen

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        task = self.rows[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return task.title
            case Qt.ItemDataRole.AccessibleTextRole:
                state = "chosen" if task.id in self._chosen else "not chosen"
                return f"{state}: {task.title}, {task.id}"
            case Qt.ItemDataRole.ToolTipRole:
                parts = (task.title, task.id, task.venue, task.topic)
                return "\n".join(part for part in parts if part)
            case _:
                return None


class _TaskList(RowList):
    """`toggled` with a row: by Space, Enter or a click; `all_wanted` by Ctrl+A."""

    toggled = Signal(int)
    all_wanted = Signal()

    def __init__(self, chosen: set[str]) -> None:
        super().__init__()
        self.setAccessibleName("Tasks")
        self.rows_model = _TasksModel(self, chosen)
        self.setModel(self.rows_model)
        self.setItemDelegate(_TaskDelegate(self, self.rows_model, chosen))

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        row = self.currentIndex().row()
        control = event.modifiers() & Qt.KeyboardModifier.ControlModifier
        if event.key() == Qt.Key.Key_A and control:
            self.all_wanted.emit()
        elif event.key() in {Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter} and row >= 0:
            self.toggled.emit(row)
        else:
            super().keyPressEvent(event)

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        if index.isValid() and event.button() == Qt.MouseButton.LeftButton:
            self.toggled.emit(index.row())


class _TaskDelegate(RowDelegate[TaskChoice]):
    """Box, title, and the id at the right."""

    smooth = True

    def __init__(self, view: RowList, model: RowsModel[TaskChoice], chosen: set[str]) -> None:
        super().__init__(view, model)
        self._chosen = chosen

    @override
    def draw(self, painter: QPainter, rect: QRectF, row: TaskChoice, at_row: int) -> None:
        box = QRectF(rect.left() + _PADDING, round(rect.center().y() - _BOX / 2), _BOX, _BOX)
        _draw_box(painter, box, on=row.id in self._chosen)
        wide = min(px(_ID), rect.width() * _WIDEST_ID)
        ids = QRectF(rect.right() - 12 - wide, rect.top(), wide, rect.height())
        draw_text(painter, ids, row.id, font=mono_font(11), color=theme.color("text-2"))
        words = rect.adjusted(_PADDING + _BOX + _GAP, 0, -(wide + 12 + _GAP), 0)
        draw_text(painter, words, row.title, font=ui_font(12), color=theme.color("text"))


def _draw_box(painter: QPainter, box: QRectF, *, on: bool) -> None:
    pen = QPen(theme.color("accent" if on else "line-strong"), 1)
    pen.setCosmetic(True)
    painter.setPen(pen)
    painter.setBrush(theme.color("accent" if on else "panel"))
    painter.drawRoundedRect(half_pixel(box), 3, 3)
    if on:
        paint_icon(painter, "check", box.adjusted(1, 1, -1, -1), theme.color("on-accent"))
