"""Which of the compared things `our method` means."""

import pytest

from mlrbench_gui.audit.matching.entities import Entities
from mlrbench_gui.audit.matching.proposed import is_rival, proposed_of


@pytest.mark.parametrize("label", ["TrustLoop", "BiasMender"])
def test_a_compound_is_a_method_although_a_part_of_it_tells_a_measure(label: str) -> None:
    entities = Entities([label, "plain_check"])
    text = f"# {label}: checks that explain themselves\n\nWe introduce {label}, a check of answers.\n"
    assert proposed_of(text, entities) == {entities.of_label(label)}


def test_a_measure_is_never_the_method() -> None:
    entities = Entities(["Trust score", "Accuracy"])
    assert not proposed_of("# Trust score and accuracy of answers\n\nWe propose a Trust score.\n", entities)


@pytest.mark.parametrize("label", ["LMOnly", "encoder-only", "writer_only"])
def test_a_part_alone_is_a_rival(label: str) -> None:
    assert is_rival(label)


def test_a_rival_named_beside_the_proposal_is_not_proposed() -> None:
    entities = Entities(["PactWriter", "LMOnly"])
    text = "# Contracts first\n\nWe propose PactWriter and hold it against LMOnly in all tasks.\n"
    assert proposed_of(text, entities) == {entities.of_label("PactWriter")}


def test_a_word_that_ends_like_only_is_no_part() -> None:
    assert not is_rival("Commonly")
