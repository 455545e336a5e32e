"""Places in words, as short as they may be and still be told apart."""

import pytest

from mlrbench_gui.domain.locator import Locator
from mlrbench_gui.domain.values import RelPath
from mlrbench_gui.ui.screens.audit.evidence.citation import near_place


@pytest.mark.parametrize(
    ("path", "locator", "words"),
    [
        ("log.txt", Locator(whole=True), "log.txt"),
        ("results/log.txt", Locator(whole=True), "results/log.txt"),
        ("code/deep/down/run.py", Locator(line=9), "down/run.py:9"),
        ("results/a.csv", Locator(row=3, column=2), "results/a.csv row 3, column 2"),
    ],
)
def test_that_files_of_one_name_are_told_apart_by_their_folder(
    path: str, locator: Locator, words: str
) -> None:
    assert near_place(RelPath(path), locator) == words
