"""`rerun`: the recorded experiment again in a fresh container, its outputs compared with the stored ones."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from mlrbench_gui.app.commands._output import emit_json
from mlrbench_gui.app.compose import opened, sandbox, say
from mlrbench_gui.domain.errors import InputError
from mlrbench_gui.domain.rerunning import RerunOutcome, RerunReport
from mlrbench_gui.domain.work import CancelToken, Finished
from mlrbench_gui.services.naming import resolve_run
from mlrbench_gui.services.ports.sandbox import Limits
from mlrbench_gui.services.rerunning.rerun import RerunOrder, rerun

if TYPE_CHECKING:
    from mlrbench_gui.domain.artifacts import RunFiles
    from mlrbench_gui.domain.values import RunName


def run(options: argparse.Namespace) -> int:
    """Run again and print what came of it; a folder is taken straight from disk."""
    folder = Path(options.run)
    if folder.is_dir():
        from mlrbench_gui.domain.layout import run_name_of
        from mlrbench_gui.infra.checkout.run_folders import find_run_folders
        from mlrbench_gui.infra.files.folder import FolderFiles

        found = find_run_folders(folder)
        if len(found) > 1:
            raise InputError(f"{folder}: holds {len(found)} runs; give the folder of one of them")
        (root,) = found.values()
        report = _rerun(run_name_of(root.resolve().parts), FolderFiles(root), options)
    else:
        with opened(options.workspace) as context:
            name = resolve_run(context.workspace.runs.names(), options.run)
            report = _rerun(name, context.workspace.runs.files(name), options)
    say(Finished())
    if options.json:
        emit_json(options.json, report.model_dump(mode="json"))
    if options.json != "-":
        _print(report)
    sys.stdout.flush()
    return 0


def _rerun(name: "RunName", files: "RunFiles", options: argparse.Namespace) -> RerunReport:
    limits = Limits(seconds=options.timeout)
    box = sandbox()
    try:
        order = RerunOrder(options.image, options.times, limits)
        return rerun(name, files, box, order, cancel=CancelToken(), emit=say)
    finally:
        box.close()


def _print(report: RerunReport) -> None:
    if report.outcome is RerunOutcome.CANNOT_RUN:
        print(f"{report.run}: {report.reason}")  # the reason begins with the outcome
    else:
        print(f"{report.run}: {report.outcome.value}")
        print(f"  {report.reason}")
    if report.times:
        print(f"  {report.times} re-runs in {report.image}, tolerance {report.tolerance:g} (relative)")
    told = report.hindrances if len(report.hindrances) > 1 else ()  # one alone is the reason itself
    for hindrance in told:
        place = f"{hindrance.path}:{hindrance.line}" if hindrance.line else hindrance.path or ""
        print(f"  {hindrance.obstacle.value:<10} {hindrance.text}  {place}".rstrip())
    for command in report.commands:
        ended = command.end if command.exit_code is None else f"exit {command.exit_code}"
        print(f"  action {command.action:<4} {' '.join(command.words)}  {ended}".rstrip())
    for found in report.files:
        print(f"  {found.outcome.value:<10} {found.path}: {found.reason}")
        for difference in found.differences[:5]:
            print(f"             {difference.place}: stored {difference.stored}, again {difference.again}")
        for place in found.unstable[:5]:
            print(f"             {place}: changes from one re-run to the next")
    for line in report.not_taken_out:
        print(f"  not taken out: {line}")
