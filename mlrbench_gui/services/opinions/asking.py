"""Ask a model for its opinion on claims of an audited run, one by one. Each is kept as soon as it is there.

No verdict is changed: opinions have a store of their own, and the audit does not know of them.
"""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from mlrbench_gui.domain.audit import Claim
from mlrbench_gui.domain.decisions import ReviewedClaim
from mlrbench_gui.domain.errors import InputError
from mlrbench_gui.domain.opinions import ASK_BELOW, Opinion, OpinionState, TokenUse
from mlrbench_gui.domain.values import RunName, Verdict
from mlrbench_gui.domain.work import CancelToken, Emit, Progress, RunsChanged, Spent
from mlrbench_gui.services.context import Context
from mlrbench_gui.services.models.budget import Bounds, Budget
from mlrbench_gui.services.opinions.prompting import PROMPT, OpinionPrompt, opinion_prompt
from mlrbench_gui.services.opinions.replying import RAW, ReadReply, needs_more_room, one_line, read_reply
from mlrbench_gui.services.ports.calls import Clock
from mlrbench_gui.services.ports.models import ModelClient, ModelReply
from mlrbench_gui.services.reviewing import RunView, load_view

_MORE_ROOM = 4
"""A reply that was cut off is asked for once more with so many times the room."""


@dataclass(frozen=True, slots=True)
class OpinionOrder:
    """Which claims: those named, else all that the rules leave open and nobody decided, the least sure first."""

    run: RunName
    claims: tuple[str, ...] = ()
    below: float = ASK_BELOW
    most_claims: int | None = None
    most_tokens: int | None = None
    most_cost: float | None = None


@dataclass(frozen=True, slots=True)
class OpinionReport:
    """What came of it. `known` were answered before by the same model for the same question; `left` were not asked.

    `stopped` says why; `cost` is None where it is not known.
    """

    given: tuple[Opinion, ...]
    known: int
    left: int
    stopped: str | None
    tokens: int
    cost: float | None


@dataclass(frozen=True, slots=True)
class _Question:
    claim: Claim
    prompt: OpinionPrompt


@dataclass(frozen=True, slots=True)
class _Reply:
    reply: ModelReply
    read: ReadReply
    cost: float | None


def open_claims(view: RunView, order: OpinionOrder) -> tuple[ReviewedClaim, ...]:
    """The claims that an order is about. Raises InputError for a name that no claim has."""
    if order.claims:
        by_id = {item.current.id: item for item in view.review.claims}
        missing = [name for name in order.claims if name not in by_id]
        if missing:
            raise InputError(f"{order.run}: has no claim {missing[0]!r}")
        return tuple(by_id[name] for name in dict.fromkeys(order.claims))
    left = [item for item in view.review.claims if item.decision is None and _is_open(item, order.below)]
    left.sort(key=lambda item: (item.engine or item.current).confidence)
    return tuple(left[: order.most_claims])


def ask_opinions(
    ctx: Context, client: ModelClient, order: OpinionOrder, *, cancel: CancelToken, emit: Emit
) -> OpinionReport:
    """Ask about each claim of the order. What was given stays if a later question fails.

    Raises UnknownRun, InputError for a run without an audit, ModelUnavailable, Cancelled.
    """
    view = load_view(ctx, order.run)
    if view.stored is None:
        raise InputError(f"{order.run}: not audited yet; audit it, then ask for opinions")
    profile = client.profile
    most_cost = order.most_cost if order.most_cost is not None else profile.most_cost
    bounds = Bounds(order.most_tokens or profile.most_tokens, most_cost, profile.most_seconds)
    budget = Budget(profile, bounds, ctx.clock)
    questions, known = _questions(view, order, client)
    given: list[Opinion] = []
    stopped: str | None = None
    try:
        for done, question in enumerate(questions):
            cancel.check()
            emit(Progress(done, len(questions), f"{profile.model} on {question.claim.id}"))
            replies = _asked(client, question.prompt, budget, ctx.clock, cancel, emit)
            if isinstance(replies, str):
                stopped = replies
                break
            opinion = _opinion(order, question, replies, profile.model, ctx.clock())
            ctx.workspace.opinions.append(opinion)
            given.append(opinion)
    finally:
        if given:
            emit(RunsChanged((order.run,), "opinions"))
    return OpinionReport(
        tuple(given), known, len(questions) - len(given), stopped, budget.tokens, budget.cost
    )


def _is_open(item: ReviewedClaim, below: float) -> bool:
    said = item.engine or item.current
    return said.verdict is Verdict.UNVERIFIABLE or said.confidence < below


def _questions(view: RunView, order: OpinionOrder, client: ModelClient) -> tuple[list[_Question], int]:
    """The questions not answered yet, and how many are. A claim that is named is asked about again."""
    profile = client.profile
    every = []
    for item in open_claims(view, order):
        claim = item.engine or item.current
        text = view.texts.get(claim.paper, "")
        prompt = opinion_prompt(claim, text, model=profile.model, reply_tokens=profile.reply_tokens)
        every.append(_Question(claim, prompt))
    answered = {item.prompt_sha256 for item in view.opinions if item.state is OpinionState.VALID}
    fresh = [item for item in every if order.claims or item.prompt.sha256 not in answered]
    return fresh, len(every) - len(fresh)


def _asked(
    client: ModelClient, prompt: OpinionPrompt, budget: Budget, clock: Clock, cancel: CancelToken, emit: Emit
) -> tuple[_Reply, ...] | str:
    """The reply; one that was cut off before it said anything is followed by a second with more room.

    Why nothing was asked, where the budget does not allow it.
    """
    made: list[_Reply] = []
    for room in (prompt.request.reply_tokens, prompt.request.reply_tokens * _MORE_ROOM):
        most = TokenUse(prompt=prompt.most_tokens, reply=room)
        refusal = budget.hold(most)
        if refusal is not None:
            return tuple(made) or refusal
        begun = clock()
        try:
            reply = client.ask(replace(prompt.request, reply_tokens=room), cancel)
        except BaseException:
            budget.release(most)
            raise
        cost = budget.settle(most, reply.tokens, begun)
        used = reply.tokens or most
        emit(Spent(used.total, client.profile.cost(used.prompt, used.reply)))
        read = read_reply(reply, prompt.mark)
        made.append(_Reply(reply, read, cost))
        if not needs_more_room(reply, read):
            break
    return tuple(made)


def _opinion(
    order: OpinionOrder, question: _Question, replies: Sequence[_Reply], model: str, at: datetime
) -> Opinion:
    """What the last reply says, with the use of all."""
    last = replies[-1]
    tokens = [reply.reply.tokens for reply in replies if reply.reply.tokens is not None]
    costs = [reply.cost for reply in replies if reply.cost is not None]
    return Opinion(
        id=uuid.uuid4().hex,
        run=order.run,
        paper=question.claim.paper,
        fingerprint=question.claim.fingerprint,
        state=last.read.state,
        verdict=last.read.verdict,
        words=last.read.words,
        model=one_line(last.reply.model)[:200] or model,
        prompt=PROMPT,
        prompt_sha256=question.prompt.sha256,
        tokens=_sum(tokens) if len(tokens) == len(replies) else None,
        cost=sum(costs) if len(costs) == len(replies) else None,
        at=at,
        raw=(last.reply.text or last.reply.refusal)[:RAW].encode("utf-8", "replace").decode(),
    )


def _sum(tokens: Sequence[TokenUse]) -> TokenUse:
    return TokenUse(prompt=sum(use.prompt for use in tokens), reply=sum(use.reply for use in tokens))
