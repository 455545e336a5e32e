"""Which job is next, and what the others wait for: pure rules over a queue."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from mlrbench_gui.domain.jobs import Job, JobState

SLOT = "a slot"


def _one(_key: str) -> int:
    return 1


@dataclass(frozen=True, slots=True)
class JobLimits:
    """How many jobs at once: in all, and of those that use one thing."""

    threads: int = 4
    of: Callable[[str], int] = _one


@dataclass(frozen=True, slots=True)
class Standing:
    """A job as it stands. `wish` is what it will be as soon as its work lets it; `waits_for` is in words.

    `here`: this process answers for it, so that it can be told what to do.
    """

    job: Job
    here: bool
    wish: JobState | None = None
    waits_for: str = ""


def next_job(queued: Iterable[Job], running: Iterable[Job], limits: JobLimits) -> Job | None:
    """The job of the highest priority, the oldest of them, that has all that it uses."""
    used = _used(running)
    able = [job for job in queued if _missing(job, used, limits) is None]
    return max(able, key=lambda job: job.priority, default=None)


def waits_for(job: Job, running: Sequence[Job], limits: JobLimits) -> str:
    """What a queued job lacks now."""
    return _missing(job, _used(running), limits) or SLOT


def _used(running: Iterable[Job]) -> Counter[str]:
    return Counter(key for job in running for key in set(job.uses))


def _missing(job: Job, used: Counter[str], limits: JobLimits) -> str | None:
    return next((key for key in job.uses if used[key] >= limits.of(key)), None)
