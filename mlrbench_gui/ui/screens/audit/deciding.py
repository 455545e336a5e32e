"""Decisions of one open run: shown at once, written in the background one after another, then shown as they stand.

What a decision will change is foreseen for the simple ones (accept, verdict, trust, note, flag), so that the screen
never waits for the disk; when the write is done the review that follows from the log takes its place.
"""

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from PySide6.QtCore import QObject, Signal

from mlrbench_gui.domain.decisions import Action, RunReview
from mlrbench_gui.domain.reviewing import review_of
from mlrbench_gui.services.context import Context
from mlrbench_gui.services.reviewing import RunView, record, redo, undo
from mlrbench_gui.ui.kit.background import Background
from mlrbench_gui.ui.screens.audit.foreseeing import foresee, settled


@dataclass(frozen=True, slots=True)
class Written:
    """What a step left behind: the review as it stands, the step's name for an undo or redo, and when."""

    review: RunReview
    name: str | None
    at: datetime


@dataclass(frozen=True, slots=True)
class Waiting:
    """A step not yet written. Of undo and redo nothing is foreseen: they have no `actions` but a `verb`."""

    actions: tuple[Action, ...]
    write: Callable[[RunView], Written]
    verb: str = ""


class RunDesk(QObject):
    """Takes decisions on one run.

    `changed` carries the review to show, `saved` the moment of the last write, `undone` what was undone or redone in
    words, empty if there was nothing.
    """

    changed = Signal(object)
    saved = Signal(object)
    undone = Signal(str)
    failed = Signal(str)
    idle = Signal()

    def __init__(
        self, ctx: Context, background: Background, view: RunView, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._ctx = ctx
        self._background = background
        self._view = view
        self._waiting: deque[Waiting] = deque()
        self._running: Waiting | None = None
        self._shown = view.review

    @property
    def view(self) -> RunView:
        """The run with its review as it is written."""
        return self._view

    @property
    def shown(self) -> RunReview:
        """The review with all that is decided, written or not."""
        return self._shown

    @property
    def busy(self) -> bool:
        """Whether something is still to be written."""
        return self._running is not None or bool(self._waiting)

    def take(self, view: RunView) -> bool:
        """Take the run as loaded anew; decisions under way stay shown.

        False for a view that was read before the last write: the log only grows, so it is told by its length.
        """
        if len(view.review.entries) < len(self._view.review.entries):
            return False
        self._view = view
        self._show()
        return True

    def decide(self, actions: Sequence[Action], reason: str = "") -> None:
        """All of these as one undo step."""
        if actions:
            kept = tuple(actions)
            self._put(Waiting(kept, lambda view: self._record(view, kept, reason)))

    def undo(self) -> None:
        """Take back the last step."""
        self._put(Waiting((), lambda view: self._turn(view, undo), "Undid"))

    def redo(self) -> None:
        """Let the step that was undone last count again."""
        self._put(Waiting((), lambda view: self._turn(view, redo), "Did again"))

    # --- off the GUI thread

    def _record(self, view: RunView, actions: Sequence[Action], reason: str) -> Written:
        review = record(self._ctx, view, actions, reason=reason)
        return Written(settled(review, view.review), None, self._ctx.clock())

    def _turn(self, view: RunView, turn: Callable[..., str | None]) -> Written:
        name = turn(self._ctx, view.run.name)
        entries = self._ctx.workspace.decisions.entries(view.run.name)
        audit = view.stored.audit if view.stored else None
        review = review_of(audit, entries, view.texts, author=self._ctx.author())
        return Written(settled(review, view.review), name, self._ctx.clock())

    # --- on it

    def _put(self, step: Waiting) -> None:
        self._waiting.append(step)
        self._show()
        self._next()

    def _next(self) -> None:
        if self._running is not None:
            return
        if not self._waiting:
            self.idle.emit()
            return
        step = self._running = self._waiting.popleft()
        view = self._view
        self._background.submit(
            lambda _cancel, _emit: step.write(view), done=self._written, failed=self._refused
        )

    def _written(self, written: Written) -> None:
        step, self._running = self._running, None
        self._view = replace(self._view, review=written.review)
        self._show()
        if step is not None and step.verb:
            self.undone.emit(f"{step.verb}: {written.name}" if written.name else "")
        self.saved.emit(written.at)
        self._next()

    def _refused(self, line: str) -> None:
        """Nothing of the step was kept: show again what is."""
        self._running = None
        self._show()
        self.failed.emit(line)
        self._next()

    def _show(self) -> None:
        pending = ([self._running] if self._running else []) + list(self._waiting)
        actions = tuple(action for step in pending for action in step.actions)
        self._shown = foresee(self._view.review, actions, self._ctx.author(), self._ctx.clock())
        self.changed.emit(self._shown)
