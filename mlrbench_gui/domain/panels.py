"""A panel's scores of one stage of a run: each judge's mean, theirs together, spread, noise, and what is missing.

Rules. A judge counts by the mean of its valid replies, so that repeats give it no more weight. The panel's mean is that
of its judges. Judges *disagree* on a criterion where their means lie 3 points or more apart; *within noise* says that
the widest judge's own repeats lie as far apart. Of several replies to the same question the newest valid one counts,
else the newest; replies on other texts than the newest one's do not count.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from mlrbench_gui.domain.judge_stages import CRITERIA, JudgeStage
from mlrbench_gui.domain.judging import JudgeReview
from mlrbench_gui.domain.values import RelPath, RunName

DISAGREE = 3.0
"""Points between the highest and the lowest judge from which on they disagree."""


@dataclass(frozen=True, slots=True)
class JudgeMean:
    """One judge's mean over `n` of `of` replies; `low` and `high` are single replies, `noise` is their deviation."""

    profile: str
    mean: float
    low: int
    high: int
    noise: float | None
    n: int
    of: int


@dataclass(frozen=True, slots=True)
class CriterionScores:
    """A criterion over the judges that answered. `spread` is highest minus lowest judge; None below two judges."""

    criterion: str
    judges: tuple[JudgeMean, ...]
    mean: float | None
    spread: float | None

    @property
    def disagree(self) -> bool:
        return self.spread is not None and self.spread >= DISAGREE

    @property
    def within_noise(self) -> bool:
        """Whether one judge alone is as far apart with itself."""
        widest = max((judge.high - judge.low for judge in self.judges), default=0)
        return self.spread is not None and 0 < self.spread <= widest


@dataclass(frozen=True, slots=True)
class MissingReply:
    """A reply that was wanted and says nothing; `reason` is for people. `state` is `none` where nothing came."""

    profile: str
    repeat: int
    state: str
    reason: str


@dataclass(frozen=True, slots=True)
class Votes:
    """Judges that see something made up, by the majority of their replies, of those that said either."""

    found: int
    judges: int

    @property
    def disagree(self) -> bool:
        return 0 < self.found < self.judges


@dataclass(frozen=True, slots=True)
class PanelScores:
    """What a panel says of one stage of a run, or of one of its papers."""

    run: RunName
    task: str
    stage: JudgeStage
    paper: RelPath | None
    with_code: bool
    panel: tuple[str, ...]
    repeats: int
    criteria: tuple[CriterionScores, ...]
    votes: Votes | None
    replies: tuple[JudgeReview, ...]
    missing: tuple[MissingReply, ...]

    @property
    def complete(self) -> bool:
        """Whether every judge gave every reply that was asked for."""
        return not self.missing

    @property
    def answered(self) -> tuple[str, ...]:
        """Judges with a valid reply at least."""
        valid = {reply.profile for reply in self.replies if reply.is_valid}
        return tuple(name for name in self.panel if name in valid)

    @property
    def count_words(self) -> str:
        """`2 of 3 judges`, with the replies where a judge lacks some of its repeats."""
        told = f"{len(self.answered)} of {len(self.panel)} judges"
        if self.repeats == 1:
            return told
        wanted = len(self.panel) * self.repeats
        return f"{told}, {wanted - len(self.missing)} of {wanted} replies"


@dataclass(frozen=True, slots=True)
class PanelTotal:
    """A criterion over runs: the plain mean of the runs' panel means, complete only if every run's panel is."""

    stage: JudgeStage
    with_code: bool
    criterion: str
    mean: float | None
    n_runs: int
    of_runs: int
    n_judges: int
    of_judges: int

    @property
    def complete(self) -> bool:
        return self.n_runs == self.of_runs and self.n_judges == self.of_judges

    @property
    def count_words(self) -> str:
        """`2 of 3 judges, 9 of 10 runs`."""
        return f"{self.n_judges} of {self.of_judges} judges, {self.n_runs} of {self.of_runs} runs"


class PanelSubject(NamedTuple):
    """What a panel judges."""

    run: RunName
    task: str
    stage: JudgeStage
    paper: RelPath | None
    with_code: bool


