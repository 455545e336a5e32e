"""Commands whose options set nothing."""

import pytest

from mlrbench_gui.audit.transcript.actions import Action, ActionKind
from mlrbench_gui.audit.transcript.failing import without_effect

TRACE = "Traceback (most recent call last):\n  File 'a.py', line 1\nValueError: bad shape\n"
LOGGED = (
    "2025-01-01 - INFO - ImportError: attempted relative import\n2025-01-01 - ERROR - Experiment failed\n"
)
BEFORE = "epoch 1 loss 0.5\n"


def command(index: int, output: str, *, ok: bool | None) -> Action:
    return Action(index, ActionKind.COMMAND, "Bash", "python run.py --epochs 2", output, ok)


@pytest.mark.parametrize(
    ("first", "second", "idle"),
    [
        ((BEFORE + TRACE, False), ("done\n", True), {1}),
        ((LOGGED, False), ("done\n", True), {1}),
        ((LOGGED, False), (LOGGED, False), {1, 2}),
        ((BEFORE + TRACE, None), ("done\n", None), {1}),
        ((BEFORE + TRACE, False), (BEFORE + TRACE, False), set()),
        (("done\n", True), (BEFORE + TRACE, False), set()),
        ((BEFORE + "Command timed out after 2m\n", False), ("done\n", True), set()),
        ((BEFORE + TRACE + BEFORE * 9, True), ("done\n", True), set()),
    ],
)
def test_that_options_count_unless_their_command_failed_and_another_came_through(
    first: tuple[str, bool | None], second: tuple[str, bool | None], idle: set[int]
) -> None:
    actions = [command(1, first[0], ok=first[1]), command(2, second[0], ok=second[1])]

    assert without_effect(actions) == idle
