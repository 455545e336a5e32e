"""Opinions are asked for what the rules leave open, kept at once, within bounds, and change no verdict."""

from collections.abc import Callable
from typing import Protocol

import pytest

from mlrbench_gui.domain.errors import Cancelled, InputError, ModelUnavailable
from mlrbench_gui.domain.opinions import OpinionState, TokenUse
from mlrbench_gui.domain.values import RunName, Verdict
from mlrbench_gui.domain.work import CancelToken, Event, RunsChanged, ignore
from mlrbench_gui.services.context import Context
from mlrbench_gui.services.opinions.asking import OpinionOrder, OpinionReport, ask_opinions
from mlrbench_gui.services.opinions.prompting import opinion_prompt
from mlrbench_gui.services.ports.models import ModelClient, ModelReply, ModelRequest
from mlrbench_gui.services.ports.workspace import Workspace
from mlrbench_gui.services.reviewing import load_view

Answer = Callable[[ModelRequest], ModelReply]


class Model(ModelClient, Protocol):
    asked: list[ModelRequest]


class Bench(Protocol):
    run: RunName
    ctx: Context
    workspace: Workspace

    def model(self, answer: Answer | None = None, **profile: object) -> Model: ...

    def verdicts(self) -> list[Verdict]: ...


def asked(bench: Bench, client: ModelClient, **order: object) -> OpinionReport:
    wanted = OpinionOrder(bench.run, **order)  # type: ignore[arg-type]
    return ask_opinions(bench.ctx, client, wanted, cancel=CancelToken(), emit=ignore)


def test_that_only_open_claims_are_asked_the_least_sure_first(bench: Bench) -> None:
    report = asked(bench, bench.model())
    assert [opinion.fingerprint for opinion in report.given] == ["f2", "f3"]
    assert (report.known, report.left, report.stopped) == (0, 0, None)
    assert report.tokens == 640


def test_that_opinions_change_no_verdict_of_the_audit_or_the_review(bench: Bench) -> None:
    before = (bench.verdicts(), load_view(bench.ctx, bench.run).review)
    asked(bench, bench.model())
    after = load_view(bench.ctx, bench.run)
    assert (bench.verdicts(), after.review) == before
    assert [opinion.verdict for opinion in after.opinions] == [Verdict.SUPPORTED] * 2


def test_that_an_opinion_keeps_model_prompt_tokens_cost_time_and_raw_reply(bench: Bench) -> None:
    model = bench.model(price_prompt=2.0, price_reply=10.0)
    (opinion,) = asked(bench, model, claims=("c2",)).given
    assert (opinion.model, opinion.prompt, opinion.words) == ("heron-2", "opinion-1", "It holds 0.5.")
    assert opinion.tokens == TokenUse(prompt=300, reply=20)
    assert opinion.cost == pytest.approx(0.0008)
    assert '"verdict": "supported"' in opinion.raw
    assert bench.workspace.opinions.of_run(bench.run) == (opinion,)


def test_that_an_answered_question_is_not_paid_for_again_unless_named(bench: Bench) -> None:
    asked(bench, bench.model())
    model = bench.model()
    assert asked(bench, model).known == 2
    assert model.asked == []
    asked(bench, model, claims=("c3",))
    assert len(model.asked) == 1


def test_that_tokens_are_bound_before_the_question(bench: Bench) -> None:
    model = bench.model()
    first = asked(bench, model, most_tokens=100)
    assert (first.given, first.left, model.asked) == ((), 2, [])
    assert first.stopped is not None
    assert "could pass 100 tokens; 0 are used" in first.stopped


def test_that_money_stops_before_the_bound_is_passed(bench: Bench) -> None:
    model = bench.model(price_prompt=1000.0, price_reply=1000.0)  # each answer costs 0.32
    claim = load_view(bench.ctx, bench.run).review.claims[1].current
    worst = (opinion_prompt(claim, "", model="heron-2", reply_tokens=400).most_tokens + 400) / 1000
    bound = worst + 0.5

    report = asked(bench, model, claims=("c2", "c3", "c1"), most_cost=bound)

    assert (len(report.given), report.left) == (2, 1)
    assert report.cost == pytest.approx(0.64)
    assert report.stopped is not None
    assert f"could pass a cost of {bound:g}; 0.6400 is spent" in report.stopped


def test_that_a_bound_in_money_needs_a_price(bench: Bench) -> None:
    with pytest.raises(InputError, match="names no price"):
        asked(bench, bench.model(), most_cost=1.0)


def test_that_unknown_use_counts_in_full_and_unknown_cost_is_not_zero(bench: Bench) -> None:
    def untold(request: ModelRequest) -> ModelReply:
        return ModelReply("no", "stop", "")

    report = asked(bench, bench.model(untold))
    assert report.tokens > 2 * 400
    assert report.cost is None
    assert [(opinion.tokens, opinion.cost) for opinion in report.given] == [(None, None)] * 2


def test_that_a_reply_cut_off_while_thinking_is_asked_for_with_more_room(
    bench: Bench,
    reply_text: Callable[..., str],
) -> None:
    def thinks(request: ModelRequest) -> ModelReply:
        used = TokenUse(prompt=300, reply=request.reply_tokens)
        if request.reply_tokens < 1000:
            return ModelReply("", "length", "heron-2", tokens=used)
        return ModelReply(reply_text(request), "stop", "heron-2", tokens=used)

    model = bench.model(thinks)
    (opinion,) = asked(bench, model, claims=("c2",)).given
    assert opinion.state is OpinionState.VALID
    assert opinion.tokens == TokenUse(prompt=600, reply=400 + 1600)


def test_that_what_was_given_stays_when_the_endpoint_fails_later(
    bench: Bench,
    scripted: Callable[..., Answer],
) -> None:
    answers = iter([scripted()])

    def fails(request: ModelRequest) -> ModelReply:
        answer = next(answers, None)
        if answer is None:
            raise ModelUnavailable("localhost: does not answer; start it")
        return answer(request)

    events: list[Event] = []
    with pytest.raises(ModelUnavailable):
        ask_opinions(
            bench.ctx, bench.model(fails), OpinionOrder(bench.run), cancel=CancelToken(), emit=events.append
        )
    assert len(bench.workspace.opinions.of_run(bench.run)) == 1
    assert RunsChanged((bench.run,), "opinions") in events


def test_that_a_cancel_stops_between_questions(
    bench: Bench,
    scripted: Callable[..., Answer],
) -> None:
    cancel = CancelToken()

    def answer(request: ModelRequest) -> ModelReply:
        cancel.cancel()
        return scripted()(request)

    with pytest.raises(Cancelled):
        ask_opinions(bench.ctx, bench.model(answer), OpinionOrder(bench.run), cancel=cancel, emit=ignore)
    assert len(bench.workspace.opinions.of_run(bench.run)) == 1


def test_that_a_claim_that_is_not_there_is_named(bench: Bench) -> None:
    with pytest.raises(InputError, match="has no claim 'c9'"):
        asked(bench, bench.model(), claims=("c9",))
