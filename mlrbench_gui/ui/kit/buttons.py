"""Buttons with icons that follow the theme, and the segmented choice."""

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QFrame,
    QHBoxLayout,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QWidget,
)
from typing_extensions import override

from mlrbench_gui.ui.kit import theme
from mlrbench_gui.ui.kit.icons import BUTTON, icon

_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
"""Presses the button that has the keyboard, as Space does; Qt has that in dialogs only."""


class Button(QPushButton):
    """A push button: kind `normal`, `primary`, `flat`, `link` or `danger`, with an icon by name."""

    def __init__(
        self,
        text: str,
        *,
        icon_name: str = "",
        kind: str = "normal",
        tip: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(text, parent)
        self._icon = icon_name
        self._kind = kind
        self.setProperty("kind", kind)
        self.setAutoDefault(False)
        if tip:
            self.setToolTip(tip)
        self._again()
        theme.theme_signals().changed.connect(self._again)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _ENTER:
            self.click()
        else:
            super().keyPressEvent(event)

    def _again(self) -> None:
        if self._icon:
            role = {"primary": "on-accent", "danger": "danger", "link": "accent-ink"}.get(self._kind, "text")
            self.setIcon(icon(self._icon, role))
            self.setIconSize(QSize(BUTTON, BUTTON))


class IconButton(QToolButton):
    """A button that is only an icon; its name is told by tooltip and to assistive programs."""

    def __init__(
        self,
        icon_name: str,
        name: str,
        *,
        key: str = "",
        checkable: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._icon = icon_name
        self.setCheckable(checkable)
        self.set_name(name, key)
        self.setIconSize(QSize(BUTTON, BUTTON))
        self._again()
        theme.theme_signals().changed.connect(self._again)
        self.toggled.connect(self._again)

    def set_name(self, name: str, key: str = "") -> None:
        """What the button does, and its key as people read it."""
        self.setAccessibleName(name)
        self.setToolTip(f"{name}  ({key})" if key else name)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _ENTER:
            self.click()
        else:
            super().keyPressEvent(event)

    def set_icon(self, icon_name: str) -> None:
        self._icon = icon_name
        self._again()

    def _again(self) -> None:
        self.setIcon(icon(self._icon, "accent-ink" if self.isChecked() else "text-2"))


class Segmented(QFrame):
    """One of a few choices, all of them seen. Left and right walk, `chosen` tells the new index."""

    chosen = Signal(int)

    def __init__(self, names: Sequence[str], *, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "segments")
        self.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(name)
        self._group = QButtonGroup(self)
        row = QHBoxLayout(self)
        row.setContentsMargins(1, 0, 1, 0)
        row.setSpacing(0)
        for index, text in enumerate(names):
            button = QPushButton(text, self)
            button.setProperty("kind", "segment")
            button.setProperty(
                "place", "first" if index == 0 else "last" if index == len(names) - 1 else "middle"
            )
            button.setCheckable(True)
            button.setAutoDefault(False)
            button.setAccessibleName(f"{name}: {text}")
            self._group.addButton(button, index)
            row.addWidget(button)
        self._group.button(0).setChecked(True)
        self._group.idClicked.connect(self.chosen)

    def index(self) -> int:
        return self._group.checkedId()

    def set_index(self, index: int) -> None:
        """Show a choice without telling."""
        self._group.button(index).setChecked(True)

    def set_text(self, index: int, text: str) -> None:
        button = self._group.button(index)
        button.setText(text)
        button.setAccessibleName(f"{self.accessibleName()}: {text}")
