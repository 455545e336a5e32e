"""A stage's means: name, bar from 1 to 10 with its interval, mean, interval, n. Few tasks are hatched."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QBrush, QColor, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QVBoxLayout, QWidget
from typing_extensions import override

from mlrbench_gui.ui.kit import fonts, theme
from mlrbench_gui.ui.kit.fonts import mono_font, px, ui_font
from mlrbench_gui.ui.kit.icons import paint_icon
from mlrbench_gui.ui.kit.paint import CENTER, RIGHT, draw_line, draw_text, half_pixel, text_width
from mlrbench_gui.ui.kit.rowlist import RowDelegate, SpokenModel
from mlrbench_gui.ui.screens.benchmark.lists import FittedList
from mlrbench_gui.ui.screens.benchmark.rows import MeanRow

LOW, HIGH = 1.0, 10.0
_PAD, _GAP = 10, 10
_NARROW = 460
"""Below this width the axis names only some of its marks, and counts are written short."""
_NO_BAR = 330
"""Below this width there is no bar: a bar of a few pixels tells nothing, and the name is cut for it."""
_BAR = 10
_NAME_SHARE = 0.52
"""Of the room left of the numbers a name takes no more; the rest is the bar's."""
_SORT_ROOM = 18
"""Between the bar's end and the mean stands the mark of the order."""
_WHISKER_LEAST = 5


@dataclass(frozen=True, slots=True)
class Columns:
    """Where the parts of a row stand, in pixels from the left; the same for the head and the rows."""

    name: float
    bar: float
    mean: float
    interval: float
    count: float
    right: float


def columns_of(width: float, name_wide: float) -> Columns:
    """The columns of a width: the bar takes what the numbers leave."""
    right = width - _PAD
    narrow = width < px(_NARROW)
    count = right - px(50 if narrow else 70)
    interval = count - px(74 if narrow else 78)
    mean = interval - px(54 if narrow else 56)
    name = _PAD
    if width < px(_NO_BAR):
        return Columns(name, mean, mean, interval, count, right)
    bar = name + min(name_wide, max(px(70), (mean - name) * _NAME_SHARE)) + _GAP
    return Columns(name, bar, mean, interval, count, right)


class MeansModel(SpokenModel[MeanRow]):
    """Rows of means."""

    @override
    def spoken(self, row: MeanRow) -> str:
        return row.spoken


class MeansDelegate(RowDelegate[MeanRow]):
    """Paints a mean's row."""

    height = "row-dense"
    ruled = True
    smooth = True

    def __init__(self, view: "MeansList", model: MeansModel) -> None:
        super().__init__(view, model)
        self._list = view

    @override
    def draw(self, painter: QPainter, rect: QRectF, row: MeanRow, at_row: int) -> None:
        at = columns_of(rect.width(), self._list.name_wide)
        left, color = rect.left(), theme.color
        name = QRectF(left + at.name, rect.top(), at.bar - at.name - _GAP, rect.height())
        draw_text(painter, name, row.name, font=ui_font(12, 500), color=color("text"))
        bar = QRectF(left + at.bar, rect.top(), at.mean - at.bar - _SORT_ROOM / 2, rect.height() - 1)
        if bar.width() > 0:
            draw_mean_bar(painter, bar, row)
        mean = QRectF(left + at.mean, rect.top(), at.interval - at.mean - _GAP, rect.height())
        draw_text(painter, mean, f"{row.mean:.2f}", font=mono_font(12), color=color("text"), align=RIGHT)
        interval = QRectF(left + at.interval, rect.top(), at.count - at.interval - 4, rect.height())
        draw_text(painter, interval, row.interval, font=mono_font(11), color=color("text-2"), align=RIGHT)
        count = QRectF(left + at.count, rect.top(), at.right - at.count, rect.height())
        role = "warn" if row.marked else "text-2"
        text = row.count.replace(" of ", "/") if rect.width() < px(_NARROW) else row.count
        draw_text(painter, count, text, font=mono_font(11), color=color(role), align=RIGHT)


class MeansList(FittedList[MeanRow]):
    """The list; `name_wide` is the width that its longest name needs, within bounds."""

    def __init__(self, name: str) -> None:
        self.name_wide = float(px(90))
        model = MeansModel()
        super().__init__(model, name)
        self.setItemDelegate(MeansDelegate(self, model))

    @override
    def show_rows(self, rows: Sequence[MeanRow]) -> None:
        names = [text_width(row.name, ui_font(12, 500)) for row in rows]
        head = text_width(self.accessibleName(), ui_font(11, 600)) + 20
        self.name_wide = min(max(*names, head, px(72)) + 2, px(200)) if names else px(72)
        super().show_rows(rows)


