"""Where a decision's words stand: only certain hits count, however characters are coded."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlrbench_gui.domain.anchoring import fold_text, hand_anchor, is_only_place, locate, same_words
from mlrbench_gui.domain.decisions import ClaimAnchor
from mlrbench_gui.domain.values import RelPath

PAPER = RelPath("results/paper.md")
TEXT = (
    "# Results\n\nThe naïve model reaches 87.4 % on the test set. The large one reaches 91.0 % there.\n"
    "Both use 𝑘 = 5 folds 🙂 and a learning‐rate of 10² steps.\n"
)


def anchor(quote: str, text: str = TEXT) -> ClaimAnchor:
    start = text.index(quote)
    return hand_anchor(PAPER, (start, start + len(quote)), text)


def found(quote: str, changed: str, text: str = TEXT) -> str | None:
    span = locate(anchor(quote, text), changed)
    return None if span is None else changed[span[0] : span[1]]


def test_that_words_are_found_where_they_were() -> None:
    start = TEXT.index("87.4 %")
    assert locate(anchor("87.4 %"), TEXT) == (start, start + len("87.4 %"))


def test_that_words_are_found_after_text_was_put_before_them() -> None:
    assert found("reaches 87.4 %", "A new first paragraph.\n\n" + TEXT) == "reaches 87.4 %"


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_that_normal_forms_do_not_shift_a_span(form: str) -> None:
    changed = "é " * 30 + unicodedata.normalize(form, TEXT)  # type: ignore[arg-type]
    assert found("reaches 87.4 %", changed) == "reaches 87.4 %"
    assert unicodedata.normalize("NFC", found("naïve model", changed) or "") == "naïve model"


def test_that_characters_beyond_the_basic_plane_count_as_one() -> None:
    assert found("𝑘 = 5 folds 🙂", "🙂🙂 " + TEXT) == "𝑘 = 5 folds 🙂"


def test_that_line_breaks_hyphens_and_ligatures_of_a_pdf_are_forgiven() -> None:
    text = "before the first-class model of the five fits best here after all of it is done"
    changed = "x " + text.replace(" model", "\nmodel").replace("first-class", "ﬁrst\u2010class")
    assert found("first-class model", changed, text) == "ﬁrst\u2010class\nmodel"


def test_that_a_power_is_never_taken_for_another_number() -> None:
    assert not same_words("10²", "102")
    assert found("10²", "x " + TEXT.replace("10²", "102")) is None


@pytest.mark.parametrize(
    "changed",
    [
        TEXT.replace("87.4", "87.5"),
        TEXT.replace("naïve", "clever"),
        TEXT.replace("on the test set", "on the dev set"),
        "x " + TEXT + TEXT,
        "",
    ],
    ids=["number", "word before", "word after", "twice", "gone"],
)
def test_that_a_weak_match_is_none(changed: str) -> None:
    assert found("model reaches 87.4 %", changed) is None


def test_that_half_a_character_is_no_hit() -> None:
    assert found("cafe", "x " + "a cafe\u0301 b", "a cafe b") is None


def test_that_equal_words_elsewhere_are_not_the_only_place() -> None:
    text = "A reaches 5 here. B reaches 5 there."
    first, second = text.index("reaches 5"), text.rindex("reaches 5")
    made = hand_anchor(PAPER, (first, first + 9), text)
    assert is_only_place(made, (first, first + 9), text)
    assert not is_only_place(made, (second, second + 9), text)


def test_that_marking_the_same_words_again_gives_the_same_fingerprint() -> None:
    assert anchor("87.4 %").fingerprint == anchor("87.4 %").fingerprint != anchor("91.0 %").fingerprint


@pytest.mark.fuzzed
@given(st.text(max_size=60), st.text(min_size=1, max_size=20), st.text(max_size=60), st.text(max_size=40))
def test_that_a_hit_always_has_the_same_words(before: str, quote: str, after: str, inserted: str) -> None:
    text = before + quote + after
    made = hand_anchor(PAPER, (len(before), len(before) + len(quote)), text)
    assert locate(made, text) == made.span
    changed = inserted + text
    span = locate(made, changed)
    if span is not None:
        assert same_words(changed[span[0] : span[1]], quote)


@pytest.mark.fuzzed
@given(st.text(max_size=200))
def test_that_each_folded_character_knows_where_it_came_from(text: str) -> None:
    folded = fold_text(text)
    assert len(folded.text) == len(folded.origins)
    assert all(0 <= origin < len(text) for origin in folded.origins)
    assert fold_text(unicodedata.normalize("NFD", text)).text == folded.text
