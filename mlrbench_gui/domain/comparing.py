"""Two audits held against each other: which claims, findings and steps of the gate are new, gone or others, and why.

Ids, order and spans of claims, the runs' names, timings, and a reason or confidence that alone is worded anew are no
difference.
"""

from collections import defaultdict
from collections.abc import Sequence

from mlrbench_gui.domain._causes import (
    Hashes,
    Surroundings,
    claim_causes,
    place_causes,
    surroundings,
    value_words,
)
from mlrbench_gui.domain._gate_changes import gate_change
from mlrbench_gui.domain._pairing import Pair, pair_claims
from mlrbench_gui.domain.audit import Audit, Claim, Evidence, Finding
from mlrbench_gui.domain.differences import (
    AuditDiff,
    AuditLabel,
    ClaimChange,
    ClaimSide,
    FieldChange,
    FindingChange,
)
from mlrbench_gui.domain.values import SEVERITY_RANK, Strength


def compare_audits(
    old: Audit, new: Audit, *, old_files: Hashes | None = None, new_files: Hashes | None = None
) -> AuditDiff:
    """What the newer audit says otherwise than the older. `*_files` are the hashes of all files of a side, if known."""
    around = surroundings(old, new, old_files, new_files)
    claims, same = _claim_changes(around, old.claims, new.claims)
    return AuditDiff(
        old=AuditLabel(run=old.run, tool_version=old.tool_version),
        new=AuditLabel(run=new.run, tool_version=new.tool_version),
        papers=around.papers,
        files=around.files,
        claims=claims,
        same_claims=same,
        findings=_finding_changes(around, old.findings, new.findings),
        gate=gate_change(around, old.gate, new.gate),
    )


def _claim_changes(
    around: Surroundings, old: Sequence[Claim], new: Sequence[Claim]
) -> tuple[tuple[ClaimChange, ...], int]:
    pairing = pair_claims(old, new)
    changed = [change for pair in pairing.pairs if (change := _changed(around, pair)) is not None]
    gone = [
        ClaimChange(
            change="gone", old=_side(claim), new=None, why=claim_causes(around, claim, None, reworded=True)
        )
        for claim in pairing.gone
    ]
    fresh = [
        ClaimChange(
            change="new", old=None, new=_side(claim), why=claim_causes(around, None, claim, reworded=True)
        )
        for claim in pairing.new
    ]
    return (*changed, *fresh, *gone), len(pairing.pairs) - len(changed)


def _changed(around: Surroundings, pair: Pair) -> ClaimChange | None:
    old, new = pair.old, pair.new
    printed = [(claim.value, claim.unit) for claim in (old, new)]
    sides = (
        ("value", _number(old), _number(new)) if printed[0] != printed[1] else None,
        ("words", _flat(old.quote), _flat(new.quote)),
        ("kind", old.kind.value, new.kind.value),
        ("verdict", old.verdict.value, new.verdict.value),
        ("trust", old.trust.value, new.trust.value),
        ("evidence", _held(old.evidence), _held(new.evidence)),
    )
    fields = tuple(
        FieldChange(what=s[0], old=s[1], new=s[2]) for s in sides if s is not None and s[1] != s[2]
    )
    if not fields:
        return None
    reworded = any(change.what in ("value", "words") for change in fields)
    return ClaimChange(
        change="changed",
        old=_side(old),
        new=_side(new),
        matched=pair.matched,
        fields=fields,
        why=claim_causes(around, old, new, reworded=reworded),
    )


def _side(claim: Claim) -> ClaimSide:
    return ClaimSide.model_validate(claim.model_dump(exclude={"confidence", "evidence", "name"}))


def _number(claim: Claim) -> str:
    return f"{value_words(claim.value)} {claim.unit or ''}".strip()


def _flat(quote: str) -> str:
    return " ".join(quote.split())


def _held(evidence: Sequence[Evidence]) -> str:
    """What carries a claim: the first primary evidence, with its value, place and formula."""
    first = next((item for item in evidence if item.strength is Strength.PRIMARY), None)
    if first is None:
        return "none"
    formula = f" = {first.formula}" if first.formula else ""
    return f"{value_words(first.value)}{formula} in {first.path}{_place(first)}"


def _place(item: Evidence) -> str:
    """The place, but for lines: they move whenever a file grows, and say nothing of the value."""
    at = item.locator
    return f" {at.json_pointer}" if at.json_pointer else ""


def _finding_changes(
    around: Surroundings, old: Sequence[Finding], new: Sequence[Finding]
) -> tuple[FindingChange, ...]:
    """Equal findings fall away first; of the others one of the same kind about the same file is the same one."""
    left = _without(sorted(old, key=_finding_key), [_finding_key(item) for item in new])
    right = _without(sorted(new, key=_finding_key), [_finding_key(item) for item in old])
    waiting: defaultdict[tuple[str, str, str], list[Finding]] = defaultdict(list)
    for item in right:
        waiting[_about(item)].append(item)
    found = []
    for item in left:
        fitting = waiting[_about(item)]
        found.append(_finding_change(around, item, fitting.pop(0) if fitting else None))
    found += [_finding_change(around, None, item) for some in waiting.values() for item in some]
    return tuple(sorted(found, key=_gravest_first))


def _without(findings: Sequence[Finding], others: list[tuple[str, ...]]) -> list[Finding]:
    left = []
    for item in findings:
        key = _finding_key(item)
        if key in others:
            others.remove(key)
        else:
            left.append(item)
    return left


def _finding_key(item: Finding) -> tuple[str, ...]:
    return (*_about(item), item.severity.value, item.message)


def _about(item: Finding) -> tuple[str, str, str]:
    return item.kind.value, item.path or "", item.paper or ""


def _finding_change(around: Surroundings, old: Finding | None, new: Finding | None) -> FindingChange:
    there = new or old
    assert there is not None
    return FindingChange(
        change="new" if old is None else "gone" if new is None else "changed",
        kind=there.kind,
        path=there.path,
        old_severity=old.severity if old else None,
        new_severity=new.severity if new else None,
        old_message=old.message if old else "",
        new_message=new.message if new else "",
        why=place_causes(around, [item.path for item in (old, new) if item]),
    )


def _gravest_first(change: FindingChange) -> tuple[int, str, str, str, str]:
    ranks = [SEVERITY_RANK[grave] for grave in (change.old_severity, change.new_severity) if grave]
    return -max(ranks), change.kind.value, change.path or "", change.old_message, change.new_message
