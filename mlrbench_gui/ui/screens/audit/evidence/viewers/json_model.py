"""A lazy item model over parsed JSON: nodes come into being when their parent is opened."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from typing_extensions import override

from mlrbench_gui.ui.screens.audit.evidence.reading.ansi import safe_text
from mlrbench_gui.ui.screens.audit.evidence.reading.jsontree import (
    Branch,
    Members,
    Slice,
    Value,
    children,
    leaf_text,
    pointer_part,
    summary,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

Index = QModelIndex | QPersistentModelIndex
_SHOWN = 600


@dataclass(eq=False, slots=True)
class Node:
    """A value in its place. `below` is None until it was opened once."""

    key: str
    value: Value | Slice
    row: int
    parent: Node | None
    below: list[Node] | None = None

    @property
    def branch(self) -> Branch | None:
        """The value if it has children."""
        return self.value if isinstance(self.value, (Members, list, Slice)) and _length(self.value) else None

    def pointer(self) -> str:
        """The JSON pointer; slices are no part of it."""
        parts: list[str] = []
        node: Node | None = self
        while node is not None and node.parent is not None:
            if not isinstance(node.value, Slice):
                parts.append(pointer_part(node.key))
            node = node.parent
        return "".join(f"/{part}" for part in reversed(parts))

    def text(self) -> str:
        """The value as shown beside its key."""
        if isinstance(self.value, Slice):
            return ""
        shown = summary(self.value) or leaf_text(self.value)
        return safe_text(shown if len(shown) <= _SHOWN else f"{shown[:_SHOWN]}… {len(shown) - _SHOWN} more")


class JsonModel(QAbstractItemModel):
    """One column: the delegate paints key and value from the node."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._root = Node("", None, 0, None, [])

    def show_root(self, value: Value) -> None:
        """Show another document."""
        self.beginResetModel()
        self._root = Node("", value, 0, None)
        self._open(self._root)
        self.endResetModel()

    def node(self, index: Index) -> Node:
        """The node of an index, the root for an invalid one."""
        found = index.internalPointer() if index.isValid() else self._root
        return found if isinstance(found, Node) else self._root

    def at_path(self, path: Sequence[int]) -> QModelIndex:
        """The index below the root by child numbers; nodes on the way are made."""
        index = QModelIndex()
        for row in path:
            if self.canFetchMore(index):
                self.fetchMore(index)
            index = self.index(row, 0, index)
        return index

    @override
    def index(self, row: int, column: int, parent: Index | None = None) -> QModelIndex:
        node = self.node(parent) if parent is not None else self._root
        if node.below is None or not 0 <= row < len(node.below) or column:
            return QModelIndex()
        return self.createIndex(row, column, node.below[row])

    @override
    def parent(self, index: Index | None = None) -> QModelIndex:  # type: ignore[override]  # QObject.parent() has no index
        above = self.node(index).parent if index is not None else None
        if above is None or above is self._root:
            return QModelIndex()
        return self.createIndex(above.row, 0, above)

    @override
    def rowCount(self, parent: Index | None = None) -> int:
        node = self.node(parent) if parent is not None else self._root
        return len(node.below) if node.below is not None else 0

    @override
    def columnCount(self, parent: Index | None = None) -> int:
        return 1

    @override
    def hasChildren(self, parent: Index | None = None) -> bool:
        node = self.node(parent) if parent is not None else self._root
        return node.branch is not None

    @override
    def canFetchMore(self, parent: Index) -> bool:
        node = self.node(parent)
        return node.below is None and node.branch is not None

    @override
    def fetchMore(self, parent: Index) -> None:
        node = self.node(parent)
        branch = node.branch
        if branch is None or node.below is not None:
            return
        self.beginInsertRows(self.plain(parent), 0, len(children(branch)) - 1)
        self._open(node)
        self.endInsertRows()

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        node = self.node(index)
        if role == Qt.ItemDataRole.DisplayRole:
            return f"{safe_text(node.key)} {node.text()}".strip()
        if role == Qt.ItemDataRole.ToolTipRole:
            return node.pointer() or "/"
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{node.key}: {node.text() or 'group'}, {node.pointer()}"
        return None

    def plain(self, index: Index) -> QModelIndex:
        """The same place as an index that is not kept up to date."""
        node = self.node(index)
        return QModelIndex() if node is self._root else self.createIndex(node.row, 0, node)

    @staticmethod
    def _open(node: Node) -> None:
        branch = node.branch
        pairs = children(branch) if branch is not None else ()
        node.below = [Node(key, value, row, node) for row, (key, value) in enumerate(pairs)]


def _length(branch: Branch) -> int:
    return branch.end - branch.start if isinstance(branch, Slice) else len(branch)
