"""The sample run: into a workspace of its own, audited; without a display its report and a picture instead."""

import argparse
import os
import sys
from pathlib import Path

from mlrbench_gui.app.compose import data_folder, default_workspace, opened, say
from mlrbench_gui.domain.resources import resource
from mlrbench_gui.domain.values import RunName
from mlrbench_gui.domain.work import CancelToken, Emit, Finished
from mlrbench_gui.services.auditing import audit_stored
from mlrbench_gui.services.context import Context
from mlrbench_gui.services.importing import import_path
from mlrbench_gui.services.reporting.write import write_report

SAMPLE_RUN = RunName("end2end_sample/iclr2025_calibration")
PICTURE_SIZE = (1280, 800)


def open_sample(context: Context, cancel: CancelToken, emit: Emit) -> RunName:
    """Import and audit the bundled sample run; cheap when the workspace has it already."""
    from mlrbench_gui.infra.checkout.reader import read_records

    import_path(
        context.workspace,
        resource("sample"),
        open_tree=context.open_tree,
        read_records=read_records,
        cancel=cancel,
        emit=emit,
    )
    audit_stored(context, SAMPLE_RUN, cancel=cancel, emit=emit)
    return SAMPLE_RUN


def demo_workspace(asked: Path) -> Path:
    """The workspace that was asked for; by default one beside the user's own, which the demo leaves alone."""
    return data_folder() / "demo.mlrb" if asked == default_workspace() else asked


def make_demo(workspace: Path) -> RunName:
    """Make the demo workspace, or bring it up to date."""
    with opened(workspace, create=True) as context:
        run = open_sample(context, CancelToken(), say)
        say(Finished())
    return run


def has_display() -> bool:
    """Whether a window could be seen."""
    if os.environ.get("QT_QPA_PLATFORM", "") in ("offscreen", "minimal"):
        return False
    return sys.platform in ("win32", "darwin") or bool(
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    )


def write_demo(workspace: Path, folder: Path) -> tuple[Path, ...]:
    """The sample's report in all formats and a picture of the audit screen, in that folder."""
    with opened(workspace, create=True) as context:
        run = open_sample(context, CancelToken(), say)
        paths = write_report(
            context, run, folder, tuple(context.report_writers), cancel=CancelToken(), emit=say
        )
        say(Finished())
    return (*paths, picture(workspace, run, folder / "audit-screen.png"))


def picture(workspace: Path, run: RunName, target: Path) -> Path:
    """The audit screen of the run as a PNG."""
    from mlrbench_gui.app.snapshot import Shot, take

    return take(Shot(screen="audit", output=target, workspace=workspace, run=run, size=PICTURE_SIZE))


def run_demo(options: argparse.Namespace) -> int:
    """Show the sample run in the window; without a display, or with -o, write its report and a picture."""
    workspace = demo_workspace(options.workspace)
    if options.output is None and has_display():
        from mlrbench_gui.app.gui import run_window

        return run_window(workspace, run=make_demo(workspace))
    folder = options.output or workspace.parent / "demo-report"
    for path in write_demo(workspace, folder):
        print(path)
    return 0
