"""What statistics rest on: all scores of a workspace, own ones too, less what a person left out with a reason.

Nothing is left out silently: `told` says of each kind how many of how many, and why.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from mlrbench_gui.domain.judging import JudgeReview
from mlrbench_gui.domain.people import ExcludedKind
from mlrbench_gui.domain.reviews import HallucinationCheck, HumanReview, Review
from mlrbench_gui.domain.sharing import Exclusion, exclusions_of, is_alias
from mlrbench_gui.domain.values import RunName
from mlrbench_gui.services.judging.upstream import JUDGED, own_reviews
from mlrbench_gui.services.people.bridging import SOURCE, checklist, last_submissions, rows_of
from mlrbench_gui.services.ports.workspace import Workspace

if TYPE_CHECKING:
    from mlrbench_gui.domain.runs import Run

T = TypeVar("T", Review, HumanReview, HallucinationCheck)


@dataclass(frozen=True, slots=True)
class CountedScores:
    """The scores that count. `published` judges are those imported, `own` ones were asked by this program.

    `without` are the judges' reviews that were left out, `runs_out` the runs.
    """

    published: tuple[Review, ...]
    own: tuple[Review, ...]
    people: tuple[HumanReview, ...]
    checklists: tuple[HallucinationCheck, ...]
    without: tuple[Review, ...] = ()
    runs_out: frozenset[RunName] = frozenset()
    told: tuple[str, ...] = ()

    @property
    def judges(self) -> tuple[Review, ...]:
        """Of published and of own judges."""
        return (*self.published, *self.own)


class LeftOut:
    """Exclusions by what they are about."""

    def __init__(self, exclusions: Sequence[Exclusion]) -> None:
        self.runs = {item.run: item.reason for item in exclusions if item.what is ExcludedKind.RUN}
        self._reviews = {item.key: item.reason for item in exclusions if item.what is ExcludedKind.REVIEW}

    def why(self, run: RunName | None, key: str) -> str | None:
        """The reason for which a review of this key, on this run, does not count; None where it does."""
        return self._reviews.get(key) or (self.runs.get(run) if run is not None else None)


def left_out(workspace: Workspace) -> LeftOut:
    """What is left out of this workspace's statistics now."""
    return LeftOut(exclusions_of(workspace.people.all()))


def exclusion_key(review: Review | HumanReview | HallucinationCheck) -> str:
    """By what a review is named when it is left out: the id of a submitted form or of a judge's reply, else its file.

    Of a table of people's scores it is the file and the row.
    """
    source = review.source.removeprefix(SOURCE).removeprefix(JUDGED)
    is_row = not isinstance(review, Review) and source == review.source
    return f"{source}#{review.row}" if is_row and not isinstance(review, Review) else source


def counted(workspace: Workspace) -> CountedScores:
    """All scores of the workspace that count."""
    out = left_out(workspace)
    runs: dict[RunName, Run] = {name: workspace.runs.get(name) for name in workspace.runs.names()}
    submitted = last_submissions(workspace.people.all())
    own_checks = [checklist(one, runs[one.run]) for one in submitted if one.run in runs]
    judges = _Sieve(out, "judges' reviews")
    people = _Sieve(out, "people's reviews")
    checks = _Sieve(out, "people's checklists")
    published = judges.passed(workspace.reviews.all())
    own = judges.passed(own_reviews(workspace))
    return CountedScores(
        published=published,
        own=own,
        people=people.passed((*workspace.reviews.humans(), *rows_of(submitted, runs))),
        checklists=checks.passed((*workspace.reviews.checks(), *own_checks)),
        without=tuple(judges.without),
        runs_out=frozenset(out.runs),
        told=tuple(
            line
            for line in (
                _told_hidden(runs),
                _told("runs", len(runs), [out.runs[name] for name in out.runs if name in runs]),
                *(sieve.told() for sieve in (judges, people, checks)),
            )
            if line
        ),
    )


def counted_replies(workspace: Workspace) -> tuple[JudgeReview, ...]:
    """Replies of own judges that count."""
    out = left_out(workspace)
    return tuple(reply for reply in workspace.judges.all() if out.why(reply.run, reply.id) is None)


class _Sieve:
    """Lets through what counts and keeps why the rest does not."""

    def __init__(self, out: LeftOut, noun: str) -> None:
        self._out, self._noun = out, noun
        self._seen = 0
        self._reasons: list[str] = []
        self.without: list[Review] = []

    def passed(self, items: Iterable[T]) -> tuple[T, ...]:
        kept: list[T] = []
        for item in items:
            self._seen += 1
            reason = self._out.why(item.run, exclusion_key(item))
            if reason is None:
                kept.append(item)
                continue
            self._reasons.append(reason)
            if isinstance(item, Review):
                self.without.append(item)
        return tuple(kept)

    def told(self) -> str:
        return _told(self._noun, self._seen, self._reasons)


def _told_hidden(runs: Collection[RunName]) -> str:
    """How many runs a blind reviewer's figures lack; such a reader is given them under other names."""
    hidden = sum(map(is_alias, runs))
    if not hidden:
        return ""
    verb = "is" if hidden == 1 else "are"
    return f"blind review: {hidden} of {len(runs)} runs {verb} hidden until you submit, and in no figure"


def _told(noun: str, seen: int, reasons: Sequence[str]) -> str:
    """Such as `58 of 60 people's reviews, 2 excluded: wrong paper (2)`; nothing where all count."""
    if not reasons:
        return ""
    why = "; ".join(f"{reason} ({number})" for reason, number in Counter(reasons).items())
    return f"{seen - len(reasons)} of {seen} {noun}, {len(reasons)} excluded: {why}"
