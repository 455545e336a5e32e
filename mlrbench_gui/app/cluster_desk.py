"""What each process of `cluster worker` loads first: it opens the shared workspace and waits for names of runs."""

from contextlib import ExitStack
from typing import TYPE_CHECKING

from mlrbench_gui.app.compose import default_workspace, kinds_of, opened, version
from mlrbench_gui.domain.values import RunName
from mlrbench_gui.domain.work import CancelToken, ignore

if TYPE_CHECKING:
    from mlrbench_gui.services.clustering import Card
    from mlrbench_gui.services.context import Context

_open = ExitStack()


def card_of(context: "Context") -> "Card":
    """What this process and others must have in common."""
    from mlrbench_gui.audit.run import ENGINE_VERSION
    from mlrbench_gui.services.clustering import Card, mark_of

    return Card(version(), str(ENGINE_VERSION), mark_of(context.workspace.settings))


def dask_setup(_worker: object) -> None:
    """Called by the engine when the process starts."""
    from mlrbench_gui.infra.cluster.work import Desk, take
    from mlrbench_gui.services.auditing import audit_stored
    from mlrbench_gui.services.errand_work import do_errand

    context = _open.enter_context(opened(default_workspace()))

    def audit(name: str) -> None:
        audit_stored(context, RunName(name), cancel=CancelToken(), emit=ignore)

    kinds = kinds_of(context)
    take(Desk(lambda: card_of(context), audit, lambda errand: do_errand(kinds, errand, context.clock)))


def dask_teardown(_worker: object) -> None:
    """Called by the engine when the process ends."""
    _open.close()
