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

from typing_extensions import override

from mlrbench_gui.app import commands
from mlrbench_gui.app.audit_options import add_audit, add_info, add_shard
from mlrbench_gui.app.compose import cores, default_workspace, rerun_image, version
from mlrbench_gui.app.gate_options import add_gate
from mlrbench_gui.app.job_options import Readers, add_jobs
from mlrbench_gui.app.judge_options import JudgeReaders, add_judge
from mlrbench_gui.app.limit_options import add_limits
from mlrbench_gui.app.merge_options import add_merge
from mlrbench_gui.app.report_options import add_report
from mlrbench_gui.app.score_options import add_scores
from mlrbench_gui.domain.errors import Cancelled, InputError, MissingPart, MlrbenchError
from mlrbench_gui.domain.values import Mode, Stage

SCREENS = ("runs", "audit", "benchmark", "jobs", "settings", "first-start")
LAYERS = (
    *("keys", "search", "import", "gate", "candidates", "table"),
    *("findings", "dismiss", "trail", "timeline", "history", "beside", "wizard", "behind"),
)
GATE_POLICIES = ("strict", "warn", "off")
LIMITS = ("money", "tokens", "minutes")


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
        type=Path,
        metavar="FILE",
        default=default_workspace(),
        help="the workspace file (default: $MLRBENCH_WORKSPACE, else %(default)s)",
    )
    parser.set_defaults(command=None)
    sub = parser.add_subparsers(dest="command", metavar="COMMAND")
    _add_demo(sub)
    _add_import(sub)
    add_audit(sub, _positive)
    add_info(sub)
    _add_diff(sub)
    add_gate(sub)
    add_jobs(sub, Readers(_stages, _mode, _budget, _path))
    add_judge(sub, JudgeReaders(_names, _budget, _positive))
    _add_opinions(sub)
    add_merge(sub, _path)
    add_report(sub)
    _add_run(sub)
    _add_rerun(sub)
    _add_export(sub)
    add_scores(sub)
    _add_tasks(sub)
    _add_snapshot(sub)
    _add_doctor(sub)
    return parser


_Sub = argparse._SubParsersAction  # noqa: SLF001 -- argparse has no public name for it


def _add_demo(sub: "_Sub[argparse.ArgumentParser]") -> None:
    demo = sub.add_parser("demo", help="open a workspace with the bundled sample run audited")
    demo.add_argument("-o", dest="output", type=Path, metavar="DIR", help="where to write without a display")


def _add_import(sub: "_Sub[argparse.ArgumentParser]") -> None:
    command = sub.add_parser(
        "import", help="import a checkout, an agent folder, one run, or an archive of these"
    )
    command.add_argument("paths", nargs="+", type=_path, metavar="PATH")
    command.add_argument("--json", metavar="FILE", help="totals and irregularities as JSON; - for stdout")


def _add_diff(sub: "_Sub[argparse.ArgumentParser]") -> None:
    diff = sub.add_parser(
        "diff",
        help="what changed between two audits, and why",
        description="Each side is an imported run, a run's folder, or the JSON of an audit. RUN~1 is the audit before "
        "the run's latest; a RUN alone is compared with that one.",
    )
    diff.add_argument("sides", nargs="+", action=_OneOrTwo, metavar="RUN_OR_AUDIT")
    diff.add_argument("--json", metavar="FILE", help="as JSON; - for stdout")


def _add_export(sub: "_Sub[argparse.ArgumentParser]") -> None:
    export = sub.add_parser(
        "export",
        help="write a run as a folder in the layout of the benchmark",
        description="The folder lies below DIR where a checkout has it, and its audit is that of the run.",
    )
    export.add_argument("run", metavar="RUN")
    export.add_argument("-o", "--output", type=_path, required=True, metavar="DIR")


