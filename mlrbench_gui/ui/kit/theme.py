"""The current theme: colours by role and verdict, the palette and the style sheet made of them, and word of changes."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QGuiApplication
from PySide6.QtWidgets import QApplication
from shiboken6 import isValid

from mlrbench_gui.ui.kit import fonts, palette, stylesheet
from mlrbench_gui.ui.kit.tokens import ThemeTokens, tokens

CHOICES = ("light", "dark", "system")


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of one theme. Roles are those of tokens.json; an unknown role is a KeyError."""

    tokens: ThemeTokens

    @property
    def name(self) -> str:
        return self.tokens.name

    @property
    def dark(self) -> bool:
        return self.tokens.name == "dark"

    def color(self, role: str) -> QColor:
        return QColor(self.tokens.roles[role])

    def solid(self, verdict: str) -> QColor:
        """For glyphs, bars, outlines and ticks."""
        return QColor(self.tokens.verdicts[verdict].solid)

    def ink(self, verdict: str) -> QColor:
        """For words in the verdict's colour."""
        return QColor(self.tokens.verdicts[verdict].ink)

    def fill(self, verdict: str) -> QColor:
        """For the current claim alone."""
        return QColor(self.tokens.verdicts[verdict].fill)

    def chip(self, verdict: str) -> QColor:
        """For chips and resting highlights."""
        return QColor(self.tokens.verdicts[verdict].chip)


class ThemeSignals(QObject):
    """Tells that colours, fonts or sizes are others now: repaint, and make icons again."""

    changed = Signal()


@dataclass(slots=True)
class _State:
    choice: str
    theme: Theme
    follows: bool = False


_state = _State("light", Theme(tokens().themes["light"]))


@cache
def theme_signals() -> ThemeSignals:
    """The one object whose `changed` is emitted after each change of theme or fonts."""
    return ThemeSignals()


def keep_fit(widget: QObject, fit: Callable[[], None]) -> None:
    """Do this now and after each change of theme or text size, for as long as the widget lives."""
    fit()
    theme_signals().changed.connect(lambda: fit() if isValid(widget) else None)


def current() -> Theme:
    """The theme that is shown now."""
    return _state.theme


def color(role: str) -> QColor:
    """A colour of the current theme by role."""
    return _state.theme.color(role)


def choice() -> str:
    """What was asked for: light, dark or system."""
    return _state.choice


def apply_theme(app: QApplication, name: str) -> None:
    """Show the application in this theme (`light`, `dark` or `system`), at once and without a flash."""
    if name not in CHOICES:
        raise ValueError(f"theme {name!r} is not known; choose one of {', '.join(CHOICES)}")
    _state.choice = name
    _state.theme = Theme(tokens().themes[_resolved(name)])
    _follow_system(app)
    refresh(app)


def refresh(app: QApplication) -> None:
    """Make palette, fonts and style sheet again, as after a change of font or size."""
    fonts.load()
    if app.style().objectName() != "fusion":
        app.setStyle("Fusion")
    app.setPalette(palette.palette_of(_state.theme.tokens))
    app.setFont(fonts.ui_font(tokens().sizes["base"]))
    app.setStyleSheet(stylesheet.sheet_of(_state.theme.tokens))
    theme_signals().changed.emit()


def _resolved(name: str) -> str:
    if name != "system":
        return name
    return "dark" if QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark else "light"


def _follow_system(app: QApplication) -> None:
    if _state.follows:
        return
    _state.follows = True
    QGuiApplication.styleHints().colorSchemeChanged.connect(lambda _scheme: _system_changed(app))


def _system_changed(app: QApplication) -> None:
    if _state.choice == "system":
        apply_theme(app, "system")
