"""Two audits held against each other: equal ones differ in nothing, and what differs is told with its cause."""

import random
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlrbench_gui.domain.audit import (
    Audit,
    Claim,
    Evidence,
    Finding,
    Gate,
    GateEvidence,
    GateRule,
    Locator,
    Paper,
    Transition,
)
from mlrbench_gui.domain.comparing import compare_audits
from mlrbench_gui.domain.differences import Cause
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
METRICS = RelPath("results/metrics.json")


def sha(letter: str) -> Sha256:
    return Sha256(letter * 64)


def claim(
    mark: str = "f1",
    quote: str = "the plain model reaches 87.4 %",
    value: float | None = 87.4,
    start: int = 10,
    **more: object,
) -> Claim:
    made = Claim(
        id=f"c{mark}",
        fingerprint=mark,
        paper=PAPER,
        span=(start, start + len(quote)),
        quote=quote,
        section="5 Results",
        kind=ClaimKind.VALUE,
        value=value,
        unit="%",
        verdict=Verdict.SUPPORTED,
        trust=Trust.MEASURED,
        confidence=0.9,
        reason="The file holds it.",
    )
    return made.model_copy(update=more)


def evidence(value: float = 0.874, path: RelPath = METRICS, pointer: str = "/plain/accuracy") -> Evidence:
    return Evidence(path=path, locator=Locator(json_pointer=pointer), value=value, strength=Strength.PRIMARY)


def audit(claims: Sequence[Claim] = (), text: str = "a", engine: str = "1", **more: object) -> Audit:
    made = Audit(
        run=RunName("x/task"),
        tool_version=engine,
        papers=(Paper(path=PAPER, sha256=sha(text), text_sha256=sha(text), title="Tides"),),
        claims=tuple(claims),
        findings=(),
        gate=gate(),
    )
    return made.model_copy(update=more)


def gate(*, holds: bool = True, digest: str = "1", admitted: bool = True) -> Gate:
    rule = GateRule(id="computed", text="Values were computed.", holds=holds, detail="1 of 1 admitted")
    proof = GateEvidence(path=METRICS, sha256=sha(digest), admitted=admitted, reason="computed")
    step = Transition(to=GateState.MEASURED, passed=holds, rules=(rule,), evidence=(proof,))
    return Gate(
        reached=GateState.MEASURED if holds else GateState.EXECUTED,
        claimed=GateState.REPORTED,
        transitions=(step,),
    )


def finding(message: str = "The log was typed.", severity: Severity = Severity.HIGH) -> Finding:
    return Finding(
        id=message[:4],
        kind=FindingKind.TYPED_LOG,
        severity=severity,
        path=METRICS,
        locator=None,
        message=message,
    )


def test_that_a_changed_number_in_the_same_sentence_is_one_changed_claim() -> None:
    old = audit([claim()])
    new = audit([claim("f2", "the plain model reaches 89.1 %", 89.1, verdict=Verdict.CONTRADICTED)], text="b")

    (change,) = compare_audits(old, new).claims

    assert (change.change, change.matched) == ("changed", "words")
    told = {field.what: (field.old, field.new) for field in change.fields}
    assert told["value"] == ("87.4 %", "89.1 %")
    assert told["verdict"] == ("supported", "contradicted")
    assert [why.cause for why in change.why] == [Cause.PAPER]


def test_that_a_verdict_that_fell_with_the_evidence_names_the_value_on_both_sides() -> None:
    old = audit([claim(evidence=(evidence(0.874),))])
    new = audit(
        [claim(evidence=(evidence(0.91),), verdict=Verdict.CONTRADICTED, reason="It holds 91 %.")],
        gate=gate(digest="2"),
    )

    diff = compare_audits(old, new)

    (change,) = diff.claims
    assert [why.words for why in change.why] == ["results/metrics.json held 0.874, now 0.91"]
    assert change.old is not None
    assert change.new is not None
    assert (change.old.reason, change.new.reason) == ("The file holds it.", "It holds 91 %.")
    assert [(file.path, file.change) for file in diff.files] == [(METRICS, "changed")]


