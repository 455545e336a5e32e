"""Which names a number of a script stands under as a result."""

import pytest

from mlrbench_gui.audit.provenance.scripts import is_measure


@pytest.mark.parametrize("label", ["accuracy", "Error rate", "**F1 score**", "avg_reward"])
def test_that_measures_are_results(label: str) -> None:
    assert is_measure(label)


@pytest.mark.parametrize("label", ["learning_rate", "**Learning rate**", "![Scores for", "score_threshold"])
def test_that_settings_and_pictures_are_none(label: str) -> None:
    assert not is_measure(label)
