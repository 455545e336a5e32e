"""Replies read into values: held to a schema as far as the endpoint can, validated always, mended once at most."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from mlrbench_gui.domain.errors import ReplyRefused, ReplyUnusable
from mlrbench_gui.domain.model_calls import ModelCall
from mlrbench_gui.domain.model_profiles import ReplyForm
from mlrbench_gui.domain.work import CancelToken
from mlrbench_gui.services.models.asking import Asker
from mlrbench_gui.services.models.json_reading import last_object
from mlrbench_gui.services.ports.models import ModelRequest, ReplyShape, Speaker, Turn

T = TypeVar("T")
Shape = TypeVar("Shape", bound=BaseModel)

_MOST_FAULTS = 6
_LOOSE = frozenset(
    {"title", "default", "description", "minLength", "maxLength", "minItems", "maxItems", "pattern"}
    | {"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "uniqueItems", "format"}
)
"""What strict endpoints refuse in a schema, or do not enforce: checked here after."""


class Unreadable(Exception):
    """A reply is not what was asked for; the message says what is wrong with it."""


def ask_value(
    asker: Asker,
    request: ModelRequest,
    shape: type[Shape],
    form: ReplyForm,
    cancel: CancelToken,
    *,
    check: Callable[[Shape], str | None] | None = None,
) -> Shape:
    """A value of this type. Raises ReplyUnusable, ReplyRefused, and what asking raises.

    `check` tells what a value of the right shape is still lacking; it is asked for once more then too.
    """
    schema = bounded_schema(shape) if form is ReplyForm.GRAMMAR else wire_schema(shape)
    shaped = replace(request, shape=ReplyShape(shape.__name__, schema, form))
    if form in (ReplyForm.JSON_OBJECT, ReplyForm.TEXT):
        told = f"Reply with one JSON object and nothing else. It must fit this JSON Schema:\n{schema}"
        shaped = replace(shaped, system=f"{request.system}\n\n{told}")

    def read(text: str) -> Shape:
        value = _validated(text, shape)
        fault = check(value) if check is not None else None
        if fault is not None:
            raise Unreadable(fault)
        return value

    return ask_read(asker, shaped, read, cancel)


def ask_read(asker: Asker, request: ModelRequest, read: Callable[[str], T], cancel: CancelToken) -> T:
    """What `read` makes of the reply. Where it raises Unreadable, the model is asked once more and told why."""
    first = asker.ask(request, cancel)
    fault = _refused_or(first) or _fault_of(first, read)
    if fault is None:
        return read(first.text)
    again = replace(
        request,
        reply_tokens=request.reply_tokens * 2 if first.finish == "length" else request.reply_tokens,
        turns=(*request.turns, Turn(Speaker.MODEL, first.text), Turn(Speaker.USER, _please(fault))),
    )
    second = asker.ask(again, cancel)
    fault = _refused_or(second) or _fault_of(second, read)
    if fault is None:
        return read(second.text)
    raise ReplyUnusable(f"{second.model}: its reply cannot be used, also not the second: {fault}")


def wire_schema(shape: type[BaseModel]) -> str:
    """The type's JSON Schema without what endpoints refuse or do not enforce."""
    return json.dumps(_strict(shape.model_json_schema()), ensure_ascii=False)


def bounded_schema(shape: type[BaseModel]) -> str:
    """As `wire_schema`, with a length for every string and list: a grammar holds a small model to it."""
    return json.dumps(_bounded(json.loads(wire_schema(shape))), ensure_ascii=False)


def _bounded(node: object) -> object:
    if isinstance(node, list):
        return [_bounded(item) for item in node]
    if not isinstance(node, dict):
        return node
    kept = {key: _bounded(value) for key, value in node.items()}
    return kept | _LENGTHS.get(str(kept.get("type")), {})


_LENGTHS = {"string": {"minLength": 20, "maxLength": 120}, "array": {"minItems": 2, "maxItems": 3}}


def _strict(node: object) -> object:
    if isinstance(node, list):
        return [_strict(item) for item in node]
    if not isinstance(node, dict):
        return node
    kept = {
        key: {name: _strict(item) for name, item in value.items()}
        if key in {"properties", "$defs"} and isinstance(value, dict)
        else _strict(value)
        for key, value in node.items()
        if key not in _LOOSE
    }
    properties = kept.get("properties")
    if isinstance(properties, dict):
        kept |= {"required": list(properties), "additionalProperties": False}
    return kept


def _validated(text: str, shape: type[Shape]) -> Shape:
    found = last_object(text)
    if found is None:
        raise Unreadable("it holds no JSON object")
    try:
        return shape.model_validate_json(json.dumps(found))
    except ValidationError as error:
        faults = error.errors(include_url=False, include_input=False, include_context=False)
        told = [f"{'.'.join(map(str, fault['loc'])) or 'it'}: {fault['msg']}" for fault in faults]
        raise Unreadable("; ".join(told[:_MOST_FAULTS])) from error


def _refused_or(call: ModelCall) -> str | None:
    """Raises ReplyRefused for a refusal; tells of a reply that holds nothing."""
    if call.refusal or call.finish == "content_filter":
        said = " ".join(call.refusal.split())[:300] or "it gave no reason"
        raise ReplyRefused(f"{call.model}: will not answer: {said}")
    if not call.text.strip():
        return f"it is empty (it ended by {call.finish or 'no stated reason'})"
    return None


def _fault_of(call: ModelCall, read: Callable[[str], T]) -> str | None:
    try:
        read(call.text)
    except Unreadable as fault:
        return f"{fault}{'; it was cut off' if call.finish == 'length' else ''}"
    return None


def _please(fault: str) -> str:
    return f"That cannot be used: {fault}. Reply again, whole and corrected, in the form asked for, and nothing else."
