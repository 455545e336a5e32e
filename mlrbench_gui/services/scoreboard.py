"""The benchmark put together for the screen: what each mean rests on, and what is behind it."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from mlrbench_gui.domain.benchmark import MEAN_JUDGE, BenchmarkRow
from mlrbench_gui.domain.first_failure import first_failure
from mlrbench_gui.domain.reviews import OVERALL_NAMES, HumanReview, Review, ReviewTarget, published_first
from mlrbench_gui.domain.runs import RunGroup
from mlrbench_gui.domain.scoreboard import (
    OVERALL,
    Behind,
    BoardChoice,
    CostRow,
    CriteriaRow,
    FailureRow,
    PaperPoint,
    ReachedRow,
    Scoreboard,
    StageBoard,
)
from mlrbench_gui.domain.values import GATE_ORDER, GateState
from mlrbench_gui.services.agreement import measures
from mlrbench_gui.services.agreement.intervals import estimate, estimate_mean
from mlrbench_gui.services.agreement.papers import human_pairs, means, papers_of
from mlrbench_gui.services.benchmarking import DENOMINATORS, benchmark_rows, judged_agent
from mlrbench_gui.services.catalogue import CatalogueTask, catalogue
from mlrbench_gui.services.ports.rows import RunRow

_OVERALLS = frozenset(OVERALL_NAMES)
"""Stages name their overall criterion differently."""

_PUBLISHED_ORDER = ("Clarity", "Novelty", "Soundness", "Significance")


def scoreboard(
    reviews: Sequence[Review],
    people: Sequence[HumanReview],
    runs: Sequence[RunRow],
    choice: BoardChoice,
    *,
    costs: tuple[CostRow, ...] = (),
    without: Sequence[Review] = (),
) -> Scoreboard:
    """The board of one choice. A judge, topic or venue that nothing bears gives empty tables.

    `without` are reviews that people excluded; the rows that lack them say so. Published tables and what was left out
    in words are for who reads the workspace.
    """
    scored = [review for review in reviews if review.target in DENOMINATORS]
    chosen = _chosen(scored, choice)
    fitting = [review for review in without if _fits(review.task, choice)]
    rows = benchmark_rows(chosen, _denominators(scored, choice), without=fitting)
    papers = papers_of(people, _judged_by(scored, choice.judge), choice.criterion)
    known = _by_id()
    tasks = {review.task for review in scored}
    return Scoreboard(
        choice=choice,
        judges=tuple(sorted({review.judge_family for review in scored})),
        criteria=_criteria(scored),
        topics=tuple(sorted({known[task].topic for task in tasks if task in known})),
        venues=tuple(sorted({known[task].venue for task in tasks if task in known})),
        stages=_stages(rows, chosen, choice),
        by_criterion=_by_criterion(rows, choice.judge),
        failures=_failures(runs),
        reached=_reached(runs),
        points=tuple(PaperPoint(paper.run, paper.human_mean, paper.judge_mean) for paper in papers),
        judges_people=estimate(means(papers), measures.spearman),
        people_people=estimate(human_pairs(papers), measures.spearman),
        costs=costs,
        published=(),
        reviews=len(chosen),
        runs_absent=len({r.run for r in scored if r.run is not None and not r.target_present}),
    )


def behind(reviews: Iterable[Review], row: BenchmarkRow, choice: BoardChoice) -> tuple[Behind, ...]:
    """The tasks behind a mean with each judge's score, by task. Judges go by their family where it has but one."""
    scored = [review for review in reviews if review.target in DENOMINATORS]
    in_row = [
        review
        for review in _chosen(scored, choice)
        if (review.target.value, judged_agent(review)) == (row.stage, row.agent)
    ]
    found = [
        (review, score.score)
        for review in _judged_by(in_row, row.judge)
        for score in review.scores
        if score.criterion == row.criterion
    ]
    several = Counter((review.task, review.judge_family) for review, _ in found)
    tasks: dict[str, dict[str, float]] = {}
    of: dict[str, Review] = {}
    for review, score in found:
        alone = several[review.task, review.judge_family] == 1
        tasks.setdefault(review.task, {})[review.judge_family if alone else review.judge] = float(score)
        of[review.task] = review
    return tuple(Behind(task, of[task].run, tasks[task], of[task].target_present) for task in sorted(tasks))


def overall_means(reviews: Iterable[Review]) -> dict[str, float]:
    """Each agent's overall mean end to end, the other system's too: what a cost is set against."""
    rows = benchmark_rows(
        review for review in reviews if review.target in (ReviewTarget.END_TO_END, ReviewTarget.AI_SCIENTIST)
    )
    return {row.agent: row.mean for row in rows if row.judge == MEAN_JUDGE and row.criterion == OVERALL}


