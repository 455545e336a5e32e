"""Scores of judges and people as rows by criterion, with their spread; pure values, no Qt."""

from collections.abc import Sequence
from dataclasses import dataclass

from mlrbench_gui.domain.calibration import own_judge
from mlrbench_gui.domain.panels import MissingReply, PanelScores
from mlrbench_gui.domain.reviews import HumanReview, Review, ReviewTarget, Score

WIDE_SPREAD = 3
LAST_CRITERION = "Overall"
_USUAL_PAPER = "paper.md"
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
    """One review. `values` stand in the order of the table's criteria, None where none was given.

    `judge` is the name under which a judge is calibrated, empty for people. A judge that this program asked gives the
    mean of its replies; `mean` marks the row of a whole panel. `lacks` says why there are no scores.
    """

    name: str
    kind: str
    values: tuple[float | None, ...]
    human: bool = False
    mean: bool = False
    judge: str = ""
    lacks: str = ""


@dataclass(frozen=True, slots=True)
class ScoreTable:
    """All reviews of a run. `spreads` are those of each criterion, None below two scores."""

    criteria: tuple[str, ...]
    rows: tuple[ScoreRow, ...]
    spreads: tuple[float | None, ...]

    @property
    def scored(self) -> int:
        """How many reviews gave scores: the n of all that stands here."""
        return sum(any(value is not None for value in row.values) for row in self.rows if not row.mean)


def score_table(
    judges: Sequence[Review], humans: Sequence[HumanReview], panels: Sequence[PanelScores] = ()
) -> ScoreTable:
    """Imported judges first, own panels, then people; two rows of one reviewer are both shown and told apart."""
    reviews: list[Review | HumanReview] = [*judges, *humans]
    named = [score.criterion for review in reviews for score in review.scores]
    criteria = _criteria([*named, *(item.criterion for panel in panels for item in panel.criteria)])
    rows = [_judge_row(review, criteria) for review in judges]
    rows += [row for panel in panels for row in _panel_rows(panel, criteria)]
    rows += [_human_row(review, criteria) for review in humans]
    given = [row for row in rows if not row.mean]
    spreads = tuple(_spread([row.values[n] for row in given]) for n in range(len(criteria)))
    return ScoreTable(criteria, tuple(rows), spreads)


def overall_line(table: ScoreTable) -> str:
    """The overall scores in one line, for the shut drawer."""
    if LAST_CRITERION not in table.criteria:
        return "No overall scores" if table.rows else "No reviews"
    at = table.criteria.index(LAST_CRITERION)
    given = [(row, value) for row in table.rows if not row.mean and (value := row.values[at]) is not None]
    judges = [score_words(value) for row, value in given if not row.human]
    people = [f"{row.name}: {score_words(value)}" for row, value in given if row.human]
    parts = [f"judge{'s' if len(judges) > 1 else ''} {_listed(judges)}"] if judges else []
    return f"Overall: {', '.join(parts + people)}" if parts or people else "No overall scores"


def score_words(value: float) -> str:
    """A score as it was given; a mean of several with one decimal."""
    return f"{value:.0f}" if value == round(value) else f"{value:.1f}"


def _criteria(named: Sequence[str]) -> tuple[str, ...]:
    """In the order met, the overall score last."""
    names = dict.fromkeys(named)
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
    values = _values(review.scores, criteria)
    return ScoreRow(review.judge, kind, values, judge=review.judge_family)


def _panel_rows(panel: PanelScores, criteria: Sequence[str]) -> list[ScoreRow]:
    """A row a judge, what it lacks beside it; where several sit, one for all."""
    about = f"{panel.stage}{', with code' if panel.with_code else ''}"
    if panel.paper and panel.paper.rsplit("/", 1)[-1] != _USUAL_PAPER:
        about = f"{about}, {panel.paper.rsplit('/', 1)[-1]}"
    missing = {item.profile: item for item in reversed(panel.missing)}
    rows = []
    for name in panel.panel:
        means = {
            item.criterion: one.mean for item in panel.criteria for one in item.judges if one.profile == name
        }
        kind = f"own judge, {about}"
        if panel.repeats > 1:
            asked = sum(reply.profile == name and reply.is_valid for reply in panel.replies)
            kind = f"{kind}, {asked} of {panel.repeats} replies"
        lacks = _lacks(missing.get(name))
        if lacks and not means:
            kind = f"{kind}: {missing[name].state if missing[name].state != 'none' else 'not asked'}"
        values = tuple(means.get(criterion) for criterion in criteria)
        judge = own_judge(name, with_code=panel.with_code)
        rows.append(ScoreRow(name, kind, values, judge=judge, lacks=lacks))
    if len(panel.panel) > 1:
        totals = {item.criterion: item.mean for item in panel.criteria}
        values = tuple(totals.get(criterion) for criterion in criteria)
        rows.append(ScoreRow("Panel", f"{panel.count_words}, {about}", values, mean=True))
    return rows


def _lacks(missing: MissingReply | None) -> str:
    return "" if missing is None else f"reply {missing.repeat}: {missing.reason}"


def _human_row(review: HumanReview, criteria: Sequence[str]) -> ScoreRow:
    kind = f"human, double: row {review.row}" if review.double else "human"
    return ScoreRow(review.reviewer, kind, _values(review.scores, criteria), human=True)


def _values(scores: Sequence[Score], criteria: Sequence[str]) -> tuple[float | None, ...]:
    given = {score.criterion: score.score for score in scores}
    return tuple(given.get(name) for name in criteria)


def _spread(values: Sequence[float | None]) -> float | None:
    given = [value for value in values if value is not None]
    return max(given) - min(given) if len(given) > 1 else None


def _listed(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
