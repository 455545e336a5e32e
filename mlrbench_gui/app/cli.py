"""The command line: what can be asked, and how every ending becomes an exit code.

0 done · 1 done, and what `--fail-on` asks about was found · 2 bad usage or input · 3 an outside part is missing ·
130 interrupted. Progress goes to stderr, results to stdout.
"""

import argparse
import contextlib
import io
import logging
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from mlrbench_gui.app import arguments, commands
from mlrbench_gui.app.audit_options import add_audit, add_info
from mlrbench_gui.app.cluster_options import add_cluster
from mlrbench_gui.app.compose import default_workspace, rerun_image, version
from mlrbench_gui.app.gate_options import add_gate
from mlrbench_gui.app.job_options import add_jobs
from mlrbench_gui.app.judge_options import add_judge
from mlrbench_gui.app.merge_options import add_merge
from mlrbench_gui.app.people_options import add_assign, add_reviews
from mlrbench_gui.app.report_options import add_report
from mlrbench_gui.app.run_options import add_run
from mlrbench_gui.app.score_options import add_scores
from mlrbench_gui.app.screens import LAYERS, SCREENS
from mlrbench_gui.domain.errors import Cancelled, InputError, MissingPart, MlrbenchError


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; returns its exit code. Errors are one line on stderr, never a traceback."""
    _ready_streams()
    options = _parser().parse_args(argv)
    logging.basicConfig(level=logging.DEBUG if options.debug else logging.WARNING, stream=sys.stderr)
    try:
        return _dispatch(options)
    except (KeyboardInterrupt, Cancelled):
        _complain("interrupted; nothing half done was kept")
        return 130
    except MissingPart as error:
        _complain(str(error))
        return 3
    except (InputError, MlrbenchError) as error:
        _complain(str(error))
        return 2
    except BrokenPipeError:
        _drop_output()
        return 0
    except OSError as error:
        _drop_output()
        _complain(f"{error.filename or 'output'}: {error.strerror or error}")
        return 2


def _ready_streams() -> None:
    """Results are UTF-8 wherever they go, and a closed stream is an empty one."""
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123 -- lives as long as the process
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")


def _drop_output() -> None:
    """What stdout could not take is not tried again when the process ends."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _complain(text: str) -> None:
    print(f"mlrbench-gui: {' '.join(text.split())}", file=sys.stderr)


def _dispatch(options: argparse.Namespace) -> int:
    # Imported by name when asked for: each command loads only what it needs.
    import importlib

    name = options.command or "window"
    module = importlib.import_module(f"{commands.__name__}.{name.replace('-', '_')}_command")
    code = int(module.run(options))
    sys.stdout.flush()  # here, where a full disk or a closed pipe is still told as such
    return code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="mlrbench-gui",
        description="Audit AI-written research papers against the evidence that their runs left. "
        "With no command the window opens.",
    )
    parser.add_argument("--version", action="version", version=f"mlrbench-gui {version()}")
    parser.add_argument("--debug", action="store_true", help="log details to stderr")
    parser.add_argument(
        "--workspace",
        type=arguments.place,
        metavar="FILE",
        default=default_workspace(),
        help="the workspace: a file, or postgresql://USER@HOST/DATABASE (default: $MLRBENCH_WORKSPACE, else "
        "%(default)s)",
    )
    parser.set_defaults(command=None)
    sub = parser.add_subparsers(dest="command", metavar="COMMAND")
    _add_demo(sub)
    _add_import(sub)
    add_audit(sub)
    add_cluster(sub)
    add_info(sub)
    _add_diff(sub)
    add_gate(sub)
    add_jobs(sub)
    add_judge(sub)
    _add_opinions(sub)
    add_merge(sub)
    add_assign(sub)
    add_reviews(sub)
    add_report(sub)
    add_run(sub)
    _add_rerun(sub)
    _add_export(sub)
    add_scores(sub)
    _add_tasks(sub)
    _add_snapshot(sub)
    _add_doctor(sub)
    arguments.take_everywhere(parser)
    return parser


def _add_demo(sub: arguments.Subparsers) -> None:
    demo = sub.add_parser("demo", help="open a workspace with the bundled sample run audited")
    demo.add_argument("-o", dest="output", type=Path, metavar="DIR", help="where to write without a display")


def _add_import(sub: arguments.Subparsers) -> None:
    command = sub.add_parser(
        "import", help="import a checkout, an agent folder, one run, or an archive of these"
    )
    command.add_argument("paths", nargs="+", type=arguments.path, metavar="PATH")
    command.add_argument("--json", metavar="FILE", help="totals and irregularities as JSON; - for stdout")


