"""Lists of means and counts: each as tall as its rows, and the keyboard walks from one list into the next."""

from collections.abc import Sequence
from typing import Generic, TypeVar

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QSizePolicy
from typing_extensions import override

from mlrbench_gui.ui.kit import fonts, theme
from mlrbench_gui.ui.kit.rowlist import RowList, SpokenModel

Row = TypeVar("Row")
Index = QModelIndex | QPersistentModelIndex


class FittedList(RowList, Generic[Row]):
    """As tall as its rows.

    `left` tells -1 or 1 where the keyboard goes over an end, `moved` that the row is another.
    """

    left = Signal(int)
    moved = Signal()

    def __init__(self, model: SpokenModel[Row], name: str) -> None:
        super().__init__()
        self.rows_model = model
        self.setModel(model)
        self.setAccessibleName(name)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.doubleClicked.connect(lambda _index: self.opened.emit())
        self.selectionModel().currentChanged.connect(lambda *_: self.moved.emit())
        theme.theme_signals().changed.connect(self._fit)
        self._fit()

    def show_rows(self, rows: Sequence[Row]) -> None:
        """Other rows; the keyboard stays on the number of its row."""
        at = self.currentIndex().row()
        self.rows_model.show_rows(tuple(rows))
        self._fit()
        if at >= 0 and rows:
            self.setCurrentIndex(self.rows_model.index(min(at, len(rows) - 1)))

    def current(self) -> Row | None:
        """The row that the keyboard is on."""
        at = self.currentIndex().row()
        return self.rows_model.rows[at] if 0 <= at < len(self.rows_model.rows) else None

    def enter(self, step: int) -> None:
        """The keyboard comes from the list before (1) or behind (-1)."""
        count = len(self.rows_model.rows)
        if count:
            self.setCurrentIndex(self.rows_model.index(0 if step > 0 else count - 1))
        self.setFocus(Qt.FocusReason.TabFocusReason)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        at, last = self.currentIndex().row(), len(self.rows_model.rows) - 1
        plain = event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
        if plain and event.key() == Qt.Key.Key_Up and at <= 0:
            self.left.emit(-1)
        elif plain and event.key() == Qt.Key.Key_Down and at >= last:
            self.left.emit(1)
        else:
            super().keyPressEvent(event)

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if self.currentIndex().row() < 0 and self.rows_model.rows:
            self.setCurrentIndex(self.rows_model.index(0))
        self.moved.emit()

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() not in (
            Qt.FocusReason.PopupFocusReason,
            Qt.FocusReason.ActiveWindowFocusReason,
            Qt.FocusReason.OtherFocusReason,
        ):
            self.clearSelection()

    @override
    def sizeHint(self) -> QSize:
        return QSize(120, max(1, len(self.rows_model.rows)) * fonts.height("row-dense"))

    @override
    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def _fit(self) -> None:
        self.setFixedHeight(self.sizeHint().height())
