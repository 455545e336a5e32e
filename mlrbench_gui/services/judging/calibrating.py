"""Calibration cards of all judges: published ones as they are grouped by family, own ones by profile and what they saw.

Only papers count that people scored too. An own judge's score of a paper is the mean of its repeats.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING

from mlrbench_gui.domain.calibration import Calibration, own_judge
from mlrbench_gui.domain.judge_stages import JudgeStage
from mlrbench_gui.domain.judging import JudgeReview
from mlrbench_gui.domain.panels import PanelScores, panels_of
from mlrbench_gui.domain.reviews import HumanReview, Review, ReviewTarget
from mlrbench_gui.services.agreement import measures
from mlrbench_gui.services.agreement.agreeing import judge_card
from mlrbench_gui.services.agreement.intervals import estimate
from mlrbench_gui.services.agreement.papers import PaperScores, human_pairs, papers_of, people_rows
from mlrbench_gui.services.people.counting import counted, counted_replies
from mlrbench_gui.services.ports.workspace import Workspace

if TYPE_CHECKING:
    from mlrbench_gui.domain.agreement import JudgeCard
    from mlrbench_gui.domain.values import RunName


def calibration_of(workspace: Workspace) -> Calibration:
    """All cards of a workspace; none where no person's scores are in it."""
    scores = counted(workspace)
    people = tuple(person for person in scores.people if person.target is ReviewTarget.END_TO_END)
    if not people:
        return Calibration()
    published = tuple(review for review in scores.published if review.target is ReviewTarget.END_TO_END)
    replies = tuple(reply for reply in counted_replies(workspace) if reply.stage is JudgeStage.OVERALL)
    return _calibration(people, published, replies)


@lru_cache(maxsize=4)
def _calibration(
    people: tuple[HumanReview, ...], published: tuple[Review, ...], replies: tuple[JudgeReview, ...]
) -> Calibration:
    """Drawing the intervals takes a second, and several screens ask: equal scores give what was worked out before."""
    panels = panels_of(replies)
    cards: dict[str, dict[str, JudgeCard]] = {}
    among = {}
    for criterion in dict.fromkeys(score.criterion for person in people for score in person.scores):
        papers = papers_of(people, published, criterion)
        for family in sorted({family for paper in papers for family in paper.judges}):
            cards.setdefault(family, {})[criterion] = judge_card(papers, family)
        among[criterion] = estimate(human_pairs(papers), measures.spearman)
        for judge, own in _own_papers(people, panels, criterion).items():
            cards.setdefault(judge, {})[criterion] = judge_card(own, judge)
    return Calibration(cards, among)


def _own_papers(
    people: Iterable[HumanReview], panels: Iterable[PanelScores], criterion: str
) -> dict[str, list[PaperScores]]:
    rows = people_rows(people, criterion)
    means: dict[str, dict[RunName, float]] = {}
    for panel in panels:
        for scored in panel.criteria:
            if scored.criterion != criterion or panel.run not in rows:
                continue
            for judge in scored.judges:
                name = own_judge(judge.profile, with_code=panel.with_code)
                means.setdefault(name, {})[panel.run] = judge.mean
    return {
        name: [PaperScores(run, rows[run], {name: mean}) for run, mean in sorted(by_run.items())]
        for name, by_run in means.items()
    }
