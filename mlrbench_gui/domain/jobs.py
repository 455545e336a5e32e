"""A job: background work as a value, made of named steps, and the changes that it may go through.

A finished step is never done again, however the job went on: what is paused, failed, cancelled or interrupted goes on
behind the last one. All functions are pure; the moment is an argument.
"""

from collections.abc import Collection
from datetime import datetime
from enum import StrEnum

from pydantic import Field

from mlrbench_gui.domain.errors import InputError
from mlrbench_gui.domain.frozen import FrozenModel


class JobState(StrEnum):
    """Where a job stands. `interrupted`: the program ended, or was ended, while the job waited or ran."""

    QUEUED = "queued"
    RUNNING = "running"
    PAUSED = "paused"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"
    INTERRUPTED = "interrupted"


ACTIVE = frozenset({JobState.QUEUED, JobState.RUNNING})
"""A living process sees to these."""

WAITING = frozenset({JobState.QUEUED, JobState.PAUSED, JobState.INTERRUPTED})
"""These are to go on some time; nothing works on them now."""

ENDED = frozenset({JobState.DONE, JobState.FAILED, JobState.CANCELLED})

RESUMABLE = frozenset({JobState.PAUSED, JobState.INTERRUPTED})
"""Going on is what was meant all along."""

RETRYABLE = frozenset({JobState.FAILED, JobState.CANCELLED})
"""Going on is another attempt."""


class FinishedStep(FrozenModel):
    """A step that was done, and how long it took."""

    name: str
    seconds: float = Field(ge=0.0)


class FailedStep(FrozenModel):
    """A step that was not done in the last attempt, with the reason."""

    name: str
    reason: str


class Job(FrozenModel):
    """Background work. `subjects` are runs or tasks, `order` is the kind's own wishes as JSON text.

    `uses` are keys of what the job needs while it runs (an endpoint, an engine), each with a limit of its own.
    `cost` is None where a price is unknown. `worked_s` is the time of all attempts before the present one.
    `part` is the share of the step at work, None where that is not known. `outcome` is one line on what came of it.
    """

    id: str
    kind: str
    title: str
    subjects: tuple[str, ...]
    created_at: datetime
    order: str = "{}"
    uses: tuple[str, ...] = ()
    priority: int = 0
    state: JobState = JobState.QUEUED
    attempt: int = Field(default=1, ge=1)
    steps: tuple[str, ...] = ()
    finished: tuple[FinishedStep, ...] = ()
    failed: tuple[FailedStep, ...] = ()
    step: str = ""
    saying: str = ""
    part: float | None = None
    tokens: int = Field(default=0, ge=0)
    cost: float | None = 0.0
    started_at: datetime | None = None
    step_at: datetime | None = None
    ended_at: datetime | None = None
    worked_s: float = Field(default=0.0, ge=0.0)
    reason: str = ""
    outcome: str = ""

    @property
    def done_names(self) -> frozenset[str]:
        """Names of the steps that are done."""
        return frozenset(step.name for step in self.finished)


# --- changes of state


def started(job: Job, at: datetime) -> Job:
    """A worker takes it up."""
    _check(job, "started", {JobState.QUEUED})
    return job.model_copy(
        update={
            "state": JobState.RUNNING,
            "started_at": at,
            "step_at": at,
            "ended_at": None,
            "reason": "",
            "failed": (),
        }
    )


def paused(job: Job, at: datetime) -> Job:
    """It waits until a person lets it go on."""
    _check(job, "paused", ACTIVE)
    return _stopped(job, JobState.PAUSED, at, "")


def queued_again(job: Job) -> Job:
    """It goes on behind its last finished step; after a failure or a cancel that is another attempt."""
    _check(job, "taken up again", RESUMABLE | RETRYABLE)
    attempt = job.attempt + (job.state in RETRYABLE)
    return job.model_copy(
        update={"state": JobState.QUEUED, "attempt": attempt, "ended_at": None, "reason": "", "saying": ""}
    )


def done(job: Job, at: datetime, outcome: str = "") -> Job:
    """It came to its end."""
    _check(job, "finished", {JobState.RUNNING})
    return _stopped(job, JobState.DONE, at, "").model_copy(update={"outcome": outcome})


