# ruff: noqa: ARG002 -- fakes take what the ports pass
"""A second opinion on the audit screen: asked by a person, shown as an opinion, and no verdict moves."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import pytest

from mlrbench_gui.domain.errors import InputError, ModelUnavailable
from mlrbench_gui.domain.model_profiles import ModelProfile
from mlrbench_gui.domain.opinions import TokenUse
from mlrbench_gui.domain.work import CancelToken, Emit
from mlrbench_gui.services.context import Context, Models
from mlrbench_gui.services.ports.models import ModelReply, ModelRequest

pytestmark = pytest.mark.ui
PROFILE = ModelProfile(
    name="mine", base_url="http://localhost:9/v1", model="heron-2", price_prompt=1.0, price_reply=2.0
)


@dataclass
class Heron:
    """A model that says the same of every claim, or fails."""

    profile: ModelProfile = PROFILE
    asked: list[str] = field(default_factory=list)
    error: str = ""
    closed: bool = False

    def ask(self, request: ModelRequest, cancel: CancelToken, emit: Emit | None = None) -> ModelReply:
        if self.error:
            raise ModelUnavailable(self.error)
        self.asked.append(request.user)
        mark = request.user.rsplit("mark is ", 1)[1].rstrip(".")
        words = f'{{"mark": "{mark}", "verdict": "supported", "sentence": "The log says 1000 tides."}}'
        return ModelReply(words, "stop", "heron-2", tokens=TokenUse(prompt=500, reply=40))

    def close(self) -> None:
        self.closed = True


@dataclass
class OneProfile:
    """Profiles and keys of one model, or of none."""

    kept: tuple[ModelProfile, ...] = (PROFILE,)

    def all(self) -> tuple[ModelProfile, ...]:
        return self.kept

    def get(self, name: str | None) -> ModelProfile:
        if not self.kept:
            raise InputError("no model is set; name one in Settings under Models")
        return self.kept[0]

    def put(self, *_given: object, **_named: object) -> None: ...

    def put_first(self, name: str) -> None: ...

    def remove(self, name: object) -> None:
        self.kept = ()

    def where(self, profile: ModelProfile) -> str | None:
        return None


@pytest.fixture
def heron() -> Heron:
    return Heron()


@pytest.fixture
def with_model(context: Context, heron: Heron, with_jobs: Callable[[Context], Context]) -> Context:
    store = OneProfile()
    return with_jobs(replace(context, models=Models(store, store, lambda _profile: heron)))


MakeScreen = Callable[..., "Opened"]  # type: ignore[name-defined] # noqa: F821


def test_that_an_opinion_is_shown_as_one_and_the_verdict_stays(
    make_screen: MakeScreen, with_model: Context, heron: Heron
) -> None:
    opened = make_screen(with_model)
    opened.open(with_model.workspace.runs.names()[0])
    opened.screen.stage.claims.go_to("c3")
    block = opened.screen.stage.evidence.head.opinion
    assert block.isHidden()
    before = opened.current

    opened.do("audit.opinion")

    assert not block.isHidden()
    assert block.title.text() == "Second opinion · heron-2 · supported"
    assert block.words.accessibleName() == "The log says 1000 tides."
    assert "no verdict" in block.toolTip()
    assert opened.current == before
    assert heron.closed
    assert "1 opinion, 540 tokens, cost 0.0006" in opened.messages
    opened.screen.stage.claims.go_to("c4")
    assert block.isHidden()


def test_that_every_chosen_claim_is_asked_about(
    make_screen: MakeScreen, with_model: Context, heron: Heron
) -> None:
    opened = make_screen(with_model)
    opened.open(with_model.workspace.runs.names()[0])
    opened.screen.stage.claims.go_to("c3")
    opened.screen.stage.claims.go_to("c4", adding=True)
    opened.do("audit.opinion")
    assert len(heron.asked) == 2


@pytest.mark.parametrize("line", ["localhost:9: the key was refused (401)"])
def test_that_a_failure_is_one_line_and_the_screen_goes_on(
    make_screen: MakeScreen, with_model: Context, heron: Heron, line: str
) -> None:
    heron.error = line
    opened = make_screen(with_model)
    opened.open(with_model.workspace.runs.names()[0])
    opened.do("audit.opinion")
    assert line in opened.messages
    heron.error = ""
    opened.do("audit.opinion")
    assert len(heron.asked) == 1


def test_that_the_next_order_is_taken_when_the_last_has_ended(
    make_screen: MakeScreen, with_model: Context, heron: Heron
) -> None:
    opened = make_screen(with_model)
    opened.open(with_model.workspace.runs.names()[0])
    opened.screen.session.ask_opinion()
    opened.screen.session.ask_opinion()
    assert "A model is being asked already" in opened.messages
    opened.settle()
    asked = len(heron.asked)
    opened.do("audit.opinion")
    assert len(heron.asked) == asked + 1


def test_that_without_a_model_the_way_to_set_one_is_told(make_screen: MakeScreen, context: Context) -> None:
    store = OneProfile(kept=())
    bare = replace(context, models=Models(store, store, lambda _profile: pytest.fail("nothing is asked")))
    opened = make_screen(bare)
    opened.open(bare.workspace.runs.names()[0])
    opened.do("audit.opinion")
    assert "no model is set; name one in Settings under Models" in opened.messages
