"""`cluster`: the scheduler and the workers of several machines on one shared workspace."""

import argparse
import ipaddress
import os
import sys

from mlrbench_gui.app.commands._shared_only import server_of
from mlrbench_gui.app.compose import opened

_SETUP = "mlrbench_gui.app.cluster_desk"


def run(options: argparse.Namespace) -> int:
    """Serve until interrupted, or until the scheduler ends."""
    return _scheduler(options) if options.verb == "scheduler" else _worker(options)


def _scheduler(options: argparse.Namespace) -> int:
    from mlrbench_gui.infra.cluster.serving import run_scheduler

    if options.tls is None and not _is_this_machine(options.host):
        print(
            f"mlrbench-gui: whoever reaches {options.host}:{options.port} can run any code here and on the workers; "
            "use a network of your own, or --tls DIR",
            file=sys.stderr,
        )
    run_scheduler(options.host, options.port, options.tls, _tell)
    return 0


def _worker(options: argparse.Namespace) -> int:
    from mlrbench_gui.infra.cluster.serving import run_workers

    place = server_of(options.workspace)
    with opened(place):
        pass  # what is wrong with it is told here, in one line, and not by each process
    os.environ["MLRBENCH_WORKSPACE"] = place.url
    run_workers(options.address, options.processes, options.tls, _SETUP, _tell)
    return 0


def _is_this_machine(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _tell(address: str) -> None:
    print(address, flush=True)
