"""The compare card: paper says, evidence holds, difference; the number line, or the two texts; the rule used."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QPainter, QPen, QTextCharFormat, QTextLayout, QTextOption
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from mlrbench_gui.domain.values import HELD_TITLES, Verdict
from mlrbench_gui.ui.kit import fonts, theme
from mlrbench_gui.ui.kit.paint import draw_line, draw_text, half_pixel, text_width
from mlrbench_gui.ui.screens.audit.evidence.comparison import Comparison, NumberComparison, TextComparison
from mlrbench_gui.ui.screens.audit.evidence.missing import TITLE
from mlrbench_gui.ui.screens.audit.evidence.number_line import draw_number_line
from mlrbench_gui.ui.screens.audit.evidence.reading.ansi import safe_text

if TYPE_CHECKING:
    from PySide6.QtGui import QColor, QPaintEvent, QResizeEvent

    from mlrbench_gui.ui.screens.audit.evidence.words import Pieces

_PAD = 10
_CELLS = 50
_AXIS = 36
_RULE = 22
_RULE_LINE = 14
_TEXT_LINES = 3
_SHARES = (1.0, 1.15, 1.35)


class CompareCard(QWidget):
    """Painted in one piece; says all of it in its accessible description and its tooltip."""

    def __init__(self) -> None:
        super().__init__()
        self._comparison: Comparison | None = None
        self._verdict = "unverifiable"
        self._held_title = HELD_TITLES[Verdict.UNVERIFIABLE]
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Comparison")
        theme.theme_signals().changed.connect(self.updateGeometry)

    def show_comparison(self, comparison: Comparison, verdict: str, *, is_first: bool = True) -> None:
        """Show a comparison in the verdict's colours; a candidate behind the first is no more than that."""
        self._comparison, self._verdict = comparison, verdict
        self._held_title = HELD_TITLES[Verdict(verdict)] if is_first else "Candidate holds"
        words = spoken(comparison, self._held_title)
        self.setAccessibleDescription(words)
        self.setToolTip(words)
        self.updateGeometry()
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(320, self._wanted_height())

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(200, self._wanted_height())

    @override
    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect())
        pen = QPen(theme.color("line"), 1)
        pen.setCosmetic(True)
        painter.setPen(pen)
        painter.setBrush(theme.color("panel"))
        painter.drawRoundedRect(half_pixel(box), 6, 6)
        if isinstance(self._comparison, NumberComparison):
            self._draw_numbers(painter, box, self._comparison)
        elif self._comparison is not None:
            self._draw_texts(painter, box, self._comparison)

    def _wanted_height(self) -> int:
        if isinstance(self._comparison, TextComparison):
            return fonts.px(16 + _TEXT_LINES * 16 + 8) + self._rule_height()
        axis = _AXIS if isinstance(self._comparison, NumberComparison) else 0
        return fonts.px(_CELLS + axis) + self._rule_height()

    def _rule_height(self) -> int:
        """One line, or two where the formula needs them."""
        rule = self._comparison.rule if self._comparison is not None else ""
        is_long = text_width(safe_text(rule), fonts.ui_font(11)) > self.width() - 2 * _PAD
        return fonts.px(_RULE + _RULE_LINE if is_long else _RULE)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()

    # numbers

    def _draw_numbers(self, painter: QPainter, box: QRectF, comparison: NumberComparison) -> None:
        cells = _cells(QRectF(box.left(), box.top(), box.width(), fonts.px(_CELLS)))
        for cell in cells[:-1]:
            draw_line(painter, QPointF(cell.right(), cell.top() + 1), QPointF(cell.right(), cell.bottom()))
        shown = theme.current()
        wrong = comparison.agrees is False
        held_color = shown.ink(self._verdict) if wrong else shown.color("text")
        _draw_cell(painter, cells[0], "Paper says", comparison.said_text, shown.color("text"))
        _draw_cell(painter, cells[1], self._held_title, comparison.held_text or "none", held_color)
        title, told = _third(comparison)
        _draw_cell(painter, cells[2], title, told, shown.color("text"))
        self._draw_unit(painter, cells[2], comparison)
        top = box.top() + fonts.px(_CELLS)
        draw_line(painter, QPointF(box.left() + 1, top), QPointF(box.right() - 1, top))
        axis = QRectF(box.left() + 12, top, box.width() - 24, fonts.px(_AXIS))
        draw_number_line(painter, axis, comparison, shown.solid(self._verdict))
        self._draw_rule(
            painter, QRectF(box.left(), axis.bottom(), box.width(), self._rule_height()), comparison.rule
        )

    def _draw_unit(self, painter: QPainter, cell: QRectF, comparison: NumberComparison) -> None:
        left = cell.left() + _PAD + text_width(comparison.difference, fonts.mono_font(16, 600)) + 6
        place = QRectF(left, cell.top() + fonts.px(24), max(0.0, cell.right() - left - 2), fonts.px(22))
        if comparison.difference and place.width() > 8:
            font = fonts.mono_font(12)
            draw_text(painter, place, comparison.difference_unit, font=font, color=theme.color("text"))

    def _draw_rule(self, painter: QPainter, rect: QRectF, rule: str) -> None:
        draw_line(painter, QPointF(rect.left() + 1, rect.top()), QPointF(rect.right() - 1, rect.top()))
        area = rect.adjusted(_PAD, 0, -_PAD, 0)
        font, color = fonts.ui_font(11), theme.color("text-2")
        first, second = two_lines(safe_text(rule), font, area.width())
        if not second:
            draw_text(painter, area, first, font=font, color=color)
            return
        half = area.height() / 2
        upper = QRectF(area.left(), area.top() + 3, area.width(), half - 2)
        draw_text(painter, upper, first, font=font, color=color)
        draw_text(painter, upper.translated(0, half - 3), second, font=font, color=color)

    # texts

    def _draw_texts(self, painter: QPainter, box: QRectF, comparison: TextComparison) -> None:
        half = box.width() / 2
        height = box.height() - self._rule_height()
        draw_line(
            painter, QPointF(box.left() + half, box.top() + 1), QPointF(box.left() + half, box.top() + height)
        )
        wrong = comparison.agrees is False
        for number, (title, pieces) in enumerate(
            (("Paper says", comparison.said), (self._held_title, comparison.held))
        ):
            cell = QRectF(box.left() + number * half, box.top(), half, height)
            head = QRectF(cell.left() + _PAD, cell.top() + 5, cell.width() - 2 * _PAD, fonts.px(14))
            draw_text(painter, head, title, font=fonts.ui_font(11), color=theme.color("text-2"))
            body = QRectF(
                cell.left() + _PAD, head.bottom() + 2, cell.width() - 2 * _PAD, fonts.px(_TEXT_LINES * 16)
            )
            inked = bool(number) and wrong
            _draw_pieces(painter, body, pieces or (("none", False),), self._verdict if inked else "")
        rule = QRectF(box.left(), box.top() + height, box.width(), self._rule_height())
        self._draw_rule(painter, rule, comparison.rule)


