"""The decision bar: five verdicts with their keys, accept, note, and which decision of how many this is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QPainter, QPen
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget
from typing_extensions import override

from mlrbench_gui.domain.values import Verdict
from mlrbench_gui.ui.kit import fonts, theme
from mlrbench_gui.ui.kit.buttons import Button
from mlrbench_gui.ui.kit.chips import key_cap_width, paint_key_cap
from mlrbench_gui.ui.kit.elided import ElidedLabel
from mlrbench_gui.ui.kit.glyphs import VERDICT_WORDS, verdict_pixmap
from mlrbench_gui.ui.kit.labels import ground, label
from mlrbench_gui.ui.kit.paint import CENTER, draw_line, draw_text, half_pixel, text_width
from mlrbench_gui.ui.screens.audit.claims.grouping import of_paper

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

    from mlrbench_gui.domain.decisions import ReviewedClaim
    from mlrbench_gui.services.reviewing import RunView

_OFF = 0.45
_HEIGHT = 40


class VerdictButton(QAbstractButton):
    """A verdict's glyph with its key, its word below; the present verdict lies on its chip colour."""

    def __init__(self, verdict: Verdict, key: str) -> None:
        super().__init__()
        self.verdict = verdict
        self.key = key
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(f"{VERDICT_WORDS[verdict]}, key {key}")
        self.setToolTip(f"{VERDICT_WORDS[verdict]}  ({key})")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(fonts.px(_HEIGHT))
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        theme.theme_signals().changed.connect(self.update)

    @override
    def sizeHint(self) -> QSize:
        return QSize(74, fonts.px(_HEIGHT))

    @override
    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        shown, rect, on = theme.current(), QRectF(self.rect()), self.isChecked()
        if on:
            painter.fillRect(rect, shown.chip(self.verdict))
        elif self.isDown() or self.underMouse():
            painter.fillRect(rect, shown.color("press" if self.isDown() else "hover"))
        if not self.isEnabled():
            painter.setOpacity(_OFF)
        cap = key_cap_width(self.key)
        left = rect.center().x() - (14 + 4 + cap) / 2
        ground_color = shown.chip(self.verdict) if on else shown.color("panel")
        glyph = verdict_pixmap(self.verdict, 14, self.devicePixelRatioF(), ground_color)
        painter.drawPixmap(QPointF(round(left), 6), glyph)
        paint_key_cap(painter, QRectF(round(left) + 18, 5, cap, 16), self.key)
        word = QRectF(rect.left() + 1, 21, rect.width() - 2, 16)
        color = shown.ink(self.verdict) if on else shown.color("text-2")
        font = _fitting(VERDICT_WORDS[self.verdict], word.width(), 600 if on else 400)
        draw_text(painter, word, VERDICT_WORDS[self.verdict], font=font, color=color, align=CENTER)
        if self.hasFocus():
            pen = QPen(shown.color("focus"), 2)
            painter.setPen(pen)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(rect.adjusted(1, 1, -1, -1))


class _VerdictRow(QWidget):
    """The five buttons in one frame."""

    chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        row = QHBoxLayout(self)
        row.setContentsMargins(1, 1, 1, 1)
        row.setSpacing(1)
        self.buttons = tuple(VerdictButton(verdict, str(n)) for n, verdict in enumerate(Verdict, 1))
        for button in self.buttons:
            row.addWidget(button, 1)
            button.clicked.connect(lambda _on=False, verdict=button.verdict: self.chosen.emit(verdict.value))

    def show_verdict(self, verdict: Verdict | None) -> None:
        for button in self.buttons:
            button.setChecked(button.verdict is verdict)

    @override
    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme.color("line"), 1))
        painter.setBrush(theme.color("panel"))
        painter.drawRoundedRect(half_pixel(QRectF(self.rect())), 4, 4)
        for button in self.buttons[:-1]:
            x = button.geometry().right() + 1.5
            draw_line(painter, QPointF(x, 1), QPointF(x, self.height() - 1))


class DecisionBar(QWidget):
    """Emits what the person wants; the note's first words stand above the buttons."""

    verdict_chosen = Signal(str)
    accepted = Signal()
    note_opened = Signal()

    def __init__(self) -> None:
        super().__init__()
        ground(self, "sunken", edge="top")
        self.verdicts = _VerdictRow()
        self.verdicts.chosen.connect(self.verdict_chosen)
        self.accept = Button("Accept  A", icon_name="check", kind="primary", tip="Accept and go on  (A)")
        self.accept.setAccessibleName("Accept verdict and trust")
        self.accept.clicked.connect(self.accepted)
        self.note = Button("Note  N", icon_name="note", tip="Write a note  (N)")
        self.note.setAccessibleName("Write a note")
        self.note.clicked.connect(self.note_opened)
        self.count = label("", role="text-2", size="xs")
        self.note_text = ElidedLabel()
        self.note_text.setProperty("role", "text-2")
        self.note_text.setProperty("textSize", "xs")
        row = QHBoxLayout()
        row.setSpacing(6)
        row.addWidget(self.accept)
        row.addWidget(self.note)
        row.addStretch(1)
        row.addWidget(self.count)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 8, 12, 8)
        column.setSpacing(6)
        column.addWidget(self.note_text)
        column.addWidget(self.verdicts)
        column.addLayout(row)

    def show_claim(self, claim: ReviewedClaim | None, count: str) -> None:
        """Show how a claim stands; None switches the bar off."""
        self.setEnabled(claim is not None)
        self.verdicts.show_verdict(claim.current.verdict if claim is not None else None)
        self.count.setText(count)
        note = " ".join(claim.note.split()) if claim is not None else ""
        self.note_text.setText(f"Note: {note}" if note else "")
        self.note_text.setVisible(bool(note))


def _fitting(word: str, width: float, weight: int) -> QFont:
    """The font with letters drawn together a little where the word is too wide for a narrow pane."""
    font = fonts.ui_font(11, weight)
    over = text_width(word, font) - width
    if over > 0:
        font.setLetterSpacing(QFont.SpacingType.AbsoluteSpacing, -min(0.4, over / len(word) + 0.02))
    return font


def decided_words(view: RunView, claim: ReviewedClaim) -> str:
    """`decision 7 of 35` of this paper while it is open, `6 of 35 decided` after."""
    claims = of_paper(view.review.claims, claim.current.paper, view.run.papers)
    total = len(claims)
    decided = sum(item.decision is not None for item in claims)
    if claim.decision is not None:
        return f"{decided} of {total} decided"
    return f"decision {decided + 1} of {total}"
