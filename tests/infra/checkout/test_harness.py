"""Stage times and writers from a harness's log."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlrbench_gui.domain.values import Stage
from mlrbench_gui.infra.checkout.harness import read_harness_log

LINES = (
    "Running MLR agent for task: t_1",
    "Using model: writer-1",
    "Generating idea...",
    "Generating idea for writer-1...",
    "Successfully generated idea for x/t_1 on attempt 1.",
    "Idea generated.",
    "Conducting experiments using Some Agent...",
    "Command failed with return code 1",
    "Conducting experiments using Some Agent...",
    "Command executed successfully.",
    "Writing paper using writer-1...",
)


def log(*messages: str, start: int = 0) -> str:
    return "".join(
        f"2025-05-10 06:{start + number:02}:00,250 - INFO - {message}\n"
        for number, message in enumerate(messages)
    )


def test_that_a_stage_runs_from_its_start_to_its_own_success() -> None:
    task = read_harness_log(log(*LINES).encode())["t_1"]
    assert task.writer_model == "writer-1"
    idea, experiment = task.intervals()
    assert (idea.stage, idea.start.minute, idea.end.minute, idea.tries) == (Stage.IDEA, 2, 4, 1)
    assert (experiment.stage, experiment.start.minute, experiment.end.minute) == (Stage.EXPERIMENT, 8, 9)
    assert idea.start.microsecond == 250_000
    assert idea.start.tzinfo is None


def test_that_the_last_interval_counts_and_tries_are_told() -> None:
    twice = log(*LINES) + log(*LINES, start=20)
    experiment = read_harness_log(twice.encode())["t_1"].intervals()[1]
    assert (experiment.start.minute, experiment.tries) == (28, 2)


def test_that_skipped_stages_of_a_later_launch_are_no_intervals() -> None:
    skipped = log(
        "Running MLR agent for task: t_1",
        "Generating idea...",
        "x already exists!",
        "Idea generated.",
        start=30,
    )
    idea = read_harness_log((log(*LINES) + skipped).encode())["t_1"].intervals()[0]
    assert (idea.start.minute, idea.tries) == (2, 1)


def test_that_a_new_task_clears_open_starts() -> None:
    lines = ("Running MLR agent for task: a", "Writing paper using w", "Running MLR agent for task: b")
    tasks = read_harness_log(log(*lines, "Successfully wrote paper").encode())
    assert tasks["a"].intervals() == tasks["b"].intervals() == ()


def test_that_lines_of_another_form_are_passed_over() -> None:
    noisy = "Traceback:\n\x00\r\n2025-99-99 00:00:00,000 - INFO - Generating idea...\n" + log(*LINES)
    assert len(read_harness_log(b"\xff" + noisy.encode())["t_1"].intervals()) == 2


@pytest.mark.fuzzed
@given(
    st.lists(st.sampled_from(LINES) | st.text(max_size=40), max_size=20),
    st.lists(st.tuples(st.integers(0, 900), st.integers(0, 255)), max_size=8),
)
def test_that_any_log_is_read(messages: list[str], flips: list[tuple[int, int]]) -> None:
    data = bytearray(log(*messages), "utf-8")
    for place, value in flips:
        if data:
            data[place % len(data)] = value
    for task in read_harness_log(bytes(data)).values():
        for interval in task.intervals():
            assert interval.tries >= 1
