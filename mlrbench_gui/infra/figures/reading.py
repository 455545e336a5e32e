"""A picture's bytes to a reading: recognise the texts, fit the axis, measure the bars. Runs in the child process."""

import io
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from mlrbench_gui.domain.errors import InputError
from mlrbench_gui.domain.pictures import PictureReading, ReadBar
from mlrbench_gui.infra.figures.bars import NotPlainBarsError, bars_of, panels
from mlrbench_gui.infra.figures.marks import on_their_marks
from mlrbench_gui.infra.figures.ticks import LEAST_TICKS, Word, axes_of

if TYPE_CHECKING:
    from PIL.Image import Image as Picture

Recognise = Callable[[bytes], Iterable[Word]]
_LARGEST = 40_000_000


def read_picture(data: bytes, recognise: Recognise) -> PictureReading:
    """The bars of a chart, or why they are refused. Raises InputError if the bytes are no picture."""
    from PIL import Image, UnidentifiedImageError

    try:
        with Image.open(io.BytesIO(data)) as opened:
            if opened.width * opened.height > _LARGEST:
                return PictureReading(refused="the picture is larger than 40 million pixels")
            image = _on_white(opened)
    except (UnidentifiedImageError, OSError, ValueError) as error:
        raise InputError(f"this file is no picture that can be read: {error}") from None
    axes = axes_of(on_their_marks(image, recognise(data)), image.width)
    if not axes:
        return PictureReading(refused=f"fewer than {LEAST_TICKS} ticks of a value axis fit a straight line")
    bars: list[ReadBar] = []
    try:
        for axis, until in panels(axes, image.width):
            bars += bars_of(image, axis, until)
    except NotPlainBarsError as error:
        return PictureReading(refused=f"it is no chart of plain bars: {error}")
    return PictureReading(bars=tuple(bars), size=image.size, ticks=min(axis.ticks for axis in axes))


def _on_white(opened: "Picture") -> "Picture":
    from PIL import Image

    rgba = opened.convert("RGBA")
    ground = Image.new("RGBA", rgba.size, "white")
    return Image.alpha_composite(ground, rgba).convert("RGB")
