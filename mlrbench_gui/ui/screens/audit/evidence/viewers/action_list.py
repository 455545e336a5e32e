"""The list of a transcript's actions: number, kind, file or command, outcome; one row each, any number of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem
from typing_extensions import override

from mlrbench_gui.ui.kit import fonts, icons, theme
from mlrbench_gui.ui.kit.paint import RIGHT, draw_row_ground, draw_text, text_width
from mlrbench_gui.ui.screens.audit.evidence.reading.actions import ICONS, Filter, fits, outcome, target

if TYPE_CHECKING:
    from PySide6.QtGui import QPainter

    from mlrbench_gui.audit.transcript.actions import Action

Index = QModelIndex | QPersistentModelIndex


class ActionModel(QAbstractListModel):
    """Actions that pass the filter, in order."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._all: tuple[Action, ...] = ()
        self._shown: list[Action] = []
        self._filter = Filter.ALL

    def show_actions(self, actions: tuple[Action, ...]) -> None:
        """List other actions."""
        self._all = actions
        self.set_filter(self._filter)

    def set_filter(self, wanted: Filter) -> None:
        """List only what the filter lets through."""
        self.beginResetModel()
        self._filter = wanted
        self._shown = [action for action in self._all if fits(action, wanted)]
        self.endResetModel()

    def counts(self) -> dict[Filter, int]:
        """How many actions each filter lists."""
        return {wanted: sum(fits(action, wanted) for action in self._all) for wanted in Filter}

    def action(self, row: int) -> Action:
        return self._shown[row]

    def row_of(self, index: int) -> int | None:
        """The row of the action with this index; None if the filter hides it."""
        return next((row for row, action in enumerate(self._shown) if action.index == index), None)

    @override
    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._shown)

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        action = self._shown[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return f"{action.kind.value} {target(action)}"
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"action {action.index}, {action.kind.value}, {target(action)}, {outcome(action)}"
        if role == Qt.ItemDataRole.ToolTipRole:
            return target(action)
        return None


class ActionRow(QStyledItemDelegate):
    """Paints a row; the action that carries evidence is marked in its verdict's colours."""

    def __init__(self, view: QListView, model: ActionModel) -> None:
        super().__init__(view)
        self._view, self._model = view, model
        self.marked: int | None = None
        self.verdict = "unverifiable"

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(100, fonts.height("row-dense"))

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        action, rect = self._model.action(index.row()), QRectF(option.rect)
        self._ground(painter, rect, option, marked=action.index == self.marked)
        area = rect.adjusted(8, 0, -12, 0)
        number = QRectF(area.left(), area.top(), 34, area.height())
        draw_text(
            painter,
            number,
            str(action.index),
            font=fonts.mono_font(11),
            color=theme.color("text-3"),
            align=RIGHT,
        )
        failed = action.ok is False
        tone = theme.color("danger" if failed else "text-2")
        icons.paint_icon(
            painter, ICONS[action.kind], QRectF(area.left() + 44, area.center().y() - 7, 14, 14), tone
        )
        words, small = outcome(action), fonts.ui_font(11)
        width = min(text_width(words, small) + 4, area.width() * 0.4)
        end = QRectF(area.right() - width, area.top(), width, area.height())
        draw_text(painter, end, words, font=small, color=tone, align=RIGHT)
        text = QRectF(area.left() + 66, area.top(), area.width() - 66 - width - 8, area.height())
        draw_text(painter, text, target(action), font=fonts.mono_font(12), color=theme.color("text"))

    def _ground(self, painter: QPainter, rect: QRectF, option: QStyleOptionViewItem, *, marked: bool) -> None:
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        if marked:
            painter.fillRect(rect, theme.current().chip(self.verdict))
            painter.fillRect(
                QRectF(rect.left(), rect.top(), 3, rect.height()), theme.current().solid(self.verdict)
            )
        if not marked or (chosen and self._view.hasFocus()):
            hovered = bool(option.state & QStyle.StateFlag.State_MouseOver)
            draw_row_ground(painter, rect, selected=chosen, focused=self._view.hasFocus(), hovered=hovered)
