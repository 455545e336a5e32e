"""The provenance trail: number ← file ← script line ← literal, walked by keyboard."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPointF,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QPen
from PySide6.QtWidgets import (
    QHBoxLayout,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from mlrbench_gui.domain.values import Provenance, Trust
from mlrbench_gui.ui.kit import fonts, icons, theme
from mlrbench_gui.ui.kit.chips import KeyCap, badge_width, paint_badge
from mlrbench_gui.ui.kit.glyphs import trust_pixmap
from mlrbench_gui.ui.kit.labels import ground, label
from mlrbench_gui.ui.kit.paint import draw_line, draw_row_ground, draw_text, half_pixel, trust_pen
from mlrbench_gui.ui.screens.audit.evidence.citation import place_text
from mlrbench_gui.ui.screens.audit.evidence.naming import PROVENANCE_WORDS, local_words, step_icon
from mlrbench_gui.ui.screens.audit.evidence.reading.ansi import safe_text

if TYPE_CHECKING:
    from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter

    from mlrbench_gui.domain.audit import Evidence, TrailStep

Index = QModelIndex | QPersistentModelIndex
_BOX = 20
_LEFT = 12
_TALL, _LOW = 640, 520
_MOST_ROWS = 4


def steps_of(evidence: Evidence) -> tuple[TrailStep, ...]:
    """The evidence's trail; value and file alone where the engine traced no further."""
    from mlrbench_gui.domain.audit import TrailStep

    if evidence.trail:
        return evidence.trail
    place = place_text(evidence.locator)
    value = TrailStep(
        kind="value",
        title="the file itself" if evidence.value is None else str(evidence.value),
        detail=evidence.name or place,
        path=evidence.path,
        locator=evidence.locator,
    )
    file = TrailStep(
        kind="file",
        title=evidence.path,
        detail="how it was made is not traced",
        path=evidence.path,
        provenance=evidence.provenance,
    )
    return value, file


class TrailModel(QAbstractListModel):
    """The steps, the value first."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.steps: tuple[TrailStep, ...] = ()
        self._run = ""

    def show_steps(self, steps: tuple[TrailStep, ...], run: str = "") -> None:
        """Show another trail, of a run."""
        self.beginResetModel()
        self.steps, self._run = steps, run
        self.endResetModel()

    def title(self, step: TrailStep) -> str:
        """A step's first line, in the run's own paths."""
        return step.title if step.kind == "value" else local_words(step.title, self._run)

    @override
    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.steps)

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        step = self.steps[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return self.title(step)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            decides = ", decides the trust" if step.decides_trust else ""
            return f"{step.kind}: {self.title(step)}, {step.detail}, {PROVENANCE_WORDS[step.provenance]}{decides}"
        if role == Qt.ItemDataRole.ToolTipRole:
            return "\n".join(part for part in (step.title, step.detail, step.path or "") if part)
        return None


class _Step(QStyledItemDelegate):
    def __init__(self, view: QListView, model: TrailModel) -> None:
        super().__init__(view)
        self._view, self._model = view, model

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(100, fonts.height("row-trail"))

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        step, rect = self._model.steps[index.row()], QRectF(option.rect)
        focused = self._view.hasFocus()
        chosen = bool(option.state & QStyle.StateFlag.State_Selected) and focused
        hovered = bool(option.state & QStyle.StateFlag.State_MouseOver)
        draw_row_ground(painter, rect, selected=chosen, focused=focused, hovered=hovered)
        self._draw_box(painter, rect, step, index.row())
        right = self._draw_badge(painter, rect, step)
        text = rect.adjusted(_LEFT + _BOX + 8, 2, 0, 0)
        text.setRight(right - 8)
        half = QRectF(text.left(), text.top(), text.width(), 16)
        title = safe_text(self._model.title(step))
        draw_text(painter, half, title, font=fonts.mono_font(12), color=theme.color("text"))
        below = QRectF(text.left(), half.bottom(), text.width(), 14)
        draw_text(painter, below, safe_text(step.detail), font=fonts.ui_font(11), color=theme.color("text-2"))

    def _draw_box(self, painter: QPainter, rect: QRectF, step: TrailStep, row: int) -> None:
        middle = rect.left() + _LEFT + _BOX / 2
        box = QRectF(rect.left() + _LEFT, round(rect.center().y() - _BOX / 2), _BOX, _BOX)
        if row:
            draw_line(painter, QPointF(middle, rect.top()), QPointF(middle, box.top()), "line-strong")
        if row < len(self._model.steps) - 1:
            draw_line(
                painter, QPointF(middle, box.bottom()), QPointF(middle, rect.bottom() + 1), "line-strong"
            )
        color = theme.color("warn" if step.decides_trust else "line-strong")
        pen = trust_pen(Trust.DOUBTFUL, color) if step.decides_trust else QPen(color, 1)
        pen.setCosmetic(True)
        painter.setPen(pen)
        painter.setBrush(theme.color("panel"))
        painter.drawRoundedRect(half_pixel(box), 3, 3)
        ink = theme.color("warn" if step.decides_trust else "text-2")
        icons.paint_icon(painter, step_icon(step.kind, step.path), box.adjusted(3, 3, -3, -3), ink)

    def _draw_badge(self, painter: QPainter, rect: QRectF, step: TrailStep) -> float:
        """The class badge at the right; returns where it begins."""
        bare = step.kind == "value" or (step.provenance is Provenance.UNKNOWN and step.kind != "file")
        if bare and not step.decides_trust:
            return rect.right()
        words = PROVENANCE_WORDS[step.provenance]
        height = fonts.height("chip")
        width = badge_width(words) + (18 if step.decides_trust else 2)
        box = QRectF(rect.right() - 12 - width, rect.center().y() - height / 2, width, height)
        if not step.decides_trust:
            paint_badge(painter, box, words)
            return box.left()
        painter.setPen(trust_pen(Trust.DOUBTFUL, theme.color("line-strong")))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(half_pixel(box), 3, 3)
        dpr = painter.device().devicePixelRatioF()
        glyph = trust_pixmap(Trust.DOUBTFUL, theme.color("text"), 14, dpr)
        painter.drawPixmap(QPointF(box.left() + 4, round(box.center().y() - 7)), glyph)
        draw_text(
            painter, box.adjusted(21, 0, -2, 0), words, font=fonts.ui_font(11, 500), color=theme.color("text")
        )
        return box.left()


class TrailList(QListView):
    """Enter opens a step's place, Backspace returns to the evidence."""

    opened = Signal(int)
    returned = Signal()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.opened.emit(self.currentIndex().row())
        elif event.key() == Qt.Key.Key_Backspace:
            self.returned.emit()
        else:
            super().keyPressEvent(event)

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if not self.currentIndex().isValid():
            self.setCurrentIndex(self.model().index(0, 0))
        self.viewport().update()

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.viewport().update()


