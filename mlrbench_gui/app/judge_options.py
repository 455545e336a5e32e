"""What the command `judge` can be asked, as options of the command line; loads nothing of what it does."""

import argparse

from mlrbench_gui.app import arguments
from mlrbench_gui.app.audit_options import add_sharing_out
from mlrbench_gui.domain.judge_stages import JudgeStage


def judge_stages(text: str) -> tuple[JudgeStage, ...]:
    """Stages by their names, or all of them."""
    asked = arguments.names(text.lower())
    if asked == ("all",):
        return tuple(JudgeStage)
    unknown = [name for name in asked if name not in tuple(JudgeStage)]
    if unknown or not asked:
        told = ", ".join(JudgeStage)
        raise argparse.ArgumentTypeError(f"{', '.join(unknown) or 'nothing'}: stages are {told}, or all")
    return tuple(stage for stage in JudgeStage if stage in asked)


def add_judge(sub: arguments.Subparsers) -> None:
    """The command with its options."""
    command = sub.add_parser(
        "judge",
        help="reviews by a panel of models, by rubric; a panel that was stopped goes on where it ended",
        description="Each reply is valid, invalid or refused, and is kept as it came; a judge that failed is no low "
        "score. Means say how many judges they rest on. Ends with 1 where a reply is missing, with 3 where a judge "
        "cannot be reached.",
    )
    command.add_argument("runs", nargs="+", metavar="RUN", help="or all, for all of the workspace")
    add_panel(command)
    command.add_argument(
        "--pairwise",
        action="store_true",
        help="compare the runs of each task two by two instead, without names and in both orders",
    )
    add_sharing_out(command, "papers or documents", "runs")
    command.add_argument("--again", action="store_true", help="ask anew what is answered already")
    command.add_argument("--kept", action="store_true", help="print what is kept, ask nothing")
    command.add_argument("--dry-run", action="store_true", help="tell calls, tokens and cost; ask nothing")
    command.add_argument("--json", metavar="FILE", help="as JSON; - for stdout")


def add_panel(command: argparse.ArgumentParser) -> None:
    """Who judges what."""
    command.add_argument(
        "--stages",
        type=judge_stages,
        default=(JudgeStage.OVERALL,),
        metavar="LIST",
        help=f"{','.join(JudgeStage)}, or all (default overall)",
    )
    command.add_argument(
        "--panel",
        type=arguments.names,
        default=(),
        metavar="LIST",
        help="profiles of models, such as a,b,c (default: the first); scripted needs none",
    )
    command.add_argument(
        "--with-code", action="store_true", help="judges of papers see logs, results and code too"
    )
    command.add_argument(
        "--repeat", type=arguments.positive, default=1, metavar="N", help="ask each judge N times (default 1)"
    )
    command.add_argument(
        "--budget",
        type=arguments.budget,
        default={},
        metavar="LIMITS",
        help="of the whole panel: money, as 2.5, or money=2.5,tokens=200000,minutes=30",
    )
