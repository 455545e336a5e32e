"""Rows of a section in Settings: a name at the left, what is edited at the right."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLineEdit, QWidget

from mlrbench_gui.ui.kit import theme
from mlrbench_gui.ui.kit.fonts import px
from mlrbench_gui.ui.kit.labels import label

_WIDE, _NARROW, _LABEL = 300, 120, 180


def row_grid() -> QGridLayout:
    """A grid without rows."""
    grid = QGridLayout()
    grid.setContentsMargins(0, 6, 0, 0)
    grid.setHorizontalSpacing(16)
    grid.setVerticalSpacing(8)
    grid.setColumnMinimumWidth(0, _LABEL)
    grid.setColumnStretch(1, 1)
    return grid


def add_row(grid: QGridLayout, text: str, editor: QWidget, buddy: QWidget | None = None) -> None:
    """One more row."""
    row = grid.rowCount()
    words = label(text)
    words.setBuddy(buddy or editor)
    grid.addWidget(words, row, 0)
    grid.addWidget(editor, row, 1, alignment=Qt.AlignmentFlag.AlignLeft)


def field_line(name: str, hint: str, *, narrow: bool = False) -> QLineEdit:
    """A field for one line."""
    field = QLineEdit()
    field.setPlaceholderText(hint)
    field.setAccessibleName(name)
    theme.keep_fit(field, lambda: field.setFixedWidth(px(_NARROW if narrow else _WIDE)))
    return field


def in_a_row(*parts: QWidget, gap: int = 8) -> QWidget:
    """Several editors side by side."""
    holder = QWidget()
    row = QHBoxLayout(holder)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(gap)
    for part in parts:
        row.addWidget(part)
    row.addStretch()
    return holder
