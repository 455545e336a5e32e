"""Commands that execute notebooks: which one, with what, and what they leave."""

import pytest

from mlrbench_gui.audit.transcript.shell import read_command


@pytest.mark.parametrize(
    ("command", "script", "left"),
    [
        ("jupyter nbconvert --to notebook --execute --inplace a/b.ipynb", "a/b.ipynb", "a/b.ipynb"),
        ("jupyter nbconvert --execute --to=notebook a/b.ipynb", "a/b.ipynb", "a/b.nbconvert.ipynb"),
        ("jupyter nbconvert --execute --to notebook a/b.ipynb --output c", "a/b.ipynb", "a/c.ipynb"),
        ("timeout 60 jupyter-nbconvert --execute --to html a/b.ipynb", "a/b.ipynb", None),
        (
            "python -m nbconvert --to notebook --execute b.ipynb --output-dir out",
            "b.ipynb",
            "out/b.nbconvert.ipynb",
        ),
        ("papermill in.ipynb out.ipynb -p seed 3", "in.ipynb", "out.ipynb"),
        ("jupyter execute --inplace b.ipynb", "b.ipynb", "b.ipynb"),
        ("jupyter execute b.ipynb", "b.ipynb", None),
        ("ipython b.ipynb", "b.ipynb", None),
        ("runipy b.ipynb out.ipynb", "b.ipynb", "out.ipynb"),
    ],
)
def test_that_an_execution_is_known_with_what_it_leaves(command: str, script: str, left: str | None) -> None:
    reading = read_command(command)
    assert [run.script for run in reading.runs] == [script]
    assert [made.path for made in reading.files] == ([left] if left else [])


@pytest.mark.parametrize(
    "command",
    [
        "jupyter nbconvert --to script b.ipynb",
        "jupyter notebook",
        "ls b.ipynb",
        "papermill --version",
        "jupyter",
    ],
)
def test_that_other_commands_execute_no_notebook(command: str) -> None:
    assert read_command(command).runs == ()


def test_that_parameters_of_a_notebook_are_its_options() -> None:
    run = read_command("papermill in.ipynb out.ipynb -p seed 3 -r name x").runs[0]
    assert run.arguments == ("--seed", "3", "--name", "x")
