"""Settings that travel with the workspace."""

from sqlalchemy import select
from sqlalchemy.dialects.sqlite import insert

from mlrbench_gui.infra.db.database import Database
from mlrbench_gui.infra.db.schema import SettingRow

setting = SettingRow.__table__  # type: ignore[attr-defined]


class SqliteSettings:
    """Texts by key."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def get(self, key: str) -> str | None:
        with self._database.read() as connection:
            return connection.scalar(select(setting.c.value).where(setting.c.key == key))

    def put(self, key: str, value: str) -> None:
        statement = insert(setting).values(key=key, value=value)
        with self._database.write() as connection:
            connection.execute(statement.on_conflict_do_update(index_elements=["key"], set_={"value": value}))
