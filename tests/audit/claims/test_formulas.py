"""Numbers of formulas, definitions and names are no statements about the run."""

import pytest

from mlrbench_gui.audit.claims.finding import find_statements
from mlrbench_gui.audit.text.markdown import read_paper
from mlrbench_gui.domain.values import RelPath


def _values(sentence: str) -> list[float]:
    text = f"# Paper\n\n## 4. Experimental Setup\n\n{sentence}\n"
    return [float(s.number.value) for s in find_statements(RelPath("paper.md"), read_paper(text)) if s.number]


@pytest.mark.parametrize(
    "sentence",
    [
        r"The cost (e.g., $1 - \text{recall}$) is that of a model on new data.",
        "The cost is 1 - recall of the model on new data.",
        r"The stability score is defined as ($100\% - \text{drop}$) for each model.",
        r"Append the token and go on with step $k+1$ of the loop.",
        r"The weights of unit $j$ are scaled by $1/r_j$ for balance.",
        r"An edge is drawn where $A_{ij} \neq 0$ holds for both.",
        "The hint reads: check that 0 <= k < len(rows) before reading.",
        "Attributions follow a known estimator [Berg & Lund ’18].",
    ],
)
def test_a_part_of_a_formula_or_citation_is_no_statement(sentence: str) -> None:
    assert _values(sentence) == []


@pytest.mark.parametrize(
    ("sentence", "value"),
    [
        ("Ranking is told by Recall@1/5 and by the time that it took.", 5.0),
        ("Summaries are scored by ROUGE-1/2/L in all tests.", 2.0),
    ],
)
def test_measures_that_share_their_beginning_are_no_numbers(sentence: str, value: float) -> None:
    assert value not in _values(sentence)


@pytest.mark.parametrize(
    ("sentence", "values"),
    [
        (r"We set $\beta = 100$ in all runs.", [100.0]),
        ("The score is 100 - as high as it can be - in all runs.", [100.0]),
        (r"We keep runs with $n < 40$ steps.", [40.0]),
        ("We train on 4 GPUs for 12 epochs.", [4.0, 12.0]),
        ("Mixing 70/30 splits the data.", [70.0, 30.0]),
        ("Pictures come from SHAPES-20/200 alone.", [200.0]),
    ],
)
def test_a_value_beside_signs_stays_one(sentence: str, values: list[float]) -> None:
    assert _values(sentence) == values
