"""A request as the scripted server gets it, read only as far as answers depend on it."""

import json
import re
from dataclasses import dataclass

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
    content: str | list[_Part]

    @property
    def words(self) -> str:
        if isinstance(self.content, str):
            return self.content
        return "".join(part.text for part in self.content)

    @property
    def pictures(self) -> int:
        return 0 if isinstance(self.content, str) else sum(part.type == "image_url" for part in self.content)


class _JsonSchema(BaseModel):
    model_config = ConfigDict(extra="ignore")
    schema_: dict[str, JsonValue] = Field(alias="schema")


class _Format(BaseModel):
    model_config = ConfigDict(extra="ignore")
    type: str
    json_schema: _JsonSchema | None = None


class AskedBody(BaseModel):
    """The body of a request for a completion."""

    model_config = ConfigDict(extra="ignore")
    messages: list[_Message] = Field(min_length=1)
    model: str = ""
    stream: bool = False
    response_format: _Format | None = None


@dataclass(frozen=True, slots=True)
class Asked:
    """What a model was asked: the system's words, the first of the user, how many answers it gave before.

    `schema` is that of the reply, from wherever it was told; `form` the response format that was asked for; `pictures`
    how many came along.
    """

    system: str
    user: str
    answered: int
    schema: dict[str, JsonValue] | None
    form: str
    stream: bool
    pictures: int = 0

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
