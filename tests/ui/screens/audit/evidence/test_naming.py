"""Words for files and commands."""

import pytest

from mlrbench_gui.ui.screens.audit.evidence.naming import local_words


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("/home/ann/box/harbor/code/run.py", "code/run.py"),
        ("cd /home/ann/box/harbor/code && python run.py --seed 1", "python run.py --seed 1"),
        ("python a.py | tee /home/ann/harbor/code/log.txt", "python a.py | tee code/log.txt"),
        ("cat /etc/hosts", "cat /etc/hosts"),
    ],
)
def test_that_a_trail_speaks_in_the_runs_own_paths(said: str, shown: str) -> None:
    assert local_words(said, "end2end_otter/harbor") == shown
