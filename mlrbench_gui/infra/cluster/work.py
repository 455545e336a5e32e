"""What a worker does when it is asked. Tasks carry names alone: each worker opens the workspace by its own settings."""

from collections.abc import Callable
from dataclasses import dataclass

from mlrbench_gui.domain.errors import MlrbenchError, WorkspaceError
from mlrbench_gui.services.clustering import Card, Outcome
from mlrbench_gui.services.errands import Errand, ErrandDone, ErrandEnd


@dataclass(frozen=True, slots=True)
class Desk:
    """A worker's place: what tells it apart, and how it audits a run of its workspace, or does an errand there."""

    card: Callable[[], Card]
    audit: Callable[[str], None]
    do: Callable[[Errand], ErrandDone]


_desks: list[Desk] = []
"""The one desk of a worker's process; empty in any other."""


def take(desk: Desk) -> None:
    """Be a worker from now on."""
    _desks[:] = [desk]


def card_here() -> Card | None:
    """This worker's card; None in a process that is no worker of this program."""
    return _desks[0].card() if _desks else None


def audit_here(asked: Card, name: str) -> Outcome:
    """Audit a run into the workspace. A worker of another version does nothing, so that no audit is of mixed rules."""
    try:
        if difference := _difference(asked):
            return Outcome(name, failure=difference)
        _desks[0].audit(name)
    except WorkspaceError:
        return Outcome(name, lost=True)  # the store may be back when it is asked again
    except MlrbenchError as error:
        return Outcome(name, failure=str(error))
    return Outcome(name)


def errand_here(asked: Card, errand: Errand) -> ErrandDone:
    """Do an errand; a worker of another version does nothing."""
    try:
        if difference := _difference(asked):
            return ErrandDone(errand.step, ErrandEnd.MISSING, difference)
        return _desks[0].do(errand)
    except WorkspaceError as error:
        return ErrandDone(errand.step, ErrandEnd.LOST, str(error))


def _difference(asked: Card) -> str:
    """In what this process differs from what is asked for; empty where it does not. Raises WorkspaceError."""
    own = card_here()
    return "" if own == asked else asked.told_difference(own)
