"""Reviewing over a real workspace: durable on return, one undo step, the same after a restart."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from mlrbench_gui.domain.anchoring import anchor_of, text_sha256
from mlrbench_gui.domain.artifacts import Artifact
from mlrbench_gui.domain.audit import Audit, Claim, Gate, Paper
from mlrbench_gui.domain.decisions import Accept, OverrideGate, SetNote, SetVerdict, Undo
from mlrbench_gui.domain.errors import InputError, UnknownRun
from mlrbench_gui.domain.layout import classify
from mlrbench_gui.domain.runs import Run, RunGroup, RunRecord
from mlrbench_gui.domain.values import (
    ClaimKind,
    GateState,
    Mode,
    RelPath,
    RunName,
    Sha256,
    Trust,
    Verdict,
)
from mlrbench_gui.infra.db.workspace import SqliteWorkspace, open_workspace
from mlrbench_gui.services.context import Context
from mlrbench_gui.services.ports.sources import SourceTree
from mlrbench_gui.services.reviewing import load_view, record, redo, undo

NAME = RunName("end2end_x/task_a")
PAPER = RelPath("results/paper.md")
TEXT = "# Paper\n\nWe reach 0.5 here. The other gets 0.4 there.\n"
QUOTES = ("We reach 0.5", "The other gets 0.4")


class NoPress:
    """Markdown papers need none."""

    version = "none"

    def __getattr__(self, name: str) -> object:
        raise AssertionError(f"the press was asked to {name}")


@dataclass
class Study:
    """A workspace with one audited run, reviewed by whoever `author` names."""

    place: Path
    workspace: SqliteWorkspace
    author: str = "ada"
    now: datetime = field(default=datetime(2026, 1, 1, tzinfo=UTC))

    @property
    def ctx(self) -> Context:
        return Context(
            workspace=self.workspace,
            press=NoPress(),  # type: ignore[arg-type]
            open_tree=_no_tree,
            clock=lambda: self.now,
            author=lambda: self.author,
            audit_run=lambda _name, _files: audit(),
        )

    def reopen(self) -> None:
        self.workspace.close()
        self.workspace = open_workspace(self.place)


def _no_tree(path: Path) -> SourceTree:
    raise AssertionError(path)


def audit(verdict: Verdict = Verdict.SUPPORTED) -> Audit:
    def claim(quote: str) -> Claim:
        start = TEXT.index(quote)
        return Claim(
            id=quote,
            fingerprint=f"f-{quote}",
            paper=PAPER,
            span=(start, start + len(quote)),
            quote=quote,
            section="",
            kind=ClaimKind.VALUE,
            value=0.5,
            unit=None,
            verdict=verdict,
            trust=Trust.MEASURED,
            confidence=1.0,
            reason="r",
        )

    sha256 = text_sha256(TEXT)
    return Audit(
        run=NAME,
        tool_version="1",
        papers=(Paper(path=PAPER, sha256=sha256, text_sha256=sha256, title="Paper"),),
        claims=tuple(claim(quote) for quote in QUOTES),
        findings=(),
        gate=Gate(reached=GateState.EMPTY, claimed=None, transitions=()),
    )


@pytest.fixture
def study(tmp_path: Path) -> Iterator[Study]:
    place = tmp_path / "w.mlrb"
    workspace = open_workspace(place, create=True)
    data = TEXT.encode()
    run = Run(NAME, RunGroup.END_TO_END, Mode.END_TO_END, "x", "task_a", None, None, (PAPER,))
    with workspace.importing("x") as batch:
        sha256 = batch.put_blob(data)
        batch.put_run(RunRecord(run, (Artifact(PAPER, sha256, len(data), *classify(PAPER, len(data))),)))
    workspace.audits.save(audit(), "key")
    made = Study(place, workspace)
    yield made
    made.workspace.close()


def accept(quote: str) -> Accept:
    (claim,) = [claim for claim in audit().claims if claim.quote == quote]
    return Accept(anchor=anchor_of(claim, TEXT, Sha256(text_sha256(TEXT))))


def decided(study: Study) -> list[bool]:
    return [claim.decision is not None for claim in load_view(study.ctx, NAME).review.claims]


def test_that_a_view_has_all_that_the_screen_shows(study: Study) -> None:
    view = load_view(study.ctx, NAME)
    assert view.run.name == NAME
    assert view.stored is not None
    assert view.texts == {PAPER: TEXT}
    assert [claim.current.quote for claim in view.review.claims] == list(QUOTES)
    assert [artifact.path for artifact in view.artifacts] == [PAPER]
    with pytest.raises(UnknownRun):
        load_view(study.ctx, RunName("a/b"))


def test_that_several_decisions_at_once_are_one_undo_step(study: Study) -> None:
    view = load_view(study.ctx, NAME)
    review = record(study.ctx, view, [accept(quote) for quote in QUOTES])
    assert (decided(study), review.undo_name) == ([True, True], "Accept 2 claims")
    assert undo(study.ctx, NAME) == "Accept 2 claims"
    assert decided(study) == [False, False]
    assert redo(study.ctx, NAME) == "Accept 2 claims"
    assert decided(study) == [True, True]
    assert redo(study.ctx, NAME) is None


def test_that_decisions_and_undo_are_there_after_a_restart(study: Study) -> None:
    view = load_view(study.ctx, NAME)
    record(study.ctx, view, [accept(QUOTES[0])])
    record(study.ctx, view, [accept(QUOTES[1])])
    study.reopen()
    assert decided(study) == [True, True]
    assert undo(study.ctx, NAME) == "Accept claim"
    study.reopen()
    assert decided(study) == [True, False]
    assert load_view(study.ctx, NAME).review.redo_name == "Accept claim"


def test_that_one_author_does_not_undo_another(study: Study) -> None:
    record(study.ctx, load_view(study.ctx, NAME), [accept(QUOTES[0])])
    study.author = "bob"
    assert undo(study.ctx, NAME) is None
    assert load_view(study.ctx, NAME).review.undo_name is None
    assert decided(study) == [True, False]


def test_that_what_the_engine_said_is_written_with_the_decision(study: Study) -> None:
    record(study.ctx, load_view(study.ctx, NAME), [accept(QUOTES[0])])
    study.workspace.audits.save(audit(Verdict.CONTRADICTED), "key-2")
    claim = load_view(study.ctx, NAME).review.claims[0]
    assert claim.current.verdict is Verdict.SUPPORTED
    assert claim.decision is not None
    assert claim.decision.engine_changed
    assert claim.engine is not None
    assert claim.engine.verdict is Verdict.CONTRADICTED


def test_that_the_last_word_wins_even_if_the_clock_is_set_back(study: Study) -> None:
    view = load_view(study.ctx, NAME)
    at = accept(QUOTES[0]).anchor
    for text in ("first", "second", "third"):
        record(study.ctx, view, [SetNote(anchor=at, text=text)])
        study.now -= timedelta(hours=1)
    assert load_view(study.ctx, NAME).review.claims[0].note == "third"


def test_that_a_record_sees_what_another_process_wrote_meanwhile(study: Study) -> None:
    view = load_view(study.ctx, NAME)
    with closing(open_workspace(study.place)) as other:
        record(replace(study.ctx, workspace=other, author=lambda: "bob"), view, [accept(QUOTES[0])])
    review = record(study.ctx, view, [accept(QUOTES[1])])
    assert [claim.decision.author for claim in review.claims if claim.decision] == ["bob", "ada"]


def test_that_an_override_of_the_gate_needs_a_reason(study: Study) -> None:
    view = load_view(study.ctx, NAME)
    override = OverrideGate(state=GateState.MEASURED, passed=True)
    with pytest.raises(InputError, match="needs a reason"):
        record(study.ctx, view, [accept(QUOTES[0]), override], reason=" ")
    assert decided(study) == [False, False]
    review = record(study.ctx, view, [override], reason="I reran it")
    assert [item.reason for item in review.overrides] == ["I reran it"]


@pytest.mark.parametrize("action", [Undo(step="x")])
def test_that_undo_is_no_part_of_another_step(study: Study, action: Undo) -> None:
    with pytest.raises(InputError):
        record(study.ctx, load_view(study.ctx, NAME), [action])


def test_that_nothing_recorded_writes_nothing(study: Study) -> None:
    view = load_view(study.ctx, NAME)
    assert record(study.ctx, view, []) == view.review
    assert study.workspace.decisions.entries(NAME) == ()


def test_that_a_verdict_is_recorded_with_its_reason_author_and_time(study: Study) -> None:
    at = accept(QUOTES[0]).anchor
    record(
        study.ctx,
        load_view(study.ctx, NAME),
        [SetVerdict(anchor=at, verdict=Verdict.UNSUPPORTED)],
        reason="the log is typed",
    )
    decision = load_view(study.ctx, NAME).review.claims[0].decision
    assert decision is not None
    assert (decision.verdict, decision.reason, decision.author) == (
        Verdict.UNSUPPORTED,
        "the log is typed",
        "ada",
    )
    assert decision.at == study.now
