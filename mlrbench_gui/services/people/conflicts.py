"""All on which people differ: submitted reviews of a run, decisions that a merge brought together; and the agreed word.

A conflict of decisions is settled by a decision of who adjudicates, which counts from then on as the last word, and by
a line that names the words it was about: a later word of anyone opens it again.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from mlrbench_gui.domain.decisions import (
    Accept,
    Action,
    ClaimAnchor,
    DecisionEntry,
    JudgeFinding,
    OverrideGate,
    RemoveClaim,
    SetTrust,
    SetVerdict,
)
from mlrbench_gui.domain.disputes import NO_CLAIM, Dispute, Topic
from mlrbench_gui.domain.errors import InputError
from mlrbench_gui.domain.forms import in_order
from mlrbench_gui.domain.people import PersonRecord, Settle
from mlrbench_gui.domain.settling import ItemKind, SaidWord, SettledItem, SettledWord
from mlrbench_gui.domain.values import GateState, RunName, Trust, Verdict
from mlrbench_gui.services.context import Context
from mlrbench_gui.services.people.filling import put
from mlrbench_gui.services.people.settling import Adjudication, adjudications, settle
from mlrbench_gui.services.reviewing import load_view, record

_CHOICES: dict[Topic, tuple[str, ...]] = {
    Topic.VERDICT: (*(verdict.value for verdict in Verdict), NO_CLAIM),
    Topic.TRUST: tuple(trust.value for trust in Trust),
    Topic.FINDING: ("confirmed", "dismissed"),
    Topic.GATE: ("passed", "refused"),
}
_GROUPS = {
    Topic.VERDICT: "Decisions: verdict",
    Topic.TRUST: "Decisions: trust",
    Topic.FINDING: "Decisions: finding",
    Topic.GATE: "Decisions: gate",
}
_GAP = 5.0


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing of a run that people said something on, with where it comes from."""

    run: RunName
    item: SettledItem
    source: Adjudication | Dispute

    @property
    def key(self) -> tuple[RunName, str]:
        return self.run, self.item.id


def differences(ctx: Context) -> tuple[Difference, ...]:
    """All that can be adjudicated by the present author: open differences first, the widest on top, run by run."""
    found = [Difference(one.run, item, one) for one in adjudications(ctx) for item in one.items]
    known = {(one.run, one.item.id) for one in found}
    for dispute in ctx.workspace.disputes():
        item = _item_of(dispute, ctx.workspace.people.of_run(dispute.run))
        if (dispute.run, f"claim:{dispute.paper}#{dispute.subject}") not in known:
            found.append(Difference(dispute.run, item, dispute))
    return tuple(
        sorted(found, key=lambda one: (not one.item.is_open, not one.item.differs, one.run, -one.item.gap))
    )


def agree(ctx: Context, difference: Difference, value: str, reason: str) -> None:
    """Keep the agreed word. Raises InputError without a reason or with a word that is none of the choices."""
    if isinstance(difference.source, Adjudication):
        settle(ctx, difference.source, difference.item, value, reason)
        return
    if value not in difference.item.choices:
        raise InputError(
            f"{difference.item.title}: {value!r} is none of {', '.join(difference.item.choices)}"
        )
    if not reason.strip():
        raise InputError(f"{difference.item.title}: an agreed word needs a reason; give one")
    dispute = difference.source
    action = _decision(dispute, value, ctx.workspace.decisions.entries(dispute.run))
    record(ctx, load_view(ctx, dispute.run), [action], reason=reason.strip())
    for left in ctx.workspace.disputes():
        if _id_of(left) == _id_of(dispute) and left.run == dispute.run:
            words = tuple(word.entry for word in left.words)
            put(ctx, left.run, (Settle(item=_id_of(left), value=value, reason=reason.strip(), of=words),))


def _item_of(dispute: Dispute, records: Iterable[PersonRecord]) -> SettledItem:
    is_claim = dispute.topic in {Topic.VERDICT, Topic.TRUST}
    words = {word.entry for word in dispute.words}
    last = [
        line
        for line in in_order(records)
        if isinstance(line.act, Settle) and line.act.item == _id_of(dispute)
    ]
    settled = None
    if last and isinstance(last[-1].act, Settle):
        act = last[-1].act
        is_current = set(act.of) == words
        settled = SettledWord(act.value, act.reason, last[-1].author, last[-1].at, is_current=is_current)
    return SettledItem(
        id=_id_of(dispute),
        kind=ItemKind.CLAIM if is_claim else ItemKind.CHECK,
        title=dispute.told,
        group=_GROUPS[dispute.topic],
        said=tuple(SaidWord(word.author, word.says, word.reason) for word in dispute.words),
        gap=_GAP,
        choices=_CHOICES[dispute.topic],
        settled=settled,
    )


def _id_of(dispute: Dispute) -> str:
    return f"{dispute.topic}:{dispute.paper or ''}#{dispute.subject}"


def _decision(dispute: Dispute, value: str, entries: Sequence[DecisionEntry]) -> Action:
    if dispute.topic is Topic.FINDING:
        return JudgeFinding(finding=dispute.subject, confirmed=value == "confirmed")
    if dispute.topic is Topic.GATE:
        return OverrideGate(state=GateState(dispute.subject), passed=value == "passed", paper=dispute.paper)
    anchor = _anchor(dispute, entries)
    if value == NO_CLAIM:
        return RemoveClaim(anchor=anchor)
    if dispute.topic is Topic.TRUST:
        return SetTrust(anchor=anchor, trust=Trust(value))
    return SetVerdict(anchor=anchor, verdict=Verdict(value))


def _anchor(dispute: Dispute, entries: Sequence[DecisionEntry]) -> ClaimAnchor:
    words = {word.entry for word in dispute.words}
    for entry in entries:
        if entry.id in words and isinstance(entry.action, Accept | SetVerdict | SetTrust | RemoveClaim):
            return entry.action.anchor
    raise InputError(f"{dispute.told}: the decisions that differ are no longer in the workspace")
