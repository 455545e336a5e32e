"""What must hold of every aligned table: names decide, and the digits printed."""

import json
from collections.abc import Callable, Mapping
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlrbench_gui.domain.audit import Audit

MakeAudit = Callable[[Mapping[str, str | bytes]], Audit]
ROWS = ("oak_net", "elm_net", "ash_net")
COLUMNS = {
    "Precision@1": "precision_1",
    "Mean Similarity": "mean_similarity",
    "Worst-Group Acc (WGA)": "worst_group_accuracy",
}
SHORT = {"P@1": "Precision@1", "Mean Sim.": "Mean Similarity", "WGA": "Worst-Group Acc (WGA)"}


class Made(NamedTuple):
    """Values of evidence by row and column, how many digits the paper prints, and how it writes the table."""

    values: dict[str, dict[str, float]]
    digits: int
    is_transposed: bool
    is_short: bool


def table_text(made: Made, texts: Mapping[tuple[str, str], str]) -> str:
    """The table with these cells: methods down and measures across, or the other way."""
    down, across = (COLUMNS, ROWS) if made.is_transposed else (ROWS, COLUMNS)
    lines = [
        f"| {label} | "
        + " | ".join(texts[(column, label) if made.is_transposed else (label, column)] for column in across)
        + " |"
        for label in down
    ]
    return f"| Name | {' | '.join(across)} |\n|{'---|' * (len(across) + 1)}\n" + "\n".join(lines)


def states(
    audit_of: MakeAudit, made: Made, texts: Mapping[tuple[str, str], str]
) -> dict[tuple[str, str], str]:
    """The state of each cell, by row and column of the evidence."""
    data = {row: {COLUMNS[c]: v for c, v in cells.items()} for row, cells in made.values.items()}
    text = f"# T\n\n## Results\n\n{table_text(made, texts)}\n"
    if made.is_short:
        for short, label in SHORT.items():
            text = text.replace(label, short)
    (table,) = audit_of({"results/paper.md": text, "results/r.json": json.dumps(data)}).tables
    found = {}
    for cells in table.rows:
        for header, cell in zip(table.header[1:], cells[1:], strict=True):
            row, column = (header, cells[0].text) if made.is_transposed else (cells[0].text, header)
            found[(row, SHORT.get(column, column))] = cell.state.value
    return found


def printed(made: Made) -> dict[tuple[str, str], str]:
    return {(r, c): f"{v:.{made.digits}f}" for r, cells in made.values.items() for c, v in cells.items()}


@st.composite
def tables(draw: st.DrawFn) -> Made:
    """Tables whose values differ from each other in every printed form."""
    steps = draw(st.lists(st.integers(11, 98), min_size=9, max_size=9, unique=True))
    tails = draw(st.lists(st.integers(-40, 40), min_size=9, max_size=9))
    flat = [step / 100 + tail / 10_000 for step, tail in zip(steps, tails, strict=True)]
    values = {row: dict(zip(COLUMNS, flat[3 * i : 3 * i + 3], strict=True)) for i, row in enumerate(ROWS)}
    return Made(values, draw(st.integers(2, 4)), draw(st.booleans()), draw(st.booleans()))


@pytest.mark.fuzzed
@given(made=tables())
def test_that_any_printed_rounding_of_the_evidence_agrees(audit_of: MakeAudit, made: Made) -> None:
    assert set(states(audit_of, made, printed(made)).values()) == {"same"}


@pytest.mark.fuzzed
@given(
    made=tables(), row=st.sampled_from(ROWS), column=st.sampled_from(sorted(COLUMNS)), by=st.integers(2, 9)
)
def test_that_a_changed_digit_differs_and_nothing_else_does(
    audit_of: MakeAudit, made: Made, row: str, column: str, by: int
) -> None:
    texts = printed(made)
    texts[(row, column)] = f"{float(texts[(row, column)]) + by / 10**made.digits:.{made.digits}f}"

    found = states(audit_of, made, texts)

    assert found.pop((row, column)) == "differs"
    assert set(found.values()) == {"same"}


@pytest.mark.fuzzed
@given(made=tables())
def test_that_two_rows_swapped_in_the_evidence_differ(audit_of: MakeAudit, made: Made) -> None:
    first, second, third = ROWS
    swapped = {first: made.values[second], second: made.values[first], third: made.values[third]}

    found = states(audit_of, made._replace(values=swapped), printed(made))

    moved = {found[(row, column)] for row in (first, second) for column in COLUMNS}
    assert moved <= {"differs", "missing"}
    assert made.is_short or moved == {"differs"}
    assert {found[(third, column)] for column in COLUMNS} == {"same"}


@pytest.mark.fuzzed
@given(made=tables())
def test_that_two_measures_swapped_in_the_evidence_differ(audit_of: MakeAudit, made: Made) -> None:
    first, second, third = COLUMNS
    swapped = {
        row: {first: cells[second], second: cells[first], third: cells[third]}
        for row, cells in made.values.items()
    }

    found = states(audit_of, made._replace(values=swapped), printed(made))

    moved = {found[(row, column)] for row in ROWS for column in (first, second)}
    assert moved <= {"differs", "missing"}
    assert made.is_short or moved == {"differs"}
    assert {found[(row, third)] for row in ROWS} == {"same"}


@pytest.mark.fuzzed
@given(made=tables())
def test_that_the_order_of_the_evidence_changes_nothing(audit_of: MakeAudit, made: Made) -> None:
    turned = {row: dict(reversed(cells.items())) for row, cells in reversed(made.values.items())}
    texts = printed(made)

    assert states(audit_of, made, texts) == states(audit_of, made._replace(values=turned), texts)


@pytest.mark.fuzzed
@given(text=st.text(alphabet="|-:\n\\&{}<>/tr dhabulgin0.5%±$*_cm=", max_size=400))
def test_that_any_text_gives_rectangular_tables_inside_it(audit_of: MakeAudit, text: str) -> None:
    paper = f"# T\n\n## Results\n\n{text}"
    audit = audit_of({"results/paper.md": paper})

    for table in audit.tables:
        assert 0 <= table.span[0] <= table.span[1] <= len(paper)
        for cell in (cell for row in table.rows for cell in row):
            assert table.span[0] <= cell.span[0] <= cell.span[1] <= table.span[1]
    assert Audit.from_json(audit.to_json()) == audit
