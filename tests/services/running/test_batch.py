"""Many tasks: each on its own, all ended by what meets all, and everything finished kept and shown."""

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

import pytest

from mlrbench_gui.domain.errors import BudgetReached, InputError, ModelUnavailable
from mlrbench_gui.domain.runs import TaskRecord
from mlrbench_gui.domain.values import Mode, RelPath, Stage
from mlrbench_gui.domain.work import CancelToken
from mlrbench_gui.infra.db.workspace import SqliteWorkspace
from mlrbench_gui.infra.files.folder import FolderTree
from mlrbench_gui.infra.llm.scripted.faults import Fault, Faults
from mlrbench_gui.services.catalogue import catalogue
from mlrbench_gui.services.models.budget import Bounds
from mlrbench_gui.services.running.batch import BatchReport
from mlrbench_gui.services.running.chain import RunOrder
from mlrbench_gui.services.running.estimating import estimate
from mlrbench_gui.services.running.inputs import Given, known_tasks, read_given, task_text
from mlrbench_gui.services.running.trying import Desk

TASKS = [task.id for task in catalogue().tasks[:6]]
STAGES = (Stage.IDEA, Stage.PROPOSAL)


class Bench(Protocol):
    workspace: SqliteWorkspace

    @property
    def calls(self) -> int: ...

    def desk(self, bounds: Bounds | None = None) -> Desk: ...

    def batch(
        self,
        orders: list[RunOrder],
        given: dict[str, Given] | None = None,
        workers: int = ...,
        **desk: object,
    ) -> BatchReport: ...


Open = Callable[..., Bench]


def orders(*tasks: str, stages: tuple[Stage, ...] = STAGES) -> list[RunOrder]:
    return [RunOrder(task, stages, Mode.STEPWISE) for task in tasks]


def test_that_all_tasks_are_done_and_their_documents_are_there_like_imported_ones(bench: Open) -> None:
    made = bench()
    report = made.batch(orders(*TASKS))
    assert [outcome.order.task for outcome in report.outcomes] == TASKS
    assert (report.failures, report.left, report.stopped) == ((), (), None)
    assert (report.account.calls, made.calls) == (12, 12)
    totals = made.workspace.totals()
    assert (totals["ideas"], totals["proposals"]) == (6, 6)
    assert made.workspace.runs.names() == ()
    made.batch(orders(*TASKS))
    assert (made.calls, made.workspace.totals()) == (12, totals)


def test_that_a_bad_task_ends_alone(bench: Open) -> None:
    report = bench().batch(orders(TASKS[0], "no_such_task", TASKS[1]))
    assert [failure.task for failure in report.failures] == ["no_such_task"]
    assert len(report.outcomes) == 2


def test_that_a_bound_ends_all_and_the_next_batch_goes_on(bench: Open) -> None:
    made = bench(stage_tokens=2000)
    report = made.batch(orders(*TASKS), workers=1, bounds=Bounds(tokens=9_000))
    assert isinstance(report.stopped, BudgetReached)
    assert report.left
    done, asked = len(report.outcomes), made.calls
    assert made.workspace.totals()["ideas"] >= done
    assert made.batch(orders(*TASKS)).stopped is None
    assert made.calls == 12
    assert asked < 12


def test_that_a_refused_key_ends_all_at_once(bench: Open) -> None:
    made = bench(Faults(always=Fault.WRONG_KEY))
    report = made.batch(orders(*TASKS), workers=1)
    assert isinstance(report.stopped, ModelUnavailable)
    assert (made.calls, len(report.left)) == (1, 6)


def test_that_a_fault_of_ours_is_not_swallowed(bench: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    made = bench()

    def fail(*_args: object) -> None:
        raise AssertionError("ours")

    monkeypatch.setattr(made.workspace.calls, "find", fail)
    with pytest.raises(AssertionError, match="ours"):
        made.batch(orders(*TASKS))


def test_that_an_estimate_counts_what_is_left_and_asks_nothing(bench: Open) -> None:
    made = bench(stage_tokens=1000)
    every = estimate(made.workspace, made.desk().profile, orders(*TASKS), {})
    assert (every.calls, every.finished, every.cost, made.calls) == (12, 0, 0.0, 0)
    assert every.most_reply_tokens == 12_000
    assert every.prompt_tokens > 12 * 300
    made.batch(orders(TASKS[0]))
    after = estimate(made.workspace, made.desk().profile, orders(*TASKS), {})
    assert (after.calls, after.finished) == (10, 2)


def test_that_given_files_are_found_by_task_or_at_the_top(tmp_path: Path) -> None:
    (tmp_path / TASKS[0]).mkdir()
    (tmp_path / TASKS[0] / "idea.md").write_text("# One", encoding="utf-8")
    (tmp_path / "idea.md").write_text("# Top", encoding="utf-8")
    (tmp_path / "sources").mkdir()
    (tmp_path / "sources" / "a.txt").write_text("A work.", encoding="utf-8")
    two = read_given(FolderTree(tmp_path), TASKS[:2])
    assert set(two) == {TASKS[0]}
    assert two[TASKS[0]].text(Stage.IDEA) == "# One"
    one = read_given(FolderTree(tmp_path), [TASKS[1]])[TASKS[1]]
    assert (one.text(Stage.IDEA), one.sources, one.experiment) == (
        "# Top",
        {"a.txt": "A work."},
        {RelPath(f"{TASKS[0]}/idea.md"): b"# One"},
    )
    with pytest.raises(InputError, match="holds nothing for these tasks"):
        read_given(FolderTree(tmp_path / "sources"), TASKS[1:3])


def test_that_the_official_text_goes_before_our_brief(bench: Open) -> None:
    made = bench()
    task = catalogue().tasks[0]
    assert task.brief in task_text(made.workspace, task.id)
    with made.workspace.importing("x") as batch:
        batch.put_task(TaskRecord(task.id, batch.put_blob(b"# The official text")))
        batch.put_task(TaskRecord("own_task", batch.put_blob(b"# An own task")))
    assert task_text(made.workspace, task.id) == "# The official text"
    assert len(known_tasks(made.workspace)) == 202


def test_that_a_cancelled_batch_keeps_what_was_finished(bench: Open) -> None:
    from mlrbench_gui.domain.errors import Cancelled
    from mlrbench_gui.domain.work import Event, Progress
    from mlrbench_gui.services.running.batch import run_batch

    made, cancel = bench(), CancelToken()

    def stop_after_one(event: Event) -> None:
        if isinstance(event, Progress):
            cancel.cancel()

    with pytest.raises(Cancelled):
        run_batch(made.desk(), orders(*TASKS), {}, workers=1, cancel=cancel, emit=stop_after_one)
    assert made.workspace.totals()["ideas"] == 1
