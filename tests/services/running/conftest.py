"""A desk over a real workspace whose model is the scripted one, over HTTP."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import pytest

from mlrbench_gui.audit.run import audit_run
from mlrbench_gui.domain.artifacts import RunFiles
from mlrbench_gui.domain.audit import Audit, Gate
from mlrbench_gui.domain.model_calls import Account
from mlrbench_gui.domain.stages import ExperimentInputs, ExperimentRecord
from mlrbench_gui.domain.values import GateState, RelPath, RunName, Sha256
from mlrbench_gui.domain.work import CancelToken, Emit, ignore
from mlrbench_gui.infra.db.workspace import SqliteWorkspace, open_workspace
from mlrbench_gui.infra.llm.client import OpenAiClient
from mlrbench_gui.infra.llm.scripted.faults import Faults
from mlrbench_gui.infra.llm.scripted.server import Script, ScriptedServer
from mlrbench_gui.services.models.budget import Bounds, Budget
from mlrbench_gui.services.ports.boxes import ExperimentAgent
from mlrbench_gui.services.ports.calls import AuditRun
from mlrbench_gui.services.ports.papers import PaperPress
from mlrbench_gui.services.running.batch import BatchReport, run_batch
from mlrbench_gui.services.running.chain import RunOrder, RunOutcome, run_chain
from mlrbench_gui.services.running.inputs import Given
from mlrbench_gui.services.running.trying import Desk

KEY = "sk-canary-4711"


def clock() -> datetime:
    return datetime(2026, 1, 1, tzinfo=UTC)


def no_gate(name: RunName, files: RunFiles) -> Audit:
    """An audit that finds everything measured."""
    return Audit(
        run=name,
        tool_version="1",
        papers=(),
        claims=(),
        findings=(),
        gate=Gate(reached=GateState.MEASURED, claimed=None, transitions=()),
    )


@dataclass
class Worker:
    """An agent that leaves these files, or a reason why it did not finish."""

    files: dict[RelPath, bytes]
    reason: str = ""
    asked: list[ExperimentInputs] = field(default_factory=list)

    def run(self, inputs: ExperimentInputs, cancel: CancelToken, emit: Emit) -> ExperimentRecord:  # noqa: ARG002
        self.asked.append(inputs)
        used = Account(3, 900, 200, 0, 0.0, 2.0)
        return ExperimentRecord(self.files, "worker-1", "worker-1", Sha256("c" * 64), used, self.reason)


@dataclass
class Bench:
    """A workspace, a scripted server, and a way to run orders there."""

    workspace: SqliteWorkspace
    server: ScriptedServer
    client: OpenAiClient

    def desk(
        self,
        bounds: Bounds | None = None,
        agent: ExperimentAgent | None = None,
        audit: AuditRun = no_gate,
        press: PaperPress | None = None,
    ) -> Desk:
        profile = self.client.profile
        assert profile.form is not None
        budget = Budget(profile, bounds or Bounds(), clock)
        return Desk(self.workspace, self.client, profile.form, budget, clock, audit, agent, press)

    def chain(self, order: RunOrder, given: Given | None = None, **desk: object) -> RunOutcome:
        made = self.desk(**desk)  # type: ignore[arg-type]
        return run_chain(made, order, given or Given(), cancel=CancelToken(), emit=ignore)

    def batch(
        self, orders: list[RunOrder], given: dict[str, Given] | None = None, workers: int = 3, **desk: object
    ) -> BatchReport:
        made = self.desk(**desk)  # type: ignore[arg-type]
        return run_batch(made, orders, given or {}, workers=workers, cancel=CancelToken(), emit=ignore)

    @property
    def calls(self) -> int:
        """Requests that the server saw."""
        return self.server.script.faults.asked


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Callable[..., Bench]]:
    """Makes a bench whose server follows a script; all in one workspace file."""
    with ExitStack() as stack:

        def make(faults: Faults | None = None, **profile: object) -> Bench:
            workspace = stack.enter_context(
                closing(open_workspace(tmp_path / "w.mlrb", create=True, clock=clock))
            )
            server = stack.enter_context(ScriptedServer(Script(faults=faults or Faults(), key=KEY)))
            client = OpenAiClient(server.profile(**profile), KEY, lambda _cancel, _seconds: False)
            stack.callback(client.close)
            return Bench(workspace, server, client)

        yield make


@pytest.fixture
def worker() -> type[Worker]:
    return Worker


@pytest.fixture
def real_audit() -> AuditRun:
    return audit_run
