"""The Jobs screen: the queue on top, the chosen job's steps and output below, and what can be done to jobs.

Commands write to the workspace and go off the GUI thread; what is shown is in memory and asked for at any time.
"""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget
from typing_extensions import override

from mlrbench_gui.domain.jobs import ENDED, JobState
from mlrbench_gui.services.jobs.output import OutputTail
from mlrbench_gui.services.jobs.queueing import Standing
from mlrbench_gui.ui.kit.actions import ActionSpec
from mlrbench_gui.ui.kit.background import Background
from mlrbench_gui.ui.kit.buttons import Button
from mlrbench_gui.ui.kit.empty import EmptyState
from mlrbench_gui.ui.kit.jobwatch import JobWatch
from mlrbench_gui.ui.kit.labels import ground, label
from mlrbench_gui.ui.kit.screen import Screen
from mlrbench_gui.ui.kit.splitter import Splitter
from mlrbench_gui.ui.screens.jobs.jobbar import JobBar
from mlrbench_gui.ui.screens.jobs.listing import JobRow, allowed, in_part, rows_of, spent_text
from mlrbench_gui.ui.screens.jobs.model import JobsModel
from mlrbench_gui.ui.screens.jobs.output_pane import OutputPane
from mlrbench_gui.ui.screens.jobs.partbar import PartBar
from mlrbench_gui.ui.screens.jobs.steps import StepsPane
from mlrbench_gui.ui.screens.jobs.table import JobsTable

_SECOND_MS = 1000
_STEPS_WIDE = 290


