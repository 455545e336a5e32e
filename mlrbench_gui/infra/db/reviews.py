"""Judges' and people's scores of a run."""

from sqlalchemy import ColumnElement, Connection, Label, literal_column, select

from mlrbench_gui.domain.reviews import HallucinationCheck, HumanReview, Review
from mlrbench_gui.domain.values import RunName
from mlrbench_gui.infra.db import _mapping
from mlrbench_gui.infra.db.blobs import read_blob
from mlrbench_gui.infra.db.database import Database
from mlrbench_gui.infra.db.failures import damaged
from mlrbench_gui.infra.db.presence import Targets
from mlrbench_gui.infra.db.schema import HallucinationCheckRow, HumanReviewRow, ImportFileRow, ReviewRow

review = ReviewRow.__table__  # type: ignore[attr-defined]
human_review = HumanReviewRow.__table__  # type: ignore[attr-defined]
check = HallucinationCheckRow.__table__  # type: ignore[attr-defined]
table = ImportFileRow.__table__  # type: ignore[attr-defined]

_RUN_PRESENT = "human_review.run_present OR EXISTS (SELECT 1 FROM run r WHERE r.name = human_review.run)"


class SqliteReviews:
    """Scores by run; superseded ones are kept in the file but not given out."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def of_run(self, name: RunName) -> tuple[Review, ...]:
        return self._reviews(review.c.run == name)

    def humans_of_run(self, name: RunName) -> tuple[HumanReview, ...]:
        return self._humans(human_review.c.run == name)

    def all(self) -> tuple[Review, ...]:
        return self._reviews()

    def humans(self) -> tuple[HumanReview, ...]:
        return self._humans()

    def _reviews(self, *conditions: ColumnElement[bool]) -> tuple[Review, ...]:
        statement = select(review).where(review.c.superseded.is_(False), *conditions)
        with self._database.read() as connection:
            targets = Targets(connection)
            return tuple(
                _mapping.review_of_row(
                    row, present=row.target_present or targets.hold(row.run, row.paper, row.target_key)
                )
                for row in connection.execute(statement.order_by(review.c.source)).all()
            )

    def _humans(self, *conditions: ColumnElement[bool]) -> tuple[HumanReview, ...]:
        statement = select(human_review, _known(_RUN_PRESENT)).where(
            human_review.c.superseded.is_(False), *conditions
        )
        with self._database.read() as connection:
            rows = connection.execute(statement.order_by(human_review.c.source, human_review.c.row))
            return tuple(_mapping.human_review_of(row) for row in rows)

    def checks(self) -> tuple[HallucinationCheck, ...]:
        with self._database.read() as connection:
            rows = connection.execute(
                select(check).where(check.c.superseded.is_(False)).order_by(check.c.source, check.c.row)
            )
            return tuple(_mapping.hallucination_check_of(row) for row in rows)

    def derived(self) -> tuple[tuple[str, bytes], ...]:
        statement = select(table.c.source, table.c.sha256).where(
            table.c.superseded.is_(False), table.c.kind == "derived"
        )
        with self._database.read() as connection:
            found = connection.execute(statement.order_by(table.c.source)).all()
            return tuple((row.source, self._bytes(connection, row.sha256)) for row in found)

    def _bytes(self, connection: Connection, sha256: str) -> bytes:
        data = read_blob(connection, self._database.path, sha256)
        if data is None:
            raise damaged(self._database.path, f"blob {sha256[:12]} is missing")
        return data


def _known(condition: str) -> Label[bool]:
    found: ColumnElement[bool] = literal_column(condition)
    return found.label("present")
