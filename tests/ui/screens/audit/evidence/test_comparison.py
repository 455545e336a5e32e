"""A claim against evidence: interval of the printed digits, scale, difference and its unit, the rule."""

import math

import pytest

from mlrbench_gui.domain.audit import Claim, Evidence, Locator
from mlrbench_gui.domain.values import ClaimKind, RelPath, Sha256, Strength, Trust, Verdict
from mlrbench_gui.ui.screens.audit.evidence.citation import evidence_citation
from mlrbench_gui.ui.screens.audit.evidence.comparison import NumberComparison, TextComparison, compare
from mlrbench_gui.ui.screens.audit.evidence.linking import evidence_from
from mlrbench_gui.ui.screens.audit.evidence.outside import safe_name
from mlrbench_gui.ui.screens.audit.evidence.viewers.viewer import Selection

pytestmark = pytest.mark.ui


def claim(quote: str, value: float | None, unit: str | None = None) -> Claim:
    return Claim(
        id="c1", fingerprint="f", paper=RelPath("p.md"), span=(0, 1), quote=quote, section="", kind=ClaimKind.VALUE,
        value=value, unit=unit, verdict=Verdict.SUPPORTED, trust=Trust.UNKNOWN, confidence=0.5, reason="",
    )  # fmt: skip


def found(value: float | str | None) -> Evidence:
    return Evidence(
        path=RelPath("r/a.json"), locator=Locator(json_pointer="/a"), value=value, strength=Strength.PRIMARY
    )


def test_that_a_fraction_is_held_against_percent_in_points() -> None:
    made = compare(claim("the pass rate climbs to 48 %", 48.0, "%"), found(0.5967203))
    assert isinstance(made, NumberComparison)
    assert (made.said_text, made.held_text) == ("48 %", "59.67 %")
    assert (made.difference, made.difference_unit) == ("+11.67", "points")
    assert (made.band.low, made.band.high, made.agrees) == (47.5, 48.5, False)
    assert "× 100" in made.rule
    assert "lies outside" in made.rule


def test_that_about_widens_the_band_by_a_unit_of_the_last_digit() -> None:
    made = compare(claim("from about 30 % to 48 %", 48.0, "%"), found(0.485))
    assert isinstance(made, NumberComparison)
    assert (made.band.low, made.band.high, made.agrees) == (47.0, 49.0, True)


def test_that_a_claim_denied_by_its_words_shows_words_and_no_difference_of_zero() -> None:
    held = found(1000).model_copy(update={"name": "Generating synthetic models", "agrees": False})
    made = compare(claim("a zoo of 1,000 trained models", 1000), held)
    assert isinstance(made, TextComparison)
    assert made.agrees is False
    assert "The numbers agree" in made.rule
    words = "".join(text for text, _ in made.held)
    assert "synthetic" in words
    assert words.endswith("1000")


@pytest.mark.parametrize(
    ("verdict", "path", "lacks"),
    [
        (Verdict.UNSUPPORTED, "results/a.json", "other name"),
        (Verdict.UNSUPPORTED, "results/results.md", "other name"),
        (Verdict.UNSUPPORTED, "proposal.md", "only planned"),
        (Verdict.UNSUPPORTED, "code/run.py", "only in code"),
        (Verdict.NARRATIVE_ONLY, "results/results.md", "only prose"),
        (Verdict.NARRATIVE_ONLY, "log.txt", "other name"),
        (Verdict.UNVERIFIABLE, "results/a.json", "name open"),
    ],
)
def test_that_an_equal_number_which_carries_nothing_tells_what_is_missing_and_no_difference(
    verdict: Verdict, path: str, lacks: str
) -> None:
    from mlrbench_gui.ui.screens.audit.evidence.compare_card import spoken

    told = claim("5 layers", 5).model_copy(update={"verdict": verdict})
    held = found(5).model_copy(update={"path": RelPath(path), "name": "depth of trees", "agrees": True})

    made = compare(told, held)

    assert isinstance(made, NumberComparison)
    assert (made.lacks, made.difference, made.agrees) == (lacks, "", None)
    words = spoken(made, "Closest by name")
    assert lacks in words
    assert "difference" not in words
    assert "The number is the same" in made.rule


def test_that_other_numbers_supports_and_links_by_hand_keep_their_difference() -> None:
    named = found(5).model_copy(update={"name": "depth of trees", "agrees": True})
    open_claim = claim("5 layers", 5).model_copy(update={"verdict": Verdict.UNSUPPORTED})
    cases = (
        (claim("5 layers", 5), named, "0"),
        (open_claim, found(5).model_copy(update={"agrees": True}), "0"),
        (open_claim, named.model_copy(update={"value": 6, "agrees": False}), "+20"),
    )
    for told, held, difference in cases:
        made = compare(told, held)
        assert isinstance(made, NumberComparison)
        assert (made.lacks, made.difference) == ("", difference)


def test_that_the_printed_digits_set_the_interval() -> None:
    made = compare(claim("an error of 0.43", 0.43), found(0.4349))
    assert isinstance(made, NumberComparison)
    assert made.agrees is True
    assert math.isclose(made.band.high, 0.435)


def test_that_nan_is_told_and_agrees_with_nothing() -> None:
    made = compare(claim("0.5", 0.5), found(math.nan))
    assert isinstance(made, NumberComparison)
    assert (made.agrees, made.held_text, made.difference) == (None, "NaN", "")


def test_that_texts_tell_the_words_that_differ() -> None:
    made = compare(claim("trained with Adam", None), found("trained with SGD"))
    assert isinstance(made, TextComparison)
    assert made.said == (("trained with", False), ("Adam", True))


def test_that_a_linked_line_gives_the_number_nearest_to_the_claim() -> None:
    made = evidence_from(
        claim("87.4 %", 87.4, "%"), RelPath("log.txt"), Selection(Locator(line=3), "epoch 20 accuracy 87.41")
    )
    assert (made.value, made.agrees) == (87.41, True)


def test_that_a_citation_has_path_place_and_twelve_digits() -> None:
    text = evidence_citation("a/b", found(0.5), Sha256("ab" * 32))  # type: ignore[arg-type]  # any text is a name
    assert text == f"a/b: r/a.json, /a, SHA-256 {'ab' * 6} = 0.5"


@pytest.mark.parametrize(
    ("name", "safe"),
    [("a/x.html", "x.html.txt"), ("run.py", "run.py"), ("a.sh", "a.sh.txt"), ("log.txt", "log.txt")],
)
def test_that_a_copy_is_named_so_that_nothing_runs_it(name: str, safe: str) -> None:
    assert safe_name(RelPath(name), windows=False) == safe


def test_that_a_long_rule_is_broken_at_a_blank_and_loses_nothing(qapp: object) -> None:
    from mlrbench_gui.ui.kit import fonts
    from mlrbench_gui.ui.screens.audit.evidence.compare_card import two_lines

    rule = "Digits allow 2.05 to 2.15; 1.962424 from mean of generation over 100 rows lies outside"
    first, second = two_lines(rule, fonts.ui_font(11), 300)
    assert f"{first} {second}" == rule
    assert two_lines("short", fonts.ui_font(11), 300) == ("short", "")
