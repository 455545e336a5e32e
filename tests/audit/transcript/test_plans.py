"""Lists of things to do are told in words, not as the tool's arguments."""

import json

import pytest

from mlrbench_gui.audit.transcript._events import read_events
from mlrbench_gui.audit.transcript.actions import ActionKind


def _plan(todos: object) -> str:
    use = {"type": "tool_use", "id": "t", "name": "TodoWrite", "input": {"todos": todos}}
    (action,) = read_events([{"role": "assistant", "content": [use]}])
    assert action.kind is ActionKind.PLAN
    return action.argument


def test_that_a_plan_tells_how_far_it_is_and_what_is_at_work() -> None:
    todos = [
        {"id": "1", "content": "Set up", "status": "completed"},
        {"id": "2", "content": "Train", "status": "in_progress"},
        {"id": "3", "content": "Write", "status": "pending"},
    ]
    assert _plan(todos).split("\n") == ["1 of 3 done, now: Train", "[x] Set up", "[>] Train", "[ ] Write"]


@pytest.mark.parametrize("todos", [[], "Train", [3], [{"status": "completed"}], None])
def test_that_what_is_no_list_stays_as_it_was_given(todos: object) -> None:
    assert _plan(todos) == json.dumps({"todos": todos})
