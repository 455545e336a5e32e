"""Numbers that only count parts of a text are told from numbers that state something."""

import pytest

from mlrbench_gui.audit.text.numbering import without_numbering


@pytest.mark.parametrize(
    "line",
    [
        "### 4.1 Adaptation Accuracy",
        "## 12. Results",
        "**3.2 Error rates**",
        "3.2 Accuracy by model",
        "- 2.1 Robustness",
        "=== 5.3 Loss curves ===",
        "*Figure 4.1: Adaptation accuracy across scenarios*",
        "Table 3.2 - scores of all methods",
        "As Section 4.2 and Fig. 2b tell, accuracy rises",
        "[2/5] Testing performance",
        "Step 3 of 7: evaluating accuracy",
        "3) Precision",
        "Python 3.11, CUDA 12.1: success",
    ],
)
def test_that_what_counts_parts_is_taken_away(line: str) -> None:
    assert not any(c.isdigit() for c in without_numbering(line))


@pytest.mark.parametrize(
    "line",
    [
        "accuracy: 0.91",
        "0.91 Accuracy",
        "92.5 Accuracy",
        "**0.91** accuracy",
        "## Accuracy: 0.91",
        "### 4.1 Accuracy of 0.91",
        "3.2 Accuracy 0.91",
        "1. Accuracy: 0.91",
        "| 3 | 0.91 |",
        "Figure 3: accuracy of 0.91",
        "tables 91% full",
        "2.5 points better",
    ],
)
def test_that_what_states_something_stays(line: str) -> None:
    assert any(c.isdigit() for c in without_numbering(line))
