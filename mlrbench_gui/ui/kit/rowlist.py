"""A list of rows painted by a delegate, with what all such lists share, and a model of rows that are shown together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem
from typing_extensions import override

from mlrbench_gui.ui.kit import fonts
from mlrbench_gui.ui.kit.paint import draw_line, draw_row_ground

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent, QPainter

Row = TypeVar("Row")
Index = QModelIndex | QPersistentModelIndex


class RowsModel(QAbstractListModel, Generic[Row]):
    """Rows in the order given. A subclass says what each tells."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows: tuple[Row, ...] = ()

    def show_rows(self, rows: tuple[Row, ...]) -> None:
        """Show other rows."""
        self.beginResetModel()
        self.rows = rows
        self.endResetModel()

    @override
    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.rows)


class SpokenModel(RowsModel[Row], Generic[Row]):
    """Rows that say themselves to assistive programs and as tooltips."""

    def spoken(self, row: Row) -> str:
        """The row in words."""
        raise NotImplementedError

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        told = (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole)
        return self.spoken(self.rows[index.row()]) if role in told and index.isValid() else None


class RowDelegate(QStyledItemDelegate, Generic[Row]):
    """Paints rows of one height on the ground of hover and choice; a subclass draws what stands on it.

    `height` is the name of a row's height, `ruled` whether a line parts it from the next, `smooth` whether lines are
    drawn with soft edges.
    """

    height = "row"
    ruled = False
    smooth = False

    def __init__(self, view: QListView, model: RowsModel[Row]) -> None:
        super().__init__(view)
        self.view, self.model = view, model

    def draw(self, painter: QPainter, rect: QRectF, row: Row, at_row: int) -> None:
        """Draw the row that stands at this number of the list into its rectangle."""
        raise NotImplementedError

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(100, fonts.height(self.height))

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        rect = QRectF(option.rect)
        if self.smooth:
            painter.setRenderHint(painter.RenderHint.Antialiasing)
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        hovered = bool(option.state & QStyle.StateFlag.State_MouseOver)
        draw_row_ground(painter, rect, selected=chosen, focused=self.view.hasFocus(), hovered=hovered)
        if self.ruled:
            draw_line(painter, rect.bottomLeft(), rect.bottomRight())
        self.draw(painter, rect, self.model.rows[index.row()], index.row())


class RowList(QListView):
    """Rows of one height that answer to the pointer; Enter emits `opened`."""

    opened = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.opened.emit()
        else:
            super().keyPressEvent(event)
