"""Rows of the files page: files with how they stand, and the versions of one."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt
from typing_extensions import override

from mlrbench_gui.ui.kit import fonts, icons, theme
from mlrbench_gui.ui.kit.paint import RIGHT, draw_text, elided, text_width
from mlrbench_gui.ui.kit.rowlist import Index, RowDelegate, RowsModel
from mlrbench_gui.ui.screens.audit.evidence.naming import file_icon
from mlrbench_gui.ui.screens.audit.evidence.reading.ansi import safe_text
from mlrbench_gui.ui.screens.audit.trace.words import state_words

if TYPE_CHECKING:
    from PySide6.QtGui import QPainter
    from PySide6.QtWidgets import QListView

    from mlrbench_gui.services.tracing import TracedFile


class Listed(StrEnum):
    """Which files are listed."""

    ALL = "All"
    WRITTEN = "Written"
    AMISS = "Not explained"


def fits(file: TracedFile, wanted: Listed) -> bool:
    """Whether the filter lists the file."""
    if wanted is Listed.WRITTEN:
        return bool(file.versions)
    return wanted is Listed.ALL or file.is_amiss


class FilesModel(RowsModel["TracedFile"]):
    """Files by path."""

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        file = self.rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return file.path
        if role == Qt.ItemDataRole.AccessibleTextRole:
            count = len(file.versions)
            told = f", {count} version{'' if count == 1 else 's'}" if count else ""
            return f"{file.path}, {state_words(file)}{told}"
        if role == Qt.ItemDataRole.ToolTipRole:
            return safe_text(file.path)
        return None


@dataclass(frozen=True, slots=True)
class VersionRow:
    """A version to choose: of an action, or the file on disk (`action` None). `text` None: not known."""

    action: int | None
    words: str
    text: str | None
    size: str = ""

    @property
    def title(self) -> str:
        """`action 57`, `on disk`."""
        return f"action {self.action}" if self.action is not None else "on disk"


class VersionsModel(RowsModel[VersionRow]):
    """Versions, the newest first."""

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        row = self.rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return f"{row.title}, {row.words}"
        if role in {Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole}:
            return safe_text(", ".join(part for part in (row.title, row.words, row.size) if part))
        return None


class FileRow(RowDelegate["TracedFile"]):
    """A file: icon, path with its name always seen, how it stands."""

    height = "row-claim"

    @override
    def draw(self, painter: QPainter, rect: QRectF, row: TracedFile, at_row: int) -> None:
        area = rect.adjusted(10, 0, -10, 0)
        top = area.top() + (area.height() - fonts.px(34)) / 2
        first = QRectF(area.left() + 22, top, area.width() - 22, fonts.px(18))
        second = QRectF(first.left(), first.bottom(), first.width(), fonts.px(16))
        icon = QRectF(area.left(), first.center().y() - 7, 14, 14)
        icons.paint_icon(painter, file_icon(row.path), icon, theme.color("text-2"))
        folder, _, name = safe_text(row.path).rpartition("/")
        count = f"{len(row.versions)} version{'' if len(row.versions) == 1 else 's'}" if row.versions else ""
        small = fonts.ui_font(11)
        width = text_width(count, small) + 4 if count else 0.0
        draw_text(painter, first, count, font=small, color=theme.color("text-2"), align=RIGHT)
        mono = fonts.mono_font(12, 500)
        room = first.width() - width - 8
        shown = elided(name, mono, room, Qt.TextElideMode.ElideMiddle)
        ink = theme.color("text-2" if row.size is None else "text")
        draw_text(
            painter, QRectF(first.left(), first.top(), room, first.height()), shown, font=mono, color=ink
        )
        words = state_words(row)
        tone = theme.color("warn" if row.is_amiss else "text-2")
        state = text_width(words, small) + 4
        draw_text(painter, second, words, font=small, color=tone, align=RIGHT)
        folder = folder or "top of the run"
        below = QRectF(second.left(), second.top(), second.width() - state - 8, second.height())
        draw_text(painter, below, folder, font=small, color=theme.color("text-2"))


class VersionItem(RowDelegate[VersionRow]):
    """A version: the action that made it, how, and its size; the base of the comparison has a mark."""

    def __init__(self, view: QListView, model: VersionsModel) -> None:
        super().__init__(view, model)
        self.base: int | None = None

    @override
    def draw(self, painter: QPainter, rect: QRectF, row: VersionRow, at_row: int) -> None:
        area = rect.adjusted(10, 0, -10, 0)
        icon = "terminal" if row.action is not None else "file"
        if at_row == self.base:
            icon = "pin"
        icons.paint_icon(
            painter, icon, QRectF(area.left(), area.center().y() - 7, 14, 14), theme.color("text-2")
        )
        mono, small = fonts.mono_font(12, 500), fonts.ui_font(11)
        title = QRectF(area.left() + 22, area.top(), fonts.px(78), area.height())
        draw_text(painter, title, row.title, font=mono, color=theme.color("text"))
        size = "not told" if row.action is not None and row.text is None else row.size
        width = text_width(size, small) + 4
        draw_text(painter, area, size, font=small, color=theme.color("text-2"), align=RIGHT)
        words = QRectF(
            title.right() + 8, area.top(), area.right() - width - title.right() - 16, area.height()
        )
        draw_text(painter, words, safe_text(row.words), font=small, color=theme.color("text-2"))
