"""A stored run is audited once, and again only when its files or the rules changed."""

from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, cast

import pytest

from mlrbench_gui.domain.artifacts import Artifact, ArtifactRole, RunFiles
from mlrbench_gui.domain.audit import Audit, Gate
from mlrbench_gui.domain.errors import Cancelled, InputError
from mlrbench_gui.domain.values import GateState, RelPath, RunName, Sha256, Stage
from mlrbench_gui.domain.work import CancelToken, Event, RunsChanged, ignore
from mlrbench_gui.services.auditing import audit_folder, audit_stored, input_key, is_stale
from mlrbench_gui.services.context import Context
from mlrbench_gui.services.ports.rows import StoredAudit

if TYPE_CHECKING:
    from mlrbench_gui.services.ports.papers import PaperPress
    from mlrbench_gui.services.ports.workspace import Workspace

RUN = RunName("agent/task")
PAPER = Artifact(RelPath("results/paper.md"), Sha256("a" * 64), 3, ArtifactRole.PAPER, Stage.PAPER)
AUDIT = Audit(
    run=RUN,
    tool_version="1",
    papers=(),
    claims=(),
    findings=(),
    gate=Gate(reached=GateState.EMPTY, claimed=None, transitions=()),
)


@dataclass
class Shelf:
    """Runs and audits of a workspace in memory."""

    held: tuple[Artifact, ...] = (PAPER,)
    saved: list[StoredAudit] = field(default_factory=list)

    def artifacts(self, _name: RunName) -> tuple[Artifact, ...]:
        return self.held

    def files(self, _name: RunName) -> RunFiles:
        return cast("RunFiles", None)

    def latest(self, _name: RunName) -> StoredAudit | None:
        return self.saved[-1] if self.saved else None

    def save(self, audit: Audit, input_key: str) -> None:
        self.saved.append(StoredAudit(audit, input_key, datetime(2025, 1, 1, tzinfo=UTC)))

    @property
    def runs(self) -> "Shelf":
        return self

    @property
    def audits(self) -> "Shelf":
        return self


@dataclass
class Engine:
    """Counts how often it is asked."""

    asked: int = 0
    error: Exception | None = None

    def __call__(self, _name: RunName, _files: RunFiles) -> Audit:
        self.asked += 1
        if self.error is not None:
            raise self.error
        return AUDIT


def context(shelf: Shelf, engine: Engine) -> Context:
    return Context(
        workspace=cast("Workspace", shelf),
        press=cast("PaperPress", None),
        open_tree=lambda _: pytest.fail("no tree is opened"),
        clock=lambda: datetime(2025, 1, 1, tzinfo=UTC),
        author=lambda: "me",
        audit_run=engine,
    )


def test_that_a_kept_audit_is_used_while_nothing_changed() -> None:
    shelf, engine, events = Shelf(), Engine(), list[Event]()
    ctx = context(shelf, engine)

    for _ in range(2):
        assert audit_stored(ctx, RUN, cancel=CancelToken(), emit=events.append) == AUDIT

    assert (engine.asked, len(shelf.saved)) == (1, 1)
    assert [e for e in events if isinstance(e, RunsChanged)] == [RunsChanged((RUN,), "auditing")]


def test_that_force_audits_again() -> None:
    shelf, engine = Shelf(), Engine()
    ctx = context(shelf, engine)

    for _ in range(2):
        audit_stored(ctx, RUN, force=True, cancel=CancelToken(), emit=ignore)

    assert engine.asked == 2


def test_that_a_changed_file_and_newer_rules_make_an_audit_stale(monkeypatch: pytest.MonkeyPatch) -> None:
    shelf = Shelf()
    workspace = cast("Workspace", shelf)
    assert is_stale(workspace, RUN)
    shelf.save(AUDIT, input_key(workspace, RUN))
    assert not is_stale(workspace, RUN)

    monkeypatch.setattr("mlrbench_gui.audit.run.ENGINE_VERSION", "next")
    assert is_stale(workspace, RUN)
    monkeypatch.undo()
    shelf.held = (replace(PAPER, sha256=Sha256("b" * 64)),)
    assert is_stale(workspace, RUN)


def test_that_a_cancelled_audit_keeps_nothing() -> None:
    shelf, engine, cancel = Shelf(), Engine(), CancelToken()
    cancel.cancel()

    with pytest.raises(Cancelled):
        audit_stored(context(shelf, engine), RUN, cancel=cancel, emit=ignore)

    assert shelf.saved == []


def test_that_an_error_names_the_run_and_the_file() -> None:
    engine = Engine(error=InputError("results/x.json: cannot be read"))

    with pytest.raises(InputError, match=r"^agent/task: results/x\.json: cannot be read$"):
        audit_folder(RUN, cast("RunFiles", None), engine)
