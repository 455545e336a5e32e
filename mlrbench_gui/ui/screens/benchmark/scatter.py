"""Points over two axes: judges beside people, cost beside score. Left and right walk from point to point."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget
from typing_extensions import override

from mlrbench_gui.ui.kit import theme
from mlrbench_gui.ui.kit.fonts import px, ui_font
from mlrbench_gui.ui.kit.paint import CENTER, LEFT, RIGHT, draw_line, draw_text, text_width

_LEFT, _TOP, _RIGHT, _BOTTOM = 40, 12, 14, 38
_RADIUS, _REACH = 4.0, 12.0


@dataclass(frozen=True, slots=True)
class Point:
    """A point: what it is, where it lies, whether its name stands beside it, whether it is hollow."""

    name: str
    x: float
    y: float
    labelled: bool = False
    hollow: bool = False


@dataclass(frozen=True, slots=True)
class Axis:
    """An axis: its words, its ends, the values that are marked."""

    title: str
    low: float
    high: float
    marks: tuple[float, ...]


SCORE_MARKS = tuple(float(mark) for mark in range(1, 11))


class Scatter(QWidget):
    """`opened` tells the name of a point, `left` -1 or 1 where the keyboard goes over an end."""

    opened = Signal(str)
    left = Signal(int)
    moved = Signal()

    def __init__(self, name: str, *, diagonal: bool = False) -> None:
        super().__init__()
        self._diagonal = diagonal
        self._points: tuple[Point, ...] = ()
        self._x = self._y = Axis("", 0, 1, ())
        self._at = 0
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        theme.keep_fit(self, lambda: self.setMinimumHeight(px(232)))

    def show_points(self, points: Sequence[Point], x: Axis, y: Axis) -> None:
        """Other points, from left to right."""
        self._points = tuple(sorted(points, key=lambda point: (point.x, point.y, point.name)))
        self._x, self._y = x, y
        self._at = min(self._at, max(0, len(points) - 1))
        self._say()
        self.update()

    def current(self) -> Point | None:
        """The point that the keyboard is on."""
        return self._points[self._at] if self._points else None

    @override
    def sizeHint(self) -> QSize:
        return QSize(280, px(232))

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        match event.key():
            case Qt.Key.Key_Left | Qt.Key.Key_Right:
                step = -1 if event.key() == Qt.Key.Key_Left else 1
                self._walk(self._at + step)
            case Qt.Key.Key_Home | Qt.Key.Key_End:
                self._walk(0 if event.key() == Qt.Key.Key_Home else len(self._points) - 1)
            case Qt.Key.Key_Up | Qt.Key.Key_Down:
                self.left.emit(-1 if event.key() == Qt.Key.Key_Up else 1)
            case Qt.Key.Key_Return | Qt.Key.Key_Enter if self._points:
                self.opened.emit(self._points[self._at].name)
            case _:
                super().keyPressEvent(event)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        near = self._near(event.position())
        if near is not None:
            self._walk(near)

    @override
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        near = self._near(event.position())
        if near is not None:
            self.opened.emit(self._points[near].name)

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        near = self._near(event.position())
        text = self._words(self._points[near]) if near is not None else ""
        QToolTip.showText(event.globalPosition().toPoint(), text, self)

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.moved.emit()
        self.update()

    @override
    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = self._area()
        self._paint_axes(painter, area)
        if self._diagonal:
            pen = QPen(theme.color("line-strong"), 1, Qt.PenStyle.DashLine)
            pen.setCosmetic(True)
            painter.setPen(pen)
            low, high = max(self._x.low, self._y.low), min(self._x.high, self._y.high)
            painter.drawLine(self._place(area, low, low), self._place(area, high, high))
        for at, point in enumerate(self._points):
            self._paint_point(painter, area, point, chosen=at == self._at and self.hasFocus())
        self._paint_names(painter, area)
        if self.hasFocus() and self._points:
            self._paint_words(painter, area, self._words(self._points[self._at]))

    def _paint_axes(self, painter: QPainter, area: QRectF) -> None:
        font, color = ui_font(11), theme.color("text-3")
        for mark in self._x.marks:
            x = round(self._place(area, mark, self._y.low).x()) + 0.5
            draw_line(painter, QPointF(x, area.top()), QPointF(x, area.bottom()))
            place = QRectF(x - 20, area.bottom() + 3, 40, px(14))
            draw_text(painter, place, f"{mark:g}", font=font, color=color, align=CENTER)
        for mark in self._y.marks:
            y = round(self._place(area, self._x.low, mark).y()) + 0.5
            draw_line(painter, QPointF(area.left(), y), QPointF(area.right(), y))
            place = QRectF(0, y - px(7), area.left() - 6, px(14))
            draw_text(painter, place, f"{mark:g}", font=font, color=color, align=RIGHT)
        words = theme.color("text-2")
        below = QRectF(area.left(), area.bottom() + px(17), area.width(), px(15))
        draw_text(painter, below, self._x.title, font=font, color=words, align=RIGHT)
        above = QRectF(area.left() + 6, area.top() + 2, area.width() - 12, px(15))
        wide = text_width(self._y.title, font)
        painter.fillRect(
            QRectF(above.left() - 2, above.top(), wide + 4, above.height()), theme.color("panel")
        )
        draw_text(painter, above, self._y.title, font=font, color=words)

    def _paint_point(self, painter: QPainter, area: QRectF, point: Point, *, chosen: bool) -> None:
        place = self._place(area, point.x, point.y)
        accent = theme.color("accent")
        pen = QPen(accent, 1.5)
        painter.setPen(pen)
        painter.setBrush(theme.color("panel") if point.hollow else accent)
        painter.drawEllipse(place, _RADIUS, _RADIUS)
        if chosen:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(theme.color("focus"), 2))
            painter.drawEllipse(place, _RADIUS + 4, _RADIUS + 4)

    def _paint_names(self, painter: QPainter, area: QRectF) -> None:
        """Names stand to the right of their points, or where no other name is: below, above, to the left."""
        font = ui_font(11, 500)
        taken = [self._dot(area, point) for point in self._points]
        high = px(14)
        for point in self._points:
            if not point.labelled:
                continue
            at, wide = self._place(area, point.x, point.y), text_width(point.name, font) + 2
            tries = [
                QRectF(at.x() + 9, at.y() - high / 2, wide, high),
                QRectF(at.x() - wide / 2, at.y() + 7, wide, high),
                QRectF(at.x() - wide / 2, at.y() - 7 - high, wide, high),
                QRectF(at.x() - 9 - wide, at.y() - high / 2, wide, high),
            ]
            free = (box for box in tries if area.contains(box) and not any(box.intersects(t) for t in taken))
            box = next(free, tries[0])
            taken.append(box)
            draw_text(painter, box, point.name, font=font, color=theme.color("text"))

    def _paint_words(self, painter: QPainter, area: QRectF, text: str) -> None:
        font = ui_font(11, 500)
        wide = min(text_width(text, font) + 12, area.width())
        box = QRectF(area.right() - wide, area.bottom() - px(22), wide, px(18))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("select"))
        painter.drawRoundedRect(box, 3, 3)
        draw_text(painter, box.adjusted(6, 0, -4, 0), text, font=font, color=theme.color("text"), align=LEFT)

    def _words(self, point: Point) -> str:
        return f"{point.name}: {self._x.title} {point.x:.4g}, {self._y.title} {point.y:.4g}"

    def _say(self) -> None:
        point = self.current()
        self.setAccessibleDescription(self._words(point) if point is not None else "no points")

    def _walk(self, at: int) -> None:
        if self._points:
            self._at = min(max(at, 0), len(self._points) - 1)
            self._say()
            self.moved.emit()
            self.update()

    def _near(self, at: QPointF) -> int | None:
        area = self._area()
        far = [
            ((self._place(area, point.x, point.y) - at).manhattanLength(), number)
            for number, point in enumerate(self._points)
        ]
        found = min(far, default=None)
        return found[1] if found is not None and found[0] <= _REACH else None

    def _dot(self, area: QRectF, point: Point) -> QRectF:
        at = self._place(area, point.x, point.y)
        return QRectF(at.x() - _RADIUS, at.y() - _RADIUS, 2 * _RADIUS, 2 * _RADIUS)

    def _area(self) -> QRectF:
        return QRectF(self.rect()).adjusted(_LEFT, _TOP, -_RIGHT, -px(_BOTTOM))

    def _place(self, area: QRectF, x: float, y: float) -> QPointF:
        across = (x - self._x.low) / ((self._x.high - self._x.low) or 1)
        up = (y - self._y.low) / ((self._y.high - self._y.low) or 1)
        return QPointF(area.left() + across * area.width(), area.bottom() - up * area.height())
