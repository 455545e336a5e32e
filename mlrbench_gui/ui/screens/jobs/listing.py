"""What a row of the table of jobs says: state, progress, time and money in words, and the order of rows."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from mlrbench_gui.domain import jobs as rules
from mlrbench_gui.domain.jobs import RESUMABLE, RETRYABLE, Job, JobState
from mlrbench_gui.services.jobs.kinds import Kinds
from mlrbench_gui.services.jobs.queueing import Standing

S = JobState


class Column(StrEnum):
    """Columns with their heads."""

    STATE = "State"
    TITLE = "Job"
    KIND = "Kind"
    PROGRESS = "Progress"
    LEFT = "Left"
    TIME = "Time"
    SPENT = "Spent"


class Part(StrEnum):
    """Parts of the list that can be shown alone, with their words."""

    ALL = "All"
    RUNNING = "Running"
    WAITING = "Waiting"
    FAILED = "Failed"
    FINISHED = "Finished"


@dataclass(frozen=True, slots=True)
class JobRow:
    """A job as the table shows it. `tone` is a colour's role, `left` and `time` are seconds."""

    standing: Standing
    icon: str
    tone: str
    state: str
    kind: str
    share: float | None
    doing: str
    left: float | None
    time: float

    @property
    def job(self) -> Job:
        return self.standing.job


@dataclass(frozen=True, slots=True)
class Allowed:
    """What can be done to a job now."""

    pause: bool
    go_on: bool
    retry: bool
    cancel: bool
    move: bool


_ICONS: Mapping[JobState, tuple[str, str]] = {
    S.QUEUED: ("clock", "text-2"),
    S.RUNNING: ("play", "text"),
    S.PAUSED: ("pause", "warn"),
    S.DONE: ("check", "ok"),
    S.FAILED: ("cross", "danger"),
    S.CANCELLED: ("stop", "text-2"),
    S.INTERRUPTED: ("warning", "warn"),
}
_WISHES: Mapping[JobState, str] = {
    S.PAUSED: "pauses after this step",
    S.CANCELLED: "is being cancelled",
    S.INTERRUPTED: "is being stopped",
}
_ORDER = (S.RUNNING, S.QUEUED, S.PAUSED, S.INTERRUPTED)
_PARTS: Mapping[JobState, Part] = {
    S.RUNNING: Part.RUNNING,
    S.QUEUED: Part.WAITING,
    S.PAUSED: Part.WAITING,
    S.INTERRUPTED: Part.WAITING,
    S.FAILED: Part.FAILED,
    S.CANCELLED: Part.FINISHED,
    S.DONE: Part.FINISHED,
}


def rows_of(standings: Iterable[Standing], kinds: Kinds, now: datetime) -> tuple[JobRow, ...]:
    """Running jobs first, then the queue as it will be taken, then what waits for people, then what ended last."""
    return tuple(_row(standing, kinds, now) for standing in sorted(standings, key=_place))


def in_part(rows: Sequence[JobRow], part: Part) -> tuple[JobRow, ...]:
    """The rows of a part, in their order."""
    return tuple(row for row in rows if part in {Part.ALL, _PARTS[row.job.state]})


def allowed(standing: Standing | None) -> Allowed:
    """What the keys and buttons can do."""
    if standing is None:
        return Allowed(pause=False, go_on=False, retry=False, cancel=False, move=False)
    state, mine = standing.job.state, standing.here
    waits = state is S.QUEUED and mine
    runs = state is S.RUNNING and mine
    return Allowed(
        pause=waits or (runs and standing.wish is None),
        go_on=state in RESUMABLE or (runs and standing.wish is S.PAUSED),
        retry=state in RETRYABLE,
        cancel=waits or (runs and standing.wish is not S.CANCELLED) or state in RESUMABLE,
        move=waits or state in RESUMABLE,
    )


def clock_text(seconds: float) -> str:
    """`02:10`, `1:04:09`."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{rest:02d}" if hours else f"{minutes:02d}:{rest:02d}"


def left_text(seconds: float) -> str:
    """As exact as an estimate may be: `< 5 s`, `~ 40 s`, `~ 12 min`, `~ 3.5 h`."""
    if seconds < 5:
        return "< 5 s"
    if seconds < 90:
        return f"~ {round(seconds / 5) * 5} s"
    if seconds < 90 * 60:
        return f"~ {round(seconds / 60)} min"
    return f"~ {seconds / 3600:.1f} h"


def spent_text(tokens: int, cost: float | None) -> str:
    """Tokens and money; a price that is not known is told as such."""
    if not tokens and not cost:
        return ""
    money = "price ?" if cost is None else f"{cost:.2f}" if cost >= 0.1 or not cost else f"{cost:.4f}"
    return f"{_short(tokens)} tok  {money}"


def state_text(standing: Standing) -> str:
    """The state, with what it waits for."""
    job = standing.job
    match job.state:
        case S.QUEUED:
            return f"waits for {standing.waits_for}" if standing.waits_for else "waits elsewhere"
        case S.RUNNING if standing.wish is not None:
            return _WISHES.get(standing.wish, "running")
        case S.RUNNING if not standing.here:
            return "running elsewhere"
        case _:
            return str(job.state)


def _row(standing: Standing, kinds: Kinds, now: datetime) -> JobRow:
    job = standing.job
    icon, tone = _ICONS[job.state]
    return JobRow(
        standing,
        icon,
        tone,
        state_text(standing),
        _kind(job, kinds),
        None if job.state is S.QUEUED and not job.finished else rules.share(job),
        _said(job),
        rules.seconds_left(job, now),
        rules.seconds(job, now),
    )


def _said(job: Job) -> str:
    """What it does now; of one that is over, how or why it ended."""
    match job.state:
        case S.DONE:
            return job.outcome
        case S.FAILED:
            return job.reason
        case _:
            return job.saying or job.step


def _kind(job: Job, kinds: Kinds) -> str:
    told = [kinds[job.kind].word if job.kind in kinds else job.kind]
    if len(job.steps) > 1:
        told.append(f"{len(job.steps)} steps")
    if job.attempt > 1:
        told.append(f"attempt {job.attempt}")
    if job.priority:
        told.append(f"priority {job.priority:+d}")
    return ", ".join(told)


def _place(standing: Standing) -> tuple[int, float]:
    job = standing.job
    if job.state in _ORDER:
        within = -job.priority if job.state is S.QUEUED else 0
        return _ORDER.index(job.state), within
    moment = job.ended_at or job.created_at
    return len(_ORDER), -moment.timestamp()


def _short(tokens: int) -> str:
    if tokens < 1_000:
        return str(tokens)
    return f"{tokens / 1_000:.0f}k" if tokens < 1_000_000 else f"{tokens / 1_000_000:.1f}M"
