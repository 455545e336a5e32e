"""Second opinions for the audit screen: asked off the GUI thread, only when a person says so, and only told as such."""

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal

from mlrbench_gui.domain.decisions import ReviewedClaim
from mlrbench_gui.domain.errors import InputError
from mlrbench_gui.domain.jobs import Job, JobState
from mlrbench_gui.domain.opinions import Opinion, latest_opinions
from mlrbench_gui.domain.values import RunName
from mlrbench_gui.services.context import Context
from mlrbench_gui.services.jobs.kinds import JobOrder
from mlrbench_gui.services.jobs.opinions import opinions_order
from mlrbench_gui.services.opinions.asking import OpinionOrder
from mlrbench_gui.services.reviewing import RunView
from mlrbench_gui.ui.kit.jobwatch import JobWatch


class OpinionDesk(QObject):
    """Asks the model that is set. `given` carries the run with new opinions; `message` and `failed` are one line."""

    given = Signal(str)
    message = Signal(str)
    failed = Signal(str)

    def __init__(self, ctx: Context, watch: JobWatch | None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._ctx = ctx
        self._watch = watch
        self._asking = False

    def ask(self, run: RunName, claims: Sequence[str]) -> None:
        """Ask about these claims as a job; one order at a time, as each costs."""
        if self._asking:
            self.message.emit("A model is being asked already")
        elif not claims:
            self.message.emit("Choose a claim first")
        elif self._watch is not None:
            ctx, order = self._ctx, OpinionOrder(run, claims=tuple(claims))
            self._asking = True
            self._watch.submit(lambda: _job(ctx, order), lambda job: self._ended(run, job), self._refused)

    def _ended(self, run: RunName, job: Job) -> None:
        """However it ended, what was given by then is kept and shown."""
        self._asking = False
        self.given.emit(run)
        told = _told(job) if job.state is JobState.DONE else job.reason
        if told:
            self.message.emit(told)

    def _refused(self, text: str) -> None:
        self._asking = False
        self.failed.emit(text)


def opinion_on(view: RunView, claim: ReviewedClaim | None) -> Opinion | None:
    """The newest opinion on a claim."""
    if claim is None:
        return None
    return latest_opinions(view.opinions).get((claim.current.paper, claim.current.fingerprint))


def _job(ctx: Context, order: OpinionOrder) -> JobOrder:
    if ctx.models is None:
        raise InputError("no model can be set here")
    return opinions_order(order, ctx.models.profiles.get(None))


def _told(job: Job) -> str:
    cost = "" if job.cost is None else f", cost {job.cost:.4f}"
    return f"{job.outcome}, {job.tokens:,} tokens{cost}"