def panels_of(reviews: Iterable[JudgeReview]) -> tuple[PanelScores, ...]:
    """The panels of these reviews, one for each run, stage and paper, in the order of their first reply.

    Who sits on a panel, and which texts are judged, is as the newest reply has it.
    """
    groups: dict[PanelSubject, list[JudgeReview]] = {}
    for review in reviews:
        subject = PanelSubject(review.run, review.task, review.stage, review.paper, review.with_code)
        groups.setdefault(subject, []).append(review)
    found = []
    for subject, group in groups.items():
        newest = max(group, key=lambda review: (review.at, review.id))
        same = [review for review in group if review.material == newest.material]
        found.append(panel_of(subject, same, newest.panel, newest.repeats))
    return tuple(found)


def panel_of(
    subject: PanelSubject, reviews: Sequence[JudgeReview], panel: tuple[str, ...], repeats: int
) -> PanelScores:
    """What this panel says of a subject, by these reviews of the same texts."""
    standing = _standing(reviews)
    wanted = [(profile, repeat) for profile in panel for repeat in range(1, repeats + 1)]
    replies = [standing[key] for key in wanted if key in standing]
    return PanelScores(
        run=subject.run,
        task=subject.task,
        stage=subject.stage,
        paper=subject.paper,
        with_code=subject.with_code,
        panel=panel,
        repeats=repeats,
        criteria=tuple(_criterion(name, panel, repeats, replies) for name in CRITERIA[subject.stage]),
        votes=_votes(replies),
        replies=tuple(replies),
        missing=tuple(missing for key in wanted if (missing := _missing(key, standing.get(key)))),
    )


def panel_totals(panels: Sequence[PanelScores]) -> tuple[PanelTotal, ...]:
    """Totals by stage and criterion over the runs of these panels."""
    groups: dict[tuple[JudgeStage, bool], list[PanelScores]] = {}
    for panel in panels:
        groups.setdefault((panel.stage, panel.with_code), []).append(panel)
    return tuple(
        _total(stage, with_code, criterion, group)
        for (stage, with_code), group in groups.items()
        for criterion in CRITERIA[stage]
    )


def _standing(reviews: Sequence[JudgeReview]) -> dict[tuple[str, int], JudgeReview]:
    """The reply that counts of each judge and repeat: the newest valid one, else the newest."""
    ordered = sorted(reviews, key=lambda review: (review.is_valid, review.at, review.id))
    return {(review.profile, review.repeat): review for review in ordered}


def _missing(wanted: tuple[str, int], reply: JudgeReview | None) -> MissingReply | None:
    if reply is None:
        return MissingReply(*wanted, "none", "it has not answered")
    return None if reply.is_valid else MissingReply(*wanted, reply.state.value, reply.reason)


def _criterion(
    name: str, panel: Sequence[str], repeats: int, replies: Sequence[JudgeReview]
) -> CriterionScores:
    judges = []
    for profile in panel:
        given = [
            score.score
            for reply in replies
            if reply.profile == profile
            for score in reply.scores
            if score.criterion == name
        ]
        if given:
            mean = sum(given) / len(given)
            judges.append(
                JudgeMean(profile, mean, min(given), max(given), _deviation(given), len(given), repeats)
            )
    means = [judge.mean for judge in judges]
    spread = max(means) - min(means) if len(means) > 1 else None
    return CriterionScores(name, tuple(judges), _mean(means), spread)


def _votes(replies: Sequence[JudgeReview]) -> Votes | None:
    said: dict[str, list[bool]] = {}
    for reply in replies:
        if reply.has_hallucination is not None:
            said.setdefault(reply.profile, []).append(reply.has_hallucination)
    if not said:
        return None
    return Votes(sum(2 * sum(given) > len(given) for given in said.values()), len(said))


def _total(stage: JudgeStage, with_code: bool, criterion: str, panels: Sequence[PanelScores]) -> PanelTotal:
    means = []
    for panel in panels:
        mean = next((item.mean for item in panel.criteria if item.criterion == criterion), None)
        if mean is not None:
            means.append(mean)
    judges = {name for panel in panels for name in panel.panel}
    return PanelTotal(
        stage=stage,
        with_code=with_code,
        criterion=criterion,
        mean=_mean(means),
        n_runs=sum(panel.complete for panel in panels),
        of_runs=len(panels),
        n_judges=sum(all(name in panel.answered for panel in panels) for name in judges),
        of_judges=len(judges),
    )


def _mean(values: Sequence[float]) -> float | None:
    return sum(values) / len(values) if values else None


def _deviation(values: Sequence[int]) -> float | None:
    """Of a sample; None for a single reply."""
    if len(values) < 2:
        return None
    mean = sum(values) / len(values)
    return math.sqrt(sum((value - mean) ** 2 for value in values) / (len(values) - 1))
