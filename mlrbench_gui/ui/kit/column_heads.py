"""What a table's model answers for the head of a column."""

from collections.abc import Container, Sequence

from PySide6.QtCore import Qt


def column_head(
    heads: Sequence[str], section: int, orientation: Qt.Orientation, role: int, numbers: Container[str] = ()
) -> object:
    """The words of a column, and where they stand: those of `numbers` to the right. None for rows and other roles."""
    if orientation is not Qt.Orientation.Horizontal:
        return None
    if role == Qt.ItemDataRole.DisplayRole:
        return str(heads[section])
    if role == Qt.ItemDataRole.TextAlignmentRole:
        side = Qt.AlignmentFlag.AlignRight if heads[section] in numbers else Qt.AlignmentFlag.AlignLeft
        return int(side | Qt.AlignmentFlag.AlignVCenter)
    return None
