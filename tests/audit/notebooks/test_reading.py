"""Notebooks: code as one module, places that people can open, outputs, and nothing raised by broken ones."""

import json
from collections.abc import Callable, Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlrbench_gui.audit.notebooks.reading import read_notebook
from mlrbench_gui.domain.audit import Audit

MakeAudit = Callable[[Mapping[str, str | bytes]], Audit]
PAPER = "# T\n\n## 4 Results\n\n| Method | Accuracy |\n|---|---|\n| ours | 0.912 |\n"
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
ODD = JSON | st.sampled_from(
    ["print(0.912)\n", ["x = 1\n", "x"], "%%bash\nls", "!ls {", "<table><tr><td>1", [1, None]]
)
OUTPUT = st.fixed_dictionaries(
    {},
    optional={
        "output_type": st.sampled_from(["stream", "execute_result", "display_data", "error"]) | JSON,
        "text": ODD,
        "data": JSON | st.fixed_dictionaries({}, optional={"text/plain": ODD, "text/html": ODD}),
    },
)
CELL = st.fixed_dictionaries(
    {},
    optional={
        "cell_type": st.sampled_from(["code", "markdown"]) | JSON,
        "source": ODD,
        "execution_count": JSON,
        "outputs": st.lists(OUTPUT | JSON, max_size=4) | JSON,
    },
)
NOTEBOOKS = st.fixed_dictionaries({}, optional={"cells": st.lists(CELL | JSON, max_size=5) | JSON}) | JSON


def notebook(*cells: Mapping[str, object]) -> str:
    return json.dumps({"cells": [{"cell_type": "code", **cell} for cell in cells]})


def test_that_lines_of_the_module_lead_back_to_cell_and_line() -> None:
    read = read_notebook(
        json.dumps(
            {
                "cells": [
                    {"cell_type": "markdown", "source": ["# A\n", "b"]},
                    {"cell_type": "code", "source": ["a = 1\n", "%matplotlib inline\n", "b = 2"]},
                    {"cell_type": "code", "source": "c = 3\nd = 4"},
                ]
            }
        )
    )

    assert read.code == "a = 1\npass\nb = 2\nc = 3\nd = 4"
    assert read.pointer(3) == "/cells/1/source/2"
    assert read.place(5) == (2, 1)
    assert read.pointer(5) == "/cells/2/source"


@pytest.mark.parametrize(
    ("source", "code"),
    [
        ("!pip install x\na = 1", "pass\na = 1"),
        ("if a:\n    !ls", "if a:\n    pass"),
        ("files = !ls\nb = 1", "pass\nb = 1"),
        ("%%time\na = 1", "\na = 1"),
        ("%%writefile a.py\na = 1", "\n"),
        ("text = ('%s'\n% a)", "text = ('%s'\n% a)"),
        ("a?", "pass"),
        ("this is no Python", ""),
        ("a = 1\na", "a = 1\nprint(a)"),
        ("fit(a)", "fit(a)"),
        ("display(a)", "print(a)"),
    ],
)
def test_that_what_is_no_python_is_left_out_line_by_line(source: str, code: str) -> None:
    assert read_notebook(notebook({"source": source})).code == code


def test_that_a_call_counts_as_printed_where_its_result_was_kept() -> None:
    shown = {"output_type": "execute_result", "data": {"text/plain": "0.9"}}
    assert read_notebook(notebook({"source": "score(a)", "outputs": [shown]})).code == "print(score(a))"


def test_that_shell_lines_are_kept_as_commands() -> None:
    read = read_notebook(notebook({"source": "!python train.py"}, {"source": "%%bash\npython b.py"}))
    assert read.commands == ("python train.py", "python b.py")


@pytest.mark.parametrize(
    ("counts", "holds"),
    [((1, 2, 3), True), ((2, 1), False), ((1, None), False), ((4, 7), True), ((1, 1), False)],
)
def test_that_cells_count_as_in_order_only_if_each_ran_after_the_one_before(
    counts: tuple[int | None, ...], holds: bool
) -> None:
    read = read_notebook(notebook(*({"source": "a = 1", "execution_count": count} for count in counts)))
    assert read.is_in_order is holds


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"cells": 3}', "{", "[" * 5000])
def test_that_what_is_no_notebook_is_said(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        read_notebook(text)


def test_that_evidence_of_a_notebook_is_pointed_at_by_cell_and_line(audit_of: MakeAudit) -> None:
    text = ["ours accuracy: 0.912\n"]
    book = notebook(
        {
            "source": ["accuracy = 0.912\n", "print('ours accuracy:', accuracy)"],
            "execution_count": 1,
            "outputs": [{"output_type": "stream", "text": text}],
        }
    )
    audit = audit_of({"results/paper.md": PAPER, "code/a.ipynb": book})
    places = [item.locator.json_pointer for claim in audit.claims for item in claim.evidence]
    assert places
    assert places[0] == "/cells/0/outputs/0/text/0"
    assert all(place is not None for place in places)


def test_that_hidden_state_is_found_at_its_cell(audit_of: MakeAudit) -> None:
    out = [{"output_type": "stream", "text": "accuracy: 0.912"}]
    cells = [
        {"source": "a = 1", "execution_count": 5},
        {"source": "print(a)", "execution_count": 3, "outputs": out},
    ]
    audit = audit_of({"results/paper.md": PAPER, "code/a.ipynb": notebook(*cells)})
    found = [f for f in audit.findings if f.path == "code/a.ipynb" and "hidden state" in f.message]
    assert [(f.severity, f.locator and f.locator.json_pointer) for f in found] == [("low", "/cells/1")]


@pytest.mark.fuzzed
@given(NOTEBOOKS)
def test_that_broken_notebooks_never_raise(audit_of: MakeAudit, data: object) -> None:
    audit = audit_of({"results/paper.md": PAPER, "code/a.ipynb": json.dumps(data)})
    assert audit.claims


@pytest.mark.fuzzed
@given(st.text(max_size=200))
def test_that_texts_which_are_no_notebooks_never_raise(audit_of: MakeAudit, text: str) -> None:
    audit = audit_of({"results/paper.md": PAPER, "code/a.ipynb": text.encode("utf-8", "surrogatepass")})
    assert audit.claims
