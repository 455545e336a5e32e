"""The one table of actions: text, keys, scope and handler of everything that a key can do.

Scopes: `window` acts always, a screen's id while that screen is shown, a pane's id while the focus is inside it. The
narrowest scope wins. Letters and digits go to a text field that has the focus: Qt offers them there first.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication, QWidget
from typing_extensions import override

WINDOW = "window"


@dataclass(frozen=True, slots=True)
class ActionSpec:
    """An action as declared: id, words for people, default keys (portable text: `Ctrl+K`), and scope."""

    id: str
    text: str
    keys: tuple[str, ...]
    scope: str = WINDOW


@dataclass(frozen=True, slots=True)
class Collision:
    """One key that two actions would take in the same place."""

    key: str
    first: ActionSpec
    second: ActionSpec

    @override
    def __str__(self) -> str:
        return f"{key_text(self.key)} is taken by “{self.first.text}”; “{self.second.text}” needs another key"


class ActionTable(QObject):
    """Registered actions of a window. `triggered` tells ids, `changed` that keys or names are others now."""

    triggered = Signal(str)
    changed = Signal()

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._specs: dict[str, ActionSpec] = {}
        self._defaults: dict[str, ActionSpec] = {}
        self._handlers: dict[str, Callable[[], None]] = {}
        self._panes: dict[str, QWidget] = {}
        self._shortcuts: dict[str, QShortcut] = {}
        self._by_key: dict[str, list[ActionSpec]] = {}
        self._screen = ""
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._focus_changed)

    def register(
        self,
        specs: Iterable[ActionSpec],
        handlers: Mapping[str, Callable[[], None]],
        panes: Mapping[str, QWidget] | None = None,
    ) -> None:
        """Add actions. Raises ValueError for an id that is taken, a missing handler, or keys that collide."""
        for spec in specs:
            if spec.id in self._specs:
                raise ValueError(f"action {spec.id} is registered twice")
            self._handlers[spec.id] = handlers[spec.id]
            self._specs[spec.id] = self._defaults[spec.id] = spec
        self._panes.update(panes or {})
        found = collisions(self._specs.values())
        if found:
            raise ValueError("; ".join(map(str, found)))
        self._rebuild()

    def add_panes(self, panes: Mapping[str, QWidget]) -> None:
        """Panes of a screen that was made after its actions were registered."""
        self._panes.update(panes)

    def rebind(self, keys: Mapping[str, tuple[str, ...]]) -> tuple[Collision, ...]:
        """Give actions other keys than their defaults. Nothing changes if that makes a collision; it is returned."""
        wanted = {
            id_: replace(spec, keys=keys[id_]) if id_ in keys else spec
            for id_, spec in self._defaults.items()
        }
        found = collisions(wanted.values())
        if not found:
            self._specs = wanted
            self._rebuild()
        return found

    def specs(self) -> tuple[ActionSpec, ...]:
        """All actions with the keys that hold now, in the order registered."""
        return tuple(self._specs.values())

    def defaults(self) -> tuple[ActionSpec, ...]:
        """All actions with their default keys."""
        return tuple(self._defaults.values())

    def spec(self, id_: str) -> ActionSpec:
        """Raises KeyError for an unknown id."""
        return self._specs[id_]

    def key(self, id_: str) -> str:
        """The first key of an action as people read it; empty if it has none."""
        keys = self._specs[id_].keys
        return key_text(keys[0]) if keys else ""

    def rename(self, id_: str, text: str) -> None:
        """Other words for an action, such as `Undo verdict`."""
        self._specs[id_] = replace(self._specs[id_], text=text)
        self.changed.emit()

    def trigger(self, id_: str) -> None:
        """Do the action. Raises KeyError for an unknown id."""
        self._handlers[id_]()
        self.triggered.emit(id_)

    def show_screen(self, screen: str) -> None:
        """Actions of this screen act from now on."""
        self._screen = screen
        self._refresh()

    def reachable(self) -> tuple[ActionSpec, ...]:
        """Actions that can be done now: of the window and of the screen with its panes."""
        return tuple(
            spec
            for spec in self._specs.values()
            if spec.scope in {WINDOW, self._screen} or self._pane_shown(spec.scope)
        )

    def _rebuild(self) -> None:
        for shortcut in self._shortcuts.values():
            shortcut.setParent(None)
            shortcut.deleteLater()
        self._shortcuts.clear()
        self._index()
        for key in sorted(self._by_key):
            shortcut = QShortcut(QKeySequence(key), self._window)
            shortcut.setContext(Qt.ShortcutContext.WindowShortcut)
            shortcut.activated.connect(lambda key=key: self._pressed(key))
            self._shortcuts[key] = shortcut
        self._refresh()
        self.changed.emit()

    def _index(self) -> None:
        """Actions by key: who takes a key is asked for each key whenever the focus moves."""
        self._by_key = {}
        for spec in self._specs.values():
            for key in dict.fromkeys(map(normal, spec.keys)):
                self._by_key.setdefault(key, []).append(spec)

    def _pressed(self, key: str) -> None:
        spec = self._taker(key)
        if spec is not None:
            self.trigger(spec.id)

    def _refresh(self) -> None:
        for key, shortcut in self._shortcuts.items():
            shortcut.setEnabled(self._taker(key) is not None)

    def _focus_changed(self, _old: QWidget | None, _new: QWidget | None) -> None:
        self._refresh()

    def _taker(self, key: str) -> ActionSpec | None:
        ranked = [(self._rank(spec.scope), spec) for spec in self._by_key.get(key, ())]
        able = [pair for pair in ranked if pair[0] > 0]
        return max(able, key=lambda pair: pair[0])[1] if able else None

    def _rank(self, scope: str) -> int:
        """0: does not act now; else the narrower the higher."""
        if scope == WINDOW:
            return 1
        if scope == self._screen:
            return 2
        pane = self._panes.get(scope)
        focus = QApplication.focusWidget()
        return 3 if pane is not None and focus is not None and _inside(focus, pane) else 0

    def _pane_shown(self, scope: str) -> bool:
        pane = self._panes.get(scope)
        return pane is not None and pane.isVisible()


def collisions(specs: Iterable[ActionSpec]) -> tuple[Collision, ...]:
    """Keys that two actions of one scope share, or that an action of the window shares with any other."""
    taken: dict[str, list[ActionSpec]] = {}
    found: list[Collision] = []
    for spec in specs:
        for key in map(normal, spec.keys):
            for other in taken.get(key, []):
                found += [Collision(key, other, spec)] if _overlap(spec, other) else []
            taken.setdefault(key, []).append(spec)
    return tuple(found)


def _overlap(one: ActionSpec, other: ActionSpec) -> bool:
    return one.scope == other.scope or WINDOW in {one.scope, other.scope}


@lru_cache(maxsize=1024)
def normal(key: str) -> str:
    """A key sequence in Qt's portable spelling. Empty for what is no key."""
    return QKeySequence(key).toString(QKeySequence.SequenceFormat.PortableText)


def key_text(key: str) -> str:
    """A key sequence as people read it on this platform: `Ctrl Shift Z`."""
    native = QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText)
    parts = native.split("+") if len(native) > 1 and not native.endswith("+") else [native]
    return " ".join(
        {"Up": "↑", "Down": "↓", "Left": "←", "Right": "→", "Return": "Enter"}.get(p, p) for p in parts
    )


def _inside(widget: QWidget, pane: QWidget) -> bool:
    return widget is pane or pane.isAncestorOf(widget)
