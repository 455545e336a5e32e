"""The colours keep their distance: contrast on their grounds, and from each other also for the colour-blind."""

from itertools import combinations
from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt

import pytest

from mlrbench_gui.domain.values import Verdict
from mlrbench_gui.ui.kit.tokens import THEMES, mix, tokens

Rgb = tuple[float, float, float]
# Machado, Oliveira and Fernandes (2009), severity 1.0, on linear RGB.
SIGHTS: dict[str, tuple[Rgb, Rgb, Rgb]] = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.01182, 0.04294, 0.968881),
    ),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.3039),
    ),
}


def linear(color: str) -> Rgb:
    red, green, blue = (int(color[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return _lin(red), _lin(green), _lin(blue)


def _lin(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def luminance(color: str) -> float:
    red, green, blue = linear(color)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def lab(color: str, sight: str) -> Rgb:
    rgb = linear(color)
    red, green, blue = (
        min(1.0, max(0.0, sum(m * v for m, v in zip(row, rgb, strict=True)))) for row in SIGHTS[sight]
    )
    x = (0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047
    y = 0.2126729 * red + 0.7151522 * green + 0.0721750 * blue
    z = (0.0193339 * red + 0.1191920 * green + 0.9503041 * blue) / 1.08883
    fx, fy, fz = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def ciede2000(one: Rgb, other: Rgb) -> float:
    (l1, a1, b1), (l2, a2, b2) = one, other
    mean7 = ((hypot(a1, b1) + hypot(a2, b2)) / 2) ** 7
    stretch = 1 + 0.5 * (1 - sqrt(mean7 / (mean7 + 25**7)))
    a1, a2 = a1 * stretch, a2 * stretch
    c1, c2 = hypot(a1, b1), hypot(a2, b2)
    h1, h2 = degrees(atan2(b1, a1)) % 360, degrees(atan2(b2, a2)) % 360
    turn = h2 - h1 if abs(h2 - h1) <= 180 else h2 - h1 - 360 * (1 if h2 > h1 else -1)
    if c1 * c2 == 0:
        turn = 0.0
    dl, dc, dh = l2 - l1, c2 - c1, 2 * sqrt(c1 * c2) * sin(radians(turn / 2))
    light, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    hue = h1 + h2 if c1 * c2 == 0 else (h1 + h2) / 2 if abs(h1 - h2) <= 180 else ((h1 + h2 + 360) / 2) % 360
    t = (1 - 0.17 * cos(radians(hue - 30)) + 0.24 * cos(radians(2 * hue)) + 0.32 * cos(radians(3 * hue + 6))
         - 0.20 * cos(radians(4 * hue - 63)))  # fmt: skip
    sl = 1 + 0.015 * (light - 50) ** 2 / sqrt(20 + (light - 50) ** 2)
    sc, sh = 1 + 0.045 * chroma, 1 + 0.015 * chroma * t
    rotation = -sin(radians(60 * exp(-(((hue - 275) / 25) ** 2)))) * 2 * sqrt(chroma**7 / (chroma**7 + 25**7))
    return sqrt((dl / sl) ** 2 + (dc / sc) ** 2 + (dh / sh) ** 2 + rotation * (dc / sc) * (dh / sh))


def closest(colors: list[str], sight: str) -> float:
    return min(ciede2000(lab(one, sight), lab(other, sight)) for one, other in combinations(colors, 2))


def test_that_the_difference_formula_gives_published_values() -> None:
    assert ciede2000((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485)) == pytest.approx(2.0425, abs=1e-4)
    assert ciede2000((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387)) == pytest.approx(
        1.2644, abs=1e-4
    )


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("name", THEMES)
def test_that_verdicts_differ_for_every_sight(name: str, sight: str) -> None:
    verdicts = tokens().themes[name].verdicts.values()
    assert closest([verdict.solid for verdict in verdicts], sight) >= 16
    assert closest([verdict.fill for verdict in verdicts], sight) >= 7


@pytest.mark.parametrize("verdict", list(Verdict))
@pytest.mark.parametrize("name", THEMES)
def test_that_verdicts_stand_out_from_their_grounds(name: str, verdict: Verdict) -> None:
    theme = tokens().themes[name]
    shown = theme.verdicts[verdict]
    assert contrast(shown.ink, shown.chip) >= 4.5
    assert contrast(shown.solid, theme.roles["panel"]) >= 3.5
    assert contrast(shown.solid, theme.roles["select"]) >= 3
    assert contrast(theme.roles["text"], shown.fill) >= 4.5


@pytest.mark.parametrize("role", ["text", "text-2", "text-3", "accent", "accent-ink", "ok", "warn", "danger"])
@pytest.mark.parametrize("name", THEMES)
def test_that_words_can_be_read_on_every_ground(name: str, role: str) -> None:
    roles = tokens().themes[name].roles
    assert min(contrast(roles[role], roles[ground]) for ground in ("panel", "chrome", "sunken")) >= 4.5
    assert contrast(roles["on-accent"], roles["accent"]) >= 4.5


def test_that_a_chip_is_the_fill_mixed_into_the_panel() -> None:
    assert mix("#000000", "#FFFFFF", 0.55) == "#737373"
    theme = tokens().themes["light"]
    assert theme.verdicts["supported"].chip == mix(theme.verdicts["supported"].fill, "#FFFFFF", 0.55)
