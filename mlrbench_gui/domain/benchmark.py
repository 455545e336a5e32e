"""The benchmark's scores: one agent's mean on one criterion of one stage, with what it rests on."""

from dataclasses import dataclass

MEAN_JUDGE = "mean"
"""The name that stands for all judges together."""


@dataclass(frozen=True, slots=True)
class BenchmarkRow:
    """A cell of the benchmark: mean score (1 to 10) with a 95 % interval over tasks, None below three tasks.

    `denominator` is the number of tasks that the benchmark sets for the stage; `complete` says whether each judge
    scored each of them exactly once. `n_excluded` reviews are left out, as a person said.
    """

    agent: str
    stage: str
    criterion: str
    judge: str
    mean: float
    low: float | None
    high: float | None
    n_tasks: int
    n_reviews: int
    denominator: int
    complete: bool
    n_excluded: int = 0
