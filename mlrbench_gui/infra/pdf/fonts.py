"""Fonts beside those that Typst brings: symbols, emoji and CJK, taken only from known places.

System fonts at large stay unused, so that a paper looks the same on each machine that has these few.
"""

import os
import sys
from collections.abc import Sequence
from pathlib import Path

_DEBIAN = (
    "/usr/share/fonts/truetype/ancient-scripts",
    "/usr/share/fonts-droid-fallback/truetype",
    "/usr/share/fonts/truetype/wqy",
    "/usr/share/fonts/truetype/noto-symbols",
)
_SUFFIXES = {".ttf", ".otf", ".ttc"}
_ORDER = (
    "DejaVu Sans Mono",
    "Symbola",
    "Segoe UI Symbol",
    "Apple Symbols",
    "Droid Sans Fallback",
    "WenQuanYi Micro Hei",
)


def fallback_folders() -> tuple[Path, ...]:
    """Folders with fallback fonts that this machine has, those named by MLRBENCH_FONTS first."""
    named = os.environ.get("MLRBENCH_FONTS", "")
    places = [*filter(None, named.split(os.pathsep)), *(_DEBIAN if sys.platform.startswith("linux") else ())]
    return tuple(path for path in map(Path, places) if path.is_dir())


def fallback_families(known: Sequence[str]) -> tuple[str, ...]:
    """Families after the body font, in the order in which a missing sign is looked for."""
    own = {"Libertinus Serif", "New Computer Modern", "New Computer Modern Math"}
    first = [name for name in _ORDER if name in known]
    return (*first, *sorted(name for name in known if name not in own and name not in first))


def fonts_version() -> str:
    """Names and sizes of the fallback fonts: papers with rare signs look different without them."""
    files = sorted(
        file for folder in fallback_folders() for file in folder.iterdir() if file.suffix in _SUFFIXES
    )
    return ",".join(f"{file.name}:{file.stat().st_size}" for file in files) or "none"
