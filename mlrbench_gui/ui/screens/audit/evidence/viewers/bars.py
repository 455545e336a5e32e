"""What was read from the picture of a bar chart: each bar cut out, its value, and how far that may be off."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QColor, QGuiApplication, QImage, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from mlrbench_gui.ui.kit import fonts, theme
from mlrbench_gui.ui.kit.labels import ground, label
from mlrbench_gui.ui.kit.paint import RIGHT, draw_text, half_pixel
from mlrbench_gui.ui.kit.rowlist import Index, RowDelegate, RowList, RowsModel

if TYPE_CHECKING:
    from PySide6.QtGui import QPainter

    from mlrbench_gui.domain.pictures import PictureReading, ReadBar

_AROUND = 0.25
"""So much of a bar's own width is cut out with it on both sides, so that one sees what stands beside it."""
_CUT = (72, 34)
_NARROWEST = 300
_NO_LIMIT = 16_777_215
"""Qt's largest widget size."""


@dataclass(frozen=True, slots=True)
class BarRow:
    """A bar with its place in the shown picture and what is cut out there."""

    bar: ReadBar
    box: QRectF
    cut: QImage

    def words(self) -> str:
        """`0.62 ± 0.01`, with as many digits as the tolerance bears."""
        digits = digits_for(self.bar.tolerance)
        return f"{self.bar.value:.{digits}f} ± {self.bar.tolerance:.{digits}f}"


def digits_for(tolerance: float) -> int:
    """Decimal places down to the first digit of the tolerance, at most six."""
    digits = 0
    while digits < 6 and 0 < tolerance * 10**digits < 0.95:
        digits += 1
    return digits


def bar_rows(reading: PictureReading, image: QImage) -> tuple[BarRow, ...]:
    """The bars in the shown picture's pixels: it may be smaller than the file's own."""
    width, height = reading.size
    if not width or not height or image.isNull():
        return ()
    across, down = image.width() / width, image.height() / height
    rows = []
    for bar in reading.bars:
        left, top, right, bottom = bar.box
        box = QRectF(left * across, top * down, (right - left) * across, (bottom - top) * down)
        more = max(4.0, box.width() * _AROUND)
        around = box.adjusted(-more, -more, more, more).intersected(QRectF(image.rect()))
        rows.append(BarRow(bar, box, image.copy(around.toAlignedRect())))
    return tuple(rows)


class BarsModel(RowsModel[BarRow]):
    """Bars from left to right."""

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        row = self.rows[index.row()]
        if role in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole}:
            return f"bar {index.row() + 1}: {row.words()}"
        return None


class _Row(RowDelegate[BarRow]):
    height = "row-claim"
    ruled = True

    @override
    def draw(self, painter: QPainter, rect: QRectF, row: BarRow, at_row: int) -> None:
        area = rect.adjusted(12, 0, -12, 0)
        number = QRectF(area.left(), area.top(), fonts.px(24), area.height())
        draw_text(painter, number, str(at_row + 1), font=fonts.mono_font(11), color=theme.color("text-2"))
        place = QRectF(number.right() + 4, area.center().y() - _CUT[1] / 2, *_CUT)
        size = row.cut.size().scaled(*_CUT, Qt.AspectRatioMode.KeepAspectRatio)
        cut = QRectF(place.left(), place.center().y() - size.height() / 2, size.width(), size.height())
        painter.setRenderHint(painter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(cut, row.cut)
        swatch = half_pixel(QRectF(place.right() + 8, area.center().y() - 6, 12, 12))
        painter.setPen(theme.color("line-strong"))
        painter.setBrush(QColor(*row.bar.colour))
        painter.drawRect(swatch)
        words = area.adjusted(swatch.right() + 12 - area.left(), 0, 0, 0)
        draw_text(
            painter, words, row.words(), font=fonts.mono_font(12, 500), color=theme.color("text"), align=RIGHT
        )


class BarList(QWidget):
    """The bars that were read, or one line on why there are none. Emits `chosen` with a bar's place."""

    chosen = Signal(QRectF)

    def __init__(self) -> None:
        super().__init__()
        ground(self, "panel", edge="top")
        self.model = BarsModel(self)
        self.view = RowList()
        self.view.setModel(self.model)
        self.view.setItemDelegate(_Row(self.view, self.model))
        self.view.setAccessibleName("Bars read from the picture")
        self.view.selectionModel().currentChanged.connect(lambda *_: self._tell())
        self.title = label("", role="text-2", size="xs", wrap=True)
        self.title.setContentsMargins(12, 4, 12, 4)
        self.title.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 1, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.title)
        column.addWidget(self.view, 1)
        self.setFocusProxy(self.view)
        self.hide()

    def say(self, words: str) -> None:
        """Tell what is being done, or why nothing was read."""
        self.model.show_rows(())
        self.view.hide()
        self.title.setText(words)
        self.setMaximumHeight(self.title.heightForWidth(max(self.width(), _NARROWEST)) + 2)
        self.show()

    def show_reading(self, reading: PictureReading, image: QImage) -> tuple[BarRow, ...]:
        """List the bars; gives them."""
        rows = bar_rows(reading, image)
        if not rows:
            self.say(f"No bars were read: {reading.refused or 'the picture shows none'}")
            return ()
        count = f"{len(rows)} bar{'' if len(rows) == 1 else 's'}"
        self.title.setText(
            f"{count} read from the picture, by {reading.ticks} marks of its axis; Ctrl+C copies"
        )
        self.model.show_rows(rows)
        self.setMaximumHeight(_NO_LIMIT)
        self.view.show()
        self.show()
        self.view.setCurrentIndex(self.model.index(0, 0))
        return rows

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            text = "\n".join(row.words() for row in self.model.rows)
            QGuiApplication.clipboard().setText(text)
        else:
            super().keyPressEvent(event)

    def _tell(self) -> None:
        row = self.view.currentIndex().row()
        if 0 <= row < len(self.model.rows):
            self.chosen.emit(self.model.rows[row].box)
