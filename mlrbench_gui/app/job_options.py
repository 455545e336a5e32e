"""What the command `jobs` can be asked, as options of the command line; loads nothing of what it does."""

from mlrbench_gui.app import arguments
from mlrbench_gui.app.judge_options import add_panel
from mlrbench_gui.app.run_options import add_stages

_ON_RUNS = {
    "audit": "audit runs again",
    "opinions": "second opinions on claims that the rules leave open",
    "rerun": "recorded experiments again, in containers",
}


def add_jobs(sub: arguments.Subparsers) -> None:
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
    _add_start(verbs)
    resume = verbs.add_parser("resume", help="go on with jobs (default: all that are paused or interrupted)")
    resume.add_argument("jobs", nargs="*", metavar="ID", help="the beginning of an id is enough")
    cancel = verbs.add_parser("cancel", help="jobs that no process is at work on")
    cancel.add_argument("jobs", nargs="+", metavar="ID")
    verbs.add_parser("clear", help="forget jobs that are over")


def _add_start(verbs: arguments.Subparsers) -> None:
    start = verbs.add_parser("start", help="put a job into the queue and do it")
    kinds = start.add_subparsers(dest="kind", required=True, metavar="audit | judge | opinions | rerun | run")
    for kind, told in _ON_RUNS.items():
        kinds.add_parser(kind, help=told).add_argument("runs", nargs="+", metavar="RUN")
    judge = kinds.add_parser("judge", help="reviews by a panel of models")
    judge.add_argument("runs", nargs="+", metavar="RUN", help="or all, for all of the workspace")
    add_panel(judge)
    run = kinds.add_parser("run", help="stages of the benchmark on tasks")
    run.add_argument("runs", nargs="+", metavar="TASK", help="a task's id, or all")
    add_stages(run)
