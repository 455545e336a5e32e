"""The list itself: keyboard and mouse choose claims, a click on a section's head folds it."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QItemSelection, QItemSelectionModel, QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QFocusEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QAbstractItemView, QListView, QWidget
from typing_extensions import override

from mlrbench_gui.ui.kit import theme
from mlrbench_gui.ui.screens.audit.claims.delegate import ClaimDelegate
from mlrbench_gui.ui.screens.audit.claims.grouping import SectionRow
from mlrbench_gui.ui.screens.audit.claims.model import ClaimModel, Index

Select = QItemSelectionModel.SelectionFlag


class ClaimList(QListView):
    """Emits `chosen` (current id or None, selected ids) for what a person does, not for what the program shows."""

    chosen = Signal(object, object)
    fold_requested = Signal(str)
    menu_requested = Signal(QPoint)

    def __init__(self, model: ClaimModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._quiet = False
        self.setModel(model)
        self._delegate = ClaimDelegate(model, self)
        self.setItemDelegate(self._delegate)
        self.setAccessibleName("Claims")
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setMouseTracking(True)
        self.selectionModel().selectionChanged.connect(self._selection_changed)
        theme.theme_signals().changed.connect(self.viewport().update)

    def show_place(self, current: str | None, selected: tuple[str, ...]) -> None:
        """Select these claims without telling; the current one is brought into sight."""
        self._quiet = True
        index = self._model.index_of(current)
        wanted = QItemSelection()
        for key in selected:
            row = self._model.index_of(key)
            if row.isValid():
                wanted.select(row, row)
        self.selectionModel().select(wanted, Select.ClearAndSelect)
        self.selectionModel().setCurrentIndex(index, Select.NoUpdate)
        self._quiet = False
        self.mark_current(current)
        if index.isValid():
            self._bring_into_sight(index)

    def mark_current(self, claim_id: str | None) -> None:
        """Among several selected rows the current one has the bar."""
        marked = claim_id if len(self.selectionModel().selectedIndexes()) > 1 else None
        if marked != self._delegate.current:
            self._delegate.current = marked
            self.viewport().update()

    @override
    def dataChanged(self, top_left: Index, bottom_right: Index, roles: Sequence[int] = ()) -> None:
        """Repaint only: no row changes its height, and QListView would lay all of them out again."""
        QAbstractItemView.dataChanged(self, top_left, bottom_right, list(roles))

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Letters belong to the action table; the view's own search by typing would eat them."""
        if event.text() and not event.modifiers() and event.key() not in _OWN_KEYS:
            event.ignore()
            return
        super().keyPressEvent(event)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        if index.isValid():
            row = self._model.row(index)
            if isinstance(row, SectionRow):
                self.fold_requested.emit(row.title)
                event.accept()
                return
        super().mousePressEvent(event)

    @override
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """By the menu key the menu opens at the current row, else at the pointer."""
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            place = self.visualRect(self.currentIndex()).center()
            self.menu_requested.emit(self.viewport().mapToGlobal(place))
        elif self._model.claim_id(self.indexAt(event.pos())) is not None:
            self.menu_requested.emit(event.globalPos())

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        self._delegate.focused = True
        super().focusInEvent(event)

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        self._delegate.focused = False
        super().focusOutEvent(event)
        self.viewport().update()

    @override
    def viewportEvent(self, event: QEvent) -> bool:
        handled = super().viewportEvent(event)
        if event.type() == QEvent.Type.Leave:
            self.viewport().update()
        return handled

    def selected_ids(self) -> tuple[str, ...]:
        """The selected claims in the order of the list."""
        rows = sorted(index.row() for index in self.selectionModel().selectedIndexes())
        keys = (self._model.claim_id(self._model.index(row)) for row in rows)
        return tuple(key for key in keys if key is not None)

    def _selection_changed(self, _on: QItemSelection, _off: QItemSelection) -> None:
        if not self._quiet:
            current = self._model.claim_id(self.currentIndex())
            self.chosen.emit(current, self.selected_ids())

    def _bring_into_sight(self, index: QModelIndex) -> None:
        """With a row of context above and below, so that one sees what comes next."""
        rect = self.visualRect(index)
        room = rect.height()
        if rect.top() < room or rect.bottom() > self.viewport().height() - room:
            bar = self.verticalScrollBar()
            if rect.top() < room:
                bar.setValue(bar.value() + rect.top() - room)
            else:
                bar.setValue(bar.value() + rect.bottom() + room - self.viewport().height())

    def row_middle(self, claim_id: str) -> QPoint:
        """The middle of a claim's row in the viewport."""
        return self.visualRect(self._model.index_of(claim_id)).center()


_OWN_KEYS = frozenset(
    {Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Tab, Qt.Key.Key_Backtab}
)
