"""How to reach a model: address, name, limits and price. The key is not part of it, only where it is looked for."""

from enum import StrEnum
from urllib.parse import urlsplit

from pydantic import Field, field_validator

from mlrbench_gui.domain.coders import CoderProfile
from mlrbench_gui.domain.frozen import FrozenModel

KEY_VARIABLE = "MLRBENCH_MODEL_KEY"
"""The environment variable that holds the key where a profile names no other."""

_LOCAL = frozenset({"localhost", "127.0.0.1", "::1"})


class ReplyForm(StrEnum):
    """How an endpoint can be held to JSON: by a schema, to any object, or by words alone.

    GRAMMAR is a schema whose bounds on lengths hold too, which small models need to come to an end.
    """

    GRAMMAR = "grammar"
    JSON_SCHEMA = "json_schema"
    JSON_OBJECT = "json_object"
    TEXT = "text"


class ModelProfile(FrozenModel):
    """An OpenAI-compatible endpoint with a model. Prices are for a million tokens; None is unknown, never zero.

    `timeout_s` bounds a silence, `answer_s` a whole answer. `most_tokens` bounds what one request for opinions may use
    in all, `most_cost` and `most_seconds` that and a run of stages. A reply has at most `reply_tokens` where a sentence
    is asked for, `stage_tokens` where a document is. `form`, and whether the endpoint takes `tools`, are None where a
    probe is to find them out;
    `pictures`: the model takes them, and its endpoint counts at most `picture_tokens` for each.
    `prompts` is a folder with own texts of stages, by the names of the bundled ones; `note` says what people must know
    of the model's answers. `coder` does the experiments in place of this program's own agent.
    """

    name: str = Field(min_length=1, max_length=60, pattern=r"^[\w .-]+$")
    base_url: str
    model: str = Field(min_length=1, max_length=200)
    temperature: float | None = Field(default=0.0, ge=0.0, le=2.0)
    reply_tokens: int = Field(default=400, ge=16, le=100_000)
    timeout_s: float = Field(default=60.0, gt=0.0, le=3600.0)
    price_prompt: float | None = Field(default=None, ge=0.0)
    price_reply: float | None = Field(default=None, ge=0.0)
    most_tokens: int = Field(default=200_000, ge=1)
    most_cost: float | None = Field(default=None, ge=0.0)
    answer_s: float = Field(default=900.0, gt=0.0, le=36_000.0)
    most_seconds: float | None = Field(default=None, gt=0.0)
    stage_tokens: int = Field(default=8_000, ge=64, le=1_000_000)
    form: ReplyForm | None = None
    tools: bool | None = None
    pictures: bool = False
    picture_tokens: int = Field(default=5_000, ge=0, le=1_000_000)
    prompts: str | None = None
    note: str = ""
    coder: CoderProfile | None = None
    key_variable: str = Field(default=KEY_VARIABLE, pattern=r"^[A-Za-z_][A-Za-z0-9_]*$")

    @field_validator("base_url")
    @classmethod
    def _address(cls, value: str) -> str:
        """Only an address that carries no secret, and TLS for all but this machine: a key goes over it."""
        parts = urlsplit(value.strip())
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError("is no address; give one such as https://host/v1")
        if parts.username or parts.password or parts.query or parts.fragment:
            raise ValueError("holds more than an address; keys never stand in it")
        if parts.scheme == "http" and parts.hostname not in _LOCAL:
            raise ValueError("is not encrypted; give an https address, as the key goes over it")
        return value.strip().rstrip("/")

    @property
    def host(self) -> str:
        """The machine that is asked."""
        return urlsplit(self.base_url).netloc

    @property
    def is_local(self) -> bool:
        """Whether the model runs on this machine; such a one may need no key."""
        return urlsplit(self.base_url).hostname in _LOCAL

    def cost(self, prompt_tokens: int, reply_tokens: int) -> float | None:
        """What so many tokens cost, None where a price is unknown."""
        if self.price_prompt is None or self.price_reply is None:
            return None
        return (prompt_tokens * self.price_prompt + reply_tokens * self.price_reply) / 1_000_000
