"""A card that stands in a pane instead of filling it."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

_WIDEST = 460


def framed(card: QWidget) -> QWidget:
    """The card as tall as its words, a little below the pane's top."""
    frame = QWidget()
    card.setMaximumWidth(_WIDEST)
    column = QVBoxLayout(frame)
    column.setContentsMargins(24, 48, 24, 24)
    column.addWidget(card, 0, Qt.AlignmentFlag.AlignTop)
    column.addStretch(1)
    return frame
