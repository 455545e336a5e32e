"""Totals at the right of the gate strip: claims by verdict as counts and as a bar, and by trust."""

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QFont, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from mlrbench_gui.domain.values import Trust, Verdict
from mlrbench_gui.ui.kit import theme
from mlrbench_gui.ui.kit.fonts import height, px, ui_font
from mlrbench_gui.ui.kit.glyphs import TRUST_WORDS, VERDICT_WORDS, trust_pixmap, verdict_pixmap
from mlrbench_gui.ui.kit.labels import ground
from mlrbench_gui.ui.kit.paint import draw_claims_bar, draw_text, text_width
from mlrbench_gui.ui.screens.audit.claims.grouping import Tally

_GLYPH = 14


class Totals(QWidget):
    """Painted, with the same words for screen readers and in the tooltip."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        ground(self, "panel", edge="left")
        self._counts: Tally | None = None
        theme.theme_signals().changed.connect(self.update)

    def show_tally(self, counts: Tally | None, of: str = "") -> None:
        """Show these counts, or nothing; `of` says of what, where it is not the whole run."""
        self._counts = counts
        if counts is not None:
            verdicts = ", ".join(
                f"{counts.verdicts[verdict]} {VERDICT_WORDS[verdict]}" for verdict in Verdict
            )
            trusts = ", ".join(f"{counts.trusts[trust]} {TRUST_WORDS[trust]}" for trust in Trust)
            self.setAccessibleName(f"{counts.total} claims{of and ' '}{of}: {verdicts}; {trusts}")
            head = f"{counts.total} claims {of}\n" if of else ""
            self.setToolTip(f"{head}{verdicts}\n{trusts}")
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(388, height("gate"))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        counts = self._counts
        if counts is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        low = self.height() < height("gate")
        top = 3.0 if low else 8.0
        line = QRectF(13, top, self.width() - 25, px(16))
        strong = ui_font(12, 500)
        noun = "claim" if counts.total == 1 else "claims"
        x = _write(painter, line, f"{counts.total} {noun}", strong, "text") + 8
        for verdict in Verdict:
            pixmap = verdict_pixmap(verdict, _GLYPH, self.devicePixelRatioF())
            painter.drawPixmap(QPointF(round(x), line.top() + 1), pixmap)
            place = line.adjusted(x + _GLYPH + 4 - line.left(), 0, 0, 0)
            x = _write(painter, place, str(counts.verdicts[verdict]), strong, "text") + 8
        bar = QRectF(13, line.bottom() + (5 if low else 7), self.width() - 25, 6 if low else 10)
        draw_claims_bar(painter, bar, {str(verdict): count for verdict, count in counts.verdicts.items()})
        if self._trust_width(counts, words=False) <= line.right() - x:
            self._paint_trusts(painter, line, x, counts)
        elif not low:  # in a low strip the tooltip alone has them
            self._paint_trusts(
                painter, line.translated(0, bar.bottom() + 3 - line.top()), line.left(), counts
            )

    def _paint_trusts(self, painter: QPainter, line: QRectF, left: float, counts: Tally) -> None:
        """From the right; the word `doubtful` only where there is room for it."""
        wide = self._trust_width(counts, words=True) <= line.right() - left
        x = line.right() - self._trust_width(counts, words=wide)
        for trust in Trust:
            strong = trust is Trust.DOUBTFUL and counts.trusts[trust] > 0
            colour = theme.color("text" if strong else "text-2")
            pixmap = trust_pixmap(trust, colour, _GLYPH, self.devicePixelRatioF())
            painter.drawPixmap(QPointF(round(x), line.top() + 1), pixmap)
            place = line.adjusted(x + _GLYPH + 4 - line.left(), 0, 0, 0)
            text = _trust_text(trust, counts, words=wide)
            font = ui_font(11, 600 if strong else 400)
            x = _write(painter, place, text, font, "text" if strong else "text-2") + 8

    def _trust_width(self, counts: Tally, *, words: bool) -> float:
        widths = (
            _GLYPH + 12 + text_width(_trust_text(trust, counts, words=words), ui_font(11, 600))
            for trust in Trust
        )
        return sum(widths) - 8


def _write(painter: QPainter, place: QRectF, text: str, font: QFont, role: str) -> float:
    """Write at the left of a place; gives where the text ends."""
    width = text_width(text, font)
    rect = QRectF(place.left(), place.top(), width + 2, place.height())
    draw_text(painter, rect, text, font=font, color=theme.color(role))
    return place.left() + width


def _trust_text(trust: Trust, counts: Tally, *, words: bool) -> str:
    count = str(counts.trusts[trust])
    return f"{count} {TRUST_WORDS[trust]}" if words and trust is Trust.DOUBTFUL else count
