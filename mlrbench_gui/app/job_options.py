"""What the command `jobs` can be asked, as options of the command line; loads nothing of what it does."""

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from mlrbench_gui.domain.values import Mode, Stage

KINDS = ("audit", "opinions", "rerun", "run")
GATES = ("strict", "warn", "off")

_Sub = argparse._SubParsersAction  # noqa: SLF001 -- argparse has no public name for it


@dataclass(frozen=True, slots=True)
class Readers:
    """How words of the command line become stages, a mode and limits."""

    stages: Callable[[str], tuple[Stage, ...]]
    mode: Callable[[str], Mode]
    budget: Callable[[str], dict[str, float]]
    path: Callable[[str], Path]


def add_jobs(sub: "_Sub[argparse.ArgumentParser]", readers: Readers) -> None:
    """The command with its verbs."""
    jobs = sub.add_parser(
        "jobs",
        help="the queue of background work: list, start, resume, cancel, clear",
        description="The same jobs as under Jobs in the window. What is started or resumed here is done before the "
        "command ends; an interrupt keeps the finished steps, and the jobs can be resumed.",
    )
    verbs = jobs.add_subparsers(dest="verb", required=True, metavar="list | start | resume | cancel | clear")
    listing = verbs.add_parser("list", help="one line a job")
    listing.add_argument("--json", metavar="FILE", help="as JSON; - for stdout")
    _add_start(verbs, readers)
    resume = verbs.add_parser("resume", help="go on with jobs (default: all that are paused or interrupted)")
    resume.add_argument("jobs", nargs="*", metavar="ID", help="the beginning of an id is enough")
    cancel = verbs.add_parser("cancel", help="jobs that no process is at work on")
    cancel.add_argument("jobs", nargs="+", metavar="ID")
    verbs.add_parser("clear", help="forget jobs that are over")


def _add_start(verbs: "_Sub[argparse.ArgumentParser]", readers: Readers) -> None:
    start = verbs.add_parser("start", help="put a job into the queue and do it")
    start.add_argument("kind", choices=KINDS, metavar=" | ".join(KINDS))
    start.add_argument("runs", nargs="+", metavar="RUN_OR_TASK", help="runs; for `run` tasks, or all")
    run = start.add_argument_group("for run")
    run.add_argument("--stages", type=readers.stages, default=(), metavar="LIST", help=",".join(Stage))
    run.add_argument("--mode", type=readers.mode, default=Mode.STEPWISE, help="stepwise or end-to-end")
    run.add_argument("--agent", metavar="PROFILE", help="the model's profile (default: the first)")
    run.add_argument("--gate", choices=GATES, default="strict", help="what may reach a paper")
    run.add_argument(
        "--budget",
        type=readers.budget,
        default={},
        metavar="LIMITS",
        help="money=2.5,tokens=200000,minutes=90",
    )
    run.add_argument(
        "--local-model", type=readers.path, metavar="FILE.gguf", help="a small model of this machine instead"
    )
    run.add_argument("--inputs", type=readers.path, metavar="DIR", help="given files, such as TASK/idea.md")
    run.add_argument("--image", help="container image of experiments")
    run.add_argument("--network", metavar="NAME", help="a Docker network of experiments (default: none)")
    run.add_argument("--gpus", type=int, default=0, metavar="N", help="GPUs of an experiment; -1 for all")
