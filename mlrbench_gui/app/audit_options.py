"""What `audit` can be asked, and how work is shared out, as options of the command line; loads nothing of either."""

import argparse
from pathlib import Path

from mlrbench_gui.app import arguments
from mlrbench_gui.app.cluster_options import add_cluster_address
from mlrbench_gui.app.compose import cores
from mlrbench_gui.domain.sharding import Shard
from mlrbench_gui.domain.values import Severity


def add_audit(sub: arguments.Subparsers) -> None:
    """The command and its options."""
    audit = sub.add_parser("audit", help="audit imported runs, or run folders straight from disk")
    audit.add_argument("runs", nargs="+", metavar="RUN_OR_PATH", help="or all, for all of the workspace")
    audit.add_argument("--json", metavar="FILE_OR_DIR", help="X.json is a file, else a folder; - for stdout")
    audit.add_argument("--text", type=Path, metavar="DIR", help="write the texts that spans count in")
    audit.add_argument("--jobs", type=arguments.positive, metavar="N", help="processes (default: one a core)")
    audit.add_argument("--fail-on", type=Severity, choices=list(Severity), metavar="SEVERITY")
    audit.add_argument(
        "--read-figures",
        action="store_true",
        help="read bar charts from their pictures too (needs the extra named figures; seconds a picture)",
    )
    add_shard(audit, "runs")
    add_cluster_address(audit)


def add_info(sub: arguments.Subparsers) -> None:
    """The command `info`."""
    info = sub.add_parser(
        "info", help="what the workspace holds, what is open, and what of shared-out work is missing"
    )
    info.add_argument("--json", metavar="FILE", help="as JSON; - for stdout")


def add_sharing_out(command: argparse.ArgumentParser, at_once: str, what: str) -> None:
    """How many models are asked at a time on one machine, and how several machines share the work."""
    command.add_argument(
        "--jobs",
        type=arguments.positive,
        default=max(4, cores()),
        metavar="N",
        help=f"{at_once} at a time (default %(default)s)",
    )
    add_shard(command, what)
    add_cluster_address(command)


def add_shard(command: argparse.ArgumentParser, what: str) -> None:
    """The option by which several machines share a command's work, each with a workspace of its own."""
    command.add_argument(
        "--shard",
        type=_shard,
        metavar="I/N",
        help=f"only the {what} of part I of N, by the hash of their names; merge brings the parts together",
    )


def _shard(text: str) -> Shard:
    part, slash, parts = text.partition("/")
    if not (slash and part.isdecimal() and parts.isdecimal() and 1 <= int(part) <= int(parts)):
        raise argparse.ArgumentTypeError(f"{text} is no part: write 1/4 for the first of four")
    return Shard(int(part), int(parts))
