"""Fill in a review: each change is kept at once, submitting freezes a version, a later change makes a new one."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from mlrbench_gui.domain.decisions import RunReview
from mlrbench_gui.domain.errors import InputError
from mlrbench_gui.domain.forms import OwnReview, Submission, missing_of, own_review, submissions_of
from mlrbench_gui.domain.people import (
    Act,
    ClaimTime,
    ClaimWord,
    LiftBlind,
    PersonRecord,
    SpendTime,
    Submit,
    record_of,
)
from mlrbench_gui.domain.reviewing import review_of
from mlrbench_gui.domain.risk import RankedClaim, ranked
from mlrbench_gui.domain.rubrics import targets_of
from mlrbench_gui.domain.sharing import is_hidden
from mlrbench_gui.domain.values import RelPath, RunName
from mlrbench_gui.services.context import Context
from mlrbench_gui.services.reviewing import RunView, load_view

_TICK = timedelta(microseconds=1)


@dataclass(frozen=True, slots=True)
class ReviewDesk:
    """All that a reviewer sees of a run while reviewing it.

    `others` are the last versions of other reviewers, none of them while they are hidden. `missing` is what must be
    filled in before submitting. `queue` ranks claims by the reviewer's own decisions.
    """

    view: RunView
    own: OwnReview
    others: tuple[Submission, ...]
    hidden: bool
    queue: tuple[RankedClaim, ...]
    missing: tuple[str, ...]

    @property
    def seconds(self) -> int:
        """The reviewer's own active seconds on this run."""
        return sum(spent.seconds for spent in self.own.form.times)


def open_desk(ctx: Context, run: RunName) -> ReviewDesk:
    """Gather a run for its reviewer. Raises UnknownRun."""
    return desk_of(ctx, load_view(ctx, run))


def desk_of(ctx: Context, view: RunView) -> ReviewDesk:
    """The desk over a run that was read already, with what was written since."""
    run, author = view.run.name, ctx.author()
    records = ctx.workspace.people.of_run(run)
    hidden = is_hidden(ctx.workspace.people.all(), run, author)
    own = own_review(records, author)
    last = {submission.author: submission for submission in submissions_of(records)}
    others = tuple(last[name] for name in sorted(last) if name != author)
    return ReviewDesk(
        view=view,
        own=own,
        others=() if hidden else others,
        hidden=hidden,
        queue=ranked(_own_words(ctx, view).claims),
        missing=missing_of(own.form, targets_of(view.run)),
    )


def put(ctx: Context, run: RunName, acts: Sequence[Act]) -> tuple[PersonRecord, ...]:
    """Keep what the reviewer did; durable when it returns."""
    at = _after(ctx.clock(), ctx.workspace.people.all())
    made: list[PersonRecord] = []
    for number, act in enumerate(acts):
        made.append(record_of(run, ctx.author(), at + number * _TICK, act))
    ctx.workspace.people.append(made)
    return tuple(made)


def spend(ctx: Context, run: RunName, paper: RelPath, fingerprint: str, seconds: int) -> None:
    """Keep active time on a claim."""
    put(ctx, run, (SpendTime(spent=ClaimTime(paper=paper, fingerprint=fingerprint, seconds=seconds)),))


def submit(ctx: Context, desk: ReviewDesk) -> Submission:
    """Freeze the form as it stands, with the reviewer's own decisions on claims and the time they took.

    Raises InputError while something is missing, and where nothing changed since the last version.
    """
    now = desk_of(ctx, desk.view)
    run = now.view.run.name
    if now.missing:
        raise InputError(f"{run}: the review lacks {', '.join(now.missing)}; fill it in, then submit")
    before = now.own.submitted
    words = _claim_words(ctx, now.view)
    form = now.own.form.model_copy(update={"claims": words})
    if before is not None and before.form == form:
        raise InputError(f"{run}: nothing changed since version {before.version}")
    act = Submit(version=before.version + 1 if before else 1, form=form, blind=now.hidden)
    line = put(ctx, run, (act,))[0]
    return submissions_of((line,))[0]


def lift(ctx: Context, run: RunName, reason: str) -> None:
    """Look behind the curtain of a run before submitting. Raises InputError without a reason."""
    if not reason.strip():
        raise InputError("lifting the curtain needs a reason, which stays on the record; give one")
    put(ctx, run, (LiftBlind(reason=reason.strip()),))


def _own_words(ctx: Context, view: RunView) -> RunReview:
    author = ctx.author()
    entries = [entry for entry in ctx.workspace.decisions.entries(view.run.name) if entry.author == author]
    audit = view.stored.audit if view.stored else None
    return review_of(audit, entries, view.texts, author=author)


def _claim_words(ctx: Context, view: RunView) -> tuple[ClaimWord, ...]:
    return tuple(
        ClaimWord(
            paper=claim.current.paper,
            fingerprint=claim.current.fingerprint,
            quote=claim.current.quote,
            verdict=claim.decision.verdict,
            trust=claim.decision.trust,
            reason=claim.decision.reason or claim.note,
        )
        for claim in _own_words(ctx, view).claims
        if claim.decision is not None
    )


def _after(now: datetime, records: Sequence[PersonRecord]) -> datetime:
    """The present moment, but later than all that is written: order is by time, and clocks are set back."""
    last = max((record.at for record in records), default=None)
    return now if last is None or now > last else last + _TICK
