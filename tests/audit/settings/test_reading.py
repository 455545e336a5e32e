"""What a file sets, and which of it is but an example of use."""

import ast

from mlrbench_gui.audit.settings.reading import calls_of, settings_of
from mlrbench_gui.audit.settings.setting import Rank, Setting
from mlrbench_gui.domain.values import RelPath

PATH = RelPath("code/run.py")


def read(text: str, *, was_started: bool = True) -> dict[str, Setting]:
    found = settings_of(PATH, ast.parse(text), text, is_example=False, was_started=was_started)
    return {setting.key: setting for setting in found}


def test_that_the_main_part_of_a_file_that_was_not_started_is_an_example() -> None:
    text = "WIDTH = 3\nif __name__ == '__main__':\n    depth = 4\n"

    assert not read(text)["depth"].is_example
    assert read(text, was_started=False)["depth"].is_example
    assert not read(text, was_started=False)["WIDTH"].is_example


def test_that_options_and_constants_come_before_arguments_and_defaults() -> None:
    text = (
        "p.add_argument('--epochs', type=int, default=5, help='passes over the data')\n"
        "RATE = 0.1\ndef fit(steps=7):\n    return Net(width=9)\n"
    )

    found = read(text)

    ranks = {key: setting.rank for key, setting in found.items()}
    assert ranks == {"epochs": Rank.CHOSEN, "RATE": Rank.CHOSEN, "steps": Rank.DEFAULT, "width": Rank.GIVEN}
    assert found["epochs"].note == "passes over the data"


def test_that_comments_belong_to_what_stands_on_their_line() -> None:
    found = read("C = {\n    'a': 1,  # first of both\n    'b': 2,\n}\n")

    assert found["a"].note == "first of both"
    assert not found["b"].note


def test_that_subsets_name_what_they_are_taken_from() -> None:
    found = read("def main():\n    part = data['train'].select(range(min(40, len(data))))\n")

    assert found["subset samples"].numbers == (40.0,)
    assert {"train", "data"} <= found["subset samples"].around


def test_that_a_share_of_a_size_keeps_the_name_of_what_it_makes() -> None:
    assert read("def f(d):\n    train_size = int(0.8 * len(d))\n")["train_size"].numbers == (0.8,)


def test_that_calls_tell_whether_unseen_arguments_may_come_in() -> None:
    calls = {c.function: c for c in calls_of(PATH, ast.parse("A(x=1)\nB(**o)\nC(2)\nf(y=1)\n"))}

    assert calls["a"].keywords == {"x"}
    assert not calls["a"].is_open
    assert calls["b"].is_open
    assert calls["c"].is_open
    assert "f" not in calls
