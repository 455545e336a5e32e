"""Two reviewers in two workspaces: blind, at odds, brought together both ways, adjudicated, handed over."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import pytest

from mlrbench_gui.domain.anchoring import anchor_of, text_sha256
from mlrbench_gui.domain.decisions import SetVerdict
from mlrbench_gui.domain.errors import InputError
from mlrbench_gui.domain.people import Act, Answer, BeSure, ExcludedKind
from mlrbench_gui.domain.values import RunName, Verdict
from mlrbench_gui.services.people.exchange import export_reviews, import_reviews
from mlrbench_gui.services.people.filling import lift, open_desk, put, spend, submit
from mlrbench_gui.services.people.settling import adjudication, settle
from mlrbench_gui.services.people.sharing import assign, exclude, exclusions, progress, set_blind, share_of
from mlrbench_gui.services.reviewing import record

if TYPE_CHECKING:
    from tests.services.people.conftest import Study

NewStudy = Callable[[str], "Study"]
Filled = Callable[..., list[Act]]


def decide(study: "Study", run: RunName, verdict: Verdict) -> None:
    view = open_desk(study.ctx, run).view
    claim = view.review.claims[0].current
    text = view.texts[claim.paper]
    record(study.ctx, view, [SetVerdict(anchor=anchor_of(claim, text, text_sha256(text)), verdict=verdict)])


def reviewed(study: "Study", run: RunName, acts: Sequence[Act], verdict: Verdict) -> None:
    put(study.ctx, run, acts)
    decide(study, run, verdict)
    submit(study.ctx, open_desk(study.ctx, run))


def test_that_the_whole_way_of_two_reviewers_loses_nothing(
    new_study: NewStudy, filled_form: Filled, run: RunName
) -> None:
    ada, bo = new_study("ada"), new_study("bo")
    for study in (ada, bo):
        set_blind(study.ctx, on=True, seed="s")
    reviewed(ada, run, filled_form(3, Answer.YES), Verdict.CONTRADICTED)
    reviewed(bo, run, filled_form(8), Verdict.SUPPORTED)

    before = export_reviews(bo.ctx)
    for study, other in ((ada, bo), (bo, ada)):
        study.workspace.merge((other.workspace.path,))
    import_reviews(ada.ctx, before, "bo.json")
    assert export_reviews(ada.ctx) == export_reviews(bo.ctx)

    shown = adjudication(ada.ctx, run)
    assert shown is not None
    assert shown.open == shown.differences == 5 + 4 + 1
    assert [item.gap for item in shown.items] == sorted((item.gap for item in shown.items), reverse=True)
    for item in shown.items:
        shown = settle(ada.ctx, shown, item, item.choices[0], "read the log together")
    assert shown.open == 0

    taken = import_reviews(bo.ctx, export_reviews(ada.ctx), "ada.json")
    assert (taken.records, taken.decisions) == (10, 0)
    again = new_study("fresh")
    import_reviews(again.ctx, export_reviews(bo.ctx), "all.json")
    assert export_reviews(again.ctx) == export_reviews(bo.ctx) == export_reviews(ada.ctx)
    assert adjudication(again.ctx, run) == shown


def test_that_others_reviews_are_hidden_until_the_own_one_is_submitted(
    new_study: NewStudy, filled_form: Filled, run: RunName
) -> None:
    study = new_study("ada")
    set_blind(study.ctx, on=True, seed="s")
    reviewed(study, run, filled_form(3), Verdict.CONTRADICTED)
    study.author = "bo"
    assert open_desk(study.ctx, run).hidden
    assert open_desk(study.ctx, run).others == ()
    put(study.ctx, run, filled_form(5))
    assert adjudication(study.ctx, run) is None
    submit(study.ctx, open_desk(study.ctx, run))
    assert [other.author for other in open_desk(study.ctx, run).others] == ["ada"]


def test_that_a_third_person_who_has_not_to_review_may_adjudicate(
    new_study: NewStudy, filled_form: Filled, run: RunName
) -> None:
    study = new_study("ada")
    set_blind(study.ctx, on=True, seed="s")
    for study.author, score in (("ada", 3), ("bo", 5)):
        put(study.ctx, run, filled_form(score))
        submit(study.ctx, open_desk(study.ctx, run))
    study.author = "chair"
    shown = adjudication(study.ctx, run)
    assert shown is not None
    assert settle(study.ctx, shown, shown.items[0], "4", "between").open == shown.open - 1
    assert adjudication(study.ctx, run) is not None
    assert [line.reviewer for line in progress(study.ctx)] == ["ada", "bo"]
    assign(study.ctx, run, "dee")
    study.author = "dee"
    assert adjudication(study.ctx, run) is None


def test_that_a_changed_review_reopens_what_was_settled(
    new_study: NewStudy, filled_form: Filled, run: RunName
) -> None:
    study = new_study("ada")
    for study.author, score in (("ada", 3), ("bo", 5)):
        put(study.ctx, run, filled_form(score))
        submit(study.ctx, open_desk(study.ctx, run))
    shown = adjudication(study.ctx, run)
    assert shown is not None
    shown = settle(study.ctx, shown, shown.items[0], "4", "between")
    assert shown.open == 4
    put(study.ctx, run, (BeSure(value=1),))
    assert submit(study.ctx, open_desk(study.ctx, run)).version == 2
    after = adjudication(study.ctx, run)
    assert after is not None
    assert after.open == 5


def test_that_a_review_with_gaps_or_without_a_change_is_not_submitted(
    new_study: NewStudy, filled_form: Filled, run: RunName
) -> None:
    study = new_study("ada")
    with pytest.raises(InputError, match="lacks Clarity"):
        submit(study.ctx, open_desk(study.ctx, run))
    put(study.ctx, run, filled_form(3))
    submit(study.ctx, open_desk(study.ctx, run))
    with pytest.raises(InputError, match="nothing changed since version 1"):
        submit(study.ctx, open_desk(study.ctx, run))


def test_that_time_is_the_owners_until_it_is_submitted(
    new_study: NewStudy, filled_form: Filled, run: RunName
) -> None:
    study = new_study("ada")
    claim = open_desk(study.ctx, run).queue[0].claim.current
    spend(study.ctx, run, claim.paper, claim.fingerprint, 40)
    spend(study.ctx, run, claim.paper, claim.fingerprint, 2)
    assert open_desk(study.ctx, run).seconds == 42
    assert [line.seconds for line in progress(study.ctx)] == [0]
    put(study.ctx, run, filled_form(3))
    assert submit(study.ctx, open_desk(study.ctx, run)).form.times[0].seconds == 42


def test_that_runs_are_assigned_and_left_out_with_a_reason(new_study: NewStudy, run: RunName) -> None:
    study = new_study("ada")
    assert not share_of(study.ctx).assigned
    assign(study.ctx, run, "ada")
    assert share_of(study.ctx).runs == (run,)
    with pytest.raises(InputError, match="needs a reason"):
        exclude(study.ctx, run, reason=" ")
    exclude(study.ctx, run, reason="the log is of another run")
    assert [(item.what, item.reason) for item in exclusions(study.ctx)] == [
        (ExcludedKind.RUN, "the log is of another run")
    ]
    exclude(study.ctx, run, reason="found", on=False)
    assert exclusions(study.ctx) == ()
    with pytest.raises(InputError, match="needs a reason"):
        lift(study.ctx, run, "")


def test_that_a_file_that_was_tampered_with_or_is_none_is_refused(
    new_study: NewStudy, filled_form: Filled, run: RunName
) -> None:
    study = new_study("ada")
    put(study.ctx, run, filled_form(3))
    text = export_reviews(study.ctx)
    with pytest.raises(InputError, match="was changed after it was written"):
        import_reviews(study.ctx, text.replace('"score": 3', '"score": 4'), "x.json")
    with pytest.raises(InputError, match=r"x\.json: no file of reviews"):
        import_reviews(study.ctx, "{}", "x.json")