def failed(job: Job, at: datetime, reason: str) -> Job:
    """It cannot go on; `reason` is one sentence for people."""
    _check(job, "failed", {JobState.RUNNING})
    return _stopped(job, JobState.FAILED, at, reason)


def cancelled(job: Job, at: datetime) -> Job:
    """A person does not want it any more; what is finished stays."""
    _check(job, "cancelled", ACTIVE | RESUMABLE)
    return _stopped(job, JobState.CANCELLED, at, "")


def interrupted(job: Job, at: datetime) -> Job:
    """The program ended before the job did."""
    _check(job, "interrupted", ACTIVE)
    ran = job.state is JobState.RUNNING
    reason = "the program ended while it ran" if ran else "the program ended while it waited"
    return _stopped(job, JobState.INTERRUPTED, at, reason)


def with_priority(job: Job, priority: int) -> Job:
    """Where it stands in the queue: the higher goes first."""
    _check(job, "moved in the queue", WAITING)
    return job.model_copy(update={"priority": priority})


# --- going on


def planned(job: Job, steps: tuple[str, ...]) -> Job:
    """The steps of the whole work, known when it is taken up."""
    return job.model_copy(update={"steps": steps})


def step_begun(job: Job, name: str, at: datetime) -> Job:
    """The worker turned to a step."""
    return job.model_copy(update={"step": name, "saying": "", "part": None, "step_at": at})


def step_finished(job: Job, name: str, at: datetime) -> Job:
    """A step is done and will not be done again."""
    seconds = max(0.0, (at - (job.step_at or at)).total_seconds())
    finished = (*job.finished, FinishedStep(name=name, seconds=seconds))
    return job.model_copy(update={"finished": finished, "step": "", "saying": "", "part": None})


def step_failed(job: Job, name: str, reason: str) -> Job:
    """A step could not be done; the others may go on."""
    failures = (*job.failed, FailedStep(name=name, reason=reason))
    return job.model_copy(update={"failed": failures, "step": "", "saying": "", "part": None})


def said(job: Job, words: str, part: float | None) -> Job:
    """What the step at work says of itself."""
    return job.model_copy(update={"saying": words, "part": part})


def spent(job: Job, tokens: int, cost: float | None) -> Job:
    """Tokens and money went; a cost that is not known once is not known in sum."""
    total = None if cost is None or job.cost is None else job.cost + cost
    return job.model_copy(update={"tokens": job.tokens + tokens, "cost": total})


# --- what can be told


def share(job: Job) -> float | None:
    """How much of the work is done, from 0 to 1; None where the steps are not known yet."""
    if job.state is JobState.DONE:
        return 1.0
    if not job.steps:
        return None
    return min(1.0, (len(job.finished) + (job.part or 0.0)) / len(job.steps))


def seconds(job: Job, now: datetime) -> float:
    """How long it was worked on, in all attempts."""
    running = job.state is JobState.RUNNING and job.started_at is not None
    present = (now - job.started_at).total_seconds() if running and job.started_at is not None else 0.0
    return job.worked_s + max(0.0, present)


def seconds_left(job: Job, now: datetime) -> float | None:
    """How long the rest takes at the pace of the finished steps; None where none is finished or it does not run.

    The step at work counts as one of them once it has taken longer. Is it the last one, nothing can be told.
    """
    if job.state is not JobState.RUNNING or not job.finished or not job.steps:
        return None
    left = len(job.steps) - len(job.finished) - len(job.failed)
    took = [step.seconds for step in job.finished]
    pace = sum(took) / len(took)
    gone = (now - job.step_at).total_seconds() if job.step and job.step_at is not None else 0.0
    if gone > pace:
        pace = (sum(took) + gone) / (len(took) + 1)
    rest = max(0.0, pace - gone) + pace * (left - 1)
    return rest if left > 0 and rest > 0 else None


def _stopped(job: Job, state: JobState, at: datetime, reason: str) -> Job:
    worked = seconds(job, at)
    return job.model_copy(
        update={
            "state": state,
            "ended_at": at if state in ENDED else None,
            "worked_s": worked,
            "started_at": None,
            "step_at": None,
            "step": "",
            "saying": "",
            "part": None,
            "reason": reason,
        }
    )


def _check(job: Job, what: str, allowed: Collection[JobState]) -> None:
    if job.state not in allowed:
        raise InputError(f"{job.title}: cannot be {what}, as it is {job.state}")
