"""A workspace on a server: what differs from a file must not be seen, and what is wrong is told in one line."""

import os
import shutil
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol

import pytest
from sqlalchemy import text

from mlrbench_gui.domain.addresses import ServerAddress
from mlrbench_gui.domain.decisions import DecisionEntry
from mlrbench_gui.domain.errors import InputError, WorkspaceError
from mlrbench_gui.domain.runs import Irregularity, RunRecord
from mlrbench_gui.domain.values import RelPath, RunName, Sha256
from mlrbench_gui.infra.db.blobs import read_blob
from mlrbench_gui.infra.db.server import making
from mlrbench_gui.infra.db.server.database import engine_of
from mlrbench_gui.infra.db.server.opening import check_server
from mlrbench_gui.infra.db.workspace import SqliteWorkspace, open_workspace

pytestmark = pytest.mark.postgres


class Source(Protocol):
    files: dict[str, bytes]

    def record(self, name: RunName = ...) -> RunRecord: ...

    def put_into(self, workspace: SqliteWorkspace, name: RunName = ...) -> dict[str, int]: ...


SIGN = "\U0010fffd"


@pytest.fixture
def shared(fresh_database: ServerAddress) -> ServerAddress:
    """A database that holds a workspace."""
    open_workspace(fresh_database, create=True).close()
    return fresh_database


def told(address: ServerAddress) -> str:
    with pytest.raises(WorkspaceError) as caught:
        open_workspace(address)
    return str(caught.value)


@pytest.mark.parametrize("words", ["a\0b", "\0", f"{SIGN}0", f"\0{SIGN}\0", f"{SIGN}1{SIGN}", "ä\ufffe😀"])
def test_that_every_text_comes_back_as_it_was(shared: ServerAddress, words: str) -> None:
    with closing(open_workspace(shared)) as workspace:
        workspace.settings.put(words, words)
        with workspace.importing("x") as batch:
            batch.put_irregularity(Irregularity(words, words, "kept"))
        assert workspace.settings.get(words) == words
        assert workspace.irregularities() == (Irregularity(words, words, "kept"),)


def test_that_texts_are_ordered_by_code_points_however_the_database_sorts(
    shared: ServerAddress, source: Source
) -> None:
    names = [RunName(f"a/{name}") for name in ("Z", "a", "B", "_", "é", "1")]
    with closing(open_workspace(shared)) as workspace:
        for name in names:
            source.put_into(workspace, name)
        assert workspace.runs.names() == tuple(sorted(names))


def test_that_sizes_beyond_four_bytes_are_kept(shared: ServerAddress, source: Source) -> None:
    record = source.record()
    huge = replace(record.artifacts[0], path=RelPath("huge.bin"), size=2**40, sha256=None)
    with closing(open_workspace(shared)) as workspace:
        with workspace.importing("x") as batch:
            batch.put_run(replace(record, artifacts=(huge,)))
        assert workspace.runs.artifacts(record.run.name)[0].size == 2**40


def test_that_it_comes_into_a_file_and_back_without_loss(
    shared: ServerAddress, tmp_path: Path, source: Source, note: Callable[..., DecisionEntry]
) -> None:
    place = tmp_path / "own.mlrb"
    with closing(open_workspace(shared)) as there, closing(open_workspace(place, create=True)) as here:
        source.put_into(there)
        here.decisions.append([note(1)])
        assert here.merge([shared]).added["runs"] == 1
        assert there.merge([place]).added["decisions"] == 1
        assert here.totals() == there.totals()
        name = source.record().run.name
        assert there.runs.files(name).read(RelPath("code/main.py")) == source.files["code/main.py"]
        assert here.runs.artifacts(name) == there.runs.artifacts(name)
        assert there.merge([place], keep=False).added["decisions"] == 0
        with pytest.raises(InputError, match="is this workspace itself"):
            there.merge([shared])


def test_that_damaged_bytes_are_told(shared: ServerAddress) -> None:
    with closing(open_workspace(shared)) as workspace:
        with workspace.importing("x") as batch:
            sha256 = batch.put_blob(b"whole")
        with workspace._database.write() as connection:
            connection.execute(text("UPDATE blob SET data = 'other'"))
        with workspace._database.read() as connection, pytest.raises(WorkspaceError, match="damaged"):
            read_blob(connection, workspace.path, Sha256(sha256))


