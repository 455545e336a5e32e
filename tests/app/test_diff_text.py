"""The difference of two audits as people read it: gate, findings, claims, each with both sides and its cause."""

from pathlib import Path

import pytest

from mlrbench_gui.app.cli import main
from mlrbench_gui.domain.audit import Audit, Claim, Finding, Gate, GateEvidence, GateRule, Paper, Transition
from mlrbench_gui.domain.values import (
    ClaimKind,
    FindingKind,
    GateState,
    RelPath,
    RunName,
    Severity,
    Sha256,
    Trust,
    Verdict,
)

PAPER, METRICS = RelPath("paper.md"), RelPath("m.json")


def audit(verdict: Verdict, *, holds: bool, findings: tuple[Finding, ...] = ()) -> Audit:
    sha = Sha256("a" * 64)
    claim = Claim(
        id="c1",
        fingerprint="f1",
        paper=PAPER,
        span=(0, 17),
        quote="it reaches\n87.4 %",
        section="5 Results",
        kind=ClaimKind.VALUE,
        value=87.4,
        unit="%",
        verdict=verdict,
        trust=Trust.MEASURED,
        confidence=0.9,
        reason=f"It is {verdict.value}.",
    )
    rule = GateRule(id="computed", text="Values were computed.", holds=holds, detail="1 file")
    proof = GateEvidence(path=METRICS, sha256=Sha256(str(int(holds)) * 64), admitted=holds, reason="it ran")
    step = Transition(to=GateState.MEASURED, passed=holds, rules=(rule,), evidence=(proof,))
    return Audit(
        run=RunName("x/task"),
        tool_version="1",
        papers=(Paper(path=PAPER, sha256=sha, text_sha256=sha, title="T"),),
        claims=(claim,),
        findings=findings,
        gate=Gate(
            reached=GateState.MEASURED if holds else GateState.EXECUTED, claimed=None, transitions=(step,)
        ),
    )


def test_that_every_part_tells_both_sides_and_the_cause(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    typed = Finding(
        id="f1",
        kind=FindingKind.TYPED_LOG,
        severity=Severity.HIGH,
        path=METRICS,
        locator=None,
        message="It was typed.",
    )
    monkeypatch.chdir(tmp_path)
    Path("old.json").write_text(audit(Verdict.SUPPORTED, holds=True).to_json(), encoding="utf-8")
    newer = audit(Verdict.CONTRADICTED, holds=False, findings=(typed,))
    Path("new.json").write_text(newer.to_json(), encoding="utf-8")

    assert main(["diff", "old.json", "new.json"]) == 0

    assert (
        capsys.readouterr().out
        == """\
old       old.json   engine 1
new       new.json   engine 1
file      m.json changed
claims    1 changed, 0 new, 0 gone, 0 the same

gate
      reached  measured -> executed
   measured: passed -> not passed
      rule     Values were computed.
      was      holds: 1 file
      now      fails: 1 file
      file     m.json: admitted -> refused
      reason   it ran
      why      m.json changed (11111111, now 00000000)

findings
   new: high, typed log, m.json
      says     It was typed.
      why      m.json changed (11111111, now 00000000)

claims changed (1)
   c1  5 Results  “it reaches 87.4 %”
      verdict  supported -> contradicted
      was      It is supported.
      now      It is contradicted.
      why      other files of the run changed: m.json
"""
    )
