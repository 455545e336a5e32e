"""The model in Settings: what makes sense is kept, a key is never shown, and a test tells what answered."""

# ruff: noqa: ARG002 -- fakes take what the ports pass

from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from mlrbench_gui.domain.coders import CoderProfile, TranscriptKind
from mlrbench_gui.domain.errors import InputError
from mlrbench_gui.domain.model_profiles import ModelProfile
from mlrbench_gui.services.context import Models
from mlrbench_gui.ui.kit.background import Background
from mlrbench_gui.ui.screens.settings.model_fields import field_texts, profile_of
from mlrbench_gui.ui.screens.settings.model_section import ModelSection
from tests.ui.screens.settings.model_fakes import Heron, Ring

pytestmark = pytest.mark.ui
KEY = "sk-canary-4711"


@dataclass
class Shelf:
    """Profiles in memory."""

    kept: list[ModelProfile] = field(default_factory=list)
    error: str = ""

    def all(self) -> tuple[ModelProfile, ...]:
        if self.error:
            raise InputError(self.error)
        return tuple(self.kept)

    def get(self, name: str | None) -> ModelProfile:
        return self.kept[0]

    def put(self, profile: ModelProfile, instead_of: str | None = None) -> None:
        place = [item.name for item in self.kept].index(instead_of) if instead_of else len(self.kept)
        self.kept[place : place + 1] = [profile]

    def put_first(self, name: str) -> None:
        self.kept.sort(key=lambda item: item.name != name)

    def remove(self, name: str) -> None:
        self.kept = [item for item in self.kept if item.name != name]


@dataclass
class Desk:
    """The section over its fakes; `settle` waits for work to end."""

    section: ModelSection
    shelf: Shelf
    ring: Ring
    background: Background
    bot: QtBot
    error: str = ""

    def settle(self) -> None:
        self.bot.waitUntil(lambda: not self.background.busy(), timeout=10_000)

    def type(self, name: str, text: str) -> None:
        edit = self.section.fields[name]
        edit.setText(text)
        edit.editingFinished.emit()
        self.settle()

    def agent(self, name: str, text: str) -> None:
        edit = self.section.coder.fields[name]
        edit.setText(text)
        edit.editingFinished.emit()
        self.settle()

    def kinds(self) -> list[TranscriptKind]:
        return [profile.coder.transcript for profile in self.shelf.kept if profile.coder is not None]

    def name_model(self) -> None:
        self.type("base_url", "https://models.example/v1")
        self.type("model", "heron-2")


@pytest.fixture
def desk(qtbot: QtBot, background: Background) -> Iterator[Desk]:
    shelf, ring = Shelf(), Ring()
    held: list[Desk] = []
    models = Models(shelf, ring, lambda profile: Heron(profile, held[0].error))
    section = ModelSection(models, background)
    qtbot.addWidget(section)
    section.show()
    made = Desk(section, shelf, ring, background, qtbot)
    held.append(made)
    made.settle()
    yield made
    made.settle()


def test_that_a_model_is_kept_when_address_and_name_are_there(desk: Desk) -> None:
    assert not desk.section.test.isEnabled()
    desk.type("base_url", "https://models.example/v1")
    assert desk.shelf.kept == []
    desk.type("model", "heron-2")
    (kept,) = desk.shelf.kept
    assert (kept.base_url, kept.model, kept.price_prompt) == ("https://models.example/v1", "heron-2", None)
    desk.type("price_prompt", "1,5")
    assert desk.shelf.kept[0].price_prompt == 1.5
    assert desk.section.test.isEnabled()


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("base_url", "http://models.example/v1", "Address: is not encrypted"),
        ("temperature", "warm", "Temperature: 'warm' is no number"),
        ("temperature", "9", "Temperature: input should be less than or equal to 2"),
        ("most_tokens", "", "At most, in tokens: needs a number"),
        ("name", "", "Name: a profile needs one"),
        ("name", "scripted", "Name: scripted is that of the recorded answers; choose another one"),
        ("name", "a/b", "Name: holds letters, digits, spaces, dots, hyphens and underscores alone"),
        ("key_variable", KEY, "Key variable: is the name of an environment variable, never its value"),
    ],
)
def test_that_what_makes_no_sense_is_told_and_not_kept(desk: Desk, name: str, text: str, told: str) -> None:
    desk.name_model()
    before = list(desk.shelf.kept)
    desk.type(name, text)
    assert desk.section.told.text().startswith(told)
    assert desk.shelf.kept == before


def test_that_a_key_is_handed_on_and_never_shown(desk: Desk) -> None:
    desk.name_model()
    desk.section.key.setText(KEY)
    assert desk.section.key.echoMode() is QLineEdit.EchoMode.Password
    desk.section.keep_key.click()
    desk.settle()
    assert desk.ring.keys == {"models.example": KEY}
    assert desk.section.key.text() == ""
    assert desk.section.key_state.text() == "A key is found from the system's key store."
    shown = [desk.section.told.text(), desk.section.key.placeholderText(), desk.section.key.toolTip()]
    assert not [text for text in shown if "canary" in text]
    desk.section.forget_key.click()
    desk.settle()
    assert desk.ring.keys == {}


