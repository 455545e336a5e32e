"""A worker's side of an errand: the step is done as one of a job is, and what it used is told."""

import uuid
from dataclasses import dataclass

from mlrbench_gui.domain.errors import (
    BudgetReached,
    MissingPart,
    MlrbenchError,
    ReplyRefused,
    ReplyUnusable,
    WorkspaceError,
)
from mlrbench_gui.domain.jobs import Job
from mlrbench_gui.domain.work import CancelToken, Event, Spent
from mlrbench_gui.services.errands import Errand, ErrandDone, ErrandEnd
from mlrbench_gui.services.jobs.kinds import Hands, Kinds
from mlrbench_gui.services.ports.calls import Clock


@dataclass(slots=True)
class _Spending:
    """Adds up what a step uses, as it tells of it."""

    tokens: int = 0
    cost: float | None = 0.0

    def hear(self, event: Event) -> None:
        if isinstance(event, Spent):
            self.tokens += event.tokens
            self.cost = None if self.cost is None or event.cost is None else self.cost + event.cost


def do_errand(kinds: Kinds, errand: Errand, clock: Clock) -> ErrandDone:
    """Do it. What is wrong is in the answer; a reply that cannot be used is told by the workspace, too."""
    spending, end, told = _Spending(), ErrandEnd.DONE, ""
    try:
        _do(kinds, errand, clock, spending)
    except BudgetReached as error:
        end, told = ErrandEnd.BOUND, str(error)
    except (ReplyRefused, ReplyUnusable) as error:
        told = str(error)
    except WorkspaceError as error:  # the store may be back when it is asked again
        end, told = ErrandEnd.LOST, str(error)
    except MissingPart as error:
        end, told = ErrandEnd.MISSING, str(error)
    except MlrbenchError as error:
        end, told = ErrandEnd.FAILED, str(error)
    return ErrandDone(errand.step, end, told, spending.tokens, spending.cost)


def _do(kinds: Kinds, errand: Errand, clock: Clock, spending: _Spending) -> None:
    used = errand.used
    job = Job(
        id=uuid.uuid4().hex,
        kind=errand.kind,
        title=errand.step,
        subjects=(errand.step,),
        created_at=clock(),
        order=errand.wishes,
        tokens=used.tokens,
        cost=used.cost,
        worked_s=used.seconds,
    )
    work = kinds[errand.kind].open(job)
    try:
        work.do(errand.step, Hands(job, CancelToken(), spending.hear))
    finally:
        work.close()
