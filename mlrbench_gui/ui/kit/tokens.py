"""The design tokens of ``resources/themes/tokens.json`` as validated values: the one source of colours and sizes."""

import json
from dataclasses import dataclass
from functools import cache

from mlrbench_gui.domain.resources import resource
from mlrbench_gui.domain.values import Verdict

THEMES = ("light", "dark")
CHIP_ALPHA = 0.55
"""A chip's fill is this much of the verdict's fill on the panel."""


@dataclass(frozen=True, slots=True)
class VerdictTokens:
    """The colours of one verdict: `solid` for marks, `ink` for words, `fill` for the current claim, `chip` at rest."""

    solid: str
    ink: str
    fill: str
    chip: str


@dataclass(frozen=True, slots=True)
class ThemeTokens:
    """The colours of one theme as ``#RRGGBB``, by role and by verdict."""

    name: str
    roles: dict[str, str]
    verdicts: dict[str, VerdictTokens]


@dataclass(frozen=True, slots=True)
class Tokens:
    """All tokens: sizes, heights and radii in logical pixels, and both themes."""

    sizes: dict[str, int]
    heights: dict[str, int]
    radii: dict[str, int]
    themes: dict[str, ThemeTokens]


@cache
def tokens() -> Tokens:
    """Read the token file. Raises ValueError where a theme lacks a verdict or a role that the other has."""
    raw = json.loads(resource("themes", "tokens.json").read_text(encoding="utf-8"))
    themes = {name: _theme(name, raw[name]["roles"], raw[name]["verdicts"]) for name in THEMES}
    if themes["light"].roles.keys() != themes["dark"].roles.keys():
        raise ValueError("tokens.json: the two themes name different roles; give both the same")
    return Tokens(raw["sizes"], raw["heights"], raw["radii"], themes)


def mix(top: str, bottom: str, alpha: float) -> str:
    """The colour that `top` at this opacity makes on `bottom`."""
    pairs = zip(_channels(top), _channels(bottom), strict=True)
    return "#" + "".join(f"{round(a * alpha + b * (1 - alpha)):02X}" for a, b in pairs)


def _theme(name: str, roles: dict[str, str], verdicts: dict[str, dict[str, str]]) -> ThemeTokens:
    missing = {str(verdict) for verdict in Verdict} - verdicts.keys()
    if missing:
        raise ValueError(f"tokens.json: theme {name} lacks {', '.join(sorted(missing))}; add them")
    return ThemeTokens(
        name,
        roles,
        {
            key: VerdictTokens(**value, chip=mix(value["fill"], roles["panel"], CHIP_ALPHA))
            for key, value in verdicts.items()
        },
    )


def _channels(color: str) -> tuple[int, int, int]:
    return int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16)
