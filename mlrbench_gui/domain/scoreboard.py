"""The benchmark as one sees it: agents by stage, where runs failed first, what they cost, judges beside people.

Scores are of 1 to 10, means carry a 95 % interval over tasks. Every value tells what it rests on.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from mlrbench_gui.domain.agreement import Estimate
from mlrbench_gui.domain.benchmark import MEAN_JUDGE, BenchmarkRow
from mlrbench_gui.domain.reviews import ReviewTarget
from mlrbench_gui.domain.values import GateState, RunName

OVERALL = "Overall"


@dataclass(frozen=True, slots=True)
class BoardChoice:
    """What is shown: one judge family or all, one criterion, and which tasks.

    `topic` and `venue` narrow the tasks, `in_common` keeps those that every agent of a stage was judged on.
    """

    judge: str = MEAN_JUDGE
    criterion: str = OVERALL
    topic: str | None = None
    venue: str | None = None
    in_common: bool = False

    @property
    def narrowed(self) -> bool:
        """Whether the tasks are not all of the benchmark."""
        return bool(self.topic or self.venue or self.in_common)


@dataclass(frozen=True, slots=True)
class StageBoard:
    """One stage: the agents' means on the chosen criterion, best first.

    `task_sets` is how many different sets of tasks stand behind the rows: with more than one they are no comparison.
    """

    target: ReviewTarget
    criterion: str
    denominator: int
    rows: tuple[BenchmarkRow, ...]
    task_sets: int
    in_common: int


@dataclass(frozen=True, slots=True)
class CriteriaRow:
    """An agent's end-to-end means by criterion."""

    agent: str
    cells: Mapping[str, BenchmarkRow]


@dataclass(frozen=True, slots=True)
class FailureRow:
    """Where an agent's audited runs failed first: `counts` by the step of the gate, None for no failure found."""

    agent: str
    runs: int
    counts: Mapping[GateState | None, int]


@dataclass(frozen=True, slots=True)
class ReachedRow:
    """The judges' mean of the runs that reached a state, as the gate has it; `mean.n` counts runs."""

    state: GateState
    mean: Estimate


@dataclass(frozen=True, slots=True)
class PaperPoint:
    """One paper: people's mean and the judges' mean on the chosen criterion."""

    run: RunName
    human: float
    judge: float


@dataclass(frozen=True, slots=True)
class CostRow:
    """What an agent's runs cost in USD, as far as the runs tell: mean, and over how many of its runs.

    `whole`: of runs that state all of their cost. `experiment`: the coding agent's own account. `tokens`: mean of all
    tokens of the other stages, for which no price is stated. `score` is the judges' overall mean, for the chart.
    """

    agent: str
    runs: int
    whole: Estimate
    experiment: Estimate
    tokens: Estimate
    score: float | None


_SAME = 5e-3
"""Published means are printed with two digits at least."""


@dataclass(frozen=True, slots=True)
class PublishedCell:
    """One score of a published table, and the plain mean of the reviews; None for what is not there."""

    task: str
    agent: str
    criterion: str
    told: float | None
    mean: float | None

    @property
    def same(self) -> bool:
        return self.told is not None and self.mean is not None and abs(self.told - self.mean) <= _SAME


@dataclass(frozen=True, slots=True)
class PublishedMean:
    """An agent's mean over the tasks of a published table, as published and recomputed; `n` tasks have both."""

    agent: str
    criterion: str
    told: float | None
    mean: float | None
    n: int
    same: bool


@dataclass(frozen=True, slots=True)
class PublishedTable:
    """The means that upstream published beside those recomputed: rows in all, and those that differ, in words."""

    source: str
    rows: int
    differing: tuple[str, ...]
    cells: tuple[PublishedCell, ...] = ()

    @property
    def means(self) -> tuple[PublishedMean, ...]:
        """By agent and criterion, in the order of the table; only of tasks that have both numbers."""
        found: dict[tuple[str, str], list[PublishedCell]] = {}
        for cell in self.cells:
            found.setdefault((cell.agent, cell.criterion), []).append(cell)
        return tuple(_published_mean(*key, group) for key, group in found.items())


def _published_mean(agent: str, criterion: str, group: Sequence[PublishedCell]) -> PublishedMean:
    both = [(cell.told, cell.mean) for cell in group if cell.told is not None and cell.mean is not None]
    told = sum(pair[0] for pair in both) / len(both) if both else None
    mean = sum(pair[1] for pair in both) / len(both) if both else None
    return PublishedMean(agent, criterion, told, mean, len(both), all(cell.same for cell in group))


@dataclass(frozen=True, slots=True)
class Behind:
    """A task behind a mean: the scores by judge, and the run where there is one in the workspace."""

    task: str
    run: RunName | None
    scores: Mapping[str, float]
    present: bool

    @property
    def mean(self) -> float:
        return sum(self.scores.values()) / len(self.scores)


@dataclass(frozen=True, slots=True)
class Scoreboard:
    """All of it for one choice. `judges`, `criteria`, `topics`, `venues` are what can be chosen.

    `left_out` says in words what people excluded, of how many and why.
    """

    choice: BoardChoice
    judges: tuple[str, ...]
    criteria: tuple[str, ...]
    topics: tuple[str, ...]
    venues: tuple[str, ...]
    stages: tuple[StageBoard, ...]
    by_criterion: tuple[CriteriaRow, ...]
    failures: tuple[FailureRow, ...]
    reached: tuple[ReachedRow, ...]
    points: tuple[PaperPoint, ...]
    judges_people: Estimate
    people_people: Estimate
    costs: tuple[CostRow, ...]
    published: tuple[PublishedTable, ...]
    reviews: int
    runs_absent: int
    left_out: tuple[str, ...] = ()
