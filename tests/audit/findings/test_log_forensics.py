"""What a log tells against itself, and what is no fault of it."""

from collections.abc import Callable, Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlrbench_gui.audit.findings._log_lines import log_lines
from mlrbench_gui.domain.audit import Audit

MakeAudit = Callable[[Mapping[str, str | bytes]], Audit]

LOG = "results/log.txt"
START = "2025-01-01 10:00:00,000 - INFO - Starting\n"
SECOND = "2025-01-01 10:00:10,000 - INFO - "
TRACE = 'Traceback (most recent call last):\n  File "a.py", line 1, in f\nValueError: no data'


def messages(audit: Audit, path: str = LOG) -> list[str]:
    told = ("time", "states", "last word", "stops", "shifted")
    return [f.message for f in audit.findings if f.path == path and any(word in f.message for word in told)]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (START + "2025-13-45 10:00:00,000 - INFO - Going on\n", "no time that a clock can show"),
        (START + "2025-01-01 09:00:00,000 - INFO - Going on\n", "goes back by 3600 s from line 1"),
        (START + SECOND + "Total runtime: 40 minutes\n", "states 2400 s, but 10 s have passed"),
        (START + TRACE + "\n", "last word of this log is an error: ValueError: no data"),
        (START + "2025-01-01 10:00:10,000 - app - ERROR - It broke\n", "last word of this log is an error"),
        (START + SECOND + "Training svm...\n", "in the middle of a step: Training svm..."),
        (START + SECOND + "Epoch 3/10 loss 0.4\n", "stops at epoch 3 of 10"),
        (START + SECOND + "Processing problem 2 of 50\n", "stops at problem 2 of 50"),
    ],
)
def test_that_a_log_against_itself_is_told(audit_of: MakeAudit, text: str, words: str) -> None:
    found = messages(audit_of({LOG: text}))

    assert len(found) == 1
    assert words in found[0]


@pytest.mark.parametrize(
    "text",
    [
        START + SECOND + "Total runtime: 12.5 seconds\n",
        START + SECOND + "Epoch 10/10 loss 0.4\n" + SECOND + "Saved\n",
        START + SECOND + "Epoch 9/10 loss 0.4\n",
        START + SECOND + "Epoch 3/10 loss 0.4\n" + SECOND + "Early stopping, training finished\n",
        START + TRACE + "\n" + SECOND + "Tried again\n" + SECOND + "All done\n",
        START + "2024-01-01T09:00:00 another writer\n",
        START + SECOND + "ERROR rate is 0.5\n",
        "accuracy 0.5\nloss 0.3\n",
    ],
    ids=[
        "plausible time",
        "whole progress",
        "counted from zero",
        "early stop",
        "error in between",
        "two writers",
        "word",
        "plain",
    ],
)
def test_that_an_honest_log_is_left_alone(audit_of: MakeAudit, text: str) -> None:
    assert messages(audit_of({LOG: text})) == []


def lines(hour: int, change: str = "") -> str:
    return "".join(f"2025-01-01 {hour}:00:0{n},000 - INFO - Epoch {n} loss 0.{n}{change}\n" for n in range(9))


def test_that_two_logs_equal_up_to_an_offset_are_told_once(audit_of: MakeAudit) -> None:
    told = audit_of({"results/a.log": lines(10), "results/b.log": lines(12)})
    apart = audit_of({"results/a.log": lines(10), "results/b.log": lines(12, change="1")})

    assert messages(told, "results/b.log") == [
        "The 9 lines of this log are those of results/a.log, all times shifted by 7200 s."
    ]
    assert messages(apart, "results/b.log") == []


def test_that_lines_which_end_in_a_carriage_return_are_lines() -> None:
    assert [line.text for line in log_lines("one\r\ntwo\r\n10%\r20%\r\n")] == ["one", "two", "20%"]


@pytest.mark.fuzzed
@given(st.text(max_size=200))
def test_that_any_text_has_lines(text: str) -> None:
    numbers = [line.number for line in log_lines(text)]

    assert numbers == sorted(numbers)
    assert all(line.text for line in log_lines(text))
