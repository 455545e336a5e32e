"""The two sides that stay up: a scheduler that hands out work, and workers whose keepers start a dead one anew."""

import asyncio
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path

from mlrbench_gui.domain.errors import InputError
from mlrbench_gui.infra.cluster.transport import (
    WAIT_SECONDS,
    check_address,
    check_installed,
    security,
    unreachable,
)

_NO_SCHEDULER_SECONDS = 60
_PRIVATE = "127.0.0.1:0"
"""Where the engine's pages about itself are served: on a free port of this machine alone."""


def run_scheduler(host: str, port: int, tls: Path | None, ready: Callable[[str], None]) -> None:
    """Hand out work until interrupted. Raises MissingPart, InputError."""
    _prepare()
    from distributed import Scheduler

    safe = security(tls)

    async def serve() -> None:
        async with Scheduler(
            host=host,
            port=port,
            protocol="tcp" if tls is None else "tls",
            security=safe,
            dashboard=False,
            dashboard_address=_PRIVATE,
        ) as scheduler:
            ready(scheduler.address)
            await scheduler.finished()

    try:
        asyncio.run(serve())
    except OSError as error:
        raise InputError(f"{host}:{port}: cannot be listened on ({error.strerror or error})") from error


def run_workers(
    address: str, processes: int, tls: Path | None, setup: str, ready: Callable[[str], None]
) -> None:
    """Work for a scheduler until it ends, in so many processes; each loads the module `setup` first.

    Raises MissingPart, InputError.
    """
    _prepare()
    check_address(address, tls)
    from distributed import Nanny

    safe = security(tls)

    async def serve() -> None:
        async with AsyncExitStack() as stack:
            await _reach(address, safe)
            keepers = [
                await stack.enter_async_context(
                    Nanny(
                        address,
                        nthreads=1,
                        memory_limit=0,
                        security=safe,
                        preload=[setup],
                        death_timeout=_NO_SCHEDULER_SECONDS,
                        dashboard_address=_PRIVATE,
                    )
                )
                for _ in range(processes)
            ]
            ready(address)
            await asyncio.gather(*(keeper.finished() for keeper in keepers))

    asyncio.run(serve())


def _prepare() -> None:
    """How the engine is set; workers take it over from their keepers.

    It would look a hundred times a second at what each process does, which costs audits a sixth of their time, and give
    what a dead worker was at to the next one, so that a budget would be lent twice.
    """
    check_installed()
    import dask

    dask.config.set(
        {"distributed.worker.profile.enabled": False, "distributed.scheduler.allowed-failures": 0}
    )


async def _reach(address: str, safe: object) -> None:
    from distributed import Client

    try:
        async with Client(
            address, asynchronous=True, security=safe, timeout=WAIT_SECONDS, set_as_default=False
        ):
            pass
    except (OSError, TimeoutError) as error:
        raise unreachable(address) from error
