"""What a kind of job is to the scheduler: named steps, done one after the other, each with what it may use."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from mlrbench_gui.domain.jobs import Job
from mlrbench_gui.domain.model_profiles import ModelProfile
from mlrbench_gui.domain.work import CancelToken, Emit

AUDITING = "another audit"
"""Audits keep a core busy each: one job of them at a time."""

CONTAINERS = "the container engine"
"""What runs foreign code needs it."""


def endpoint(profile: ModelProfile) -> str:
    """What a job that asks this model needs: all profiles of one address share its limit."""
    return profile.base_url


@dataclass(frozen=True, slots=True)
class Hands:
    """What a step gets to work with. `job` is how the job stands as the step begins, with all that is spent."""

    job: Job
    cancel: CancelToken
    emit: Emit


class JobWork(Protocol):
    """The work of one job, made when it is taken up and closed when it is put down; one thread."""

    @property
    def independent(self) -> bool:
        """Whether a step that fails leaves the others worth doing."""
        ...

    def steps(self) -> Sequence[str]:
        """Names of all steps, in order and the same each time; those that are finished are left out."""
        ...

    def do(self, step: str, hands: Hands) -> None:
        """Do one step. What it confirms is kept when it returns. Raises MlrbenchError, Cancelled."""
        ...

    def outcome(self) -> str:
        """One line for people on what came of it."""
        ...

    def close(self) -> None: ...


OpenWork = Callable[[Job], JobWork]


@dataclass(frozen=True, slots=True)
class JobKind:
    """A kind by its name, with its word for people."""

    name: str
    word: str
    open: OpenWork


Kinds = Mapping[str, JobKind]


def registry(kinds: Iterable[JobKind]) -> Kinds:
    """Kinds by name."""
    return {kind.name: kind for kind in kinds}


@dataclass(frozen=True, slots=True)
class JobOrder:
    """What is asked for. `wishes` are the kind's own, as JSON text; `uses` as in a job."""

    kind: str
    title: str
    subjects: tuple[str, ...]
    wishes: str = "{}"
    uses: tuple[str, ...] = ()
    priority: int = 0
