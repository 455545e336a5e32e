"""What stages used in earlier commands: a bound holds for all of them, so that a restart buys nothing."""

from collections.abc import Iterable, Sequence

from mlrbench_gui.domain.model_calls import ModelCall
from mlrbench_gui.domain.model_profiles import ModelProfile
from mlrbench_gui.domain.stages import made_run_name
from mlrbench_gui.services.models.budget import Purse, use_by_bytes
from mlrbench_gui.services.ports.workspace import Workspace
from mlrbench_gui.services.running.chain import RunOrder
from mlrbench_gui.services.running.trying import ended_tries


def purse_of(workspace: Workspace, profile: ModelProfile, orders: Sequence[RunOrder]) -> Purse:
    """A purse that knows of every kept reply to these orders. Stages done anew count from their new try on."""
    purse = Purse()
    for order in orders:
        for call in _kept(workspace, profile, order):
            used = call.tokens or use_by_bytes(call.text)
            price = call.cost if call.cost is not None else profile.cost(used.prompt, used.reply)
            purse.spend(used, price, call.seconds)
    return purse


def _kept(workspace: Workspace, profile: ModelProfile, order: RunOrder) -> Iterable[ModelCall]:
    run = made_run_name(profile.name, order.task, order.mode)
    begun = {stage: len(ended_tries(workspace, run, stage)) if order.again else 0 for stage in order.stages}
    for call in workspace.calls.of_scopes(f"{run}/"):
        stage, _, attempt = call.scope.removeprefix(f"{run}/").partition("/")
        first = next((number for known, number in begun.items() if known.value == stage), None)
        if first is not None and attempt.isdecimal() and int(attempt) >= first:
            yield call
