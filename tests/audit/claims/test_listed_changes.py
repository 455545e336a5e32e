"""A change that is told once goes for all numbers of its list."""

import pytest

from mlrbench_gui.audit.claims.finding import find_statements
from mlrbench_gui.audit.text.markdown import read_paper
from mlrbench_gui.domain.values import RelPath


@pytest.mark.parametrize(
    ("body", "kinds"),
    [
        ("This is an improvement of 3.1% in F1 score, 3.2% in recall, and 3.3% in BLEU.", ["ratio"] * 3),
        ("Memory falls by 12% on the first set and 14% on the second.", ["ratio"] * 2),
        ("The accuracy is 81% in the first case, 82% in the second.", ["value"] * 2),
        ("Recall rises by 12% on the first set and 80% of all cases pass.", ["ratio", "value"]),
        ("Recall rises by 12% on the first set and 0.8 on the second.", ["ratio", "value"]),
    ],
)
def test_that_numbers_in_parallel_share_the_change(body: str, kinds: list[str]) -> None:
    text = f"# A\n\n## 4 Results\n\n{body}\n"
    found = [s.kind for s in find_statements(RelPath("results/paper.md"), read_paper(text)) if s.number]

    assert found == kinds
