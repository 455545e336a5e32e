"""Two submitted reviews of a run side by side: where they differ, and what was agreed."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from mlrbench_gui.domain.forms import Submission, check_of, in_order, latest_submissions, score_of
from mlrbench_gui.domain.people import Answer, PersonRecord, Question, Settle
from mlrbench_gui.domain.reviews import ReviewTarget
from mlrbench_gui.domain.rubrics import QUESTIONS, RUBRIC, TARGET_TITLES
from mlrbench_gui.domain.values import Verdict

NOTHING = "–"
"""What stands where a reviewer said nothing."""


class ItemKind(StrEnum):
    """What reviews can differ on."""

    SCORE = "score"
    CHECK = "check"
    CLAIM = "claim"


@dataclass(frozen=True, slots=True)
class SaidWord:
    """What one reviewer says of one thing, and the words beside it."""

    author: str
    value: str
    words: str = ""


@dataclass(frozen=True, slots=True)
class SettledWord:
    """What was agreed, by whom and why. `is_current`: about the versions that are the last ones now."""

    value: str
    reason: str
    author: str
    at: datetime
    is_current: bool


@dataclass(frozen=True, slots=True)
class SettledItem:
    """One thing that reviewers gave their word on; `gap` orders differences, 0 where they agree.

    `choices` are the words that can be agreed on.
    """

    id: str
    kind: ItemKind
    title: str
    group: str
    said: tuple[SaidWord, ...]
    gap: float
    choices: tuple[str, ...]
    settled: SettledWord | None = None

    @property
    def differs(self) -> bool:
        return self.gap > 0

    @property
    def is_open(self) -> bool:
        """Reviewers differ and nothing holds for their last versions."""
        return self.differs and (self.settled is None or not self.settled.is_current)


def settle_items(records: Iterable[PersonRecord]) -> tuple[SettledItem, ...]:
    """All things of a run on which two or more reviewers gave their word: open differences first, the widest on top."""
    lines = in_order(records)
    reviews = latest_submissions(lines)
    if len(reviews) < 2:
        return ()
    items = [*_scores(reviews), *_checks(reviews), *_claims(reviews)]
    agreed = _settled(lines, reviews)
    whole = [
        SettledItem(
            id=item.id,
            kind=item.kind,
            title=item.title,
            group=item.group,
            said=item.said,
            gap=item.gap,
            choices=item.choices,
            settled=agreed.get(item.id),
        )
        for item in items
    ]
    return tuple(sorted(whole, key=lambda item: (not item.is_open, not item.differs, -item.gap)))


def _settled(lines: Iterable[PersonRecord], reviews: Sequence[Submission]) -> dict[str, SettledWord]:
    now = {review.id for review in reviews}
    return {
        line.act.item: SettledWord(
            line.act.value, line.act.reason, line.author, line.at, is_current=now == set(line.act.of)
        )
        for line in lines
        if isinstance(line.act, Settle)
    }


def _scores(reviews: Sequence[Submission]) -> Iterable[SettledItem]:
    for target in _targets(reviews):
        for criterion in RUBRIC[target]:
            cells = [(review.author, score_of(review.form, target, criterion.key)) for review in reviews]
            given = [cell.score for _author, cell in cells if cell.score is not None]
            if not given:
                continue
            said = tuple(
                SaidWord(author, NOTHING if cell.score is None else str(cell.score), cell.words)
                for author, cell in cells
            )
            yield SettledItem(
                id=f"score:{target}:{criterion.key}",
                kind=ItemKind.SCORE,
                title=criterion.title,
                group=TARGET_TITLES[target],
                said=said,
                gap=float(max(given) - min(given)) if len(given) == len(cells) else 1.0,
                choices=tuple(str(score) for score in range(1, 11)),
            )


def _checks(reviews: Sequence[Submission]) -> Iterable[SettledItem]:
    for question in Question:
        cells = [(review.author, check_of(review.form, question)) for review in reviews]
        if not any(cell.answer for _author, cell in cells):
            continue
        said = tuple(
            SaidWord(author, cell.answer or NOTHING, ", ".join(place.path for place in cell.evidence))
            for author, cell in cells
        )
        values = {word.value for word in said}
        opposed = {Answer.YES.value, Answer.NO.value} <= values
        yield SettledItem(
            id=f"check:{question}",
            kind=ItemKind.CHECK,
            title=QUESTIONS[question],
            group="Checklist",
            said=said,
            gap=0.0 if len(values) == 1 else 6.0 if opposed else 3.0,
            choices=tuple(answer.value for answer in Answer),
        )


def _claims(reviews: Sequence[Submission]) -> Iterable[SettledItem]:
    """Claims that all of them decided; one that a reviewer left alone is no difference of opinion."""
    words = [{(word.paper, word.fingerprint): word for word in review.form.claims} for review in reviews]
    shared = [key for key in words[0] if all(key in others for others in words[1:])]
    for key in shared:
        said = tuple(
            SaidWord(review.author, of[key].verdict.value, of[key].reason)
            for review, of in zip(reviews, words, strict=True)
        )
        differs = len({word.value for word in said}) > 1
        yield SettledItem(
            id=f"claim:{key[0]}#{key[1]}",
            kind=ItemKind.CLAIM,
            title=words[0][key].quote,
            group="Claims",
            said=said,
            gap=5.0 if differs else 0.0,
            choices=tuple(verdict.value for verdict in Verdict),
        )


def _targets(reviews: Sequence[Submission]) -> tuple[ReviewTarget, ...]:
    used = {cell.target for review in reviews for cell in review.form.scores}
    return tuple(target for target in RUBRIC if target in used)
