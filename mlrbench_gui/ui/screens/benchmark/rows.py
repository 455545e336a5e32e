"""What the lists of the Benchmark screen show: rows of one kind, made from the board's values."""

from collections.abc import Iterable
from dataclasses import dataclass

from mlrbench_gui.domain.agreement import Estimate
from mlrbench_gui.domain.benchmark import BenchmarkRow
from mlrbench_gui.domain.first_failure import STEP_WORDS, first_failure
from mlrbench_gui.domain.reviews import ReviewTarget
from mlrbench_gui.domain.runs import RunGroup
from mlrbench_gui.domain.scoreboard import Behind, ReachedRow, StageBoard
from mlrbench_gui.domain.values import GateState, RunName
from mlrbench_gui.services.ports.rows import RunRow

SMALL = 30
"""Means over so few tasks or fewer are drawn hatched."""

STAGE_TITLES = {
    ReviewTarget.IDEA: "Idea",
    ReviewTarget.PROPOSAL: "Proposal",
    ReviewTarget.EXPERIMENT: "Experiment",
    ReviewTarget.WRITEUP: "Paper",
    ReviewTarget.END_TO_END: "End to end",
    ReviewTarget.END_TO_END_NO_CODE: "End to end, code not shown",
    ReviewTarget.AI_SCIENTIST: "Other system",
}


@dataclass(frozen=True, slots=True)
class MeanRow:
    """A mean of 1 to 10 with its interval. `n` of `of` tasks; `marked` where other rows rest on other tasks.

    `excluded` reviews of it were left out by a person.
    """

    name: str
    mean: float
    low: float | None
    high: float | None
    n: int
    of: int | None
    marked: bool = False
    excluded: int = 0

    @property
    def small(self) -> bool:
        return self.n <= SMALL

    @property
    def interval(self) -> str:
        return f"{self.low:.2f}–{self.high:.2f}" if self.low is not None and self.high is not None else "–"

    @property
    def count(self) -> str:
        return f"{self.n}" if self.of is None else f"{self.n} of {self.of}"

    @property
    def spoken(self) -> str:
        """All of it in words."""
        interval = f", 95 % interval {self.interval}" if self.low is not None else ", no interval"
        different = "; other rows rest on other tasks" if self.marked else ""
        out = f", {self.excluded} reviews excluded" if self.excluded else ""
        return f"{self.name}: mean {self.mean:.2f}{interval}, n {self.count}{out}{different}"


@dataclass(frozen=True, slots=True)
class BehindRow:
    """A line of the pane that shows what is behind a number; `run` is set where Enter opens one."""

    name: str
    detail: str
    value: str
    run: RunName | None


def mean_rows(board: StageBoard) -> tuple[MeanRow, ...]:
    """A stage's rows; they are marked where they do not rest on the same tasks."""
    return tuple(_mean_row(row, marked=board.task_sets > 1) for row in board.rows)


def reached_rows(rows: Iterable[ReachedRow]) -> tuple[MeanRow, ...]:
    """Judges' means by the state that the gate gives."""
    return tuple(
        MeanRow(row.state.value, row.mean.value, row.mean.low, row.mean.high, row.mean.n, None)
        for row in rows
        if row.mean.value is not None
    )


def _mean_row(row: BenchmarkRow, *, marked: bool) -> MeanRow:
    count, of = row.n_tasks, row.denominator
    return MeanRow(row.agent, row.mean, row.low, row.high, count, of, marked, row.n_excluded)


def behind_mean(found: Iterable[Behind]) -> tuple[BehindRow, ...]:
    """Tasks with each judge's score; only a run that is here can be opened."""
    return tuple(
        BehindRow(
            item.task,
            "  ".join(f"{judge} {score:g}" for judge, score in sorted(item.scores.items()))
            + ("" if item.run is None or item.present else "  ·  the run is not here"),
            f"{item.mean:.1f}",
            item.run if item.present else None,
        )
        for item in found
    )


def behind_failure(runs: Iterable[RunRow], agent: str, step: GateState | None) -> tuple[BehindRow, ...]:
    """An agent's audited runs with why each failed first; `step` puts those of one column first."""
    found: list[tuple[bool, BehindRow]] = []
    for row in runs:
        if row.run.group is RunGroup.END_TO_END and row.run.agent == agent and row.gate is not None:
            failed = first_failure(row.gate.transitions)
            state = failed.state if failed else None
            words = failed.why if failed else "no step of the gate failed"
            name = STEP_WORDS[state] if state else "none found"
            found.append((state != step, BehindRow(row.run.task, words, name, row.run.name)))
    return tuple(row for _, row in sorted(found, key=lambda item: (item[0], item[1].name)))


def behind_reached(runs: Iterable[RunRow], state: str) -> tuple[BehindRow, ...]:
    """The runs that reached a state, with the judges' means."""
    return tuple(
        BehindRow(
            row.run.name,
            "judges " + "  ".join(f"{mean:g}" for mean in row.judge_means),
            f"{sum(row.judge_means) / len(row.judge_means):.1f}",
            row.run.name,
        )
        for row in runs
        if row.run.group is RunGroup.END_TO_END
        and row.gate is not None
        and row.gate.reached == state
        and row.judge_means
    )


def correlation_words(estimate: Estimate) -> str:
    """A rank correlation with its interval and n."""
    if estimate.value is None:
        return f"not known, n = {estimate.n}"
    interval = f" [{estimate.low:.2f}, {estimate.high:.2f}]" if estimate.low is not None else ""
    return f"{estimate.value:.2f}{interval}, n = {estimate.n}".replace("-", "−")
