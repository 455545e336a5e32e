"""A fresh workspace, and records as an import brings them."""

import hashlib
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

import pytest

from mlrbench_gui.domain.addresses import Place, ServerAddress
from mlrbench_gui.domain.artifacts import Artifact
from mlrbench_gui.domain.decisions import DecisionEntry, SetNote
from mlrbench_gui.domain.layout import classify
from mlrbench_gui.domain.runs import Run, RunGroup, RunRecord
from mlrbench_gui.domain.values import Mode, RelPath, RunName, Sha256
from mlrbench_gui.infra.db.workspace import SqliteWorkspace, open_workspace

NAME = RunName("end2end_x/task_a")


class Source:
    """A run's files as a reader gives them: bytes first, then the record."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {
            "results/paper.md": b"# Paper\n\nWe reach 0.5.\n",
            "results/log.txt": b"acc 0.5\n" * 200,
            "code/main.py": b"print('acc', 0.5)\n",
        }

    def record(self, name: RunName = NAME) -> RunRecord:
        run = Run(
            name=name,
            group=RunGroup.END_TO_END,
            mode=Mode.END_TO_END,
            agent="x",
            task=name.rpartition("/")[2],
            writer_model="writer-1",
            coding_agent="Claude Code",
            papers=(RelPath("results/paper.md"),),
        )
        return RunRecord(
            run, tuple(self._artifact(path) for path in sorted(self.files)), counts={"figure_references": 2}
        )

    def put_into(self, workspace: SqliteWorkspace, name: RunName = NAME) -> dict[str, int]:
        """Import it; gives what was new."""
        with workspace.importing("folder") as batch:
            for data in self.files.values():
                batch.put_blob(data)
            batch.put_run(self.record(name))
        return batch.report().new

    def _artifact(self, path: str) -> Artifact:
        data = self.files[path]
        role, stage = classify(RelPath(path), len(data))
        return Artifact(RelPath(path), Sha256(hashlib.sha256(data).hexdigest()), len(data), role, stage)


def a_note(number: int, run: RunName = NAME, author: str = "ada") -> DecisionEntry:
    from mlrbench_gui.domain.anchoring import hand_anchor

    return DecisionEntry(
        id=f"{author}-{number}",
        step=f"{author}-{number}",
        run=run,
        author=author,
        at=datetime(2026, 1, 1, tzinfo=UTC) + timedelta(seconds=number),
        action=SetNote(anchor=hand_anchor(RelPath("p.md"), (0, 1), "text"), text=str(number)),
    )


@pytest.fixture
def note() -> Callable[..., DecisionEntry]:
    return a_note


@pytest.fixture
def source() -> Source:
    return Source()


@pytest.fixture(params=["file", pytest.param("server", marks=pytest.mark.postgres)])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    """A place for a workspace: a file, then a fresh database of a server."""
    if request.param == "file":
        return tmp_path / "study.mlrb"
    shared: ServerAddress = request.getfixturevalue("fresh_database")
    return shared


@pytest.fixture
def clock() -> Callable[[], datetime]:
    ticks = count()
    return lambda: datetime(2026, 1, 1, tzinfo=UTC) + timedelta(minutes=next(ticks))


@pytest.fixture
def workspace(place: Place, clock: Callable[[], datetime]) -> Iterator[SqliteWorkspace]:
    opened = open_workspace(place, create=True, clock=clock)
    yield opened
    opened.close()