def spoken(comparison: Comparison, held_title: str) -> str:
    """The comparison in words, the evidence under the title that the card gives it."""
    if isinstance(comparison, TextComparison):
        said = " ".join(piece for piece, _ in comparison.said)
        held = " ".join(piece for piece, _ in comparison.held) or "nothing"
        return f"Paper says: {said}\n{held_title}: {held}\n{comparison.rule}"
    gap = f"difference {f'{comparison.difference} {comparison.difference_unit}'.strip() or 'not told'}"
    held = comparison.held_text or "nothing"
    third = f"{TITLE.lower()}: {comparison.lacks}" if comparison.lacks else gap
    return f"Paper says {comparison.said_text}, {held_title.lower()}: {held}, {third}\n{comparison.rule}"


def _third(comparison: NumberComparison) -> tuple[str, str]:
    """Title and text of the third cell: the difference, or what is missing where there is none."""
    return (TITLE, comparison.lacks) if comparison.lacks else ("Difference", comparison.difference or "–")


def two_lines(text: str, font: QFont, width: float) -> tuple[str, str]:
    """The text in one line, or broken at a blank where it does not fit; what is left over stays in the second."""
    if text_width(text, font) <= width:
        return text, ""
    words, first = text.split(" "), ""
    while words and text_width(f"{first} {words[0]}".strip(), font) <= width:
        first = f"{first} {words.pop(0)}".strip()
    return (first, " ".join(words)) if first else (text, "")


def _cells(row: QRectF) -> tuple[QRectF, ...]:
    left, cells = row.left(), []
    for share in _SHARES:
        width = row.width() * share / sum(_SHARES)
        cells.append(QRectF(round(left), row.top(), round(width), row.height()))
        left += width
    return tuple(cells)


def _draw_cell(painter: QPainter, cell: QRectF, title: str, value: str, color: QColor) -> None:
    head = QRectF(cell.left() + _PAD, cell.top() + fonts.px(7), cell.width() - _PAD, fonts.px(14))
    draw_text(painter, head, title, font=fonts.ui_font(11), color=theme.color("text-2"))
    body = QRectF(head.left(), cell.top() + fonts.px(22), head.width() - 4, fonts.px(24))
    font = fonts.mono_font(16, 600)
    if text_width(value, font) > body.width():  # a number must be read whole
        font = fonts.mono_font(12 if text_width(value, fonts.mono_font(12, 600)) <= body.width() else 11, 600)
    draw_text(painter, body, value, font=font, color=color)


def _draw_pieces(painter: QPainter, area: QRectF, pieces: Pieces, verdict: str) -> None:
    """Wrapped text with the differing words semibold, at most three lines."""
    text = safe_text(" ".join(piece for piece, _ in pieces))
    layout = QTextLayout(text, fonts.ui_font(12))
    layout.setTextOption(QTextOption(Qt.AlignmentFlag.AlignLeft))
    formats, at = [], 0
    for piece, differs in pieces:
        if differs:
            bold = QTextCharFormat()
            bold.setFont(fonts.ui_font(12, 600))
            bold.setForeground(theme.current().ink(verdict) if verdict else theme.color("text"))
            span = QTextLayout.FormatRange()
            span.start, span.length, span.format = at, len(piece), bold
            formats.append(span)
        at += len(piece) + 1
    layout.setFormats(formats)
    layout.beginLayout()
    for number in range(_TEXT_LINES):
        line = layout.createLine()
        if not line.isValid():
            break
        line.setLineWidth(area.width())
        line.setPosition(QPointF(0, number * fonts.px(16)))
    layout.endLayout()
    painter.setPen(theme.color("text"))
    layout.draw(painter, area.topLeft())
