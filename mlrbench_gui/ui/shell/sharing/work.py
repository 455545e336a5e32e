"""Reads the assignment, asks how it should be, and writes what changed, off the GUI thread."""

from functools import cached_property

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from mlrbench_gui.services.context import Context
from mlrbench_gui.services.people.planning import SharePlan, read_plan, write_plan
from mlrbench_gui.ui.kit.background import Background
from mlrbench_gui.ui.shell.sharing.sheet import SharingSheet


class SharingWork(QObject):
    """`changed` after the assignment was written, with a line for the status bar in `message`."""

    changed = Signal()
    message = Signal(str)

    def __init__(self, ctx: Context, background: Background, window: QWidget) -> None:
        super().__init__(window)
        self._ctx, self._background, self._window = ctx, background, window

    @cached_property
    def sheet(self) -> SharingSheet:
        """Made when it is first asked for."""
        made = SharingSheet(self._window)
        made.plan_wanted.connect(self._write)
        return made

    def ask(self) -> None:
        """Open the sheet."""
        ctx = self._ctx
        self._background.submit(lambda _cancel, _emit: read_plan(ctx), done=self.sheet.offer)

    def _write(self, plan: SharePlan) -> None:
        ctx = self._ctx
        self._background.submit(
            lambda _cancel, _emit: write_plan(ctx, plan.pairs, blind=plan.blind, seed=plan.seed),
            done=self._written,
        )

    def _written(self, count: int) -> None:
        self.message.emit(f"{count} assignments changed" if count else "Blind review is set")
        self.changed.emit()
