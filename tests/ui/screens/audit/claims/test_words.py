"""How claims read in a row."""

from collections.abc import Callable
from typing import Any

import pytest

from mlrbench_gui.domain.audit import Evidence, Locator
from mlrbench_gui.domain.values import ClaimKind, RelPath, Strength, Verdict
from mlrbench_gui.ui.screens.audit.claims.words import claim_value, evidence_value, plain_quote, spoken

Make = Callable[..., Any]


def held(value: float | str | None, *, agrees: bool = True) -> Evidence:
    return Evidence(
        path=RelPath("results/a.json"),
        locator=Locator(json_pointer="/a"),
        value=value,
        strength=Strength.PRIMARY,
        agrees=agrees,
    )


def claim(make: Make, **more: object) -> Any:
    return make("c1").current.model_copy(update=more)


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ({"value": 48.0, "quote": "48 %"}, "48 %"),
        ({"value": 40.0, "quote": "passes 40.00 %"}, "40.00 %"),
        ({"value": 20.0, "quote": "gains of 20 %", "kind": ClaimKind.DELTA}, "+20 %"),
        ({"value": 0.43, "unit": None, "quote": "to 0.43"}, "0.43"),
        ({"value": 2.5, "unit": "×", "quote": "2.5 times"}, "2.5×"),
        ({"value": 1000.0, "unit": None, "quote": "1,000 tides"}, "1000"),
        ({"value": 1e12, "unit": None, "quote": "a trillion"}, "1e+12"),
        ({"value": None}, "–"),
    ],
)
def test_that_a_value_reads_as_printed(make_claim: Make, more: dict[str, object], expected: str) -> None:
    assert claim_value(claim(make_claim, **more)) == expected


@pytest.mark.parametrize(
    ("verdict", "evidence", "expected"),
    [
        (Verdict.CONTRADICTED, (held(0.5967203, agrees=False),), "≠ 59.7 %"),
        (Verdict.CONTRADICTED, (held(0.48), held(0.5967, agrees=False)), "≠ 59.7 %"),
        (Verdict.CONTRADICTED, (held(0.48, agrees=False),), "other words"),
        (Verdict.CONTRADICTED, (held(0.48), held(0.48, agrees=False)), "other words"),
        (Verdict.SUPPORTED, (held(48.0),), "48.0 %"),
        (Verdict.SUPPORTED, (held("gpt-4o-mini"),), "gpt-4o-mini"),
        (Verdict.SUPPORTED, (), "–"),
        (Verdict.NARRATIVE_ONLY, (), "prose"),
        (Verdict.UNSUPPORTED, (), "none"),
        (Verdict.UNVERIFIABLE, (held(0.48),), "–"),
    ],
)
def test_that_the_evidence_reads_in_the_claims_unit(
    make_claim: Make, verdict: Verdict, evidence: tuple[Evidence, ...], expected: str
) -> None:
    assert evidence_value(claim(make_claim, verdict=verdict, evidence=evidence, quote="to 48 %")) == expected


def test_that_markup_is_left_out_of_the_quote() -> None:
    assert plain_quote("the **plain**  model\nhas `x_1` and 40 \\%") == "the plain model has x_1 and 40 %"


def test_that_a_row_is_spoken_with_verdict_trust_and_decision_first(make_claim: Make) -> None:
    said = spoken(make_claim("c1", verdict=Verdict.CONTRADICTED, flagged=True, note="n"))
    assert said.startswith("contradicted, doubtful, undecided, come back to this, has a note: about 48 %")


@pytest.mark.parametrize(
    ("quote", "words"),
    [
        ("Abstract:** Tides rise", "Abstract: Tides rise"),
        ("![Tides by hour](./tides_by_hour.png)", "Figure: Tides by hour"),
        ("![](tides.png)", "Figure"),
        ("see [the tables](https://example.org/a_b)", "see the tables"),
        ("top-$k$ of $10^{-5}$", "top-k of 10^{-5}"),
        (r"lr $5\!\times\!$ and \(\alpha\)", "lr 5× and α"),
        (r"lr $5\!\times\!", "lr 5×"),
        (r"costs \$5", "costs $5"),
        ("costs $5 and $10", "costs $5 and $10"),
        (r"the \(u_{t+1}\) of both", "the u_{t+1} of both"),
        ("low-\npressure tides", "low-pressure tides"),
    ],
)
def test_that_a_row_shows_plain_words(quote: str, words: str) -> None:
    assert plain_quote(quote) == words


def test_that_a_small_value_never_reads_as_zero(make_claim: Make) -> None:
    small = claim(make_claim, value=1e-5, unit=None, quote="10^{-5}$ (first stage)")
    assert claim_value(small) == "1e-05"
