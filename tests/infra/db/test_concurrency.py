"""Many writers at once: no lock errors, nothing lost, and a SIGKILL takes nothing that was confirmed."""

import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest
from sqlalchemy.exc import IntegrityError

from mlrbench_gui.domain.addresses import Place
from mlrbench_gui.domain.decisions import DecisionEntry
from mlrbench_gui.domain.values import RunName
from mlrbench_gui.infra.db.workspace import SqliteWorkspace, open_workspace

Note = Callable[..., DecisionEntry]
RUN = RunName("end2end_x/task_a")

WRITER = """
import sys
from datetime import UTC, datetime
from mlrbench_gui.domain.addresses import place_of
from mlrbench_gui.domain.decisions import ClaimAnchor, DecisionEntry, SetNote
from mlrbench_gui.infra.db.workspace import open_workspace

path, author, most = place_of(sys.argv[1]), sys.argv[2], int(sys.argv[3])
workspace = open_workspace(path)
at = ClaimAnchor(fingerprint="f", paper="p.md", text_sha256="0" * 64, span=(0, 1), quote="q")
for number in range(most):
    name = f"{author}-{number}"
    workspace.decisions.append([DecisionEntry(
        id=name, step=name, run="end2end_x/task_a", author=author,
        at=datetime(2026, 1, 1, tzinfo=UTC), action=SetNote(anchor=at, text=name))])
    print(name, flush=True)
    if most == 1_000_000 and number % 7 == 3:
        with workspace.importing("killed") as batch:
            batch.put_blob(name.encode() * 5_000)
workspace.close()
"""


def start(place: Place, author: str, most: int) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-c", WRITER, str(place), author, str(most)], stdout=subprocess.PIPE, text=True
    )


def ids(workspace: SqliteWorkspace) -> list[str]:
    return [entry.id for entry in workspace.decisions.entries(RUN)]


def test_that_six_threads_write_without_lock_errors(workspace: SqliteWorkspace, note: Note) -> None:
    def write(author: str) -> None:
        for number in range(60):
            workspace.decisions.append([note(number, author=author)])
            workspace.settings.put(f"{author}-{number % 3}", str(number))
            workspace.decisions.entries(RUN)

    with ThreadPoolExecutor(6) as pool:
        for done in [pool.submit(write, author) for author in "abcdef"]:
            done.result()
    assert sorted(ids(workspace)) == sorted(
        f"{author}-{number}" for author in "abcdef" for number in range(60)
    )


def test_that_two_processes_and_this_one_write_at_once(
    workspace: SqliteWorkspace, place: Place, note: Note
) -> None:
    others = [start(place, author, 80) for author in ("one", "two")]
    before = workspace.data_version()
    for number in range(80):
        workspace.decisions.append([note(number)])
    for other in others:
        assert other.communicate()[0].split()[-1].endswith("-79")
        assert other.returncode == 0
    assert len(ids(workspace)) == 240
    assert workspace.data_version() > before


def test_that_entries_of_one_author_keep_their_order(workspace: SqliteWorkspace, note: Note) -> None:
    workspace.decisions.append([note(3), note(1), note(2)])
    workspace.decisions.append([note(0)])
    assert ids(workspace) == ["ada-3", "ada-1", "ada-2", "ada-0"]


def test_that_a_failing_append_keeps_nothing_of_it(workspace: SqliteWorkspace, note: Note) -> None:
    workspace.decisions.append([note(1)])
    with pytest.raises(IntegrityError):
        workspace.decisions.append([note(2), note(1)])
    assert ids(workspace) == ["ada-1"]


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL there")
@pytest.mark.parametrize("after", [1, 6, 25])
def test_that_all_that_was_confirmed_survives_a_kill(
    workspace: SqliteWorkspace, place: Place, note: Note, after: int
) -> None:
    workspace.close()
    with start(place, "killed", 1_000_000) as writer:
        assert writer.stdout is not None
        confirmed = [writer.stdout.readline().strip() for _ in range(after)]
        writer.send_signal(signal.SIGKILL)
        confirmed += [line for line in writer.stdout.read().split("\n") if line]
    with closing(open_workspace(place)) as again:
        found = ids(again)
        assert len(confirmed) >= after
        assert confirmed == found[: len(confirmed)]
        again.decisions.append([note(1)])
        assert ids(again)[-1] == "ada-1"
        assert again.busy_with() is None


def test_that_others_write_while_an_import_reads(
    workspace: SqliteWorkspace, place: Place, note: Note
) -> None:
    with closing(open_workspace(place)) as other, workspace.importing("big") as batch:
        for number in range(40):
            batch.put_blob(number.to_bytes(2, "big") * 600_000)
            other.decisions.append([note(number)])
    assert len(ids(workspace)) == 40


def test_that_a_reader_sees_one_state_while_others_write(workspace: SqliteWorkspace, note: Note) -> None:
    stop = threading.Event()

    def write() -> None:
        for number in range(0, 120, 2):
            workspace.decisions.append([note(number), note(number + 1)])
        stop.set()

    seen: list[Sequence[str]] = []
    thread = threading.Thread(target=write)
    thread.start()
    while not stop.is_set():
        seen.append(ids(workspace))
    thread.join()
    assert all(len(state) % 2 == 0 for state in seen)
