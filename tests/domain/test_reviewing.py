"""The fold: what people decided stays with its words, or is listed as an orphan."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlrbench_gui.domain.anchoring import anchor_of, text_sha256
from mlrbench_gui.domain.audit import Audit, Claim, Evidence, Finding, Gate, Locator, Paper
from mlrbench_gui.domain.decisions import (
    Accept,
    Action,
    AddClaim,
    ClaimAnchor,
    ClaimDraft,
    DecisionEntry,
    JudgeFinding,
    LinkEvidence,
    MergeClaims,
    MoveSpan,
    OverrideGate,
    Redo,
    RemoveClaim,
    ReviewedClaim,
    RunReview,
    SetFlag,
    SetNote,
    SetTrust,
    SetVerdict,
    SplitClaim,
    Undo,
)
from mlrbench_gui.domain.reviewing import hand_anchor, review_of
from mlrbench_gui.domain.values import (
    ClaimKind,
    FindingKind,
    GateState,
    RelPath,
    RunName,
    Severity,
    Sha256,
    Strength,
    Trust,
    Verdict,
)

PAPER = RelPath("results/paper.md")
MAIN = "reaches 87.4 %"
BASE = "reaches 80.1 %"
GAIN = "The gain is 7.3 points"
TEXT = """# A study

Our model reaches 87.4 % on the test set. The baseline reaches 80.1 % on the same set.

