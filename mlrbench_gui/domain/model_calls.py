"""A model's reply as it is kept, and what calls cost together."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from pydantic import Field

from mlrbench_gui.domain.frozen import FrozenModel
from mlrbench_gui.domain.opinions import TokenUse
from mlrbench_gui.domain.values import Sha256


@dataclass(frozen=True, slots=True)
class ToolUse:
    """A tool that a model asks for in the endpoint's own field; `arguments` are what it said, as it said it."""

    id: str
    name: str
    arguments: str


class ModelCall(FrozenModel):
    """One call that was answered. `scope` says for what: equal requests of one scope are one call.

    `model` is the one that the endpoint says answered. `tokens` and `cost` are None where the endpoint or the profile
    does not tell.
    """

    id: str
    scope: str
    request_sha256: Sha256
    profile: str
    model: str
    text: str
    finish: str
    refusal: str
    tokens: TokenUse | None
    cost: float | None
    seconds: float = Field(ge=0.0)
    at: datetime
    uses: tuple[ToolUse, ...] = ()


@dataclass(frozen=True, slots=True)
class Account:
    """What calls used together. `untold` are those of unknown tokens; `cost` is None where one of them is unknown."""

    calls: int = 0
    prompt_tokens: int = 0
    reply_tokens: int = 0
    untold: int = 0
    cost: float | None = 0.0
    seconds: float = 0.0

    @property
    def tokens(self) -> int:
        """Those sent and those answered."""
        return self.prompt_tokens + self.reply_tokens

    def __add__(self, other: "Account") -> "Account":
        known = self.cost is not None and other.cost is not None
        return Account(
            self.calls + other.calls,
            self.prompt_tokens + other.prompt_tokens,
            self.reply_tokens + other.reply_tokens,
            self.untold + other.untold,
            (self.cost or 0.0) + (other.cost or 0.0) if known else None,
            self.seconds + other.seconds,
        )


def account(calls: Iterable[ModelCall]) -> Account:
    """The account of these calls."""
    total = Account()
    for call in calls:
        used = call.tokens or TokenUse(prompt=0, reply=0)
        total += Account(1, used.prompt, used.reply, call.tokens is None, call.cost, call.seconds)
    return total
