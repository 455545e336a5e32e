"""A model that answers: what it is asked, what it says."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from mlrbench_gui.domain.model_calls import ToolUse
from mlrbench_gui.domain.model_profiles import ModelProfile, ReplyForm
from mlrbench_gui.domain.opinions import TokenUse
from mlrbench_gui.domain.work import CancelToken, Emit


class Speaker(StrEnum):
    """Who said a turn of a talk, in the endpoints' words."""

    USER = "user"
    MODEL = "assistant"
    TOOL = "tool"


@dataclass(frozen=True, slots=True)
class Turn:
    """One thing said in a talk with a model: `uses` are tools that it asked for, `answers` the id of one answered."""

    speaker: Speaker
    text: str
    uses: tuple[ToolUse, ...] = ()
    answers: str = ""


@dataclass(frozen=True, slots=True)
class OfferedTool:
    """A tool that a model may ask for, its arguments by JSON Schema as text."""

    name: str
    does: str
    schema: str


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture that goes with a question, under the name that the question knows it by."""

    name: str
    media_type: str
    data: bytes


@dataclass(frozen=True, slots=True)
class ReplyShape:
    """What a reply must be: a JSON object that fits `schema` (JSON text), asked for in the way of `form`."""

    name: str
    schema: str
    form: ReplyForm


@dataclass(frozen=True, slots=True)
class ModelRequest:
    """What a model is asked; `reply_tokens` bounds the answer.

    `turns` are what was said after `user`, the model's own answers among them. `tries` bounds how often the endpoint
    is asked where it fails; None leaves that to the client. `pictures` stand behind the words of `user`; `tools` go
    into the endpoint's own field for them.
    """

    system: str
    user: str
    reply_tokens: int
    turns: tuple[Turn, ...] = ()
    shape: ReplyShape | None = None
    tries: int | None = None
    pictures: tuple[Picture, ...] = ()
    tools: tuple[OfferedTool, ...] = ()


@dataclass(frozen=True, slots=True)
class ModelReply:
    """What it answered. `finish` is the endpoint's word for why it ended (`stop`, `length`, `content_filter`, ...).

    `refusal` is what the model said where it will not answer; `model` is the one that the endpoint says answered.
    """

    text: str
    finish: str
    model: str
    refusal: str = ""
    tokens: TokenUse | None = None
    uses: tuple[ToolUse, ...] = ()


class ModelClient(Protocol):
    """Asks one model. Waits and tries again where that helps; stops within a moment when cancelled."""

    @property
    def profile(self) -> ModelProfile: ...

    def ask(self, request: ModelRequest, cancel: CancelToken, emit: Emit | None = None) -> ModelReply:
        """Raises ModelUnavailable with one line that names cause and remedy and never a key; Cancelled.

        With `emit` the answer's text comes as LiveText while it is being said.
        """
        ...

    def close(self) -> None: ...


ConnectModel = Callable[[ModelProfile], ModelClient]
"""Makes the client of a profile. Raises ModelUnavailable where no key is found for an endpoint that needs one."""
