"""Reports for handing on: who said it is masked, what was said is not."""

import pytest

from mlrbench_gui.services.reporting.nameless import pathless


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("see /home/ada/runs/x/log.txt, line 3", "see …/log.txt, line 3"),
        (r"in C:\Users\ada\run.log it is", "in …/run.log it is"),
        ("from https://example.org/a/b.html", "from https://example.org/a/b.html"),
        ("results/m.json and ../up/there.csv", "results/m.json and ../up/there.csv"),
        ("1/2/3 of and/or", "1/2/3 of and/or"),
        ("('/root/work/a.py')", "('…/a.py')"),
    ],
)
def test_that_of_an_absolute_path_only_the_last_part_is_kept(text: str, kept: str) -> None:
    assert pathless(text) == kept
