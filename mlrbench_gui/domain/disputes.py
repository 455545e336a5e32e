"""What people decided differently: a pure function of the log of decisions, so the same in whatever order it came.

A dispute is open as long as the last words of two people on one thing differ. Which of them counts meanwhile follows
from the log (the last one by time); nothing is settled by a merge.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple

from mlrbench_gui.domain.decisions import (
    Accept,
    ClaimAnchor,
    DecisionEntry,
    JudgeFinding,
    OverrideGate,
    RemoveClaim,
    SetTrust,
    SetVerdict,
)
from mlrbench_gui.domain.frozen import FrozenModel
from mlrbench_gui.domain.steps import history_of, in_order
from mlrbench_gui.domain.values import RelPath, RunName

NO_CLAIM = "no claim"
"""The word of a person who says that this is no claim at all."""


class Topic(StrEnum):
    """On what people can differ."""

    VERDICT = "verdict"
    TRUST = "trust"
    FINDING = "finding"
    GATE = "gate"


class DisputedWord(FrozenModel):
    """What one person says; `entry` is the id of that decision."""

    author: str
    at: datetime
    says: str
    reason: str
    entry: str


class Dispute(FrozenModel):
    """Words of several people on one thing, by time: the last one counts until it is settled.

    `subject` is the fingerprint of a claim, the id of a finding, or a state of the gate; `told` names it for people.
    """

    run: RunName
    topic: Topic
    paper: RelPath | None
    subject: str
    told: str
    words: tuple[DisputedWord, ...]


class _Thing(NamedTuple):
    topic: Topic
    paper: RelPath | None
    subject: str


class _Said(NamedTuple):
    thing: _Thing
    says: str
    told: str


def disputes_of(entries: Sequence[DecisionEntry]) -> tuple[Dispute, ...]:
    """The open disputes of one run's log, by topic and place."""
    active = [entry for step in history_of(in_order(entries)).active for entry in step.entries]
    last: dict[_Thing, dict[str, DisputedWord]] = {}
    told: dict[_Thing, str] = {}
    for entry in active:
        for said in _said(entry):
            words = last.setdefault(said.thing, {})
            words.pop(entry.author, None)
            words[entry.author] = DisputedWord(
                author=entry.author, at=entry.at, says=said.says, reason=entry.reason, entry=entry.id
            )
            told[said.thing] = said.told
    return tuple(
        Dispute(
            run=entries[0].run,
            topic=thing.topic,
            paper=thing.paper,
            subject=thing.subject,
            told=told[thing],
            words=tuple(words.values()),
        )
        for thing, words in sorted(last.items(), key=lambda item: _place(item[0]))
        if len({word.says for word in words.values()}) > 1
    )


def _place(thing: _Thing) -> tuple[str, str, str]:
    return thing.topic, thing.paper or "", thing.subject


def _said(entry: DecisionEntry) -> Iterator[_Said]:
    match entry.action:
        case Accept(anchor=anchor, engine_verdict=verdict, engine_trust=trust):
            yield from _on_claim(anchor, ((Topic.VERDICT, verdict), (Topic.TRUST, trust)))
        case SetVerdict(anchor=anchor, verdict=verdict):
            yield from _on_claim(anchor, ((Topic.VERDICT, verdict),))
        case SetTrust(anchor=anchor, trust=trust):
            yield from _on_claim(anchor, ((Topic.TRUST, trust),))
        case RemoveClaim(anchor=anchor):
            yield from _on_claim(anchor, ((Topic.VERDICT, NO_CLAIM),))
        case JudgeFinding(finding=finding, confirmed=confirmed):
            thing = _Thing(Topic.FINDING, None, finding)
            yield _Said(thing, "confirmed" if confirmed else "dismissed", finding)
        case OverrideGate(state=state, passed=passed, paper=paper):
            yield _Said(_Thing(Topic.GATE, paper, state), "passed" if passed else "refused", state)
        case _:
            return


def _on_claim(anchor: ClaimAnchor, words: Iterable[tuple[Topic, str | None]]) -> Iterator[_Said]:
    """What a decision says of a claim; one that did not keep what the engine said then says nothing here."""
    for topic, says in words:
        if says is not None:
            yield _Said(_Thing(topic, anchor.paper, anchor.fingerprint), str(says), anchor.quote)
