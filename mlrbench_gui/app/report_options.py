"""What `report` can be asked on the command line."""

import argparse
from pathlib import Path

_Sub = argparse._SubParsersAction  # noqa: SLF001 -- argparse has no public name for it

FORMATS = ("pdf", "html", "json", "csv", "md")
"""Written where none is named."""
STANDARDS = ("sarif", "annotations", "label-studio")
"""Formats by standard, for other programs; written where they are named."""


def add_report(sub: "_Sub[argparse.ArgumentParser]") -> None:
    """The command and its options."""
    report = sub.add_parser("report", help="write an annotated review report")
    report.add_argument("run", metavar="RUN")
    report.add_argument("-o", dest="output", type=Path, required=True, metavar="DIR")
    report.add_argument(
        "--format",
        type=_formats,
        default=FORMATS,
        metavar="LIST",
        help=f"{','.join(FORMATS)} (all of these if none is named), {','.join(STANDARDS)}",
    )


def _formats(text: str) -> tuple[str, ...]:
    asked = tuple(dict.fromkeys(part.strip().lower() for part in text.split(",") if part.strip()))
    known = (*FORMATS, *STANDARDS)
    unknown = [name for name in asked if name not in known]
    if unknown or not asked:
        raise argparse.ArgumentTypeError(f"{', '.join(unknown) or 'nothing'}: formats are {', '.join(known)}")
    return asked
