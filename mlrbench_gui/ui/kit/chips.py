"""Chips for verdict and trust, key caps and badges: painter functions for delegates, small widgets for layouts."""

from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from mlrbench_gui.domain.values import Trust, Verdict
from mlrbench_gui.ui.kit import theme
from mlrbench_gui.ui.kit.actions import key_text
from mlrbench_gui.ui.kit.fonts import height, mono_font, px, ui_font
from mlrbench_gui.ui.kit.glyphs import TRUST_WORDS, VERDICT_WORDS, trust_pixmap, verdict_pixmap
from mlrbench_gui.ui.kit.paint import CENTER, draw_text, half_pixel, text_width, trust_pen

_GLYPH = 14
_RADIUS = 3.0


def verdict_chip_width(verdict: str) -> int:
    """Width of a verdict's chip with glyph and word."""
    return _chip_width(VERDICT_WORDS[Verdict(verdict)])


def paint_verdict_chip(painter: QPainter, rect: QRectF, verdict: str) -> None:
    """Glyph and word on the verdict's chip colour."""
    shown = theme.current()
    _fill(painter, rect, shown.chip(verdict))
    dpr = painter.device().devicePixelRatioF()
    glyph = verdict_pixmap(verdict, _GLYPH, dpr, shown.chip(verdict))
    painter.drawPixmap(_glyph_place(rect), glyph)
    draw_text(
        painter,
        _word_place(rect),
        VERDICT_WORDS[Verdict(verdict)],
        font=ui_font(11, 500),
        color=shown.ink(verdict),
    )


def trust_chip_width(trust: str, note: str = "") -> int:
    """Width of a trust's chip with glyph, word and note."""
    return _chip_width(_trust_text(trust, note))


def paint_trust_chip(
    painter: QPainter, rect: QRectF, trust: str, note: str = "", *, selected: bool = False
) -> None:
    """Glyph and word in the trust's outline; `note` is a count. On a selected row its line is text-2."""
    color = theme.color("text" if trust == Trust.DOUBTFUL else "text-2")
    _outline(painter, rect, trust_pen(trust, theme.color("text-2" if selected else "line-strong")))
    dpr = painter.device().devicePixelRatioF()
    painter.drawPixmap(_glyph_place(rect), trust_pixmap(trust, color, _GLYPH, dpr))
    draw_text(painter, _word_place(rect), _trust_text(trust, note), font=ui_font(11, 500), color=color)


def badge_width(text: str) -> int:
    """Width of a badge with this text."""
    return round(text_width(text, ui_font(11, 600))) + 11


def paint_badge(painter: QPainter, rect: QRectF, text: str, tone: str = "plain") -> None:
    """A small box with a word: `plain` filled, `line` outlined, `danger`, `warn` outlined, `dashed` for a small n."""
    color = theme.color({"danger": "danger", "warn": "warn", "dashed": "warn"}.get(tone, "text-2"))
    weight = 500 if tone == "plain" else 600
    if tone == "plain":
        _fill(painter, rect, theme.color("hover"))
    elif tone == "dashed":
        _outline(painter, rect, trust_pen(Trust.DOUBTFUL, color))
    else:
        _outline(painter, rect, QPen(theme.color("line-strong") if tone == "line" else color, 1))
    draw_text(painter, rect, text, font=ui_font(11, weight), color=color, align=CENTER)


def key_cap_width(text: str) -> int:
    """Width of a key cap with this text."""
    return max(px(18), round(text_width(text, mono_font(11, 500))) + 10)


def paint_key_cap(painter: QPainter, rect: QRectF, text: str, *, color: QColor | None = None) -> None:
    """A key as people read it, in its cap; `color` where it stands on a coloured ground."""
    if color is None:
        _fill(painter, half_pixel(rect), theme.color("panel"))
    _outline(painter, rect, QPen(color or theme.color("line"), 1))
    draw_text(
        painter, rect, text, font=mono_font(11, 500), color=color or theme.color("text-2"), align=CENTER
    )


def small_trust_width(text: str) -> int:
    """Width of a trust glyph with a number beside it."""
    return _GLYPH + 4 + round(text_width(text, ui_font(12)))


