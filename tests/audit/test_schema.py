"""The kept schema is the model's, and audits validate against it."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path

import jsonschema

from mlrbench_gui.audit.schema import schema_json
from mlrbench_gui.domain.audit import Audit

SCHEMA = Path(__file__).parents[2] / "docs" / "audit.schema.json"

PAPER = """# A study

## Abstract
Our method reaches an accuracy of 91.2%.

## 4 Results
| Method | Accuracy |
|---|---|
| ours | 0.912 |
| baseline | 0.850 |

![Bars](bars.png)
"""


def test_that_the_kept_schema_is_the_models() -> None:
    assert SCHEMA.read_text(encoding="utf-8") == schema_json()


def test_that_an_audit_validates_against_the_schema(
    audit_of: Callable[[Mapping[str, str | bytes]], Audit],
) -> None:
    audit = audit_of(
        {
            "results/paper.md": PAPER,
            "results/results.json": '{"ours": {"accuracy": 0.9121}, "baseline": {"accuracy": 0.85}}',
            "proposal.md": "We plan to reach 95%.",
        }
    )

    jsonschema.validate(json.loads(audit.to_json()), json.loads(schema_json()))

    assert audit.claims


def test_that_a_run_without_any_file_has_an_empty_gate(
    audit_of: Callable[[Mapping[str, str | bytes]], Audit],
) -> None:
    audit = audit_of({})

    assert (audit.gate.reached, audit.gate.claimed, audit.claims) == ("empty", None, ())