def test_that_a_system_without_a_key_store_says_so(desk: Desk) -> None:
    desk.ring.missing = True
    desk.name_model()
    desk.section.key.setText(KEY)
    desk.section.keep_key.click()
    desk.settle()
    assert desk.section.told.text() == "this system has no key store that can be used"
    assert desk.section.key.text() == ""


@pytest.mark.parametrize(
    ("error", "told", "role"),
    [
        ("", "heron-2-0301 at models.example answered, 12 tokens", "ok"),
        ("models.example: the key was refused (401)", "models.example: the key was refused (401)", "danger"),
    ],
)
def test_that_the_test_tells_what_answered_or_why_not(desk: Desk, error: str, told: str, role: str) -> None:
    desk.name_model()
    desk.error = error
    desk.section.test.setFocus()
    QTest.keyClick(desk.section.test, Qt.Key.Key_Return)
    desk.settle()
    assert (desk.section.told.text(), desk.section.told.property("role")) == (told, role)
    assert desk.section.test.isEnabled()


def test_that_every_control_is_reached_by_tab_in_order(desk: Desk) -> None:
    desk.name_model()
    section = desk.section
    bar = section.bar
    wanted: list[QWidget | None] = [
        bar.combo,
        bar.add,
        bar.first,
        *map(section.fields.get, ("name", "base_url", "model")),
        section.key,
        section.keep_key,
    ]
    wanted += [
        *map(
            section.fields.get, ("key_variable", "temperature", "price_prompt", "price_reply", "most_tokens")
        )
    ]
    wanted += [section.fields["most_cost"], section.test, section.remove]
    agent = section.coder
    wanted += [agent.fields["command"], agent.kind]
    wanted += [agent.fields[name] for name in ("transcript_file", "image", "network", "variables", "minutes")]
    chain: list[QWidget | None] = [bar.combo]
    while chain[-1] is not None and chain[-1] is not agent.fields["minutes"] and len(chain) < 80:
        chain.append(chain[-1].nextInFocusChain())
    reached = [part for part in chain if part in wanted]
    assert reached == wanted
    assert all(part.focusPolicy() & Qt.FocusPolicy.TabFocus for part in reached if part is not None)


def test_that_a_removed_model_leaves_empty_fields(desk: Desk) -> None:
    desk.name_model()
    desk.section.remove.click()
    desk.settle()
    assert desk.shelf.kept == []
    assert desk.section.fields["model"].text() == ""
    assert not desk.section.test.isEnabled()


def test_that_a_coding_agent_is_given_in_the_window_and_taken_away_again(desk: Desk) -> None:
    agent = desk.section.coder
    assert not agent.isEnabled()
    desk.name_model()
    agent.kind.setCurrentIndex(1)
    desk.agent("variables", "OTTER_KEY, OTTER_HOME")
    assert desk.kinds() == []
    desk.agent("command", "otter --model {model} < {prompt}")
    desk.agent("minutes", "7,5")
    kept = desk.shelf.kept[0].coder
    assert kept == CoderProfile(
        command="otter --model {model} < {prompt}",
        transcript=TranscriptKind.BLOCKS,
        variables=("OTTER_KEY", "OTTER_HOME"),
        minutes=7.5,
    )
    agent.kind.setCurrentIndex(0)
    agent.kind.activated.emit(0)
    assert desk.kinds() == [TranscriptKind.EVENTS]
    desk.agent("command", "")
    assert desk.kinds() == []


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("command", "otter {modell}", "Command: knows no place {modell}; places are model, prompt, folder"),
        ("transcript_file", "../x.json", "Transcript file: lies outside of the agent's folder"),
        ("variables", "OTTER_KEY=1", "Variables: are names of environment variables, never their values"),
        ("minutes", "0", "Minutes: input should be greater than 0"),
    ],
)
def test_that_a_coding_agent_that_makes_no_sense_is_told_and_not_kept(
    desk: Desk, name: str, text: str, told: str
) -> None:
    desk.name_model()
    desk.agent("command", "otter {prompt}")
    before = desk.shelf.kept[0]
    desk.agent(name, text)
    assert desk.section.told.text() == told
    assert desk.shelf.kept[0] == before


def test_that_a_broken_file_of_profiles_is_told(qtbot: QtBot, background: Background, desk: Desk) -> None:
    broken = Shelf(error="models.json: is no list of model profiles")
    section = ModelSection(Models(broken, Ring(), Heron), background)
    qtbot.addWidget(section)
    assert section.told.text() == "models.json: is no list of model profiles"


def test_that_fields_give_back_the_profile_that_they_show() -> None:
    profile = ModelProfile(
        name="mine",
        base_url="https://models.example/v1",
        model="m",
        temperature=None,
        price_prompt=0.25,
        price_reply=2.0,
        most_cost=3.0,
        timeout_s=5.0,
    )
    assert profile_of(field_texts(profile), profile) == profile
