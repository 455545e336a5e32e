"""Who reviews what, what is hidden from whom, and what is left out of statistics; all folded from the record."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from mlrbench_gui.domain.forms import in_order, latest_submissions, own_review
from mlrbench_gui.domain.people import (
    Assign,
    Exclude,
    ExcludedKind,
    LiftBlind,
    PersonRecord,
    SetBlind,
    Settle,
    Submit,
)
from mlrbench_gui.domain.values import RunName

HIDDEN_FOLDER = "blind"
"""The first part of the name that a hidden run goes by; its code stands after the last dot."""
_SHORT = 6

NO_REVIEWING = Assign | Exclude | Settle
"""What a keeper or an adjudicator writes about a run without reviewing it."""


@dataclass(frozen=True, slots=True)
class Blindness:
    """Whether reviews are blind in this workspace, and the seed of names and order."""

    on: bool = False
    seed: str = ""


@dataclass(frozen=True, slots=True)
class Exclusion:
    """Something that is left out of statistics, by whom and why. `key` as in the record."""

    run: RunName
    what: ExcludedKind
    key: str
    author: str
    reason: str


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a reviewer is: runs assigned, begun and submitted (assigned or not), and active seconds."""

    reviewer: str
    assigned: int
    begun: int
    submitted: int
    done_of_assigned: int
    seconds: int


def blindness_of(records: Iterable[PersonRecord]) -> Blindness:
    """The last word on it."""
    state = Blindness()
    for record in in_order(records):
        if isinstance(record.act, SetBlind):
            state = Blindness(record.act.on, record.act.seed)
    return state


def is_hidden(records: Sequence[PersonRecord], run: RunName, author: str) -> bool:
    """Whether maker, judges' scores and others' reviews of the run are kept from this author.

    They are until the author submits a review of it, or lifts the curtain with a reason that stays on the record.
    """
    if not blindness_of(records).on:
        return False
    return not any(
        record.run == run and record.author == author and isinstance(record.act, Submit | LiftBlind)
        for record in records
    )


def blind_code(seed: str, run: RunName) -> str:
    """The letters and digits by which a hidden run is called; from seed and run alone, so equal for all reviewers.

    A run that goes by such a code already keeps it.
    """
    if is_alias(run):
        return run.rpartition(".")[2]
    return hashlib.sha256(f"{seed}\0{run}".encode()).hexdigest()[:_SHORT].upper()


def is_alias(run: RunName) -> bool:
    """Whether this is the name that a hidden run goes by."""
    return run.startswith(f"{HIDDEN_FOLDER}/")


def shuffled(runs: Iterable[RunName], seed: str, reviewer: str) -> tuple[RunName, ...]:
    """The runs in an order that seed and reviewer give: another for each reviewer, the same each time."""

    def place(run: RunName) -> tuple[bytes, str]:
        key = f"{seed}\0{reviewer}\0{blind_code(seed, run)}"
        return hashlib.sha256(key.encode()).digest(), run

    return tuple(sorted(runs, key=place))


def assigned_runs(records: Iterable[PersonRecord], reviewer: str) -> tuple[RunName, ...]:
    """The runs that this reviewer was given, in the order given."""
    runs: dict[RunName, None] = {}
    for record in in_order(records):
        if isinstance(record.act, Assign) and record.act.reviewer == reviewer:
            if record.act.on:
                runs[record.run] = None
            else:
                runs.pop(record.run, None)
    return tuple(runs)


def reviewers_of(records: Iterable[PersonRecord]) -> tuple[str, ...]:
    """All who were given a run or have begun a review, by name."""
    names: set[str] = set()
    for record in records:
        if isinstance(record.act, Assign):
            names.add(record.act.reviewer)
        elif record.run:
            names.add(record.author)
    return tuple(sorted(name for name in names if _takes_part(records, name)))


def spread_out(
    runs: Sequence[RunName], reviewers: Sequence[str], seed: str, each: int = 2
) -> tuple[tuple[RunName, str], ...]:
    """Give each run to `each` different reviewers, so that all have about as many; seed and names decide which.

    Raises ValueError where there are fewer reviewers than that.
    """
    people = tuple(dict.fromkeys(reviewers))
    if each > len(people):
        raise ValueError(f"{each} reviews a run need {each} reviewers; {len(people)} are named")
    load = dict.fromkeys(people, 0)
    given: list[tuple[RunName, str]] = []
    for run in shuffled(runs, seed, ""):
        by_load = sorted(people, key=lambda name: (load[name], _draw(seed, run, name)))
        for name in by_load[:each]:
            load[name] += 1
            given.append((run, name))
    return tuple(given)


def exclusions_of(records: Iterable[PersonRecord]) -> tuple[Exclusion, ...]:
    """What is left out now, each with the last word's author and reason."""
    out: dict[tuple[RunName, ExcludedKind, str], Exclusion] = {}
    for record in in_order(records):
        act = record.act
        if not isinstance(act, Exclude):
            continue
        key = (record.run, act.what, act.key)
        out.pop(key, None)
        if act.on:
            out[key] = Exclusion(record.run, act.what, act.key, record.author, act.reason)
    return tuple(out.values())


def progress_of(records: Sequence[PersonRecord]) -> tuple[Progress, ...]:
    """One line a reviewer, by name. Seconds are those of submitted versions."""
    by_run = _by_run(records)
    return tuple(_progress(name, assigned_runs(records, name), by_run) for name in reviewers_of(records))


def _progress(
    name: str, assigned: Sequence[RunName], by_run: Mapping[RunName, list[PersonRecord]]
) -> Progress:
    own = {run: own_review(lines, name) for run, lines in by_run.items()}
    submitted = {run for run, review in own.items() if review.submitted is not None}
    seconds = sum(
        spent.seconds
        for lines in by_run.values()
        for submission in latest_submissions(lines)
        if submission.author == name
        for spent in submission.form.times
    )
    return Progress(
        reviewer=name,
        assigned=len(assigned),
        begun=sum(review.is_begun for review in own.values()),
        submitted=len(submitted),
        done_of_assigned=len(submitted & set(assigned)),
        seconds=seconds,
    )


def _takes_part(records: Iterable[PersonRecord], name: str) -> bool:
    lines = list(records)
    if any(isinstance(line.act, Assign) and line.act.reviewer == name for line in lines):
        return True
    own = (line for line in lines if line.author == name and line.run)
    return any(not isinstance(line.act, NO_REVIEWING) for line in own)


def _by_run(records: Iterable[PersonRecord]) -> dict[RunName, list[PersonRecord]]:
    lines: dict[RunName, list[PersonRecord]] = {}
    for record in records:
        if record.run:
            lines.setdefault(record.run, []).append(record)
    return lines


def _draw(seed: str, run: RunName, name: str) -> bytes:
    return hashlib.sha256(f"{seed}\0{run}\0{name}".encode()).digest()
