"""The table of keys in Settings: each action with its keys, edited in place, collisions refused with their reason."""

from PySide6.QtCore import (
    QAbstractItemModel,
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPointF,
    QRectF,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent, QKeySequence, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QKeySequenceEdit,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)
from typing_extensions import override

from mlrbench_gui.ui.kit import theme
from mlrbench_gui.ui.kit.actions import ActionSpec, ActionTable, key_text
from mlrbench_gui.ui.kit.chips import key_cap_width, paint_key_cap
from mlrbench_gui.ui.kit.column_heads import column_head
from mlrbench_gui.ui.kit.fonts import height, ui_font
from mlrbench_gui.ui.kit.paint import draw_line, draw_row_ground, draw_text
from mlrbench_gui.ui.kit.preferences import preferences

Index = QModelIndex | QPersistentModelIndex
NO_INDEX = QModelIndex()
_HEADS = ("Action", "Where", "Keys")
_KEYS = 2


class KeysModel(QAbstractTableModel):
    """Actions with their keys; setting a key tells a collision by `refused`, or keeps it."""

    refused = Signal(str)

    def __init__(self, actions: ActionTable, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._actions = actions
        self._specs: tuple[ActionSpec, ...] = ()
        self._text = ""
        actions.changed.connect(self.reload)
        self.reload()

    def reload(self) -> None:
        """Ask the table of actions again."""
        self.beginResetModel()
        self._specs = tuple(spec for spec in self._actions.specs() if self._text in spec.text.casefold())
        self.endResetModel()

    def filter(self, text: str) -> None:
        """Only actions whose words hold this text."""
        self._text = text.casefold().strip()
        self.reload()

    def spec(self, row: int) -> ActionSpec:
        return self._specs[row]

    def changed(self, row: int) -> bool:
        """Whether the keys are others than the first ones."""
        spec = self._specs[row]
        first = {item.id: item.keys for item in self._actions.defaults()}
        return first[spec.id] != spec.keys

    def put_keys(self, row: int, keys: tuple[str, ...] | None) -> bool:
        """Other keys for an action (None: the first ones). False and `refused` where they collide."""
        spec = self._specs[row]
        wanted = preferences().keys()
        wanted.pop(spec.id, None)
        if keys is not None:
            wanted[spec.id] = keys
        found = self._actions.rebind(wanted)
        if found:
            self.refused.emit(str(found[0]))
            return False
        preferences().put_keys(spec.id, keys)
        self.refused.emit("")
        return True

    @override
    def rowCount(self, parent: Index = NO_INDEX) -> int:
        return 0 if parent.isValid() else len(self._specs)

    @override
    def columnCount(self, parent: Index = NO_INDEX) -> int:
        return len(_HEADS)

    @override
    def flags(self, index: Index) -> Qt.ItemFlag:
        able = super().flags(index)
        return able | Qt.ItemFlag.ItemIsEditable if index.column() == _KEYS else able

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if role not in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole}:
            return None
        spec = self._specs[index.row()]
        where = "everywhere" if spec.scope == "window" else spec.scope.replace(".", ", ").replace("-", " ")
        return (spec.text, where, " or ".join(map(key_text, spec.keys)))[index.column()]

    @override
    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        return column_head(_HEADS, section, orientation, role)


class KeysDelegate(QStyledItemDelegate):
    """Key caps in the last column; the editor takes the next key press."""

    def __init__(self, view: QTableView, model: KeysModel) -> None:
        super().__init__(view)
        self._view = view
        self._model = model

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        box = QRectF(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        if selected and index.column():
            painter.fillRect(box, theme.color("select" if self._view.hasFocus() else "select-idle"))
        else:
            draw_row_ground(painter, box, selected=selected, focused=self._view.hasFocus(), hovered=False)
        inner = box.adjusted(8, 0, -8, -1)
        if index.column() == _KEYS:
            self._paint_keys(painter, inner, index.row())
        else:
            role = "text-2" if index.column() else "text"
            draw_text(painter, inner, str(index.data()), font=ui_font(12), color=theme.color(role))
        bottom = box.bottom() - 0.5
        draw_line(painter, QPointF(box.left(), bottom), QPointF(box.right(), bottom))
        painter.restore()

    @override
    def createEditor(self, parent: QWidget, _option: QStyleOptionViewItem, _index: Index) -> QWidget:
        editor = QKeySequenceEdit(parent)
        editor.setMaximumSequenceLength(1)
        editor.setAccessibleName("press the new key")
        editor.editingFinished.connect(lambda: self.commitData.emit(editor))
        return editor

    @override
    def setEditorData(self, editor: QWidget, index: Index) -> None:
        """Begin empty: the next key press is the new key."""

    @override
    def setModelData(self, editor: QWidget, _model: QAbstractItemModel, index: Index) -> None:
        if isinstance(editor, QKeySequenceEdit) and not editor.keySequence().isEmpty():
            text = editor.keySequence().toString(QKeySequence.SequenceFormat.PortableText)
            row = index.row()
            self.closeEditor.emit(editor)
            self._model.put_keys(row, (text,))

    def _paint_keys(self, painter: QPainter, box: QRectF, row: int) -> None:
        spec, left, tall = self._model.spec(row), box.left(), height("badge")
        for key in spec.keys:
            words = key_text(key)
            wide = key_cap_width(words)
            paint_key_cap(painter, QRectF(left, round(box.center().y() - tall / 2), wide, tall), words)
            left += wide + 4
        if self._model.changed(row):
            place = QRectF(left + 4, box.top(), box.right() - left - 4, box.height())
            draw_text(painter, place, "changed", font=ui_font(11), color=theme.color("accent-ink"))


class KeysTable(QTableView):
    """Enter, F2 or a double click begins to listen; Delete gives the first keys back."""

    def __init__(self, model: KeysModel) -> None:
        super().__init__()
        self._keys = model
        self.setModel(model)
        self.setItemDelegate(KeysDelegate(self, model))
        self.setAccessibleName("Keys of actions")
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.verticalHeader().hide()
        theme.keep_fit(self, lambda: self.verticalHeader().setDefaultSectionSize(height("row")))
        head = self.horizontalHeader()
        head.setHighlightSections(False)
        head.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        head.resizeSection(1, 150)
        head.resizeSection(2, 210)
        self.doubleClicked.connect(lambda index: self.listen(index.row()))

    def listen(self, row: int) -> None:
        """Take the next key press as the action's key."""
        index = self._keys.index(row, _KEYS)
        self.setCurrentIndex(index)
        self.edit(index)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        row = self.currentIndex().row()
        match event.key():
            case Qt.Key.Key_Return | Qt.Key.Key_Enter | Qt.Key.Key_F2 if row >= 0:
                self.listen(row)
            case Qt.Key.Key_Delete | Qt.Key.Key_Backspace if row >= 0:
                self._keys.put_keys(row, None)
                self.setCurrentIndex(self._keys.index(row, 0))
            case _:
                super().keyPressEvent(event)
