"""Recorded experiments again, as a job: a step a run. That one cannot be run again is a result, not a failure."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from mlrbench_gui.domain.jobs import Job
from mlrbench_gui.domain.rerunning import RerunReport
from mlrbench_gui.domain.values import RunName
from mlrbench_gui.domain.work import Emit, LiveText
from mlrbench_gui.services.context import Context
from mlrbench_gui.services.jobs.kinds import CONTAINERS, Hands, JobKind, JobOrder
from mlrbench_gui.services.ports.sandbox import Limits, Sandbox

if TYPE_CHECKING:
    from mlrbench_gui.services.rerunning.rerun import RerunOrder

RERUN = "rerun"


def rerun_order(runs: Sequence[RunName], order: "RerunOrder") -> JobOrder:
    """Run the experiments of these runs again."""
    title = f"Run {runs[0]} again" if len(runs) == 1 else f"Run {len(runs)} experiments again"
    wishes = {"image": order.image, "times": order.times, "seconds": order.limits.seconds}
    return JobOrder(RERUN, title, tuple(runs), json.dumps(wishes), uses=(CONTAINERS,))


def rerun_kind(ctx: Context, open_sandbox: Callable[[], Sandbox]) -> JobKind:
    """Re-runs in sandboxes; the engine is reached when the first one is begun."""

    def opened(job: Job) -> "_Reruns":
        from mlrbench_gui.services.rerunning.rerun import RerunOrder  # the rules load when they are needed

        wishes = json.loads(job.order)
        limits = Limits(seconds=wishes["seconds"])
        order = RerunOrder(wishes["image"], times=wishes["times"], limits=limits)
        return _Reruns(ctx, job, order, open_sandbox())

    return JobKind(RERUN, "run again", opened)


@dataclass(slots=True)
class _Reruns:
    ctx: Context
    job: Job
    order: "RerunOrder"
    sandbox: Sandbox
    independent: bool = True
    reports: list[RerunReport] = field(default_factory=list)

    def steps(self) -> Sequence[str]:
        return self.job.subjects

    def do(self, step: str, hands: Hands) -> None:
        from mlrbench_gui.services.rerunning.rerun import rerun

        name = RunName(step)
        files = self.ctx.workspace.runs.files(name)
        report = rerun(name, files, self.sandbox, self.order, cancel=hands.cancel, emit=hands.emit)
        self.reports.append(report)
        _tell(report, hands.emit)

    def outcome(self) -> str:
        if len(self.reports) == 1:
            return self.reports[0].reason
        told = [report.outcome.value.replace("_", " ") for report in self.reports]
        return ", ".join(f"{told.count(word)} {word}" for word in sorted(set(told)))

    def close(self) -> None:
        self.sandbox.close()


def _tell(report: RerunReport, emit: Emit) -> None:
    for command in report.commands:
        emit(LiveText(f"$ {' '.join(command.words)}\n{command.output}\n", "container"))
        if command.exit_code is not None:
            emit(LiveText(f"exit {command.exit_code}\n", "container"))
    for found in report.files:
        values = f"{found.differing} of {found.compared} values differ"
        emit(LiveText(f"{found.path}: {found.outcome.value.replace('_', ' ')}, {values}\n", "comparison"))
    emit(LiveText(f"{report.reason}\n", "comparison"))
