"""`agreement`: judges held against people, and people against each other, on each criterion."""

from collections.abc import Iterable, Sequence

from mlrbench_gui.domain.agreement import Agreement, CriterionAgreement, JudgeCard, RankTest
from mlrbench_gui.domain.reviews import HumanReview, Review, ReviewTarget
from mlrbench_gui.services.agreement import measures
from mlrbench_gui.services.agreement.checks import check_scores
from mlrbench_gui.services.agreement.intervals import estimate, estimate_mean
from mlrbench_gui.services.agreement.papers import (
    PaperScores,
    human_differences,
    human_pairs,
    judge_differences,
    means,
    papers_of,
    single_pairs,
)
from mlrbench_gui.services.people.counting import CountedScores


def agreement_of(scores: CountedScores) -> Agreement:
    """Compare published judges with people, own forms too. Nothing is left out without being told."""
    people = [person for person in scores.people if person.target is ReviewTarget.END_TO_END]
    reviews = scores.published
    criteria = dict.fromkeys(score.criterion for person in people for score in person.scores)
    checks, unmatched = check_scores(scores.checklists, reviews)
    return Agreement(
        {name: _criterion(papers_of(people, reviews, name)) for name in criteria},
        checks,
        (*_left_out(people, reviews), *_of_stages(scores.people), *unmatched, *scores.told),
    )


def _criterion(papers: Sequence[PaperScores]) -> CriterionAgreement:
    among, against = human_differences(papers), judge_differences(papers)
    tested = measures.mann_whitney(among, against)
    u, p = tested if tested is not None else (None, None)
    pairs = means(papers)
    families = sorted({family for paper in papers for family in paper.judges})
    return CriterionAgreement(
        mann_whitney=RankTest(u, p, len(among), len(against)),
        mean_abs_diff={
            **_told("human_human", [human_differences([paper]) for paper in papers]),
            **_told("human_judge", [judge_differences([paper]) for paper in papers]),
        },
        bias=estimate(pairs, measures.bias),
        icc=estimate(pairs, measures.icc),
        weighted_kappa=estimate([single_pairs(paper) for paper in papers], _kappa),
        alpha=estimate([(*paper.rows, *paper.judges.values()) for paper in papers], measures.alpha),
        spearman=estimate(pairs, measures.spearman),
        human_spearman=estimate(human_pairs(papers), measures.spearman),
        judges=tuple(judge_card(papers, family) for family in families),
    )


def judge_card(papers: Sequence[PaperScores], family: str) -> JudgeCard:
    """One judge against people, on the papers that both scored."""
    scored = [paper for paper in papers if family in paper.judges]
    pairs = [(paper.human_mean, float(paper.judges[family])) for paper in scored]
    return JudgeCard(
        judge=family,
        bias=estimate(pairs, measures.bias),
        spread=estimate([score for _, score in pairs], measures.standard_deviation),
        spearman=estimate(pairs, measures.spearman),
        alpha=estimate([(*paper.rows, paper.judges[family]) for paper in scored], measures.alpha),
    )


def _kappa(papers: Sequence[Sequence[measures.Pair]]) -> float | None:
    return measures.weighted_kappa([pair for paper in papers for pair in paper])


def _told(name: str, by_paper: Sequence[Sequence[float]]) -> dict[str, float | None]:
    """The mean absolute difference with its interval, drawn over the papers that have any."""
    found = estimate_mean([differences for differences in by_paper if differences])
    return {name: found.value, f"{name}_low": found.low, f"{name}_high": found.high}


def _left_out(people: Iterable[HumanReview], reviews: Iterable[Review]) -> list[str]:
    judged = {review.run for review in reviews if review.target is ReviewTarget.END_TO_END}
    alone = [person for person in people if person.run not in judged]
    return [f"{len(alone)} rows of people on papers that no judge scored"] if alone else []


def _of_stages(people: Iterable[HumanReview]) -> list[str]:
    parts = [person for person in people if person.target is not ReviewTarget.END_TO_END]
    return [f"{len(parts)} rows of people on single stages"] if parts else []
