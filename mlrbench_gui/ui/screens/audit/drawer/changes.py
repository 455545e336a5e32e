"""What changed since the last audit as pure rows: the gate, findings, then claims, what moved most first."""

from collections.abc import Sequence
from dataclasses import dataclass

from mlrbench_gui.domain.differences import (
    AuditDiff,
    Change,
    ClaimChange,
    ClaimSide,
    FindingChange,
    GateChange,
    Why,
)
from mlrbench_gui.domain.values import RelPath, Verdict
from mlrbench_gui.ui.kit.glyphs import TRUST_WORDS, VERDICT_WORDS

ARROW = "\N{RIGHTWARDS ARROW}"


@dataclass(frozen=True, slots=True)
class ChangeRow:
    """One change: `title` over `detail`, the cause beside it. `claim` or `path` is where Enter goes.

    `verdicts` are those of the two sides of a claim, None where it is not there; `values` the number on both sides.
    """

    change: Change
    title: str
    detail: str
    why: str
    verdicts: tuple[Verdict | None, Verdict | None] = (None, None)
    values: str = ""
    claim: str | None = None
    path: RelPath | None = None

    def words(self) -> str:
        """All of it in words, for assistive programs and the tooltip."""
        parts = (f"{self.change}: {self.title}", self.values, self.detail, f"because {self.why}")
        return ". ".join(part for part in parts if part)


def change_rows(diff: AuditDiff) -> tuple[ChangeRow, ...]:
    """All rows of a difference."""
    gate = [_gate_row(diff.gate)] if diff.gate is not None else []
    claims = sorted(diff.claims, key=lambda item: (item.change == "gone", item.rank))
    return (*gate, *map(_finding_row, diff.findings), *map(_claim_row, claims))


def summary_line(diff: AuditDiff) -> str:
    """How much changed and around what: rules, papers, files."""
    parts = []
    if diff.engine_changed:
        parts.append(f"engine {diff.old.tool_version} {ARROW} {diff.new.tool_version}")
    if any(paper.text_changed for paper in diff.papers):
        parts.append("the paper's text changed")
    if diff.files:
        parts.append(f"{len(diff.files)} other file{'s' if len(diff.files) > 1 else ''} changed")
    counts = [f"{n} {change}" for change in ("changed", "new", "gone") if (n := diff.count(change))]
    parts.append(f"claims: {', '.join(counts) or 'none changed'}, {diff.same_claims} the same")
    return " · ".join(parts)


def _gate_row(gate: GateChange) -> ChangeRow:
    states = [
        f"{name} {_moved(old or 'nothing', new or 'nothing')}"
        for name, old, new in (
            ("reached", gate.old_reached, gate.new_reached),
            ("claimed", gate.old_claimed, gate.new_claimed),
        )
        if old != new
    ]
    steps = [f"{step.to.value}: {rule.text}" for step in gate.transitions for rule in step.rules]
    steps += [
        f"{step.to.value}: {item.path} {'admitted' if item.new_admitted else 'no longer admitted'}"
        for step in gate.transitions
        for item in step.evidence
    ]
    title = f"Gate {', '.join(states)}" if states else "Gate: the same states by other rules or evidence"
    return ChangeRow("changed", title, "; ".join(steps), _cause(gate.why))


def _finding_row(item: FindingChange) -> ChangeRow:
    grave = f" {ARROW} ".join(dict.fromkeys(s.value for s in (item.old_severity, item.new_severity) if s))
    kind = item.kind.value.replace("_", " ")
    return ChangeRow(
        item.change,
        f"Finding, {grave}: {kind}",
        item.new_message or item.old_message,
        _cause(item.why),
        path=item.path if item.new_severity is not None else None,
    )


def _claim_row(item: ClaimChange) -> ChangeRow:
    there = item.new or item.old
    value = item.field("value")
    return ChangeRow(
        item.change,
        _title(there),
        _claim_detail(item),
        _cause(item.why),
        verdicts=(item.old.verdict if item.old else None, item.new.verdict if item.new else None),
        values=_moved(value.old, value.new) if value is not None else "",
        claim=item.new.id if item.new is not None else None,
    )


def _title(side: ClaimSide | None) -> str:
    """The quote; a bare number, such as a table's cell, says its section too."""
    if side is None:
        return ""
    quote = " ".join(side.quote.split())
    bare = not any(sign.isalpha() for sign in quote)
    return f"“{quote}” in {side.section}" if bare and side.section else f"“{quote}”"


def _claim_detail(item: ClaimChange) -> str:
    old, new = item.old, item.new
    if old is None or new is None:
        return _answer(new or old)
    parts = []
    if old.verdict is not new.verdict:
        parts.append(_moved(VERDICT_WORDS[old.verdict], VERDICT_WORDS[new.verdict]))
    if old.trust is not new.trust:
        parts.append(_moved(TRUST_WORDS[old.trust], TRUST_WORDS[new.trust]))
    evidence = item.field("evidence")
    if evidence is not None and not parts:
        parts.append(f"evidence {_moved(evidence.old, evidence.new)}")
    if old.verdict is not new.verdict:
        parts.append(new.reason)
    return " · ".join(parts) or "other words, the same answer"


def _answer(side: ClaimSide | None) -> str:
    if side is None:
        return ""
    return f"{VERDICT_WORDS[side.verdict]}, {TRUST_WORDS[side.trust]} · {side.reason}"


def _moved(old: str, new: str) -> str:
    return f"{old} {ARROW} {new}"


def _cause(causes: Sequence[Why]) -> str:
    return "; ".join(why.words for why in causes)
