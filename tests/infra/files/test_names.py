"""Names from outside are made safe to show and to store."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlrbench_gui.infra.files.names import NameBook, safe_path, shown_name


@pytest.mark.parametrize(
    ("raw", "safe"),
    [
        ("a/b", "a/b"),
        ("./a//b/.", "a/b"),
        ("a\\b", "a\\b"),
        ("/a", None),
        ("\\a", None),
        ("c:a", None),
        ("a/../b", None),
        ("..", None),
        ("", None),
        (".", None),
        ("a..b/...", "a..b/..."),
    ],
)
def test_that_only_paths_inside_are_safe(raw: str, safe: str | None) -> None:
    assert safe_path(raw) == safe


def test_that_names_are_composed_and_bytes_are_shown() -> None:
    assert shown_name(unicodedata.normalize("NFD", "é")) == "é"
    assert shown_name(b"caf\xe9\x07".decode("utf-8", "surrogateescape")) == "caf\\xe9\\x07"


@pytest.mark.fuzzed
@given(
    st.lists(
        st.text(max_size=30) | st.binary(max_size=30).map(lambda raw: raw.decode("utf-8", "surrogateescape"))
    )
)
def test_that_admitted_names_are_unique_storable_and_inside(raws: list[str]) -> None:
    book = NameBook()
    admitted = [name for raw in raws if (name := book.admit(raw)) is not None]
    assert len(set(admitted)) == len(admitted)
    for name in admitted:
        name.encode("utf-8")
        assert unicodedata.is_normalized("NFC", name)
        assert not name.startswith("/")
        assert not {"", ".", ".."} & set(name.split("/"))
    for line in book.irregularities():
        f"{line.path}{line.what}{line.treated_as}".encode()
