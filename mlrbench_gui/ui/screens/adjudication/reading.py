"""What the Adjudication screen shows, as pure values: differences by filter, scores of a run, where people part."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from mlrbench_gui.domain.forms import Submission
from mlrbench_gui.domain.settling import NOTHING, ItemKind, SettledItem
from mlrbench_gui.domain.sharing import Exclusion, exclusions_of
from mlrbench_gui.domain.values import RunName, Verdict
from mlrbench_gui.services.context import Context
from mlrbench_gui.services.people.conflicts import Difference, differences
from mlrbench_gui.services.people.settling import Adjudication

VERDICTS = frozenset(verdict.value for verdict in Verdict)


class Shown(StrEnum):
    """Which of the differences are listed."""

    OPEN = "Open"
    SETTLED = "Settled"
    ALL = "All"


@dataclass(frozen=True, slots=True)
class Board:
    """All differences, and what is left out of statistics."""

    found: tuple[Difference, ...]
    exclusions: tuple[Exclusion, ...]

    def listed(self, shown: Shown) -> tuple[Difference, ...]:
        """Those of a filter, in their order; `All` also lists what people agree on."""
        match shown:
            case Shown.OPEN:
                return tuple(one for one in self.found if one.item.is_open)
            case Shown.SETTLED:
                return tuple(one for one in self.found if one.item.differs and not one.item.is_open)
            case _:
                return self.found

    def count(self, shown: Shown) -> int:
        return len(self.listed(shown))

    @property
    def runs(self) -> int:
        return len({one.run for one in self.found})

    def excluded(self, review: Submission) -> Exclusion | None:
        """Why a review does not count; None where it does."""
        return next((one for one in self.exclusions if one.key == review.id), None)


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One criterion of a run with each reviewer's score and the agreed one."""

    title: str
    marks: tuple[tuple[str, int], ...]
    agreed: int | None

    @property
    def spread(self) -> int:
        given = [score for _name, score in self.marks]
        return max(given) - min(given) if given else 0


def read_board(ctx: Context) -> Board:
    """Everything that the present author can adjudicate."""
    return Board(differences(ctx), exclusions_of(ctx.workspace.people.all()))


def score_lines(found: Iterable[Difference], run: RunName) -> tuple[ScoreLine, ...]:
    """The scores of a run in the order of the rubric's names within their stage."""
    items = [one.item for one in found if one.run == run and one.item.kind is ItemKind.SCORE]
    several = len({item.group for item in items}) > 1
    return tuple(
        ScoreLine(
            f"{item.group.removeprefix('The ')}: {item.title}" if several else item.title,
            tuple((word.author, int(word.value)) for word in item.said if word.value != NOTHING),
            int(item.settled.value) if item.settled is not None and item.settled.is_current else None,
        )
        for item in sorted(items, key=lambda item: (item.group, item.title == "Overall", item.title))
    )


def partings(found: Iterable[Difference]) -> tuple[tuple[str, str, int], ...]:
    """Pairs of verdicts on which people part, with how often, the commonest first."""
    pairs: Counter[tuple[str, str]] = Counter()
    for one in found:
        values = sorted({word.value for word in one.item.said} & VERDICTS)
        if one.item.differs and len(values) > 1:
            pairs[values[0], values[1]] += 1
    return tuple((left, right, count) for (left, right), count in pairs.most_common())


def reviews_of(one: Difference | None) -> Sequence[Submission]:
    """The submitted reviews behind a difference; none for decisions that were merged."""
    return one.source.reviews if one is not None and isinstance(one.source, Adjudication) else ()


def title_words(item: SettledItem) -> str:
    """What a difference is about, on one line."""
    return " ".join(item.title.split())


def said_words(item: SettledItem) -> str:
    """Who says what, for assistive programs."""
    said = ", ".join(f"{word.author} {word.value.replace('_', ' ')}" for word in item.said)
    state = "open" if item.is_open else "settled" if item.differs else "agreed"
    return f"{title_words(item)}: {said}; {state}"
