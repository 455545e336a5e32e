"""The queue puts contradicted headline claims first, decided claims last, and says why."""

from datetime import UTC, datetime

from mlrbench_gui.domain.audit import Claim
from mlrbench_gui.domain.decisions import ClaimDecision, ReviewedClaim
from mlrbench_gui.domain.risk import is_headline, ranked
from mlrbench_gui.domain.values import ClaimKind, RelPath, Trust, Verdict

AT = datetime(2026, 1, 1, tzinfo=UTC)


def reviewed(
    id_: str,
    verdict: Verdict,
    trust: Trust = Trust.MEASURED,
    *,
    section: str = "4 Results",
    kind: ClaimKind = ClaimKind.VALUE,
    decided: bool = False,
) -> ReviewedClaim:
    claim = Claim(
        id=id_, fingerprint=id_, paper=RelPath("p.md"), span=(0, 1), quote="q", section=section, kind=kind,
        value=1.0, unit=None, verdict=verdict, trust=trust, confidence=0.9, reason="r",
    )  # fmt: skip
    word = ClaimDecision(overruled=False, verdict=verdict, trust=trust, author="ada", at=AT)
    return ReviewedClaim(current=claim, engine=claim, decision=word if decided else None)


def test_that_contradicted_headlines_come_first_and_decided_claims_last() -> None:
    queue = ranked(
        [
            reviewed("done", Verdict.CONTRADICTED, Trust.DOUBTFUL, section="Abstract", decided=True),
            reviewed("other", Verdict.UNVERIFIABLE, kind=ClaimKind.CITATION),
            reviewed("fine", Verdict.SUPPORTED),
            reviewed("doubtful", Verdict.SUPPORTED, Trust.DOUBTFUL),
            reviewed("contradicted", Verdict.CONTRADICTED),
            reviewed("headline", Verdict.CONTRADICTED, section="1 Introduction"),
        ]
    )
    order = [item.claim.current.id for item in queue]
    assert order == ["headline", "contradicted", "doubtful", "fine", "other", "done"]
    assert queue[0].why == ("headline", "contradicted")


def test_that_claims_of_one_weight_stay_in_the_order_of_the_paper() -> None:
    queue = ranked([reviewed(id_, Verdict.SUPPORTED) for id_ in "bac"])
    assert [item.claim.current.id for item in queue] == ["b", "a", "c"]


def test_that_a_headline_is_a_result_and_no_setting() -> None:
    assert is_headline(reviewed("a", Verdict.SUPPORTED, section="6 Conclusion").current)
    assert not is_headline(reviewed("b", Verdict.SUPPORTED, section="Abstract", kind=ClaimKind.SETUP).current)
