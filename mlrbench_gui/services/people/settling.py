"""Adjudicate: reviews side by side, the widest open difference first, and the agreed word with its reason."""

from dataclasses import dataclass

from mlrbench_gui.domain.errors import InputError
from mlrbench_gui.domain.forms import Submission, latest_submissions
from mlrbench_gui.domain.people import Settle
from mlrbench_gui.domain.settling import SettledItem, settle_items
from mlrbench_gui.domain.sharing import NO_REVIEWING, assigned_runs, is_hidden
from mlrbench_gui.domain.values import RunName
from mlrbench_gui.services.context import Context
from mlrbench_gui.services.people.filling import put


@dataclass(frozen=True, slots=True)
class Adjudication:
    """A run that two or more reviewers submitted."""

    run: RunName
    reviews: tuple[Submission, ...]
    items: tuple[SettledItem, ...]

    @property
    def open(self) -> int:
        """Differences on which nothing holds yet."""
        return sum(item.is_open for item in self.items)

    @property
    def differences(self) -> int:
        return sum(item.differs for item in self.items)


def adjudications(ctx: Context) -> tuple[Adjudication, ...]:
    """All runs that can be adjudicated by the present author, those with open differences first."""
    found = [made for run in ctx.workspace.runs.names() if (made := adjudication(ctx, run)) is not None]
    return tuple(sorted(found, key=lambda item: (-item.open, item.run)))


def adjudication(ctx: Context, run: RunName) -> Adjudication | None:
    """The reviews of a run side by side; None with fewer than two, or while they are hidden from the author.

    They are hidden from who still has to review the run blindly: from others, only names and scores of judges are.
    """
    records = ctx.workspace.people.of_run(run)
    reviews = latest_submissions(records)
    if len(reviews) < 2:
        return None
    everything = ctx.workspace.people.all()
    author = ctx.author()
    own = (line for line in records if line.author == author)
    has_begun = any(not isinstance(line.act, NO_REVIEWING) for line in own)
    is_due = has_begun or run in assigned_runs(everything, author)
    if is_due and is_hidden(everything, run, author) and author not in {review.author for review in reviews}:
        return None
    return Adjudication(run, reviews, settle_items(records))


def settle(ctx: Context, shown: Adjudication, item: SettledItem, value: str, reason: str) -> Adjudication:
    """Keep the agreed word on one thing; both earlier words stay. Raises InputError without a reason or a fit word."""
    if value not in item.choices:
        raise InputError(f"{item.title}: {value!r} is none of {', '.join(item.choices)}")
    if not reason.strip():
        raise InputError(f"{item.title}: an agreed word needs a reason; give one")
    act = Settle(
        item=item.id, value=value, reason=reason.strip(), of=tuple(review.id for review in shown.reviews)
    )
    put(ctx, shown.run, (act,))
    return adjudication(ctx, shown.run) or shown