def test_that_newer_rules_alone_are_named_as_the_cause() -> None:
    old = audit([claim()])
    new = audit([claim(trust=Trust.DOUBTFUL)], engine="2")

    (change,) = compare_audits(old, new).claims

    assert [(why.cause, why.words) for why in change.why] == [
        (Cause.ENGINE, "the rules are others: engine 1, now 2")
    ]


def test_that_a_cause_which_neither_audit_records_is_said_to_be_unknown() -> None:
    (change,) = compare_audits(audit([claim()]), audit([claim(verdict=Verdict.UNSUPPORTED)])).claims
    assert [why.cause for why in change.why] == [Cause.UNKNOWN]


def test_that_files_known_in_full_tell_the_cause_that_the_audits_alone_cannot() -> None:
    log = RelPath("results/log.txt")
    diff = compare_audits(
        audit([claim()]),
        audit([claim(verdict=Verdict.UNSUPPORTED)]),
        old_files={log: sha("1"), METRICS: sha("1"), PAPER: sha("a")},
        new_files={METRICS: sha("1"), PAPER: sha("a")},
    )
    assert [(file.path, file.change) for file in diff.files] == [(log, "gone")]
    assert [why.words for why in diff.claims[0].why] == ["other files of the run changed: results/log.txt"]


def test_that_new_and_gone_claims_are_told_apart_from_changed_ones() -> None:
    stays = claim("s", "we train for 20 epochs", 20.0, 400)
    old = audit([stays, claim("g", "the error falls to 0.43", 0.43, 100)])
    new = audit([stays, claim("n", "four seeds agree within one point", 4.0, 200)], text="b")

    diff = compare_audits(old, new)

    assert [(c.change, (c.new or c.old).quote) for c in diff.claims if c.new or c.old] == [  # type: ignore[union-attr]
        ("new", "four seeds agree within one point"),
        ("gone", "the error falls to 0.43"),
    ]
    assert (diff.same_claims, diff.count("new"), diff.count("gone")) == (1, 1, 1)


def test_that_a_changed_cell_is_found_between_its_neighbours() -> None:
    cells = [claim(f"f{n}", str(value), value, 100 * n) for n, value in enumerate((1.5, 2.5, 3.5))]
    other = claim("fx", "9.5", 9.5, 100)

    diff = compare_audits(audit(cells), audit([cells[0], other, cells[2]], text="b"))

    (change,) = diff.claims
    assert change.matched == "place"
    assert [(field.old, field.new) for field in change.fields if field.what == "value"] == [
        ("2.5 %", "9.5 %")
    ]


def test_that_cells_are_not_paired_where_their_number_differs() -> None:
    cells = [claim(f"f{n}", str(value), value, 100 * n) for n, value in enumerate((1.5, 2.5, 3.5))]
    others = [claim("fx", "9.5", 9.5, 110), claim("fy", "8.5", 8.5, 120)]

    diff = compare_audits(audit(cells), audit([cells[0], *others, cells[2]], text="b"))

    assert (diff.count("changed"), diff.count("new"), diff.count("gone")) == (0, 2, 1)


def test_that_two_numbers_of_one_sentence_keep_their_order() -> None:
    words = "the error falls from 0.95 to 0.43"
    olds = [claim("a", words, 0.95, 10), claim("b", words, 0.43, 10, span=(31, 43))]
    later = "the error falls from 0.90 to 0.41"
    news = [claim("c", later, 0.90, 40), claim("d", later, 0.41, 40, span=(61, 73))]

    changes = compare_audits(audit(olds), audit(news, text="b")).claims

    pairs = [(c.old.value, c.new.value) for c in changes if c.old is not None and c.new is not None]
    assert pairs == [(0.95, 0.90), (0.43, 0.41)]


def test_that_the_same_words_of_another_kind_are_the_same_claim() -> None:
    words = "earlier work by others reports the same trend"
    old = claim("a", words, None, kind=ClaimKind.CITATION)
    new = claim("b", words, None, kind=ClaimKind.QUALITATIVE)
    (change,) = compare_audits(audit([old]), audit([new], engine="2")).claims
    assert [(field.what, field.old, field.new) for field in change.fields] == [
        ("kind", "citation", "qualitative")
    ]


