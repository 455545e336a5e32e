"""What is odd about files, by their content."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlrbench_gui.domain.artifacts import ArtifactRole
from mlrbench_gui.domain.values import RelPath
from mlrbench_gui.infra.checkout.contents import (
    json_oddities,
    lone_surrogate,
    oddities_of,
    parse_json,
)


def odd(data: bytes, path: str = "results/log.txt", role: ArtifactRole = ArtifactRole.LOG) -> list[str]:
    return [f"{oddity.what}|{oddity.detail}" for oddity in oddities_of(RelPath(path), role, data)]


def odd_json(data: bytes, suffix: str = ".json") -> list[str]:
    return [f"{oddity.what}|{oddity.detail}" for oddity in json_oddities(parse_json(data), suffix, data)]


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (b"", "empty log|"),
        (b" \n\n", "empty log|"),
        (b"\xef\xbb\xbftext", "byte order mark|"),
        (b"\xff\xfet\0", "text in UTF-16|"),
        (b"ok \xe9 text", "text that is not UTF-8|from byte 3"),
        (b"a\rb\r\n", "carriage returns within lines (progress bars)|"),
        (b"\x1b[A", "terminal escape codes|"),
        (b"a\x03b", "control characters|"),
        (b"a\0b", "control characters|"),
        (b"x" * 600_000, "line of over 500,000 bytes|"),
        (b"open('/home/somebody/data/x')", "names paths of the machine where it was made|"),
        (b"C:\\Users\\somebody\\x", "names paths of the machine where it was made|"),
    ],
)
def test_that_an_odd_text_is_told(data: bytes, what: str) -> None:
    assert what in odd(data)


@pytest.mark.parametrize(
    "data", [b"plain\ttext\r\nlines\n", "ünïcode ± 1".encode(), (b"x" * 80 + b"\n") * 9000]
)
def test_that_an_ordinary_text_is_not_odd(data: bytes) -> None:
    assert odd(data) == []


def _png(width: int, height: int) -> bytes:
    return b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + width.to_bytes(4) + height.to_bytes(4)


def test_that_a_picture_of_forty_megapixels_is_told_without_decoding_it() -> None:
    assert odd(_png(8000, 5000), "f.png", ArtifactRole.FIGURE) == []
    assert odd(_png(8000, 5001), "f.png", ArtifactRole.FIGURE) == [
        "picture of over 40 megapixels|8,000 × 5,001"
    ]
    assert odd(_png(2**32 - 1, 2**32 - 1), "f.png", ArtifactRole.FIGURE)
    assert odd(b"GIF89a", "f.png", ArtifactRole.FIGURE) == ["named .png but no PNG picture|"]


@pytest.mark.parametrize("path", ["m.pkl", "m.pt", "m.npy", "m.PTH"])
def test_that_data_of_programs_is_kept_and_never_loaded(path: str) -> None:
    bomb = b"cos\nsystem\n(S'false'\ntR."
    (oddity,) = oddities_of(RelPath(path), ArtifactRole.OTHER, bomb)
    assert oddity.treated_as == "kept, never loaded"


def test_that_an_inner_archive_is_not_opened() -> None:
    (oddity,) = oddities_of(RelPath("code/data.zip"), ArtifactRole.OTHER, b"PK\x03\x04")
    assert oddity.treated_as == "kept, not opened"


def test_that_nan_and_infinities_are_read_and_counted() -> None:
    assert odd_json(b'{"a": NaN, "b": [-Infinity, NaN]}') == [
        "JSON with NaN or infinite numbers|3 times -Infinity, NaN"
    ]
    assert odd_json(b'{"a": "NaN"}') == []


def test_that_json_lines_named_json_are_read_by_line() -> None:
    assert parse_json(b'{"a": 1}\n\n{"a": 2}\n').values == ({"a": 1}, {"a": 2})
    assert odd_json(b'{"a": 1}\n{"a": 2}\n') == ["JSON Lines named .json|2 values"]
    assert odd_json(b'{"a": 1}\n{"a": 2}\n', ".jsonl") == []


@pytest.mark.parametrize("data", [b"", b"{", b"[" * 200_000, b"[" + b"1" * 6000 + b"]", b"\xff"])
def test_that_broken_json_is_told_with_the_reason(data: bytes) -> None:
    (told,) = odd_json(data)
    assert told.startswith("no valid JSON|")
    assert len(told) > len("no valid JSON|")


@pytest.mark.parametrize(
    ("text", "offset"),
    [
        (r'"\ud83d\ude00"', None),
        (r'"\ud83d"', 1),
        (r'"ab\ude00"', 3),
        (r'"\ud83d\ud83d\ude00"', 1),
        (r'"\ud83d \ude00"', 1),
        (r'"\\ud83d"', None),
        (r'"\\\ud83d"', 3),
        (r'"\ud83d\ude00\ud83d"', 13),
        ('"plain"', None),
    ],
)
def test_that_half_a_surrogate_pair_is_found_with_its_offset(text: str, offset: int | None) -> None:
    assert lone_surrogate(text.encode()) == offset


@pytest.mark.fuzzed
@given(st.text(st.sampled_from('\ud83d\ude00a\\"\n') | st.characters(), max_size=30))
def test_that_a_lone_surrogate_is_found_exactly_where_one_is(text: str) -> None:
    data = json.dumps(text).encode()
    try:
        str(json.loads(data)).encode("utf-8")
    except UnicodeEncodeError:
        assert lone_surrogate(data) is not None
    else:
        assert lone_surrogate(data) is None


@pytest.mark.fuzzed
@given(
    st.sampled_from(list(ArtifactRole)),
    st.sampled_from(["a.txt", "a.png", "a.json", "a.pkl", "a", "a.zip", "a.pdf"]),
    st.binary(max_size=300) | st.text(max_size=200).map(lambda text: text.encode("utf-8", "surrogatepass")),
)
def test_that_any_bytes_are_looked_at(role: ArtifactRole, path: str, data: bytes) -> None:
    for oddity in oddities_of(RelPath(path), role, data):
        assert oddity.what
        assert oddity.treated_as
    for oddity in json_oddities(parse_json(data), ".json", data):
        f"{oddity.what}{oddity.detail}".encode()
