"""Irregularities become lines that a person can read."""

from mlrbench_gui.domain.runs import Irregularity
from mlrbench_gui.infra.files.gathering import Gathering


def test_that_one_case_is_told_with_its_path_and_detail() -> None:
    gathering = Gathering()
    gathering.add("a/b.json", "odd", "kept", detail="at byte 7")
    assert gathering.irregularities() == (Irregularity("a/b.json", "odd: at byte 7", "kept"),)


def test_that_two_thousand_cases_are_one_line_with_their_number_and_first_names() -> None:
    gathering = Gathering()
    for number in range(2000):
        gathering.add(f"run/data/{number:04}.png", "sample", "kept", folder="run")
    (line,) = gathering.irregularities()
    assert line.path == "run/data"
    assert line.what == "sample (2,000 in all: 0000.png, 0001.png, 0002.png, 0003.png and 1,996 more)"


def test_that_cases_of_different_folders_stay_apart() -> None:
    gathering = Gathering()
    gathering.add("a/x", "odd", "kept", folder="a")
    gathering.add("b/x", "odd", "kept", folder="b")
    assert [line.path for line in gathering.irregularities()] == ["a/x", "b/x"]


def test_that_a_path_noted_twice_counts_once() -> None:
    gathering = Gathering()
    gathering.add("a", "odd", "kept", detail="first")
    gathering.add("a", "odd", "kept", detail="second")
    assert gathering.irregularities() == (Irregularity("a", "odd: first", "kept"),)


def test_that_cases_all_over_the_tree_name_its_root() -> None:
    gathering = Gathering()
    gathering.add("a/x", "odd", "kept")
    gathering.add("b/y", "odd", "kept")
    (line,) = gathering.irregularities()
    assert (line.path, line.what) == (".", "odd (2 in all: a/x, b/y)")
