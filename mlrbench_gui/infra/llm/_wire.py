"""Requests as `openai` takes them, and its answers as ours. Endpoints leave out what the types promise."""

import base64
import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from mlrbench_gui.domain.errors import ModelUnavailable
from mlrbench_gui.domain.model_calls import ToolUse
from mlrbench_gui.domain.model_profiles import ModelProfile, ReplyForm
from mlrbench_gui.domain.opinions import TokenUse
from mlrbench_gui.services.ports.models import ModelReply, ModelRequest, ReplyShape, Speaker, Turn

if TYPE_CHECKING:
    from openai import Omit, OpenAI
    from openai.types.chat import (
        ChatCompletion,
        ChatCompletionAssistantMessageParam,
        ChatCompletionChunk,
        ChatCompletionContentPartParam,
        ChatCompletionFunctionToolParam,
        ChatCompletionMessageParam,
    )
    from openai.types.chat.completion_create_params import ResponseFormat


class CutOff(Exception):
    """A stream that ended before the endpoint said why."""


@dataclass(frozen=True, slots=True)
class Dialect:
    """What an endpoint was found to want otherwise, from what it refused."""

    newer_limit: bool = False
    counts_streams: bool = True
    streams: bool = True
    takes_temperature: bool = True


def whole_answer(
    client: "OpenAI", profile: ModelProfile, request: ModelRequest, dialect: Dialect
) -> "ChatCompletion":
    """Ask, and wait for the whole answer."""
    from openai import omit

    return client.chat.completions.create(
        model=profile.model,
        messages=_messages(request),
        temperature=_temperature(profile, dialect),
        max_tokens=omit if dialect.newer_limit else request.reply_tokens,
        max_completion_tokens=request.reply_tokens if dialect.newer_limit else omit,
        response_format=_format(request.shape),
        tools=_tools(request),
    )


def streamed_answer(
    client: "OpenAI",
    profile: ModelProfile,
    request: ModelRequest,
    dialect: Dialect,
    say: Callable[[str], None],
) -> ModelReply:
    """Ask, and hand each piece on as it comes. Raises CutOff where the stream just ends."""
    from openai import omit

    pieces = client.chat.completions.create(
        model=profile.model,
        messages=_messages(request),
        temperature=_temperature(profile, dialect),
        max_tokens=omit if dialect.newer_limit else request.reply_tokens,
        max_completion_tokens=request.reply_tokens if dialect.newer_limit else omit,
        response_format=_format(request.shape),
        tools=_tools(request),
        stream=True,
        stream_options={"include_usage": True} if dialect.counts_streams else omit,
    )
    return _joined(pieces, say)


def reply_of(answer: "ChatCompletion", profile: ModelProfile) -> ModelReply:
    """The first choice, where there is one."""
    choices = getattr(answer, "choices", None)
    if not choices or choices[0].message is None:
        raise ModelUnavailable(
            f"{profile.host}: its answer holds no message; is {profile.base_url} an OpenAI-compatible address?"
        )
    message = choices[0].message
    return ModelReply(
        text=_text(message.content),
        finish=_text(choices[0].finish_reason),
        model=_text(answer.model),
        refusal=_text(getattr(message, "refusal", None)),
        tokens=_tokens(answer.usage),
        uses=tuple(
            _use(number, (getattr(call, "id", None), getattr(call, "function", None)))
            for number, call in enumerate(getattr(message, "tool_calls", None) or ())
        ),
    )


def _joined(pieces: "Iterable[ChatCompletionChunk]", say: Callable[[str], None]) -> ModelReply:
    said: list[str] = []
    refused: list[str] = []
    uses: dict[int, list[str]] = {}
    model, finish, tokens = "", "", None
    for piece in pieces:
        model = _text(getattr(piece, "model", None)) or model
        tokens = _tokens(getattr(piece, "usage", None)) or tokens
        choices = getattr(piece, "choices", None)
        if not choices:
            continue
        finish = _text(choices[0].finish_reason) or finish
        text = _text(getattr(choices[0].delta, "content", None))
        refused.append(_text(getattr(choices[0].delta, "refusal", None)))
        _join_uses(uses, getattr(choices[0].delta, "tool_calls", None) or ())
        if text:
            said.append(text)
            say(text)
    if not finish:
        raise CutOff
    asked = tuple(ToolUse(use[0] or f"call{at}", *use[1:]) for at, use in sorted(uses.items()))
    return ModelReply("".join(said), finish, model, "".join(refused), tokens, asked)


