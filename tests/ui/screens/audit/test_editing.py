"""Actions made of claims and texts."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlrbench_gui.domain.decisions import Accept, AddClaim, MergeClaims, SetFlag, SplitClaim
from mlrbench_gui.domain.errors import InputError
from mlrbench_gui.domain.values import RelPath, Trust, Verdict
from mlrbench_gui.ui.screens.audit import editing

PAPER = RelPath("results/paper.md")
TEXT = "The rate climbs from 30 % to 48 %, and errors fall to 0.43.\n| a | 1.5 | 2.5 |\n| b | 3 | 4 |\n"


@pytest.fixture
def claim(make_claim: Callable[..., Any]) -> Any:
    quote = "The rate climbs from 30 % to 48 %, and errors fall to 0.43"
    return make_claim("c1", (0, len(quote)), quote=quote)


def test_that_accepting_leaves_decided_claims_alone(make_claim: Callable[..., Any]) -> None:
    claims = (make_claim("c1"), make_claim("c2", decided=True))
    made = editing.accept(claims, {PAPER: TEXT})
    assert [action.anchor.fingerprint for action in made if isinstance(action, Accept)] == ["f-c1"]
    assert len(made) == 1


def test_that_a_verdict_that_stands_is_still_a_decision(make_claim: Callable[..., Any]) -> None:
    claims = (make_claim("c1"), make_claim("c2", decided=True))
    assert len(editing.set_verdict(claims, {PAPER: TEXT}, Verdict.SUPPORTED)) == 1
    assert len(editing.set_trust(claims, {PAPER: TEXT}, Trust.MEASURED)) == 2


def test_that_flagging_several_flags_all_until_all_are_flagged(make_claim: Callable[..., Any]) -> None:
    claims = (make_claim("c1", flagged=True), make_claim("c2"))
    made = editing.toggle_flag(claims, {PAPER: TEXT})
    assert [(action.anchor.fingerprint, action.on) for action in made if isinstance(action, SetFlag)] == [
        ("f-c2", True)
    ]
    flagged = tuple(item.model_copy(update={"flagged": True}) for item in claims)
    assert all(
        isinstance(action, SetFlag) and not action.on
        for action in editing.toggle_flag(flagged, {PAPER: TEXT})
    )


def test_that_an_added_claim_takes_number_and_unit_from_its_words() -> None:
    start = TEXT.index("30 % to 48 %")
    (action,) = editing.add(PAPER, (start, start + len("30 % to 48 %")), {PAPER: TEXT})
    assert isinstance(action, AddClaim)
    assert (action.draft.value, action.draft.unit) == (48.0, "%")
    assert action.draft.anchor.quote == "30 % to 48 %"


def test_that_a_split_makes_parts_without_ragged_ends(claim: Any) -> None:
    cut = editing.likely_cut(TEXT, claim.current.span)
    assert cut is not None
    (action,) = editing.split(claim, (cut,), {PAPER: TEXT})
    assert isinstance(action, SplitClaim)
    assert [part.anchor.quote for part in action.parts] == [
        "The rate climbs from 30 % to 48 %",
        "and errors fall to 0.43",
    ]
    assert [part.value for part in action.parts] == [48.0, 0.43]


def test_that_a_split_outside_of_the_words_is_refused(claim: Any) -> None:
    with pytest.raises(InputError, match="inside its words"):
        editing.split(claim, (0,), {PAPER: TEXT})


def test_that_merging_needs_two_claims_of_one_paper(make_claim: Callable[..., Any]) -> None:
    one, two = make_claim("c1", (0, 8)), make_claim("c2", (9, 15))
    (action,) = editing.merge((two, one), {PAPER: TEXT})
    assert isinstance(action, MergeClaims)
    assert action.into.anchor.span == (0, 15)
    with pytest.raises(InputError, match="two or more"):
        editing.merge((one,), {PAPER: TEXT})


def test_that_a_table_row_is_one_line_of_the_source(make_claim: Callable[..., Any]) -> None:
    claims = tuple(
        make_claim(name, (TEXT.index(name), TEXT.index(name) + 1)) for name in ("1.5", "2.5", "| 3", "4 |")
    )
    assert editing.table_row(claims, claims[0], TEXT) == ("1.5", "2.5")
    assert editing.table_row(claims, claims[3], TEXT) == ("| 3", "4 |")


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("reaches 87.4 %", (87.4, "%")),
        ("1,000 tides", (1000.0, None)),
        ("from 0.95 to 0.43", (0.43, None)),
        ("2.5x faster", (2.5, "x")),
        ("no number", (None, None)),
    ],
)
def test_that_the_last_number_of_the_words_is_meant(
    words: str, expected: tuple[float | None, str | None]
) -> None:
    assert editing.number_of(words) == expected


@pytest.mark.fuzzed
@given(st.text(max_size=60), st.integers(0, 60), st.integers(0, 60))
def test_that_any_words_make_parts_inside_the_claim(text: str, left: int, right: int) -> None:
    span = (min(left, right, len(text)), min(max(left, right), len(text)))
    for gap in editing.word_gaps(text, span):
        assert span[0] < gap < span[1]
    start, end = editing.trim(text, span)
    assert span[0] <= start <= end <= span[1]
    editing.number_of(text)
