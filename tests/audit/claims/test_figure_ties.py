"""Which figure a number is read off."""

import pytest

from mlrbench_gui.audit.claims.figure_ties import picture_named, tie_of
from mlrbench_gui.audit.claims.finding import find_statements
from mlrbench_gui.audit.text.markdown import read_paper
from mlrbench_gui.domain.values import RelPath

PAPER = RelPath("results/paper.md")


def tied(body: str, number: str) -> tuple[int, ...]:
    text = f"# A\n\n## 4 Results\n\n{body}\n"
    found = [
        s
        for s in find_statements(PAPER, read_paper(text))
        if s.number is not None and s.number.text.startswith(number)
    ]
    assert found, number
    tie = tie_of(found[0], text)
    return tie.figures if tie is not None else ()


@pytest.mark.parametrize(
    ("body", "number", "figures"),
    [
        ("Figure 3 shows that the deep model has a recall of 0.81 on all sets.", "0.81", (3,)),
        (
            "The ablation (Figure 7) matters. The deep model has a recall of 0.81 in that specific ablation figure.",
            "0.81",
            (7,),
        ),
        (
            (
                "Figure 1 shows the training loss curves of the deep model.\n\n"
                "The training loss decreases from 2.55 at the beginning to 1.05 in the end."
            ),
            "2.55",
            (1,),
        ),
        ("The deep model has a recall of 0.81 (Table 1, Figure 2) on all sets.", "0.81", ()),
        ("Figure 2 differs from Table 1 (0.81 recall of the deep model) a little.", "0.81", ()),
        ("Figure 2 shows the loss curves. The deep model has a recall of 0.81 on all sets.", "0.81", ()),
        (
            "Figure 2 shows the loss curves. Table 1 has more. The loss decreases from 2.55 to 1.05 in training.",
            "2.55",
            (),
        ),
        (
            "Figure 1 shows recall of all models.\n\nThe training loss decreases from 2.55 to 1.05 in training.",
            "2.55",
            (),
        ),
    ],
)
def test_that_a_number_is_tied_to_the_figure_that_its_words_mean(
    body: str, number: str, figures: tuple[int, ...]
) -> None:
    assert tied(body, number) == figures


def test_that_a_picture_is_found_by_all_words_of_its_name() -> None:
    words = "Figure 1 shows the training and validation loss curves of our model."
    pictures = [
        RelPath("code/loss_curves.png"),
        RelPath("results/loss_curves.png"),
        RelPath("results/recall_bars.png"),
    ]

    assert picture_named(words, pictures) == "results/loss_curves.png"
    assert picture_named("Figure 2 shows much.", pictures) is None
    assert picture_named("Figure 3 shows loss curves and recall bars.", pictures) is None
