"""Labels and grounds that say by properties what they are, so that the one style sheet can paint them."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QLabel, QWidget


def label(
    text: str, *, role: str = "text", size: str = "base", weight: str = "", wrap: bool = False
) -> QLabel:
    """A text: role (`text`, `text-2`, `text-3`, `ok` …), size (`xs` … `xl`), weight (`medium`, `semibold`)."""
    made = QLabel(text)
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setProperty("role", role)
    made.setProperty("textSize", size)
    if weight:
        made.setProperty("weight", weight)
    made.setWordWrap(wrap)
    return made


def ground(widget: QWidget, role: str, *, edge: str = "") -> QWidget:
    """Give a plain widget a ground (`chrome`, `panel`, `sunken`, `desk`) and a line on one edge."""
    widget.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
    widget.setProperty("ground", role)
    if edge:
        widget.setProperty("edge", edge)
    return widget


def separator(*, vertical: bool = False, length: int = 0) -> QFrame:
    """A line of 1 px; `length` for one that is shorter than its row."""
    line = QFrame()
    line.setProperty("kind", "separator-v" if vertical else "separator-h")
    if length:
        line.setFixedHeight(length) if vertical else line.setFixedWidth(length)
    return line


def restyle(widget: QWidget) -> None:
    """Let the style sheet see a property that was changed after the widget was shown."""
    widget.style().unpolish(widget)
    widget.style().polish(widget)
