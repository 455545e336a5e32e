"""The list of a transcript's actions: number, tool, file or command, outcome, size; one row each, of any number."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QRectF, QSize, Qt
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem
from typing_extensions import override

from mlrbench_gui.ui.kit import fonts, icons, theme
from mlrbench_gui.ui.kit.paint import RIGHT, draw_row_ground, draw_text, text_width
from mlrbench_gui.ui.kit.rowlist import Index, RowsModel
from mlrbench_gui.ui.screens.audit.evidence.reading.actions import (
    ICONS,
    Filter,
    fits,
    holds,
    is_talk,
    outcome,
    size_words,
    target,
    tool_words,
)

if TYPE_CHECKING:
    from PySide6.QtGui import QPainter

    from mlrbench_gui.audit.transcript.actions import Action

_WIDE = 560
"""From this width on tool and size have columns of their own."""
_TOOL = 84
_SIZE = 76


class ActionModel(RowsModel["Action"]):
    """Actions that pass the filter and hold all words, in order."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._all: tuple[Action, ...] = ()
        self.root = ""
        self._filter = Filter.ALL
        self._words: tuple[str, ...] = ()

    def show_actions(self, actions: tuple[Action, ...], root: str) -> None:
        """List other actions of a run that lay in the folder `root`."""
        self._all, self.root = actions, root
        self._again()

    def set_filter(self, wanted: Filter) -> None:
        """List only what the filter lets through."""
        self._filter = wanted
        self._again()

    def set_words(self, text: str) -> None:
        """List only actions that hold every word, in argument, output or a file's path."""
        self._words = tuple(text.lower().split())
        self._again()

    @property
    def is_narrowed(self) -> bool:
        """Whether some actions may not be listed."""
        return self._filter is not Filter.ALL or bool(self._words)

    def counts(self) -> dict[Filter, int]:
        """How many actions each filter lists."""
        return {wanted: sum(fits(action, wanted) for action in self._all) for wanted in Filter}

    def action(self, row: int) -> Action:
        return self.rows[row]

    def row_of(self, index: int) -> int | None:
        """The row of the action with this index; None if the filter hides it."""
        return next((row for row, action in enumerate(self.rows) if action.index == index), None)

    def _again(self) -> None:
        listed = (action for action in self._all if fits(action, self._filter))
        self.show_rows(tuple(action for action in listed if holds(action, self._words)))

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        action = self.rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return f"{action.kind.value} {target(action, self.root)}"
        if role == Qt.ItemDataRole.AccessibleTextRole:
            parts = [
                f"action {action.index}",
                action.kind.value,
                target(action, self.root),
                outcome(action),
                size_words(action),
            ]
            return ", ".join(part for part in parts if part)
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
        wide = rect.width() >= fonts.px(_WIDE)
        area = rect.adjusted(8, 0, -12, 0)
        failed = action.ok is False
        left = self._draw_start(painter, area, action, wide=wide)
        small = fonts.ui_font(11)
        right = area.right()
        if wide:
            size = QRectF(right - fonts.px(_SIZE), area.top(), fonts.px(_SIZE), area.height())
            words = size_words(action)
            draw_text(
                painter, size, words, font=fonts.mono_font(11), color=theme.color("text-2"), align=RIGHT
            )
            right = size.left() - 12
        if wide and action.ok is not None and not is_talk(action):
            mark = QRectF(right - 14, area.center().y() - 7, 14, 14)
            tone = theme.color("danger" if failed else "text-3")
            icons.paint_icon(painter, "cross" if failed else "check", mark, tone)
            right = mark.left() - 6
        words = "" if wide and action.ok else outcome(action)
        if not wide and action.ok:
            words = "" if is_talk(action) else size_words(action) or words
        tone = theme.color("danger" if failed else "text-2")
        width = min(text_width(words, small) + 4, area.width() * 0.4)
        end = QRectF(right - width, area.top(), width, area.height())
        draw_text(painter, end, words, font=small, color=tone, align=RIGHT)
        text = QRectF(left, area.top(), end.left() - left - 12, area.height())
        talk = is_talk(action)
        font, ink = fonts.ui_font(12) if talk else fonts.mono_font(12), "text-2" if talk else "text"
        draw_text(painter, text, target(action, self._model.root), font=font, color=theme.color(ink))

    def _draw_start(self, painter: QPainter, area: QRectF, action: Action, *, wide: bool) -> float:
        """Number, icon and, where there is room, the tool; returns where they end."""
        dim, width = theme.color("text-3"), fonts.px(34)
        number = QRectF(area.left(), area.top(), width, area.height())
        draw_text(painter, number, str(action.index), font=fonts.mono_font(11), color=dim, align=RIGHT)
        tone = theme.color("danger" if action.ok is False else "text-2")
        left = number.right() + 10
        icons.paint_icon(painter, ICONS[action.kind], QRectF(left, area.center().y() - 7, 14, 14), tone)
        left += 22
        if not wide:
            return left
        tool = QRectF(left, area.top(), fonts.px(_TOOL) - 8, area.height())
        draw_text(painter, tool, tool_words(action), font=fonts.ui_font(12), color=theme.color("text-2"))
        return left + fonts.px(_TOOL)

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
