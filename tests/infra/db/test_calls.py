"""Replies of models come back after a restart, and one request of a scope has one reply whoever wrote it."""

from contextlib import closing
from datetime import UTC, datetime

from mlrbench_gui.domain.addresses import Place
from mlrbench_gui.domain.model_calls import ModelCall
from mlrbench_gui.domain.opinions import TokenUse
from mlrbench_gui.domain.values import Sha256
from mlrbench_gui.infra.db.workspace import SqliteWorkspace, open_workspace


def call(number: int, scope: str = "x/task_a/idea/0", request: str = "a") -> ModelCall:
    return ModelCall(
        id=f"c{number}",
        scope=scope,
        request_sha256=Sha256(request * 64),
        profile="mine",
        model="heron-2",
        text=f"Answer {number} – “so”.",
        finish="stop",
        refusal="",
        tokens=TokenUse(prompt=310, reply=24),
        cost=None,
        seconds=1.5,
        at=datetime(2026, 1, 1, tzinfo=UTC),
    )


def test_that_a_reply_is_found_by_scope_and_request_after_a_restart(
    workspace: SqliteWorkspace, place: Place
) -> None:
    given = call(1)
    assert workspace.calls.append(given) == given
    workspace.close()
    with closing(open_workspace(place)) as again:
        assert again.calls.find(given.scope, given.request_sha256) == given
        assert again.calls.find("x/task_a/idea/1", given.request_sha256) is None
        assert again.calls.find(given.scope, Sha256("b" * 64)) is None


def test_that_the_first_reply_to_a_request_is_the_one_that_counts(workspace: SqliteWorkspace) -> None:
    first = workspace.calls.append(call(1))
    assert workspace.calls.append(call(2)) == first
    assert workspace.calls.of_scopes("x/") == (first,)


def test_that_calls_are_given_by_the_beginning_of_their_scope(workspace: SqliteWorkspace) -> None:
    kept = [workspace.calls.append(call(1)), workspace.calls.append(call(2, "x/task_a/proposal/0"))]
    workspace.calls.append(call(3, "x/task_ab/idea/0"))
    workspace.calls.append(call(4, "x/task%a/idea/0"))
    assert list(workspace.calls.of_scopes("x/task_a/")) == kept
    assert [item.id for item in workspace.calls.of_scopes("x/task%a/")] == ["c4"]
