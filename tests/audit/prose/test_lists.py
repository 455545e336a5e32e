"""Lists of labelled counts held as wholes."""

import json
from collections.abc import Callable, Mapping

from mlrbench_gui.domain.audit import Audit

MakeAudit = Callable[[Mapping[str, str | bytes]], Audit]
KINDS = {"stats": {"cats": 58, "dogs": 28, "birds": 10}, "seen": {"cats": 3, "fish": 9}}


def verdicts_of(audit_of: MakeAudit, *items: str) -> list[str]:
    listed = "\n".join(f"- {item}" for item in items)
    audit = audit_of(
        {
            "results/paper.md": f"# A study\n\n## 4 Results\n\nWe drew these.\n\n{listed}\n",
            "results/results.json": json.dumps(KINDS),
        }
    )
    return [c.verdict for c in audit.claims if c.value is not None]


def test_that_an_item_which_differs_is_denied_by_the_list(audit_of: MakeAudit) -> None:
    found = verdicts_of(audit_of, "Cats: 58 (grey, black, red)", "Dogs: 28 (mixed)", "Tropical birds: 8")

    assert found == ["supported", "supported", "contradicted"]


def test_that_a_list_of_which_most_differs_is_another_one(audit_of: MakeAudit) -> None:
    found = verdicts_of(audit_of, "Tall cats: 50", "Small dogs: 20", "Tropical birds: 10")

    assert "contradicted" not in found


def test_that_an_item_without_a_place_leaves_the_list_alone(audit_of: MakeAudit) -> None:
    found = verdicts_of(audit_of, "Tall cats: 58", "Small dogs: 28", "Tropical trees: 8")

    assert "contradicted" not in found
