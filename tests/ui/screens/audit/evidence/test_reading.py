"""The readers: any bytes give something safe to show, and places found by number are the right ones."""

import csv
import io
import json
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlrbench_gui.domain.errors import Cancelled, InputError
from mlrbench_gui.domain.work import CancelToken
from mlrbench_gui.ui.screens.audit.evidence.reading.ansi import Ink, shown_line, split_states
from mlrbench_gui.ui.screens.audit.evidence.reading.delimited import parse_delimited
from mlrbench_gui.ui.screens.audit.evidence.reading.highlighting import code_lines
from mlrbench_gui.ui.screens.audit.evidence.reading.jsontree import (
    Members,
    Value,
    children,
    parse,
    pointer_part,
    pointer_path,
)
from mlrbench_gui.ui.screens.audit.evidence.reading.lines import CHUNK, LineIndex, spilled
from mlrbench_gui.ui.screens.audit.evidence.reading.pipe_tables import cells_of, table_at
from mlrbench_gui.ui.screens.audit.evidence.reading.searching import search

pytestmark = pytest.mark.ui

ODD = st.lists(
    st.sampled_from(
        [b"a", b"\r", b"\n", b"\x1b[31m", b"\x1b[0m", b"\x00", b"\xff", b"\t", "é".encode(), b"\x1b[", b"42%"]
    )
).map(b"".join)
WORDS = st.text(st.characters(codec="utf-8", exclude_characters="\0"))
CELLS = st.lists(st.lists(WORDS, min_size=2, max_size=3), min_size=1)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)


def indexed(data: bytes) -> LineIndex:
    index = LineIndex(data)
    index.extend()
    return index


@pytest.mark.fuzzed
@given(st.binary() | ODD)
def test_that_a_shown_line_never_holds_a_control_character(raw: bytes) -> None:
    line = shown_line(raw)
    assert not [c for c in line.text if unicodedata.category(c) in {"Cc", "Cs"}]
    assert all(0 <= run.start < run.end <= len(line.text) for run in line.runs)


@pytest.mark.fuzzed
@given(st.binary() | ODD)
def test_that_the_index_gives_the_lines_that_splitting_gives(data: bytes) -> None:
    index, expected = indexed(data), data.split(b"\n")
    expected = expected[:-1] if expected[-1] == b"" else expected
    assert [index.read(n, 1 << 20)[0] for n in range(index.count())] == expected
    for number in range(index.count()):
        assert index.line_at(index.span(number)[0]) == number


@pytest.mark.fuzzed
@given(ODD, st.sampled_from(["a", "42%", "é", "A"]))
def test_that_a_search_finds_the_lines_that_hold_the_words(data: bytes, wanted: str) -> None:
    index, hits = indexed(data), search(data, wanted)
    needle = wanted.encode()
    expected = [
        n for n, raw in enumerate(data.split(b"\n")) if needle in (raw.lower() if wanted.islower() else raw)
    ]
    if wanted != wanted.lower() or wanted.isascii():
        assert [index.line_at(offset) for offset in hits.offsets] == expected


@pytest.mark.fuzzed
@given(JSON)
def test_that_every_json_value_is_found_again_by_its_pointer(value: object) -> None:
    root = parse(json.dumps(value).encode()).root
    for pointer, expected in _places(root, ""):
        path = pointer_path(root, pointer)
        assert path is not None
        assert _at(root, path) == expected


@pytest.mark.fuzzed
@given(st.binary())
def test_that_any_bytes_are_a_json_tree_or_a_named_error(data: bytes) -> None:
    try:
        document = parse(data)
    except InputError:
        return
    assert pointer_path(document.root, "") == ()


@pytest.mark.fuzzed
@given(
    st.lists(
        st.lists(st.text(st.characters(codec="utf-8", exclude_characters="\0")), min_size=2, max_size=3),
        min_size=1,
    )
)
def test_that_a_written_csv_is_read_back_with_its_line_breaks(rows: list[list[str]]) -> None:
    out = io.StringIO(newline="")
    csv.writer(out, quoting=csv.QUOTE_ALL).writerows(rows)
    data = out.getvalue().encode()
    table = parse_delimited(data, "x.csv") if b"," in data.split(b"\n")[0] else None
    if table is not None and not set("\t;|") & set(out.getvalue()):
        assert [list(row) for row in table.rows] == rows


@pytest.mark.fuzzed
@given(st.binary())
def test_that_any_bytes_are_a_table_and_code(data: bytes) -> None:
    assert parse_delimited(data).columns >= 0
    assert code_lines(data, "x.py")


def test_that_lines_over_a_chunk_are_found() -> None:
    long = b"x" * (3 * CHUNK)
    index = indexed(long + b"\nshort\n" + long)
    assert index.count() == 3
    assert index.read(1, 100) == (b"short", 5)
    assert index.read(2, 10) == (b"x" * 10, 3 * CHUNK)


def test_that_big_data_is_mapped_and_reads_the_same() -> None:
    data = b"line\n" * 2_000_000
    index = LineIndex(spilled(data))
    index.extend()
    assert not isinstance(index.source, bytes)
    assert index.count() == 2_000_000
    assert len(search(index.source, "line")) == 2_000_000


def test_that_a_search_can_be_stopped() -> None:
    token = CancelToken()
    token.cancel()
    with pytest.raises(Cancelled):
        search(b"a\n" * 10, "a", token)


def test_that_a_progress_bar_shows_its_last_state() -> None:
    line = shown_line(b"1 %\r50 %\r100 %\r")
    assert (line.text, line.states) == ("100 %", 3)
    assert split_states(b"\r\n") == (b"\n",)


def test_that_colours_become_runs() -> None:
    line = shown_line(b"\x1b[1;31mbad\x1b[0m ok \x1b[38;5;196mx\x1b[0m")
    assert line.text == "bad ok x"
    assert (line.runs[0].ink, line.runs[0].bold) == (Ink.ERROR, True)


def test_that_nan_and_numbers_stay_as_written() -> None:
    root = parse(b'{"a": NaN, "b": 1.50, "b": 2}').root
    assert isinstance(root, Members)
    assert [(key, str(value)) for key, value in root] == [("a", "NaN"), ("b", "1.50"), ("b", "2")]


def test_that_json_lines_are_read_by_their_first_pointer_part() -> None:
    document = parse(b'{"a": 1}\n{"a": 2}\nbroken\n')
    assert document.lines
    assert document.problem == "line 3 is no JSON"
    assert pointer_path(document.root, "/1/a") == (1, 0)


def test_that_deep_nesting_is_refused_by_name() -> None:
    with pytest.raises(InputError, match="deep"):
        parse(b"[" * 100_000)


def test_that_a_cell_of_a_pipe_table_is_found_by_its_line() -> None:
    table = table_at("text\n\n| a | b |\n|---|---|\n| 1 | 2 \\| 3 |\n", 5)
    assert table is not None
    assert table.rows[1] == ("1", "2 | 3")
    assert table.lines == (3, 5)
    assert table_at("a | b\n", 1) is None
    assert cells_of("| |") == ("",)


def _places(value: Value, pointer: str) -> list[tuple[str, Value]]:
    found = [(pointer, value)]
    if isinstance(value, Members):
        for key, inner in value:
            found += _places(inner, f"{pointer}/{pointer_part(key)}")
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            found += _places(inner, f"{pointer}/{number}")
    return found


def _at(root: Value, path: tuple[int, ...]) -> object:
    node: object = root
    for row in path:
        node = children(node)[row][1]  # type: ignore[arg-type]  # the path leads through branches only
    return node
