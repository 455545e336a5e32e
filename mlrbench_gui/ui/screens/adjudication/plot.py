"""The scores of a run on one scale: a mark a reviewer, the agreed score filled, and the spread."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from mlrbench_gui.ui.kit import theme
from mlrbench_gui.ui.kit.fonts import height, mono_font, px, ui_font
from mlrbench_gui.ui.kit.labels import ground
from mlrbench_gui.ui.kit.paint import CENTER, RIGHT, draw_line, draw_text
from mlrbench_gui.ui.screens.adjudication.cards import initials
from mlrbench_gui.ui.screens.adjudication.reading import ScoreLine

_NAME, _NUMBERS, _PAD, _WIDE = 150, 130, 14, 3


class ScorePlot(QWidget):
    """Rows of a fixed height; the row of the difference in hand stands on the selection's ground."""

    def __init__(self) -> None:
        super().__init__()
        ground(self, "panel")
        self._lines: tuple[ScoreLine, ...] = ()
        self._current = ""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.theme_signals().changed.connect(self.updateGeometry)

    def show_lines(self, lines: Sequence[ScoreLine], current: str) -> None:
        """Show the criteria of a run."""
        self._lines, self._current = tuple(lines), current
        self.setAccessibleName("Scores: " + "; ".join(line_words(line) for line in lines))
        self.setToolTip("\n".join(line_words(line) for line in lines))
        self.setVisible(bool(lines))
        self.updateGeometry()
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(360, height("table-head") + len(self._lines) * height("row"))

    @override
    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        head = QRectF(0, 0, self.width(), height("table-head"))
        self._paint_head(painter, head)
        for number, line in enumerate(self._lines):
            top = head.bottom() + number * height("row")
            self._paint_line(painter, QRectF(0, top, self.width(), height("row")), line)

    def _x(self, score: int) -> float:
        left, right = _PAD + px(_NAME), self.width() - _PAD - px(_NUMBERS) - 16
        return round(left + (score - 1) / 9 * (right - left)) + 0.5

    def _paint_head(self, painter: QPainter, box: QRectF) -> None:
        painter.fillRect(box, theme.color("sunken"))
        draw_line(painter, box.bottomLeft(), box.bottomRight())
        font, ink = ui_font(11, 600), theme.color("text-2")
        draw_text(painter, box.adjusted(_PAD, 0, 0, 0), "Criterion", font=font, color=ink)
        for score in range(1, 11):
            place = QRectF(self._x(score) - 12, box.top(), 24, box.height())
            draw_text(painter, place, str(score), font=ui_font(11), color=ink, align=CENTER)
        for name, right in (("Agreed", px(_NUMBERS) / 2), ("Spread", 0)):
            draw_text(painter, self._column(box, right), name, font=font, color=ink, align=RIGHT)

    def _paint_line(self, painter: QPainter, box: QRectF, line: ScoreLine) -> None:
        if line.title == self._current:
            painter.fillRect(box, theme.color("select"))
        draw_line(painter, box.bottomLeft(), box.bottomRight())
        name = QRectF(_PAD, box.top(), px(_NAME) - 16, box.height())
        draw_text(painter, name, line.title, font=ui_font(12, 500), color=theme.color("text"))
        middle = round(box.center().y()) + 0.5
        for score in range(1, 11):
            draw_line(
                painter, QPointF(self._x(score), box.top() + 6), QPointF(self._x(score), box.bottom() - 6)
            )
        given = [score for _name, score in line.marks]
        if given:
            low, high = self._x(min(given)), self._x(max(given))
            draw_line(painter, QPointF(low, middle), QPointF(high, middle), "text-2")
        self._paint_marks(painter, line, middle)
        agreed = "–" if line.agreed is None else str(line.agreed)
        mono = mono_font(12)
        draw_text(
            painter,
            self._column(box, px(_NUMBERS) / 2),
            agreed,
            font=mono,
            color=theme.color("text"),
            align=RIGHT,
        )
        wide = theme.color("warn" if line.spread >= _WIDE else "text-2")
        draw_text(painter, self._column(box, 0), str(line.spread), font=mono, color=wide, align=RIGHT)

    def _paint_marks(self, painter: QPainter, line: ScoreLine, middle: float) -> None:
        """Reviewers as discs with initials; equal scores stand one beside the other."""
        seen: dict[int, int] = {}
        for name, score in line.marks:
            shift = seen.get(score, 0) * px(11)
            seen[score] = seen.get(score, 0) + 1
            disc = QRectF(0, 0, px(18), px(18))
            disc.moveCenter(QPointF(self._x(score) + shift, middle))
            painter.setPen(QPen(theme.color("line-strong"), 1))
            painter.setBrush(theme.color("panel"))
            painter.drawEllipse(disc)
            draw_text(
                painter, disc, initials(name), font=ui_font(8, 600), color=theme.color("text"), align=CENTER
            )
        if line.agreed is not None:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("accent"))
            painter.drawRoundedRect(QRectF(self._x(line.agreed) - 3.5, middle + 7, 7, 4), 1, 1)

    def _column(self, box: QRectF, from_right: float) -> QRectF:
        right = box.right() - _PAD - from_right
        return QRectF(right - px(60), box.top(), px(60), box.height())


def line_words(line: ScoreLine) -> str:
    """A criterion's scores in words."""
    said = ", ".join(f"{name} {score}" for name, score in line.marks)
    agreed = f", agreed {line.agreed}" if line.agreed is not None else ""
    return f"{line.title}: {said}{agreed}, spread {line.spread}"
