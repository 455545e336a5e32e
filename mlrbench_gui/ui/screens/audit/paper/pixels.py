"""From the press's bytes to a picture for the screen, off the GUI thread.

A dark page has its lightness inverted and its hue kept: each channel c becomes c + 255 - max - min of its pixel,
white then goes to the page's tone and black to the text's. Figures keep their colours, dimmed to 85 %.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtGui import QImage

from mlrbench_gui.services.ports.papers import PageImage

_DIMMED = 0.85
Rect = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Inks:
    """Tones of a dark page, each as red, green, blue."""

    page: tuple[int, int, int]
    text: tuple[int, int, int]


def light_picture(image: PageImage) -> QImage:
    """The page as printed."""
    picture = QImage(image.rgb, image.width, image.height, image.stride, QImage.Format.Format_RGB888)
    return picture.convertToFormat(QImage.Format.Format_RGB32)


def dark_picture(image: PageImage, inks: Inks, figures: Sequence[Rect] = ()) -> QImage:
    """The page for dark surroundings; `figures` are rectangles in its pixels that stay as they are."""
    from PIL import Image, ImageChops

    printed = Image.frombuffer("RGB", (image.width, image.height), image.rgb, "raw", "RGB", image.stride, 1)
    red, green, blue = printed.split()
    high = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    low = ImageChops.darker(ImageChops.darker(red, green), blue)
    base = ImageChops.invert(high)
    channels = [
        ImageChops.add(base, ImageChops.subtract(channel, low)).point(_ramp(inks.page[at], inks.text[at]))
        for at, channel in enumerate((red, green, blue))
    ]
    turned = Image.merge("RGB", channels)
    for rect in figures:
        cut = printed.crop(rect).point([round(value * _DIMMED) for value in range(256)] * 3)
        turned.paste(cut, rect[:2])
    turned.putalpha(255)  # RGB32 wants its fourth byte full: Lighten reckons with it
    data = turned.tobytes("raw", "BGRA")
    picture = QImage(data, image.width, image.height, image.width * 4, QImage.Format.Format_RGB32)
    return picture.copy()


def _ramp(low: int, high: int) -> list[int]:
    """Straight line from `low` at 0 to `high` at 255."""
    return [round(low + (high - low) * value / 255.0) for value in range(256)]
