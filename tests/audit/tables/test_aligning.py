"""Columns are aligned with evidence by the names of rows and measures, and cells decided by that."""

import json
from collections.abc import Callable, Mapping

import pytest

from mlrbench_gui.audit.matching.entities import Entities
from mlrbench_gui.audit.tables.likeness import kinship, label_of
from mlrbench_gui.domain.audit import Audit
from mlrbench_gui.domain.comparison import ComparedTable

MakeAudit = Callable[[Mapping[str, str | bytes]], Audit]


def states(table: ComparedTable) -> list[str]:
    """One letter a cell: = same, # differs, ? missing, ~ prose, nothing for words; rows apart by blanks."""
    marks = {"same": "=", "differs": "#", "missing": "?", "prose": "~", "words": ""}
    return ["".join(marks[cell.state] for cell in row) for row in table.rows]


def compared(
    audit_of: MakeAudit, table: str, files: Mapping[str, str], section: str = "Results"
) -> ComparedTable:
    audit = audit_of({"results/paper.md": f"# T\n\n## {section}\n\n{table}\n", **files})
    (found,) = audit.tables
    return found


@pytest.mark.parametrize(
    ("label", "part"),
    [
        ("F1 Score", "f1"),
        ("P@5", "precision@5"),
        ("Mean Sim.", "mean_similarity"),
        ("MSE", "mean_squared_error"),
        ("Memory Usage (MB)", "memory"),
        ("Worst-Group Accuracy (WGA)", "worst_group_accuracy"),
        ("Sci.", "scientific"),
        ("EWC", "EWC baseline"),
    ],
)
def test_that_short_and_long_names_go_together(label: str, part: str) -> None:
    assert kinship(label_of(label), label_of(part), Entities(())).fit >= 0.91


@pytest.mark.parametrize(
    ("label", "part"),
    [
        ("P@5", "precision@10"),
        ("Avg. Reward", "final_reward"),
        ("Accuracy", "worst_group_accuracy"),
        ("Net", "Net (init only)"),
        ("Train Loss", "test_loss"),
        ("Recall", "precision"),
        ("", "accuracy"),
    ],
)
def test_that_other_names_do_not(label: str, part: str) -> None:
    assert kinship(label_of(label), label_of(part), Entities(())).fit < 0.85


def test_that_a_measure_named_by_the_caption_alone_is_found(audit_of: MakeAudit) -> None:
    rows = "| Method | Birds | Cars |\n|---|---|---|\n| ours | 0.91 | 0.82 |\n| plain | 0.71 | 0.62 |"
    table = f"Table 1: Accuracy of all methods.\n\n{rows}"
    data = {
        "accuracy": {"ours": {"birds": 0.912, "cars": 0.52}, "plain": {"birds": 0.711, "cars": 0.619}},
        "runtime": {"ours": {"birds": 3.0, "cars": 4.0}, "plain": {"birds": 5.0, "cars": 6.0}},
    }

    found = compared(audit_of, table, {"results/r.json": json.dumps(data)})

    assert states(found) == ["=#", "=="]
    cell = found.rows[0][2]
    assert (cell.shown, cell.value, cell.difference, cell.path) == ("0.52", 0.52, 0.3, "results/r.json")
    assert cell.locator is not None
    assert cell.locator.json_pointer == "/accuracy/ours/cars"


def test_that_rows_that_count_are_the_items_of_a_list(audit_of: MakeAudit) -> None:
    table = "| Epoch | Train Loss |\n|---|---|\n| 1 | 0.68 |\n| 2 | 0.58 |\n| 3 | 0.49 |"

    found = compared(audit_of, table, {"results/r.json": '{"train_loss": [0.677, 0.579, 0.421]}'})

    assert states(found) == ["=", "=", "#"]


def test_that_one_file_a_row_is_a_column(audit_of: MakeAudit) -> None:
    table = "| Model | MSE |\n|---|---|\n| left | 0.71 |\n| right | 0.18 |\n| third | 0.9 |"
    values = {"left": 0.706, "right": 0.182, "third": 0.4}
    values = {"left": 0.706, "right": 0.182, "third": 0.4}
    files = {f"results/{n}_results.json": json.dumps({"test": {"mse": v}}) for n, v in values.items()}

    assert states(compared(audit_of, table, files)) == ["=", "=", "#"]


def test_that_a_transposed_table_is_aligned(audit_of: MakeAudit) -> None:
    table = "| Metric | ours | plain |\n|---|---|---|\n| Accuracy | 0.91 | 0.71 |\n| Recall | 0.60 | 0.55 |"
    data = {"ours": {"accuracy": 0.91, "recall": 0.6}, "plain": {"accuracy": 0.71, "recall": 0.45}}

    found = compared(audit_of, table, {"results/r.json": json.dumps(data)})

    assert states(found) == ["==", "=#"]
    assert [(line.axis, line.index, line.measure) for line in found.lines] == [
        ("row", 0, "accuracy"),
        ("row", 1, "recall"),
    ]


