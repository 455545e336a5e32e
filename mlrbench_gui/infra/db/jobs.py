"""Jobs with the process that answers for each while it is under way.

A process that was killed leaves its jobs as they were. Whoever looks next lets them be interrupted: they are known by
the process's number and start, or, from another machine, by its silence.
"""

import uuid
from collections.abc import Callable, Sequence
from datetime import datetime

from sqlalchemy import Connection, delete, select, update

from mlrbench_gui.domain.jobs import ACTIVE, Job, JobState, interrupted
from mlrbench_gui.infra.db.database import Database
from mlrbench_gui.infra.db.processes import ProcessMark, this_process
from mlrbench_gui.infra.db.putting import put_row
from mlrbench_gui.infra.db.schema import JobOutputRow, JobRow

job = JobRow.__table__  # type: ignore[attr-defined]
job_output = JobOutputRow.__table__  # type: ignore[attr-defined]

_ACTIVE = tuple(state.value for state in sorted(ACTIVE))


class SqliteJobs:
    """Jobs by id. Each opened workspace is an owner of its own, so that two in one process are told apart."""

    def __init__(self, database: Database, clock: Callable[[], datetime]) -> None:
        self._database = database
        self._clock = clock
        self._owner = uuid.uuid4().hex
        self._mark = this_process()

    def all(self) -> tuple[Job, ...]:
        with self._database.read() as connection:
            rows = connection.scalars(select(job.c.content).order_by(job.c.seq))
            return tuple(Job.model_validate_json(content) for content in rows)

    def put(self, made: Job) -> None:
        values = self._values(made)
        with self._database.write() as connection:
            put_row(connection, job, {"id": made.id}, values)
            self._show_life(connection, values["seen"])

    def claim(self, made: Job, was: JobState) -> bool:
        values = self._values(made)
        asked = update(job).where(job.c.id == made.id, job.c.state == was.value).values(values)
        with self._database.write() as connection:
            taken = connection.execute(asked).rowcount == 1
            self._show_life(connection, values["seen"])
        return taken

    def interrupt_lost(self, at: datetime) -> tuple[Job, ...]:
        """Writes nothing where all is well."""
        with self._database.read() as connection:
            rows = connection.execute(select(job).where(job.c.state.in_(_ACTIVE)).order_by(job.c.seq)).all()
        now = self._clock()
        lost = []
        for row in rows:
            mark = ProcessMark(row.host, row.pid, row.started)
            if row.owner == self._owner or mark.lives(row.seen, now):
                continue
            ended = interrupted(Job.model_validate_json(row.content), at)
            if self.claim(ended, JobState(row.state)):
                lost.append(ended)
        return tuple(lost)

    def put_output(self, id_: str, text: str) -> None:
        kept = text.encode("utf-8", "replace").decode()
        with self._database.write() as connection:
            put_row(connection, job_output, {"job": id_}, {"text": kept})

    def output(self, id_: str) -> str:
        with self._database.read() as connection:
            text = connection.scalar(select(job_output.c.text).where(job_output.c.job == id_))
        return str(text or "")

    def remove(self, ids: Sequence[str]) -> None:
        with self._database.write() as connection:
            gone = select(job.c.id).where(job.c.id.in_(ids), job.c.state.not_in(_ACTIVE))
            connection.execute(delete(job_output).where(job_output.c.job.in_(gone)))
            connection.execute(delete(job).where(job.c.id.in_(gone)))

    def _values(self, made: Job) -> dict[str, str | int]:
        return {
            "id": made.id,
            "state": made.state.value,
            "owner": self._owner,
            "host": self._mark.host,
            "pid": self._mark.pid,
            "started": self._mark.started,
            "seen": self._clock().isoformat(),
            "content": made.model_dump_json(),
        }

    def _show_life(self, connection: Connection, seen: str | int) -> None:
        """One write is a sign of life for all jobs of this owner, those that wait too."""
        own = update(job).where(job.c.owner == self._owner, job.c.state.in_(_ACTIVE))
        connection.execute(own.values(seen=seen))
