"""Official task texts that were imported, and what was written on the tasks."""

from sqlalchemy import select

from mlrbench_gui.domain.runs import DocumentKind, DocumentRecord, TaskRecord
from mlrbench_gui.domain.values import Sha256
from mlrbench_gui.infra.db.blobs import read_blob
from mlrbench_gui.infra.db.database import Database
from mlrbench_gui.infra.db.schema import DocumentRow, TaskRow

tasks = TaskRow.__table__  # type: ignore[attr-defined]
documents = DocumentRow.__table__  # type: ignore[attr-defined]


class SqliteTasks:
    """Tasks by id, each with the text that was imported last."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def all(self) -> tuple[TaskRecord, ...]:
        statement = (
            select(tasks.c.task, tasks.c.sha256).where(tasks.c.superseded.is_(False)).order_by(tasks.c.task)
        )
        with self._database.read() as connection:
            return tuple(TaskRecord(name, Sha256(sha256)) for name, sha256 in connection.execute(statement))

    def text(self, task: str) -> bytes | None:
        known = select(tasks.c.sha256).where(tasks.c.task == task, tasks.c.superseded.is_(False))
        with self._database.read() as connection:
            sha256 = connection.scalar(known)
            return read_blob(connection, self._database.path, sha256) if sha256 else None

    def documents(self) -> tuple[DocumentRecord, ...]:
        cells = documents.c
        statement = (
            select(
                *(cells.kind, cells.task, cells.author, cells.title, cells.source, cells.sha256, cells.chosen)
            )
            .where(cells.superseded.is_(False))
            .order_by(cells.task, cells.kind, cells.author, cells.source)
        )
        with self._database.read() as connection:
            return tuple(
                DocumentRecord(
                    DocumentKind(kind), task, author, title, source, Sha256(sha256), chosen=bool(chosen)
                )
                for kind, task, author, title, source, sha256, chosen in connection.execute(statement)
            )

    def document(self, source: str) -> bytes | None:
        cells = documents.c
        known = select(cells.sha256).where(cells.source == source, cells.superseded.is_(False))
        with self._database.read() as connection:
            sha256 = connection.scalar(known)
            return read_blob(connection, self._database.path, sha256) if sha256 else None
