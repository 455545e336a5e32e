"""The workers of a cluster as seen by who gives them work."""

import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from mlrbench_gui.domain.errors import InputError, MissingPart
from mlrbench_gui.infra.cluster.transport import (
    WAIT_SECONDS,
    check_address,
    check_installed,
    security,
    unreachable,
)
from mlrbench_gui.infra.cluster.work import audit_here, card_here, errand_here
from mlrbench_gui.services.clustering import Card, Outcome
from mlrbench_gui.services.errands import Errand, ErrandDone, ErrandEnd

if TYPE_CHECKING:
    from distributed import Client


@contextmanager
def crew_at(address: str, tls: Path | None, card: Card) -> Iterator["DaskCrew"]:
    """All workers of a scheduler, once they are known to be of this version and on this workspace.

    Raises MissingPart where no scheduler or worker answers, InputError for a worker that differs.
    """
    check_installed()
    check_address(address, tls)
    from distributed import Client

    safe = security(tls)
    try:
        client = Client(address, security=safe, timeout=WAIT_SECONDS, set_as_default=False)
    except (OSError, TimeoutError) as error:
        raise unreachable(address) from error
    with client:
        _check_workers(client, address, card)
        yield DaskCrew(client, card)


class DaskCrew:
    """`services.clustering.Crew` and `services.errands.ErrandCrew` over dask.

    The scheduler gives what a dead worker was at to nobody: it comes back as lost, as who lent a budget must know.
    """

    def __init__(self, client: "Client", card: Card) -> None:
        self._client = client
        self._card = card

    def audit(self, names: Sequence[str]) -> Iterator[Outcome]:
        """The outcomes as they come."""
        from distributed import as_completed

        token = uuid.uuid4().hex
        futures = {
            self._client.submit(audit_here, self._card, name, key=f"audit-{name}-{token}", pure=False): name
            for name in names
        }
        for future in as_completed(list(futures), loop=self._client.loop):
            if future.status == "finished":
                yield future.result()
            else:  # its workers died one after the other, or the scheduler forgot it
                yield Outcome(futures[future], lost=True)

    @property
    def hands(self) -> int:
        """Each worker's process does one thing at a time."""
        return max(1, len(self._client.nthreads()))

    def do(self, more: Callable[[ErrandDone | None], Sequence[Errand]]) -> None:
        """See the port."""
        from distributed import Future, as_completed

        steps = dict[Future[ErrandDone], str]()

        def started(errands: Sequence[Errand]) -> "list[Future[ErrandDone]]":
            made = []
            for errand in errands:
                key = f"{errand.kind}-{errand.step}-{uuid.uuid4().hex}"
                made.append(self._client.submit(errand_here, self._card, errand, key=key, pure=False))
                steps[made[-1]] = errand.step
            return made

        coming = as_completed(started(more(None)), loop=self._client.loop)
        for future in coming:
            step = steps.pop(future)
            is_whole = future.status == "finished"
            ended = future.result() if is_whole else ErrandDone(step, ErrandEnd.LOST)
            coming.update(started(more(ended)))


def _check_workers(client: "Client", address: str, card: Card) -> None:
    try:
        client.wait_for_workers(1, timeout=WAIT_SECONDS)
    except TimeoutError as error:
        raise MissingPart(
            f"{address}: no worker has come; start some with `mlrbench-gui --workspace … cluster worker {address}`"
        ) from error
    for worker, found in client.run(card_here, on_error="return").items():
        own = found if isinstance(found, Card) else None
        if own != card:
            raise InputError(f"{worker}: {card.told_difference(own)}")
