"""Tool calls in a model's reply: in the endpoint's own field, or as JSON objects in its text; both read strictly.

What is wrong is told in words for the model.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from mlrbench_gui.domain.agent_log import Tool
from mlrbench_gui.domain.frozen import FrozenModel
from mlrbench_gui.domain.model_calls import ToolUse
from mlrbench_gui.services.models.json_reading import FoundObject, last_object, top_objects
from mlrbench_gui.services.ports.models import OfferedTool

_NEEDED: Mapping[Tool, tuple[str, ...]] = {
    Tool.SHELL: ("command",),
    Tool.READ: ("path",),
    Tool.WRITE: ("path", "content"),
    Tool.EDIT: ("path", "old", "new"),
    Tool.LIST: (),
    Tool.DONE: ("summary",),
}
_DOES: Mapping[Tool, str] = {
    Tool.SHELL: "Runs a shell command in your folder. Nothing of it runs on after it.",
    Tool.READ: "Gives the text of a file.",
    Tool.WRITE: "Writes a file, and the folders that it needs.",
    Tool.EDIT: "Puts other words in the place of words that stand in a file once.",
    Tool.LIST: "Lists all files of your folder.",
    Tool.DONE: "Ends the experiment.",
}
_MEANS: Mapping[str, str] = {
    "command": "the command",
    "path": "the file, seen from your folder",
    "content": "its whole text",
    "old": "words that stand in it once",
    "new": "the words in their place",
    "summary": "what was measured, and what was not",
}


class Step(FrozenModel):
    """A reply as a flat object, for endpoints that can be held to one; what a tool does not need is empty."""

    say: str
    tool: Tool
    command: str
    path: str
    content: str
    old: str
    new: str
    summary: str


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A tool with its arguments, all of them text."""

    tool: Tool
    arguments: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class ReadReply:
    """What a reply asks for, what it says beside, and what is wrong with it (empty where nothing is)."""

    calls: tuple[ToolCall, ...] = ()
    said: str = ""
    faults: tuple[str, ...] = field(default=())


def read_reply(text: str) -> ReadReply:
    """The calls in their order. One that cannot be read is a fault, and those after it are not done."""
    found = list(top_objects(text))
    said = "\n".join(part for part in _words(text, found) if part)
    if not found:
        return ReadReply((), said, ("it holds no tool call: one JSON object with `tool` and `arguments`",))
    calls: list[ToolCall] = []
    for item in found:
        call = _call(item.value)
        if isinstance(call, str):
            return ReadReply(tuple(calls), said, (call,))
        calls.append(call)
    return ReadReply(tuple(calls), said)


def offered_tools() -> tuple[OfferedTool, ...]:
    """The tools, for endpoints that take them in a field of their own."""
    return tuple(OfferedTool(tool.value, _DOES[tool], _schema(needed)) for tool, needed in _NEEDED.items())


def read_uses(uses: Sequence[ToolUse], text: str) -> ReadReply:
    """As `read_reply`, for calls that the endpoint told apart itself."""
    calls: list[ToolCall] = []
    for use in uses:
        call = _call({"tool": use.name, "arguments": _arguments(use.arguments)})
        if isinstance(call, str):
            return ReadReply(tuple(calls), text.strip(), (call,))
        calls.append(call)
    return ReadReply(tuple(calls), text.strip())


def _schema(needed: Sequence[str]) -> str:
    properties = {name: {"type": "string", "description": _MEANS[name]} for name in needed}
    told = {"type": "object", "properties": properties, "required": list(needed)}
    return json.dumps({**told, "additionalProperties": False})


def _arguments(text: str) -> dict[str, object] | None:
    """No arguments at all are an empty object to some endpoints, and an empty text to others."""
    found = last_object(text)
    return found if found is not None or text.strip() else {}


def _words(text: str, found: Sequence[FoundObject]) -> Iterator[str]:
    """What stands before the first call, and what a call of one object says of itself."""
    yield text[: found[0].start].strip() if found else text.strip()
    for item in found:
        words = item.value.get("say", "")
        yield words.strip() if isinstance(words, str) else ""


def _call(value: Mapping[str, object]) -> ToolCall | str:
    name, given = value.get("tool"), value.get("arguments", value)
    if not isinstance(name, str) or name not in set(Tool):
        return f"there is no tool {name!r}; tools are {', '.join(Tool)}"
    tool = Tool(name)
    if not isinstance(given, dict):
        return f"the arguments of {tool} are no JSON object"
    missing = [key for key in _NEEDED[tool] if not isinstance(given.get(key), str)]
    if missing:
        return f"{tool} needs {', '.join(missing)} as text"
    return ToolCall(tool, {key: str(given[key]) for key in _NEEDED[tool]})
