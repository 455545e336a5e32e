"""The Decisions tab: who decided what, when and why; undone ones struck through, orphans on top."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QRectF,
    Qt,
    Signal,
)
from PySide6.QtWidgets import (
    QHBoxLayout,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from mlrbench_gui.ui.kit import fonts, icons, theme
from mlrbench_gui.ui.kit.buttons import Button
from mlrbench_gui.ui.kit.empty import EmptyState
from mlrbench_gui.ui.kit.labels import ground, label
from mlrbench_gui.ui.kit.paint import RIGHT, draw_text, text_width
from mlrbench_gui.ui.kit.rowlist import Index, RowDelegate, RowList, RowsModel
from mlrbench_gui.ui.screens.audit.drawer.decision_rows import DecisionRow, decision_rows
from mlrbench_gui.ui.screens.audit.evidence.reading.ansi import safe_text

if TYPE_CHECKING:
    from PySide6.QtGui import QColor, QFont, QPainter

    from mlrbench_gui.domain.decisions import RunReview


class DecisionModel(RowsModel[DecisionRow]):
    """Rows as `decision_rows` orders them."""

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        row = self.rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return row.words
        if role in {Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole}:
            state = ", undone" if row.undone else ""
            reason = f". Reason: {row.reason}" if row.reason else ""
            return f"{_time(row)} {row.author} {row.words} {row.quote}{state}{reason}".strip()
        return None


class _Row(RowDelegate[DecisionRow]):
    ruled = True

    @override
    def draw(self, painter: QPainter, rect: QRectF, row: DecisionRow, at_row: int) -> None:
        area = rect.adjusted(10, 0, -10, 0)
        if row.orphan:
            box = QRectF(area.left(), area.center().y() - 7, 14, 14)
            icons.paint_icon(painter, "warning", box, theme.color("warn"))
        ink, soft = (
            theme.color("text-3" if row.undone else "text"),
            theme.color("text-3" if row.undone else "text-2"),
        )
        at = area.left() + 22
        at = self._cell(painter, area, (at, 120), _time(row), font=fonts.mono_font(11), color=soft)
        at = self._cell(painter, area, (at, 110), row.author, font=fonts.ui_font(12, 500), color=ink)
        words = fonts.ui_font(12, 500 if row.orphan else 400)
        words.setStrikeOut(row.undone)
        width = min(text_width(row.words, words) + 4, 240.0)
        at = self._cell(painter, area, (at, width), safe_text(row.words), font=words, color=ink)
        small = fonts.ui_font(11)
        end = "undone" if row.undone else safe_text(row.reason)
        room = min(text_width(end, small) + 4, max(0.0, (area.right() - at) * 0.5)) if end else 0.0
        tail = QRectF(area.right() - room, area.top(), room, area.height())
        draw_text(painter, tail, end, font=small, color=soft, align=RIGHT)
        quote = QRectF(at, area.top(), max(0.0, tail.left() - at - 8), area.height())
        if row.quote:
            draw_text(painter, quote, f"“{safe_text(row.quote)}”", font=fonts.ui_font(12), color=soft)

    @staticmethod
    def _cell(
        painter: QPainter, area: QRectF, place: tuple[float, float], text: str, *, font: QFont, color: QColor
    ) -> float:
        box = QRectF(place[0], area.top(), place[1], area.height())
        draw_text(painter, box, text, font=font, color=color)
        return box.right() + 8


class DecisionsTab(QWidget):
    """Emits `claim_requested` with a claim's id, and `undo_requested`."""

    claim_requested = Signal(str)
    undo_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.model = DecisionModel(self)
        self.view = RowList()
        self.view.setModel(self.model)
        self.view.setItemDelegate(_Row(self.view, self.model))
        self.view.setAccessibleName("Decisions, newest first")
        self.view.opened.connect(self.open_current)
        self.view.doubleClicked.connect(lambda _index: self.open_current())
        self.facts = label("", role="text-2", size="xs")
        self.undo = Button("Undo", icon_name="undo", kind="flat")
        self.undo.clicked.connect(self.undo_requested)
        self.empty = EmptyState(
            "No decisions yet", "Accept a claim with A, or give another verdict with 1 to 5."
        )
        self.stack = QStackedWidget()
        self.stack.addWidget(self._page())
        self.stack.addWidget(self.empty)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.stack)
        self.setFocusProxy(self.view)

    def show_review(self, review: RunReview) -> None:
        """Show the log of a review."""
        rows = decision_rows(review)
        self.model.show_rows(rows)
        self.stack.setCurrentIndex(0 if rows else 1)
        people = len({row.author for row in rows if row.author})
        orphans = f", {len(review.orphans)} whose words left the paper" if review.orphans else ""
        self.facts.setText(
            f"{self.count()} decisions by {people} {'person' if people == 1 else 'people'}{orphans}"
        )
        self.undo.setText(f"Undo: {review.undo_name}" if review.undo_name else "Undo")
        self.undo.setEnabled(review.undo_name is not None)

    def count(self) -> int:
        """Decisions that count: neither undone nor orphaned."""
        return sum(not row.undone and not row.orphan for row in self.model.rows)

    def open_current(self) -> None:
        """Go to the claim of the chosen row."""
        row = self.view.currentIndex().row()
        claim = self.model.rows[row].claim if 0 <= row < len(self.model.rows) else None
        if claim is not None:
            self.claim_requested.emit(claim)

    def _page(self) -> QWidget:
        page = QWidget()
        bar = ground(QWidget(), "sunken", edge="bottom")
        row = QHBoxLayout(bar)
        row.setContentsMargins(12, 0, 8, 0)
        row.addWidget(self.facts, 1)
        row.addWidget(self.undo)
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(bar)
        column.addWidget(self.view, 1)
        return page


def _time(row: DecisionRow) -> str:
    """Local time, to the minute."""
    return row.at.astimezone().strftime("%Y-%m-%d %H:%M") if row.at is not None else ""
