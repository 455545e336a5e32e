"""Fonts in pixels: Inter and JetBrains Mono where they are installed or bundled, else the system's own.

The size setting scales every font and, through `px`, every height that belongs to text.
"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from PySide6.QtGui import QFont, QFontDatabase

from mlrbench_gui.domain.resources import resource
from mlrbench_gui.ui.kit.tokens import tokens

UI_FAMILY = "Inter"
MONO_FAMILY = "JetBrains Mono"
_MONO_FALLBACKS = ("Noto Sans Mono", "DejaVu Sans Mono", "Menlo", "Consolas")


@dataclass(slots=True)
class _Choice:
    ui_family: str = ""
    mono_family: str = ""
    percent: int = 100


_choice = _Choice()


def configure(*, ui_family: str = "", mono_family: str = "", percent: int = 100) -> None:
    """Choose families (empty: the program's own) and the size of text in percent; show it with `theme.refresh`."""
    _choice.ui_family, _choice.mono_family, _choice.percent = ui_family, mono_family, percent
    _made.cache_clear()


def px(value: float) -> int:
    """A length that grows with the text size."""
    return round(value * _choice.percent / 100)


def height(name: str) -> int:
    """A height of tokens.json (`row`, `control`, `chip` …) at the chosen text size."""
    return px(tokens().heights[name])


def ui_font(size: int, weight: int = 400) -> QFont:
    """The interface's font with digits of equal width; `size` in pixels before scaling."""
    return QFont(_made(mono=False, size=size, weight=weight))


def mono_font(size: int, weight: int = 400) -> QFont:
    """The fixed-width font without ligatures; `size` in pixels before scaling."""
    return QFont(_made(mono=True, size=size, weight=weight))


@cache
def load() -> tuple[str, ...]:
    """Register the fonts that an installer put under ``resources/fonts``; returns the families found there."""
    try:
        folder = resource("fonts")
    except FileNotFoundError:
        return ()
    return tuple(family for file in _font_files(folder) for family in _registered(file))


def _font_files(folder: Path) -> list[Path]:
    return sorted(file for file in folder.rglob("*") if file.suffix in {".ttf", ".otf"})


def _registered(file: Path) -> list[str]:
    return QFontDatabase.applicationFontFamilies(QFontDatabase.addApplicationFont(str(file)))


@cache
def _made(*, mono: bool, size: int, weight: int) -> QFont:
    font = QFont(_mono_family() if mono else _ui_family())
    font.setPixelSize(max(1, px(size)))
    font.setWeight(QFont.Weight(weight))
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    if mono:
        font.setFixedPitch(True)
        font.setStyleHint(QFont.StyleHint.Monospace)
        for feature in ("calt", "liga"):
            font.setFeature(QFont.Tag(feature), 0)
    else:
        font.setFeature(QFont.Tag("tnum"), 1)
    return font


def _ui_family() -> str:
    if _choice.ui_family:
        return _choice.ui_family
    return (
        UI_FAMILY
        if QFontDatabase.hasFamily(UI_FAMILY)
        else QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont).family()
    )


def _mono_family() -> str:
    if _choice.mono_family:
        return _choice.mono_family
    for family in (MONO_FAMILY, *_MONO_FALLBACKS):
        if QFontDatabase.hasFamily(family):
            return family
    return QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont).family()
