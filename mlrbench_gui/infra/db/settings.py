"""Settings that travel with the workspace."""

from sqlalchemy import select

from mlrbench_gui.infra.db.database import Database
from mlrbench_gui.infra.db.putting import put_row
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
        with self._database.write() as connection:
            put_row(connection, setting, {"key": key}, {"value": value})
