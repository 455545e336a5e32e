"""`Ctrl+K`: one field that finds runs, claims, findings, files and actions."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QApplication,
    QHBoxLayout,
    QLineEdit,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)
from typing_extensions import override

from mlrbench_gui.ui.kit import theme
from mlrbench_gui.ui.kit.chips import Glyph, KeyCap, key_cap_width, paint_key_cap
from mlrbench_gui.ui.kit.fonts import px, ui_font
from mlrbench_gui.ui.kit.glyphs import verdict_pixmap
from mlrbench_gui.ui.kit.icons import icon_pixmap, paint_icon
from mlrbench_gui.ui.kit.labels import label, separator
from mlrbench_gui.ui.kit.paint import RIGHT, draw_row_ground, draw_text, text_width
from mlrbench_gui.ui.shell.finding import KINDS, Hit, matching
from mlrbench_gui.ui.shell.overlay import Overlay

Index = QModelIndex | QPersistentModelIndex
NO_INDEX = QModelIndex()
HIT_ROLE = Qt.ItemDataRole.UserRole


class _Hits(QAbstractListModel):
    """The hits that fit what was typed."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.shown: list[Hit] = []

    def show_hits(self, hits: list[Hit]) -> None:
        self.beginResetModel()
        self.shown = hits
        self.endResetModel()

    @override
    def rowCount(self, parent: Index = NO_INDEX) -> int:
        return 0 if parent.isValid() else len(self.shown)

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        hit = self.shown[index.row()]
        if role == HIT_ROLE:
            return hit
        if role in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole}:
            return f"{hit.kind}: {hit.title}, {hit.detail}"
        return None


class _HitDelegate(QStyledItemDelegate):
    """Icon or verdict, title, detail in a lighter ink, the key of an action at the right."""

    @override
    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(100, px(32))

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        hit: Hit = index.data(HIT_ROLE)
        box = QRectF(option.rect)
        state: QStyle.StateFlag = option.state
        selected = bool(state & QStyle.StateFlag.State_Selected)
        hovered = bool(state & QStyle.StateFlag.State_MouseOver)
        draw_row_ground(painter, box, selected=selected, focused=True, hovered=hovered)
        self._paint_mark(painter, hit, box)
        title, detail = ui_font(13, 500), ui_font(12)
        wide = min(text_width(hit.title, title) + 8, box.width() - 160)
        draw_text(
            painter,
            QRectF(box.left() + 40, box.top(), wide, box.height()),
            hit.title,
            font=title,
            color=theme.color("text"),
        )
        right = box.right() - 14
        if hit.kind == "action" and hit.mark:
            cap = key_cap_width(hit.mark)
            paint_key_cap(painter, QRectF(right - cap, box.center().y() - 8, cap, 16), hit.mark)
            right -= cap + 8
        rest = QRectF(box.left() + 44 + wide, box.top(), right - box.left() - 44 - wide, box.height())
        role = "text-2" if selected else "text-3"
        draw_text(painter, rest, hit.detail, font=detail, color=theme.color(role), align=RIGHT)

    def _paint_mark(self, painter: QPainter, hit: Hit, box: QRectF) -> None:
        place = QRectF(box.left() + 14, box.center().y() - 8, 16, 16)
        if hit.kind == "claim":
            dpr = painter.device().devicePixelRatioF()
            painter.drawPixmap(place.topLeft(), verdict_pixmap(hit.mark, 16, dpr))
        else:
            role = "danger" if hit.kind == "finding" and hit.mark == "high" else "text-2"
            paint_icon(painter, KINDS[hit.kind], place, theme.color(role))


class SearchSheet(Overlay):
    """The field with its list. `chosen` tells the hit; `wanted` asks for fresh hits at each opening."""

    chosen = Signal(object)
    wanted = Signal()

    def __init__(self, window: QWidget) -> None:
        super().__init__(window, "Search everything", width=640, height=440, top=0.22)
        self._all: Sequence[Hit] = ()
        self._actions: Callable[[], Sequence[Hit]] = tuple
        self.field = QLineEdit()
        self.field.setProperty("kind", "bare")
        self.field.setPlaceholderText("Search runs, claims, findings, files and actions")
        self.field.setAccessibleName("Search everything")
        self.field.textChanged.connect(self._filter)
        self.field.installEventFilter(self)
        self._model = _Hits(self)
        self.view = QListView()
        self.view.setModel(self._model)
        self.view.setItemDelegate(_HitDelegate(self.view))
        self.view.setUniformItemSizes(True)
        self.view.setMouseTracking(True)
        self.view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.view.setAccessibleName("hits")
        self.view.clicked.connect(self._take)
        self._count = label("", role="text-3", size="xs")
        self._lay_out()

    def offer(self, hits: Sequence[Hit]) -> None:
        """What can be found now, besides actions."""
        self._all = hits
        self._filter(self.field.text())

    def offer_actions(self, actions: Callable[[], Sequence[Hit]]) -> None:
        """Where to ask for the actions that can be done at the moment of opening."""
        self._actions = actions

    @override
    def open(self) -> None:
        self.field.clear()
        super().open()
        self.field.setFocus()
        self._filter("")
        self.wanted.emit()

    def hits(self) -> list[Hit]:
        """What is listed now."""
        return self._model.shown

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.field and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            return self._key(event)
        return super().eventFilter(watched, event)

    def _key(self, event: QKeyEvent) -> bool:
        match event.key():
            case Qt.Key.Key_Up | Qt.Key.Key_Down | Qt.Key.Key_PageUp | Qt.Key.Key_PageDown:
                QApplication.sendEvent(self.view, event)
                return True
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                self._take(self.view.currentIndex())
                return True
            case Qt.Key.Key_Escape:
                self.close_sheet()
                return True
            case _:
                return False

    def _filter(self, text: str) -> None:
        found = matching([*self._all, *self._actions()], text)
        self._model.show_hits(found)
        if found:
            self.view.setCurrentIndex(self._model.index(0))
        self._count.setText(f"{len(found)} hits" if found else "Nothing is named so")

    def _take(self, index: Index) -> None:
        if index.isValid():
            hit = self._model.shown[index.row()]
            self.close_sheet()
            self.chosen.emit(hit)

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setContentsMargins(14, 10, 14, 10)
        head.setSpacing(10)
        head.addWidget(Glyph(lambda dpr: icon_pixmap("search", theme.color("text-3"), 16, dpr), 16))
        head.addWidget(self.field, 1)
        foot = QHBoxLayout()
        foot.setContentsMargins(14, 6, 14, 8)
        foot.setSpacing(6)
        for key, words in (("↑", ""), ("↓", "choose"), ("Enter", "go"), ("Esc", "close")):
            foot.addWidget(KeyCap(key))
            if words:
                foot.addWidget(label(words, role="text-2", size="xs"))
        foot.addStretch()
        foot.addWidget(self._count)
        self.column.addLayout(head)
        self.column.addWidget(separator())
        self.column.addWidget(self.view, 1)
        self.column.addWidget(separator())
        self.column.addLayout(foot)