class Trail(QWidget):
    """Head line and steps. Emits the step to open, and `returned`."""

    step_opened = Signal(object)
    returned = Signal()

    def __init__(self) -> None:
        super().__init__()
        ground(self, "panel", edge="top")
        self.model = TrailModel(self)
        self.list = TrailList()
        self.list.setModel(self.model)
        self.list.setItemDelegate(_Step(self.list, self.model))
        self.list.setUniformItemSizes(True)
        self.list.setMouseTracking(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setAccessibleName("Where the value comes from")
        self.list.opened.connect(self._open)
        self.list.clicked.connect(lambda index: self._open(index.row()))
        self.list.returned.connect(self.returned)
        head = QHBoxLayout()
        head.setContentsMargins(12, 0, 12, 0)
        head.setSpacing(6)
        title = label("Where the value comes from", role="text-2", size="xs", weight="semibold")
        head.addWidget(title, 1)
        head.addWidget(KeyCap("T"))
        head.addWidget(label("walk", role="text-2", size="xs"))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 6, 0, 6)
        column.setSpacing(2)
        column.addLayout(head)
        column.addWidget(self.list)
        self.setFocusProxy(self.list)

    def show_evidence(self, evidence: Evidence | None, most_rows: int = _MOST_ROWS, run: str = "") -> None:
        """Show the trail of a piece of evidence; without one the trail is not shown."""
        self.model.show_steps(steps_of(evidence) if evidence is not None else (), run)
        self.set_most_rows(most_rows)
        self.setVisible(bool(self.model.steps))

    def set_most_rows(self, rows: int) -> None:
        """How many steps are seen without scrolling."""
        shown = min(len(self.model.steps), max(1, rows))
        self.list.setFixedHeight(shown * fonts.height("row-trail"))

    def _open(self, row: int) -> None:
        if 0 <= row < len(self.model.steps):
            self.step_opened.emit(self.model.steps[row])


def rows_for(height: int) -> int:
    """How many steps a pane of this height shows without scrolling."""
    return 4 if height >= _TALL else 3 if height >= _LOW else 2
