"""Findings as rows: severity, kind, message, place, and what a person said of each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt
from typing_extensions import override

from mlrbench_gui.domain.values import SEVERITY_RANK, Severity
from mlrbench_gui.ui.kit import fonts, icons, theme
from mlrbench_gui.ui.kit.chips import badge_width, paint_badge
from mlrbench_gui.ui.kit.paint import RIGHT, draw_text, text_width
from mlrbench_gui.ui.kit.rowlist import Index, RowDelegate, RowsModel
from mlrbench_gui.ui.screens.audit.evidence.citation import near_place
from mlrbench_gui.ui.screens.audit.evidence.reading.ansi import safe_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QFont, QPainter

    from mlrbench_gui.domain.decisions import ReviewedFinding

_TONES = {Severity.HIGH: "danger", Severity.MEDIUM: "warn", Severity.LOW: "line"}
_STATE_WORDS = {None: "open", True: "confirmed", False: "dismissed"}
_BADGE = 70
_KIND = 172


@dataclass(frozen=True, slots=True)
class FindingFilter:
    """Which findings are listed; None lets every severity or kind through."""

    severity: Severity | None = None
    kind: str | None = None
    undecided: bool = False

    def fits(self, item: ReviewedFinding) -> bool:
        """Whether the finding is listed."""
        finding = item.finding
        return (
            self.severity in {None, finding.severity}
            and self.kind in {None, finding.kind.value}
            and not (self.undecided and item.confirmed is not None)
        )


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


def kind_words(kind: str) -> str:
    """A kind as people read it."""
    return kind.replace("_", " ")


def tally_words(findings: Sequence[ReviewedFinding], listed: int) -> str:
    """`3 of 9 listed · 2 confirmed, 1 dismissed, 6 open`."""
    states = [item.confirmed for item in findings]
    counts = ((True, "confirmed"), (False, "dismissed"), (None, "open"))
    told = ", ".join(f"{states.count(state)} {word}" for state, word in counts if states.count(state))
    shown = f"{listed} of {len(findings)} listed · " if listed != len(findings) else ""
    return f"{shown}{told}"


def decided_words(item: ReviewedFinding) -> str:
    """Who decided what and why; empty while open."""
    if item.confirmed is None:
        return ""
    when = f", {item.at.astimezone():%Y-%m-%d %H:%M}" if item.at is not None else ""
    verb = "Confirmed" if item.confirmed else "Dismissed"
    reason = f": {item.reason}" if item.reason else ""
    return f"{verb} by {item.author}{when}{reason}"


class FindingModel(RowsModel["ReviewedFinding"]):
    """Findings, the worst first."""

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        item = self.rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return item.finding.message
        if role == Qt.ItemDataRole.ToolTipRole:
            parts = (item.finding.message, item.finding.path or "", decided_words(item))
            return "\n".join(safe_text(part) for part in parts if part)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            kind = kind_words(item.finding.kind.value)
            return f"{item.finding.severity.value}, {kind}, {_STATE_WORDS[item.confirmed]}: {item.finding.message}"
        return None


class FindingRow(RowDelegate["ReviewedFinding"]):
    """Paints a finding; a dismissed one is struck through, a decided one in grey with its mark."""

    ruled = True
    smooth = True

    @override
    def draw(self, painter: QPainter, rect: QRectF, row: ReviewedFinding, at_row: int) -> None:
        area = rect.adjusted(10, 0, -10, 0)
        words, height = row.finding.severity.value, fonts.height("badge")
        badge = QRectF(area.left(), area.center().y() - height / 2, badge_width(words), height)
        paint_badge(painter, badge, words, _TONES[row.finding.severity])
        dismissed = row.confirmed is False
        ink = theme.color("text" if row.confirmed is None else "text-2")
        kind = QRectF(area.left() + fonts.px(_BADGE), area.top(), fonts.px(_KIND), area.height())
        name = kind_words(row.finding.kind.value)
        draw_text(painter, kind, name, font=_struck(fonts.ui_font(12, 500), on=dismissed), color=ink)
        right = self._draw_state(painter, area, row)
        place = near_place(row.finding.path, row.finding.locator) if row.finding.path else ""
        mono = fonts.mono_font(11)
        width = min(text_width(place, mono) + 4, area.width() * 0.3)
        link = QRectF(right - width, area.top(), width, area.height())
        draw_text(painter, link, place, font=mono, color=theme.color("accent-ink"), align=RIGHT)
        text = QRectF(kind.right() + 8, area.top(), link.left() - kind.right() - 20, area.height())
        message = safe_text(row.finding.message)
        draw_text(painter, text, message, font=_struck(fonts.ui_font(12), on=dismissed), color=ink)

    def _draw_state(self, painter: QPainter, area: QRectF, item: ReviewedFinding) -> float:
        if item.confirmed is not None:
            name = "check" if item.confirmed else "cross"
            box = QRectF(area.right() - 14, area.center().y() - 7, 14, 14)
            icons.paint_icon(painter, name, box, theme.color("ok" if item.confirmed else "text-3"))
        return area.right() - 24


def _struck(font: QFont, *, on: bool) -> QFont:
    font.setStrikeOut(on)
    return font
