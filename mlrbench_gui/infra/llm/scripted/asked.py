"""A request as the scripted server gets it, read only as far as answers depend on it."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from pydantic import BaseModel, ConfigDict, Field, JsonValue

_FENCE = re.compile(
    r"^\[\[(?P<mark>q[0-9a-f]{12}) (?P<name>[^\n]*)\n(?P<text>.*?)\n(?P=mark)\]\]$", re.M | re.S
)


class _Part(BaseModel):
    model_config = ConfigDict(extra="ignore")
    type: str
    text: str = ""


class _Message(BaseModel):
    model_config = ConfigDict(extra="ignore")
    role: str
    content: str | list[_Part] | None = None

    @property
    def words(self) -> str:
        if isinstance(self.content, list):
            return "".join(part.text for part in self.content)
        return self.content or ""

    @property
    def pictures(self) -> int:
        parts = self.content if isinstance(self.content, list) else []
        return sum(part.type == "image_url" for part in parts)


class _JsonSchema(BaseModel):
    model_config = ConfigDict(extra="ignore")
    schema_: dict[str, JsonValue] = Field(alias="schema")


class _Format(BaseModel):
    model_config = ConfigDict(extra="ignore")
    type: str
    json_schema: _JsonSchema | None = None


class _Function(BaseModel):
    model_config = ConfigDict(extra="ignore")
    name: str
    parameters: dict[str, JsonValue]


class _Tool(BaseModel):
    model_config = ConfigDict(extra="ignore")
    function: _Function


class AskedBody(BaseModel):
    """The body of a request for a completion."""

    model_config = ConfigDict(extra="ignore")
    messages: list[_Message] = Field(min_length=1)
    model: str = ""
    stream: bool = False
    response_format: _Format | None = None
    tools: list[_Tool] = Field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Asked:
    """What a model was asked: the system's words, the first of the user, how many answers it gave before.

    `schema` is that of the reply, from wherever it was told; `form` the response format that was asked for; `pictures`
    how many came along; `tools` are those that were offered, by name, with the schemas of their arguments; `results`
    what came of those asked for.
    """

    system: str
    user: str
    answered: int
    schema: dict[str, JsonValue] | None
    form: str
    stream: bool
    pictures: int = 0
    tools: Mapping[str, dict[str, JsonValue]] = field(default_factory=dict)
    results: tuple[str, ...] = ()

    def fences(self) -> list[tuple[str, str]]:
        """The fenced parts of the user's words, as name and text."""
        return [(hit["name"], hit["text"]) for hit in _FENCE.finditer(self.user)]


def read_asked(body: AskedBody) -> Asked:
    """The request as answers see it."""
    by_role: dict[str, list[str]] = {}
    for message in body.messages:
        by_role.setdefault(message.role, []).append(message.words)
    system = "\n".join(by_role.get("system", []))
    user = (by_role.get("user") or [""])[0]
    wanted = body.response_format
    told = wanted.json_schema.schema_ if wanted is not None and wanted.json_schema is not None else None
    return Asked(
        system=system,
        user=user,
        answered=len(by_role.get("assistant", [])),
        schema=told or _schema_in(system) or _schema_in(user),
        form=wanted.type if wanted is not None else "text",
        stream=body.stream,
        pictures=sum(message.pictures for message in body.messages),
        tools={tool.function.name: tool.function.parameters for tool in body.tools},
        results=tuple(by_role.get("tool", [])),
    )


def _schema_in(text: str) -> dict[str, JsonValue] | None:
    """A JSON Schema that stands in words, as endpoints without response formats are told it."""
    at = text.find('{"')
    while at >= 0:
        try:
            value, _ = json.JSONDecoder().raw_decode(text, at)
        except ValueError:
            value = None
        if isinstance(value, dict) and "properties" in value:
            return value
        at = text.find('{"', at + 1)
    return None
