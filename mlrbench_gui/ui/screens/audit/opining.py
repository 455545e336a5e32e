"""Second opinions for the audit screen: asked off the GUI thread, only when a person says so, and only told as such."""

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal

from mlrbench_gui.domain.decisions import ReviewedClaim
from mlrbench_gui.domain.errors import InputError
from mlrbench_gui.domain.opinions import Opinion, latest_opinions
from mlrbench_gui.domain.values import RunName
from mlrbench_gui.domain.work import CancelToken, Emit, Event, Finished
from mlrbench_gui.services.context import Context
from mlrbench_gui.services.opinions.asking import OpinionOrder, OpinionReport, ask_opinions
from mlrbench_gui.services.reviewing import RunView
from mlrbench_gui.ui.kit.background import Background


class OpinionDesk(QObject):
    """Asks the model that is set. `given` carries the run with new opinions; `message` and `failed` are one line."""

    given = Signal(str)
    message = Signal(str)
    failed = Signal(str)

    def __init__(self, ctx: Context, background: Background, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._ctx = ctx
        self._background = background
        self._asking = False

    def ask(self, run: RunName, claims: Sequence[str]) -> None:
        """Ask about these claims; one order at a time, as each costs."""
        if self._asking:
            self.message.emit("A model is being asked already")
            return
        if not claims:
            self.message.emit("Choose a claim first")
            return
        ctx, order = self._ctx, OpinionOrder(run, claims=tuple(claims))
        many = f"{len(claims)} claims" if len(claims) > 1 else f"claim {claims[0]}"
        self._asking = True
        self._background.submit(
            lambda cancel, emit: _asked(ctx, order, cancel, emit),
            done=lambda report: self.message.emit(_told(report)),
            failed=self.failed.emit,
            event=lambda event: self._heard(run, event),
            name=f"Second opinion on {many}",
        )

    def _heard(self, run: RunName, event: Event) -> None:
        """However it ended, what was given by then is kept and shown."""
        if isinstance(event, Finished):
            self._asking = False
            self.given.emit(run)


def opinion_on(view: RunView, claim: ReviewedClaim | None) -> Opinion | None:
    """The newest opinion on a claim."""
    if claim is None:
        return None
    return latest_opinions(view.opinions).get((claim.current.paper, claim.current.fingerprint))


def _asked(ctx: Context, order: OpinionOrder, cancel: CancelToken, emit: Emit) -> OpinionReport:
    if ctx.models is None:
        raise InputError("no model can be set here")
    client = ctx.models.connect(ctx.models.profiles.get(None))
    try:
        return ask_opinions(ctx, client, order, cancel=cancel, emit=emit)
    finally:
        client.close()


def _told(report: OpinionReport) -> str:
    cost = "" if report.cost is None else f", cost {report.cost:.4f}"
    many = f"{len(report.given)} opinion{'s' if len(report.given) != 1 else ''}"
    stopped = f"; {report.left} not asked: {report.stopped}" if report.stopped else ""
    return f"{many}, {report.tokens:,} tokens{cost}{stopped}"