def test_that_a_password_is_in_no_message(shared: ServerAddress, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PGPASSWORD")
    for secret in ("hunter2", "p%40ss%2Fword"):
        wrong = ServerAddress(shared.url.replace("mlrbench@", f"mlrbench:{secret}@"))
        assert "the password is wrong" in told(wrong)
        assert secret not in told(wrong) + repr(wrong) + str(wrong)
    assert "the password is wrong or missing" in told(shared)
    odd = ServerAddress(
        shared.url.replace("mlrbench@", "mlrbench:se@cr/et@").replace("postgresql", "postgres")
    )
    assert "se@cr" not in told(odd)
    assert "cr/et" not in told(odd)


def test_that_a_server_that_is_not_there_is_told(shared: ServerAddress) -> None:
    host = shared.url.rpartition("@")[2].partition("/")[0]
    assert "the server does not answer" in told(ServerAddress(shared.url.replace(host, "127.0.0.1:1")))
    assert "there is no such database" in told(ServerAddress(shared.url.rpartition("/")[0] + "/nowhere"))
    assert "is no address" in told(ServerAddress(shared.url.replace("mlrbench@", "ml%zzrbench@")))


def test_that_other_databases_are_refused_and_left_alone(fresh_database: ServerAddress) -> None:
    assert "there is no workspace in this database yet" in told(fresh_database)
    engine = engine_of(fresh_database)
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE invoices (id INTEGER)"))
    engine.dispose()
    with pytest.raises(WorkspaceError, match="tables of another program"):
        open_workspace(fresh_database, create=True)
    with pytest.raises(WorkspaceError, match="tables of another program"):
        check_server(fresh_database)


def test_that_a_newer_schema_is_refused(shared: ServerAddress) -> None:
    with closing(open_workspace(shared)) as workspace, workspace._database.write() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    assert "written by a newer version" in told(shared)


def test_that_the_next_migration_runs_whole_or_not_at_all(shared: ServerAddress, tmp_path: Path) -> None:
    scripts = tmp_path / "migrations"
    shutil.copytree(making.MIGRATIONS, scripts)
    last = max(path.stem[-4:] for path in (scripts / "versions").glob("schema_*.py"))
    step = (
        "import sqlalchemy as sa\nfrom alembic import op\nrevision = '9000'\n"
        f"down_revision = '{last}'\nbranch_labels = depends_on = None\n\n\ndef upgrade():\n"
        "    op.create_table('extra', sa.Column('name', sa.String(), primary_key=True))\n"
    )
    engine = engine_of(shared)
    (scripts / "versions" / "schema_9000.py").write_text(step + "    op.drop_table('nothing')\n")
    with pytest.raises(Exception, match="nothing"), engine.begin() as connection:
        making.upgrade(connection, scripts, 9000)
    (scripts / "versions" / "schema_9000.py").write_text(step)
    with engine.begin() as connection:
        making.upgrade(connection, scripts, 9000)
        found = connection.execute(
            text(
                "SELECT data_type, collation_name FROM information_schema.columns WHERE table_name = 'extra'"
            )
        ).one()
        assert tuple(found) == ("text", "C")
        assert connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one() == "9000"
    engine.dispose()


def test_that_the_clock_is_the_servers(shared: ServerAddress) -> None:
    with closing(open_workspace(shared)) as workspace:
        now = workspace._database.now()
    assert now.tzinfo is not None
    assert now.astimezone(UTC) > datetime(2026, 1, 1, tzinfo=UTC)


def test_that_tls_can_be_asked_for(shared: ServerAddress) -> None:
    certificate = os.environ["MLRBENCH_POSTGRES_CERTIFICATE"]
    safe = ServerAddress(f"{shared.url}?sslmode=verify-full&sslrootcert={certificate}")
    with closing(open_workspace(safe)) as workspace, workspace._database.read() as connection:
        asked = text("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()")
        assert connection.execute(asked).scalar_one() is True
    unknown = ServerAddress(f"{shared.url}?sslmode=verify-full&sslrootcert=/dev/null")
    assert "certificate was not accepted" in told(unknown)
