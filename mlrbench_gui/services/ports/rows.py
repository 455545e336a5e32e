"""What the screens and commands read of a run in one row."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from mlrbench_gui.domain.audit import Audit, Gate
from mlrbench_gui.domain.runs import (
    Run,
)


@dataclass(frozen=True, slots=True)
class RunLeftOut:
    """What of a run people left out of statistics: why the run is (empty: it counts), and how many parts of it."""

    why: str = ""
    claims: int = 0
    judges: int = 0
    people: int = 0


@dataclass(frozen=True, slots=True)
class RunRow:
    """A run as the Runs screen shows it. Counts are after people's decisions; None where no audit is stored.

    Claims and reviews that people left out are in no count and no mean but those of `left_out`.
    """

    run: Run
    gate: Gate | None
    verdicts: Mapping[str, int]
    trusts: Mapping[str, int]
    findings: Mapping[str, int]
    decided: int
    claims: int
    judge_means: tuple[float, ...]
    human_reviews: int
    audited_at: datetime | None
    stale: bool
    left_out: RunLeftOut = RunLeftOut()


@dataclass(frozen=True, slots=True)
class StoredAudit:
    """An audit as kept in a workspace; `input_key` is the hash of all that it was made from.

    `version` is the number of the state of the run's files that it was saved on.
    """

    audit: Audit
    input_key: str
    at: datetime
    version: int = 0
