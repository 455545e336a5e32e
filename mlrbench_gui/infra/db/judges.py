"""Judges' reviews and comparisons: only ever added to, in the order of writing."""

from datetime import UTC

from sqlalchemy import ColumnElement, insert, select

from mlrbench_gui.domain.judging import JudgeComparison, JudgeReview
from mlrbench_gui.domain.values import RunName
from mlrbench_gui.infra.db.database import Database
from mlrbench_gui.infra.db.schema import JudgeComparisonRow, JudgeReviewRow

judge_review = JudgeReviewRow.__table__  # type: ignore[attr-defined]
judge_comparison = JudgeComparisonRow.__table__  # type: ignore[attr-defined]


class SqliteJudges:
    """Judges' replies by run and by pair."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def of_run(self, name: RunName) -> tuple[JudgeReview, ...]:
        return self._reviews(judge_review.c.run == name)

    def all(self) -> tuple[JudgeReview, ...]:
        return self._reviews()

    def append(self, review: JudgeReview) -> None:
        with self._database.write() as connection:
            connection.execute(
                insert(judge_review).values(
                    id=review.id,
                    run=review.run,
                    stage=review.stage.value,
                    state=review.state.value,
                    at=review.at.astimezone(UTC).isoformat(),
                    content=review.model_dump_json(),
                )
            )

    def comparisons(self) -> tuple[JudgeComparison, ...]:
        own = select(judge_comparison.c.content).order_by(judge_comparison.c.seq)
        with self._database.read() as connection:
            return tuple(JudgeComparison.model_validate_json(content) for content in connection.scalars(own))

    def append_comparison(self, comparison: JudgeComparison) -> None:
        with self._database.write() as connection:
            connection.execute(
                insert(judge_comparison).values(
                    id=comparison.id,
                    pair=comparison.pair,
                    at=comparison.at.astimezone(UTC).isoformat(),
                    content=comparison.model_dump_json(),
                )
            )

    def _reviews(self, *conditions: ColumnElement[bool]) -> tuple[JudgeReview, ...]:
        own = select(judge_review.c.content).where(*conditions).order_by(judge_review.c.seq)
        with self._database.read() as connection:
            return tuple(JudgeReview.model_validate_json(content) for content in connection.scalars(own))
