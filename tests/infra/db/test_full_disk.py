"""A full disk is told in one line; the file stays whole and what was confirmed stays in it."""

import errno
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from mlrbench_gui.domain.decisions import DecisionEntry
from mlrbench_gui.domain.errors import WorkspaceError
from mlrbench_gui.domain.values import RunName
from mlrbench_gui.infra.db import database
from mlrbench_gui.infra.db.failures import system_error, workspace_error
from mlrbench_gui.infra.db.workspace import SqliteWorkspace, open_workspace


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A file: what is tested here is about files alone."""
    return tmp_path / "study.mlrb"


RUN = RunName("end2end_x/task_a")


@pytest.fixture
def cramped(place: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[SqliteWorkspace]:
    """A workspace that may grow by a few pages only."""
    open_workspace(place, create=True).close()
    pages = place.stat().st_size // database.PAGE_SIZE + 12
    monkeypatch.setattr(database, "_ON_CONNECT", (*database._ON_CONNECT, f"PRAGMA max_page_count = {pages}"))
    opened = open_workspace(place)
    yield opened
    opened.close()


def test_that_a_full_disk_fails_the_import_and_keeps_the_file_whole(
    cramped: SqliteWorkspace, place: Path, note: Callable[..., DecisionEntry]
) -> None:
    cramped.decisions.append([note(1)])
    with (  # noqa: PT012 -- which of the writes finds no room is not known
        pytest.raises(WorkspaceError, match="disk is full") as caught,
        cramped.importing("big") as batch,
    ):
        for _ in range(40):
            batch.put_blob(os.urandom(1_000_000))
    assert str(place) in str(caught.value)
    cramped.decisions.append([note(2)])
    with closing(open_workspace(place)) as again:
        assert len(again.decisions.entries(RUN)) == 2
        assert again.busy_with() is None


def test_that_a_decision_that_finds_no_room_is_refused_and_the_earlier_stay(
    cramped: SqliteWorkspace, place: Path, note: Callable[..., DecisionEntry]
) -> None:
    written = 0
    with pytest.raises(WorkspaceError, match="disk is full"):  # noqa: PT012 -- which write is not known
        for number in range(10_000):
            cramped.decisions.append([note(number)])
            written += 1
    cramped.close()
    with closing(open_workspace(place)) as again:
        assert len(again.decisions.entries(RUN)) == written > 0


@pytest.mark.parametrize(
    ("code", "told"),
    [
        (sqlite3.SQLITE_FULL, "disk is full"),
        (sqlite3.SQLITE_BUSY, "another program"),
        (sqlite3.SQLITE_READONLY, "may not be written"),
        (sqlite3.SQLITE_CANTOPEN, "cannot be opened"),
        (sqlite3.SQLITE_IOERR_WRITE, "check the disk"),
        (sqlite3.SQLITE_CORRUPT, "damaged"),
        (sqlite3.SQLITE_NOTADB, "damaged"),
    ],
)
def test_that_each_failure_has_a_line_for_people(code: int, told: str) -> None:
    error = sqlite3.OperationalError("raw words")
    error.sqlite_errorcode = code
    line = str(workspace_error(Path("/data/w.mlrb"), error))
    assert told in line
    assert line.startswith("/data/w.mlrb: ")
    assert "\n" not in line


def test_that_our_own_mistakes_are_not_blamed_on_the_file() -> None:
    error = sqlite3.OperationalError("no such table: x")
    error.sqlite_errorcode = sqlite3.SQLITE_ERROR
    assert workspace_error(Path("w"), error) is None


def test_that_the_systems_own_refusals_are_told_too() -> None:
    assert "disk is full" in str(system_error(Path("w"), OSError(errno.ENOSPC, "No space left on device")))
    assert "Permission denied" in str(system_error(Path("w"), OSError(errno.EACCES, "Permission denied")))
