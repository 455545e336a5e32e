"""Pictures are bounded and damaged ones are boxes."""

import io
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from mlrbench_gui.infra.pdf.pictures import NotShown, Shown, prepared


def png(wide: int, high: int, mode: str = "RGB") -> bytes:
    out = io.BytesIO()
    Image.new(mode, (wide, high)).save(out, "PNG")
    return out.getvalue()


def test_that_forty_megapixels_are_scaled_down() -> None:
    shown = prepared("a.png", {"a.png": png(8000, 5000, "1")})
    assert isinstance(shown, Shown)
    with Image.open(io.BytesIO(shown.data)) as image:
        assert max(image.size) <= 2000


def test_that_a_picture_beyond_the_limit_is_named() -> None:
    header = png(1, 1)
    huge = bytearray(header)
    huge[16:24] = (200_000).to_bytes(4, "big") + (100_000).to_bytes(4, "big")
    huge[29:33] = zlib.crc32(bytes(huge[12:29])).to_bytes(4, "big")
    shown = prepared("a.png", {"a.png": bytes(huge)})
    assert isinstance(shown, NotShown)
    assert "too large" in shown.reason


@pytest.mark.parametrize(
    "data", [b"", b"no picture", png(50, 50)[:60], b"\x89PNG\r\n\x1a\n" + b"\0" * 40, b"%PDF-1.4 x"]
)
def test_that_damage_is_told(data: bytes) -> None:
    assert isinstance(prepared("a.png", {"a.png": data}), NotShown)


def test_that_remote_pictures_are_never_fetched() -> None:
    shown = prepared("https://example.org/x.png", {})
    assert isinstance(shown, NotShown)
    assert "not fetched" in shown.reason


def test_that_names_written_with_percent_signs_are_found() -> None:
    assert isinstance(prepared("my%20plot.png", {"my plot.png": png(10, 10)}), Shown)


@pytest.mark.fuzzed
@given(st.binary(max_size=300) | st.binary(max_size=60).map(lambda tail: png(8, 8)[:40] + tail))
def test_that_no_bytes_break_the_reader(data: bytes) -> None:
    assert isinstance(prepared("a", {"a": data}), Shown | NotShown)
