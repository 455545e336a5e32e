"""A file of the first schema, kept as it was, opens for ever; upgrading keeps a copy and is all or nothing."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError

from mlrbench_gui.domain.errors import WorkspaceError
from mlrbench_gui.domain.values import RelPath, RunName
from mlrbench_gui.infra.db.creating import create_file
from mlrbench_gui.infra.db.database import connect
from mlrbench_gui.infra.db.schema import APPLICATION_ID, SCHEMA_VERSION
from mlrbench_gui.infra.db.upgrading import MIGRATIONS, upgrade
from mlrbench_gui.infra.db.workspace import open_workspace


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A file: what is tested here is about files alone."""
    return tmp_path / "study.mlrb"


NAME = RunName("end2end_x/task_a")
STEP = '''
"""A further step."""
import sqlalchemy as sa
from alembic import op
revision = "{new:04d}"
down_revision = "{old:04d}"
branch_labels = None
depends_on = None

def upgrade() -> None:
    with op.batch_alter_table("setting") as batch:
        batch.add_column(sa.Column("note", sa.String(), nullable=False, server_default="kept"))
    {more}
'''


@pytest.fixture
def first(place: Path) -> Path:
    """The kept file of the first schema."""
    with closing(sqlite3.connect(place)) as connection:
        connection.executescript(Path(__file__).with_name("first_schema.sql").read_text(encoding="utf-8"))
        connection.execute("PRAGMA journal_mode = WAL")
    return place


def further(tmp_path: Path, more: str = "") -> Path:
    """The migrations with one more."""
    folder = tmp_path / "migrations"
    shutil.copytree(MIGRATIONS, folder, ignore=shutil.ignore_patterns("__pycache__"))
    step = STEP.format(new=SCHEMA_VERSION + 1, old=SCHEMA_VERSION, more=more)
    (folder / "versions" / f"schema_{SCHEMA_VERSION + 1:04d}.py").write_text(step, encoding="utf-8")
    return folder


def shape(path: Path) -> dict[str, object]:
    """Tables, columns, keys and indices of a file."""
    with closing(connect(path)) as connection:
        tables = [
            name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        ]
        return {
            name: (
                connection.execute(f"PRAGMA table_xinfo({name!r})").fetchall(),
                connection.execute(f"PRAGMA foreign_key_list({name!r})").fetchall(),
                sorted(
                    (unique, origin, partial, tuple(connection.execute(f"PRAGMA index_xinfo({index!r})")))
                    for _, index, unique, origin, partial in connection.execute(
                        f"PRAGMA index_list({name!r})"
                    )
                ),
                connection.execute(
                    "SELECT sql LIKE '%WITHOUT ROWID%', sql LIKE '%AUTOINCREMENT%' FROM sqlite_master WHERE name = ?",
                    (name,),
                ).fetchall(),
            )
            for name in tables
        }


def test_that_the_kept_first_file_opens_with_all_that_was_in_it(first: Path) -> None:
    with closing(open_workspace(first)) as workspace:
        assert workspace.runs.names() == (NAME,)
        assert workspace.runs.files(NAME).read(RelPath("results/paper.md")).startswith(b"# Paper")
        assert [entry.author for entry in workspace.decisions.entries(NAME)] == ["ada", "bob"]
        assert workspace.settings.get("reviewer") == "ada"
        assert workspace.totals()["papers"] == 1


def test_that_a_file_of_the_first_schema_takes_opinions(first: Path) -> None:
    with closing(open_workspace(first)) as workspace:
        assert workspace.opinions.of_run(NAME) == ()
    assert first.with_name(f"{first.name}.schema-1.bak").exists()
    with closing(connect(first)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (SCHEMA_VERSION,)


def test_that_a_new_file_is_what_the_migrations_make(tmp_path: Path) -> None:
    made, migrated = tmp_path / "made.mlrb", tmp_path / "migrated.mlrb"
    create_file(made)
    with closing(sqlite3.connect(migrated)) as connection:
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute("PRAGMA journal_mode = WAL")
    upgrade(migrated)
    assert shape(made) == shape(migrated)
    for path in (made, migrated):
        with closing(connect(path)) as connection:
            assert connection.execute("SELECT version_num FROM alembic_version").fetchall() == [
                (f"{SCHEMA_VERSION:04d}",)
            ]


def test_that_upgrading_keeps_the_data_and_a_copy_beside_the_file(first: Path, tmp_path: Path) -> None:
    upgrade(first, further(tmp_path), SCHEMA_VERSION + 1)
    with closing(connect(first)) as connection:
        assert connection.execute("SELECT key, value, note FROM setting").fetchall() == [
            ("reviewer", "ada", "kept")
        ]
        assert connection.execute("PRAGMA user_version").fetchone() == (SCHEMA_VERSION + 1,)
    copy = first.with_name(f"{first.name}.schema-1.bak")
    with closing(open_workspace(copy)) as workspace:
        assert workspace.settings.get("reviewer") == "ada"
    with pytest.raises(WorkspaceError, match="newer version"):
        open_workspace(first)


def test_that_a_second_copy_does_not_replace_the_first(first: Path, tmp_path: Path) -> None:
    taken = first.with_name(f"{first.name}.schema-1.bak")
    taken.write_bytes(b"an older copy")
    upgrade(first, further(tmp_path), SCHEMA_VERSION + 1)
    assert taken.read_bytes() == b"an older copy"
    assert first.with_name(f"{first.name}.schema-1-2.bak").exists()


def test_that_a_failing_upgrade_leaves_the_file_as_it_was(first: Path, tmp_path: Path) -> None:
    before = shape(first)
    with pytest.raises(OperationalError):
        upgrade(first, further(tmp_path, 'op.execute("INSERT INTO nowhere VALUES (1)")'), SCHEMA_VERSION + 1)
    assert shape(first) == before
    with closing(open_workspace(first)) as workspace:
        assert workspace.settings.get("reviewer") == "ada"


def test_that_an_upgrade_done_by_another_process_is_not_done_twice(first: Path, tmp_path: Path) -> None:
    scripts = further(tmp_path)
    upgrade(first, scripts, SCHEMA_VERSION + 1)
    with pytest.raises(WorkspaceError, match="newer version"):
        upgrade(first, scripts, SCHEMA_VERSION + 1)
    upgraded = open_workspace(first.with_name(f"{first.name}.schema-1.bak"))
    upgraded.close()
    assert not first.with_name(f"{first.name}.schema-2.bak").exists()
