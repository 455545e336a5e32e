"""Studies: a real workspace with one audited run, reviewed by whoever is named."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from mlrbench_gui.domain.anchoring import text_sha256
from mlrbench_gui.domain.artifacts import Artifact
from mlrbench_gui.domain.audit import Audit, Claim, Gate, Paper
from mlrbench_gui.domain.layout import classify
from mlrbench_gui.domain.people import Act, Answer, BeSure, Check, FormScore, Question, Score
from mlrbench_gui.domain.reviews import ReviewTarget
from mlrbench_gui.domain.runs import Run, RunGroup, RunRecord
from mlrbench_gui.domain.values import ClaimKind, GateState, Mode, RelPath, RunName, Trust, Verdict
from mlrbench_gui.infra.db.workspace import SqliteWorkspace, open_workspace
from mlrbench_gui.services.context import Context
from mlrbench_gui.services.ports.sources import SourceTree

NAME = RunName("end2end_x/task_a")
PAPER = RelPath("results/paper.md")
TEXT = "# Paper\n\nWe reach 0.5 here. The other gets 0.4 there.\n"
QUOTES = ("We reach 0.5", "The other gets 0.4")
CRITERIA = ("Clarity", "Novelty", "Soundness", "Significance", "Overall")


class NoPress:
    """Markdown papers need none."""

    version = "none"

    def __getattr__(self, name: str) -> object:
        raise AssertionError(f"the press was asked to {name}")


@dataclass
class Study:
    """A workspace; each reading of the clock is a second later."""

    workspace: SqliteWorkspace
    author: str = "ada"
    now: datetime = field(default=datetime(2026, 1, 1, tzinfo=UTC))

    @property
    def ctx(self) -> Context:
        return Context(
            workspace=self.workspace,
            press=NoPress(),  # type: ignore[arg-type]
            open_tree=_no_tree,
            clock=self._clock,
            author=lambda: self.author,
            audit_run=lambda _name, _files: audit(),
        )

    def _clock(self) -> datetime:
        self.now += timedelta(seconds=1)
        return self.now


def _no_tree(path: Path) -> SourceTree:
    raise AssertionError(path)


def audit() -> Audit:
    def claim(quote: str) -> Claim:
        start = TEXT.index(quote)
        return Claim(
            id=quote, fingerprint=f"f-{quote}", paper=PAPER, span=(start, start + len(quote)), quote=quote, section="",
            kind=ClaimKind.VALUE, value=0.5, unit=None, verdict=Verdict.SUPPORTED, trust=Trust.MEASURED,
            confidence=1.0, reason="r",
        )  # fmt: skip

    sha256 = text_sha256(TEXT)
    return Audit(
        run=NAME,
        tool_version="1",
        papers=(Paper(path=PAPER, sha256=sha256, text_sha256=sha256, title="Paper"),),
        claims=tuple(claim(quote) for quote in QUOTES),
        findings=(),
        gate=Gate(reached=GateState.EMPTY, claimed=None, transitions=()),
    )


def prepared(path: Path) -> SqliteWorkspace:
    """A new workspace with the audited run."""
    workspace = open_workspace(path, create=True)
    data = TEXT.encode()
    run = Run(NAME, RunGroup.END_TO_END, Mode.END_TO_END, "x", "task_a", None, None, (PAPER,))
    with workspace.importing("x") as batch:
        sha256 = batch.put_blob(data)
        batch.put_run(RunRecord(run, (Artifact(PAPER, sha256, len(data), *classify(PAPER, len(data))),)))
    workspace.audits.save(audit(), "key")
    return workspace


@pytest.fixture(scope="session")
def studies(
    tmp_path_factory: pytest.TempPathFactory,
) -> Callable[[], AbstractContextManager[Callable[[str], Study]]]:
    """Opens a place in which workspaces are made by their names, and which is gone after use."""
    base = tmp_path_factory.mktemp("study") / "base.mlrb"
    prepared(base).close()

    @contextmanager
    def place() -> Iterator[Callable[[str], Study]]:
        with TemporaryDirectory() as folder, ExitStack() as stack:

            def make(name: str) -> Study:
                workspace = open_workspace(Path(shutil.copy(base, Path(folder) / f"{name}.mlrb")))
                stack.callback(workspace.close)
                return Study(workspace, author=name)

            yield make

    return place


@pytest.fixture
def new_study(tmp_path: Path) -> Iterator[Callable[[str], Study]]:
    """Makes a workspace by its name."""
    made: list[Study] = []

    def make(name: str) -> Study:
        made.append(Study(prepared(tmp_path / f"{name}.mlrb"), author=name))
        return made[-1]

    yield make
    for study in made:
        study.workspace.close()


@pytest.fixture(scope="session")
def run() -> RunName:
    return NAME


def filled(score: int, answer: Answer = Answer.NO) -> list[Act]:
    """All that a form asks for, with the same score and answer everywhere."""
    cells = [FormScore(target=ReviewTarget.END_TO_END, criterion=key, score=score) for key in CRITERIA]
    acts: list[Act] = [Score(cell=cell) for cell in cells]
    acts += [Check(question=question, answer=answer) for question in Question]
    return [*acts, BeSure(value=4)]


@pytest.fixture(scope="session")
def filled_form() -> Callable[..., list[Act]]:
    """`filled`."""
    return filled
