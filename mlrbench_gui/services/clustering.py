"""Audits by several workers on one shared workspace. Results are in its tables; what is missing is given out again."""

import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from mlrbench_gui.domain.errors import InputError, MissingPart
from mlrbench_gui.domain.values import RunName
from mlrbench_gui.domain.work import Emit, Progress
from mlrbench_gui.services.auditing import is_stale
from mlrbench_gui.services.ports.stores import SettingStore
from mlrbench_gui.services.ports.workspace import Workspace

ROUNDS = 3
"""So often what is missing is given out before it is told as not done."""

_MARK = "cluster.mark"


@dataclass(frozen=True, slots=True)
class Card:
    """What workers and who gives them work must have in common: the program, its rules, the workspace."""

    version: str
    rules: str
    workspace: str

    def told_difference(self, other: "Card | None") -> str:
        """In what a worker with another card (None: of another program) differs."""
        if other is None:
            return "is no worker of this version of the program; stop it, update it and start it again"
        if (other.version, other.rules) != (self.version, self.rules):
            return (
                f"the worker runs version {other.version} with rules {other.rules}, here are {self.version} and "
                f"{self.rules}; update the older one and start it again"
            )
        return "the worker is on another workspace; start it with the same --workspace"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How the work on a run ended: well, with a failure that will not go away, or `lost` on the way."""

    name: str
    failure: str = ""
    lost: bool = False


class Crew(Protocol):
    """Workers that audit runs of the shared workspace and keep the audits there."""

    def audit(self, names: Sequence[str]) -> Iterator[Outcome]: ...


def mark_of(settings: SettingStore) -> str:
    """What tells this workspace from any other, made when it is first asked for."""
    if settings.get(_MARK) is None:
        settings.put(_MARK, uuid.uuid4().hex)
    return settings.get(_MARK) or ""


def audit_together(workspace: Workspace, names: Sequence[RunName], crew: Crew, emit: Emit) -> None:
    """Let the crew audit what has no audit of the present files and rules; the table tells what is done.

    Raises InputError with the first of the runs that cannot be audited, after all others are done; MissingPart where
    something is still missing in the end.
    """
    failures: dict[str, str] = {}
    done = 0
    for _ in range(ROUNDS):
        missing = [name for name in names if name not in failures and is_stale(workspace, name)]
        if not missing:
            break
        for outcome in crew.audit(missing):
            if outcome.failure:
                failures[outcome.name] = outcome.failure
            if not outcome.lost:
                done += 1
                emit(Progress(done, len(names), outcome.name))
    if failures:
        name, told = next(iter(failures.items()))
        more = f" (and {len(failures) - 1} more)" if len(failures) > 1 else ""
        raise InputError(told + more if name in told else f"{name}: {told}{more}")
    left = [name for name in names if is_stale(workspace, name)]
    if left:
        raise MissingPart(
            f"{left[0]}: {len(left)} of {len(names)} runs are not audited after {ROUNDS} rounds, as workers died or "
            "lost the workspace; look after them and give the command again, what is done stays"
        )
