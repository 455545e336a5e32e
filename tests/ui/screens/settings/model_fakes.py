"""A key store in memory and a model that is ready, for the models in Settings."""

# ruff: noqa: ARG002 -- fakes take what the ports pass

from dataclasses import dataclass, field

from mlrbench_gui.domain.errors import MissingPart, ModelUnavailable
from mlrbench_gui.domain.model_profiles import ModelProfile
from mlrbench_gui.domain.opinions import TokenUse
from mlrbench_gui.domain.work import CancelToken, Emit
from mlrbench_gui.services.ports.models import ModelReply, ModelRequest


@dataclass
class Ring:
    """A key store in memory, or none."""

    keys: dict[str, str] = field(default_factory=dict)
    missing: bool = False

    def where(self, profile: ModelProfile) -> str | None:
        return "from the system's key store" if profile.host in self.keys else None

    def put(self, profile: ModelProfile, key: str) -> None:
        if self.missing:
            raise MissingPart("this system has no key store that can be used")
        self.keys[profile.host] = key

    def remove(self, profile: ModelProfile) -> None:
        self.keys.pop(profile.host, None)


@dataclass
class Heron:
    """A model that is ready, or cannot be reached."""

    profile: ModelProfile
    error: str = ""

    def ask(self, request: ModelRequest, cancel: CancelToken, emit: Emit | None = None) -> ModelReply:
        if self.error:
            raise ModelUnavailable(self.error)
        return ModelReply("ready", "stop", "heron-2-0301", tokens=TokenUse(prompt=10, reply=2))

    def close(self) -> None: ...
