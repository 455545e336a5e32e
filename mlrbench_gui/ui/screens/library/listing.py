"""Which tasks are listed and in which order; pure values, no Qt."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from mlrbench_gui.domain.runs import DocumentKind
from mlrbench_gui.services.library import LibraryTask


class Column(StrEnum):
    """The columns of the list, by their heads."""

    TASK = "Task"
    VENUE = "Venue"
    TOPIC = "Topic"
    IDEAS = "Ideas"
    PROPOSALS = "Proposals"
    RUNS = "Runs"


NUMBERS = frozenset({Column.IDEAS, Column.PROPOSALS, Column.RUNS})
KINDS: Mapping[Column, DocumentKind] = {
    Column.IDEAS: DocumentKind.IDEA,
    Column.PROPOSALS: DocumentKind.PROPOSAL,
}


@dataclass(frozen=True, slots=True)
class Wish:
    """What is to be listed. Empty words, topic or venue leave all."""

    text: str = ""
    topic: str = ""
    venue: str = ""
    with_runs: bool = False
    sort: Column = Column.TASK
    descending: bool = False


def listed(tasks: Iterable[LibraryTask], wish: Wish) -> tuple[LibraryTask, ...]:
    """The tasks that fit, in the wished order; those without a number stand last either way."""
    words = wish.text.casefold().split()
    fitting = [task for task in tasks if _fits(task, wish, words)]
    key = _KEYS[wish.sort]
    numbered = [task for task in fitting if key(task) is not None]
    rest = [task for task in fitting if key(task) is None]
    return (*sorted(numbered, key=lambda task: _ordered(key, task), reverse=wish.descending), *rest)


def sorted_by(wish: Wish, column: Column) -> Wish:
    """The wish after a head was pressed: the other way round, or by that column, numbers from the highest."""
    if wish.sort is column:
        return replace(wish, descending=not wish.descending)
    return replace(wish, sort=column, descending=column in NUMBERS)


def topics_of(tasks: Sequence[LibraryTask]) -> tuple[str, ...]:
    """The topics that the tasks have."""
    return tuple(sorted({task.topic for task in tasks if task.topic}))


def venues_of(tasks: Sequence[LibraryTask]) -> tuple[str, ...]:
    """The venues that the tasks have."""
    return tuple(sorted({task.venue for task in tasks if task.venue}))


def cell_words(task: LibraryTask, column: Column) -> str:
    """What stands in a column; empty where there is nothing to tell."""
    if column in KINDS:
        many, mean = len(task.of(KINDS[column])), task.mean(KINDS[column])
        return f"{many} · {mean:.1f}" if mean is not None else str(many or "")
    return {
        Column.TASK: task.title,
        Column.VENUE: task.venue,
        Column.TOPIC: task.topic,
        Column.RUNS: str(len(task.runs) or ""),
    }[column]


def spoken(task: LibraryTask) -> str:
    """The row for people who hear it."""
    parts = [task.title, task.id, task.venue, task.topic]
    for column, kind in KINDS.items():
        many, mean = len(task.of(kind)), task.mean(kind)
        scored = f", judges' mean {mean:.1f}" if mean is not None else ""
        parts.append(f"{many} {column.lower()}{scored}")
    many = len(task.runs)
    return "; ".join([*filter(None, parts), f"{many} run{'' if many == 1 else 's'}"])


def _fits(task: LibraryTask, wish: Wish, words: Sequence[str]) -> bool:
    if (wish.topic and task.topic != wish.topic) or (wish.venue and task.venue != wish.venue):
        return False
    if wish.with_runs and not task.runs:
        return False
    told = f"{task.id} {task.title} {task.venue} {task.topic} {task.brief}".casefold()
    return all(word in told for word in words)


def _ordered(key: "Callable[[LibraryTask], float | str | None]", task: LibraryTask) -> tuple[float, str]:
    value = key(task)
    return (value, "") if isinstance(value, float) else (0.0, str(value))


_KEYS: "Mapping[Column, Callable[[LibraryTask], float | str | None]]" = {
    Column.TASK: lambda task: task.title.casefold(),
    Column.VENUE: lambda task: f"{task.venue} {task.title}".casefold() if task.venue else None,
    Column.TOPIC: lambda task: f"{task.topic} {task.title}".casefold() if task.topic else None,
    Column.IDEAS: lambda task: task.mean(DocumentKind.IDEA),
    Column.PROPOSALS: lambda task: task.mean(DocumentKind.PROPOSAL),
    Column.RUNS: lambda task: float(len(task.runs)) or None,
}
