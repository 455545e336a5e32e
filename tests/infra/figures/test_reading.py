"""Bars read from pictures drawn here: values, refusals, and axes of ticks that were recognised well or badly."""

import io
import math
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from mlrbench_gui.domain.errors import InputError, MissingPart
from mlrbench_gui.infra.figures import reader as reader_module
from mlrbench_gui.infra.figures.reader import ChildFigureReader
from mlrbench_gui.infra.figures.reading import read_picture
from mlrbench_gui.infra.figures.ticks import Word, axes_of

BLUE, ORANGE = (31, 119, 180), (255, 127, 14)
LEFT, ZERO, STEP = 80, 400, 70
"""Where the axis and zero lie, and how many rows one tick takes."""


def words(ticks: Sequence[str], *, off: float = 0.0) -> list[Word]:
    """The ticks' texts right of the axis, from zero up; `off` moves each box by so many rows."""
    return [
        Word(t, 40, ZERO - i * STEP - 7 + off, 70, ZERO - i * STEP + 7 + off) for i, t in enumerate(ticks)
    ]


def chart(
    bars: Sequence[tuple[float, tuple[int, int, int]]], unit: float = 1.0, *, width: int = 40
) -> Image.Image:
    """Bars of these values, `unit` a tick, with tick marks, a frame and a grid line."""
    image = Image.new("RGB", (640, 480), "white")
    draw = ImageDraw.Draw(image)
    for i in range(6):
        draw.line((LEFT - 8, ZERO - i * STEP, LEFT, ZERO - i * STEP), fill="black")
        draw.line((LEFT, ZERO - i * STEP, 620, ZERO - i * STEP), fill=(230, 230, 230))
    for place, (value, colour) in enumerate(bars):
        left = LEFT + 20 + place * 60
        draw.rectangle((left, round(ZERO - value / unit * STEP), left + width, ZERO), fill=colour)
    draw.rectangle((LEFT, 20, 620, ZERO), outline="black")
    return image


def png(image: Image.Image) -> bytes:
    held = io.BytesIO()
    image.save(held, "PNG")
    return held.getvalue()


@pytest.mark.parametrize("off", [0.0, 2.0, -2.0])
def test_that_bars_are_read_within_a_row(off: float) -> None:
    values = [0.92, 0.68, 0.54, 0.31]
    picture = png(chart([(v, (BLUE, ORANGE)[i % 2]) for i, v in enumerate(values)], unit=0.2))
    reading = read_picture(picture, lambda _: words(["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"], off=off))

    assert [bar.value for bar in reading.bars] == pytest.approx(values, abs=0.2 / STEP)
    assert all(abs(bar.value - v) < bar.tolerance for bar, v in zip(reading.bars, values, strict=True))
    assert reading.bars[0].box[0] == LEFT + 20


def test_that_a_label_inside_a_bar_does_not_end_it() -> None:
    image = chart([(4.0, BLUE)])
    ImageDraw.Draw(image).rectangle((LEFT + 20, ZERO - 150, LEFT + 60, ZERO - 142), fill="white")
    reading = read_picture(png(image), lambda _: words(["0", "1", "2", "3", "4", "5"]))

    assert reading.bars[0].value == pytest.approx(4.0, abs=0.03)


def test_that_a_tick_that_was_misread_is_left_out() -> None:
    ticks = ["0.0", "02", "0.4", "0.6", "0.8", "1.0"]
    reading = read_picture(png(chart([(0.5, BLUE)], unit=0.2)), lambda _: words(ticks))

    assert reading.ticks == 5
    assert reading.bars[0].value == pytest.approx(0.5, abs=0.01)


@pytest.mark.parametrize(
    ("bars", "ticks", "why"),
    [
        ([(2.0, BLUE)], ["0", "1"], "fewer than 3 ticks"),
        ([(2.0, BLUE)], ["1", "10", "100", "1000"], "fewer than 3 ticks"),
        ([], ["0", "1", "2"], "no bar stands on zero"),
        ([(2.0, BLUE)], ["10", "11", "12", "13"], "zero lies outside"),
    ],
)
def test_that_other_charts_are_refused(
    bars: list[tuple[float, tuple[int, int, int]]], ticks: list[str], why: str
) -> None:
    reading = read_picture(png(chart(bars)), lambda _: words(ticks))

    assert reading.bars == ()
    assert why in reading.refused


def test_that_stacked_bars_are_refused() -> None:
    image = chart([(2.0, BLUE)])
    ImageDraw.Draw(image).rectangle((LEFT + 20, ZERO - 4 * STEP, LEFT + 60, ZERO - 2 * STEP - 1), fill=ORANGE)

    assert "stand on each other" in read_picture(png(image), lambda _: words(["0", "1", "2", "3"])).refused


def test_that_bars_of_unlike_widths_are_refused() -> None:
    image = chart([(2.0, BLUE)])
    ImageDraw.Draw(image).rectangle((300, ZERO - 100, 500, ZERO), fill=ORANGE)

    assert "unlike widths" in read_picture(png(image), lambda _: words(["0", "1", "2", "3"])).refused


def test_that_bytes_that_are_no_picture_are_told() -> None:
    with pytest.raises(InputError, match="no picture"):
        read_picture(b"not a picture", lambda _: [])


@pytest.mark.fuzzed
@given(
    st.lists(
        st.tuples(
            st.sampled_from(["0", "1", "2.5", "-3", "1e9", "x", "−4", "50%", ""]),
            st.floats(0, 500),
            st.floats(0, 600),
        ),
        max_size=12,
    )
)
def test_that_an_axis_is_finite_or_none(found: list[tuple[str, float, float]]) -> None:
    axes = axes_of([Word(text, x, y, x + 20, y + 14) for text, x, y in found], 640)

    assert all(math.isfinite(axis.value(0)) and axis.ticks >= 3 and axis.slope < 0 for axis in axes)


def test_that_without_the_parts_one_line_tells_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader_module, "is_installed", lambda: False)
    reader = ChildFigureReader()

    assert "mlrbench-gui[figures]" in (reader.missing() or "")
    with pytest.raises(MissingPart, match="pip install"):
        reader.read([b""])


def test_that_the_recogniser_reads_a_drawn_chart_in_its_process() -> None:
    pytest.importorskip("rapidocr")
    from PIL import ImageFont

    image = chart([(0.92, BLUE), (0.68, ORANGE)], unit=0.2).resize((1280, 960))
    draw = ImageDraw.Draw(image)
    for i in range(6):
        text, row = f"{i * 0.2:.1f}", 2 * (ZERO - i * STEP)
        draw.text((96, row - 14), text, fill="black", font=ImageFont.load_default(28))
    reader = ChildFigureReader()
    chart_read, broken = reader.read([png(image), b"no picture"])
    reader.close()

    assert [bar.value for bar in chart_read.bars] == pytest.approx([0.92, 0.68], abs=0.005)
    assert "no picture" in broken.refused
