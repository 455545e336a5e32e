"""Ask a model once for each request of a scope: from the store where it was answered before, else within the budget."""

import hashlib
import json
import uuid
from dataclasses import asdict, dataclass, field, replace

from mlrbench_gui.domain.errors import BudgetReached
from mlrbench_gui.domain.model_calls import ModelCall, ToolUse
from mlrbench_gui.domain.model_profiles import ModelProfile
from mlrbench_gui.domain.opinions import TokenUse
from mlrbench_gui.domain.values import Sha256
from mlrbench_gui.domain.work import CancelToken, Emit, Spent
from mlrbench_gui.services.models.budget import Budget
from mlrbench_gui.services.ports.calls import Clock
from mlrbench_gui.services.ports.models import ModelClient, ModelReply, ModelRequest
from mlrbench_gui.services.ports.stores import CallStore

_SAID, _LATER = ("speaker", "text"), ("pictures", "tools")
_FRAME = 32
"""Tokens that frame a message, at most."""


@dataclass(slots=True)
class Asker:
    """A model for the calls of one scope. `made` are those that the scope's work took, stored ones among them.

    With `emit` the answers' text comes live.
    """

    client: ModelClient
    calls: CallStore
    budget: Budget
    clock: Clock
    scope: str
    emit: Emit | None = None
    made: list[ModelCall] = field(default_factory=list)
    repeated: int = 0

    def ask(self, request: ModelRequest, cancel: CancelToken) -> ModelCall:
        """The answer, kept before it is given. Raises BudgetReached, ModelUnavailable, Cancelled."""
        digest = request_sha256(self.client.profile, request)
        known = self.calls.find(self.scope, digest)
        if known is None:
            known = self._asked(request, digest, cancel)
        else:
            self.repeated += 1
        self.made.append(known)
        return known

    def _asked(self, request: ModelRequest, digest: Sha256, cancel: CancelToken) -> ModelCall:
        most = most_tokens(request, self.client.profile.picture_tokens)
        refusal = self.budget.hold(most)
        if refusal is not None:
            raise BudgetReached(refusal)
        begun = self.clock()
        try:
            reply = self.client.ask(request, cancel, self.emit)
        except BaseException:
            self.budget.release(most)
            raise
        cost = self.budget.settle(most, reply.tokens, begun)
        if self.emit is not None:
            used = reply.tokens or most
            self.emit(Spent(used.total, cost))
        seconds = max(0.0, (self.clock() - begun).total_seconds())
        return self.calls.append(
            ModelCall(
                id=uuid.uuid4().hex,
                scope=self.scope,
                request_sha256=digest,
                profile=self.client.profile.name,
                model=_storable(reply.model)[:200] or self.client.profile.model,
                text=_storable(reply.text),
                finish=_storable(reply.finish),
                refusal=_storable(reply.refusal),
                tokens=reply.tokens,
                cost=cost,
                seconds=seconds,
                at=begun,
                uses=tuple(ToolUse(*map(_storable, (use.id, use.name, use.arguments))) for use in reply.uses),
            )
        )


def as_reply(call: ModelCall) -> ModelReply:
    """A kept call as the endpoint's reply."""
    return ModelReply(call.text, call.finish, call.model, call.refusal, call.tokens, call.uses)


def request_sha256(profile: ModelProfile, request: ModelRequest) -> Sha256:
    """The hash of all that makes up the answer: model and request, not the address or how often it is tried."""
    pictures = [[item.name, hashlib.sha256(item.data).hexdigest()] for item in request.pictures]
    told = asdict(replace(request, pictures=()))
    # What is not used is left out: replies that were kept before there were pictures or tools are found again.
    told["turns"] = [
        {key: value for key, value in turn.items() if value or key in _SAID} for turn in told["turns"]
    ]
    used = {key: value for key, value in told.items() if value or key not in _LATER}
    asked = {**used, "tries": None, "model": profile.model, "temperature": profile.temperature}
    asked |= {"pictures": pictures} if pictures else {}
    text = json.dumps(asked, ensure_ascii=True, sort_keys=True)
    return Sha256(hashlib.sha256(text.encode()).hexdigest())


def most_tokens(request: ModelRequest, a_picture: int = 0) -> TokenUse:
    """More than a call can use: a token is at least one byte, a few frame the messages, a picture has its own most."""
    parts = [request.system, request.user, *(turn.text for turn in request.turns)]
    parts += [use.name + use.arguments for turn in request.turns for use in turn.uses]
    parts += [tool.name + tool.does + tool.schema for tool in request.tools]
    if request.shape is not None:
        parts.append(request.shape.schema)
    prompt = sum(len(part.encode("utf-8", "replace")) for part in parts) + _FRAME * len(parts)
    prompt += a_picture * len(request.pictures)
    return TokenUse(prompt=prompt, reply=request.reply_tokens)


def _storable(text: str) -> str:
    return text.encode("utf-8", "replace").decode()
