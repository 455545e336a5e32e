"""What the command `merge` can be asked, as options of the command line; loads nothing of what it does."""

from mlrbench_gui.app import arguments


def add_merge(sub: arguments.Subparsers) -> None:
    """The command and its options."""
    merge = sub.add_parser(
        "merge",
        help="take over what other workspaces hold: runs, audits, reviews, decisions",
        description="Adds all that OTHER has and this workspace lacks. Nothing is overwritten: both sides' decisions "
        "stay with author and time, and what people decided differently is listed. OTHER is only read. Done twice, or "
        "the other way round, it comes to the same.",
    )
    merge.add_argument("others", nargs="+", type=arguments.place, metavar="OTHER")
    merge.add_argument("--dry-run", action="store_true", help="tell what would be added; change nothing")
    merge.add_argument("--json", metavar="FILE", help="as JSON; - for stdout")
