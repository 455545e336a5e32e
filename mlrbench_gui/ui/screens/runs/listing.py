"""Which runs are shown and in what order: filter, sort and group, without widgets."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum, StrEnum

from mlrbench_gui.domain.runs import RunGroup
from mlrbench_gui.domain.values import GATE_ORDER
from mlrbench_gui.services.ports.rows import RunRow

GROUP_WORDS = {
    RunGroup.END_TO_END: "End to end",
    RunGroup.STEPWISE: "Stepwise",
    RunGroup.AI_SCIENTIST: "AI Scientist",
    RunGroup.LOOSE: "Loose",
}


class Column(StrEnum):
    """The columns with their heads."""

    RUN = "Run"
    GATE = "Gate"
    REACHED = "Reached"
    GAP = "Gap"
    CLAIMS = "Claims by verdict"
    ALL = "All"
    DOUBTFUL = "Doubtful"
    FINDINGS = "Findings h m l"
    JUDGES = "Judges"
    MEAN = "Mean"
    REVIEW = "Human review"


class GroupBy(Enum):
    """What rows are put together by."""

    AGENT = "Agent"
    TASK = "Task"
    NOTHING = "Nothing"


class Gap(Enum):
    """Filter by how far the claimed state is from the reached one."""

    ANY = "any"
    NONE = "none"
    SOME = "1 or more"
    WIDE = "3 or more"


class FindingFilter(Enum):
    """Filter by the gravest finding."""

    ANY = "any"
    HIGH = "high"
    MEDIUM = "medium or high"
    NONE = "none"


class ReviewFilter(Enum):
    """Filter by how far people's decisions are."""

    ANY = "any"
    NOT_STARTED = "not started"
    UNDER_WAY = "under way"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class Wish:
    """What a person asks to see; the defaults show everything by agent and name."""

    text: str = ""
    group: RunGroup | None = None
    gap: Gap = Gap.ANY
    findings: FindingFilter = FindingFilter.ANY
    review: ReviewFilter = ReviewFilter.ANY
    group_by: GroupBy = GroupBy.AGENT
    sort: Column = Column.RUN
    descending: bool = False
    folded: frozenset[str] = field(default_factory=frozenset)


@dataclass(frozen=True, slots=True)
class Head:
    """The head of a group: its name, how many of its runs are shown, whether they are folded away."""

    name: str
    count: int
    folded: bool


Entry = Head | RunRow


def listed(rows: Sequence[RunRow], wish: Wish) -> list[Entry]:
    """Heads and rows as they stand in the table."""
    words = wish.text.casefold().split()
    shown = [row for row in rows if _fits(row, wish, words)]
    shown.sort(key=lambda row: row.run.name)
    shown.sort(key=_sort_key(wish.sort), reverse=wish.descending)
    if wish.group_by is GroupBy.NOTHING:
        return list(shown)
    groups: dict[str, list[RunRow]] = {}
    for row in shown:
        groups.setdefault(group_name(row, wish.group_by), []).append(row)
    entries: list[Entry] = []
    for name in sorted(groups):
        folded = name in wish.folded
        entries.append(Head(name, len(groups[name]), folded))
        entries += [] if folded else groups[name]
    return entries


def group_name(row: RunRow, group_by: GroupBy) -> str:
    """The name of the group that a row stands in: all of the run's name before the task, or the task."""
    return row.run.task if group_by is GroupBy.TASK else row.run.name.rpartition("/")[0] or row.run.agent


def fold(wish: Wish, name: str) -> Wish:
    """Fold a group away, or show it again."""
    return replace(wish, folded=wish.folded ^ {name})


def gap(row: RunRow) -> int | None:
    """How many states the run claims beyond the one reached; None without an audit or a paper."""
    if row.gate is None or row.gate.claimed is None:
        return None
    return max(0, GATE_ORDER.index(row.gate.claimed) - GATE_ORDER.index(row.gate.reached))


def doubtful_share(row: RunRow) -> float | None:
    """The share of doubtful claims; None without claims."""
    total = sum(row.trusts.values())
    return row.trusts.get("doubtful", 0) / total if total else None


def judge_mean(row: RunRow) -> float | None:
    """The mean of the judges' means; None without a judge."""
    return sum(row.judge_means) / len(row.judge_means) if row.judge_means else None


def review_state(row: RunRow) -> ReviewFilter:
    """How far people's decisions are."""
    if row.claims and row.decided >= row.claims:
        return ReviewFilter.DONE
    return ReviewFilter.UNDER_WAY if row.decided else ReviewFilter.NOT_STARTED


def _fits(row: RunRow, wish: Wish, words: Sequence[str]) -> bool:
    return (
        wish.group in {None, row.run.group}
        and (wish.gap is Gap.ANY or _gap_fits(gap(row), wish.gap))
        and (wish.findings is FindingFilter.ANY or _findings_fit(row, wish.findings))
        and (wish.review is ReviewFilter.ANY or wish.review is review_state(row))
        and (not words or _says(row, words))
    )


def _says(row: RunRow, words: Sequence[str]) -> bool:
    text = f"{row.run.name} {row.run.writer_model or ''} {row.run.coding_agent or ''}".casefold()
    return all(word in text for word in words)


def _gap_fits(value: int | None, wanted: Gap) -> bool:
    if wanted is Gap.ANY:
        return True
    low, high = {Gap.NONE: (0, 0), Gap.SOME: (1, 9), Gap.WIDE: (3, 9)}[wanted]
    return value is not None and low <= value <= high


def _findings_fit(row: RunRow, wanted: FindingFilter) -> bool:
    high, medium = row.findings.get("high", 0), row.findings.get("medium", 0)
    match wanted:
        case FindingFilter.ANY:
            return True
        case FindingFilter.HIGH:
            return high > 0
        case FindingFilter.MEDIUM:
            return high + medium > 0
        case FindingFilter.NONE:
            return row.gate is not None and not sum(row.findings.values())


def _sort_key(column: Column) -> Callable[[RunRow], tuple[float | str, ...]]:
    keys: dict[Column, Callable[[RunRow], tuple[float | str, ...]]] = {
        Column.RUN: lambda row: (row.run.name,),
        Column.GATE: _reached,
        Column.REACHED: _reached,
        Column.GAP: lambda row: (_or_low(gap(row)),),
        Column.CLAIMS: lambda row: (row.verdicts.get("contradicted", 0), row.claims),
        Column.ALL: lambda row: (row.claims,),
        Column.DOUBTFUL: lambda row: (_or_low(doubtful_share(row)),),
        Column.FINDINGS: lambda row: tuple(row.findings.get(name, 0) for name in ("high", "medium", "low")),
        Column.JUDGES: lambda row: (_or_low(judge_mean(row)),),
        Column.MEAN: lambda row: (_or_low(judge_mean(row)),),
        Column.REVIEW: lambda row: (row.decided / row.claims if row.claims else -1.0,),
    }
    return keys[column]


def _reached(row: RunRow) -> tuple[float, ...]:
    return (-1.0,) if row.gate is None else (GATE_ORDER.index(row.gate.reached), -(gap(row) or 0))


def _or_low(value: float | None) -> float:
    return -1.0 if value is None else value
