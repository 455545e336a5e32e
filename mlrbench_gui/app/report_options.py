"""What `report` can be asked on the command line."""

from pathlib import Path

from mlrbench_gui.app import arguments

FORMATS = ("pdf", "html", "json", "csv", "md")
"""Written where none is named."""
STANDARDS = ("sarif", "annotations", "label-studio", "crate")
"""Formats by standard, for other programs; written where they are named."""


def add_report(sub: arguments.Subparsers) -> None:
    """The command and its options."""
    report = sub.add_parser("report", help="write an annotated review report")
    report.add_argument("run", metavar="RUN")
    report.add_argument("-o", dest="output", type=Path, required=True, metavar="DIR")
    report.add_argument(
        "--format",
        type=arguments.known((*FORMATS, *STANDARDS), "formats"),
        default=FORMATS,
        metavar="LIST",
        help=f"{','.join(FORMATS)} (all of these if none is named), {','.join(STANDARDS)}",
    )
    report.add_argument(
        "--without-names", action="store_true", help="leave reviewers' names and absolute paths out"
    )