def _join_uses(uses: dict[int, list[str]], pieces: Iterable[object]) -> None:
    """Pieces of tool calls, each to its own: id, name and arguments come in parts."""
    for piece in pieces:
        at = getattr(piece, "index", None)
        known = uses.setdefault(at if isinstance(at, int) else len(uses), ["", "", ""])
        function = getattr(piece, "function", None)
        known[0] = known[0] or _text(getattr(piece, "id", None))
        known[1] += _text(getattr(function, "name", None))
        known[2] += _text(getattr(function, "arguments", None))


def _use(number: int, told: tuple[object, object]) -> ToolUse:
    id_, function = told
    name, arguments = (_text(getattr(function, key, None)) for key in ("name", "arguments"))
    return ToolUse(_text(id_) or f"call{number}", name, arguments)


def _tools(request: ModelRequest) -> "Iterable[ChatCompletionFunctionToolParam] | Omit":
    from openai import omit

    if not request.tools:
        return omit
    return [
        {
            "type": "function",
            "function": {
                "name": tool.name,
                "description": tool.does,
                "parameters": json.loads(tool.schema),
            },
        }
        for tool in request.tools
    ]


def _messages(request: ModelRequest) -> "list[ChatCompletionMessageParam]":
    made: list[ChatCompletionMessageParam] = [
        {"role": "system", "content": request.system},
        {"role": "user", "content": _user_content(request)},
    ]
    for turn in request.turns:
        if turn.speaker is Speaker.MODEL:
            made.append(_said_by_model(turn))
        elif turn.speaker is Speaker.TOOL:
            made.append({"role": "tool", "tool_call_id": turn.answers, "content": turn.text})
        else:
            made.append({"role": "user", "content": turn.text})
    return made


def _user_content(request: ModelRequest) -> "str | list[ChatCompletionContentPartParam]":
    """The words alone where no pictures go with them, as not all endpoints take parts."""
    if not request.pictures:
        return request.user
    parts: list[ChatCompletionContentPartParam] = [{"type": "text", "text": request.user}]
    for picture in request.pictures:
        data = base64.b64encode(picture.data).decode("ascii")
        parts.append({"type": "image_url", "image_url": {"url": f"data:{picture.media_type};base64,{data}"}})
    return parts


def _said_by_model(turn: Turn) -> "ChatCompletionAssistantMessageParam":
    if not turn.uses:
        return {"role": "assistant", "content": turn.text}
    return {
        "role": "assistant",
        "content": turn.text or None,
        "tool_calls": [
            {"id": use.id, "type": "function", "function": {"name": use.name, "arguments": use.arguments}}
            for use in turn.uses
        ],
    }


def _format(shape: ReplyShape | None) -> "ResponseFormat | Omit":
    from openai import omit

    if shape is None or shape.form is ReplyForm.TEXT:
        return omit
    if shape.form is ReplyForm.JSON_OBJECT:
        return {"type": "json_object"}
    schema: dict[str, object] = json.loads(shape.schema)
    return {"type": "json_schema", "json_schema": {"name": shape.name, "schema": schema, "strict": True}}


def _temperature(profile: ModelProfile, dialect: Dialect) -> "float | Omit":
    from openai import omit

    given = profile.temperature if dialect.takes_temperature else None
    return omit if given is None else given


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _tokens(usage: object) -> TokenUse | None:
    counts = [getattr(usage, name, None) for name in ("prompt_tokens", "completion_tokens")]
    known = [count for count in counts if isinstance(count, int) and count >= 0]
    return TokenUse(prompt=known[0], reply=known[1]) if len(known) == 2 else None