We train for 3 epochs with a learning rate of 0.001. The gain is 7.3 points over the baseline.
"""


@dataclass
class Desk:
    """A paper, its audit and the log of decisions, with short ways to write them."""

    text: str = TEXT
    log: list[DecisionEntry] = field(default_factory=list)
    ticks: "count[int]" = field(default_factory=count)

    def claim(self, quote: str, verdict: Verdict = Verdict.SUPPORTED, *, fingerprint: str = "") -> Claim:
        start = self.text.index(quote)
        return Claim(
            id=f"c-{quote}",
            fingerprint=fingerprint or f"f-{quote}",
            paper=PAPER,
            span=(start, start + len(quote)),
            quote=quote,
            section="1 Results",
            kind=ClaimKind.VALUE,
            value=None,
            unit=None,
            verdict=verdict,
            trust=Trust.MEASURED,
            confidence=0.9,
            reason="It is so.",
        )

    def audit(self, claims: Sequence[Claim], findings: Sequence[str] = ()) -> Audit:
        sha256 = text_sha256(self.text)
        return Audit(
            run=RunName("a/b"),
            tool_version="1",
            papers=(Paper(path=PAPER, sha256=sha256, text_sha256=sha256, title="A study"),),
            claims=tuple(claims),
            findings=tuple(
                Finding(
                    id=name,
                    kind=FindingKind.OTHER,
                    severity=Severity.LOW,
                    path=None,
                    locator=None,
                    message="m",
                )
                for name in findings
            ),
            gate=Gate(reached=GateState.EMPTY, claimed=None, transitions=()),
        )

    def anchor(self, claim: Claim) -> ClaimAnchor:
        return anchor_of(claim, self.text, Sha256(text_sha256(self.text)))

    def write(self, *actions: Action, author: str = "ada", reason: str = "") -> None:
        step = next(self.ticks)
        self.log.extend(
            DecisionEntry(
                id=f"{step:04d}{index}",
                step=f"{step:04d}",
                run=RunName("a/b"),
                author=author,
                at=datetime(2026, 1, 1, tzinfo=UTC) + timedelta(seconds=step),
                action=action,
                reason=reason,
            )
            for index, action in enumerate(actions)
        )

    def draft(self, quote: str) -> ClaimDraft:
        start = self.text.index(quote)
        anchor = hand_anchor(PAPER, (start, start + len(quote)), self.text)
        return ClaimDraft(anchor=anchor, kind=ClaimKind.VALUE, value=3.0)

    def review(self, claims: Sequence[Claim], findings: Sequence[str] = ()) -> RunReview:
        return review_of(self.audit(claims, findings), self.log, self.texts)

    @property
    def texts(self) -> dict[RelPath, str]:
        return {PAPER: self.text}


@pytest.fixture
def desk() -> Desk:
    return Desk()


def only(review: RunReview, quote: str) -> ReviewedClaim:
    (found,) = [item for item in review.claims if item.current.quote == quote]
    return found


def test_that_without_decisions_all_claims_stand_as_the_engine_says(desk: Desk) -> None:
    claims = [desk.claim(GAIN), desk.claim(MAIN)]
    review = desk.review(claims)
    assert [item.current for item in review.claims] == claims[::-1]
    assert all(item.decision is None and item.origin == "engine" for item in review.claims)
    assert (review.undo_name, review.redo_name) == (None, None)


def test_that_accepting_confirms_and_overruling_shows_the_persons_word(desk: Desk) -> None:
    main, base = desk.claim(MAIN), desk.claim(BASE)
    desk.write(Accept(anchor=desk.anchor(main)))
    desk.write(SetVerdict(anchor=desk.anchor(base), verdict=Verdict.CONTRADICTED), reason="table 2 differs")
    review = desk.review([main, base])
    accepted, overruled = only(review, MAIN), only(review, BASE)
    assert accepted.decision is not None
    assert not accepted.decision.overruled
    assert overruled.decision is not None
    assert overruled.decision.overruled
    assert overruled.current.verdict is Verdict.CONTRADICTED
    assert overruled.engine == base
    assert overruled.decision.reason == "table 2 differs"


def test_that_verdict_and_trust_are_set_apart_from_each_other(desk: Desk) -> None:
    main = desk.claim(MAIN)
    desk.write(SetVerdict(anchor=desk.anchor(main), verdict=Verdict.UNSUPPORTED))
    desk.write(SetTrust(anchor=desk.anchor(main), trust=Trust.DOUBTFUL))
    current = only(desk.review([main]), MAIN).current
    assert (current.verdict, current.trust) == (Verdict.UNSUPPORTED, Trust.DOUBTFUL)


def test_that_a_decision_stays_and_is_marked_when_the_engine_changes_its_mind(desk: Desk) -> None:
    main = desk.claim(MAIN)
    desk.write(
        Accept(anchor=desk.anchor(main), engine_verdict=Verdict.SUPPORTED, engine_trust=Trust.MEASURED)
    )
    found = only(desk.review([desk.claim(MAIN, Verdict.CONTRADICTED)]), MAIN)
    assert found.current.verdict is Verdict.SUPPORTED
    assert found.decision is not None
    assert found.decision.engine_changed
    assert not found.decision.overruled
    unchanged = only(desk.review([main]), MAIN).decision
    assert unchanged is not None
    assert not unchanged.engine_changed


def test_that_notes_flags_and_links_stand_on_the_claim(desk: Desk) -> None:
    main = desk.claim(MAIN)
    linked = Evidence(
        path=RelPath("results/log.txt"), locator=Locator(line=3), value=87.4, strength=Strength.PRIMARY
    )
    at = desk.anchor(main)
    desk.write(
        SetNote(anchor=at, text="old"), SetFlag(anchor=at, on=True), LinkEvidence(anchor=at, evidence=linked)
    )
    desk.write(SetNote(anchor=at, text="see log"))
    found = only(desk.review([main.model_copy(update={"evidence": (linked,)})]), MAIN)
    assert (found.note, found.flagged, found.current.evidence) == ("see log", True, (linked,))
    assert found.decision is None


def test_that_unlinking_drops_the_tie_by_hand_alone_and_can_be_undone(desk: Desk) -> None:
    def evidence(line: int, name: str = "") -> Evidence:
        return Evidence(
            path=RelPath("results/log.txt"),
            locator=Locator(line=line),
            value=87.4,
            strength=Strength.PRIMARY,
            name=name,
        )

    def shown() -> tuple[Evidence, ...]:
        return only(desk.review([main]), MAIN).current.evidence

    own, tied, other = evidence(3), evidence(5), evidence(7)
    main = desk.claim(MAIN).model_copy(update={"evidence": (own,)})
    at = desk.anchor(main)
    desk.write(LinkEvidence(anchor=at, evidence=tied), LinkEvidence(anchor=at, evidence=other))
    desk.write(LinkEvidence(anchor=at, evidence=tied, linked=False))
    assert shown() == (other, own)
    desk.write(LinkEvidence(anchor=at, evidence=evidence(3, "linked by hand")))
    desk.write(LinkEvidence(anchor=at, evidence=own, linked=False))
    assert shown() == (other, own)
    desk.write(Undo(step="0001"))
    assert shown() == (other, tied, own)


def test_that_undo_and_redo_change_what_stands_and_name_the_step(desk: Desk) -> None:
    main, base = desk.claim(MAIN), desk.claim(BASE)
    desk.write(Accept(anchor=desk.anchor(main)), Accept(anchor=desk.anchor(base)))
    assert desk.review([main, base]).undo_name == "Accept 2 claims"
    desk.write(Undo(step="0000"))
    review = desk.review([main, base])
    assert all(item.decision is None for item in review.claims)
    assert (review.undo_name, review.redo_name) == (None, "Accept 2 claims")
    desk.write(Redo(step="0000"))
    assert only(desk.review([main, base]), BASE).decision is not None


def test_that_hand_made_claims_survive_a_new_audit_and_a_longer_paper(desk: Desk) -> None:
    main, gain = desk.claim(MAIN), desk.claim(GAIN)
    moved = desk.draft("reaches 87.4 % on the test set").anchor.model_copy(
        update={"fingerprint": main.fingerprint}
    )
    desk.write(AddClaim(draft=desk.draft("3 epochs")))
    desk.write(MoveSpan(anchor=desk.anchor(main), to=moved))
    desk.write(SplitClaim(anchor=desk.anchor(gain), parts=(desk.draft("gain"), desk.draft("7.3 points"))))
    desk.write(Accept(anchor=desk.draft("3 epochs").anchor))
    desk.text = "A new abstract.\n\n" + desk.text
    again = [desk.claim(MAIN), desk.claim(BASE), desk.claim(GAIN)]
    review = desk.review(again)
    quotes = [item.current.quote for item in review.claims]
    assert quotes == ["reaches 87.4 % on the test set", BASE, "3 epochs", "gain", "7.3 points"]
    assert not review.orphans
    assert only(review, "3 epochs").decision is not None
    assert only(review, "3 epochs").current.section == "1 Results"
    assert all(desk.text[slice(*item.current.span)] == item.current.quote for item in review.claims)


def test_that_merged_claims_are_one_and_removed_ones_are_not_listed(desk: Desk) -> None:
    claims = [desk.claim(MAIN), desk.claim(BASE), desk.claim(GAIN)]
    whole = desk.draft(desk.text[desk.text.index(MAIN) : desk.text.index(BASE) + len(BASE)])
    desk.write(MergeClaims(anchors=(desk.anchor(claims[0]), desk.anchor(claims[1])), into=whole))
    desk.write(RemoveClaim(anchor=desk.anchor(claims[2])))
    review = desk.review(claims)
    assert [item.current.quote for item in review.claims] == [whole.anchor.quote]
    assert review.claims[0].origin == "person"


def test_that_a_decision_whose_words_changed_is_an_orphan_and_moves_to_no_others(desk: Desk) -> None:
    main = desk.claim(MAIN)
    desk.write(SetVerdict(anchor=desk.anchor(main), verdict=Verdict.UNSUPPORTED))
    desk.text = desk.text.replace("87.4", "88.9")
    review = desk.review([desk.claim("reaches 88.9 %", fingerprint=main.fingerprint)])
    assert [item.decision for item in review.claims] == [None]
    (orphan,) = review.orphans
    assert orphan.anchor.quote == MAIN
    assert len(orphan.entries) == 1


def test_that_equal_words_elsewhere_do_not_take_a_decision_by_their_fingerprint(desk: Desk) -> None:
    desk.text = "First, it reaches 5 % here.\n\nSecond, it reaches 5 % there.\n"
    first = desk.claim("reaches 5 %")
    desk.write(Accept(anchor=desk.anchor(first)))
    desk.text = (
        desk.text.replace("First, it reaches 5 % here.", "Nothing.") + "\nThird, it reaches 5 % again.\n"
    )
    review = desk.review([desk.claim("reaches 5 %", fingerprint=first.fingerprint)])
    assert review.claims[0].decision is None
    assert len(review.orphans) == 1


def test_that_a_decided_claim_that_the_engine_no_longer_lists_stays(desk: Desk) -> None:
    main = desk.claim(MAIN)
    desk.write(SetVerdict(anchor=desk.anchor(main), verdict=Verdict.CONTRADICTED))
    desk.text = "New words first. " + desk.text
    found = only(desk.review([desk.claim(BASE)]), MAIN)
    assert found.origin == "person"
    assert found.engine is None
    assert found.current.kind is ClaimKind.VALUE
    assert found.current.verdict is Verdict.CONTRADICTED


def test_that_judged_findings_stand_and_those_no_longer_reported_are_listed(desk: Desk) -> None:
    desk.write(JudgeFinding(finding="f1", confirmed=False), JudgeFinding(finding="f2", confirmed=True))
    review = desk.review([], ["f1"])
    assert [item.confirmed for item in review.findings] == [False]
    assert [entry.action for entry in review.orphan_findings] == [JudgeFinding(finding="f2", confirmed=True)]


def test_that_overrides_of_the_gate_are_kept_with_their_reason(desk: Desk) -> None:
    desk.write(OverrideGate(state=GateState.MEASURED, passed=True), reason="seen the raw log")
    (override,) = desk.review([]).overrides
    assert (override.state, override.author, override.reason) == (
        GateState.MEASURED,
        "ada",
        "seen the raw log",
    )


QUOTES = (MAIN, BASE, GAIN, "3 epochs", "0.001")
CLAIM_ACTIONS = st.sampled_from(
    ("accept", "verdict", "trust", "note", "flag", "remove", "move", "link", "add", "split", "merge")
)
EDITS = st.sampled_from(
    (
        ("87.4", "87.5"),
        ("Our", "The"),
        ("# A study", "# A study\n\nMore."),
        ("80.1 %", "80.1\u2009%"),
        ("3 epochs", "four"),
    )
)


def action_on(desk: Desk, kind: str, quote: str, other: str) -> Action:
    at = desk.anchor(desk.claim(quote))
    linked = Evidence(
        path=RelPath("a.json"), locator=Locator(whole=True), value=1.0, strength=Strength.PRIMARY
    )
    made: dict[str, Action] = {
        "accept": Accept(anchor=at),
        "verdict": SetVerdict(anchor=at, verdict=Verdict.UNSUPPORTED),
        "trust": SetTrust(anchor=at, trust=Trust.UNKNOWN),
        "note": SetNote(anchor=at, text="n"),
        "flag": SetFlag(anchor=at, on=True),
        "remove": RemoveClaim(anchor=at),
        "move": MoveSpan(
            anchor=at, to=desk.draft(other).anchor.model_copy(update={"fingerprint": at.fingerprint})
        ),
        "link": LinkEvidence(anchor=at, evidence=linked),
        "add": AddClaim(draft=desk.draft(quote)),
        "split": SplitClaim(anchor=at, parts=(desk.draft(quote[:4]), desk.draft(other))),
        "merge": MergeClaims(anchors=(at, desk.anchor(desk.claim(other))), into=desk.draft(quote)),
    }
    return made[kind]


@pytest.mark.fuzzed
@given(
    st.lists(st.tuples(CLAIM_ACTIONS, st.sampled_from(QUOTES), st.sampled_from(QUOTES)), max_size=12),
    st.lists(EDITS, max_size=3),
    st.sets(st.sampled_from(QUOTES)),
)
def test_that_anchored_and_orphaned_are_all_decisions_on_claims(
    moves: list[tuple[str, str, str]], edits: list[tuple[str, str]], listed: set[str]
) -> None:
    desk = Desk()
    for kind, quote, other in moves:
        desk.write(action_on(desk, kind, quote, other))
    for old, new in edits:
        desk.text = desk.text.replace(old, new)
    claims = [desk.claim(quote) for quote in sorted(listed) if quote in desk.text]
    review = desk.review(claims)
    orphaned = [entry.id for orphan in review.orphans for entry in orphan.entries]
    assert sorted([*review.anchored, *orphaned]) == sorted(entry.id for entry in desk.log)
    for item in review.claims:
        assert desk.text[slice(*item.current.span)] == item.current.quote
