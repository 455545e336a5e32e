"""What the shell knows of a screen: its title, actions, parts of the top bar, keys for the status bar, and layers."""

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from mlrbench_gui.ui.kit.actions import ActionSpec


class Screen(QWidget):
    """Base of all screens. `message` goes to the status bar, `open_run` asks the shell for the audit screen."""

    status_changed = Signal()
    message = Signal(str)
    open_run = Signal(str)

    screen_id = ""
    title = ""

    def specs(self) -> tuple[ActionSpec, ...]:
        """The screen's actions; each scope is the screen's id or one of `scopes`."""
        return ()

    def handlers(self) -> dict[str, Callable[[], None]]:
        """What to call for each action id."""
        return {}

    def scopes(self) -> dict[str, QWidget]:
        """Panes with actions of their own: these act only while the focus is inside the pane."""
        return {}

    def topbar(self) -> QWidget | None:
        """The left part of the top bar; without it the shell shows the title."""
        return None

    def topbar_right(self) -> QWidget | None:
        """The right part of the top bar, right of the search field."""
        return None

    def status_keys(self) -> tuple[tuple[str, str], ...]:
        """Keys of the focused pane as (key, what it does)."""
        return ()

    def status_left(self) -> str:
        """What the screen has to say at the left of the status bar: a selection, a state."""
        return ""

    def entered(self) -> None:
        """Called each time that the screen comes to front."""

    def close_layer(self) -> bool:
        """Close the top layer (popover, find bar); False when there is none."""
        return False
