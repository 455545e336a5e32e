"""Audits by run, as compressed JSON. The same audit again only gets a newer date; of each run the last few are kept."""

import hashlib
import zlib
from collections.abc import Callable
from datetime import datetime
from functools import lru_cache
from typing import NamedTuple

from sqlalchemy import Connection, delete, desc, insert, select, update

from mlrbench_gui.domain.audit import Audit
from mlrbench_gui.domain.values import RunName
from mlrbench_gui.infra.db.counts import summary_text
from mlrbench_gui.infra.db.database import Database
from mlrbench_gui.infra.db.run_versions import run
from mlrbench_gui.infra.db.schema import AuditRow
from mlrbench_gui.services.ports.rows import StoredAudit

KEPT = 8
"""So many audits of a run stay in the file; what people decided stands in the log and needs none of them."""

audit = AuditRow.__table__  # type: ignore[attr-defined]


class AuditKey(NamedTuple):
    """What tells two audits of a run apart."""

    version: int
    input_key: str
    content: str


class SqliteAudits:
    """The audits of a workspace."""

    def __init__(self, database: Database, clock: Callable[[], datetime]) -> None:
        self._database = database
        self._clock = clock

    def latest(self, name: RunName) -> StoredAudit | None:
        return self.before(name, 0)

    def before(self, name: RunName, back: int = 1) -> StoredAudit | None:
        newest_first = select(audit).where(audit.c.run == name).order_by(desc(audit.c.id))
        with self._database.read() as connection:
            row = connection.execute(newest_first.offset(back).limit(1)).one_or_none()
        if row is None:
            return None
        at = datetime.fromisoformat(row.at)
        return StoredAudit(parsed_audit(row.data), row.input_key, at, row.version)

    def save(self, made: Audit, input_key: str) -> None:
        at = self._clock().isoformat()
        data = zlib.compress(made.to_json().encode("utf-8"), 6)
        content, summary = _content_of(made), summary_text(made)
        with self._database.write() as connection:
            version = connection.scalar(select(run.c.version).where(run.c.name == made.run)) or 0
            key = AuditKey(version, input_key, content)
            if self._is_same(connection, made, key, at):
                return
            connection.execute(
                insert(audit).values(run=made.run, at=at, summary=summary, data=data, **key._asdict())
            )
            own = select(audit.c.id).where(audit.c.run == made.run).order_by(desc(audit.c.id))
            connection.execute(delete(audit).where(audit.c.id.in_(own.offset(KEPT))))

    def _is_same(self, connection: Connection, made: Audit, stored: AuditKey, at: str) -> bool:
        """Whether the run's latest audit says the same of the same files; then only its date is set."""
        columns = (audit.c.id, audit.c.version, audit.c.input_key, audit.c.content)
        last = connection.execute(
            select(*columns).where(audit.c.run == made.run).order_by(desc(audit.c.id)).limit(1)
        ).one_or_none()
        if last is None or AuditKey(last.version, last.input_key, last.content) != stored:
            return False
        connection.execute(update(audit).where(audit.c.id == last.id).values(at=at))
        return True


@lru_cache(maxsize=8)
def parsed_audit(data: bytes) -> Audit:
    """The audit of a row. The latest few stay in memory: each key press on the audit screen asks again."""
    return Audit.from_json(zlib.decompress(data))


def _content_of(made: Audit) -> str:
    """Equal for audits that say the same, however long they took."""
    text = made.model_copy(update={"timings": {}}).to_json()
    return hashlib.sha256(text.encode("utf-8")).hexdigest()
