"""What `agreement` and `benchmark` can be asked on the command line."""

from pathlib import Path

from mlrbench_gui.app import arguments

BOARD_FORMATS = ("html", "pdf", "csv", "json", "md")


def add_scores(sub: arguments.Subparsers) -> None:
    """Both commands and their options."""
    command = sub.add_parser("agreement", help="judges against people, and people among themselves")
    command.add_argument("--json", metavar="FILE", help="all measures as JSON; - for stdout")
    command = sub.add_parser(
        "benchmark",
        help="the judges' scores by agent and stage, each with its n; writes the report of a whole benchmark",
    )
    command.add_argument("--json", metavar="FILE", help="all rows as JSON, each judge's too; - for stdout")
    command.add_argument("-o", dest="output", type=Path, metavar="DIR", help="write the report there")
    command.add_argument(
        "--format",
        type=arguments.known(BOARD_FORMATS, "formats"),
        default=BOARD_FORMATS,
        metavar="LIST",
        help=",".join(BOARD_FORMATS),
    )
    command.add_argument("--judge", metavar="NAME", help="one judge family alone, in the report")
    command.add_argument("--criterion", metavar="NAME", help="another criterion than the overall one")
    command.add_argument("--topic", metavar="NAME", help="tasks of one topic")
    command.add_argument("--venue", metavar="NAME", help="tasks of one venue")
    command.add_argument(
        "--in-common", action="store_true", help="only tasks that every agent of a stage was judged on"
    )