def _add_rerun(sub: "_Sub[argparse.ArgumentParser]") -> None:
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
        "--timeout", type=_amount, default=600.0, metavar="SECONDS", help="for all commands (default 600)"
    )
    rerun.add_argument(
        "--times", type=_positive, default=1, metavar="N", help="run N times; random results differ"
    )
    rerun.add_argument("--json", metavar="FILE", help="as JSON; - for stdout")


def _add_run(sub: "_Sub[argparse.ArgumentParser]") -> None:
    command = sub.add_parser(
        "run",
        help="run stages of the benchmark on tasks; a run that was stopped goes on where it ended",
        description="What is finished is not done again, and no call is repeated whose reply is kept. "
        "Ends with 1 where a budget, the gate or a model's reply ended something early.",
    )
    command.add_argument("tasks", nargs="+", metavar="TASK", help="a task's id, or all")
    command.add_argument("--stages", type=_stages, required=True, metavar="LIST", help=",".join(Stage))
    command.add_argument("--mode", type=_mode, default=Mode.STEPWISE, help="stepwise (default) or end-to-end")
    agent = command.add_mutually_exclusive_group()
    agent.add_argument(
        "--agent", metavar="PROFILE", help="the model's profile (default: the first); scripted needs none"
    )
    agent.add_argument(
        "--local-model",
        type=_path,
        metavar="FILE.gguf",
        help="a small model of this machine instead (needs the extra named local-model)",
    )
    command.add_argument(
        "--gate", choices=GATE_POLICIES, default="strict", help="what may reach a paper (default strict)"
    )
    command.add_argument(
        "--budget",
        type=_budget,
        default={},
        metavar="LIMITS",
        help="money, as 2.5, or money=2.5,tokens=200000,minutes=30; ends before a limit is passed",
    )
    command.add_argument(
        "--inputs",
        type=_path,
        metavar="DIR",
        help="given files, such as TASK/idea.md, TASK/proposal.md, TASK/sources/, TASK/results/",
    )
    command.add_argument(
        "--image",
        default=rerun_image(),
        help="container image of experiments (default $MLRBENCH_RERUN_IMAGE, else python:3.11-slim)",
    )
    command.add_argument("--network", metavar="NAME", help="a Docker network of experiments (default: none)")
    command.add_argument(
        "--gpus", type=int, default=0, metavar="N", help="GPUs of an experiment; -1 for all (default 0)"
    )
    add_limits(command)
    command.add_argument("--again", action="store_true", help="do finished stages again")
    command.add_argument(
        "--jobs",
        type=_positive,
        default=max(4, cores()),
        metavar="N",
        help="tasks at a time (default %(default)s)",
    )
    add_shard(command, "tasks")
    command.add_argument("--dry-run", action="store_true", help="tell calls, tokens and cost; ask nothing")
    command.add_argument("--json", metavar="FILE", help="as JSON; - for stdout")


def _add_opinions(sub: "_Sub[argparse.ArgumentParser]") -> None:
    opinions = sub.add_parser(
        "opinions",
        help="ask a model for a second opinion on claims that the rules leave open",
        description="Sends the claims with the values nearest by name to the model that is set. Opinions stand beside "
        "the verdicts of the rules and change none of them.",
    )
    opinions.add_argument("run", metavar="RUN")
    opinions.add_argument("--profile", metavar="NAME", help="the model's profile (default: the first)")
    opinions.add_argument(
        "--claims", type=_names, default=(), metavar="LIST", help="these alone, such as c3,c20"
    )
    opinions.add_argument("--most-claims", type=_positive, metavar="N", help="the N least sure")
    opinions.add_argument("--most-tokens", type=_positive, metavar="N", help="stop before so many are used")
    opinions.add_argument("--most-cost", type=_amount, metavar="X", help="stop before so much is spent")
    opinions.add_argument("--kept", action="store_true", help="print the opinions that are kept, ask nothing")
    opinions.add_argument("--json", metavar="FILE", help="as JSON; - for stdout")


