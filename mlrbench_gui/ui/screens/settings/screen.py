"""The Settings screen, made from the declared table; each change holds at once and can be taken back by `Reset`."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget
from typing_extensions import override

from mlrbench_gui.services.context import Models
from mlrbench_gui.ui.kit import theme
from mlrbench_gui.ui.kit.actions import ActionSpec, ActionTable
from mlrbench_gui.ui.kit.background import Background
from mlrbench_gui.ui.kit.buttons import Button
from mlrbench_gui.ui.kit.fields import SearchField
from mlrbench_gui.ui.kit.fonts import height
from mlrbench_gui.ui.kit.labels import ground, label, separator
from mlrbench_gui.ui.kit.preferences import DECLARED, Kind, Setting, preferences
from mlrbench_gui.ui.kit.screen import Screen
from mlrbench_gui.ui.screens.settings.editors import editor_of
from mlrbench_gui.ui.screens.settings.keys import KeysModel, KeysTable
from mlrbench_gui.ui.screens.settings.model_section import ModelSection

_WIDE = 720
_LABEL = 180
_KEY_ROWS = 12


class SettingsScreen(Screen):
    """One column, left-aligned: sections of settings, the model, then the keys of all actions."""

    screen_id = "settings"
    title = "Settings"

    def __init__(
        self, actions: ActionTable, models: Models | None = None, background: Background | None = None
    ) -> None:
        super().__init__()
        self.model = (
            ModelSection(models, background) if models is not None and background is not None else None
        )
        ground(self, "panel")
        self.keys = KeysModel(actions, self)
        self.table = KeysTable(self.keys)
        self.filter_field = SearchField("Filter actions")
        self.filter_field.setFixedWidth(220)
        self.filter_field.textChanged.connect(self.keys.filter)
        self._refused = label("", role="danger", size="sm", wrap=True)
        self._refused.hide()
        self.keys.refused.connect(self._say_refused)
        self.reset = Button("Reset all settings", icon_name="undo")
        self.reset.clicked.connect(self._reset)
        self.editors = {setting.key: editor_of(setting, preferences()) for setting in DECLARED}
        self._lay_out()

    @classmethod
    @override
    def specs(cls) -> tuple[ActionSpec, ...]:
        return (
            ActionSpec("settings.find", "Filter the list of keys", ("Ctrl+F",), cls.screen_id),
            ActionSpec("settings.reset", "Reset all settings", (), cls.screen_id),
        )

    @override
    def handlers(self) -> dict[str, Callable[[], None]]:
        return {"settings.find": self.filter_field.setFocus, "settings.reset": self._reset}

    @override
    def topbar_right(self) -> QWidget | None:
        return self.reset

    @override
    def status_keys(self) -> tuple[tuple[str, str], ...]:
        if self.table.hasFocus():
            return ("Enter", "press a new key"), ("Delete", "first keys"), ("Ctrl+F", "filter actions")
        return ("Tab", "next"), ("Ctrl+F", "filter keys"), ("F1", "keys")

    @override
    def status_left(self) -> str:
        return "Changes hold at once"

    @override
    def entered(self) -> None:
        next(iter(self.editors.values())).setFocus(Qt.FocusReason.OtherFocusReason)

    def _reset(self) -> None:
        preferences().reset()
        self.message.emit("All settings are as they were at first")

    def _say_refused(self, text: str) -> None:
        self._refused.setText(text)
        self._refused.setVisible(bool(text))

    def _lay_out(self) -> None:
        column = QVBoxLayout()
        column.setSpacing(6)
        for section in dict.fromkeys(setting.section for setting in DECLARED):
            column.addWidget(_section(section))
            column.addLayout(self._form([setting for setting in DECLARED if setting.section == section]))
            column.addSpacing(16)
        if self.model is not None:
            column.addWidget(_section("Models"))
            column.addWidget(self.model)
            column.addSpacing(16)
        column.addWidget(_section("Keys"))
        head = QHBoxLayout()
        head.addWidget(
            label("Enter listens for a new key, Delete gives the first keys back.", role="text-2", size="sm")
        )
        head.addStretch()
        head.addWidget(self.filter_field)
        column.addLayout(head)
        column.addWidget(self._refused)
        rows = self.table
        theme.keep_fit(
            rows, lambda: rows.setFixedHeight(height("table-head") + _KEY_ROWS * height("row") + 1)
        )
        column.addWidget(self.table)
        column.addStretch()
        body = ground(QWidget(), "panel")
        inner = QWidget()
        inner.setMaximumWidth(_WIDE)
        inner.setLayout(column)
        column.setContentsMargins(0, 0, 0, 24)
        row = QHBoxLayout(body)
        row.setContentsMargins(32, 24, 32, 0)
        row.addWidget(inner, 1)
        row.addStretch(0)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setWidget(body)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(area)

    def _form(self, settings: Sequence[Setting]) -> QGridLayout:
        grid = QGridLayout()
        grid.setContentsMargins(0, 6, 0, 0)
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(8)
        grid.setColumnMinimumWidth(0, _LABEL)
        grid.setColumnStretch(1, 1)
        row = 0
        for setting in settings:
            editor = self.editors[setting.key]
            words = label("" if setting.kind is Kind.FLAG else setting.text)
            words.setBuddy(editor)
            grid.addWidget(words, row, 0)  # a column without any would lose its margin
            grid.addWidget(editor, row, 1, alignment=Qt.AlignmentFlag.AlignLeft)
            row += 1
            if setting.hint:
                grid.addWidget(label(setting.hint, role="text-2", size="sm", wrap=True), row, 1)
                row += 1
        return grid


def _section(title: str) -> QWidget:
    box = QWidget()
    column = QVBoxLayout(box)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(4)
    column.addWidget(label(title, weight="semibold"))
    column.addWidget(separator())
    return box
