"""Records of stages with what they made: only ever added to."""

from collections.abc import Mapping
from datetime import UTC

from sqlalchemy import ColumnElement, insert, select

from mlrbench_gui.domain.errors import InputError
from mlrbench_gui.domain.stages import StageRecord
from mlrbench_gui.domain.values import RelPath, RunName
from mlrbench_gui.infra.db.blobs import add_blobs, known_blobs, packed, read_blob, sha256_of
from mlrbench_gui.infra.db.database import Database
from mlrbench_gui.infra.db.schema import StagedBlobRow, StageRecordRow

stage_record = StageRecordRow.__table__  # type: ignore[attr-defined]
staged = StagedBlobRow.__table__  # type: ignore[attr-defined]


class SqliteStages:
    """Stages by run."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def of_run(self, name: RunName) -> tuple[StageRecord, ...]:
        return self._records(stage_record.c.run == name)

    def all(self) -> tuple[StageRecord, ...]:
        return self._records()

    def append(self, record: StageRecord, files: Mapping[RelPath, bytes]) -> None:
        """Record and files in one transaction. Bytes that an import has only staged become this record's too."""
        blobs = {sha256_of(data): data for data in files.values()}
        with self._database.write() as connection:
            there = known_blobs(connection, blobs)
            add_blobs(connection, [packed(data, sha) for sha, data in blobs.items() if sha not in there])
            connection.execute(staged.delete().where(staged.c.sha256.in_(list(blobs))))
            connection.execute(
                insert(stage_record).values(
                    id=record.id,
                    run=record.run,
                    stage=record.stage.value,
                    state=record.state.value,
                    at=record.ended.astimezone(UTC).isoformat(),
                    content=record.model_dump_json(),
                )
            )

    def files(self, record: StageRecord) -> Mapping[RelPath, bytes]:
        found: dict[RelPath, bytes] = {}
        with self._database.read() as connection:
            for output in record.outputs:
                data = read_blob(connection, self._database.path, output.sha256)
                if data is None:
                    raise InputError(
                        f"{record.run}: the workspace lacks {output.path} of stage {record.stage}"
                    )
                found[output.path] = data
        return found

    def _records(self, *conditions: ColumnElement[bool]) -> tuple[StageRecord, ...]:
        own = (
            select(stage_record.c.content).where(*conditions).order_by(stage_record.c.at, stage_record.c.seq)
        )
        with self._database.read() as connection:
            return tuple(StageRecord.model_validate_json(content) for content in connection.scalars(own))
