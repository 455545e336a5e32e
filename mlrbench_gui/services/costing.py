"""What runs cost, as far as they tell: a whole account, the coding agent's own, and tokens that bear no price."""

import json
import re
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from mlrbench_gui.domain.artifacts import Artifact, ArtifactRole
from mlrbench_gui.domain.scoreboard import CostRow
from mlrbench_gui.domain.values import RunName
from mlrbench_gui.services.agreement.intervals import estimate_mean
from mlrbench_gui.services.ports.stores import RunStore

_COST: Final = re.compile(rb'"cost_usd"\s*:\s*(\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)')
_COUNTED: Final = ("completion_tokens", "prompt_tokens")
_COUNTED_APART: Final = (
    "input_tokens",
    "output_tokens",
    "cache_creation_input_tokens",
    "cache_read_input_tokens",
)
"""How two kinds of endpoint count what they read and said; a total beside them would count it twice."""


@dataclass(frozen=True, slots=True)
class RunCost:
    """One run's cost in USD and its tokens outside of the experiment; None where the run does not tell."""

    whole: float | None
    experiment: float | None
    tokens: int | None


def cost_of(artifacts: Iterable[Artifact], read: Mapping[str, bytes]) -> RunCost:
    """The cost that a run's own files state. `read` holds the bytes of its transcript and its token files by path."""
    whole = experiment = None
    tokens: list[int] = []
    for artifact in artifacts:
        data = read.get(artifact.path)
        if data is None:
            continue
        if artifact.role is ArtifactRole.TRANSCRIPT:
            stated = _COST.findall(data)
            experiment = float(stated[-1]) if stated else None
        else:
            spent, counted = _usage(data)
            whole = spent if spent is not None else whole
            tokens += [counted] if counted is not None else []
    return RunCost(whole, experiment, sum(tokens) if tokens else None)


def costs_by_agent(
    store: RunStore, scores: Mapping[str, float], *, without: Container[RunName] = ()
) -> tuple[CostRow, ...]:
    """A row for each agent whose runs tell any cost; `scores` are the overall means to set beside.

    Runs that people excluded are `without`.
    """
    found: dict[str, list[RunCost]] = {}
    for name in store.names():
        if name in without:
            continue
        cost = _stored(store, name)
        if cost != RunCost(None, None, None):
            found.setdefault(_agent(store, name), []).append(cost)
    return tuple(_row(agent, costs, scores.get(agent)) for agent, costs in sorted(found.items()))


def cost_words(row: CostRow) -> str:
    """What is known of an agent's cost, and of how many runs."""
    parts = []
    if row.whole.value is not None:
        parts.append(f"whole cost, n = {row.whole.n}")
    if row.experiment.value is not None:
        parts.append(f"experiment alone, n = {row.experiment.n}")
    if row.tokens.value is not None:
        parts.append(f"+ {row.tokens.value / 1000:.0f}k tokens without a price, n = {row.tokens.n}")
    return "; ".join(parts)


def stated_cost(row: CostRow) -> float | None:
    """The mean in USD that is stated, whole where it is."""
    return row.whole.value if row.whole.value is not None else row.experiment.value


def _stored(store: RunStore, name: RunName) -> RunCost:
    told = {ArtifactRole.TRANSCRIPT, ArtifactRole.TOKEN_USAGE}
    artifacts = [item for item in store.artifacts(name) if item.role in told]
    files = store.files(name)
    return cost_of(artifacts, {item.path: files.read(item.path) for item in artifacts})


def _agent(store: RunStore, name: RunName) -> str:
    """The agent as the scores name it: the other system goes by its folder."""
    run = store.get(name)
    group = name.partition("/")[0]
    return run.agent if group.endswith(f"_{run.agent}") else group


def _row(agent: str, costs: list[RunCost], score: float | None) -> CostRow:
    return CostRow(
        agent=agent,
        runs=len(costs),
        whole=estimate_mean([[cost.whole] for cost in costs if cost.whole is not None]),
        experiment=estimate_mean([[cost.experiment] for cost in costs if cost.experiment is not None]),
        tokens=estimate_mean([[cost.tokens] for cost in costs if cost.tokens is not None]),
        score=score,
    )


def _usage(data: bytes) -> tuple[float | None, int | None]:
    """A whole cost in USD, or a count of tokens. A file that is none of both tells nothing."""
    try:
        value = json.loads(data)
    except ValueError:
        return None, None
    if not isinstance(value, dict):
        return None, None
    by_model = [item.get("cost (USD)") for item in value.values() if isinstance(item, dict)]
    stated = [float(item) for item in by_model if isinstance(item, int | float)]
    if stated:
        return sum(stated), None
    names = _COUNTED if _COUNTED[0] in value else _COUNTED_APART
    counts = [value[name] for name in names if isinstance(value.get(name), int)]
    return None, sum(counts) if counts else None
