"""`benchmark`: judges' scores by agent, stage and criterion. Means over different task sets carry their own n."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from mlrbench_gui.domain.benchmark import MEAN_JUDGE, BenchmarkRow
from mlrbench_gui.domain.reviews import OWN, Review, ReviewTarget
from mlrbench_gui.services.agreement.intervals import estimate_mean

DENOMINATORS: Mapping[ReviewTarget, int] = {
    ReviewTarget.IDEA: 201,
    ReviewTarget.PROPOSAL: 201,
    ReviewTarget.EXPERIMENT: 10,
    ReviewTarget.WRITEUP: 10,
    ReviewTarget.END_TO_END: 10,
    ReviewTarget.END_TO_END_NO_CODE: 10,
    ReviewTarget.AI_SCIENTIST: 10,
}
"""How many tasks each stage is judged over. Hallucination checks give no scores."""


class _Cell(NamedTuple):
    target: ReviewTarget
    agent: str
    criterion: str


class _Mark(NamedTuple):
    task: str
    judge: str
    score: int


def benchmark_rows(
    reviews: Iterable[Review],
    denominators: Mapping[ReviewTarget, int] = DENOMINATORS,
    *,
    without: Iterable[Review] = (),
) -> tuple[BenchmarkRow, ...]:
    """A row for each agent, stage, criterion and judge family, and one for all judges, which is the plain mean.

    Judges that this program asked have rows of their own; the mean has them only at stages that nobody else judged.
    Reviews whose target is not in the import count: they are the benchmark's scores all the same. `denominators` says
    how many tasks each stage would have, other than by default where only some tasks were chosen. `without` are
    reviews that people excluded: they are counted in the rows that they would be in, and no more.
    """
    marks = _marks(reviews, denominators)
    missed = {
        cell: Counter(mark.judge for mark in told) for cell, told in _marks(without, denominators).items()
    }
    known = {cell.target for cell, told in marks.items() if any(not m.judge.startswith(OWN) for m in told)}
    order = list(denominators)
    found: list[BenchmarkRow] = []
    for cell in sorted(marks, key=lambda cell: (order.index(cell.target), cell.agent)):
        families = sorted({mark.judge for mark in marks[cell]})
        of = denominators[cell.target]
        out = missed.get(cell, Counter())
        found.extend(
            replace(
                _row(cell, family, [mark for mark in marks[cell] if mark.judge == family], of),
                n_excluded=out[family],
            )
            for family in families
        )
        published = [mark for mark in marks[cell] if not mark.judge.startswith(OWN)]
        if published or cell.target not in known:
            others = sum(n for judge, n in out.items() if not published or not judge.startswith(OWN))
            found.append(replace(_row(cell, MEAN_JUDGE, published or marks[cell], of), n_excluded=others))
    return tuple(found)


def _marks(reviews: Iterable[Review], targets: Iterable[ReviewTarget]) -> dict[_Cell, list[_Mark]]:
    marks: dict[_Cell, list[_Mark]] = {}
    asked = frozenset(targets)
    for review in reviews:
        if review.target in asked:
            for score in review.scores:
                cell = _Cell(review.target, judged_agent(review), score.criterion)
                marks.setdefault(cell, []).append(_Mark(review.task, review.judge_family, score.score))
    return marks


def judged_agent(review: Review) -> str:
    """Who made what was reviewed: the agent of a run, the writer of a paper, the author of an idea or proposal."""
    if review.target in (ReviewTarget.IDEA, ReviewTarget.PROPOSAL):
        return review.target_key.rpartition("/")[2]
    name = (review.paper or "").rpartition("/")[2].removesuffix(".md")
    if review.target is ReviewTarget.WRITEUP and name.startswith("paper_"):
        return name.removeprefix("paper_")
    group, _, rest = (review.run or review.target_key).partition("/")
    if review.target is ReviewTarget.EXPERIMENT and "/" in rest:
        return rest.partition("/")[0]
    return group if review.target is ReviewTarget.AI_SCIENTIST else group.partition("_")[2] or group


def _row(cell: _Cell, judge: str, marks: Sequence[_Mark], denominator: int) -> BenchmarkRow:
    by_task: dict[str, list[int]] = {}
    for mark in marks:
        by_task.setdefault(mark.task, []).append(mark.score)
    drawn = estimate_mean(list(by_task.values()))
    judges = {mark.judge for mark in marks}
    per_task = {(mark.task, mark.judge) for mark in marks}
    return BenchmarkRow(
        agent=cell.agent,
        stage=cell.target.value,
        criterion=cell.criterion,
        judge=judge,
        mean=sum(mark.score for mark in marks) / len(marks),
        low=drawn.low,
        high=drawn.high,
        n_tasks=len(by_task),
        n_reviews=len(marks),
        denominator=denominator,
        complete=len(by_task) == denominator and len(per_task) == len(marks) == denominator * len(judges),
    )
