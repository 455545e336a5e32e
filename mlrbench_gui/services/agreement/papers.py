"""Scores of judges and people brought together by paper."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from mlrbench_gui.domain.reviews import HumanReview, Review, ReviewTarget
from mlrbench_gui.domain.values import RunName
from mlrbench_gui.services.agreement.measures import Pair


@dataclass(frozen=True, slots=True)
class PaperScores:
    """One criterion's scores of one paper: people's rows by reviewer, and each judge family's score."""

    run: RunName
    people: Mapping[str, tuple[int, ...]]
    judges: Mapping[str, float]

    @property
    def rows(self) -> tuple[int, ...]:
        """All rows that people wrote, doubles included."""
        return tuple(score for scores in self.people.values() for score in scores)

    @property
    def human_mean(self) -> float:
        return sum(self.rows) / len(self.rows)

    @property
    def judge_mean(self) -> float:
        return sum(self.judges.values()) / len(self.judges)


def papers_of(
    people: Iterable[HumanReview], reviews: Iterable[Review], criterion: str
) -> tuple[PaperScores, ...]:
    """The papers that both people and judges scored on this criterion, judges having seen the code."""
    rows = people_rows(people, criterion)
    judges: dict[RunName, dict[str, float]] = {}
    for review in reviews:
        if review.target is not ReviewTarget.END_TO_END or review.run is None:
            continue
        for score in review.scores:
            if score.criterion == criterion:
                judges.setdefault(review.run, {})[review.judge_family] = score.score
    return tuple(PaperScores(run, rows[run], judges[run]) for run in sorted(rows.keys() & judges.keys()))


def people_rows(
    people: Iterable[HumanReview], criterion: str
) -> dict[RunName, Mapping[str, tuple[int, ...]]]:
    """What people wrote of each work as a whole on this criterion, by reviewer."""
    rows: dict[RunName, dict[str, list[int]]] = {}
    for person in people:
        for score in person.scores:
            if score.criterion == criterion and person.target is ReviewTarget.END_TO_END:
                rows.setdefault(person.run, {}).setdefault(person.reviewer, []).append(score.score)
    return {run: {name: tuple(scores) for name, scores in by_name.items()} for run, by_name in rows.items()}


def means(papers: Sequence[PaperScores]) -> list[Pair]:
    """People's mean and judges' mean of each paper."""
    return [(paper.human_mean, paper.judge_mean) for paper in papers]


def human_differences(papers: Sequence[PaperScores]) -> list[float]:
    """Absolute differences of two reviewers on a paper, row by row, where both wrote as many rows."""
    return [
        float(abs(a - b))
        for paper in papers
        for one, other in combinations(sorted(paper.people), 2)
        if len(paper.people[one]) == len(paper.people[other])
        for a, b in zip(paper.people[one], paper.people[other], strict=True)
    ]


def judge_differences(papers: Sequence[PaperScores]) -> list[float]:
    """Absolute difference of each row that a person wrote and the judges' mean of that paper."""
    return [abs(row - paper.judge_mean) for paper in papers for row in paper.rows]


def human_pairs(papers: Sequence[PaperScores]) -> list[Pair]:
    """The means of both reviewers of each paper that two people scored, by the reviewers' order."""
    found = []
    for paper in papers:
        if len(paper.people) == 2:
            one, other = (sum(paper.people[name]) / len(paper.people[name]) for name in sorted(paper.people))
            found.append((one, other))
    return found


def single_pairs(paper: PaperScores) -> list[Pair]:
    """Each row of a person with each judge's score."""
    return [(float(row), float(score)) for row in paper.rows for score in paper.judges.values()]
