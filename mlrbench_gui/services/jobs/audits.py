"""Audits as a job: a step a run. A run that cannot be audited does not keep the others from it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from mlrbench_gui.domain.jobs import Job
from mlrbench_gui.domain.values import RunName
from mlrbench_gui.domain.work import CancelToken, Emit
from mlrbench_gui.services.auditing import audit_stored
from mlrbench_gui.services.context import Context
from mlrbench_gui.services.jobs.kinds import AUDITING, Hands, JobKind, JobOrder

AUDIT = "audit"

AuditOne = Callable[[RunName, CancelToken, Emit], object]


def audit_order(runs: Sequence[RunName]) -> JobOrder:
    """Audit these runs anew."""
    title = f"Audit {runs[0]}" if len(runs) == 1 else f"Audit {len(runs)} runs"
    return JobOrder(AUDIT, title, tuple(runs), uses=(AUDITING,))


def audit_kind(ctx: Context) -> JobKind:
    """Audits of stored runs."""

    def one(run: RunName, cancel: CancelToken, emit: Emit) -> object:
        return audit_stored(ctx, run, force=True, cancel=cancel, emit=emit)

    return JobKind(AUDIT, "audit", lambda job: _Audits(job, one))


@dataclass(slots=True)
class _Audits:
    job: Job
    one: AuditOne
    independent: bool = True

    def steps(self) -> Sequence[str]:
        return self.job.subjects

    def do(self, step: str, hands: Hands) -> None:
        self.one(RunName(step), hands.cancel, hands.emit)

    def outcome(self) -> str:
        many = len(self.job.subjects)
        return f"{many} run{'' if many == 1 else 's'} audited"

    def close(self) -> None:
        """Nothing is held."""
