"""Seat a panel: a client a profile, one purse for all. Who cannot be reached stays on it, and is told as missing."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass, field

from mlrbench_gui.domain.errors import ModelUnavailable
from mlrbench_gui.domain.work import CancelToken
from mlrbench_gui.services.judging.asking import Seat
from mlrbench_gui.services.models.budget import Bounds, Budget, Purse
from mlrbench_gui.services.models.probing import reply_form
from mlrbench_gui.services.ports.calls import Clock
from mlrbench_gui.services.ports.models import ModelClient
from mlrbench_gui.services.ports.user import FormStore

OpenJudge = Callable[[str | None], AbstractContextManager[ModelClient]]
"""The client of a profile by its name, None for the first."""


@dataclass(frozen=True, slots=True)
class PanelWish:
    """Who is to judge, how often each, and what all of them together may use."""

    judges: tuple[str, ...] = ()
    repeats: int = 1
    bounds: Bounds = field(default_factory=Bounds)


@dataclass(frozen=True, slots=True)
class Panel:
    """The judges that can be asked, and why the others cannot. `names` are those of all."""

    names: tuple[str, ...]
    seats: tuple[Seat, ...]
    absent: Mapping[str, ModelUnavailable]


@contextmanager
def seated(
    wish: PanelWish,
    open_judge: OpenJudge,
    forms: FormStore,
    clock: Clock,
    cancel: CancelToken,
    purse: Purse | None = None,
) -> Iterator[Panel]:
    """The panel while it is needed; `purse` has what was used before.

    Raises InputError for an unknown profile, ModelUnavailable if all are absent.
    """
    purse = purse or Purse()
    absent: dict[str, ModelUnavailable] = {}
    with ExitStack() as stack:
        clients: list[tuple[str, ModelClient]] = []
        for judge in wish.judges or (None,):
            try:
                client = stack.enter_context(open_judge(judge))
            except ModelUnavailable as error:
                absent[judge or "the first profile"] = error
                continue
            clients.append((client.profile.name, client))
        names = wish.judges or tuple(name for name, _ in clients)
        seats = []
        for name, client in clients:
            budget = Budget(client.profile, wish.bounds, clock, purse)
            try:
                form = reply_form(client, forms, cancel)
            except ModelUnavailable as error:
                absent[name] = error
                continue
            seats.append(Seat(client, form, budget, names, wish.repeats))
        if not seats:
            raise _nobody(absent)
        yield Panel(names, tuple(seats), absent)


def _nobody(absent: Mapping[str, ModelUnavailable]) -> ModelUnavailable:
    return next(iter(absent.values()), ModelUnavailable("no judge is named; set a model first"))