class JobsScreen(Screen):
    """Shows what a watch hears of its scheduler."""

    screen_id = "jobs"
    title = "Jobs"

    def __init__(
        self,
        watch: JobWatch,
        background: Background,
        *,
        go_to_runs: Callable[[], None],
        new_run: Callable[[], None],
    ) -> None:
        super().__init__()
        self._watch = watch
        self._jobs = watch.jobs
        self._background = background
        self._ask_run = new_run
        self._shown = ""
        self._tails: dict[str, OutputTail] = {}
        self._rows: Sequence[JobRow] = ()
        self.parts = PartBar()
        self.model = JobsModel(self)
        self.table = JobsTable(self.model)
        self.bar = JobBar()
        self.steps = StepsPane()
        self.output = OutputPane()
        self._slots = label("", role="text-2", size="sm")
        self.hold = Button("Pause queue", icon_name="pause", tip="Begin no further job; what runs, runs on")
        self.forget = Button("Clear ended", icon_name="trash", tip="Take away all jobs that are over")
        self.new_run = Button("New run…", icon_name="add", kind="primary", tip="Ctrl N")
        self.new_run.clicked.connect(new_run)
        self.empty = EmptyState(
            "No job yet",
            "Runs, audits, second opinions and re-runs that you ask for stand here while they wait, while they work, "
            "and after. Select runs and press Ctrl R to audit them.",
            "Go to Runs",
        )
        self.empty.pressed.connect(go_to_runs)
        self._left, self._right = self._topbar_left(), self._topbar_right()
        self._second = QTimer(self, interval=_SECOND_MS)
        self._lay_out()
        self._connect()
        self.reload()

    @classmethod
    @override
    def specs(cls) -> tuple[ActionSpec, ...]:
        return (
            ActionSpec("jobs.run", "Run stages on tasks", ("Ctrl+N",)),
            ActionSpec("jobs.pause", "Pause the job, or let it go on", ("P",), cls.screen_id),
            ActionSpec("jobs.go-on", "Resume or retry the job", ("Ctrl+R",), cls.screen_id),
            ActionSpec("jobs.cancel", "Cancel the job", ("Del",), cls.screen_id),
            ActionSpec("jobs.raise", "Raise the job's priority", ("Alt+Up",), cls.screen_id),
            ActionSpec("jobs.lower", "Lower the job's priority", ("Alt+Down",), cls.screen_id),
            ActionSpec("jobs.hold", "Pause the queue, or let it go on", ("Shift+P",), cls.screen_id),
            ActionSpec("jobs.forget", "Clear jobs that are over", ("Ctrl+Backspace",), cls.screen_id),
            ActionSpec(
                "jobs.part", "Show all, running, waiting, failed or finished jobs", ("V",), cls.screen_id
            ),
            ActionSpec("jobs.follow", "Follow the end of the output", ("F",), cls.screen_id),
            ActionSpec("jobs.find", "Find in the output", ("Ctrl+F",), cls.screen_id),
        )

    @override
    def handlers(self) -> dict[str, Callable[[], None]]:
        return {
            "jobs.run": self._ask_run,
            "jobs.pause": self._pause_or_go_on,
            "jobs.go-on": partial(self._command, "go-on"),
            "jobs.cancel": partial(self._command, "cancel"),
            "jobs.raise": partial(self._command, "raise"),
            "jobs.lower": partial(self._command, "lower"),
            "jobs.hold": self._toggle_hold,
            "jobs.forget": self._forget,
            "jobs.part": self.parts.step,
            "jobs.follow": self.output.toggle_follow,
            "jobs.find": self._find,
        }

    @override
    def topbar(self) -> QWidget | None:
        return self._left

    @override
    def topbar_right(self) -> QWidget | None:
        return self._right

    @override
    def status_keys(self) -> tuple[tuple[str, str], ...]:
        if not self._rows:
            return (("Enter", "go to runs"), ("Ctrl+N", "new run"))
        return (
            ("↑ / ↓", "job"),
            ("P", "pause"),
            ("Ctrl+R", "resume, retry"),
            ("Del", "cancel"),
            ("V", "which jobs"),
            ("Alt+Up / Alt+Down", "priority"),
            ("Ctrl+F", "find"),
            ("F", "follow"),
        )

    @override
    def status_left(self) -> str:
        row = self.table.current_row()
        return row.state if row is not None else ""

    @override
    def entered(self) -> None:
        self._run(self._jobs.refresh, self.reload)
        (self.table if self._rows else self.empty).setFocus()

    @override
    def workspace_changed(self) -> None:
        self._run(self._jobs.refresh, self.reload)

    @override
    def close_layer(self) -> bool:
        if self.output.field.text() or self.output.field.hasFocus():
            self.output.leave_find()
            return True
        return False

    def reload(self) -> None:
        """Show jobs as they stand; the keyboard stays on its job."""
        standings = self._jobs.standings()
        self._rows = rows = rows_of(standings, self._jobs.kinds, self._jobs.clock())
        self.parts.show_counts(rows)
        before = self.table.current_row()
        scroll = self.table.verticalScrollBar().value()
        if self.model.show_rows(in_part(rows, self.parts.part)):
            self.table.choose(before.job.id if before is not None else None)
            if before is not None:
                self.table.verticalScrollBar().setValue(scroll)
        had_keyboard = self.empty.isAncestorOf(self.focusWidget())
        self._pages.setCurrentWidget(self._listed if rows else self.empty)
        if rows and had_keyboard:
            self.table.setFocus()
        self._say_totals(rows, standings)
        self._tick(on=any(row.job.state is JobState.RUNNING for row in rows))
        self._show_current()

    # --- showing

    def _show_part(self) -> None:
        """Show the part of the jobs that is wished."""
        self.table.say_none(self.parts.none())
        self.reload()

    def _say_totals(self, rows: Sequence[JobRow], standings: Sequence[Standing]) -> None:
        costs = [row.job.cost for row in rows if row.job.tokens]
        known = [cost for cost in costs if cost is not None]
        total = sum(known) if len(known) == len(costs) else None
        spent = spent_text(sum(row.job.tokens for row in rows), total)
        self.parts.spent.setText(f"Spent in all  {spent}" if spent else "")
        taken = sum(item.here for item in standings if item.job.state is JobState.RUNNING)
        self._slots.setText(f"Slots {taken} of {self._jobs.limits.threads}")
        self.hold.setText("Let the queue go on" if self._jobs.held else "Pause queue")
        self.forget.setEnabled(any(row.job.state in ENDED for row in rows))

    def _show_current(self) -> None:
        row = self.table.current_row()
        self.bar.show_row(row)
        self.steps.show_job(row.job if row is not None else None)
        id_ = row.job.id if row is not None else ""
        live = self._jobs.tail(id_)
        if live is not None:
            self.output.show_tail(live)
        elif id_ != self._shown:
            self.output.show_tail(self._tails.get(id_))
            if id_:  # read anew each time: it may have been read before the job printed
                self._read_output(id_)
        self._shown = id_
        self.status_changed.emit()

    def _read_output(self, id_: str) -> None:
        self._background.submit(
            lambda _cancel, _emit: self._jobs.output(id_), done=lambda tail: self._output_read(id_, tail)
        )

    def _output_read(self, id_: str, tail: OutputTail) -> None:
        self._tails[id_] = tail
        if id_ == self._shown and self._jobs.tail(id_) is None:
            self.output.show_tail(tail)

    def _printed(self, ids: frozenset[str]) -> None:
        if self._shown in ids and self.isVisible():
            self.output.refresh()

    def _tick(self, on: bool) -> None:
        if on != self._second.isActive():
            self._second.start() if on else self._second.stop()

    # --- commands

    def _command(self, name: str) -> None:
        row = self.table.current_row()
        if row is None:
            return
        can, id_ = allowed(row.standing), row.job.id
        commands: dict[str, tuple[bool, Callable[[], None]]] = {
            "pause": (can.pause, lambda: self._jobs.pause(id_)),
            "go-on": (can.go_on or can.retry, lambda: self._jobs.go_on(id_)),
            "cancel": (can.cancel, lambda: self._jobs.cancel(id_)),
            "raise": (can.move, lambda: self._jobs.move(id_, 1)),
            "lower": (can.move, lambda: self._jobs.move(id_, -1)),
        }
        able, command = commands[name]
        if able:
            self._run(command, self.reload)
        else:
            self.message.emit(f"This cannot be done to a job that is {row.job.state}")

    def _pause_or_go_on(self) -> None:
        row = self.table.current_row()
        if row is not None:
            self._command("go-on" if allowed(row.standing).go_on else "pause")

    def _toggle_hold(self) -> None:
        on = not self._jobs.held
        self._run(lambda: self._jobs.hold(on=on), self.reload)

    def _forget(self) -> None:
        self._run(self._jobs.forget_ended, self.reload)

    def _find(self) -> None:
        self.output.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.output.field.selectAll()

    def _run(self, command: Callable[[], object], then: Callable[[], None]) -> None:
        self._background.submit(
            lambda _cancel, _emit: command(), done=lambda _none: then(), failed=self.message.emit
        )

    # --- making

    def _connect(self) -> None:
        self._watch.changed.connect(self.reload)
        self.parts.chosen.connect(self._show_part)
        self._watch.printed.connect(self._printed)
        self.table.moved.connect(self._show_current)
        self.bar.wanted.connect(self._command)
        self.hold.clicked.connect(self._toggle_hold)
        self.forget.clicked.connect(self._forget)
        self.output.message.connect(self.message)
        self._second.timeout.connect(self.reload)

    def _topbar_left(self) -> QWidget:
        box = QWidget()
        row = QHBoxLayout(box)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(10)
        row.addWidget(label("Jobs", size="lg", weight="semibold"))
        return box

    def _topbar_right(self) -> QWidget:
        box = QWidget()
        row = QHBoxLayout(box)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        for part in (self._slots, self.hold, self.forget, self.new_run):
            row.addWidget(part)
        return box

    def _lay_out(self) -> None:
        ground(self, "panel")
        below = Splitter(Qt.Orientation.Horizontal, key="jobs/steps")
        below.addWidget(self.steps)
        below.addWidget(self.output)
        below.setStretchFactor(1, 1)
        if not below.restore():
            below.setSizes([_STEPS_WIDE, 3 * _STEPS_WIDE])
        foot = QWidget()
        column = QVBoxLayout(foot)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.bar)
        column.addWidget(below, 1)
        self._body = Splitter(Qt.Orientation.Vertical, key="jobs/queue")
        self._body.addWidget(self.table)
        self._body.addWidget(foot)
        self._body.setStretchFactor(1, 1)
        if not self._body.restore():
            self._body.setSizes([240, 560])
        self._pages = QStackedWidget()
        listed = QWidget()
        whole = QVBoxLayout(listed)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(self.parts)
        whole.addWidget(self._body, 1)
        self._listed = listed
        self._pages.addWidget(listed)
        self._pages.addWidget(self.empty)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self._pages)
