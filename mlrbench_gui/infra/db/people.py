"""What reviewers did: only ever added to, each line once."""

import threading
from collections.abc import Sequence
from datetime import UTC

from sqlalchemy import ColumnElement, select

from mlrbench_gui.domain.people import PersonRecord
from mlrbench_gui.domain.values import RunName
from mlrbench_gui.infra.db.database import Database
from mlrbench_gui.infra.db.putting import add_missing
from mlrbench_gui.infra.db.schema import PersonRecordRow

person_record = PersonRecordRow.__table__  # type: ignore[attr-defined]


class SqlitePeople:
    """The record by run. What was read is kept: lines never change, so only those after it are read again."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._lock = threading.Lock()
        self._read: tuple[int, tuple[PersonRecord, ...]] = (0, ())

    def of_run(self, name: RunName) -> tuple[PersonRecord, ...]:
        return tuple(record for record in self.all() if record.run == name)

    def all(self) -> tuple[PersonRecord, ...]:
        with self._lock:
            last, known = self._read
            later: ColumnElement[bool] = person_record.c.seq > last
            own = select(person_record.c.seq, person_record.c.content).where(later)
            with self._database.read() as connection:
                rows = connection.execute(own.order_by(person_record.c.seq)).all()
            if rows:
                known = (*known, *(PersonRecord.model_validate_json(row.content) for row in rows))
                self._read = (rows[-1].seq, known)
            return known

    def append(self, records: Sequence[PersonRecord]) -> int:
        if not records:
            return 0
        cells = [
            {
                "id": record.id,
                "run": record.run,
                "author": record.author,
                "at": record.at.astimezone(UTC).isoformat(),
                "kind": record.act.kind,
                "content": record.model_dump_json(),
            }
            for record in records
        ]
        with self._database.write() as connection:
            return add_missing(connection, person_record, cells)
