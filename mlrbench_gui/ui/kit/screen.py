"""What the shell knows of a screen: its title, actions, parts of the top bar, keys for the status bar, and layers."""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from mlrbench_gui.ui.kit.actions import ActionSpec


@dataclass(frozen=True, slots=True)
class Reveal:
    """What the search found in the open run: kind `claim`, `finding` or `file`, with its id or path."""

    kind: str
    key: str


class Screen(QWidget):
    """Base of all screens. `message` goes to the status bar, `open_run` asks the shell for the audit screen."""

    status_changed = Signal()
    message = Signal(str)
    open_run = Signal(str)

    screen_id = ""
    title = ""
    own_search = False
    """The screen brings a filter field of its own; the shell's search is a button then."""

    @classmethod
    def specs(cls) -> tuple[ActionSpec, ...]:
        """The screen's actions, known before it is made; each scope is the screen's id or one of `scopes`."""
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

    def workspace_changed(self) -> None:
        """Stored values changed, by this process or another; ask again for what is shown."""

    def reveal(self, target: Reveal) -> None:
        """Show a claim, finding or file of the open run that was found by the search."""

    def close_layer(self) -> bool:
        """Close the top layer (popover, find bar); False when there is none."""
        return False
