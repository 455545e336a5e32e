"""The top bar, 40 px: the screen's own part or its title, the search, undo and redo, the screen's right part."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget
from typing_extensions import override

from mlrbench_gui.ui.kit import theme
from mlrbench_gui.ui.kit.buttons import IconButton
from mlrbench_gui.ui.kit.fields import SearchField
from mlrbench_gui.ui.kit.fonts import height
from mlrbench_gui.ui.kit.labels import ground, label, separator
from mlrbench_gui.ui.kit.screen import Screen


class TopBar(QWidget):
    """Shows one screen's parts at a time; the parts stay with their screens."""

    search_wanted = Signal()
    undo_wanted = Signal()
    redo_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        ground(self, "chrome", edge="bottom")
        theme.keep_fit(self, lambda: self.setFixedHeight(height("topbar")))
        self._title = label("", size="lg", weight="semibold")
        self._shown: list[QWidget] = []
        self._compact = False
        self._own_search = False
        self._field = _SearchButton(self)
        self._field.pressed_to_search.connect(self.search_wanted)
        self._glass = IconButton("search", "Search everything", key="Ctrl K")
        self._glass.clicked.connect(self.search_wanted)
        self.undo = IconButton("undo", "Undo", key="Ctrl Z")
        self.redo = IconButton("redo", "Redo", key="Ctrl Shift Z")
        self.undo.clicked.connect(self.undo_wanted)
        self.redo.clicked.connect(self.redo_wanted)
        self._rule = separator(vertical=True, length=16)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(12, 0, 8, 1)
        self._row.setSpacing(8)
        for part in (self._title, self._field, self._glass, self._rule, self.undo, self.redo):
            self._row.addWidget(part)
        self._row.insertStretch(1, 1)

    def show_screen(self, screen: Screen) -> None:
        """Take the screen's parts in."""
        for part in self._shown:
            self._row.removeWidget(part)
            part.hide()
        left, right = screen.topbar(), screen.topbar_right()
        self._title.setText(screen.title)
        self._title.setVisible(left is None)
        if left is not None:
            self._row.insertWidget(0, left)
        if right is not None:
            self._row.addWidget(right)
        self._shown = [part for part in (left, right) if part is not None]
        for part in self._shown:
            part.show()
        self._rule.setVisible(right is not None)
        self._own_search = screen.own_search
        self._fit()

    def set_compact(self, *, compact: bool) -> None:
        """In a narrow window the search is a button."""
        self._compact = compact
        self._fit()

    def show_history(self, *, shown: bool) -> None:
        """Undo and redo stand here only where something can be decided."""
        self.undo.setVisible(shown)
        self.redo.setVisible(shown)

    def _fit(self) -> None:
        small = self._compact or self._own_search
        self._field.setVisible(not small)
        self._glass.setVisible(small)


class _SearchButton(SearchField):
    """Looks like a field and opens the search at a click or the first key."""

    pressed_to_search = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__("Search everything", key="Ctrl+K", parent=parent)
        self.setReadOnly(True)
        self.setFixedWidth(230)
        self.selectionChanged.connect(self.deselect)

    @override
    def mousePressEvent(self, _event: object) -> None:
        self.pressed_to_search.emit()

    @override
    def keyPressEvent(self, event: object) -> None:
        text = getattr(event, "text", str)()
        if text.strip() or text == "\r":
            self.pressed_to_search.emit()
        else:
            super().keyPressEvent(event)  # type: ignore[arg-type]