class _Painted(QWidget):
    """A widget of fixed size that paints itself and says what it shows to assistive programs."""

    def __init__(self, parent: QWidget | None, token: str) -> None:
        super().__init__(parent)
        self._token = token
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        theme.theme_signals().changed.connect(self._again)

    @override
    def sizeHint(self) -> QSize:
        return QSize(self.wanted_width(), height(self._token))

    def wanted_width(self) -> int:
        """The width that the content needs."""
        raise NotImplementedError

    def draw(self, painter: QPainter, rect: QRectF) -> None:
        """Paint the content."""
        raise NotImplementedError

    @override
    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.draw(painter, QRectF(self.rect()))

    def _again(self) -> None:
        self.updateGeometry()
        self.update()


class VerdictChip(_Painted):
    """A verdict's glyph and word."""

    def __init__(self, verdict: str = Verdict.UNVERIFIABLE, parent: QWidget | None = None) -> None:
        super().__init__(parent, "chip")
        self.set_verdict(verdict)

    def set_verdict(self, verdict: str) -> None:
        self._verdict = Verdict(verdict)
        self.setAccessibleName(f"verdict: {VERDICT_WORDS[self._verdict]}")
        self._again()

    @override
    def wanted_width(self) -> int:
        return verdict_chip_width(self._verdict)

    @override
    def draw(self, painter: QPainter, rect: QRectF) -> None:
        paint_verdict_chip(painter, rect, self._verdict)


class TrustChip(_Painted):
    """A trust's glyph and word in its outline, with a note such as a count."""

    def __init__(self, trust: str = Trust.UNKNOWN, note: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent, "chip")
        self.set_trust(trust, note)

    def set_trust(self, trust: str, note: str = "") -> None:
        self._trust, self._note = Trust(trust), note
        self.setAccessibleName(f"trust: {_trust_text(trust, note)}")
        self._again()

    @override
    def wanted_width(self) -> int:
        return trust_chip_width(self._trust, self._note)

    @override
    def draw(self, painter: QPainter, rect: QRectF) -> None:
        paint_trust_chip(painter, rect, self._trust, self._note)


class KeyCap(_Painted):
    """A key in its cap. `text` is a portable key sequence or any short text (`1…5`)."""

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent, "badge")
        self.set_text(text)

    def set_text(self, text: str) -> None:
        self._text = key_text(text) or text
        self.setAccessibleName(f"key {self._text}")
        self._again()

    @override
    def wanted_width(self) -> int:
        return key_cap_width(self._text)

    @override
    def draw(self, painter: QPainter, rect: QRectF) -> None:
        paint_key_cap(painter, rect, self._text)


class Badge(_Painted):
    """A word in a small box; tones as in `paint_badge`."""

    def __init__(self, text: str, tone: str = "plain", parent: QWidget | None = None) -> None:
        super().__init__(parent, "badge")
        self.set_text(text, tone)

    def set_text(self, text: str, tone: str = "plain") -> None:
        self._text, self._tone = text, tone
        self.setAccessibleName(text)
        self._again()

    @override
    def wanted_width(self) -> int:
        return badge_width(self._text)

    @override
    def draw(self, painter: QPainter, rect: QRectF) -> None:
        paint_badge(painter, rect, self._text, self._tone)


class Glyph(_Painted):
    """A pixmap that is made again for each theme and pixel ratio: `make(dpr)`."""

    def __init__(
        self, make: Callable[[float], QPixmap], size: int = 14, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent, "badge")
        self._make, self._size = make, size
        self.setFixedSize(size, size)

    @override
    def wanted_width(self) -> int:
        return self._size

    @override
    def sizeHint(self) -> QSize:
        return QSize(self._size, self._size)

    @override
    def draw(self, painter: QPainter, rect: QRectF) -> None:
        painter.drawPixmap(rect.topLeft(), self._make(self.devicePixelRatioF()))


def _trust_text(trust: str, note: str) -> str:
    return f"{TRUST_WORDS[Trust(trust)]} {note}".rstrip()


def _chip_width(word: str) -> int:
    return 4 + _GLYPH + 4 + round(text_width(word, ui_font(11, 500)) + 0.5) + 7


def _glyph_place(rect: QRectF) -> QPointF:
    return QPointF(rect.left() + 4, round(rect.center().y() - _GLYPH / 2))


def _word_place(rect: QRectF) -> QRectF:
    return rect.adjusted(4 + _GLYPH + 4, 0, -2, 0)


def _fill(painter: QPainter, rect: QRectF, color: QColor) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color)
    painter.drawRoundedRect(rect, _RADIUS, _RADIUS)


def _outline(painter: QPainter, rect: QRectF, pen: QPen) -> None:
    pen.setCosmetic(True)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(half_pixel(rect), _RADIUS, _RADIUS)