def _add_tasks(sub: "_Sub[argparse.ArgumentParser]") -> None:
    tasks = sub.add_parser("tasks", help="the catalogue of 201 tasks")
    verbs = tasks.add_subparsers(dest="verb", required=True, metavar="list | import | verify")
    listing = verbs.add_parser("list", help="one line a task, and the totals by topic")
    listing.add_argument("--json", metavar="FILE", help="as JSON; - for stdout")
    fetch = verbs.add_parser("import", help="keep the official texts of a checkout in the workspace")
    fetch.add_argument("path", type=Path, metavar="PATH")
    verify = verbs.add_parser("verify", help="check official texts by hash: of PATH, else of the workspace")
    verify.add_argument("path", type=Path, nargs="?", metavar="PATH")


def _add_snapshot(sub: "_Sub[argparse.ArgumentParser]") -> None:
    snapshot = sub.add_parser("snapshot", help="a picture of a screen, rendered offscreen")
    snapshot.add_argument("screen", choices=SCREENS, metavar="SCREEN", help=", ".join(SCREENS))
    snapshot.add_argument("--run", metavar="RUN")
    snapshot.add_argument("-o", dest="output", type=Path, required=True, metavar="FILE.png")
    snapshot.add_argument("--size", type=_size, default=(1280, 800), metavar="WxH", help="logical pixels")
    snapshot.add_argument("--scale", type=int, choices=(1, 2), default=1)
    snapshot.add_argument("--theme", choices=("light", "dark"), default="light")
    snapshot.add_argument("--claim", metavar="ID", help="the claim to open, such as c20")
    snapshot.add_argument("--layer", choices=LAYERS, help="what lies over the screen")


def _add_doctor(sub: "_Sub[argparse.ArgumentParser]") -> None:
    doctor = sub.add_parser("doctor", help="what is installed, reachable and missing")
    doctor.add_argument("--json", metavar="FILE", help="as JSON; - for stdout")


class _OneOrTwo(argparse.Action):
    """Takes one or two values, which argparse has no count for."""

    @override
    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: str | Sequence[object] | None,
        option_string: str | None = None,
    ) -> None:
        if values is not None and len(values) > 2:
            parser.error(f"{self.metavar}: two sides are compared, {len(values)} were named")
        setattr(namespace, self.dest, values)


def _path(text: str) -> Path:
    if not text:
        raise argparse.ArgumentTypeError("an empty name is no path")
    return Path(text)


def _stages(text: str) -> tuple[Stage, ...]:
    asked = _names(text.lower())
    unknown = [name for name in asked if name not in tuple(Stage)]
    if unknown or not asked:
        raise argparse.ArgumentTypeError(f"{', '.join(unknown) or 'nothing'}: stages are {', '.join(Stage)}")
    return tuple(stage for stage in Stage if stage in asked)


def _mode(text: str) -> Mode:
    try:
        return Mode(text.replace("-", "_"))
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{text} is no mode: stepwise or end-to-end") from error


def _budget(text: str) -> dict[str, float]:
    """Limits by name; a bare number is money."""
    limits: dict[str, float] = {}
    for part in text.split(","):
        name, equals, amount = part.strip().partition("=")
        name, amount = (name, amount) if equals else ("money", name)
        if name not in LIMITS:
            raise argparse.ArgumentTypeError(f"{name} is no limit; there are {', '.join(LIMITS)}")
        limits[name] = _amount(amount)
    return limits


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text} is not 1 or more")
    return number


def _names(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(part.strip() for part in text.split(",") if part.strip()))


def _amount(text: str) -> float:
    amount = float(text)
    if not 0 <= amount < float("inf"):
        raise argparse.ArgumentTypeError(f"{text} is no amount")
    return amount


def _size(text: str) -> tuple[int, int]:
    width, cross, height = text.lower().partition("x")
    if not (
        cross and width.isdigit() and height.isdigit() and 0 < int(width) < 20000 and 0 < int(height) < 20000
    ):
        raise argparse.ArgumentTypeError(f"{text} is not WIDTHxHEIGHT in pixels, such as 1280x800")
    return int(width), int(height)
