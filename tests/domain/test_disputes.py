"""A dispute is open while the last words of two people differ, whatever order the log came in."""

from datetime import UTC, datetime, timedelta

import pytest

from mlrbench_gui.domain.anchoring import hand_anchor
from mlrbench_gui.domain.decisions import (
    Accept,
    Action,
    DecisionEntry,
    JudgeFinding,
    OverrideGate,
    RemoveClaim,
    SetNote,
    SetTrust,
    SetVerdict,
    Undo,
)
from mlrbench_gui.domain.disputes import NO_CLAIM, Topic, disputes_of
from mlrbench_gui.domain.values import GateState, RelPath, RunName, Trust, Verdict

PAPER = RelPath("results/paper.md")
ANCHOR = hand_anchor(PAPER, (0, 3), "one two three")
OTHER = hand_anchor(PAPER, (4, 7), "one two three")


def said(number: int, author: str, action: Action) -> DecisionEntry:
    return DecisionEntry(
        id=f"e{number}",
        step=f"s{number}",
        run=RunName("a/b"),
        author=author,
        at=datetime(2026, 1, 1, tzinfo=UTC) + timedelta(minutes=number),
        action=action,
        reason=f"because {number}",
    )


def test_that_two_verdicts_on_one_claim_are_a_dispute_with_both_words() -> None:
    log = (
        said(1, "ada", SetVerdict(anchor=ANCHOR, verdict=Verdict.CONTRADICTED)),
        said(2, "bob", SetVerdict(anchor=ANCHOR, verdict=Verdict.SUPPORTED)),
    )
    (dispute,) = disputes_of(log)
    assert (dispute.topic, dispute.paper, dispute.subject) == (Topic.VERDICT, PAPER, ANCHOR.fingerprint)
    assert [(w.author, w.says, w.reason, w.entry) for w in dispute.words] == [
        ("ada", "contradicted", "because 1", "e1"),
        ("bob", "supported", "because 2", "e2"),
    ]
    assert disputes_of(log[::-1]) == (dispute,)


@pytest.mark.parametrize(
    ("first", "second", "topic"),
    [
        (
            JudgeFinding(finding="x", confirmed=True),
            JudgeFinding(finding="x", confirmed=False),
            Topic.FINDING,
        ),
        (
            OverrideGate(state=GateState.MEASURED, passed=True),
            OverrideGate(state=GateState.MEASURED, passed=False),
            Topic.GATE,
        ),
        (
            SetTrust(anchor=ANCHOR, trust=Trust.MEASURED),
            Accept(anchor=ANCHOR, engine_verdict=Verdict.SUPPORTED, engine_trust=Trust.DOUBTFUL),
            Topic.TRUST,
        ),
        (SetVerdict(anchor=ANCHOR, verdict=Verdict.SUPPORTED), RemoveClaim(anchor=ANCHOR), Topic.VERDICT),
    ],
)
def test_that_people_can_differ_on_trust_findings_gate_and_on_what_is_a_claim(
    first: Action, second: Action, topic: Topic
) -> None:
    (dispute,) = disputes_of((said(1, "ada", first), said(2, "bob", second)))
    assert dispute.topic is topic
    assert (dispute.words[-1].says == NO_CLAIM) == isinstance(second, RemoveClaim)


def test_that_one_persons_second_thought_and_equal_words_are_no_dispute() -> None:
    assert not disputes_of(())
    assert not disputes_of(
        (
            said(1, "ada", SetVerdict(anchor=ANCHOR, verdict=Verdict.CONTRADICTED)),
            said(2, "ada", SetVerdict(anchor=ANCHOR, verdict=Verdict.SUPPORTED)),
            said(3, "bob", Accept(anchor=ANCHOR, engine_verdict=Verdict.SUPPORTED)),
            said(4, "bob", SetVerdict(anchor=OTHER, verdict=Verdict.CONTRADICTED)),
            said(5, "ada", SetNote(anchor=OTHER, text="look")),
        )
    )


def test_that_a_dispute_ends_when_one_gives_in_and_opens_again_when_that_is_undone() -> None:
    log = [
        said(1, "ada", SetVerdict(anchor=ANCHOR, verdict=Verdict.CONTRADICTED)),
        said(2, "bob", SetVerdict(anchor=ANCHOR, verdict=Verdict.SUPPORTED)),
        said(3, "ada", SetVerdict(anchor=ANCHOR, verdict=Verdict.SUPPORTED)),
    ]
    assert not disputes_of(log)
    (dispute,) = disputes_of([*log, said(4, "ada", Undo(step="s3"))])
    assert {word.says for word in dispute.words} == {"contradicted", "supported"}
