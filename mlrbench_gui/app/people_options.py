"""What the commands about people's reviews can be asked; loads nothing of what they do."""

from mlrbench_gui.app import arguments


def add_assign(sub: arguments.Subparsers) -> None:
    """Who reviews what."""
    assign = sub.add_parser(
        "assign",
        help="give runs to reviewers, or share them out evenly",
        description="Reviewers go by their own names; there are no accounts. Each run is given to each of those named, "
        "or with --each to so many of them, all with about as many runs.",
    )
    assign.add_argument("runs", nargs="+", metavar="RUN", help="or all, for all of the workspace")
    assign.add_argument(
        "--to", type=arguments.names, required=True, metavar="LIST", help="names, such as Ada,Bo"
    )
    how = assign.add_mutually_exclusive_group()
    how.add_argument(
        "--each", type=arguments.positive, metavar="N", help="so many reviewers a run, shared out evenly"
    )
    how.add_argument("--off", action="store_true", help="take the runs from them again")


def add_reviews(sub: arguments.Subparsers) -> None:
    """What a keeper of reviews does without a window."""
    reviews = sub.add_parser("reviews", help="people's reviews: state, progress, blind mode, hand-over")
    verbs = reviews.add_subparsers(dest="verb", required=True, metavar="VERB")
    listing = verbs.add_parser("list", help="who has which run, who submitted, what is open or left out")
    progress = verbs.add_parser("progress", help="how far each reviewer is")
    for verb in (listing, progress):
        verb.add_argument("--json", metavar="FILE", help="as JSON; - for stdout")
    export = verbs.add_parser("export", help="write all that reviewers did as one JSON file")
    export.add_argument("runs", nargs="*", metavar="RUN", help="these runs alone (default: all)")
    export.add_argument("-o", dest="output", type=arguments.path, required=True, metavar="FILE.json")
    taken = verbs.add_parser("import", help="take such files in: a union, nothing is overwritten")
    taken.add_argument("files", nargs="+", type=arguments.path, metavar="FILE.json")
    blind = verbs.add_parser("blind", help="hide makers, scores and others' reviews until one is submitted")
    blind.add_argument("state", choices=("on", "off"))
    blind.add_argument("--seed", metavar="TEXT", help="of names and order (default: drawn once, then kept)")
    _add_exclude(verbs)


def _add_exclude(verbs: arguments.Subparsers) -> None:
    exclude = verbs.add_parser("exclude", help="leave a run, a review or a claim out of statistics")
    exclude.add_argument("run", metavar="RUN")
    what = exclude.add_mutually_exclusive_group()
    what.add_argument("--review", metavar="KEY", help="one review: its id, or FILE, or FILE#ROW of a table")
    what.add_argument("--claim", metavar="FINGERPRINT", help="one claim")
    exclude.add_argument("--reason", required=True, metavar="TEXT", help="why; every report tells it")
    exclude.add_argument("--off", action="store_true", help="count it again")
