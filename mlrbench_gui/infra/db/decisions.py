"""The log of decisions: only ever added to, in the order of writing."""

import threading
from collections.abc import Sequence
from datetime import UTC
from typing import Any

from pydantic import TypeAdapter
from sqlalchemy import Row, insert, select

from mlrbench_gui.domain.decisions import Action, DecisionEntry
from mlrbench_gui.domain.values import RunName
from mlrbench_gui.infra.db.database import Database
from mlrbench_gui.infra.db.schema import DecisionRow

decision = DecisionRow.__table__  # type: ignore[attr-defined]

_ACTION: TypeAdapter[Action] = TypeAdapter(Action)


class SqliteDecisions:
    """Entries by run. What was read stays in memory, as lines never change; only new ones are read again."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._lock = threading.Lock()
        self._read: dict[RunName, tuple[int, tuple[DecisionEntry, ...]]] = {}

    def entries(self, name: RunName) -> tuple[DecisionEntry, ...]:
        with self._lock:
            last, known = self._read.get(name, (0, ()))
            with self._database.read() as connection:
                rows = connection.execute(
                    select(decision)
                    .where(decision.c.run == name, decision.c.seq > last)
                    .order_by(decision.c.seq)
                ).all()
            if rows:
                known = (*known, *(entry_of(row) for row in rows))
                self._read[name] = (rows[-1].seq, known)
            return known

    def append(self, entries: Sequence[DecisionEntry]) -> None:
        if not entries:
            return
        cells = [
            {
                "id": entry.id,
                "step": entry.step,
                "run": entry.run,
                "author": entry.author,
                "at": entry.at.astimezone(UTC).isoformat(),
                "kind": entry.action.kind,
                "action": entry.action.model_dump_json(exclude_none=True),
                "reason": entry.reason,
            }
            for entry in entries
        ]
        with self._database.write() as connection:
            connection.execute(insert(decision), cells)


def entry_of(row: Row[*tuple[Any, ...]]) -> DecisionEntry:
    """The entry of a row."""
    return DecisionEntry(
        id=row.id,
        step=row.step,
        run=RunName(row.run),
        author=row.author,
        at=row.at,
        action=_ACTION.validate_json(row.action),
        reason=row.reason,
    )
