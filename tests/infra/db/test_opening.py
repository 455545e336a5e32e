"""What is no whole workspace is refused in one line, and nothing is written to it or beside it."""

import hashlib
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from mlrbench_gui.domain.decisions import DecisionEntry
from mlrbench_gui.domain.errors import WorkspaceError
from mlrbench_gui.domain.runs import TaskRecord
from mlrbench_gui.infra.db.database import FileDatabase
from mlrbench_gui.infra.db.schema import SCHEMA_VERSION
from mlrbench_gui.infra.db.workspace import SqliteWorkspace, open_workspace


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A file: what is tested here is about files alone."""
    return tmp_path / "study.mlrb"


NOBODY = 65534


def state_of(folder: Path) -> dict[str, tuple[str, int]]:
    return {
        path.name: (hashlib.sha256(path.read_bytes()).hexdigest(), path.stat().st_mtime_ns)
        for path in folder.iterdir()
        if path.is_file()
    }


def refused(path: Path) -> str:
    """The message with which the file is refused; fails if anything in its folder changed."""
    before = state_of(path.parent)
    with pytest.raises(WorkspaceError) as caught:
        open_workspace(path)
    assert state_of(path.parent) == before
    message = str(caught.value)
    assert str(path) in message
    assert "\n" not in message
    return message


@pytest.fixture
def closed(workspace: SqliteWorkspace, place: Path) -> Path:
    with workspace.importing("x") as batch:
        for number in range(40):
            batch.put_blob(os.urandom(9000) + bytes([number]))
    workspace.close()
    return place


def test_that_a_workspace_that_is_not_there_is_not_made_unasked(place: Path) -> None:
    assert "no such workspace" in refused(place)
    assert not place.exists()


def test_that_a_new_workspace_opens_again_and_leaves_nothing_beside_it(place: Path) -> None:
    open_workspace(place, create=True).close()
    open_workspace(place).close()
    assert [path.name for path in place.parent.iterdir()] == [place.name]


def test_that_a_workspace_is_made_in_a_folder_that_is_not_there_yet(tmp_path: Path) -> None:
    deep = tmp_path / "a # b" / "c?d%20" / "w.mlrb"
    with closing(open_workspace(deep, create=True)) as made:
        made.settings.put("k", "v")
    with closing(open_workspace(deep)) as again:
        assert again.settings.get("k") == "v"


def test_that_an_empty_file_becomes_a_workspace_only_when_asked(place: Path) -> None:
    place.touch()
    assert "no SQLite file" in refused(place)
    open_workspace(place, create=True).close()
    open_workspace(place).close()


def test_that_making_never_replaces_what_is_there(closed: Path) -> None:
    before = closed.read_bytes()
    open_workspace(closed, create=True).close()
    assert closed.read_bytes() == before


def test_that_a_file_of_another_kind_is_refused(place: Path) -> None:
    place.write_text("notes of mine " * 100, encoding="utf-8")
    assert "no SQLite file" in refused(place)


def test_that_the_sqlite_file_of_another_program_is_refused(place: Path) -> None:
    with closing(sqlite3.connect(place)) as other:
        other.execute("PRAGMA journal_mode = WAL")
        other.execute("CREATE TABLE bookmarks (url)")
    assert "another program" in refused(place)


def test_that_a_newer_file_is_refused_with_both_versions(closed: Path) -> None:
    with closing(sqlite3.connect(closed)) as newer:
        newer.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    message = refused(closed)
    assert f"schema {SCHEMA_VERSION + 1}" in message
    assert f"known is {SCHEMA_VERSION}" in message
    assert "update the program" in message


def test_that_a_folder_is_refused(tmp_path: Path) -> None:
    assert "folder" in refused(tmp_path)


def test_that_a_truncated_file_is_refused(closed: Path) -> None:
    os.truncate(closed, closed.stat().st_size // 2)
    assert "damaged" in refused(closed)


def test_that_a_file_cut_within_its_header_is_refused(closed: Path) -> None:
    os.truncate(closed, 60)
    assert "damaged" in refused(closed)


def test_that_overwritten_pages_are_found(closed: Path) -> None:
    data = bytearray(closed.read_bytes())
    data[8192 * 2 : 8192 * 12] = b"\xa5" * (8192 * 10)
    closed.write_bytes(data)
    assert "damaged" in refused(closed)


def test_that_a_table_whose_name_is_no_text_any_more_is_damage(closed: Path) -> None:
    data = closed.read_bytes()
    broken = data.replace(b"tablecache_entrycache_entry", b"table\xbbache_entry\xbbache_entry")
    assert broken != data
    closed.write_bytes(broken.replace(b"CREATE TABLE cache_entry", b"CREAXX TABLE cache_entry"))
    assert "damaged (the names of its tables are no text)" in refused(closed)


def test_that_damage_is_found_without_touching_a_log_that_was_left_behind(closed: Path) -> None:
    data = bytearray(closed.read_bytes())
    data[8192 * 2 : 8192 * 12] = b"\xa5" * (8192 * 10)
    closed.write_bytes(data)
    closed.with_name(closed.name + "-wal").write_bytes(b"\0" * 64)
    assert "damaged" in refused(closed)


def test_that_a_log_left_behind_by_a_killed_process_is_read(
    workspace: SqliteWorkspace, place: Path, note: Callable[..., DecisionEntry], tmp_path: Path
) -> None:
    workspace.decisions.append([note(1)])
    left = tmp_path / "left"
    left.mkdir()
    for ending in ("", "-wal"):
        shutil.copyfile(f"{place}{ending}", left / f"{place.name}{ending}")
    with closing(open_workspace(left / place.name)) as again:
        assert again.decisions.entries(note(1).run) == (note(1),)


def test_that_a_blob_that_changed_on_disk_is_not_given_out(workspace: SqliteWorkspace, place: Path) -> None:
    content = os.urandom(900) + b"needle that is looked for" + os.urandom(2000)
    with workspace.importing("x") as batch:
        batch.put_task(TaskRecord("t", batch.put_blob(content)))
    workspace.close()
    data = place.read_bytes()
    assert b"needle that" in data
    place.write_bytes(data.replace(b"needle that", b"noodle that"))
    with closing(open_workspace(place)) as again, pytest.raises(WorkspaceError, match="damaged"):
        again.tasks.text("t")


def test_that_damage_met_while_open_ends_all_writing(workspace: SqliteWorkspace, place: Path) -> None:
    workspace.settings.put("a", "b")
    error = sqlite3.DatabaseError("database disk image is malformed")
    error.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
    database = workspace._database
    assert isinstance(database, FileDatabase)
    assert "damaged" in str(database._told(error))
    with pytest.raises(WorkspaceError, match="damaged"):
        workspace.settings.put("a", "c")
    assert workspace.settings.get("a") == "b"


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that a user without rights can reach."""
    folder = Path(tempfile.mkdtemp(prefix="mlrbench-rights-"))
    folder.chmod(0o755)
    yield folder
    folder.chmod(0o755)
    shutil.rmtree(folder)


