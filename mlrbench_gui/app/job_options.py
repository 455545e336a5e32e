"""What the command `jobs` can be asked, as options of the command line; loads nothing of what it does."""

from mlrbench_gui.app import arguments
from mlrbench_gui.app.run_options import add_stages

KINDS = ("audit", "opinions", "rerun", "run")


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
    start.add_argument("kind", choices=KINDS, metavar=" | ".join(KINDS))
    start.add_argument("runs", nargs="+", metavar="RUN_OR_TASK", help="runs; for `run` tasks, or all")
    run = start.add_argument_group("for run")
    add_stages(run, required=False)
