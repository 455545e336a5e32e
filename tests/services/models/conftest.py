"""A model in memory that answers by script, and a store of its calls."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

import pytest

from mlrbench_gui.domain.model_profiles import ModelProfile, ReplyForm
from mlrbench_gui.domain.opinions import TokenUse
from mlrbench_gui.domain.work import CancelToken, Emit
from mlrbench_gui.services.models.asking import Asker
from mlrbench_gui.services.models.budget import Bounds, Budget
from mlrbench_gui.services.ports.models import ModelReply, ModelRequest
from tests.memory_stores import MemoryCalls

START = datetime(2026, 1, 1, tzinfo=UTC)


@dataclass
class Watch:
    """A clock that goes on by a step each time that it is read."""

    step: float = 0.0
    read: int = 0

    def __call__(self) -> datetime:
        self.read += 1
        return START + timedelta(seconds=self.step * self.read)


@dataclass
class MemoryForms:
    """`services.ports.user.FormStore` in memory."""

    known: dict[str, ReplyForm] = field(default_factory=dict)
    taken: dict[str, bool] = field(default_factory=dict)

    def get(self, profile: ModelProfile) -> ReplyForm | None:
        return self.known.get(profile.base_url)

    def put(self, profile: ModelProfile, form: ReplyForm) -> None:
        self.known[profile.base_url] = form

    def tools(self, profile: ModelProfile) -> bool | None:
        return self.taken.get(profile.base_url)

    def put_tools(self, profile: ModelProfile, *, taken: bool) -> None:
        self.taken[profile.base_url] = taken


@dataclass
class Parrot:
    """Gives the answers of a list, in order, the last one for ever; an error of the list is raised."""

    profile: ModelProfile
    answers: list[ModelReply | Exception]
    asked: list[ModelRequest] = field(default_factory=list)

    def ask(self, request: ModelRequest, cancel: CancelToken, emit: Emit | None = None) -> ModelReply:  # noqa: ARG002
        cancel.check()
        self.asked.append(request)
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if isinstance(answer, Exception):
            raise answer
        return answer

    def close(self) -> None: ...


@dataclass
class Desk:
    """A model with all that asking it takes."""

    client: Parrot
    calls: MemoryCalls
    budget: Budget
    watch: Watch

    def asker(self, scope: str = "run/idea/0") -> Asker:
        return Asker(self.client, self.calls, self.budget, self.watch, scope)


def reply(
    text: str, finish: str = "stop", refusal: str = "", used: tuple[int, int] | None = (30, 10)
) -> ModelReply:
    tokens = TokenUse(prompt=used[0], reply=used[1]) if used is not None else None
    return ModelReply(text, finish, "heron-2-0301", refusal, tokens)


@pytest.fixture
def says() -> Callable[..., ModelReply]:
    return reply


@pytest.fixture
def forms() -> MemoryForms:
    return MemoryForms()


@pytest.fixture
def desk() -> Callable[..., Desk]:
    """A desk whose model gives these answers."""

    def make(
        *answers: ModelReply | Exception, bounds: Bounds | None = None, step: float = 0.0, **more: object
    ) -> Desk:
        given = {"name": "mine", "base_url": "http://localhost:9/v1", "model": "heron-2", **more}
        profile, watch = ModelProfile.model_validate(given), Watch(step)
        budget = Budget(profile, bounds or Bounds(), watch)
        return Desk(Parrot(profile, list(answers)), MemoryCalls(), budget, watch)

    return make
