"""Times told of one item, held against the whole time and the number of items."""

import json
from collections.abc import Callable, Mapping

import pytest

from mlrbench_gui.domain.audit import Audit

MakeAudit = Callable[[Mapping[str, str | bytes]], Audit]
PAPER = """# A study

## 4 Results

| Method | Accuracy |
|---|---|
| NewNet | 0.90 |
| OldNet | 0.80 |

The NewNet method took an average of {} seconds per sample to answer.
"""


def verdict_of(
    audit_of: MakeAudit, told: str, *, samples: int = 50, name: str = "execution_time", code: str = ""
) -> str:
    results = {
        "NewNet": {"accuracy": 0.9, name: 6.5},
        "OldNet": {"accuracy": 0.8, name: 9.0},
        "num_samples": samples,
    }
    audit = audit_of(
        {
            "results/paper.md": PAPER.format(told),
            "results/results.json": json.dumps(results),
            "code/run.py": code,
        }
    )
    return next(c.verdict for c in audit.claims if c.unit == "s")


def test_that_the_time_of_all_is_not_that_of_one(audit_of: MakeAudit) -> None:
    assert verdict_of(audit_of, "6.5") == "contradicted"


def test_that_the_share_of_one_supports(audit_of: MakeAudit) -> None:
    assert verdict_of(audit_of, "0.13") == "supported"


@pytest.mark.parametrize(
    ("name", "samples", "code"),
    [
        ("execution_time", 1, ""),
        ("mean_time", 50, ""),
        ("execution_time", 50, "execution_time = spent / len(samples)\n"),
    ],
)
def test_that_a_time_which_may_be_of_one_denies_nothing(
    audit_of: MakeAudit, name: str, samples: int, code: str
) -> None:
    assert verdict_of(audit_of, "6.5", samples=samples, name=name, code=code) != "contradicted"


def test_that_a_time_that_is_neither_denies_nothing(audit_of: MakeAudit) -> None:
    assert verdict_of(audit_of, "4.4") != "contradicted"
