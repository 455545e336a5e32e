"""The board shows means only with what they rest on, and says where rows are no comparison."""

import pytest

from mlrbench_gui.domain.audit import Gate, GateRule, Transition
from mlrbench_gui.domain.reviews import HumanReview, Review, ReviewTarget, Score
from mlrbench_gui.domain.runs import Run, RunGroup
from mlrbench_gui.domain.scoreboard import BoardChoice
from mlrbench_gui.domain.values import GateState, Mode, RunName, Sha256
from mlrbench_gui.services.catalogue import catalogue
from mlrbench_gui.services.ports.rows import RunRow
from mlrbench_gui.services.scoreboard import behind, overall_means, scoreboard

TASKS = [task.id for task in catalogue().tasks[:10]]


def review(
    task: str,
    judge: str,
    score: int,
    *,
    target: ReviewTarget = ReviewTarget.END_TO_END,
    agent: str = "otter",
    criterion: str = "Overall",
    present: bool = True,
) -> Review:
    key = f"end2end_{agent}/{task}"
    return Review(
        f"{judge}/{agent}/{task}/{target}/{criterion}",
        Sha256("0" * 64),
        target,
        f"{judge}-2025",
        judge,
        task,
        key,
        present,
        run=RunName(key),
        scores=(Score(criterion, score),),
    )


def person(task: str, reviewer: str, score: int, agent: str = "otter") -> HumanReview:
    run = RunName(f"end2end_{agent}/{task}")
    return HumanReview("people.csv", 1, reviewer, agent, task, run, True, (Score("Overall", score),))


def run_row(
    agent: str, task: str, reached: GateState, refused: GateState | None, means: tuple[float, ...]
) -> RunRow:
    name = RunName(f"end2end_{agent}/{task}")
    transitions: tuple[Transition, ...] = ()
    if refused is not None:
        rule = GateRule(id="r", text="a result was measured", holds=False, detail="nothing was measured")
        transitions = (Transition(to=refused, passed=False, rules=(rule,)),)
    gate = Gate(reached=reached, claimed=GateState.REPORTED, transitions=transitions)
    run = Run(name, RunGroup.END_TO_END, Mode.END_TO_END, agent, task, None, None, ())
    counts: dict[str, int] = {}
    return RunRow(run, gate, counts, counts, counts, 0, 0, means, 0, None, False)


def test_that_rows_over_different_tasks_are_told_apart_and_tasks_in_common_make_them_comparable() -> None:
    whole = [review(task, judge, 4) for task in TASKS for judge in ("a", "b")]
    half = [review(task, judge, 8, agent="heron") for task in TASKS[:5] for judge in ("a", "b")]

    (stage,) = scoreboard([*whole, *half], [], [], BoardChoice()).stages
    assert (stage.task_sets, stage.in_common, stage.denominator) == (2, 5, 10)
    assert {row.agent: (row.n_tasks, row.complete) for row in stage.rows} == {
        "heron": (5, False),
        "otter": (10, True),
    }

    (common,) = scoreboard([*whole, *half], [], [], BoardChoice(in_common=True)).stages
    assert (common.task_sets, common.denominator) == (1, 5)
    assert all(row.n_tasks == 5 and row.complete for row in common.rows)


def test_that_a_topic_narrows_the_tasks_and_the_denominator() -> None:
    task = catalogue().tasks[0]
    reviews = [review(item.id, "a", 3) for item in catalogue().tasks[:10]]
    of_topic = {item.id for item in catalogue().tasks[:10] if item.topic == task.topic}

    (stage,) = scoreboard(reviews, [], [], BoardChoice(topic=task.topic)).stages

    assert stage.denominator == len(of_topic) == stage.rows[0].n_tasks
    assert scoreboard(reviews, [], [], BoardChoice(topic="no such topic")).stages == ()


def test_that_the_overall_criterion_is_one_choice_for_stages_that_name_it_differently() -> None:
    reviews = [
        review(TASKS[0], "a", 7, target=ReviewTarget.IDEA, criterion="OverallAssessment"),
        review(TASKS[0], "a", 5, criterion="Overall"),
        review(TASKS[0], "a", 6, criterion="Clarity"),
    ]
    board = scoreboard(reviews, [], [], BoardChoice())
    assert [(stage.target, stage.rows[0].mean) for stage in board.stages] == [
        (ReviewTarget.IDEA, 7),
        (ReviewTarget.END_TO_END, 5),
    ]
    assert board.criteria == ("Overall", "Clarity")


def test_that_one_judge_can_be_chosen_for_means_and_for_the_comparison_with_people() -> None:
    tasks = TASKS[:4]
    reviews = [review(task, "a", 2 + n) for n, task in enumerate(tasks)]
    reviews += [review(task, "b", 9) for task in tasks]
    people = [person(task, "p", 2 + n) for n, task in enumerate(tasks)]

    board = scoreboard(reviews, people, [], BoardChoice(judge="a"))

    assert board.stages[0].rows[0].mean == pytest.approx(3.5)
    assert board.judges_people.value == pytest.approx(1.0)
    assert {point.judge for point in scoreboard(reviews, people, [], BoardChoice(judge="b")).points} == {9.0}


def test_that_runs_are_counted_by_their_first_failure_and_judged_by_what_they_reached() -> None:
    rows = [
        run_row("otter", "t1", GateState.EXECUTED, GateState.MEASURED, (3.0, 5.0)),
        run_row("otter", "t2", GateState.REPORTED, None, (6.0, 6.0)),
        run_row("heron", "t1", GateState.EXECUTED, GateState.MEASURED, (5.0, 5.0)),
    ]
    board = scoreboard([], [], rows, BoardChoice())
    assert {row.agent: (row.runs, dict(row.counts)) for row in board.failures} == {
        "heron": (1, {GateState.MEASURED: 1}),
        "otter": (2, {GateState.MEASURED: 1, None: 1}),
    }
    assert [(row.state, row.mean.value, row.mean.n) for row in board.reached] == [
        (GateState.EXECUTED, 4.5, 2),
        (GateState.REPORTED, 6.0, 1),
    ]


def test_that_behind_a_mean_stands_each_task_with_each_judge() -> None:
    reviews = [review(TASKS[0], "a", 4), review(TASKS[0], "b", 6), review(TASKS[1], "a", 2, present=False)]
    board = scoreboard(reviews, [], [], BoardChoice())

    first, second = sorted(
        behind(reviews, board.stages[0].rows[0], BoardChoice()), key=lambda item: TASKS.index(item.task)
    )

    assert (first.scores, first.mean, first.present) == ({"a": 4.0, "b": 6.0}, 5.0, True)
    assert (second.scores, second.present) == ({"a": 2.0}, False)
    assert overall_means(reviews) == {"otter": 4.0}
