"""Tables of all kinds are read with the names of their rows and columns."""

import pytest

from mlrbench_gui.audit.numbers.cells import cell_numbers, unit_of_column
from mlrbench_gui.audit.text.labels import label_columns, number_labels, row_labels
from mlrbench_gui.audit.text.markdown import read_paper
from mlrbench_gui.audit.text.paper import BlockKind, Table


def table_of(text: str) -> Table:
    (table,) = read_paper(f"# T\n\n## Results\n\n{text}\n").tables
    return table


@pytest.mark.parametrize(
    ("cell", "value"),
    [
        ("0.83†", 0.83),
        ("0.83*", 0.83),
        ("$0.83^{\\dagger}$", 0.83),
        ("0.83<sup>1</sup>", 0.83),
        ("<u>0.83</u>", 0.83),
        ("\\underline{0.83}", 0.83),
        ("__0.83__", 0.83),
        ("0.83 (best)", 0.83),
        ("↑ 0.83", 0.83),
        ("\\multirow{2}{*}{0.83}", 0.83),
        ("83.2 (±1.1)", 83.2),
        ("$83.2_{\\pm 1.1}$", 83.2),
        ("$1.2\\times10^{-3}$", 0.0012),
    ],
)
def test_that_markup_and_marks_of_a_cell_are_no_numbers(cell: str, value: float) -> None:
    assert [number.number for number in cell_numbers(cell)] == [value]


@pytest.mark.parametrize("cell", ["-", "—", "n/a", "", "†", "<sup>2</sup>"])
def test_that_a_cell_without_a_value_has_no_number(cell: str) -> None:
    assert cell_numbers(cell) == ()


@pytest.mark.parametrize(
    ("label", "unit"), [("Accuracy (%)", "%"), ("Time [ms]", "ms"), ("F1 (macro)", None), ("Acc. (\\%)", "%")]
)
def test_that_a_columns_unit_stands_in_brackets(label: str, unit: str | None) -> None:
    assert unit_of_column(label) == unit


def test_that_a_merged_pipe_header_names_each_column_below_it() -> None:
    table = table_of(
        "| Method | Set A | | Set B | |\n|---|---|---|---|---|\n| | Acc | F1 | Acc | F1 |\n| x | 1 | 2 | 3 | 4 |"
    )

    assert table.header == ("Method", "Set A · Acc", "Set A · F1", "Set B · Acc", "Set B · F1")
    assert [cell.text for cell in table.rows[0]] == ["x", "1", "2", "3", "4"]


def test_that_a_first_row_of_words_under_a_plain_header_stays_a_row() -> None:
    table = table_of("| Case | Choice |\n|---|---|\n| fair | left |\n| fast | right |")

    assert (table.header, len(table.rows)) == (("Case", "Choice"), 2)


def test_that_a_row_of_one_text_heads_the_rows_below() -> None:
    table = table_of(
        "| M | A | B |\n|---|---|---|\n| **Small** | | |\n| x | 1 | 2 |\n| **Large** | | |\n| x | 3 | 4 |"
    )

    assert row_labels(table) == ("Small", "Small x", "Large", "Large x")


def test_that_a_label_left_blank_is_that_of_the_row_above() -> None:
    table = table_of("| Set | M | A |\n|---|---|---|\n| S | x | 1 |\n| | y | 2 |\n| T | x | 3 |\n| | y | 4 |")

    assert label_columns(table) == [0, 1]
    assert row_labels(table) == ("S x", "S y", "T x", "T y")


def test_that_a_number_that_tells_equal_rows_apart_is_a_label() -> None:
    table = table_of(
        "| M | k | A |\n|---|---|---|\n| x | 1 | 0.1 |\n| x | 5 | 0.2 |\n| y | 1 | 0.3 |\n| y | 5 | 0.4 |"
    )

    assert label_columns(table) == [0, 1]
    assert row_labels(table)[1] == "x k 5"


def test_that_a_number_label_is_named_by_its_column() -> None:
    table = table_of("| Epoch | Loss |\n|---|---|\n| 1 | 0.4 |\n| 2 | 0.3 |")

    assert row_labels(table) == ("Epoch 1", "Epoch 2")


def test_that_a_latex_table_has_its_spans_and_caption() -> None:
    text = (
        "\\begin{table}\n\\caption{Accuracy on \\textbf{all} sets}\n\\begin{tabular}{l|cc}\n\\toprule\n"
        "Method & \\multicolumn{2}{c}{Accuracy} \\\\\n\\cmidrule{2-3}\n & A & B \\\\\n\\midrule\n"
        "\\multirow{2}{*}{ours} & \\textbf{0.91} & 0.82 \\\\[2pt]\nother & 0.5 & -- \\\\\n\\bottomrule\n"
        "\\end{tabular}\n\\end{table}"
    )
    paper = read_paper(f"# T\n\n## Results\n\n{text}\n")
    (table,) = paper.tables

    assert table.header == ("Method", "Accuracy · A", "Accuracy · B")
    assert table.caption == "Accuracy on \\textbf{all} sets"
    cell = table.rows[0][1]
    assert paper.text[cell.start : cell.end] == "\\textbf{0.91}"
    assert row_labels(table) == ("ours", "other")


def test_that_the_numbers_of_a_latex_or_html_table_stand_in_no_paragraph() -> None:
    for text in (
        "\\begin{tabular}{lc}\nM & A \\\\\nx & 0.5 \\\\\n\\end{tabular}",
        "<table>\n<tr><th>M</th><th>A</th></tr>\n<tr><td>x</td><td>0.5</td></tr>\n</table>",
    ):
        paper = read_paper(f"# T\n\n## Results\n\nSome words.\n\n{text}\n\nMore words.\n")

        assert [b.kind for b in paper.blocks if "0.5" in paper.text[b.start : b.end]] == [BlockKind.TABLE]
        assert len(paper.tables) == 1


def test_that_an_html_table_is_read_with_its_spans() -> None:
    table = table_of(
        '<table><tr><th>M</th><th colspan="2">Acc</th></tr><tr><th></th><th>A</th><th>B</th></tr>'
        '<tr><td rowspan="2">x</td><td><b>1</b></td><td>2</td></tr><tr><td>3</td><td>4</td></tr></table>'
    )

    assert table.header == ("M", "Acc · A", "Acc · B")
    assert [(cell.column, cell.text) for cell in table.rows[1]] == [(1, "3"), (2, "4")]


@pytest.mark.parametrize(
    ("label", "cell", "names"),
    [
        ("split", "train: 80, test: 20", [("split", "train"), ("split", "test")]),
        ("min / max", "3 / 9", [("", "min"), ("", "max")]),
        ("size (min/max)", "3 / 9", [("size", "min"), ("size", "max")]),
        ("acc", "0.8 [0.7, 0.9]", [("acc", "")] * 3),
    ],
)
def test_that_numbers_of_one_cell_have_their_own_names(
    label: str, cell: str, names: list[tuple[str, str]]
) -> None:
    assert list(number_labels(label, cell, cell_numbers(cell))) == names
