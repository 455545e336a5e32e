"""The top bar's part of the audit screen: which run, the one before and after, and what it is."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, QStringListModel, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QHBoxLayout,
    QListView,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from mlrbench_gui.domain.first_failure import FirstFailure
from mlrbench_gui.domain.runs import Run
from mlrbench_gui.domain.values import Mode, RunName
from mlrbench_gui.ui.kit import theme
from mlrbench_gui.ui.kit.buttons import Button, IconButton
from mlrbench_gui.ui.kit.elided import ElidedLabel
from mlrbench_gui.ui.kit.fields import SearchField
from mlrbench_gui.ui.kit.fonts import height, ui_font
from mlrbench_gui.ui.kit.icons import paint_icon
from mlrbench_gui.ui.kit.paint import draw_text, text_width
from mlrbench_gui.ui.kit.popover import Popover

_LIST_HEIGHT = 300


class RunButton(QAbstractButton):
    """The run's name as a choice: folders plain, the last part strong."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name = ""
        self.setFixedHeight(height("control"))
        self.setFixedWidth(300)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        theme.theme_signals().changed.connect(self.update)

    def show_name(self, name: str) -> None:
        """Show this run."""
        self._name = name
        self.setAccessibleName(f"run {name}, choose another")
        self.setToolTip(name)
        self.update()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        focus, hover = self.hasFocus(), self.underMouse()
        painter.setBrush(theme.color("panel"))
        role = "focus" if focus else "line-strong" if hover else "line"
        painter.setPen(QPen(theme.color(role), 2.0 if focus else 1.0))
        inset = 1.0 if focus else 0.5
        rect = QRectF(self.rect())
        painter.drawRoundedRect(rect.adjusted(inset, inset, -inset, -inset), 4, 4)
        paint_icon(
            painter,
            "chevron-down",
            QRectF(rect.right() - 21, (rect.height() - 14) / 2, 14, 14),
            theme.color("text-2"),
        )
        folder, _, last = self._name.rpartition("/")
        line = rect.adjusted(9, 0, -26, 0)
        if folder:
            plain = ui_font(12)
            words = f"{folder} / "
            wide = min(round(text_width(words, plain)) + 2, line.width() * 0.55)
            draw_text(
                painter,
                QRectF(line.left(), 0, wide, line.height()),
                words,
                font=plain,
                color=theme.color("text-2"),
            )
            line = line.adjusted(wide, 0, 0, 0)
        draw_text(painter, line, last, font=ui_font(12, 600), color=theme.color("text"))


class RunBar(QWidget):
    """`run_wanted` carries a name, `step_wanted` -1 or 1."""

    run_wanted = Signal(str)
    step_wanted = Signal(int)
    failure_wanted = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._names: tuple[RunName, ...] = ()
        self._popover: Popover | None = None
        self.button = RunButton()
        self.button.clicked.connect(self.open_list)
        self.back = IconButton("chevron-left", "Previous run", key="Alt ↑")
        self.back.clicked.connect(lambda: self.step_wanted.emit(-1))
        self.on = IconButton("chevron-right", "Next run", key="Alt ↓")
        self.on.clicked.connect(lambda: self.step_wanted.emit(1))
        self._line = ElidedLabel()
        self._line.setProperty("role", "text-2")
        self._line.setProperty("textSize", "sm")
        self._line.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        for part in (self.button, self.back, self.on):
            row.addWidget(part)
        row.addWidget(self._line)
        self._failure: FirstFailure | None = None
        self.failed = Button("", icon_name="flag", kind="flat")
        self.failed.clicked.connect(self._ask_failure)
        self.failed.hide()
        row.addWidget(self.failed)
        row.addStretch(1)

    def show_failure(self, failure: FirstFailure | None) -> None:
        """Tell where the run failed first; a click explains it."""
        self._failure = failure
        self.failed.setVisible(failure is not None)
        if failure is not None:
            self.failed.setText(f"Failed first: {failure.step}")
            self.failed.setToolTip(failure.why)
            self.failed.setAccessibleDescription(failure.why)

    def show_run(self, run: Run, names: Sequence[RunName], place: int) -> None:
        """Show a run and where it stands among all."""
        self._names = tuple(names)
        self.button.show_name(run.name)
        self.back.setEnabled(place > 0)
        self.on.setEnabled(place + 1 < len(names))
        self._line.setText(" · ".join(_facts(run, place, len(names))))

    def set_narrow(self, *, narrow: bool) -> None:
        """In a narrow window the facts make way for the rest of the top bar."""
        self.button.setFixedWidth(240 if narrow else 300)

    def open_list(self) -> None:
        """Open the list of runs with its filter."""
        popover = self._popover = self._popover or Popover(self.window())
        chooser = RunChooser(self._names)
        chooser.chosen.connect(self._chosen)
        popover.set_content(chooser)
        below = self.button.rect()
        origin = self.button.mapToGlobal(below.topLeft())
        below.moveTopLeft(origin)
        popover.open_at(below, width=420)
        chooser.field.setFocus(Qt.FocusReason.PopupFocusReason)

    def close_list(self) -> bool:
        """Close the list; True when it was open."""
        if self._popover is None or not self._popover.isVisible():
            return False
        self._popover.close_popover()
        return True

    def _ask_failure(self) -> None:
        if self._failure is not None:
            self.failure_wanted.emit(self._failure.state)

    def _chosen(self, name: str) -> None:
        self.close_list()
        self.run_wanted.emit(name)


class RunChooser(QWidget):
    """A list of runs that is narrowed by typing; Enter takes the marked one."""

    chosen = Signal(str)

    def __init__(self, names: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._names = tuple(names)
        self.field = SearchField("Find a run")
        self.field.textChanged.connect(self._narrow)
        self._model = QStringListModel(list(names), self)
        self.list = QListView()
        self.list.setModel(self._model)
        self.list.setUniformItemSizes(True)
        self.list.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.list.setAccessibleName("Runs")
        self.list.setFixedHeight(_LIST_HEIGHT)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.clicked.connect(lambda index: self.chosen.emit(str(index.data())))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(self.field)
        column.addWidget(self.list)
        self._narrow("")

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}.get(Qt.Key(event.key()))
        row = self.list.currentIndex().row()
        if step is not None:
            self._mark(row + step)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and row >= 0:
            self.chosen.emit(str(self._model.index(row).data()))
        else:
            super().keyPressEvent(event)

    @override
    def sizeHint(self) -> QSize:
        return QSize(394, _LIST_HEIGHT + height("control") + 6)

    def _narrow(self, words: str) -> None:
        wanted = words.casefold().split()
        fitting = [name for name in self._names if all(word in name.casefold() for word in wanted)]
        self._model.setStringList(fitting)
        self._mark(0)

    def _mark(self, row: int) -> None:
        if 0 <= row < self._model.rowCount():
            self.list.setCurrentIndex(self._model.index(row))


def _facts(run: Run, place: int, total: int) -> list[str]:
    facts = [f"run {place + 1} of {total}", "end to end" if run.mode is Mode.END_TO_END else "stepwise"]
    makers = [
        f"{word} {name}"
        for word, name in (("writer", run.writer_model), ("coder", run.coding_agent))
        if name is not None
    ]
    return [*facts, ", ".join(makers)] if makers else facts
