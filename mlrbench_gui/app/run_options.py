"""What `run` can be asked on the command line; loads nothing of what it does."""

from mlrbench_gui.app import arguments
from mlrbench_gui.app.audit_options import add_sharing_out
from mlrbench_gui.app.compose import rerun_image
from mlrbench_gui.app.limit_options import add_limits
from mlrbench_gui.domain.values import Mode, Stage

GATE_POLICIES = ("strict", "warn", "off")


def add_run(sub: arguments.Subparsers) -> None:
    """The command and its options."""
    command = sub.add_parser(
        "run",
        help="run stages of the benchmark on tasks; a run that was stopped goes on where it ended",
        description="What is finished is not done again, and no call is repeated whose reply is kept. "
        "Ends with 1 where a budget, the gate or a model's reply ended something early.",
    )
    command.add_argument("tasks", nargs="+", metavar="TASK", help="a task's id, or all")
    add_stages(command)
    add_limits(command)
    command.add_argument("--again", action="store_true", help="do finished stages again")
    add_sharing_out(command, "tasks", "tasks")
    command.add_argument("--dry-run", action="store_true", help="tell calls, tokens and cost; ask nothing")
    command.add_argument("--json", metavar="FILE", help="as JSON; - for stdout")


def add_stages(command: arguments.Container) -> None:
    """Which stages are run, by whom, on what and within which bounds."""
    command.add_argument(
        "--stages",
        type=arguments.stages,
        required=True,
        metavar="LIST",
        help=",".join(Stage),
    )
    command.add_argument(
        "--mode", type=arguments.mode, default=Mode.STEPWISE, help="stepwise (default) or end-to-end"
    )
    agent = command.add_mutually_exclusive_group()
    agent.add_argument(
        "--agent", metavar="PROFILE", help="the model's profile (default: the first); scripted needs none"
    )
    agent.add_argument(
        "--local-model",
        type=arguments.path,
        metavar="FILE.gguf",
        help="a small model of this machine instead (needs the extra named local-model)",
    )
    command.add_argument(
        "--gate", choices=GATE_POLICIES, default="strict", help="what may reach a paper (default strict)"
    )
    command.add_argument(
        "--budget",
        type=arguments.budget,
        default={},
        metavar="LIMITS",
        help="money, as 2.5, or money=2.5,tokens=200000,minutes=30; ends before a limit is passed",
    )
    command.add_argument(
        "--inputs",
        type=arguments.path,
        metavar="DIR",
        help="given files, such as TASK/idea.md, TASK/proposal.md, TASK/sources/, TASK/results/",
    )
    _add_box(command)


def _add_box(command: arguments.Container) -> None:
    command.add_argument(
        "--image",
        default=rerun_image(),
        help="container image of experiments (default $MLRBENCH_RERUN_IMAGE, else python:3.11-slim)",
    )
    command.add_argument("--network", metavar="NAME", help="a Docker network of experiments (default: none)")
    command.add_argument(
        "--gpus", type=int, default=0, metavar="N", help="GPUs of an experiment; -1 for all (default 0)"
    )
