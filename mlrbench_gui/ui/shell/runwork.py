"""What the window does with runs in the background: import, audit, report, the sample; with progress and an end."""

from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from mlrbench_gui.domain.jobs import Job as QueuedJob
from mlrbench_gui.domain.jobs import JobState
from mlrbench_gui.domain.runs import ImportReport, Irregularity
from mlrbench_gui.domain.values import RunName
from mlrbench_gui.domain.work import CancelToken, Emit, Event, Finished, Progress, RunsChanged
from mlrbench_gui.services.jobs.audits import audit_order
from mlrbench_gui.services.jobs.kinds import JobOrder
from mlrbench_gui.services.jobs.reruns import rerun_order
from mlrbench_gui.services.jobs.scheduler import Scheduler
from mlrbench_gui.ui.kit.background import Background, Job
from mlrbench_gui.ui.kit.jobwatch import JobWatch
from mlrbench_gui.ui.shell.importing import ImportSheet, counted_odd
from mlrbench_gui.ui.shell.jobs import JobBoard
from mlrbench_gui.ui.shell.newrun.choices import RunPlan
from mlrbench_gui.ui.shell.newrun.sheet import NewRunSheet
from mlrbench_gui.ui.shell.panel.choices import PanelPlan
from mlrbench_gui.ui.shell.panel.sheet import PanelSheet
from mlrbench_gui.ui.shell.reporting import ReportSheet
from mlrbench_gui.ui.shell.sharing.work import SharingWork
from mlrbench_gui.ui.shell.wiring import ReportPlan, Wiring

if TYPE_CHECKING:
    from mlrbench_gui.services.judging.estimating import PanelEstimate
    from mlrbench_gui.services.running.estimating import Estimate
    from mlrbench_gui.ui.shell.panel.choices import JudgeChoice

T = TypeVar("T")


