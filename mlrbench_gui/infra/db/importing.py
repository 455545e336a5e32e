"""An import: blobs ahead in short transactions, all records in one at its end.

So it is all or nothing, and no one else waits longer than a few megabytes take to write. The reasons are in
docs/decisions/0002-workspace.md.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from datetime import datetime

from sqlalchemy import Connection, insert

from mlrbench_gui.domain.reviews import HallucinationCheck, HumanReview, Review
from mlrbench_gui.domain.runs import (
    DocumentRecord,
    FileRecord,
    ImportReport,
    Irregularity,
    RunRecord,
    TaskRecord,
)
from mlrbench_gui.domain.values import RunName, Sha256
from mlrbench_gui.infra.db import _mapping, writers
from mlrbench_gui.infra.db.blobs import PackedBlob, packed, sha256_of
from mlrbench_gui.infra.db.database import Database
from mlrbench_gui.infra.db.merging import merge_imported, replace_irregularities
from mlrbench_gui.infra.db.run_versions import put_runs
from mlrbench_gui.infra.db.schema import ImportRow
from mlrbench_gui.infra.db.staging import keep_staged, settled_among, stage
from mlrbench_gui.infra.db.totals import count_totals

_GROUP_BYTES = 1024 * 1024
_AHEAD_BYTES = 16 * _GROUP_BYTES

import_log = ImportRow.__table__  # type: ignore[attr-defined]


@contextmanager
def importing(
    database: Database, source: str, clock: Callable[[], datetime]
) -> Iterator["SqliteImportBatch"]:
    """An open import from `source`, kept when the block is left and dropped when it raises."""
    with (
        writers.announced(database, f"importing {source}", clock) as token,
        ThreadPoolExecutor(min(4, os.cpu_count() or 1), thread_name_prefix="pack") as pool,
        ExitStack() as last_transaction,
    ):
        blobs = BlobsAhead(database, token, pool, clock)
        batch = SqliteImportBatch(
            source, clock(), blobs, lambda: last_transaction.enter_context(database.write())
        )
        yield batch
        batch.finish(token)


class BlobsAhead:
    """Packs blobs on other cores while the next are read, and writes them some megabytes at a time."""

    def __init__(
        self, database: Database, token: str, pool: ThreadPoolExecutor, clock: Callable[[], datetime]
    ) -> None:
        self._database = database
        self._token = token
        self._pool = pool
        self._clock = clock
        self._put: set[Sha256] = set()
        self._group: list[tuple[bytes, Sha256]] = []
        self._group_bytes = 0
        self._packing: list[Future[list[PackedBlob]]] = []
        self._ahead_bytes = 0

    def put(self, data: bytes, sha256: Sha256, connection: Connection | None) -> None:
        """Take the bytes; with an open transaction they are written in it."""
        if sha256 in self._put:
            return
        self._put.add(sha256)
        self._group.append((data, sha256))
        self._group_bytes += len(data)
        if self._group_bytes >= _GROUP_BYTES:
            self._pack_group()
        if self._ahead_bytes >= _AHEAD_BYTES:
            self.flush(connection)

    def flush(self, connection: Connection | None) -> None:
        """Write all that was put so far."""
        self._pack_group()
        blobs = [blob for future in self._packing for blob in future.result()]
        self._packing.clear()
        self._ahead_bytes = 0
        if not blobs:
            return
        if connection is not None:
            stage(connection, self._token, blobs)
            return
        now = self._clock()
        with self._database.write() as own:
            stage(own, self._token, blobs)
            writers.touch(own, self._token, now)

    def _pack_group(self) -> None:
        if not self._group:
            return
        with self._database.read() as connection:
            settled = settled_among(connection, [sha256 for _, sha256 in self._group])
        new = [(data, sha256) for data, sha256 in self._group if sha256 not in settled]
        if new:
            self._packing.append(self._pool.submit(_pack_all, new))
            self._ahead_bytes += sum(len(data) for data, _ in new)
        self._group, self._group_bytes = [], 0


class SqliteImportBatch:
    """Collects the records of one import. `report` begins the last transaction: call it when all is put."""

    def __init__(
        self, source: str, at: datetime, blobs: BlobsAhead, begin_last: Callable[[], Connection]
    ) -> None:
        self._source = source
        self._at = at
        self._blobs = blobs
        self._begin_last = begin_last
        self._last: Connection | None = None
        self._before: dict[str, int] = {}
        self._runs: list[RunRecord] = []
        self._imported: list[_mapping.ImportedRow] = []
        self._irregular: list[Irregularity] = []
        self._changed: list[RunName] = []
        self._finished: ImportReport | None = None

    def put_blob(self, data: bytes, sha256: Sha256 | None = None) -> Sha256:
        name = sha256 or sha256_of(data)
        self._blobs.put(data, name, self._last)
        return name

    def put_run(self, record: RunRecord) -> None:
        self._runs.append(record)

    def put_task(self, record: TaskRecord) -> None:
        self._imported.append(_mapping.task_row(record))

    def put_document(self, record: DocumentRecord) -> None:
        self._imported.append(_mapping.document_row(record))

    def put_review(self, record: Review) -> None:
        self._imported.append(_mapping.review_row(record))

    def put_human_review(self, record: HumanReview) -> None:
        self._imported.append(_mapping.human_review_row(record))

    def put_hallucination_check(self, record: HallucinationCheck) -> None:
        self._imported.append(_mapping.check_row(record))

    def put_file(self, record: FileRecord) -> None:
        self._imported.append(_mapping.file_row(record))

    def put_irregularity(self, record: Irregularity) -> None:
        self._irregular.append(record)

    def report(self) -> ImportReport:
        """What the workspace holds with this import, counted from the file, and what of it is new."""
        if self._finished is not None:
            return self._finished
        connection = self._written()
        totals = count_totals(connection)
        return ImportReport(
            totals=totals,
            new={key: max(0, total - self._before[key]) for key, total in totals.items()},
            irregularities=tuple(self._irregular),
            changed_runs=tuple(self._changed),
        )

    def finish(self, token: str) -> None:
        """Write what is left and note the import; the caller commits."""
        connection = self._written()
        report = self.report()
        replace_irregularities(connection, self._source, self._irregular)
        keep_staged(connection, token)
        connection.execute(
            insert(import_log).values(
                source=self._source, at=self._at.isoformat(), added=_mapping.counts_text(report.new)
            )
        )
        self._finished = report

    def _written(self) -> Connection:
        """The last transaction with all records put so far."""
        self._blobs.flush(self._last)
        if self._last is None:
            self._last = self._begin_last()
            self._before = count_totals(self._last)
        merge_imported(self._last, self._imported, self._at.isoformat())
        self._changed.extend(put_runs(self._last, self._runs, self._at))
        self._imported.clear()
        self._runs.clear()
        return self._last


def _pack_all(group: Sequence[tuple[bytes, Sha256]]) -> list[PackedBlob]:
    return [packed(data, sha256) for data, sha256 in group]
