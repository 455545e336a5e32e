"""What a person sets: the declared table of settings and the store that keeps them for this user.

Other code asks `preferences()` by key and listens to `changed`; the Settings screen is made from `DECLARED`.
"""

from dataclasses import dataclass
from enum import Enum
from functools import cache

from PySide6.QtCore import QObject, QSettings, Signal

Value = str | int | bool


class Kind(Enum):
    """How a setting is edited."""

    CHOICE = "choice"
    TEXT = "text"
    FONT = "font"
    MONO_FONT = "mono font"
    FLAG = "flag"


@dataclass(frozen=True, slots=True)
class Setting:
    """One declared setting. `choices` are (value, words); `hint` is one line under the field."""

    key: str
    section: str
    text: str
    kind: Kind
    default: Value
    choices: tuple[tuple[Value, str], ...] = ()
    hint: str = ""


THEME = "look.theme"
TEXT_PERCENT = "look.text_percent"
UI_FONT = "look.ui_font"
MONO_FONT = "look.mono_font"
ORIGINAL_PAPER = "paper.original_colours"
REVIEWER = "reviewer.name"
EDITOR = "files.editor"
KEYS = "keys/"
"""Rebound keys are kept under this prefix, by action id."""

DECLARED = (
    Setting(
        REVIEWER,
        "You",
        "Reviewer's name",
        Kind.TEXT,
        "",
        hint="Stands beside each of your decisions and in reports.",
    ),
    Setting(
        THEME,
        "Look",
        "Theme",
        Kind.CHOICE,
        "system",
        (("light", "Light"), ("dark", "Dark"), ("system", "As the system")),
    ),
    Setting(
        TEXT_PERCENT,
        "Look",
        "Text size",
        Kind.CHOICE,
        100,
        ((90, "90 %"), (100, "100 %"), (110, "110 %"), (125, "125 %"), (150, "150 %")),
    ),
    Setting(UI_FONT, "Look", "Font", Kind.FONT, ""),
    Setting(MONO_FONT, "Look", "Fixed-width font", Kind.MONO_FONT, "", hint="For numbers, logs and code."),
    Setting(
        ORIGINAL_PAPER,
        "Paper",
        "Original colours in the dark theme",
        Kind.FLAG,
        default=False,
    ),
    Setting(
        EDITOR,
        "Files",
        "Editor command",
        Kind.TEXT,
        "",
        hint="{file} and {line} are replaced, as in: code --goto {file}:{line}. Empty: the system's own program.",
    ),
)
_BY_KEY = {setting.key: setting for setting in DECLARED}


class Preferences(QObject):
    """Settings of this user; a value that cannot be read is the default. `changed` tells the key."""

    changed = Signal(str)

    def __init__(self, store: QSettings) -> None:
        super().__init__()
        self._store = store

    def text(self, key: str) -> str:
        """Raises KeyError for a key that is not declared."""
        return str(self._store.value(key, _BY_KEY[key].default))

    def number(self, key: str) -> int:
        """Raises KeyError for a key that is not declared."""
        value = str(self._store.value(key, _BY_KEY[key].default))
        return int(value) if value.isdigit() else int(_BY_KEY[key].default)

    def flag(self, key: str) -> bool:
        """Raises KeyError for a key that is not declared."""
        return str(self._store.value(key, _BY_KEY[key].default)).lower() in {"true", "1"}

    def put(self, key: str, value: Value) -> None:
        """Keep a value and tell. Raises KeyError for a key that is not declared."""
        if value == _BY_KEY[key].default:
            self._store.remove(key)
        else:
            self._store.setValue(key, value)
        self.changed.emit(key)

    def reset(self) -> None:
        """All settings and keys as they were at first."""
        self._store.remove(KEYS.rstrip("/"))
        for setting in DECLARED:
            self.put(setting.key, setting.default)
        self.changed.emit(KEYS)

    def keys(self) -> dict[str, tuple[str, ...]]:
        """Rebound keys by action id."""
        self._store.beginGroup(KEYS.rstrip("/"))
        found = {id_: tuple(str(self._store.value(id_)).split(" | ")) for id_ in self._store.childKeys()}
        self._store.endGroup()
        return {id_: tuple(key for key in keys if key) for id_, keys in found.items()}

    def put_keys(self, action: str, keys: tuple[str, ...] | None) -> None:
        """Other keys for an action; None for its default ones."""
        if keys is None:
            self._store.remove(KEYS + action)
        else:
            self._store.setValue(KEYS + action, " | ".join(keys))
        self.changed.emit(KEYS)


@cache
def preferences() -> Preferences:
    """The one store of this user's settings."""
    return Preferences(QSettings())