class MeansHead(QWidget):
    """The words over the columns and the axis; `sort_wanted` tells the column that was clicked."""

    sort_wanted = Signal(str)

    def __init__(self, title: str, of: MeansList, counted: str) -> None:
        super().__init__()
        self._title, self._list, self._counted = title, of, counted
        self.sorted_by = "mean"
        theme.keep_fit(self, lambda: self.setFixedHeight(fonts.height("table-head")))
        self.setToolTip("Click the name or the mean to sort by it")

    @override
    def sizeHint(self) -> QSize:
        return QSize(120, fonts.height("table-head"))

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        at = columns_of(self.width(), self._list.name_wide)
        x = event.position().x()
        if x < at.bar:
            self.sort_wanted.emit("name")
        elif x >= at.mean:
            self.sort_wanted.emit("mean")

    @override
    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        rect = QRectF(self.rect())
        painter.fillRect(rect, theme.color("sunken"))
        draw_line(painter, rect.bottomLeft() - QPointF(0, 0.5), rect.bottomRight() - QPointF(0, 0.5))
        at = columns_of(rect.width(), self._list.name_wide)
        color, font = theme.color("text-2"), ui_font(11, 600)
        words = (
            (at.name, at.bar - _GAP, self._title, False),
            (at.mean, at.interval - _GAP, "Mean", True),
            (at.interval, at.count - 4, "95 %", True),
            (at.count, at.right, self._counted, True),
        )
        for start, end, text, to_right in words:
            place = QRectF(start, 0, end - start, rect.height())
            align = RIGHT if to_right else Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
            draw_text(painter, place, text, font=font, color=color, align=align)
        self._paint_sort(painter, at)
        self._paint_axis(painter, QRectF(at.bar, 0, at.mean - at.bar - _SORT_ROOM / 2, rect.height()))

    def _paint_sort(self, painter: QPainter, at: Columns) -> None:
        by_name = self.sorted_by == "name"
        wide = text_width(self._title, ui_font(11, 600))
        x = (
            min(at.name + wide + 4, at.bar - 16)
            if by_name
            else at.interval - _GAP - text_width("Mean", ui_font(11, 600)) - 17
        )
        icon = QRectF(x, (self.height() - 14) / 2, 14, 14)
        paint_icon(painter, "sort-up" if by_name else "sort-down", icon, theme.color("text-2"))

    def _paint_axis(self, painter: QPainter, bar: QRectF) -> None:
        if bar.width() <= 0:
            return
        shown = (1, 4, 7, 10) if bar.width() < _NARROW else tuple(range(1, 11))
        for mark in shown:
            x = _place(bar, mark)
            place = QRectF(x - 12, 0, 24, bar.height())
            draw_text(painter, place, str(mark), font=ui_font(11), color=theme.color("text-3"), align=CENTER)


class MeansTable(QWidget):
    """Head and list of one stage; `opened` asks for what is behind the current row."""

    opened = Signal()

    def __init__(self, title: str, counted: str = "Tasks") -> None:
        super().__init__()
        self.list = MeansList(title)
        self.head = MeansHead(title, self.list, counted)
        self._rows: tuple[MeanRow, ...] = ()
        self.head.sort_wanted.connect(self.sort_by)
        self.list.opened.connect(self.opened)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.head)
        column.addWidget(self.list)
        column.addStretch()

    def show_rows(self, rows: Sequence[MeanRow]) -> None:
        """Other rows, best first or by name as before."""
        self._rows = tuple(rows)
        self.sort_by(self.head.sorted_by)

    def sort_by(self, key: str) -> None:
        """Order by `name` or by `mean`, the best first."""
        self.head.sorted_by = key
        by_name = key == "name"
        self.list.show_rows(sorted(self._rows, key=lambda row: row.name) if by_name else self._rows)
        self.head.update()


def draw_mean_bar(painter: QPainter, bar: QRectF, row: MeanRow) -> None:
    """Bar from 1 to the mean, marks of the axis, whisker over the interval; hatched where few tasks are behind it."""
    for mark in range(1, 11):
        x = round(_place(bar, mark)) + 0.5
        draw_line(painter, QPointF(x, bar.top() + 4), QPointF(x, bar.bottom() - 3))
    body = QRectF(bar.left(), bar.center().y() - _BAR / 2, _place(bar, row.mean) - bar.left(), _BAR)
    accent = theme.color("accent")
    fill = QColor(accent)
    fill.setAlphaF(0.42 if not row.small else 0.55)
    if row.small:
        painter.setBrush(QBrush(fill, Qt.BrushStyle.BDiagPattern))
        pen = QPen(accent, 1)
        pen.setCosmetic(True)
        painter.setPen(pen)
        painter.drawRect(half_pixel(body))
    else:
        painter.fillRect(body, fill)
    if row.low is not None and row.high is not None:
        _draw_whisker(painter, bar, row.low, row.high)


def _draw_whisker(painter: QPainter, bar: QRectF, low: float, high: float) -> None:
    left, right, middle = _place(bar, low), _place(bar, high), bar.center().y()
    pen = QPen(theme.color("text"), 2)
    pen.setCosmetic(True)
    painter.setPen(pen)
    if right - left < _WHISKER_LEAST:
        x = (left + right) / 2
        painter.drawLine(QPointF(x, middle - 4), QPointF(x, middle + 4))
        return
    painter.drawLine(QPointF(left, middle), QPointF(right, middle))
    for x in (left, right):
        painter.drawLine(QPointF(x, middle - 4), QPointF(x, middle + 4))


def _place(bar: QRectF, value: float) -> float:
    return bar.left() + (min(max(value, LOW), HIGH) - LOW) / (HIGH - LOW) * bar.width()
