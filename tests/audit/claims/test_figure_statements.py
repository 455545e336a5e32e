"""A caption, a picture and a sentence on what a figure shows are each one claim, with the figure's number."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlrbench_gui.audit.claims.finding import find_statements
from mlrbench_gui.audit.text.markdown import read_paper
from mlrbench_gui.domain.values import ClaimKind, RelPath

PAPER = RelPath("results/paper.md")


def figure_claims(body: str) -> list[tuple[str, int | None]]:
    text = f"# A\n\n## 4 Results\n\n{body}\n"
    found = find_statements(PAPER, read_paper(text))
    return [(s.quote(text), s.figure) for s in found if s.kind is ClaimKind.FIGURE]


@pytest.mark.parametrize("marks", ["*{0}*", "**{0}**", "{0}", "_{0}_"])
def test_that_a_caption_is_one_claim_over_all_of_its_sentences(marks: str) -> None:
    caption = "Figure 3: Loss of both models. The red line is ours, the blue one is the baseline."

    assert figure_claims("![loss](a.png)\n\n" + marks.format(caption)) == [
        ("![loss](a.png)", 3),
        (caption, 3),
    ]


@pytest.mark.parametrize(
    ("sentence", "number"),
    [
        ("Figure 5 shows the scores of each method across the three domains.", 5),
        ("The training curves of both models are depicted in Fig. 2.", 2),
        ("The progress over 20 generations is depicted in Figure 4.", 4),
        ("Figures 2-4 show how each model reacts to the shift.", 2),
    ],
)
def test_that_a_sentence_on_a_figure_is_one_claim(sentence: str, number: int) -> None:
    assert figure_claims(f"It works. {sentence} That is all.") == [(sentence, number)]


@pytest.mark.parametrize("text", ["See Figure 2.", "We use two models and three seeds for all of them."])
def test_that_pointing_to_a_figure_is_no_claim(text: str) -> None:
    assert figure_claims(text) == []


def test_that_the_numbers_of_a_caption_stay_claims_of_their_own() -> None:
    text = "# A\n\n## 4 Results\n\n![a](a.png)\n\n*Figure 1: The accuracy reaches 87.5 % after 30 epochs.*\n"
    found = find_statements(PAPER, read_paper(text))

    assert [s.number.number for s in found if s.number is not None] == [87.5, 30.0]


@pytest.mark.parametrize(
    ("sentence", "found"),
    [
        ("The red model reaches the highest reward (Table 1, Figure 5).", []),
        ("The red model is stable over all of its rounds (Figure 5).", [5]),
        ("The red model reaches 0.118 at the end (Table 1, Figure 5).", []),
    ],
)
def test_that_a_figure_in_brackets_is_pointed_to(sentence: str, found: list[int]) -> None:
    assert [number for _, number in figure_claims(sentence)] == found


def test_that_the_title_of_a_table_is_no_claim() -> None:
    assert figure_claims("Table 1: Comparison of all methods\n\n| A | B |\n|---|---|\n| x | 1 |") == []


@pytest.mark.parametrize("above", [True, False])
def test_that_captions_stand_above_or_below_throughout(above: bool) -> None:
    pairs = [(f"![p](p{n}.png)", f"Figure {n}: Part {n} of it.") for n in (1, 2, 3)]
    lines = [
        line for picture, caption in pairs for line in ((caption, picture) if above else (picture, caption))
    ]
    figures = read_paper("# A\n\n## Results\n\nText.\n\n" + "\n".join(lines) + "\n\nMore text.\n").figures

    assert [figure.caption for figure in figures] == [f"Figure {n}: Part {n} of it." for n in (1, 2, 3)]


def test_that_a_sentence_below_a_picture_is_no_caption() -> None:
    text = "# A\n\n## Results\n\n![p](p1.png)\n\nFigure 2 shows the mean.\n\n![q](p2.png)\n"

    assert [figure.caption for figure in read_paper(text).figures] == ["", ""]


@pytest.mark.fuzzed
@given(st.text(alphabet="Figure 123.,:;()*_-![]ab\n", max_size=200))
def test_that_spans_lie_in_the_text_and_are_no_longer_than_may_be(body: str) -> None:
    text = f"# A\n\n## 4 Results\n\n{body}"
    for statement in find_statements(PAPER, read_paper(text)):
        assert 0 <= statement.start < statement.end <= len(text)
        if statement.figure is not None and not statement.target:
            assert statement.end - statement.start <= 800
