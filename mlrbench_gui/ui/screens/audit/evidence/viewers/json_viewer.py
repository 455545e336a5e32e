"""JSON as a tree, opened at the pointer; rows whose number the paper also prints are named at the right."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QRect, QRectF, QSize, Qt
from PySide6.QtWidgets import QAbstractItemView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QTreeView
from typing_extensions import override

from mlrbench_gui.domain.audit import Locator
from mlrbench_gui.ui.kit import fonts, icons, theme
from mlrbench_gui.ui.kit.labels import label
from mlrbench_gui.ui.kit.paint import RIGHT, draw_row_ground, draw_text, text_width
from mlrbench_gui.ui.screens.audit.evidence.reading.ansi import safe_text
from mlrbench_gui.ui.screens.audit.evidence.reading.jsontree import JsonDocument, pointer_path, walk
from mlrbench_gui.ui.screens.audit.evidence.viewers.find_bar import hit_text
from mlrbench_gui.ui.screens.audit.evidence.viewers.json_model import Index, JsonModel, Node
from mlrbench_gui.ui.screens.audit.evidence.viewers.viewer import Mark, Selection, Viewer

if TYPE_CHECKING:
    from PySide6.QtGui import QPainter

    from mlrbench_gui.domain.work import CancelToken
    from mlrbench_gui.ui.kit.background import Background, Job

_INDENT = 14
_HIT_LIMIT = 10_000
_CHECK_EACH = 4096
Path = tuple[int, ...]


class JsonTree(QTreeView):
    """The tree with chevrons of its own and the marked row over the whole width."""

    def __init__(self, model: JsonModel) -> None:
        super().__init__()
        self.setModel(model)
        self.json = model
        self.mark = Mark()
        self.marked: Node | None = None
        self.setHeaderHidden(True)
        self.setUniformRowHeights(True)
        self.setIndentation(_INDENT)
        self.setAnimated(False)
        self.setExpandsOnDoubleClick(True)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerItem)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setItemDelegate(_Row(self))
        self.setAccessibleName("JSON tree")
        theme.theme_signals().changed.connect(self.viewport().update)

    @override
    def drawRow(self, painter: QPainter, options: QStyleOptionViewItem, index: Index) -> None:
        rect = QRect(0, options.rect.top(), self.viewport().width(), options.rect.height())
        node = self.json.node(index)
        chosen = self.selectionModel().isSelected(index)
        if node is self.marked:
            painter.fillRect(rect, theme.current().chip(self.mark.verdict))
            painter.fillRect(QRect(0, rect.top(), 3, rect.height()), theme.current().solid(self.mark.verdict))
        if node is not self.marked or (chosen and self.hasFocus()):
            hovered = bool(options.state & QStyle.StateFlag.State_MouseOver)
            draw_row_ground(painter, QRectF(rect), selected=chosen, focused=self.hasFocus(), hovered=hovered)
        self._draw_cells(painter, options, index)

    def _draw_cells(self, painter: QPainter, options: QStyleOptionViewItem, index: Index) -> None:
        """Chevron and text without the base class's own selection, which would hide the mark."""
        place = self.visualRect(self.json.plain(index))
        self.drawBranches(painter, QRect(0, place.top(), place.left(), place.height()), index)
        inner = QStyleOptionViewItem(options)
        inner.rect = place
        self.itemDelegate().paint(painter, inner, self.json.plain(index))

    @override
    def drawBranches(self, painter: QPainter, rect: QRect, index: Index) -> None:
        if self.json.hasChildren(index):
            name = "chevron-down" if self.isExpanded(index) else "chevron-right"
            top = rect.center().y() - 6
            box = QRectF(rect.right() - 12, top, 12, 12)
            icons.paint_icon(painter, name, box, theme.color("text-3"))


class _Row(QStyledItemDelegate):
    """Key, value and the note of a row."""

    def __init__(self, tree: JsonTree) -> None:
        super().__init__(tree)
        self._tree = tree

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(100, fonts.height("row-tree"))

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        node = self._tree.json.node(index)
        marked = node is self._tree.marked
        area = QRectF(option.rect).adjusted(4, 0, -12, 0)
        area.setRight(self._tree.viewport().width() - 12)
        note = self._note(node, marked=marked)
        if note:
            font = fonts.ui_font(11)
            width = min(text_width(note, font) + 8, area.width() * 0.6)
            box = QRectF(area.right() - width, area.top(), width, area.height())
            draw_text(painter, box, note, font=font, color=theme.color("text-2"), align=RIGHT)
            area.setRight(area.right() - width - 8)
        key, mono = safe_text(node.key), fonts.mono_font(12)
        draw_text(painter, area, key, font=mono, color=theme.color("text"))
        area.setLeft(area.left() + text_width(key, mono) + 6)
        value_font = fonts.mono_font(12, 600) if marked else mono
        color = theme.color("text" if marked else "text-2")
        draw_text(painter, area, node.text(), font=value_font, color=color)

    def _note(self, node: Node, *, marked: bool) -> str:
        if marked:
            return self._tree.mark.note
        if node.branch is None and node.text() in self._tree.mark.also:
            return f"{self._tree.mark.said} stands here too"
        return ""


