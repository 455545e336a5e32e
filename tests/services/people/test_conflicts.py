"""Differences of submitted reviews and conflicts of merged decisions stand in one list, and are settled in one way."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from mlrbench_gui.domain.anchoring import anchor_of, text_sha256
from mlrbench_gui.domain.decisions import SetVerdict
from mlrbench_gui.domain.errors import InputError
from mlrbench_gui.domain.people import Act
from mlrbench_gui.domain.values import RunName, Verdict
from mlrbench_gui.services.people.conflicts import agree, differences
from mlrbench_gui.services.people.filling import open_desk, put, submit
from mlrbench_gui.services.people.planning import read_plan, write_plan
from mlrbench_gui.services.reviewing import load_view, record

if TYPE_CHECKING:
    from tests.services.people.conftest import Study

NewStudy = Callable[[str], "Study"]
Filled = Callable[..., list[Act]]


def decide(study: "Study", run: RunName, verdict: Verdict) -> None:
    view = load_view(study.ctx, run)
    claim = view.review.claims[0].current
    text = view.texts[claim.paper]
    record(study.ctx, view, [SetVerdict(anchor=anchor_of(claim, text, text_sha256(text)), verdict=verdict)])


@pytest.fixture
def study(new_study: NewStudy, run: RunName) -> "Study":
    """Ada and Bo decided a claim differently; neither submitted a review."""
    made = new_study("ada")
    decide(made, run, Verdict.CONTRADICTED)
    made.author = "bo"
    decide(made, run, Verdict.SUPPORTED)
    made.author = "chair"
    return made


def test_that_a_merged_conflict_is_settled_by_a_third_word_with_its_reason(
    study: "Study", run: RunName
) -> None:
    (open_one,) = differences(study.ctx)
    assert open_one.item.is_open
    assert [word.value for word in open_one.item.said] == ["contradicted", "supported"]
    agree(study.ctx, open_one, "unsupported", "neither file holds it")
    (settled,) = differences(study.ctx)
    assert not settled.item.is_open
    assert settled.item.settled is not None
    assert (settled.item.settled.value, settled.item.settled.author) == ("unsupported", "chair")
    assert load_view(study.ctx, run).review.claims[0].current.verdict is Verdict.UNSUPPORTED


def test_that_a_later_word_opens_a_settled_conflict_again(study: "Study", run: RunName) -> None:
    agree(study.ctx, differences(study.ctx)[0], "unsupported", "neither file holds it")
    study.author = "bo"
    decide(study, run, Verdict.CONTRADICTED)
    assert differences(study.ctx)[0].item.is_open


def test_that_giving_in_ends_a_conflict_of_two(study: "Study") -> None:
    study.author = "ada"
    agree(study.ctx, differences(study.ctx)[0], "supported", "Bo is right")
    assert differences(study.ctx) == ()


def test_that_a_word_without_reason_or_sense_is_refused(study: "Study") -> None:
    with pytest.raises(InputError, match="needs a reason"):
        agree(study.ctx, differences(study.ctx)[0], "supported", " ")
    with pytest.raises(InputError, match="none of"):
        agree(study.ctx, differences(study.ctx)[0], "7", "why not")


def test_that_a_claim_of_two_reviews_is_not_listed_twice(
    study: "Study", run: RunName, filled_form: Filled
) -> None:
    for study.author, score in (("ada", 3), ("bo", 5)):
        put(study.ctx, run, filled_form(score))
        submit(study.ctx, open_desk(study.ctx, run))
    found = differences(study.ctx)
    claims = [one for one in found if "supported" in one.item.choices]
    assert len(claims) == 1
    agree(study.ctx, claims[0], "contradicted", "read again")
    assert not next(one for one in differences(study.ctx) if one.key == claims[0].key).item.is_open


def test_that_an_assignment_is_written_as_a_difference(study: "Study", run: RunName) -> None:
    assert write_plan(study.ctx, {(run, "ada"), (run, "bo")}, blind=True, seed="s") == 2
    plan = read_plan(study.ctx)
    assert (plan.blind, plan.seed) == (True, "s")
    assert plan.pairs == {(run, "ada"), (run, "bo")}
    assert write_plan(study.ctx, {(run, "ada")}, blind=True, seed="s") == 1
    assert read_plan(study.ctx).pairs == {(run, "ada")}
    with pytest.raises(InputError, match="needs the reviewer's name"):
        write_plan(study.ctx, {(run, " ")}, blind=False, seed="")
