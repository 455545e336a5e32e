"""What a judge's scores are worth: how it stood against people where both scored the same papers."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from mlrbench_gui.domain.agreement import Estimate, JudgeCard
from mlrbench_gui.domain.reviews import OWN, judge_name

NO_ESTIMATE = Estimate(None, None, None, 0)
HEADLINE = "Overall"
"""The criterion that a judge is known by."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """Cards by judge and criterion. A judge is the family of imported reviews, or an own one by `own_judge`.

    `people` is how people rank the same papers among themselves, by criterion.
    """

    cards: Mapping[str, Mapping[str, JudgeCard]] = field(default_factory=dict)
    people: Mapping[str, Estimate] = field(default_factory=dict)

    def card(self, judge: str, criterion: str = HEADLINE) -> JudgeCard | None:
        """The judge's card on a criterion, None where people and it scored no paper both."""
        return self.cards.get(judge, {}).get(criterion)

    def is_doubtful(self, judge: str, criterion: str = HEADLINE) -> bool:
        """Whether nothing shows that it ranks papers as people do: no card, or an interval that is not above 0."""
        card = self.card(judge, criterion)
        return card is None or card.spearman.low is None or card.spearman.low <= 0

    def caution(self, judges: Iterable[str], criterion: str = HEADLINE) -> str:
        """One sentence on those of the judges whose scores are not shown to be worth something; empty for none."""
        doubtful = [judge for judge in dict.fromkeys(judges) if self.is_doubtful(judge, criterion)]
        cards = {judge: card for judge in doubtful if (card := self.card(judge, criterion)) is not None}
        if not doubtful:
            return ""
        if not cards:
            return "Not calibrated: people scored none of the papers that these judges judged."
        told = "; ".join(
            f"{judge_name(judge)} {estimate_words(card.spearman)}" for judge, card in cards.items()
        )
        among = self.people.get(criterion, NO_ESTIMATE)
        people = f"; people among themselves {estimate_words(among)}" if among.value is not None else ""
        return f"Not shown to rank papers as people do. Rank correlation with people: {told}{people}."

    def words(self, judge: str, criterion: str = HEADLINE) -> str:
        """One sentence for people, with the numbers it rests on."""
        card = self.card(judge, criterion)
        if card is None:
            return "not calibrated: people scored none of the papers that it judged"
        rank = f"rank correlation with people {estimate_words(card.spearman)}"
        if self.is_doubtful(judge, criterion):
            among = self.people.get(criterion, NO_ESTIMATE)
            told = f"; people among themselves {estimate_words(among)}" if among.value is not None else ""
            return f"not shown to rank papers as people do: {rank}{told}"
        return f"{rank}, bias {estimate_words(card.bias)}"


def own_judge(profile: str, *, with_code: bool) -> str:
    """The name under which a judge that this program asked has its card: with the code it is another judge."""
    return f"{OWN}{profile}{'' if with_code else ', no code'}"


def estimate_words(estimate: Estimate) -> str:
    """A measure with its interval and n."""
    if estimate.value is None:
        return f"none (n = {estimate.n})"
    interval = f" [{estimate.low:+.2f}, {estimate.high:+.2f}]" if estimate.low is not None else ""
    return f"{estimate.value:+.2f}{interval} (n = {estimate.n})"
