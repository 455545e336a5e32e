"""Behind the curtain of a blind review no store gives away a run's maker, its scores or what others said of it."""

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from mlrbench_gui.domain.anchoring import anchor_of, text_sha256
from mlrbench_gui.domain.decisions import SetVerdict
from mlrbench_gui.domain.jobs import Job, JobState
from mlrbench_gui.domain.people import Act
from mlrbench_gui.domain.values import RunName, Verdict
from mlrbench_gui.services.context import Context
from mlrbench_gui.services.people.counting import counted
from mlrbench_gui.services.people.filling import lift, open_desk, put, submit
from mlrbench_gui.services.people.settling import adjudication, settle
from mlrbench_gui.services.people.sharing import assign, set_blind, share_of
from mlrbench_gui.services.people.veiled_workspace import VeiledWorkspace
from mlrbench_gui.services.reviewing import load_view, record

if TYPE_CHECKING:
    from tests.services.people.conftest import Study

NewStudy = Callable[[str], "Study"]
Filled = Callable[..., list[Act]]


def veiled(study: "Study") -> Context:
    return replace(study.ctx, workspace=VeiledWorkspace(study.workspace, lambda: study.author))


def decide(ctx: Context, run: RunName, verdict: Verdict) -> None:
    view = load_view(ctx, run)
    claim = view.review.claims[0].current
    text = view.texts[claim.paper]
    record(ctx, view, [SetVerdict(anchor=anchor_of(claim, text, text_sha256(text)), verdict=verdict)])


@pytest.fixture
def study(new_study: NewStudy, run: RunName, filled_form: Filled) -> "Study":
    """Bo has reviewed the run; Ada has to, blindly."""
    made = new_study("bo")
    put(made.ctx, run, filled_form(3))
    decide(made.ctx, run, Verdict.CONTRADICTED)
    submit(made.ctx, open_desk(made.ctx, run))
    set_blind(made.ctx, on=True, seed="s")
    assign(made.ctx, run, "ada")
    made.author = "ada"
    return made


def test_that_a_hidden_run_goes_by_another_name_everywhere(study: "Study", run: RunName) -> None:
    ctx = veiled(study)
    (alias,) = ctx.workspace.runs.names()
    assert "end2end_x" not in alias
    assert alias.startswith("blind/task_a.")
    (row,) = ctx.workspace.runs.rows()
    assert (row.run.name, row.run.agent, row.judge_means, row.human_reviews) == (alias, "hidden", (), 0)
    view = load_view(ctx, alias)
    assert view.run.name == alias
    assert view.stored is not None
    assert view.stored.audit.run == alias
    assert load_view(ctx, run).run.name == alias
    assert share_of(ctx).runs == (alias,)
    assert not ctx.workspace.reviews.of_run(alias)
    assert not ctx.workspace.reviews.humans_of_run(alias)


def test_that_figures_say_how_many_runs_are_hidden(study: "Study", run: RunName) -> None:
    told = "blind review: 1 of 1 runs is hidden until you submit, and in no figure"
    assert told in counted(veiled(study).workspace).told
    assert counted(study.workspace).told == ()
    lift(veiled(study), run, "the log names the maker")
    assert counted(veiled(study).workspace).told == ()


def test_that_others_decisions_neither_show_nor_count(study: "Study", run: RunName) -> None:
    ctx = veiled(study)
    (alias,) = ctx.workspace.runs.names()
    (row,) = ctx.workspace.runs.rows()
    assert row.decided == 0
    assert row.verdicts == {"supported": 2}
    assert ctx.workspace.decisions.entries(alias) == ()
    decide(ctx, alias, Verdict.UNSUPPORTED)
    assert [entry.author for entry in ctx.workspace.decisions.entries(alias)] == ["ada"]
    assert {entry.run for entry in study.workspace.decisions.entries(run)} == {run}
    assert ctx.workspace.runs.rows()[0].decided == 1
    assert ctx.workspace.disputes() == ()
    assert len(study.workspace.disputes()) == 1


def test_that_what_others_wrote_is_blank_until_the_own_review_is_submitted(
    study: "Study", run: RunName, filled_form: Filled
) -> None:
    ctx = veiled(study)
    (alias,) = ctx.workspace.runs.names()
    assert '"score"' not in "".join(line.model_dump_json() for line in ctx.workspace.people.of_run(alias))
    assert adjudication(ctx, alias) is None
    put(ctx, alias, filled_form(8))
    submit(ctx, open_desk(ctx, alias))
    assert ctx.workspace.runs.names() == (run,)
    assert [other.author for other in open_desk(ctx, alias).others] == ["bo"]
    shown = adjudication(ctx, run)
    assert shown is not None
    assert shown.differences
    assert {line.run for line in study.workspace.people.all()} == {run, RunName("")}


def test_that_a_lifted_curtain_shows_the_run_and_stays_on_the_record(study: "Study", run: RunName) -> None:
    ctx = veiled(study)
    (alias,) = ctx.workspace.runs.names()
    lift(ctx, alias, "the log names the maker")
    assert ctx.workspace.runs.names() == (run,)
    assert load_view(ctx, alias).run.agent == "x"


def test_that_jobs_are_kept_with_real_names_and_shown_without(study: "Study", run: RunName) -> None:
    ctx = veiled(study)
    (alias,) = ctx.workspace.runs.names()
    job = Job(id="1", kind="audit", title=f"Audit {alias}", subjects=(alias,), created_at=study.now)
    ctx.workspace.jobs.put(job)
    (kept,) = study.workspace.jobs.all()
    assert (kept.title, kept.subjects) == (f"Audit {run}", (run,))
    assert ctx.workspace.jobs.all() == (job,)
    assert ctx.workspace.jobs.claim(job.model_copy(update={"state": JobState.RUNNING}), JobState.QUEUED)


def test_that_without_blind_mode_nothing_is_changed(study: "Study", run: RunName) -> None:
    set_blind(study.ctx, on=False)
    ctx = veiled(study)
    assert ctx.workspace.runs.names() == (run,)
    assert ctx.workspace.runs.rows() == study.workspace.runs.rows()
    assert ctx.workspace.people.all() == study.workspace.people.all()


def test_that_who_adjudicates_goes_on_seeing_what_both_said_after_an_agreed_word(
    study: "Study", run: RunName, filled_form: Filled
) -> None:
    put(study.ctx, run, filled_form(8))
    submit(study.ctx, open_desk(study.ctx, run))
    study.author = "chair"
    ctx = veiled(study)
    (alias,) = ctx.workspace.runs.names()
    shown = adjudication(ctx, alias)
    assert shown is not None
    left = settle(ctx, shown, shown.items[0], "4", "between")
    assert left.open == shown.open - 1
    again = adjudication(ctx, alias)
    assert again is not None
    assert [item.settled is not None for item in again.items].count(True) == 1
