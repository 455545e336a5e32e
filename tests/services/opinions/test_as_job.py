"""Opinions as a job: a step a claim, money counted as it goes, and one bound over all attempts."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, cast

from mlrbench_gui.domain.errors import ModelUnavailable
from mlrbench_gui.domain.jobs import Job, JobState
from mlrbench_gui.domain.opinions import TokenUse
from mlrbench_gui.services.context import Models
from mlrbench_gui.services.jobs.kinds import registry
from mlrbench_gui.services.jobs.opinions import opinions_kind, opinions_order
from mlrbench_gui.services.jobs.scheduler import Scheduler
from mlrbench_gui.services.jobs.waiting import wait_for
from mlrbench_gui.services.opinions.asking import OpinionOrder
from mlrbench_gui.services.ports.models import ModelReply, ModelRequest

Bench = Any
Model = Any


class Profiles:
    def __init__(self, model: Model) -> None:
        self.model = model

    def get(self, name: str | None) -> object:
        assert name == "mine"
        return self.model.profile


def scheduler_of(bench: Bench, model: Model) -> Scheduler:
    models = Models(cast("Any", Profiles(model)), cast("Any", None), lambda _profile: model)
    kinds = registry((opinions_kind(replace(bench.ctx, models=models)),))
    return Scheduler(bench.workspace.jobs, kinds, lambda: datetime(2026, 5, 1, tzinfo=UTC))


def done(bench: Bench, model: Model, **order: object) -> Job:
    scheduler = scheduler_of(bench, model)
    wanted = OpinionOrder(bench.run, **order)  # type: ignore[arg-type]
    (job,) = wait_for(
        scheduler, (scheduler.submit(opinions_order(wanted, model.profile)).id,), lambda _e: None
    )
    assert scheduler.close()
    return job


def test_that_each_named_claim_is_a_step_and_its_tokens_and_cost_are_counted(bench: Bench) -> None:
    job = done(bench, bench.model(price_prompt=2.0, price_reply=10.0), claims=("c1", "c2"))
    assert (job.state, sorted(job.done_names), job.tokens) == (JobState.DONE, ["c1", "c2"], 640)
    assert job.cost is not None
    assert round(job.cost, 6) == 0.0016
    assert (job.outcome, job.uses) == ("2 opinions", ("http://localhost:9/v1",))
    assert len(bench.workspace.opinions.of_run(bench.run)) == 2


def test_that_a_cost_without_a_price_is_unknown(bench: Bench) -> None:
    assert done(bench, bench.model(), claims=("c1",)).cost is None


def test_that_a_bound_holds_over_all_attempts(bench: Bench, scripted: Callable[..., Any]) -> None:
    model = bench.model(scripted(tokens=TokenUse(prompt=300, reply=2_500)))
    scheduler = scheduler_of(bench, model)
    order = opinions_order(OpinionOrder(bench.run, claims=("c1", "c2"), most_tokens=4_000), model.profile)
    id_ = scheduler.submit(order).id
    (job,) = wait_for(scheduler, (id_,), lambda _event: None)
    assert (job.state, len(model.asked)) == (JobState.FAILED, 1)
    assert "could pass 1,200 tokens" in job.reason
    scheduler.go_on(id_)
    (again,) = wait_for(scheduler, (id_,), lambda _event: None)
    assert (again.state, again.tokens, len(model.asked)) == (JobState.FAILED, 2_800, 1)
    assert scheduler.close()


def test_that_a_model_that_went_away_is_asked_for_the_rest_alone(
    bench: Bench, scripted: Callable[..., Callable[[ModelRequest], ModelReply]]
) -> None:
    model = bench.model()
    there = scripted()

    def once(request: ModelRequest) -> ModelReply:
        if len(model.asked) == 2:
            raise ModelUnavailable("heron-2: no answer from localhost; look whether it runs")
        return there(request)

    model.answer = once
    scheduler = scheduler_of(bench, model)
    id_ = scheduler.submit(opinions_order(OpinionOrder(bench.run, claims=("c1", "c2")), model.profile)).id
    (job,) = wait_for(scheduler, (id_,), lambda _event: None)
    assert (job.state, list(job.done_names)) == (JobState.FAILED, ["c1"])
    assert job.reason.startswith("heron-2: no answer")
    scheduler.go_on(id_)
    (again,) = wait_for(scheduler, (id_,), lambda _event: None)
    assert again.state is JobState.DONE
    assert len(bench.workspace.opinions.of_run(bench.run)) == 2
    assert scheduler.close()