class JsonViewer(Viewer):
    """Shows a parsed document at its pointer."""

    def __init__(self, background: Background) -> None:
        super().__init__()
        self._background = background
        self._document: JsonDocument | None = None
        self._hits: tuple[Path, ...] = ()
        self._hit = 0
        self._searching: Job[tuple[Path, ...]] | None = None
        self.model = JsonModel(self)
        self.tree = JsonTree(self.model)
        self.problem = label("", role="warn", size="xs", wrap=True)
        self.problem.setContentsMargins(12, 4, 12, 4)
        self.add_body(self.problem, 0)
        self.add_body(self.tree)
        self.tree.selectionModel().currentChanged.connect(lambda *_: self.selection_changed.emit())

    def show_document(self, document: JsonDocument, locator: Locator | None, mark: Mark) -> None:
        """Show the document with the pointer's value at a third of the height; siblings on the way stay shut."""
        self.find_bar.hide()
        self._hits = ()
        if document is not self._document:
            self._document = document
            self.model.show_root(document.root)
        self.tree.mark, self.tree.marked = mark, None
        pointer = locator.json_pointer if locator is not None else None
        path = pointer_path(document.root, pointer) if pointer is not None else None
        missing = pointer is not None and path is None
        words = f"nothing stands at {pointer}" if missing else document.problem
        self.problem.setText(words)
        self.problem.setVisible(bool(words))
        if path:
            index = self.model.at_path(path)
            self.tree.marked = self.model.node(index)
            self.reveal(index)
        elif path is None:
            self._open_first()
        self.tree.viewport().update()

    def reveal(self, index: QModelIndex) -> None:
        """Open the way to a row and put it at a third of the height."""
        above = index.parent()
        while above.isValid():
            self.tree.expand(above)
            above = above.parent()
        self.tree.setCurrentIndex(index)
        self.tree.scrollTo(index, QAbstractItemView.ScrollHint.PositionAtTop)
        bar = self.tree.verticalScrollBar()
        bar.setValue(bar.value() - self.tree.viewport().height() // fonts.height("row-tree") // 3)

    def _open_first(self) -> None:
        """A small document lies open, a large one shows its first level."""
        if self.model.rowCount() <= 12:
            self.tree.expandToDepth(0)
        self.tree.scrollToTop()

    @override
    def selection(self) -> Selection | None:
        index = self.tree.currentIndex()
        if not index.isValid():
            return None
        node = self.model.node(index)
        return Selection(Locator(json_pointer=node.pointer()), node.text())

    @override
    def search(self, text: str) -> None:
        if self._searching is not None:
            self._searching.cancel()
            self._searching = None
        self._hits = ()
        if not text or self._document is None:
            self.find_bar.tell("")
            return
        document = self._document
        self.find_bar.tell("searching")
        self._searching = self._background.submit(
            lambda token, _emit: find_in(document, text, token), done=self._found, failed=self.find_bar.tell
        )

    @override
    def step_hit(self, step: int) -> None:
        if self._hits:
            self._hit = (self._hit + step) % len(self._hits)
            self._show_hit()

    def _found(self, hits: tuple[Path, ...]) -> None:
        self._hits, self._hit = hits, 0
        if hits:
            self._show_hit()
        else:
            self.find_bar.tell(hit_text(0, 0))

    def _show_hit(self) -> None:
        self.reveal(self.model.at_path(self._hits[self._hit]))
        self.find_bar.tell(hit_text(self._hit + 1, len(self._hits), "values"))


def find_in(document: JsonDocument, text: str, cancel: CancelToken | None = None) -> tuple[Path, ...]:
    """Paths of the nodes whose key or leaf holds the text, at most ten thousand. Raises Cancelled."""
    folded = text == text.lower()
    found: list[Path] = []
    for number, (path, key, leaf) in enumerate(walk(document.root)):
        if cancel is not None and number % _CHECK_EACH == 0:
            cancel.check()
        where = f"{key}\n{leaf}"
        if text in (where.lower() if folded else where):
            found.append(path)
            if len(found) >= _HIT_LIMIT:
                break
    return tuple(found)
