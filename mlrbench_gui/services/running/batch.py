"""Many tasks at once: some chains side by side, each on its own; a bound or a missing model ends all of them."""

import threading
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from mlrbench_gui.domain.errors import BudgetReached, Cancelled, InputError, MissingPart, MlrbenchError
from mlrbench_gui.domain.model_calls import Account
from mlrbench_gui.domain.work import CancelToken, Emit, Progress, RunsChanged, Step
from mlrbench_gui.services.running.chain import RunOrder, RunOutcome, run_chain
from mlrbench_gui.services.running.inputs import Given
from mlrbench_gui.services.running.publishing import publish
from mlrbench_gui.services.running.trying import Desk


@dataclass(frozen=True, slots=True)
class Failure:
    """A task whose input cannot be used, and why."""

    task: str
    reason: str


@dataclass(frozen=True, slots=True)
class BatchReport:
    """What came of a batch. `stopped` is what ended it early, `left` the tasks that were not done because of it."""

    outcomes: tuple[RunOutcome, ...]
    failures: tuple[Failure, ...]
    left: tuple[str, ...]
    stopped: MlrbenchError | None

    @property
    def account(self) -> Account:
        """What the stages of all outcomes took, also those that were finished before."""
        return sum((r.account for outcome in self.outcomes for r in outcome.records), Account())


@dataclass(slots=True)
class _Work:
    """What the threads of a batch share."""

    total: int
    emit: Emit
    lock: threading.Lock = field(default_factory=threading.Lock)
    done: int = 0
    outcomes: dict[str, RunOutcome] = field(default_factory=dict)
    failures: list[Failure] = field(default_factory=list)
    stopped: MlrbenchError | None = None

    def stop(self, error: MlrbenchError) -> None:
        """The first reason counts; the others follow from it."""
        with self.lock:
            if self.stopped is None:
                self.stopped = error

    def ended(self, task: str, told: str) -> None:
        self.done += 1
        self.emit(Progress(self.done, self.total, f"{task} {told}"))


def run_batch(
    desk: Desk,
    orders: Sequence[RunOrder],
    given: Mapping[str, Given],
    *,
    workers: int = 4,
    cancel: CancelToken,
    emit: Emit,
) -> BatchReport:
    """Run each order's chain and put what was made where imported things are, also what was made before a stop.

    Raises Cancelled; then too all that was finished stays, and another batch goes on from there.
    """
    work = _Work(len(orders), emit)
    try:
        with ThreadPoolExecutor(max(1, workers), thread_name_prefix="run") as pool:
            _all(pool, (desk, orders, given), work, cancel)
        if isinstance(work.stopped, Cancelled):
            raise work.stopped
    finally:
        outcomes = tuple(work.outcomes[o.task] for o in orders if o.task in work.outcomes)
        if outcomes:
            emit(Step("Keeping what was made"))
            changed = publish(desk.workspace, [outcome.run for outcome in outcomes])
            emit(RunsChanged(changed, "running"))
    failed = {failure.task for failure in work.failures}
    left = tuple(o.task for o in orders if o.task not in work.outcomes and o.task not in failed)
    return BatchReport(outcomes, tuple(work.failures), left, work.stopped)


def _all(
    pool: ThreadPoolExecutor,
    job: tuple[Desk, Sequence[RunOrder], Mapping[str, Given]],
    work: _Work,
    cancel: CancelToken,
) -> None:
    """Hand all out and wait; what breaks the waiting stops the work."""
    desk, orders, given = job
    running = [
        pool.submit(_one, desk, order, given.get(order.task, Given()), work, cancel) for order in orders
    ]
    try:
        for one in running:
            one.result()
    except BaseException:
        cancel.cancel()
        raise


def _one(desk: Desk, order: RunOrder, given: Given, work: _Work, cancel: CancelToken) -> None:
    """One task on a thread of the pool. What is wrong with this task alone ends this task alone."""
    if work.stopped is not None:
        return
    try:
        outcome = run_chain(desk, order, given, cancel=cancel, emit=work.emit)
    except InputError as error:
        with work.lock:
            work.failures.append(Failure(order.task, str(error)))
            work.ended(order.task, "cannot be run")
    except (BudgetReached, MissingPart, Cancelled) as error:
        work.stop(error)
    else:
        with work.lock:
            work.outcomes[order.task] = outcome
            last = outcome.records[-1]
            work.ended(order.task, f"{last.stage} {last.state}")