def test_that_a_renamed_paper_keeps_its_claims() -> None:
    moved = RelPath("paper.md")
    new = audit([claim(paper=moved)]).model_copy(
        update={"papers": (Paper(path=moved, sha256=sha("a"), text_sha256=sha("a"), title="Tides"),)}
    )
    diff = compare_audits(audit([claim()]), new)
    assert diff.claims == ()
    assert [(paper.path, paper.change) for paper in diff.papers] == [(moved, "new"), (PAPER, "gone")]


def test_that_findings_are_new_gone_or_of_another_weight() -> None:
    old = audit(findings=(finding(), finding("The table was typed.")))
    new = audit(findings=(finding(severity=Severity.LOW),))

    changes = compare_audits(old, new).findings

    assert [(c.change, c.old_severity, c.new_severity) for c in changes] == [
        ("changed", Severity.HIGH, Severity.LOW),
        ("gone", Severity.HIGH, None),
    ]


def test_that_the_gate_tells_states_rules_and_admissions() -> None:
    diff = compare_audits(audit(), audit(gate=gate(holds=False, digest="2", admitted=False)))

    assert diff.gate is not None
    assert (diff.gate.old_reached, diff.gate.new_reached) == (GateState.MEASURED, GateState.EXECUTED)
    (step,) = diff.gate.transitions
    assert [(rule.id, rule.old_holds, rule.new_holds) for rule in step.rules] == [("computed", True, False)]
    assert [(item.path, item.old_admitted, item.new_admitted) for item in step.evidence] == [
        (METRICS, True, False)
    ]
    assert [why.path for why in diff.gate.why] == [METRICS]


_CLAIMS = st.lists(
    st.builds(
        claim,
        mark=st.sampled_from("abcdef"),
        quote=st.sampled_from(("reaches 1 %", "falls to 2", "3", "4.5", "", "on 6 seeds it reaches 7 %")),
        value=st.none() | st.floats(allow_nan=False),
        start=st.integers(0, 500),
        verdict=st.sampled_from(Verdict),
        trust=st.sampled_from(Trust),
        kind=st.sampled_from((ClaimKind.VALUE, ClaimKind.SETUP)),
        evidence=st.just(()) | st.tuples(st.builds(evidence, st.floats(allow_nan=False))),
    ),
    max_size=8,
)


@pytest.mark.fuzzed
@given(_CLAIMS)
def test_that_an_audit_differs_from_itself_in_nothing(claims: list[Claim]) -> None:
    made = audit(claims, findings=(finding(), finding()))
    diff = compare_audits(made, made)
    assert diff.is_empty
    assert diff.same_claims == len(claims)


@pytest.mark.fuzzed
@given(_CLAIMS, _CLAIMS, st.randoms(use_true_random=False))
def test_that_the_order_and_ids_of_claims_and_the_runs_name_do_not_matter(
    old: list[Claim], new: list[Claim], chance: random.Random
) -> None:
    before, after = audit(old), audit(new, text="b")
    shuffled = chance.sample(new, len(new))
    renamed = audit(
        [c.model_copy(update={"id": f"z{n}"}) for n, c in enumerate(shuffled)],
        text="b",
        run=RunName("other/name"),
    )

    def told(made: Audit) -> str:
        diff = compare_audits(before, made)
        bare = diff.model_copy(update={"new": diff.old})
        changes = tuple(
            c.model_copy(update={"new": c.new.model_copy(update={"id": ""}) if c.new else None})
            for c in bare.claims
        )
        return bare.model_copy(update={"claims": changes}).model_dump_json()

    assert told(renamed) == told(after)


@pytest.mark.fuzzed
@given(_CLAIMS, _CLAIMS)
def test_that_every_claim_of_both_sides_is_counted_once(old: list[Claim], new: list[Claim]) -> None:
    diff = compare_audits(audit(old), audit(new))
    both = diff.same_claims + diff.count("changed")
    assert (both + diff.count("gone"), both + diff.count("new")) == (len(old), len(new))
