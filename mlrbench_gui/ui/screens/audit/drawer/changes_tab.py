"""The Changes tab: what the latest audit says otherwise than the one before, each with its cause; Enter goes there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QPointF,
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
from mlrbench_gui.ui.kit.chips import badge_width, paint_badge
from mlrbench_gui.ui.kit.elided import ElidedLabel
from mlrbench_gui.ui.kit.empty import EmptyState
from mlrbench_gui.ui.kit.glyphs import verdict_pixmap
from mlrbench_gui.ui.kit.labels import ground
from mlrbench_gui.ui.kit.paint import RIGHT, draw_text, text_width
from mlrbench_gui.ui.kit.rowlist import Index, RowDelegate, RowList, RowsModel
from mlrbench_gui.ui.screens.audit.drawer.changes import ChangeRow, change_rows, summary_line
from mlrbench_gui.ui.screens.audit.evidence.reading.ansi import safe_text

if TYPE_CHECKING:
    from PySide6.QtGui import QPainter

    from mlrbench_gui.domain.values import Verdict
    from mlrbench_gui.services.comparing import LastChanges

_TONES = {"new": "plain", "changed": "warn", "gone": "line"}
_GLYPH = 14
_BADGE = 64
_VERDICTS = 56
"""Room for two verdicts and the arrow between them."""


class ChangeModel(RowsModel[ChangeRow]):
    """Rows as `change_rows` orders them."""

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        row = self.rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return safe_text(row.title)
        if role in {Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole}:
            return safe_text(row.words())
        return None


class _Row(RowDelegate[ChangeRow]):
    height = "row-claim"
    ruled = True
    smooth = True

    @override
    def draw(self, painter: QPainter, rect: QRectF, row: ChangeRow, at_row: int) -> None:
        area = rect.adjusted(10, 0, -10, 0)
        top = area.top() + (area.height() - fonts.px(34)) / 2
        first = QRectF(area.left(), top, area.width(), fonts.px(18))
        second = QRectF(area.left(), first.bottom(), area.width(), fonts.px(16))
        height = fonts.height("badge")
        badge = QRectF(area.left(), first.center().y() - height / 2, badge_width(row.change), height)
        paint_badge(painter, badge, row.change, _TONES[row.change])
        left = area.left() + _BADGE
        if row.verdicts != (None, None):
            self._draw_verdicts(painter, QRectF(left, first.top(), _VERDICTS, first.height()), row.verdicts)
        text = left + _VERDICTS
        self._draw_first(painter, first.adjusted(text - first.left(), 0, 0, 0), row)
        self._draw_second(painter, second.adjusted(text - second.left(), 0, 0, 0), row)

    def _draw_verdicts(
        self, painter: QPainter, box: QRectF, verdicts: tuple[Verdict | None, Verdict | None]
    ) -> None:
        """Both verdicts with an arrow between them; one alone where they are equal or a side is not there."""
        old, new = verdicts
        dpr, top = painter.device().devicePixelRatioF(), round(box.center().y() - _GLYPH / 2)
        if old is not None and new is not None and old is not new:
            painter.drawPixmap(QPointF(box.left(), top), verdict_pixmap(old, _GLYPH, dpr))
            arrow = QRectF(box.left() + _GLYPH + 2, top + 1, 12, 12)
            icons.paint_icon(painter, "chevron-right", arrow, theme.color("text-3"))
            painter.drawPixmap(QPointF(arrow.right() + 2, top), verdict_pixmap(new, _GLYPH, dpr))
        elif (there := new or old) is not None:
            painter.drawPixmap(QPointF(box.left() + _GLYPH + 16, top), verdict_pixmap(there, _GLYPH, dpr))

    def _draw_first(self, painter: QPainter, line: QRectF, row: ChangeRow) -> None:
        mono = fonts.mono_font(12, 500)
        width = min(text_width(row.values, mono) + 4, line.width() * 0.5) if row.values else 0.0
        values = QRectF(line.right() - width, line.top(), width, line.height())
        draw_text(painter, values, row.values, font=mono, color=theme.color("text"), align=RIGHT)
        ink = theme.color("text-2" if row.change == "gone" else "text")
        room = line.adjusted(0, 0, -width - 8 if width else 0, 0)
        draw_text(painter, room, safe_text(row.title), font=fonts.ui_font(12, 500), color=ink)

    def _draw_second(self, painter: QPainter, line: QRectF, row: ChangeRow) -> None:
        font = fonts.ui_font(11)
        why = safe_text(row.why)
        width = min(text_width(why, font) + 4, line.width() * 0.5)
        cause = QRectF(line.right() - width, line.top(), width, line.height())
        draw_text(painter, cause, why, font=font, color=theme.color("text-3"), align=RIGHT)
        room = line.adjusted(0, 0, -width - 12, 0)
        draw_text(painter, room, safe_text(row.detail), font=font, color=theme.color("text-2"))


class ChangesTab(QWidget):
    """Emits `claim_requested` with a claim's id, `place_requested` (path, locator) for a finding's file."""

    claim_requested = Signal(str)
    place_requested = Signal(str, object)

    def __init__(self) -> None:
        super().__init__()
        self.model = ChangeModel(self)
        self.view = RowList()
        self.view.setModel(self.model)
        self.view.setItemDelegate(_Row(self.view, self.model))
        self.view.setAccessibleName("Changes since the last audit; Enter goes to the claim")
        self.view.opened.connect(self.open_current)
        self.view.doubleClicked.connect(lambda _index: self.open_current())
        self.facts = ElidedLabel()
        self.facts.setProperty("role", "text-2")
        self.facts.setProperty("textSize", "xs")
        self.empty = EmptyState("")
        self.stack = QStackedWidget()
        self.stack.addWidget(self._listing())
        self.stack.addWidget(self.empty)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.stack)
        self.setFocusProxy(self.view)
        self.show_changes(None)

    def show_changes(self, changes: LastChanges | None) -> None:
        """Show what changed; None for a run that was not audited twice."""
        rows = change_rows(changes.diff) if changes is not None else ()
        self.model.show_rows(rows)
        self.view.setCurrentIndex(self.model.index(0, 0))
        if changes is None:
            words = "After the next audit, what it says otherwise than this one stands here."
            self.empty.say("No earlier audit", words)
        else:
            since = f"Since the audit of {changes.before.astimezone():%Y-%m-%d %H:%M}"
            self.facts.setText(f"{since} · {summary_line(changes.diff)}")
            self.empty.say("Nothing changed", self.facts.text())
        self.stack.setCurrentIndex(0 if rows else 1)

    def count(self) -> int:
        """How many changes are listed."""
        return len(self.model.rows)

    def open_current(self) -> None:
        """Go to the chosen change's claim, or open its file."""
        at = self.view.currentIndex().row()
        row = self.model.rows[at] if 0 <= at < len(self.model.rows) else None
        if row is not None and row.claim is not None:
            self.claim_requested.emit(row.claim)
        elif row is not None and row.path is not None:
            self.place_requested.emit(row.path, None)

    def _listing(self) -> QWidget:
        listing, head = QWidget(), QWidget()
        ground(head, "sunken", edge="bottom")
        line = QHBoxLayout(head)
        line.setContentsMargins(10, 3, 10, 4)
        line.addWidget(self.facts, 1)
        column = QVBoxLayout(listing)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(head)
        column.addWidget(self.view, 1)
        return listing
