"""A picture of one colour is told, whichever way its rows are filtered."""

import struct
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlrbench_gui.audit.plots.blank import is_one_colour

Rows = list[bytes]


def png(rows: Rows, width: int, colour: int = 2) -> bytes:
    head = struct.pack(">IIBBBBB", width, len(rows), 8, colour, 0, 0, 0)

    def part(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    body = zlib.compress(b"".join(rows))
    return b"\x89PNG\r\n\x1a\n" + part(b"IHDR", head) + part(b"IDAT", body) + part(b"IEND", b"")


PLAIN = b"\x00" + b"\x0a\x14\x1e" * 4
LEFT = b"\x01" + b"\x0a\x14\x1e" + bytes(9)
ABOVE = b"\x02" + bytes(12)
BOTH = b"\x04" + bytes(12)


@pytest.mark.parametrize(
    ("rows", "blank"),
    [
        ([PLAIN, PLAIN], True),
        ([LEFT, LEFT, ABOVE], True),
        ([PLAIN, BOTH, ABOVE], True),
        ([b"\x02" + PLAIN[1:], ABOVE], True),
        ([PLAIN, b"\x00" + b"\x0b\x14\x1e" * 4], False),
        ([PLAIN, b"\x02" + bytes(11) + b"\x01"], False),
        ([PLAIN[:-1] + b"\x1f", PLAIN], False),
    ],
)
def test_that_a_picture_of_one_colour_is_blank(rows: Rows, blank: bool) -> None:
    assert is_one_colour(png(rows, 4)) is blank


@pytest.mark.fuzzed
@given(st.binary(max_size=200))
def test_that_no_bytes_break_the_reading(data: bytes) -> None:
    assert is_one_colour(data) is False
    assert is_one_colour(b"\x89PNG\r\n\x1a\n" + data) in (True, False)


@pytest.mark.fuzzed
@given(st.integers(1, 40), st.integers(1, 40), st.integers(0, 255), st.data())
def test_that_one_other_pixel_is_seen(width: int, height: int, shade: int, data: st.DataObject) -> None:
    rows = [b"\x00" + bytes([shade]) * width for _ in range(height)]
    assert is_one_colour(png(rows, width, colour=0))
    if width * height > 1:
        x, y = data.draw(st.integers(0, width - 1)), data.draw(st.integers(0, height - 1))
        rows[y] = rows[y][: x + 1] + bytes([255 - shade if shade != 255 - shade else 7]) + rows[y][x + 2 :]
        assert not is_one_colour(png(rows, width, colour=0))
