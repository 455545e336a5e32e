"""The state of a run's review: the audit with everything that people decided about it, folded from the log.

A pure function of audit, log and papers' texts. Each decision on a claim either finds its claim's words, or is
listed as an orphan; none is dropped and none is moved to other words. Words added, moved, split or merged by a
person say what is a claim; a claim counts as decided once it is accepted or its verdict or trust is set.
"""

from collections.abc import Iterable, Mapping, Sequence

from mlrbench_gui.domain._board import Board
from mlrbench_gui.domain.anchoring import anchor_of, hand_anchor
from mlrbench_gui.domain.audit import Audit
from mlrbench_gui.domain.decisions import (
    AddClaim,
    ClaimAnchor,
    DecisionEntry,
    GateOverride,
    JudgeFinding,
    MergeClaims,
    OrphanedDecision,
    OverrideGate,
    Redo,
    ReviewedFinding,
    RunReview,
    Undo,
)
from mlrbench_gui.domain.steps import History, history_of, in_order
from mlrbench_gui.domain.values import RelPath

__all__ = ["anchor_of", "hand_anchor", "review_of"]


def review_of(
    audit: Audit | None,
    entries: Sequence[DecisionEntry],
    texts: Mapping[RelPath, str],
    *,
    author: str | None = None,
) -> RunReview:
    """Fold the log over the audit. Undo and redo are named for `author`, else for who wrote last."""
    ordered = in_order(entries)
    history = history_of(ordered)
    active = [entry for step in history.active for entry in step.entries]
    board = Board(audit, texts)
    anchored: list[str] = []
    orphaned: list[DecisionEntry] = []
    for entry in active:
        outcome = board.apply(entry)
        if outcome is not None:
            (anchored.append(entry.id) if outcome else orphaned.append(entry))
    findings, orphan_findings = _findings(audit, active)
    undo_name, redo_name = _names(history, author if author is not None else _last_author(ordered))
    return RunReview(
        claims=board.claims(),
        orphans=_grouped(orphaned),
        findings=findings,
        overrides=_overrides(active),
        undo_name=undo_name,
        redo_name=redo_name,
        entries=ordered,
        anchored=tuple(anchored),
        orphan_findings=orphan_findings,
    )


def _names(history: History, author: str) -> tuple[str | None, str | None]:
    undo, redo = history.to_undo(author), history.to_redo(author)
    return undo.name if undo else None, redo.name if redo else None


def _last_author(ordered: Sequence[DecisionEntry]) -> str:
    return ordered[-1].author if ordered else ""


def _findings(
    audit: Audit | None, active: Iterable[DecisionEntry]
) -> tuple[tuple[ReviewedFinding, ...], tuple[DecisionEntry, ...]]:
    reported = {finding.id: ReviewedFinding(finding=finding) for finding in (audit.findings if audit else ())}
    lost: list[DecisionEntry] = []
    for entry in active:
        if not isinstance(entry.action, JudgeFinding):
            continue
        known = reported.get(entry.action.finding)
        if known is None:
            lost.append(entry)
            continue
        reported[entry.action.finding] = ReviewedFinding(
            finding=known.finding,
            confirmed=entry.action.confirmed,
            author=entry.author,
            at=entry.at,
            reason=entry.reason,
        )
    return tuple(reported.values()), tuple(lost)


def _overrides(active: Iterable[DecisionEntry]) -> tuple[GateOverride, ...]:
    return tuple(
        GateOverride(
            state=entry.action.state,
            passed=entry.action.passed,
            paper=entry.action.paper,
            author=entry.author,
            at=entry.at,
            reason=entry.reason,
        )
        for entry in active
        if isinstance(entry.action, OverrideGate)
    )


def _grouped(orphaned: Iterable[DecisionEntry]) -> tuple[OrphanedDecision, ...]:
    groups: dict[tuple[RelPath, str], list[DecisionEntry]] = {}
    for entry in orphaned:
        anchor = main_anchor(entry)
        groups.setdefault((anchor.paper, anchor.fingerprint), []).append(entry)
    return tuple(
        OrphanedDecision(anchor=main_anchor(group[-1]), entries=tuple(group)) for group in groups.values()
    )


def main_anchor(entry: DecisionEntry) -> ClaimAnchor:
    """The words that a decision on a claim is about. Raises ValueError for other decisions."""
    action = entry.action
    if isinstance(action, AddClaim):
        return action.draft.anchor
    if isinstance(action, MergeClaims):
        return action.into.anchor
    if isinstance(action, JudgeFinding | OverrideGate | Undo | Redo):
        raise ValueError(f"a decision of kind {action.kind} is about no words")  # noqa: TRY004 -- a value, not a type
    return action.anchor
