"""A request is asked once for its scope, within the budget, and its answer is kept before it is used."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Protocol

import pytest

from mlrbench_gui.domain.errors import BudgetReached, InputError, ModelUnavailable
from mlrbench_gui.domain.model_calls import Account, ModelCall, ToolUse, account
from mlrbench_gui.domain.model_profiles import ModelProfile
from mlrbench_gui.domain.opinions import TokenUse
from mlrbench_gui.domain.work import CancelToken
from mlrbench_gui.services.models.asking import Asker, as_reply, most_tokens, request_sha256
from mlrbench_gui.services.models.budget import Bounds, Budget, Purse
from mlrbench_gui.services.ports.models import (
    ModelClient,
    ModelReply,
    ModelRequest,
    OfferedTool,
    Picture,
    Speaker,
    Turn,
)

REQUEST = ModelRequest("You plan.", "What next?", 100)
PRICES = {"price_prompt": 1_000_000.0, "price_reply": 2_000_000.0}


def clock() -> datetime:
    return datetime(2026, 1, 1, tzinfo=UTC)


class Calls(Protocol):
    kept: list[ModelCall]


class Client(ModelClient, Protocol):
    asked: list[ModelRequest]


class Desk(Protocol):
    client: Client
    calls: Calls
    budget: Budget

    def asker(self, scope: str = ...) -> Asker: ...


Open = Callable[..., Desk]
Says = Callable[..., ModelReply]


def test_that_an_answer_is_kept_with_what_it_used(desk: Open, says: Says) -> None:
    made = desk(says("Look closer."), **PRICES)
    call = made.asker().ask(REQUEST, CancelToken())
    assert made.calls.kept == [call]
    assert (call.text, call.model, call.scope) == ("Look closer.", "heron-2-0301", "run/idea/0")
    assert (call.tokens, call.cost) == (TokenUse(prompt=30, reply=10), 50.0)


def test_that_a_request_is_asked_once_a_scope(desk: Open, says: Says) -> None:
    made = desk(says("One."), says("Two."))
    first = made.asker().ask(REQUEST, CancelToken())
    again = made.asker()
    assert again.ask(REQUEST, CancelToken()) == first
    assert (len(made.client.asked), again.repeated, again.made) == (1, 1, [first])
    assert made.asker("run/idea/1").ask(REQUEST, CancelToken()).text == "Two."


def test_that_a_reply_is_kept_with_the_tools_that_it_asks_for(desk: Open, says: Says) -> None:
    uses = (ToolUse("a1", "list", "{}"),)
    made = desk(replace(says(""), uses=uses))
    call = made.asker().ask(REQUEST, CancelToken())
    assert as_reply(made.asker().ask(REQUEST, CancelToken())).uses == uses
    assert ModelCall.model_validate_json(call.model_dump_json()) == call


def test_that_replies_that_were_kept_before_there_were_tools_are_found_again(desk: Open, says: Says) -> None:
    profile = desk(says("")).client.profile
    turns = (Turn(Speaker.MODEL, ""), Turn(Speaker.USER, "Again."))
    asked = replace(REQUEST, turns=turns)
    before = "1ea613d7d266b6d5e83ff4b9d794611c41e6913a8e51dc58863f6567b7588bc1"
    assert request_sha256(profile, asked) == before
    tool = OfferedTool("list", "Lists.", "{}")
    assert request_sha256(profile, replace(asked, tools=(tool,))) != before
    more = most_tokens(replace(asked, tools=(tool,))).prompt
    assert more > most_tokens(asked).prompt


def test_that_a_request_is_another_one_by_each_part_of_it_but_not_by_the_address(
    desk: Open, says: Says
) -> None:
    profile = desk(says("")).client.profile
    others = [
        ModelRequest("You plan!", "What next?", 100),
        ModelRequest("You plan.", "What next?", 101),
        ModelRequest("You plan.", "What next?", 100, (Turn(Speaker.MODEL, "This."),)),
    ]
    hashes = {request_sha256(profile, request) for request in (REQUEST, *others)}
    hashes |= {request_sha256(profile.model_copy(update={"model": "owl"}), REQUEST)}
    assert len(hashes) == 5
    elsewhere = profile.model_copy(update={"base_url": "http://localhost:10/v1"})
    assert request_sha256(elsewhere, REQUEST) == request_sha256(profile, REQUEST)


@pytest.mark.parametrize(
    ("bounds", "words"),
    [
        (Bounds(tokens=250), "could pass 250 tokens; 40 are used"),
        (Bounds(cost=300.0), "could pass a cost of 300; 50.0000 is spent"),
    ],
)
def test_that_a_bound_stops_before_it_is_passed_and_keeps_what_was_answered(
    desk: Open, says: Says, bounds: Bounds, words: str
) -> None:
    small = ModelRequest("You plan.", "What next?", 50)
    made = desk(says("Look."), bounds=bounds, **PRICES)
    asker = made.asker()
    asker.ask(small, CancelToken())
    with pytest.raises(BudgetReached, match=words):
        asker.ask(ModelRequest("You plan.", "And then?", 200), CancelToken())
    assert made.budget.tokens == 40
    assert len(made.calls.kept) == len(made.client.asked) == 1
    assert asker.ask(small, CancelToken()).text == "Look."


def test_that_time_stops_before_it_is_passed_by_a_call_as_long_as_the_longest(desk: Open, says: Says) -> None:
    made = desk(says("Look."), bounds=Bounds(seconds=20.0), step=4.0)
    asker = made.asker()
    asker.ask(REQUEST, CancelToken())
    with pytest.raises(BudgetReached, match="could pass 20 s"):
        asker.ask(ModelRequest("You plan.", "And then?", 100), CancelToken())
    assert made.budget.seconds < 40


def test_that_calls_made_at_once_cannot_pass_a_bound_together(desk: Open, says: Says) -> None:
    budget = desk(says(""), bounds=Bounds(tokens=100)).budget
    most = TokenUse(prompt=40, reply=20)
    assert budget.hold(most) is None
    assert budget.hold(most) is not None
    budget.release(most)
    assert budget.hold(most) is None


def test_that_a_call_of_untold_use_counts_with_all_it_could_have_used(desk: Open, says: Says) -> None:
    made = desk(says("Look.", used=None), **PRICES)
    call = made.asker().ask(REQUEST, CancelToken())
    assert (call.tokens, call.cost) == (None, None)
    assert made.budget.tokens == most_tokens(REQUEST).total


def test_that_a_failed_call_keeps_nothing_and_gives_its_hold_back(desk: Open, says: Says) -> None:
    made = desk(ModelUnavailable("gone"), says("Back."), bounds=Bounds(tokens=300))
    asker = made.asker()
    with pytest.raises(ModelUnavailable):
        asker.ask(REQUEST, CancelToken())
    assert made.calls.kept == []
    assert asker.ask(REQUEST, CancelToken()).text == "Back."


def test_that_a_bound_in_money_needs_prices(desk: Open, says: Says) -> None:
    with pytest.raises(InputError, match="names no price"):
        desk(says(""), bounds=Bounds(cost=1.0))


def test_that_an_account_adds_up_and_one_unknown_cost_makes_it_unknown(desk: Open, says: Says) -> None:
    made = desk(says("A"), says("B"), says("C", used=None), **PRICES)
    asker = made.asker()
    for number in range(3):
        asker.ask(ModelRequest("s", str(number), 10), CancelToken())
    known, all_calls = account(asker.made[:2]), account(asker.made)
    assert known == Account(2, 60, 20, 0, 100.0, 0.0)
    assert (all_calls.calls, all_calls.untold, all_calls.cost, all_calls.tokens) == (3, 1, None, 80)


def test_that_replies_kept_before_there_were_pictures_are_still_found() -> None:
    profile = ModelProfile(name="a", base_url="http://localhost/v1", model="m")
    request = ModelRequest("s", "u", 5, turns=(Turn(Speaker.USER, "x"),))
    assert request_sha256(profile, request) == (
        "1387d3a953967a14da9bd3a7950889319748886a3a42e79604b9a76cd635af9a"
    )


def test_that_another_picture_is_another_request_and_counts_with_its_most() -> None:
    profile = ModelProfile(name="a", base_url="http://localhost/v1", model="m")
    one, other = (replace(REQUEST, pictures=(Picture("a.png", "image/png", data),)) for data in (b"1", b"2"))
    assert len({request_sha256(profile, request) for request in (REQUEST, one, other)}) == 3
    assert most_tokens(one, 5_000).prompt == most_tokens(REQUEST).prompt + 5_000


def test_that_one_purse_holds_the_models_of_several_profiles_together(desk: Open, says: Says) -> None:
    made = desk(says("One."))
    purse, bounds = Purse(), Bounds(cost=400.0)
    dear, cheap = (
        Budget(
            made.client.profile.model_copy(update={"price_prompt": price, "price_reply": price}),
            bounds,
            clock,
            purse,
        )
        for price in (1_000_000.0, 1.0)
    )
    assert dear.hold(TokenUse(prompt=300, reply=50)) is None
    assert cheap.hold(TokenUse(prompt=1000, reply=1000)) is None
    assert dear.hold(TokenUse(prompt=50, reply=0)) is not None
    dear.release(TokenUse(prompt=300, reply=50))
    assert dear.hold(TokenUse(prompt=50, reply=0)) is None
