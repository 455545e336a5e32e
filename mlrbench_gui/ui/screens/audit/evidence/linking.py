"""Evidence by hand: the run's files to search by name, and a selection as a value with its locator."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtWidgets import (
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from mlrbench_gui.audit.numbers.grammar import find_numbers
from mlrbench_gui.domain.audit import Claim, Evidence
from mlrbench_gui.domain.values import RelPath, Strength
from mlrbench_gui.ui.kit import fonts, icons, theme
from mlrbench_gui.ui.kit.fields import SearchField
from mlrbench_gui.ui.kit.labels import ground, label
from mlrbench_gui.ui.kit.paint import RIGHT, draw_row_ground, draw_text, text_width
from mlrbench_gui.ui.screens.audit.evidence.comparison import compare
from mlrbench_gui.ui.screens.audit.evidence.naming import file_icon
from mlrbench_gui.ui.screens.audit.evidence.reading.ansi import safe_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QKeyEvent, QPainter

    from mlrbench_gui.domain.artifacts import Artifact
    from mlrbench_gui.ui.screens.audit.evidence.viewers.viewer import Selection

Index = QModelIndex | QPersistentModelIndex


def evidence_from(claim: Claim, path: RelPath, selection: Selection) -> Evidence:
    """The selection as evidence of a claim: its number where it holds one that can be told, else its words."""
    value = _value(claim, selection.value)
    made = Evidence(
        path=path, locator=selection.locator, value=value, strength=Strength.PRIMARY, name="linked by hand"
    )
    return made.model_copy(update={"agrees": compare(claim, made).agrees})


def _value(claim: Claim, text: str) -> float | str | None:
    words = text.strip().strip('"')
    if not words:
        return None
    try:
        return float(words.rstrip("%"))
    except ValueError:
        numbers = [number.number for number in find_numbers(words, words=False)]
    if claim.stated is None or not numbers:
        return words
    return min(numbers, key=lambda number: abs(number - (claim.stated or 0.0)))


class FileModel(QAbstractListModel):
    """A run's files whose path holds all words of the filter."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._all: tuple[Artifact, ...] = ()
        self.shown: list[Artifact] = []

    def show_files(self, artifacts: Sequence[Artifact]) -> None:
        """List other files, those most likely to hold evidence first."""
        self._all = tuple(sorted(artifacts, key=lambda a: (not a.path.startswith("results/"), a.path)))
        self.set_filter("")

    def set_filter(self, text: str) -> None:
        """List the files whose path holds every word."""
        words = text.lower().split()
        self.beginResetModel()
        self.shown = [a for a in self._all if all(word in a.path.lower() for word in words)]
        self.endResetModel()

    @override
    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.shown)

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        artifact = self.shown[index.row()]
        if role in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole}:
            return artifact.path
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{artifact.path}, {artifact.role.value}, {size_text(artifact.size)}"
        return None


class _FileRow(QStyledItemDelegate):
    def __init__(self, view: QListView, model: FileModel) -> None:
        super().__init__(view)
        self._view, self._model = view, model

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(100, fonts.height("row-dense"))

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        artifact, rect = self._model.shown[index.row()], QRectF(option.rect)
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        hovered = bool(option.state & QStyle.StateFlag.State_MouseOver)
        draw_row_ground(painter, rect, selected=chosen, focused=True, hovered=hovered)
        area = rect.adjusted(12, 0, -12, 0)
        icon = file_icon(artifact.path, artifact.role)
        icons.paint_icon(
            painter, icon, QRectF(area.left(), area.center().y() - 7, 14, 14), theme.color("text-2")
        )
        size, small = size_text(artifact.size), fonts.mono_font(11)
        width = text_width(size, small) + 8
        draw_text(painter, area, size, font=small, color=theme.color("text-2"), align=RIGHT)
        text = area.adjusted(20, 0, -width, 0)
        draw_text(
            painter, text, safe_text(artifact.path), font=fonts.mono_font(12), color=theme.color("text")
        )


class FilePicker(QWidget):
    """Search field over the list. Typing filters, arrows walk, Enter opens, Esc closes."""

    chosen = Signal(str)
    closed = Signal()

    def __init__(self) -> None:
        super().__init__()
        ground(self, "panel")
        self.model = FileModel(self)
        self.field = SearchField("Search the run's files by name")
        self.field.textChanged.connect(self._filter)
        self.list = QListView()
        self.list.setModel(self.model)
        self.list.setItemDelegate(_FileRow(self.list, self.model))
        self.list.setUniformItemSizes(True)
        self.list.setMouseTracking(True)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setAccessibleName("Files of the run")
        self.list.clicked.connect(lambda index: self.chosen.emit(self.model.shown[index.row()].path))
        self.count = label("", role="text-2", size="xs")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 8, 0, 0)
        column.setSpacing(6)
        top = QVBoxLayout()
        top.setContentsMargins(12, 0, 12, 0)
        top.setSpacing(4)
        top.addWidget(self.field)
        top.addWidget(self.count)
        column.addLayout(top)
        column.addWidget(self.list, 1)
        self.setFocusProxy(self.field)

    def show_files(self, artifacts: Sequence[Artifact]) -> None:
        """Offer these files."""
        self.model.show_files(artifacts)
        self.field.clear()
        self._filter("")

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        row = self.list.currentIndex().row()
        steps = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}
        if event.key() in steps:
            wanted = min(max(0, row + steps[Qt.Key(event.key())]), self.model.rowCount() - 1)
            self.list.setCurrentIndex(self.model.index(wanted, 0))
        elif event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and 0 <= row < len(self.model.shown):
            self.chosen.emit(self.model.shown[row].path)
        elif event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)

    def _filter(self, text: str) -> None:
        self.model.set_filter(text)
        self.list.setCurrentIndex(self.model.index(0, 0))
        self.count.setText(f"{self.model.rowCount()} files; open one, select the place, then link it")


def size_text(size: int) -> str:
    """A size for people."""
    if size < 1024:
        return f"{size} B"
    return f"{size / 1024:.0f} KB" if size < 1 << 20 else f"{size / (1 << 20):.1f} MB"
