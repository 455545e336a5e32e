"""Second opinions of models: only ever added to, in the order of writing."""

from datetime import UTC

from sqlalchemy import insert, select

from mlrbench_gui.domain.opinions import Opinion
from mlrbench_gui.domain.values import RunName
from mlrbench_gui.infra.db.database import Database
from mlrbench_gui.infra.db.schema import OpinionRow

opinion = OpinionRow.__table__  # type: ignore[attr-defined]


class SqliteOpinions:
    """Opinions by run."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def of_run(self, name: RunName) -> tuple[Opinion, ...]:
        own = select(opinion.c.content).where(opinion.c.run == name).order_by(opinion.c.at, opinion.c.seq)
        with self._database.read() as connection:
            return tuple(Opinion.model_validate_json(content) for content in connection.scalars(own))

    def append(self, made: Opinion) -> None:
        with self._database.write() as connection:
            connection.execute(
                insert(opinion).values(
                    id=made.id,
                    run=made.run,
                    fingerprint=made.fingerprint,
                    at=made.at.astimezone(UTC).isoformat(),
                    content=made.model_dump_json(),
                )
            )