def opened_without_rights(path: Path) -> str:
    """What a process without root's rights is told about the file."""
    script = (
        "import os, sys, tempfile\nfrom pathlib import Path\n"
        "from mlrbench_gui.domain.errors import WorkspaceError\n"
        "from mlrbench_gui.infra.db.workspace import open_workspace\n"
        "with tempfile.TemporaryDirectory() as folder:\n"  # loads all modules while they may be read
        "    open_workspace(Path(folder) / 'w.mlrb', create=True).close()\n"
        f"if os.geteuid() == 0:\n    os.setgroups([]); os.setgid({NOBODY}); os.setuid({NOBODY})\n"
        "try:\n    open_workspace(Path(sys.argv[1]), create=len(sys.argv) > 2)\n    print('opened')\n"
        "except WorkspaceError as error:\n    print(error)\n"
    )
    arguments = [sys.executable, "-c", script, str(path), *([] if path.exists() else ["create"])]
    done = subprocess.run(arguments, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.skipif(sys.platform == "win32", reason="rights are other there")
@pytest.mark.parametrize(
    ("file_mode", "folder_mode", "told"),
    [(0o000, 0o755, "cannot be read"), (0o444, 0o555, "may not be written"), (0o666, 0o555, "its folder")],
)
def test_that_missing_rights_are_named(
    open_folder: Path, file_mode: int, folder_mode: int, told: str
) -> None:
    path = open_folder / "w.mlrb"
    open_workspace(path, create=True).close()
    path.chmod(file_mode)
    open_folder.chmod(folder_mode)
    message = opened_without_rights(path)
    assert told in message
    assert "\n" not in message
    assert [path.name for path in open_folder.iterdir()] == ["w.mlrb"]


@pytest.mark.skipif(sys.platform == "win32", reason="rights are other there")
def test_that_a_folder_that_may_not_be_entered_is_named(open_folder: Path) -> None:
    inner = open_folder / "inner"
    open_workspace(inner / "w.mlrb", create=True).close()
    inner.chmod(0o000)
    assert "Permission denied" in opened_without_rights(inner / "w.mlrb")
    inner.chmod(0o755)


@pytest.mark.skipif(sys.platform == "win32", reason="rights are other there")
def test_that_a_folder_that_may_not_be_written_is_named_when_making(open_folder: Path) -> None:
    open_folder.chmod(0o555)
    assert "its folder exists and may be written" in opened_without_rights(open_folder / "new.mlrb")
    assert not list(open_folder.iterdir())
