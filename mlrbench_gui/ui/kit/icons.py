"""Icons: own SVG strokes in `currentColor`, drawn at the wanted size, colour and pixel ratio, and cached."""

from functools import cache, lru_cache

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QColor, QGuiApplication, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from mlrbench_gui.domain.resources import resource
from mlrbench_gui.ui.kit import theme

ROW, BUTTON, RAIL = 14, 16, 20
"""The three sizes in which icons are shown."""


def icon_pixmap(name: str, color: QColor, size: int, dpr: float, ground: QColor | None = None) -> QPixmap:
    """The icon in this colour; `ground` is the colour of marks that are cut out of a filled glyph."""
    behind = ground if ground is not None else theme.color("panel")
    return _drawn(name, color.name(), behind.name(), size, dpr)


def icon(name: str, role: str = "text-2", size: int = BUTTON) -> QIcon:
    """The icon in the role's colour with a disabled form. Make it again after a change of theme."""
    made = QIcon()
    shown = theme.current()
    for dpr in sorted({1.0, 2.0, _screen_ratio()}):
        made.addPixmap(icon_pixmap(name, shown.color(role), size, dpr), QIcon.Mode.Normal)
        made.addPixmap(icon_pixmap(name, shown.color("text-off"), size, dpr), QIcon.Mode.Disabled)
    return made


def paint_icon(
    painter: QPainter, name: str, rect: QRectF, color: QColor, ground: QColor | None = None
) -> None:
    """Draw the icon into a square rectangle, sharp at the painter's pixel ratio."""
    size = round(rect.width())
    dpr = painter.device().devicePixelRatioF()
    painter.drawPixmap(rect.topLeft(), icon_pixmap(name, color, size, dpr, ground))


@cache
def _source(name: str) -> str:
    return resource("icons", f"{name}.svg").read_text(encoding="utf-8")


@lru_cache(maxsize=2048)
def _drawn(name: str, color: str, ground: str, size: int, dpr: float) -> QPixmap:
    text = _source(name).replace("currentColor", color).replace("groundColor", ground)
    if size >= RAIL:
        text = text.replace('stroke-width="1.5"', 'stroke-width="1.3"', 1)
    renderer = QSvgRenderer(QByteArray(text.encode()))
    pixels = max(1, round(size * dpr))
    pixmap = QPixmap(pixels, pixels)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    renderer.render(painter, QRectF(0, 0, pixels, pixels))
    painter.end()
    pixmap.setDevicePixelRatio(dpr)
    return pixmap


def _screen_ratio() -> float:
    return max((screen.devicePixelRatio() for screen in QGuiApplication.screens()), default=1.0)