class RunWork(QObject):
    """`changed` after anything was stored, `opened` with a run to show, `queued` with the screen of jobs.

    `busy` tells what the start screen waits for.
    """

    changed = Signal()
    opened = Signal(str)
    queued = Signal(str)
    message = Signal(str)
    busy = Signal(str)

    def __init__(self, wiring: Wiring, background: Background, board: JobBoard, window: QWidget) -> None:
        super().__init__(window)
        self._wiring = wiring
        self._background = background
        self._board = board
        self._import: Job[ImportReport] | None = None
        self._window = window
        self.watch = JobWatch(_jobs_of(wiring), background, self)
        self.watch.ended.connect(self._job_ended)
        self.watch.runs_changed.connect(self.changed)

    @cached_property
    def sheet(self) -> ImportSheet:
        """The sheet of imports, made when it is first asked for."""
        made = ImportSheet(self._window)
        made.import_wanted.connect(self.start_import)
        made.cancel_wanted.connect(self._cancel_import)
        return made

    @cached_property
    def report(self) -> ReportSheet:
        """The sheet of reports, made when it is first asked for."""
        made = ReportSheet(self._window, self._wiring.report_formats)
        made.report_wanted.connect(self.write_reports)
        return made

    @cached_property
    def new_run(self) -> NewRunSheet:
        """The sheet of new runs, made when it is first asked for."""
        made = NewRunSheet(self._window)
        made.estimate_wanted.connect(self._estimate)
        made.start_wanted.connect(self.run_stages)
        return made

    @cached_property
    def sharing(self) -> SharingWork:
        """Sharing runs out among reviewers, made when it is first asked for."""
        made = SharingWork(self._wiring.context, self._background, self._window)
        made.changed.connect(self.changed)
        made.message.connect(self.message)
        return made

    def share_out(self) -> None:
        """Ask who reviews what."""
        self.sharing.ask()

    @cached_property
    def panel(self) -> PanelSheet:
        """The sheet of judges, made when it is first asked for."""
        made = PanelSheet(self._window)
        made.estimate_wanted.connect(self._estimate_panel)
        made.start_wanted.connect(self.judge)
        return made

    def ask_panel(self, runs: tuple[RunName, ...]) -> None:
        """Ask who is to judge these runs; who can, and what their scores are worth, is read while the sheet is open."""
        if runs:
            asked = self._wiring.panel_runs
            self.panel.ask(runs)
            self._background.submit(lambda _cancel, _emit: asked.choices(), done=self._offer_judges)

    def _offer_judges(self, choices: "tuple[JudgeChoice, ...]") -> None:
        worth = self._wiring.panel_runs.worth
        self.panel.offer(choices)
        self._background.submit(lambda _cancel, _emit: worth(), done=self.panel.form.tell_worth)

    def judge(self, plan: PanelPlan) -> None:
        """Ask the judges as a job."""
        self.watch.submit(lambda: self._wiring.panel_runs.order(plan))
        self.message.emit("Judging: see Jobs for how far it is")

    def _estimate_panel(self, plan: PanelPlan) -> None:
        def told(found: "PanelEstimate") -> None:
            if self.panel.plan() == plan:
                self.panel.show_estimate(found)

        def failed(text: str) -> None:
            if self.panel.plan() == plan:
                self.panel.fail(text)

        estimate = self._wiring.panel_runs.estimate
        self._background.submit(lambda _cancel, _emit: estimate(plan), done=told, failed=failed)

    def ask_run(self, tasks: tuple[str, ...] = ()) -> None:
        """Ask what to run, on these tasks if any; choices are read first, and the engine is looked for beside."""
        runs = self._wiring.stage_runs
        self._background.submit(
            lambda _cancel, _emit: runs.choices(), done=lambda found: self.new_run.offer(found, tasks)
        )
        self._background.submit(lambda _cancel, _emit: runs.engine(), done=self.new_run.form.show_engine)

    def run_stages(self, plan: RunPlan) -> None:
        """Run stages as a job."""
        self.watch.submit(lambda: self._wiring.stage_runs.order(plan))
        self.queued.emit("jobs")

    def _estimate(self, plan: RunPlan) -> None:
        def told(found: "Estimate") -> None:
            if self.new_run.plan() == plan:
                self.new_run.show_estimate(found)

        def failed(text: str) -> None:
            if self.new_run.plan() == plan:
                self.new_run.say(text, wrong=True)

        estimate = self._wiring.stage_runs.estimate
        self._background.submit(
            lambda _cancel, _emit: estimate(plan),
            done=told,
            failed=failed,
        )

    def ask_import(self, path: Path | None = None) -> None:
        """Ask what to import, with a path already filled in."""
        self.sheet.ask(path)

    def show_irregularities(self, items: Sequence[Irregularity]) -> None:
        """What was irregular in all imports of the workspace."""
        self.sheet.show_kept(items)

    def start_import(self, path: Path) -> None:
        """Read the path into the workspace."""
        if self._import is not None and self._import.running:
            self.message.emit("An import is under way; wait for its end or cancel it")
            return
        self.sheet.show_start(path)
        self._import = self._background.submit(
            lambda cancel, emit: self._wiring.import_path(path, cancel, emit),
            done=self._imported,
            failed=self.sheet.show_end,
            event=self._import_event,
            name=f"Import {path.name}",
        )

    def audit_runs(self, runs: tuple[RunName, ...]) -> None:
        """Audit these runs anew, as a job."""
        if runs:
            self.watch.submit(lambda: audit_order(runs))
            self.message.emit("Audit: see Jobs for how far it is")

    def rerun(self, runs: tuple[RunName, ...]) -> None:
        """Run the experiments of these runs again, as a job."""
        if runs:
            self.watch.submit(lambda: _rerun_of(runs, self._wiring.rerun_image))
            self.message.emit("Running again: see Jobs for how far it is")

    def open_sample(self) -> None:
        """Bring the sample run in, audited, and show it."""
        self.busy.emit("Opening the sample run")
        self._submit(
            "Open the sample run", self._wiring.open_sample, self._sample_opened, self._sample_failed
        )

    def ask_report(self, runs: tuple[RunName, ...]) -> None:
        """Ask for formats and folder of a report."""
        if runs:
            self.report.ask(runs)

    def write_reports(self, runs: tuple[RunName, ...], plan: ReportPlan) -> None:
        """Write the reports, each run's files into the folder."""
        title = "Write a report" if len(runs) == 1 else f"Write {len(runs)} reports"

        def write(run: RunName, cancel: CancelToken, emit: Emit) -> tuple[Path, ...]:
            return self._wiring.write_report(run, plan, cancel, emit)

        self._submit(title, lambda cancel, emit: _write_all(runs, write, cancel, emit), self._written)

    def _submit(self, name: str, fn: object, done: object, failed: object = None) -> None:
        holder: list[Job[object]] = []

        def heard(event: Event) -> None:
            if holder:
                self._board.heard(holder[0], event)
            self._changed_by(event)

        job = self._background.submit(fn, done=done, failed=failed, event=heard, name=name)  # type: ignore[arg-type, var-annotated]
        holder.append(job)

    def _changed_by(self, event: Event) -> None:
        if isinstance(event, RunsChanged):
            self.changed.emit()

    def _import_event(self, event: Event) -> None:
        self.sheet.show_event(event)
        if self._import is not None:
            self._board.heard(self._import, event)  # type: ignore[arg-type]  # the board takes jobs of any result
        if isinstance(event, Finished) and event.cancelled:
            self.sheet.show_end("Cancelled. Nothing was kept.")

    def _imported(self, report: ImportReport) -> None:
        self.sheet.show_report(report)
        new = sum(count for key, count in report.new.items() if key.endswith("runs"))
        odd = len(report.irregularities)
        runs = f"{new} new run{'' if new == 1 else 's'}"
        self.message.emit(f"Imported {runs}" + (f", {counted_odd(odd)}" if odd else ""))
        self.changed.emit()

    def _cancel_import(self) -> None:
        if self._import is not None:
            self._import.cancel()
            self.sheet.cancel.setEnabled(False)

    def _job_ended(self, job: QueuedJob) -> None:
        match job.state:
            case JobState.FAILED:
                self._background.failure.emit(f"{job.title}: {job.reason}")
            case JobState.DONE:
                self.message.emit(f"{job.title}: {job.outcome}")
            case _:
                pass

    def _sample_opened(self, run: RunName) -> None:
        self.busy.emit("")
        self.changed.emit()
        self.opened.emit(run)

    def _sample_failed(self, text: str) -> None:
        self.busy.emit("")
        self._background.failure.emit(text)

    def _written(self, paths: tuple[Path, ...]) -> None:
        self.report.show_written(paths)
        self.message.emit(
            f"Wrote {len(paths)} file{'' if len(paths) == 1 else 's'} to {paths[0].parent}"
            if paths
            else "Nothing was written"
        )


def _jobs_of(wiring: Wiring) -> Scheduler:
    if wiring.context.jobs is None:
        raise ValueError("a window needs a queue of jobs")
    return wiring.context.jobs


def _write_all(
    runs: tuple[RunName, ...],
    write: Callable[[RunName, CancelToken, Emit], tuple[Path, ...]],
    cancel: CancelToken,
    emit: Emit,
) -> tuple[Path, ...]:
    written: list[Path] = []
    for done, run in enumerate(runs):
        cancel.check()
        emit(Progress(done, len(runs), run))
        written += write(run, cancel, emit)
    return tuple(written)


def _rerun_of(runs: tuple[RunName, ...], image: str) -> JobOrder:
    from mlrbench_gui.services.rerunning.rerun import RerunOrder  # the rules load when they are needed

    return rerun_order(runs, RerunOrder(image))
