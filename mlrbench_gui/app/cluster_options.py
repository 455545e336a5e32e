"""The command `cluster` as options of the command line, and how `audit`, `run` and `judge` find a cluster."""

import argparse

from mlrbench_gui.app import arguments
from mlrbench_gui.app.compose import cores

PORT = 8786


def add_cluster(sub: arguments.Subparsers) -> None:
    """The command with its verbs."""
    cluster = sub.add_parser(
        "cluster",
        help="scheduler and workers of several machines on one shared workspace (needs the extra named cluster)",
        description="Start a scheduler, workers on each machine, then audit, run or judge with --cluster ADDRESS.",
    )
    verbs = cluster.add_subparsers(dest="verb", required=True, metavar="scheduler | worker")
    scheduler = verbs.add_parser("scheduler", help="hand out work; prints the address")
    scheduler.add_argument(
        "--host", default="127.0.0.1", help="the address to listen on (default: this machine alone)"
    )
    scheduler.add_argument("--port", type=int, default=PORT, help="default %(default)s; 0 for a free one")
    _add_tls(scheduler)
    worker = verbs.add_parser("worker", help="audit, run stages and judge for a scheduler until it ends")
    worker.add_argument("address", metavar="ADDRESS", help="the scheduler's, such as tcp://127.0.0.1:8786")
    worker.add_argument(
        "--processes", type=arguments.positive, default=cores(), metavar="N", help="default: one a core"
    )
    _add_tls(worker)


def add_cluster_address(audit: argparse.ArgumentParser) -> None:
    """The options by which a command gives its work to a cluster."""
    audit.add_argument(
        "--cluster", metavar="ADDRESS", help="let the workers of this scheduler do it, on a shared workspace"
    )
    _add_tls(audit)


def _add_tls(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--tls", type=arguments.path, metavar="DIR", help="a cluster's TLS: ca.pem, cert.pem and key.pem"
    )
