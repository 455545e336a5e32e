"""Replies of models: only ever added to. Of several to one request of a scope the earliest counts."""

from datetime import UTC

from sqlalchemy import Connection, insert, select

from mlrbench_gui.domain.model_calls import ModelCall
from mlrbench_gui.domain.values import Sha256
from mlrbench_gui.infra.db.database import Database
from mlrbench_gui.infra.db.schema import ModelCallRow

model_call = ModelCallRow.__table__  # type: ignore[attr-defined]


class SqliteCalls:
    """Calls by scope and request."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def find(self, scope: str, request_sha256: Sha256) -> ModelCall | None:
        with self._database.read() as connection:
            return _first(connection, scope, request_sha256)

    def append(self, call: ModelCall) -> ModelCall:
        """Another process may have been answered first: then its reply is the one that counts."""
        row = insert(model_call).values(
            id=call.id,
            scope=call.scope,
            request_sha256=call.request_sha256,
            at=call.at.astimezone(UTC).isoformat(),
            content=call.model_dump_json(),
        )
        with self._database.write() as connection:
            kept = _first(connection, call.scope, call.request_sha256)
            if kept is None:
                connection.execute(row)
        return call if kept is None else kept

    def of_scopes(self, prefix: str) -> tuple[ModelCall, ...]:
        own = (
            select(model_call.c.content)
            .where(model_call.c.scope.startswith(prefix, autoescape=True))
            .order_by(model_call.c.at, model_call.c.seq)
        )
        with self._database.read() as connection:
            return tuple(ModelCall.model_validate_json(content) for content in connection.scalars(own))


def _first(connection: Connection, scope: str, request_sha256: Sha256) -> ModelCall | None:
    own = select(model_call.c.content).where(
        model_call.c.scope == scope, model_call.c.request_sha256 == request_sha256
    )
    content = connection.scalar(own.order_by(model_call.c.at, model_call.c.id).limit(1))
    return ModelCall.model_validate_json(content) if content is not None else None
