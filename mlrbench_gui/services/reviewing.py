"""Review a run: what stands on the audit screen, and the decisions taken there.

A decision is durable when `record` returns. What belongs together is one undo step; undo and redo take back and
restore the last step of the present author, also after a restart.
"""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from mlrbench_gui.domain.artifacts import Artifact
from mlrbench_gui.domain.decisions import (
    Accept,
    Action,
    DecisionEntry,
    OverrideGate,
    Redo,
    ReviewedClaim,
    RunReview,
    SetTrust,
    SetVerdict,
    Undo,
)
from mlrbench_gui.domain.errors import InputError
from mlrbench_gui.domain.forms import latest_submissions
from mlrbench_gui.domain.opinions import Opinion
from mlrbench_gui.domain.panels import PanelScores, panels_of
from mlrbench_gui.domain.people import PersonRecord
from mlrbench_gui.domain.reviewing import review_of
from mlrbench_gui.domain.reviews import HumanReview, Review
from mlrbench_gui.domain.runs import Run, StageInterval
from mlrbench_gui.domain.steps import DecisionStep, history_of, in_order
from mlrbench_gui.domain.values import RelPath, RunName
from mlrbench_gui.services.context import Context
from mlrbench_gui.services.papers import paper_text
from mlrbench_gui.services.people.bridging import rows_of
from mlrbench_gui.services.ports.rows import StoredAudit

_TICK = timedelta(microseconds=1)


@dataclass(frozen=True, slots=True)
class RunView:
    """All that the audit screen and a report show of a run. `texts` are the papers' texts in which spans count.

    `humans` are imported rows and the last submitted form of each reviewer, `people` all that reviewers did.
    """

    run: Run
    stored: StoredAudit | None
    review: RunReview
    judges: tuple[Review, ...]
    humans: tuple[HumanReview, ...]
    artifacts: tuple[Artifact, ...]
    intervals: tuple[StageInterval, ...]
    texts: dict[RelPath, str]
    opinions: tuple[Opinion, ...] = ()
    panels: tuple[PanelScores, ...] = ()
    people: tuple[PersonRecord, ...] = ()


def load_view(ctx: Context, run: RunName) -> RunView:
    """Gather a run with its review as it stands. Raises UnknownRun."""
    workspace = ctx.workspace
    known = workspace.runs.get(run)
    stored = workspace.audits.latest(run)
    texts = _texts(ctx, known)
    entries = workspace.decisions.entries(run)
    people = workspace.people.of_run(run)
    return RunView(
        run=known,
        stored=stored,
        review=review_of(stored.audit if stored else None, entries, texts, author=ctx.author()),
        judges=workspace.reviews.of_run(run),
        humans=(*workspace.reviews.humans_of_run(run), *rows_of(latest_submissions(people), {run: known})),
        artifacts=workspace.runs.artifacts(run),
        intervals=workspace.runs.intervals(run),
        texts=texts,
        opinions=workspace.opinions.of_run(run),
        panels=panels_of(workspace.judges.of_run(run)),
        people=people,
    )


def record(ctx: Context, view: RunView, actions: Sequence[Action], *, reason: str = "") -> RunReview:
    """Write the actions as one undo step and give the review that follows, with what others wrote meanwhile.

    Raises InputError for a gate override without a reason; WorkspaceError if they could not be kept.
    """
    name = view.run.name
    if not actions:
        return _refolded(ctx, view)
    _check(actions, reason)
    before = ctx.workspace.decisions.entries(name)
    claims = {(claim.current.paper, claim.current.fingerprint): claim for claim in view.review.claims}
    completed = [_completed(action, claims) for action in actions]
    ctx.workspace.decisions.append(_entries(ctx, name, completed, before, reason=reason))
    return _refolded(ctx, view)


def undo(ctx: Context, run: RunName) -> str | None:
    """Take back the author's last step; its name, or None if there is none."""
    entries = ctx.workspace.decisions.entries(run)
    step = history_of(in_order(entries)).to_undo(ctx.author())
    return _turn(ctx, run, entries, step, Undo(step=step.id)) if step else None


def redo(ctx: Context, run: RunName) -> str | None:
    """Let the author's step that was undone last count again; its name, or None if there is none."""
    entries = ctx.workspace.decisions.entries(run)
    step = history_of(in_order(entries)).to_redo(ctx.author())
    return _turn(ctx, run, entries, step, Redo(step=step.id)) if step else None


def _turn(
    ctx: Context, run: RunName, before: Sequence[DecisionEntry], step: DecisionStep, action: Undo | Redo
) -> str:
    ctx.workspace.decisions.append(_entries(ctx, run, [action], before))
    return step.name


def _texts(ctx: Context, run: Run) -> dict[RelPath, str]:
    """Texts of the papers that can be read; one that cannot be read says so where it is shown."""
    texts: dict[RelPath, str] = {}
    for path in run.papers:
        try:
            texts[path] = paper_text(ctx, run.name, path)
        except InputError:
            continue
    return texts


def _refolded(ctx: Context, view: RunView) -> RunReview:
    entries = ctx.workspace.decisions.entries(view.run.name)
    audit = view.stored.audit if view.stored else None
    return review_of(audit, entries, view.texts, author=ctx.author())


def _check(actions: Sequence[Action], reason: str) -> None:
    for action in actions:
        if isinstance(action, Undo | Redo):
            raise InputError("undo and redo are steps of their own, not part of another")
        if isinstance(action, OverrideGate) and not reason.strip():
            raise InputError(f"overriding the gate at {action.state.value!r} needs a reason; give one")


def _completed(action: Action, claims: dict[tuple[RelPath, str], ReviewedClaim]) -> Action:
    """The action with what the engine says now, so that a later audit that says otherwise can be told apart."""
    if not isinstance(action, Accept | SetVerdict | SetTrust) or action.engine_verdict is not None:
        return action
    claim = claims.get((action.anchor.paper, action.anchor.fingerprint))
    if claim is None:
        return action
    said = claim.engine or claim.current
    return action.model_copy(update={"engine_verdict": said.verdict, "engine_trust": said.trust})


def _entries(
    ctx: Context,
    run: RunName,
    actions: Sequence[Action],
    before: Sequence[DecisionEntry],
    *,
    reason: str = "",
) -> tuple[DecisionEntry, ...]:
    step = uuid.uuid4().hex
    at = _after(ctx.clock(), before)
    return tuple(
        DecisionEntry(
            id=uuid.uuid4().hex,
            step=step,
            run=run,
            author=ctx.author(),
            at=at,
            action=action,
            reason=reason,
        )
        for action in actions
    )


def _after(now: datetime, before: Sequence[DecisionEntry]) -> datetime:
    """The present moment, but later than all that is written: the log is ordered by time, and clocks are set back."""
    last = max((entry.at for entry in before), default=None)
    return now if last is None or now > last else last + _TICK
