"""The product's colours for reports, from the token file that the window uses too."""

import json
from functools import cache

from pydantic import BaseModel

from mlrbench_gui.domain.resources import resource
from mlrbench_gui.domain.values import Verdict


class _Shades(BaseModel):
    solid: str
    ink: str
    fill: str


class Palette(BaseModel):
    """One theme's colours as `#RRGGBB`: by role, and three shades a verdict."""

    roles: dict[str, str]
    verdicts: dict[Verdict, _Shades]


class Themes(BaseModel):
    """Both themes."""

    light: Palette
    dark: Palette


@cache
def themes() -> Themes:
    """The colours of both themes."""
    text = resource("themes", "tokens.json").read_text(encoding="utf-8")
    return Themes.model_validate(json.loads(text))


@cache
def verdict_colours() -> dict[Verdict, tuple[float, float, float]]:
    """Fill of each verdict on paper, as red, green and blue of 0 to 1."""
    return {verdict: _channels(shades.fill) for verdict, shades in themes().light.verdicts.items()}


def css_variables(palette: Palette) -> str:
    """The palette as CSS custom properties."""
    pairs = list(palette.roles.items())
    for verdict, shades in palette.verdicts.items():
        name = verdict.value.replace("_", "-")
        pairs += [(name, shades.solid), (f"{name}-ink", shades.ink), (f"{name}-fill", shades.fill)]
    return "".join(f"--{name}:{colour};" for name, colour in pairs)


def _channels(colour: str) -> tuple[float, float, float]:
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return red, green, blue
