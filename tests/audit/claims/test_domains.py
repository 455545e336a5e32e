"""Where a variable may lie is a definition, no statement about the run."""

import pytest

from mlrbench_gui.audit.claims.finding import find_statements
from mlrbench_gui.audit.text.markdown import read_paper
from mlrbench_gui.domain.values import RelPath


def _values(sentence: str) -> list[float]:
    text = f"# Paper\n\n## 3. Method\n\n{sentence}\n"
    return [float(s.number.value) for s in find_statements(RelPath("paper.md"), read_paper(text)) if s.number]


@pytest.mark.parametrize(
    "sentence",
    [
        r"Each weight obeys $0 \leq w_i \leq 1$ at all times.",
        r"The label is $y\in\{0,1\}$ for each pair.",
        r"The reward is $r \in \{-1,0,1\}$ here.",
        r"A violation is $\exists k : k < 0 \vee k \geq n$ in words.",
    ],
)
def test_a_domain_is_no_statement(sentence: str) -> None:
    assert _values(sentence) == []


@pytest.mark.parametrize(
    ("sentence", "values"),
    [
        (r"We sweep the penalty $\lambda$ in $\{0.1, 1.0\}$ for all models.", [0.1, 1.0]),
        (r"We set $\alpha = 0.7$ in all runs.", [0.7]),
        (r"The difference is significant ($p < 0.05$).", [0.05]),
    ],
)
def test_a_setting_in_a_formula_is_one(sentence: str, values: list[float]) -> None:
    assert _values(sentence) == values
