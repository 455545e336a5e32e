"""The sheet of all keys (`F1` or `?`), made from the table of actions."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget
from typing_extensions import override

from mlrbench_gui.ui.kit.actions import ActionSpec, ActionTable, key_text
from mlrbench_gui.ui.kit.buttons import IconButton
from mlrbench_gui.ui.kit.chips import KeyCap
from mlrbench_gui.ui.kit.labels import ground, label, separator
from mlrbench_gui.ui.shell.overlay import Overlay

_COLUMNS = 2


class KeySheet(Overlay):
    """All actions with keys, grouped by where they act; made anew each time it opens."""

    def __init__(self, window: QWidget, actions: ActionTable, titles: dict[str, str]) -> None:
        super().__init__(window, "Keys", width=820, height=620)
        self._actions = actions
        self._titles = titles
        close = IconButton("cross", "Close", key="Esc")
        close.clicked.connect(self.close_sheet)
        head = QHBoxLayout()
        head.setContentsMargins(16, 10, 10, 10)
        head.addWidget(label("Keys", size="lg", weight="semibold"))
        head.addStretch()
        head.addWidget(label("All keys can be changed in Settings", role="text-2", size="sm"))
        head.addWidget(close)
        self._area = QScrollArea()
        self._area.setWidgetResizable(True)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setAccessibleName("list of keys")
        self.column.addLayout(head)
        self.column.addWidget(separator())
        self.column.addWidget(self._area, 1)
        self.column.addSpacing(2)

    @override
    def open(self) -> None:
        self._area.setWidget(self._content())
        super().open()

    def _content(self) -> QWidget:
        content = ground(QWidget(), "panel")
        columns = [QVBoxLayout() for _ in range(_COLUMNS)]
        row = QHBoxLayout(content)
        row.setContentsMargins(16, 12, 16, 16)
        row.setSpacing(40)
        heights = [0] * _COLUMNS
        for title, specs in self._groups():
            place = heights.index(min(heights))
            columns[place].addWidget(_group(title, specs))
            columns[place].addSpacing(14)
            heights[place] += len(specs) + 2
        for column in columns:
            column.setSpacing(0)
            column.addStretch()
            row.addLayout(column, 1)
        return content

    def _groups(self) -> list[tuple[str, list[ActionSpec]]]:
        groups: dict[str, list[ActionSpec]] = {}
        for spec in self._actions.specs():
            if spec.keys:
                groups.setdefault(self._title_of(spec.scope), []).append(spec)
        return list(groups.items())

    def _title_of(self, scope: str) -> str:
        if scope in self._titles:
            return self._titles[scope]
        screen, _, pane = scope.partition(".")
        words = pane.replace("-", " ").replace("_", " ") or screen
        return f"{self._titles.get(screen, screen.capitalize())}: {words}" if pane else words.capitalize()


def _group(title: str, specs: list[ActionSpec]) -> QWidget:
    box = QWidget()
    grid = QGridLayout(box)
    grid.setContentsMargins(0, 0, 0, 0)
    grid.setHorizontalSpacing(12)
    grid.setVerticalSpacing(5)
    grid.setColumnStretch(0, 1)
    grid.addWidget(label(title, role="text-2", size="xs", weight="semibold"), 0, 0, 1, 2)
    grid.addWidget(separator(), 1, 0, 1, 2)
    for number, spec in enumerate(specs, 2):
        grid.addWidget(label(spec.text, size="sm"), number, 0)
        caps = QHBoxLayout()
        caps.setSpacing(4)
        caps.addStretch()
        for key in spec.keys:
            caps.addWidget(KeyCap(key_text(key)))
        grid.addLayout(caps, number, 1)
    return box
