"""A slice of a data set that is walked gives names of columns, not rows."""

import ast

import pytest

from mlrbench_gui.audit.trust.column_names import walked_columns
from mlrbench_gui.domain.values import RelPath

LOADING = """from datasets import load_dataset

def table(split):
    rows = load_dataset("squad", split=split)
    return rows
"""
WALKING = """def texts_of(part):
    return [item for item in part]

def main():
    rows, kind = load("validation")
    for i in range(0, 100, 8):
        part = rows[i:i + 8]
        asked = texts_of(part)

def load(split):
    rows = table(split)
    return rows, "accuracy"
"""


def lines(**sources: str) -> list[tuple[str, int]]:
    return list(walked_columns({RelPath(f"{n}.py"): ast.parse(text) for n, text in sources.items()}))


def test_that_a_walked_slice_is_found_through_functions_and_modules() -> None:
    assert lines(data=LOADING, run=WALKING) == [("run.py", 7)]


@pytest.mark.parametrize(
    "change",
    [
        ("rows[i:i + 8]", "list(rows)[i:i + 8]"),  # rows of a list
        ("rows[i:i + 8]", "rows.select(range(i, i + 8))"),  # a table again
        ("item for item in part", 'item for item in part["question"]'),  # a column by its key
        ("asked = texts_of(part)", 'asked = part["question"]'),
        ("rows = table(split)", "rows = [1, 2, 3]"),
    ],
)
def test_that_rows_of_lists_and_columns_by_key_are_left_alone(change: tuple[str, str]) -> None:
    assert lines(data=LOADING, run=WALKING.replace(*change)) == []


def test_that_a_function_of_the_run_under_the_librarys_name_is_no_table() -> None:
    own = "def load_dataset(name, split):\n    return [1, 2, 3]\n"
    walked = (
        "def main():\n    rows = load_dataset('x', split='y')\n    part = rows[:5]\n"
        "    for row in part:\n        print(row)\n"
    )

    assert lines(run=own + walked) == []
    assert lines(run="from datasets import load_dataset\n" + walked) == [("run.py", 4)]


def test_that_names_of_variables_play_no_part() -> None:
    renamed = WALKING.replace("rows", "abc").replace("part", "q").replace("texts_of", "zz")

    assert lines(data=LOADING, run=renamed) == [("run.py", 7)]