def test_that_groups_of_rows_belong_to_their_rows_names(audit_of: MakeAudit) -> None:
    birds, cars = "| ours | 0.91 |\n| plain | 0.71 |\n", "| ours | 0.5 |\n| plain | 0.4 |\n"
    table = f"| Method | Accuracy |\n|---|---|\n| **Birds** | |\n{birds}| **Cars** | |\n{cars}"
    data = {
        "birds": {"ours": {"accuracy": 0.91}, "plain": {"accuracy": 0.71}},
        "cars": {"ours": {"accuracy": 0.5}, "plain": {"accuracy": 0.4}},
    }

    assert states(compared(audit_of, table, {"results/r.json": json.dumps(data)})) == [
        "",
        "=",
        "=",
        "",
        "=",
        "=",
    ]


def test_that_percent_in_the_header_counts_for_the_cells(audit_of: MakeAudit) -> None:
    table = "| Method | Accuracy (%) |\n|---|---|\n| ours | 91 |\n| plain | 71 |"
    data = '{"ours": {"accuracy": 0.912}, "plain": {"accuracy": 0.5}}'

    found = compared(audit_of, table, {"results/r.json": data})

    assert states(found) == ["=", "#"]
    assert found.rows[1][1].shown == "50"


def test_that_one_of_many_alike_is_no_column(audit_of: MakeAudit) -> None:
    table = "| Method | Time |\n|---|---|\n| ours | 1.5 |\n| plain | 2.5 |"
    data = {m: {f"problem_{i}": {"time": 1.0 + i / 2} for i in range(6)} for m in ("ours", "plain")}

    found = compared(audit_of, table, {"results/r.json": json.dumps(data)})

    assert "=" not in "".join(states(found))


def test_that_names_shared_by_two_settings_deny_nothing(audit_of: MakeAudit) -> None:
    table = "| Method | Accuracy |\n|---|---|\n| ours | 0.93 |\n| plain | 0.73 |"
    data = {
        "red": {"ours": {"accuracy": 0.91}, "plain": {"accuracy": 0.71}},
        "blue": {"ours": {"accuracy": 0.81}, "plain": {"accuracy": 0.61}},
    }

    assert "#" not in "".join(states(compared(audit_of, table, {"results/r.json": json.dumps(data)})))


def test_that_a_copied_error_names_the_prose_it_came_from(audit_of: MakeAudit) -> None:
    table = "| Method | Accuracy |\n|---|---|\n| ours | 0.93 |\n| plain | 0.71 |"
    files = {
        "results/r.json": '{"ours": {"accuracy": 0.83}, "plain": {"accuracy": 0.71}}',
        "results/results.md": f"# Results\n\n{table}\n",
    }
    audit = audit_of({"results/paper.md": f"# T\n\n## Results\n\n{table}\n", **files})
    cell = audit.tables[0].rows[0][1]
    claim = next(c for c in audit.claims if c.id == cell.claim)

    assert (cell.state, cell.copied_from) == ("differs", "results/results.md")
    assert "results/results.md" in claim.reason
    (finding,) = [f for f in audit.findings if f.kind == "table_mismatch"]
    assert "1 of 2 cell differs" in finding.message
    assert "results/results.md" in finding.message


def test_that_a_single_wrong_cell_is_grave_only_if_the_abstract_tells_it(audit_of: MakeAudit) -> None:
    table = "| Method | Accuracy |\n|---|---|\n| ours | 0.93 |\n| plain | 0.71 |"
    data = {"results/r.json": '{"ours": {"accuracy": 0.83}, "plain": {"accuracy": 0.71}}'}
    severities = []
    for abstract in ("We reach 0.93.", "We measure it."):
        text = f"# T\n\n## Abstract\n\n{abstract}\n\n## Results\n\n{table}\n"
        findings = audit_of({"results/paper.md": text, **data}).findings
        severities += [f.severity for f in findings if f.kind == "table_mismatch"]

    assert severities == ["high", "medium"]


def test_that_every_cell_of_a_ragged_table_has_its_place(audit_of: MakeAudit) -> None:
    found = compared(audit_of, "| A | B | C |\n|---|---|---|\n| x | 1 |\n| y | 2 | 3 | 4 |", {})

    assert [len(row) for row in found.rows] == [4, 4]
    assert found.header == ("A", "B", "C", "")