def _chosen(scored: Iterable[Review], choice: BoardChoice) -> list[Review]:
    """The reviews on the chosen tasks. Whose judge is asked for is left to the rows."""
    kept = [review for review in scored if _fits(review.task, choice)]
    if not choice.in_common:
        return kept
    common = {target: _common(kept, target) for target in DENOMINATORS}
    return [review for review in kept if review.task in common[review.target]]


def _fits(task: str, choice: BoardChoice) -> bool:
    if choice.topic is None and choice.venue is None:
        return True
    known = _by_id().get(task)
    return known is not None and choice.topic in (None, known.topic) and choice.venue in (None, known.venue)


@lru_cache(maxsize=1)
def _by_id() -> dict[str, CatalogueTask]:
    return {task.id: task for task in catalogue().tasks}


def _tasks_by_agent(reviews: Iterable[Review], target: ReviewTarget) -> dict[str, frozenset[str]]:
    tasks: dict[str, set[str]] = {}
    for review in reviews:
        if review.target is target:
            tasks.setdefault(judged_agent(review), set()).add(review.task)
    return {agent: frozenset(found) for agent, found in tasks.items()}


def _common(reviews: Iterable[Review], target: ReviewTarget) -> frozenset[str]:
    sets = list(_tasks_by_agent(reviews, target).values())
    return frozenset.intersection(*sets) if sets else frozenset()


def _denominators(scored: Sequence[Review], choice: BoardChoice) -> Mapping[ReviewTarget, int]:
    """Where tasks were chosen, so many of them does the stage have, as far as anybody was judged on them."""
    if not choice.narrowed:
        return DENOMINATORS
    chosen = _chosen(scored, choice)
    return {target: len({r.task for r in chosen if r.target is target}) for target in DENOMINATORS}


def _judged_by(scored: Sequence[Review], judge: str) -> list[Review]:
    if judge == MEAN_JUDGE:
        return list(published_first(scored))
    return [review for review in scored if judge == review.judge_family]


def _criteria(scored: Iterable[Review]) -> tuple[str, ...]:
    """Overall first, those of the published tables in their order, the others by how many scores they have."""
    counted = Counter(score.criterion for review in scored for score in review.scores)
    told = [name for name in _PUBLISHED_ORDER if name in counted]
    rest = [name for name, _ in counted.most_common() if name not in _OVERALLS and name not in told]
    return (OVERALL, *told, *rest)


def _names(criterion: str) -> frozenset[str]:
    return _OVERALLS if criterion == OVERALL else frozenset({criterion})


def _stages(
    rows: Sequence[BenchmarkRow], chosen: Sequence[Review], choice: BoardChoice
) -> tuple[StageBoard, ...]:
    boards = []
    for target in DENOMINATORS:
        shown = [
            row
            for row in rows
            if row.stage == target.value
            and row.judge == choice.judge
            and row.criterion in _names(choice.criterion)
        ]
        if not shown:
            continue
        sets = set(_tasks_by_agent(_judged_by(chosen, choice.judge), target).values())
        boards.append(
            StageBoard(
                target=target,
                criterion=shown[0].criterion,
                denominator=shown[0].denominator,
                rows=tuple(sorted(shown, key=lambda row: (-row.mean, row.agent))),
                task_sets=len(sets),
                in_common=len(frozenset.intersection(*sets)),
            )
        )
    return tuple(boards)


def _by_criterion(rows: Iterable[BenchmarkRow], judge: str) -> tuple[CriteriaRow, ...]:
    cells: dict[str, dict[str, BenchmarkRow]] = {}
    for row in rows:
        if row.stage == ReviewTarget.END_TO_END.value and row.judge == judge:
            cells.setdefault(row.agent, {})[row.criterion] = row
    made = [CriteriaRow(agent, found) for agent, found in cells.items()]
    return tuple(sorted(made, key=lambda row: (-_overall(row), row.agent)))


def _overall(row: CriteriaRow) -> float:
    cell = row.cells.get(OVERALL)
    return cell.mean if cell is not None else 0.0


def _failures(runs: Iterable[RunRow]) -> tuple[FailureRow, ...]:
    """Of audited end-to-end runs only; the others have no paper of their own that could go wrong."""
    counts: dict[str, Counter[GateState | None]] = {}
    for row in runs:
        if row.run.group is RunGroup.END_TO_END and row.gate is not None:
            failed = first_failure(row.gate.transitions)
            counts.setdefault(row.run.agent, Counter())[failed.state if failed else None] += 1
    return tuple(
        FailureRow(agent, counted.total(), dict(counted)) for agent, counted in sorted(counts.items())
    )


def _reached(runs: Iterable[RunRow]) -> tuple[ReachedRow, ...]:
    scores: dict[GateState, list[list[float]]] = {}
    for row in runs:
        if row.run.group is RunGroup.END_TO_END and row.gate is not None and row.judge_means:
            scores.setdefault(row.gate.reached, []).append(list(row.judge_means))
    return tuple(ReachedRow(state, estimate_mean(scores[state])) for state in GATE_ORDER if state in scores)
