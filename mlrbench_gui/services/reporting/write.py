"""Write a report: all files are made in a temporary folder first, so that an earlier report is never half lost."""

from collections.abc import Sequence
from pathlib import Path

from mlrbench_gui.domain.errors import InputError
from mlrbench_gui.domain.values import RelPath, RunName
from mlrbench_gui.domain.work import CancelToken, Emit, Progress
from mlrbench_gui.services.auditing import audit_stored
from mlrbench_gui.services.context import Context
from mlrbench_gui.services.judging.calibrating import calibration_of
from mlrbench_gui.services.papers import built_paper
from mlrbench_gui.services.ports.papers import BuiltPaper
from mlrbench_gui.services.reporting.data import ReportData
from mlrbench_gui.services.reporting.gather import report_data
from mlrbench_gui.services.reporting.names import file_stem
from mlrbench_gui.services.reporting.staging import staged
from mlrbench_gui.services.reporting.writer import ReportWriter
from mlrbench_gui.services.reviewing import load_view


def write_report(
    ctx: Context, run: RunName, folder: Path, formats: Sequence[str], *, cancel: CancelToken, emit: Emit
) -> tuple[Path, ...]:
    """Write the run's report into the folder, one or more files a format, and give their paths.

    A run that was not audited yet, or whose audit is out of date, is audited first. Raises InputError for an unknown
    format or a folder that cannot be written; what was there before is then untouched.
    """
    writers = _chosen(ctx, formats)
    report = _report(ctx, run, cancel, emit)
    papers = _Papers(ctx, run)
    with staged(folder) as staging:
        names: list[str] = []
        for done, (name, writer) in enumerate(writers):
            cancel.check()
            emit(Progress(done, len(writers), f"report: {name}"))
            for file in writer(report, papers):
                names.append(f"{file_stem(run)}{file.suffix}")
                (staging / names[-1]).write_bytes(file.data)
        cancel.check()
        for name in names:
            (staging / name).replace(folder / name)
    emit(Progress(len(writers), len(writers), "report"))
    return tuple(folder / name for name in names)


def _chosen(ctx: Context, formats: Sequence[str]) -> list[tuple[str, ReportWriter]]:
    unknown = [name for name in formats if name not in ctx.report_writers]
    if unknown:
        raise InputError(f"no report format {', '.join(unknown)}; there are {', '.join(ctx.report_writers)}")
    return [(name, ctx.report_writers[name]) for name in dict.fromkeys(formats)]


def _report(ctx: Context, run: RunName, cancel: CancelToken, emit: Emit) -> ReportData:
    audit_stored(ctx, run, cancel=cancel, emit=emit)
    return report_data(
        load_view(ctx, run),
        made_at=ctx.clock(),
        made_by=ctx.author(),
        irregularities=ctx.workspace.irregularities(),
        calibration=calibration_of(ctx.workspace),
    )


class _Papers:
    """The run's papers as PDF, built when a writer asks, and its files."""

    def __init__(self, ctx: Context, run: RunName) -> None:
        self._ctx = ctx
        self._run = run

    def built(self, path: RelPath) -> BuiltPaper:
        return built_paper(self._ctx, self._run, path)

    def file(self, path: RelPath) -> bytes:
        return self._ctx.workspace.runs.files(self._run).read(path)
