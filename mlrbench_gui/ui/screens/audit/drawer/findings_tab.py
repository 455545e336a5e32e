"""The Findings tab: severity, kind, message, place; confirmed with Y, dismissed with X, opened with Enter."""

from __future__ import annotations

from typing import TYPE_CHECKING

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
from PySide6.QtGui import QFont, QPainter
from PySide6.QtWidgets import (
    QListView,
    QStackedWidget,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from mlrbench_gui.domain.values import SEVERITY_RANK, Severity
from mlrbench_gui.ui.kit import fonts, icons, theme
from mlrbench_gui.ui.kit.chips import badge_width, paint_badge
from mlrbench_gui.ui.kit.empty import EmptyState
from mlrbench_gui.ui.kit.paint import RIGHT, draw_line, draw_row_ground, draw_text, text_width
from mlrbench_gui.ui.kit.rowlist import RowList
from mlrbench_gui.ui.screens.audit.evidence.citation import short_place
from mlrbench_gui.ui.screens.audit.evidence.reading.ansi import safe_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mlrbench_gui.domain.decisions import ReviewedFinding

Index = QModelIndex | QPersistentModelIndex
_TONES = {Severity.HIGH: "danger", Severity.MEDIUM: "warn", Severity.LOW: "line"}
_KIND_WIDTH = 172


def worst_first(findings: Sequence[ReviewedFinding]) -> tuple[ReviewedFinding, ...]:
    """High before medium before low; the engine's order within."""
    return tuple(sorted(findings, key=lambda item: -SEVERITY_RANK[item.finding.severity]))


def count_badge(findings: Sequence[ReviewedFinding]) -> tuple[str, str]:
    """Words and tone for the tab: how many of the worst severity stand; dismissed ones do not count."""
    standing = [item.finding.severity for item in findings if item.confirmed is not False]
    if not standing:
        return "", "plain"
    worst = max(standing, key=SEVERITY_RANK.__getitem__)
    return f"{standing.count(worst)} {worst.value}", _TONES[worst]


class FindingModel(QAbstractListModel):
    """Findings, the worst first."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.findings: tuple[ReviewedFinding, ...] = ()

    def show_findings(self, findings: Sequence[ReviewedFinding]) -> None:
        """Show other findings."""
        self.beginResetModel()
        self.findings = worst_first(findings)
        self.endResetModel()

    @override
    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.findings)

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        item = self.findings[index.row()]
        if role in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole}:
            return item.finding.message
        if role == Qt.ItemDataRole.AccessibleTextRole:
            state = {None: "open", True: "confirmed", False: "dismissed"}[item.confirmed]
            kind = item.finding.kind.value.replace("_", " ")
            return f"{item.finding.severity.value}, {kind}, {state}: {item.finding.message}"
        return None


class _Row(QStyledItemDelegate):
    def __init__(self, view: QListView, model: FindingModel) -> None:
        super().__init__(view)
        self._view, self._model = view, model

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(100, fonts.height("row"))

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        item, rect = self._model.findings[index.row()], QRectF(option.rect)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        hovered = bool(option.state & QStyle.StateFlag.State_MouseOver)
        draw_row_ground(painter, rect, selected=chosen, focused=self._view.hasFocus(), hovered=hovered)
        draw_line(painter, rect.bottomLeft(), rect.bottomRight())
        area = rect.adjusted(10, 0, -10, 0)
        words, height = item.finding.severity.value, fonts.height("badge")
        badge = QRectF(area.left(), area.center().y() - height / 2, badge_width(words), height)
        paint_badge(painter, badge, words, _TONES[item.finding.severity])
        dismissed = item.confirmed is False
        ink = theme.color("text-3" if dismissed else "text")
        kind = QRectF(area.left() + 70, area.top(), _KIND_WIDTH, area.height())
        name = item.finding.kind.value.replace("_", " ")
        draw_text(painter, kind, name, font=_struck(fonts.ui_font(12, 500), on=dismissed), color=ink)
        right = self._draw_state(painter, area, item)
        place = short_place(item.finding.path, item.finding.locator) if item.finding.path else ""
        mono = fonts.mono_font(11)
        width = min(text_width(place, mono) + 4, area.width() * 0.3)
        link = QRectF(right - width, area.top(), width, area.height())
        draw_text(painter, link, place, font=mono, color=theme.color("accent-ink"), align=RIGHT)
        text = QRectF(kind.right() + 8, area.top(), link.left() - kind.right() - 20, area.height())
        message = safe_text(item.finding.message)
        draw_text(painter, text, message, font=_struck(fonts.ui_font(12), on=dismissed), color=ink)

    def _draw_state(self, painter: QPainter, area: QRectF, item: ReviewedFinding) -> float:
        if item.confirmed is not None:
            name = "check" if item.confirmed else "cross"
            box = QRectF(area.right() - 14, area.center().y() - 7, 14, 14)
            icons.paint_icon(painter, name, box, theme.color("ok" if item.confirmed else "text-3"))
        return area.right() - 24


class FindingsTab(QWidget):
    """Emits `place_requested` (path, locator) and `judged` (id, confirmed)."""

    place_requested = Signal(str, object)
    judged = Signal(str, bool)

    def __init__(self) -> None:
        super().__init__()
        self.model = FindingModel(self)
        self.view = RowList()
        self.view.setModel(self.model)
        self.view.setItemDelegate(_Row(self.view, self.model))
        self.view.setAccessibleName("Findings; Y confirms, X dismisses, Enter opens the place")
        self.view.opened.connect(self.open_current)
        self.view.doubleClicked.connect(lambda _index: self.open_current())
        self.empty = EmptyState("No findings", "The audit found no fault of the run as a whole.")
        self.stack = QStackedWidget()
        self.stack.addWidget(self.view)
        self.stack.addWidget(self.empty)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.stack)
        self.setFocusProxy(self.view)

    def show_findings(self, findings: Sequence[ReviewedFinding], *, audited: bool) -> None:
        """Show other findings; the chosen row stays."""
        row = self.view.currentIndex().row()
        self.model.show_findings(findings)
        self.view.setCurrentIndex(self.model.index(max(0, min(row, len(findings) - 1)), 0))
        if not audited:
            self.empty.say("Not audited yet", "Findings appear when the audit is done.")
        else:
            self.empty.say("No findings", "The audit found no fault of the run as a whole.")
        self.stack.setCurrentWidget(self.view if findings else self.empty)

    def current(self) -> ReviewedFinding | None:
        """The chosen finding."""
        row = self.view.currentIndex().row()
        return self.model.findings[row] if 0 <= row < len(self.model.findings) else None

    def judge(self, *, confirmed: bool) -> None:
        """Confirm or dismiss the chosen finding."""
        item = self.current()
        if item is not None:
            self.judged.emit(item.finding.id, confirmed)

    def open_current(self) -> None:
        """Open the chosen finding's place."""
        item = self.current()
        if item is not None and item.finding.path is not None:
            self.place_requested.emit(item.finding.path, item.finding.locator)


def _struck(font: QFont, *, on: bool) -> QFont:
    font.setStrikeOut(on)
    return font
