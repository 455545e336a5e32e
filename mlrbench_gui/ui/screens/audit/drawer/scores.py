"""Scores of judges and people as rows by criterion, with their spread; pure values, no Qt."""

from collections.abc import Sequence
from dataclasses import dataclass

from mlrbench_gui.domain.reviews import HumanReview, Review, ReviewTarget, Score

WIDE_SPREAD = 3
LAST_CRITERION = "Overall"
_TARGET_WORDS = {
    ReviewTarget.IDEA: "judge, idea",
    ReviewTarget.PROPOSAL: "judge, proposal",
    ReviewTarget.EXPERIMENT: "judge, experiment",
    ReviewTarget.WRITEUP: "judge, paper",
    ReviewTarget.END_TO_END: "judge",
    ReviewTarget.END_TO_END_NO_CODE: "judge, no code",
    ReviewTarget.AI_SCIENTIST: "judge",
    ReviewTarget.HALLUCINATION: "hallucination check",
}


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """One review. `values` stand in the order of the table's criteria, None where none was given."""

    name: str
    kind: str
    values: tuple[int | None, ...]
    human: bool = False


@dataclass(frozen=True, slots=True)
class ScoreTable:
    """All reviews of a run. `spreads` are those of each criterion, None below two scores."""

    criteria: tuple[str, ...]
    rows: tuple[ScoreRow, ...]
    spreads: tuple[int | None, ...]

    @property
    def scored(self) -> int:
        """How many reviews gave scores: the n of all that stands here."""
        return sum(any(value is not None for value in row.values) for row in self.rows)


def score_table(judges: Sequence[Review], humans: Sequence[HumanReview]) -> ScoreTable:
    """Judges first, then people; two rows of one reviewer are both shown and told apart."""
    criteria = _criteria([*judges, *humans])
    rows = [_judge_row(review, criteria) for review in judges]
    rows += [_human_row(review, criteria) for review in humans]
    spreads = tuple(_spread([row.values[n] for row in rows]) for n in range(len(criteria)))
    return ScoreTable(criteria, tuple(rows), spreads)


def overall_line(table: ScoreTable) -> str:
    """The overall scores in one line, for the shut drawer."""
    if LAST_CRITERION not in table.criteria:
        return "No overall scores" if table.rows else "No reviews"
    at = table.criteria.index(LAST_CRITERION)
    judges = [str(row.values[at]) for row in table.rows if not row.human and row.values[at] is not None]
    people = [
        f"{row.name}: {row.values[at]}" for row in table.rows if row.human and row.values[at] is not None
    ]
    parts = [f"judge{'s' if len(judges) > 1 else ''} {_listed(judges)}"] if judges else []
    return f"Overall: {', '.join(parts + people)}" if parts or people else "No overall scores"


def _criteria(reviews: Sequence[Review | HumanReview]) -> tuple[str, ...]:
    """In the order met, the overall score last."""
    names = dict.fromkeys(score.criterion for review in reviews for score in review.scores)
    return (
        *[n for n in names if n != LAST_CRITERION],
        *([LAST_CRITERION] if LAST_CRITERION in names else []),
    )


def _judge_row(review: Review, criteria: Sequence[str]) -> ScoreRow:
    kind = _TARGET_WORDS[review.target]
    if review.has_hallucination is not None:
        kind = f"{kind}: {'found' if review.has_hallucination else 'none found'}"
    if review.paper:
        kind = f"{kind}, {review.paper.rsplit('/', 1)[-1]}"
    return ScoreRow(review.judge, kind, _values(review.scores, criteria))


def _human_row(review: HumanReview, criteria: Sequence[str]) -> ScoreRow:
    kind = f"human, double: row {review.row}" if review.double else "human"
    return ScoreRow(review.reviewer, kind, _values(review.scores, criteria), human=True)


def _values(scores: Sequence[Score], criteria: Sequence[str]) -> tuple[int | None, ...]:
    given = {score.criterion: score.score for score in scores}
    return tuple(given.get(name) for name in criteria)


def _spread(values: Sequence[int | None]) -> int | None:
    given = [value for value in values if value is not None]
    return max(given) - min(given) if len(given) > 1 else None


def _listed(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
