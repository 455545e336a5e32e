"""A model's second opinion on a claim: kept and shown as such beside the rules' answer, which it never changes."""

from datetime import datetime
from enum import StrEnum
from typing import Self

from pydantic import Field, model_validator

from mlrbench_gui.domain.frozen import FrozenModel
from mlrbench_gui.domain.values import RelPath, RunName, Sha256, Verdict

ASK_BELOW = 0.6
"""Claims of less confidence, and all that the rules leave unverifiable, are worth a second opinion."""


class OpinionState(StrEnum):
    """Whether the reply says something: an answer, no readable one, or that the model will not give one."""

    VALID = "valid"
    INVALID = "invalid"
    REFUSED = "refused"


class TokenUse(FrozenModel):
    """Tokens as the endpoint counted them."""

    prompt: int = Field(ge=0)
    reply: int = Field(ge=0)

    @property
    def total(self) -> int:
        """Both together."""
        return self.prompt + self.reply


class Opinion(FrozenModel):
    """What a model said of one claim. `verdict` is set for a valid one only.

    `words` is its sentence, or what is wrong with the reply. `tokens` and `cost` are None where the endpoint or the
    profile does not tell.
    """

    id: str
    run: RunName
    paper: RelPath
    fingerprint: str
    state: OpinionState
    verdict: Verdict | None
    words: str
    model: str
    prompt: str = Field(description="name of the prompt's file, with its version")
    prompt_sha256: Sha256 = Field(description="of all that was sent")
    tokens: TokenUse | None
    cost: float | None
    at: datetime
    raw: str

    @model_validator(mode="after")
    def _one_answer(self) -> Self:
        if (self.verdict is not None) != (self.state is OpinionState.VALID):
            raise ValueError("a valid opinion has a verdict, and no other has one")
        return self


def latest_opinions(opinions: tuple[Opinion, ...]) -> dict[tuple[RelPath, str], Opinion]:
    """The newest opinion on each claim, by paper and fingerprint; a valid one goes before what could not be read."""
    found: dict[tuple[RelPath, str], Opinion] = {}
    for opinion in sorted(opinions, key=lambda item: (item.state is OpinionState.VALID, item.at, item.id)):
        found[opinion.paper, opinion.fingerprint] = opinion
    return found
