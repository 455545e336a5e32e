"""What was read from the picture of a chart: bars with their values, or why none were read."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ReadBar:
    """A bar: its value, how far that may be off, and its box in pixels (left, top, right, bottom)."""

    value: float
    tolerance: float
    box: tuple[int, int, int, int]
    colour: tuple[int, int, int] = (0, 0, 0)


@dataclass(frozen=True, slots=True)
class PictureReading:
    """The bars of one picture from left to right, or in `refused` why it was not read. `ticks` fitted the axis."""

    bars: tuple[ReadBar, ...] = ()
    refused: str = ""
    size: tuple[int, int] = (0, 0)
    ticks: int = 0
