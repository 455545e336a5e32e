"""How to reach a model: address, name, limits and price. The key is not part of it, only where it is looked for."""

from urllib.parse import urlsplit

from pydantic import Field, field_validator

from mlrbench_gui.domain.frozen import FrozenModel

KEY_VARIABLE = "MLRBENCH_MODEL_KEY"
"""The environment variable that holds the key where a profile names no other."""

_LOCAL = frozenset({"localhost", "127.0.0.1", "::1"})


class ModelProfile(FrozenModel):
    """An OpenAI-compatible endpoint with a model. Prices are for a million tokens; None is unknown, never zero.

    `most_tokens` and `most_cost` bound what one request for opinions may use in all.
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
