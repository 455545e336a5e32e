"""Tables aligned as wholes, and what must and must not change verdicts."""

import json
from collections.abc import Callable, Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlrbench_gui.audit.run import audit_run
from mlrbench_gui.domain.audit import Audit
from mlrbench_gui.domain.values import RunName

MakeAudit = Callable[[Mapping[str, str | bytes]], Audit]
Table = dict[str, dict[str, float]]

ROWS = ("alpha_net", "beta_net", "gamma_net")
COLUMNS = ("accuracy", "recall", "brier_loss")


def paper(table: Table) -> str:
    header = " | ".join(next(iter(table.values())))
    rows = "\n".join(
        f"| {name} | {' | '.join(f'{v:.3f}' for v in row.values())} |" for name, row in table.items()
    )
    return f"# T\n\n## Results\n\n| Method | {header} |\n|{'---|' * (len(COLUMNS) + 1)}\n{rows}\n"


def verdicts(audit: Audit) -> list[str]:
    return [claim.verdict.value for claim in audit.claims]


def test_that_an_aligned_column_contradicts_what_a_cell_alone_could_not(audit_of: MakeAudit) -> None:
    text = (
        "# T\n\n## Results\n\n| Model | Checking Time (avg) |\n|---|---|\n"
        "| left_net | 2.1 s |\n| right_net | 2.4 s |\n"
    )
    data = {
        name: {"execution_times": {f"case {c}": {"checking": mean + i / 10} for i, c in enumerate("abc", -1)}}
        for name, mean in (("left_net", 1.2), ("right_net", 3.3))
    }
    audit = audit_of({"results/paper.md": text, "results/r.json": json.dumps(data)})

    assert verdicts(audit) == ["contradicted", "contradicted"]
    assert "mean of" in (audit.claims[0].evidence[0].formula or "")


def test_that_another_unit_is_no_contradiction_of_a_column(audit_of: MakeAudit) -> None:
    text = "# T\n\n## Results\n\n| Model | Checking Size |\n|---|---|\n| left_net | 2.10 |\n| right_net | 3.50 |\n"
    data = {name: {"checking_size_sum": size} for name, size in (("left_net", 2100.0), ("right_net", 3500.0))}
    audit = audit_of({"results/paper.md": text, "results/r.json": json.dumps(data)})

    assert "contradicted" not in verdicts(audit)


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """Tables whose cells all print differently."""
    cells = draw(st.lists(st.integers(11, 989), min_size=9, max_size=9, unique=True))
    return {
        row: {column: cells[3 * i + j] / 1000 for j, column in enumerate(COLUMNS)}
        for i, row in enumerate(ROWS)
    }


@pytest.mark.fuzzed
@given(table=tables())
def test_that_swapped_rows_change_the_verdicts(audit_of: MakeAudit, table: Table) -> None:
    swapped = table | {ROWS[0]: table[ROWS[1]], ROWS[1]: table[ROWS[0]]}
    before = verdicts(audit_of({"results/paper.md": paper(table), "results/r.json": json.dumps(table)}))
    after = verdicts(audit_of({"results/paper.md": paper(table), "results/r.json": json.dumps(swapped)}))

    assert before == ["supported"] * 9
    assert after[:6] == ["contradicted"] * 6


@pytest.mark.fuzzed
@given(table=tables())
def test_that_swapped_columns_change_the_verdicts(audit_of: MakeAudit, table: Table) -> None:
    first, second = COLUMNS[:2]
    swapped = {name: row | {first: row[second], second: row[first]} for name, row in table.items()}
    after = verdicts(audit_of({"results/paper.md": paper(table), "results/r.json": json.dumps(swapped)}))

    assert [v for i, v in enumerate(after) if i % 3 < 2] == ["contradicted"] * 6


@pytest.mark.fuzzed
@given(table=tables(), other=st.lists(st.integers(11, 989), min_size=3, max_size=3))
def test_that_an_unrelated_file_changes_no_verdict(
    audit_of: MakeAudit, table: Table, other: list[int]
) -> None:
    files = {"results/paper.md": paper(table), "results/r.json": json.dumps(table)}
    unrelated = "fruit,price\n" + "".join(
        f"{f},{p / 1000}\n" for f, p in zip(("apple", "pear", "fig"), other, strict=True)
    )

    assert verdicts(audit_of(files)) == verdicts(audit_of(files | {"data/prices.csv": unrelated}))


@pytest.mark.fuzzed
@given(table=tables())
def test_that_the_name_of_the_run_changes_no_verdict(made_run: Callable[..., object], table: Table) -> None:
    files = made_run({"results/paper.md": paper(table), "results/r.json": json.dumps(table)})
    audits = [audit_run(RunName(name), files) for name in ("agent/task", "alpha_net/recall")]  # type: ignore[arg-type]

    assert verdicts(audits[0]) == verdicts(audits[1])