def _add_diff(sub: arguments.Subparsers) -> None:
    diff = sub.add_parser(
        "diff",
        help="what changed between two audits, and why",
        description="Each side is an imported run, a run's folder, or the JSON of an audit. RUN~1 is the audit before "
        "the run's latest; a RUN alone is compared with that one.",
    )
    diff.add_argument("sides", nargs="+", action=arguments.OneOrTwo, metavar="RUN_OR_AUDIT")
    diff.add_argument("--json", metavar="FILE", help="as JSON; - for stdout")


def _add_export(sub: arguments.Subparsers) -> None:
    export = sub.add_parser(
        "export",
        help="write a run as a folder in the layout of the benchmark",
        description="The folder lies below DIR where a checkout has it, and its audit is that of the run.",
    )
    export.add_argument("run", metavar="RUN")
    export.add_argument("-o", "--output", type=arguments.path, required=True, metavar="DIR")


def _add_rerun(sub: arguments.Subparsers) -> None:
    rerun = sub.add_parser(
        "rerun",
        help="run the recorded experiment again in a fresh container and compare its outputs",
        description="Runs the recorded commands on the recorded code without network, and tells whether the stored "
        "values come out (reproduced), where they differ, or why it cannot run.",
    )
    rerun.add_argument("run", metavar="RUN_OR_PATH")
    rerun.add_argument(
        "--image",
        default=rerun_image(),
        help="the container image (default: $MLRBENCH_RERUN_IMAGE, else %(default)s)",
    )
    rerun.add_argument(
        "--timeout",
        type=arguments.amount,
        default=600.0,
        metavar="SECONDS",
        help="for all commands (default 600)",
    )
    rerun.add_argument(
        "--times", type=arguments.positive, default=1, metavar="N", help="run N times; random results differ"
    )
    rerun.add_argument("--json", metavar="FILE", help="as JSON; - for stdout")


def _add_opinions(sub: arguments.Subparsers) -> None:
    opinions = sub.add_parser(
        "opinions",
        help="ask a model for a second opinion on claims that the rules leave open",
        description="Sends the claims with the values nearest by name to the model that is set. Opinions stand beside "
        "the verdicts of the rules and change none of them.",
    )
    opinions.add_argument("run", metavar="RUN")
    opinions.add_argument("--profile", metavar="NAME", help="the model's profile (default: the first)")
    opinions.add_argument(
        "--claims", type=arguments.names, default=(), metavar="LIST", help="these alone, such as c3,c20"
    )
    opinions.add_argument("--most-claims", type=arguments.positive, metavar="N", help="the N least sure")
    opinions.add_argument(
        "--most-tokens", type=arguments.positive, metavar="N", help="stop before so many are used"
    )
    opinions.add_argument(
        "--most-cost", type=arguments.amount, metavar="X", help="stop before so much is spent"
    )
    opinions.add_argument("--kept", action="store_true", help="print the opinions that are kept, ask nothing")
    opinions.add_argument("--json", metavar="FILE", help="as JSON; - for stdout")


def _add_tasks(sub: arguments.Subparsers) -> None:
    tasks = sub.add_parser("tasks", help="the catalogue of 201 tasks")
    verbs = tasks.add_subparsers(dest="verb", required=True, metavar="list | import | verify")
    listing = verbs.add_parser("list", help="one line a task, and the totals by topic")
    listing.add_argument("--json", metavar="FILE", help="as JSON; - for stdout")
    fetch = verbs.add_parser("import", help="keep the official texts of a checkout in the workspace")
    fetch.add_argument("path", type=Path, metavar="PATH")
    verify = verbs.add_parser("verify", help="check official texts by hash: of PATH, else of the workspace")
    verify.add_argument("path", type=Path, nargs="?", metavar="PATH")


def _add_snapshot(sub: arguments.Subparsers) -> None:
    snapshot = sub.add_parser("snapshot", help="a picture of a screen, rendered offscreen")
    snapshot.add_argument("screen", choices=SCREENS, metavar="SCREEN", help=", ".join(SCREENS))
    snapshot.add_argument("--run", metavar="RUN")
    snapshot.add_argument("-o", dest="output", type=Path, required=True, metavar="FILE.png")
    snapshot.add_argument(
        "--size", type=arguments.size, default=(1280, 800), metavar="WxH", help="logical pixels"
    )
    snapshot.add_argument("--scale", type=int, choices=(1, 2), default=1)
    snapshot.add_argument("--theme", choices=("light", "dark"), default="light")
    snapshot.add_argument("--claim", metavar="ID", help="the claim to open, such as c20")
    snapshot.add_argument("--layer", choices=LAYERS, help="what lies over the screen")


def _add_doctor(sub: arguments.Subparsers) -> None:
    doctor = sub.add_parser("doctor", help="what is installed, reachable and missing")
    doctor.add_argument("--json", metavar="FILE", help="as JSON; - for stdout")
