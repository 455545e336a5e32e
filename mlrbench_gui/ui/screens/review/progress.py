"""How far each reviewer is, as rows with a bar."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from mlrbench_gui.domain.sharing import Progress
from mlrbench_gui.ui.kit import theme
from mlrbench_gui.ui.kit.fonts import height, mono_font, ui_font
from mlrbench_gui.ui.kit.labels import ground
from mlrbench_gui.ui.kit.paint import RIGHT, draw_text, text_width

_SHOWN, _BAR, _PAD = 6, 56, 12


class ProgressRows(QWidget):
    """One row a reviewer, the own one first; more than six are told as a number."""

    def __init__(self) -> None:
        super().__init__()
        ground(self, "panel")
        self._rows: tuple[Progress, ...] = ()
        self._author = ""
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        theme.theme_signals().changed.connect(self.updateGeometry)

    def show_rows(self, rows: Sequence[Progress], author: str) -> None:
        """Show these reviewers."""
        self._author = author
        self._rows = tuple(sorted(rows, key=lambda row: (row.reviewer != author, row.reviewer)))
        self.setAccessibleName("Progress: " + "; ".join(map(progress_words, self._rows)))
        self.setToolTip("\n".join(map(progress_words, self._rows)))
        self.setVisible(bool(rows))
        self.updateGeometry()
        self.update()

    @override
    def sizeHint(self) -> QSize:
        lines = min(len(self._rows), _SHOWN) + (len(self._rows) > _SHOWN)
        return QSize(120, lines * height("row-dense") + 8)

    @override
    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        tall = height("row-dense")
        for number, row in enumerate(self._rows[:_SHOWN]):
            self._paint_row(painter, QRectF(_PAD, 2 + number * tall, self.width() - 2 * _PAD, tall), row)
        rest = len(self._rows) - _SHOWN
        if rest > 0:
            box = QRectF(_PAD, 2 + _SHOWN * tall, self.width() - 2 * _PAD, tall)
            draw_text(painter, box, f"{rest} more", font=ui_font(11), color=theme.color("text-2"))

    def _paint_row(self, painter: QPainter, box: QRectF, row: Progress) -> None:
        done, whole = counts(row)
        count = f"{done}/{whole}" if whole else str(done)
        font = mono_font(11)
        draw_text(painter, box, count, font=font, color=theme.color("text-2"), align=RIGHT)
        bar = QRectF(box.right() - max(text_width(count, font), 34) - 8 - _BAR, box.center().y() - 2, _BAR, 4)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("press"))
        painter.drawRoundedRect(bar, 2, 2)
        if done and whole:
            painter.setBrush(theme.color("accent"))
            painter.drawRoundedRect(
                QRectF(bar.left(), bar.top(), bar.width() * min(1, done / whole), 4), 2, 2
            )
        name = QRectF(box.left(), box.top(), bar.left() - box.left() - 8, box.height())
        own = row.reviewer == self._author
        words = f"{row.reviewer} (you)" if own else row.reviewer
        draw_text(painter, name, words, font=ui_font(12, 500 if own else 400), color=theme.color("text"))


def counts(row: Progress) -> tuple[int, int]:
    """Submitted runs, and of how many."""
    return (row.done_of_assigned, row.assigned) if row.assigned else (row.submitted, 0)


def progress_words(row: Progress) -> str:
    """A reviewer's progress in words."""
    begun = max(row.begun - row.submitted, 0)
    of = f" of {row.assigned}" if row.assigned else ""
    return f"{row.reviewer}: {counts(row)[0]}{of} submitted, {begun} begun"
