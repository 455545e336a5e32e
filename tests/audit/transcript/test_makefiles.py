"""What `make` runs."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlrbench_gui.audit.transcript._makefiles import make_run, recipe_text

TEXT = """PY ?= python
SEED := 3
.PHONY: all
all: train plot

train: data/x.csv  # the long part
\t@$(PY) train.py --seed $(SEED) \\
\t\t--fast
\t-for i in 1 2; do echo $$i; done
plot:
\t$(PY) plot.py
data/x.csv:
\tcurl -o $@ url
"""


@pytest.mark.parametrize(
    ("asked", "lines"),
    [
        (
            (),
            [
                "curl -o $@ url",
                "python train.py --seed 3  \t\t--fast",
                "for i in 1 2; do echo $i; done",
                "python plot.py",
            ],
        ),
        (("plot",), ["python plot.py"]),
        (("plot", "PY=python3"), ["python3 plot.py"]),
        (("none",), []),
    ],
)
def test_that_recipes_stand_behind_those_that_they_need(asked: tuple[str, ...], lines: list[str]) -> None:
    assert [line for line in recipe_text(TEXT, asked).split("\n") if line] == lines


def test_that_a_rule_that_needs_itself_comes_to_an_end() -> None:
    assert recipe_text("a: b\n\techo a\nb: a\n\techo b\n", ()) == "echo b\necho a"


def test_that_file_folder_targets_and_settings_are_told() -> None:
    assert make_run(["-C", "code", "-j4", "-f", "own.mk", "all", "X=1"]) == ("own.mk", ("all", "X=1"), "code")


@pytest.mark.fuzzed
@given(st.text(alphabet="ab:=$() \t\n\\#@", max_size=120), st.lists(st.text(max_size=4), max_size=3))
def test_that_any_text_is_read(text: str, asked: list[str]) -> None:
    recipe_text(text, asked)
