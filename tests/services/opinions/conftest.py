"""An audited run with claims that the rules leave open, and a model that answers by script."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import pytest

from mlrbench_gui.domain.anchoring import text_sha256
from mlrbench_gui.domain.artifacts import Artifact
from mlrbench_gui.domain.audit import Audit, Claim, Evidence, Gate, Locator, Paper
from mlrbench_gui.domain.layout import classify
from mlrbench_gui.domain.model_profiles import ModelProfile
from mlrbench_gui.domain.opinions import TokenUse
from mlrbench_gui.domain.runs import Run, RunGroup, RunRecord
from mlrbench_gui.domain.values import (
    ClaimKind,
    GateState,
    Mode,
    RelPath,
    RunName,
    Strength,
    Trust,
    Verdict,
)
from mlrbench_gui.domain.work import CancelToken, Emit
from mlrbench_gui.infra.db.workspace import SqliteWorkspace, open_workspace
from mlrbench_gui.services.context import Context
from mlrbench_gui.services.ports.models import ModelReply, ModelRequest

RUN = RunName("end2end_x/task_a")
PAPER = RelPath("results/paper.md")
TEXT = "# Paper\n\nWe reach 0.5 here. The other gets 0.4 there. Others report 0.3 elsewhere.\n"
Answer = Callable[[ModelRequest], ModelReply]


def a_claim(quote: str, verdict: Verdict, confidence: float, number: int) -> Claim:
    start = TEXT.index(quote)
    held = Evidence(
        path=RelPath("results/metrics.json"),
        locator=Locator(json_pointer="/plain/accuracy"),
        value=0.5,
        strength=Strength.PRIMARY,
        name="plain · accuracy",
    )
    return Claim(
        id=f"c{number}",
        fingerprint=f"f{number}",
        paper=PAPER,
        span=(start, start + len(quote)),
        quote=quote,
        section="1 Results",
        kind=ClaimKind.VALUE,
        value=0.5,
        unit=None,
        verdict=verdict,
        trust=Trust.UNKNOWN,
        confidence=confidence,
        reason="r",
        evidence=(held,),
    )


def an_audit() -> Audit:
    sha256 = text_sha256(TEXT)
    return Audit(
        run=RUN,
        tool_version="1",
        papers=(Paper(path=PAPER, sha256=sha256, text_sha256=sha256, title="Paper"),),
        claims=(
            a_claim("We reach 0.5", Verdict.SUPPORTED, 0.95, 1),
            a_claim("The other gets 0.4", Verdict.UNSUPPORTED, 0.5, 2),
            a_claim("Others report 0.3", Verdict.UNVERIFIABLE, 0.9, 3),
        ),
        findings=(),
        gate=Gate(reached=GateState.EMPTY, claimed=None, transitions=()),
    )


def mark_of(request: ModelRequest) -> str:
    return request.user.rsplit("mark is ", 1)[1].rstrip(".")


def verdict_reply(request: ModelRequest, verdict: str = "supported", sentence: str = "It holds 0.5.") -> str:
    return f'{{"mark": "{mark_of(request)}", "verdict": "{verdict}", "sentence": "{sentence}"}}'


@dataclass
class ScriptedModel:
    """Answers each question by a function, and remembers what it was asked."""

    answer: Answer
    profile: ModelProfile
    asked: list[ModelRequest] = field(default_factory=list)

    def ask(self, request: ModelRequest, cancel: CancelToken, emit: Emit | None = None) -> ModelReply:  # noqa: ARG002
        cancel.check()
        self.asked.append(request)
        return self.answer(request)

    def close(self) -> None: ...


def says(verdict: str = "supported", tokens: TokenUse | None = None) -> Answer:
    """Answers every question alike."""
    used = tokens or TokenUse(prompt=300, reply=20)
    return lambda request: ModelReply(verdict_reply(request, verdict), "stop", "heron-2", tokens=used)


@dataclass
class Bench:
    """The run's services, and a model of a profile."""

    ctx: Context
    workspace: SqliteWorkspace
    run: RunName = RUN

    def model(self, answer: Answer | None = None, **profile: object) -> ScriptedModel:
        settings = {"name": "mine", "base_url": "http://localhost:9/v1", "model": "heron-2", **profile}
        return ScriptedModel(answer or says(), ModelProfile.model_validate(settings))

    def verdicts(self) -> list[Verdict]:
        stored = self.workspace.audits.latest(RUN)
        assert stored is not None
        return [claim.verdict for claim in stored.audit.claims]


@pytest.fixture
def scripted() -> Callable[..., Answer]:
    return says


@pytest.fixture
def reply_text() -> Callable[..., str]:
    return verdict_reply


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    workspace = open_workspace(tmp_path / "w.mlrb", create=True)
    data = TEXT.encode()
    run = Run(RUN, RunGroup.END_TO_END, Mode.END_TO_END, "x", "task_a", None, None, (PAPER,))
    with workspace.importing("x") as batch:
        sha256 = batch.put_blob(data)
        batch.put_run(RunRecord(run, (Artifact(PAPER, sha256, len(data), *classify(PAPER, len(data))),)))
    workspace.audits.save(an_audit(), "key")
    ctx = Context(
        workspace=workspace,
        press=None,  # type: ignore[arg-type]  # a Markdown paper needs none
        open_tree=lambda _: pytest.fail("no tree is opened"),
        clock=lambda: datetime(2026, 1, 1, tzinfo=UTC),
        author=lambda: "ada",
        audit_run=lambda _name, _files: an_audit(),
    )
    yield Bench(ctx, workspace)
    workspace.close()


@pytest.fixture(scope="session")
def open_claim() -> Claim:
    """A claim with one candidate."""
    return an_audit().claims[1]
