"""Lines keep their numbers, the oldest go first, a bar that rewrites itself is one line, and nothing is said twice."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlrbench_gui.services.jobs import output
from mlrbench_gui.services.jobs.output import OutputTail

NOW = datetime(2026, 5, 1, 12, 30, tzinfo=UTC)


def tail_of(*pieces: str) -> OutputTail:
    tail = OutputTail(lambda: NOW)
    for piece in pieces:
        tail.add(piece, "model")
    return tail


def texts(tail: OutputTail) -> list[str]:
    return [line.text for line in tail.lines(*tail.span())]


def test_that_pieces_join_to_lines_and_a_begun_line_is_shown() -> None:
    tail = tail_of("a", "b\nc", "d")
    assert texts(tail) == ["ab", "cd"]
    tail.add("e\n", "model")
    assert texts(tail) == ["ab", "cde"]


def test_that_sources_do_not_mix_inside_a_line() -> None:
    tail = tail_of("half ")
    tail.add("other\n", "shell")
    tail.add("done\n", "model")
    assert [(line.source, line.text) for line in tail.lines(0, 9)] == [
        ("shell", "other"),
        ("model", "half done"),
    ]


def test_that_a_line_that_is_rewritten_shows_its_last_state() -> None:
    assert texts(tail_of("1 %\r50 %\r", "100 %\r\nnext\n")) == ["100 %", "next"]


def test_that_colours_and_control_signs_are_left_out() -> None:
    assert texts(tail_of("\x1b[31mred\x1b[0m \x1b]0;title\x07bell\x07\tend\n")) == ["red bell    end"]


def test_that_a_line_without_end_is_broken() -> None:
    tail = tail_of("x" * (2 * output.LONGEST + 5))
    assert [len(text) for text in texts(tail)] == [output.LONGEST, output.LONGEST, 5]


def test_that_the_oldest_lines_go_and_numbers_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(output, "KEPT_LINES", 10)
    tail = tail_of(*(f"line {number}\n" for number in range(101)))
    first, last = tail.span()
    assert (last, 10 <= last - first <= 20) == (101, True)
    assert tail.lines(100, 101)[0].text == "line 100"
    assert tail.lines(0, first) == ()
    assert tail.find("LINE 100") == (100,)


def test_that_the_kept_end_comes_back_before_what_is_said_next(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(output, "STORED_LINES", 3)
    before = tail_of("one\ntwo\nthree\n")
    before.say("four\tfive")
    again = OutputTail(lambda: NOW)
    again.take_back(before.text())
    again.say("six")
    assert texts(again) == ["two", "three", "four    five", "six"]
    assert [line.source for line in again.lines(0, 9)] == ["model", "model", "step", "step"]


def test_that_the_kept_end_is_bounded_in_signs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(output, "STORED_CHARS", 100)
    kept = tail_of(*(f"line {number}\n" for number in range(30))).text()
    assert len(kept) <= 100
    assert kept.endswith("line 29")


def test_that_a_kept_text_of_another_form_is_left_out() -> None:
    again = OutputTail(lambda: NOW)
    again.take_back("no moment\tmodel\ttext\n\nplain")
    assert again.span() == (0, 0)


@pytest.mark.fuzzed
@given(st.lists(st.text(max_size=40), max_size=30))
def test_that_no_sign_of_plain_text_is_lost_however_it_is_cut(pieces: list[str]) -> None:
    plain = ["".join(sign for sign in piece if sign.isprintable() or sign == "\n") for piece in pieces]
    tail = tail_of(*plain)
    tail.end_lines()
    lines = "".join(plain).split("\n")
    assert texts(tail) == (lines if lines[-1] else lines[:-1])
