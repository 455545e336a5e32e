"""Work that is shared out between machines: which part does what, and what of a shared-out whole is here."""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple


class Shard(NamedTuple):
    """Part `part` of `parts`, counted from 1."""

    part: int
    parts: int

    def holds(self, name: str) -> bool:
        """Whether this part does the run or task of this name: by its hash, whatever else there is to do."""
        return int(hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest(), 16) % self.parts == (
            self.part - 1
        )


@dataclass(frozen=True, slots=True)
class ShardRecord:
    """What a part of a whole has done. `plan` is the hash of the whole: parts of one whole have the same.

    `what` is the command, `total` the number of runs or tasks of the whole, `own` of this part, `done` so far.
    """

    plan: str
    what: str
    part: int
    parts: int
    total: int
    own: int
    done: int
    at: datetime


@dataclass(frozen=True, slots=True)
class PlanState:
    """How much of a shared-out whole is here."""

    plan: str
    what: str
    parts: int
    missing: tuple[int, ...]
    unfinished: tuple[int, ...]
    done: int
    total: int

    @property
    def complete(self) -> bool:
        return not self.missing and not self.unfinished

    def told(self) -> str:
        """One line for people."""
        of = f"{self.what}: {self.done} of {self.total} done"
        there = f"{self.parts - len(self.missing)} of {self.parts} parts are here"
        gaps = [
            f"{word} {', '.join(map(str, parts))}"
            for word, parts in (("missing", self.missing), ("not finished", self.unfinished))
            if parts
        ]
        return "; ".join((of, there, *gaps))


def plan_of(what: str, how: Sequence[str], names: Iterable[str]) -> str:
    """Equal for the same work on the same runs or tasks, in whatever order these were given."""
    lines = "\n".join((what, *how, "", *sorted(set(names))))
    return hashlib.sha256(lines.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def plans_of(records: Iterable[ShardRecord]) -> tuple[PlanState, ...]:
    """The wholes that these parts belong to, by command and plan."""
    by_plan: dict[tuple[str, str], dict[int, ShardRecord]] = {}
    for record in records:
        by_plan.setdefault((record.what, record.plan), {})[record.part] = record
    return tuple(_state(list(parts.values())) for _, parts in sorted(by_plan.items()))


def _state(records: Sequence[ShardRecord]) -> PlanState:
    first = records[0]
    there = {record.part for record in records}
    return PlanState(
        plan=first.plan,
        what=first.what,
        parts=first.parts,
        missing=tuple(part for part in range(1, first.parts + 1) if part not in there),
        unfinished=tuple(sorted(record.part for record in records if record.done < record.own)),
        done=sum(record.done for record in records),
        total=first.total,
    )
