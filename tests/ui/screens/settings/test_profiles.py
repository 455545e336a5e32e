"""Several models in Settings: each is added, chosen, renamed, put first and removed by keys, and none is lost."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from mlrbench_gui.domain.coders import CoderProfile, TranscriptKind
from mlrbench_gui.domain.model_profiles import ModelProfile
from mlrbench_gui.infra.llm.profiles import ProfileFile
from mlrbench_gui.services.context import Models
from mlrbench_gui.ui.kit.background import Background
from mlrbench_gui.ui.screens.settings.model_section import ModelSection
from tests.ui.screens.settings.model_fakes import Heron, Ring

pytestmark = pytest.mark.ui
KEY = "sk-canary-4711"
OTTER = CoderProfile(command="otter {prompt}", transcript=TranscriptKind.EVENTS)


def profile(name: str, **more: object) -> ModelProfile:
    given = {"name": name, "base_url": f"https://{name}.example/v1", "model": f"{name}-1", **more}
    return ModelProfile.model_validate(given)


class Hand:
    """The section over a file of profiles, used by keys alone."""

    def __init__(self, bot: QtBot, background: Background, path: Path) -> None:
        self.file, self.ring, self.background, self.bot = ProfileFile(path), Ring(), background, bot
        self.section = ModelSection(Models(self.file, self.ring, Heron), background)
        bot.addWidget(self.section)
        self.section.show()
        bot.waitExposed(self.section)
        self.section.activateWindow()
        bot.waitUntil(self.section.isActiveWindow)
        self.settle()

    @property
    def names(self) -> list[str]:
        return [item.name for item in self.file.all()]

    @property
    def listed(self) -> list[str]:
        combo = self.section.bar.combo
        return [combo.itemText(number) for number in range(combo.count())]

    def settle(self) -> None:
        self.bot.waitUntil(lambda: not self.background.busy(), timeout=10_000)

    def press(self, part: QWidget, key: Qt.Key = Qt.Key.Key_Return) -> None:
        part.setFocus()
        QTest.keyClick(part, key)
        self.settle()

    def fill(self, key: str, text: str) -> None:
        field = self.section.fields[key]
        field.setFocus()
        field.selectAll()
        QTest.keyClick(field, Qt.Key.Key_Delete)
        QTest.keyClicks(field, text)
        QTest.keyClick(field, Qt.Key.Key_Tab)
        self.settle()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "models.json"


@pytest.fixture
def hand(qtbot: QtBot, background: Background, path: Path) -> Iterator[Hand]:
    for item in (profile("heron", coder=OTTER, timeout_s=5.0), profile("egret")):
        ProfileFile(path).put(item)
    made = Hand(qtbot, background, path)
    yield made
    made.settle()


def test_that_the_first_profile_is_given_and_a_further_one_beside_it(
    qtbot: QtBot, background: Background, path: Path
) -> None:
    hand = Hand(qtbot, background, path)
    assert (hand.listed, hand.section.bar.add.isEnabled()) == (["New profile"], False)
    hand.fill("base_url", "https://heron.example/v1")
    hand.fill("model", "heron-1")
    assert (hand.names, hand.listed) == (["default"], ["default"])
    hand.press(hand.section.bar.add)
    assert QApplication.focusWidget() is hand.section.fields["base_url"]
    assert hand.section.fields["name"].text() == "model-2"
    assert hand.listed == ["default", "New profile"]
    assert not hand.section.test.isEnabled()
    hand.fill("base_url", "https://egret.example/v1")
    assert hand.names == ["default"]
    hand.fill("model", "egret-1")
    assert (hand.names, hand.listed) == (["default", "model-2"], ["default (first)", "model-2"])
    assert [item.host for item in hand.file.all()] == ["heron.example", "egret.example"]


def test_that_a_profile_is_chosen_by_keys_and_edited_alone(hand: Hand) -> None:
    assert hand.section.fields["model"].text() == "heron-1"
    assert hand.section.coder.fields["command"].text() == OTTER.command
    hand.press(hand.section.bar.combo, Qt.Key.Key_Down)
    assert hand.section.fields["model"].text() == "egret-1"
    assert hand.section.coder.fields["command"].text() == ""
    hand.fill("temperature", "0.5")
    assert hand.file.all() == (
        profile("heron", coder=OTTER, timeout_s=5.0),
        profile("egret", temperature=0.5),
    )


def test_that_a_new_name_keeps_place_and_all_else_and_a_taken_one_is_told(hand: Hand) -> None:
    hand.fill("name", "egret")
    assert hand.section.told.text() == "Name: another profile is called egret; choose another one"
    assert hand.names == ["heron", "egret"]
    hand.fill("name", "grey heron")
    assert hand.file.all() == (
        profile("heron", coder=OTTER, timeout_s=5.0).model_copy(update={"name": "grey heron"}),
        profile("egret"),
    )
    assert hand.listed == ["grey heron (first)", "egret"]
    assert hand.section.told.text() == ""


def test_that_another_one_is_taken_where_none_is_named(hand: Hand) -> None:
    assert not hand.section.bar.first.isEnabled()
    hand.press(hand.section.bar.combo, Qt.Key.Key_Down)
    hand.press(hand.section.bar.first)
    assert hand.file.get(None).name == "egret"
    assert (hand.listed, hand.section.bar.combo.currentText()) == (
        ["egret (first)", "heron"],
        "egret (first)",
    )
    assert not hand.section.bar.first.isEnabled()


def test_that_a_removed_profile_can_be_brought_back_as_it_was(hand: Hand) -> None:
    before = hand.file.all()
    hand.press(hand.section.remove)
    assert (hand.names, hand.section.fields["name"].text()) == (["egret"], "egret")
    assert hand.section.told.text().startswith("heron is removed; its key stays")
    hand.press(hand.section.restore)
    assert hand.file.all() == before
    assert hand.section.fields["name"].text() == "heron"
    assert not hand.section.restore.isVisible()


def test_that_what_was_half_typed_goes_when_another_one_is_chosen(hand: Hand) -> None:
    hand.section.key.setText(KEY)
    hand.press(hand.section.bar.add)
    hand.fill("base_url", "https://new.example/v1")
    hand.press(hand.section.bar.combo, Qt.Key.Key_Up)
    assert hand.names == ["heron", "egret"]
    assert (hand.section.fields["name"].text(), hand.section.key.text()) == ("egret", "")


def test_that_each_profile_has_the_key_of_its_own_host_and_no_file_holds_it(hand: Hand, path: Path) -> None:
    hand.press(hand.section.bar.combo, Qt.Key.Key_Down)
    hand.section.key.setText(KEY)
    hand.press(hand.section.key)
    assert hand.ring.keys == {"egret.example": KEY}
    assert hand.section.key_state.text() == "A key is found from the system's key store."
    hand.press(hand.section.bar.combo, Qt.Key.Key_Up)
    assert hand.section.key_state.text().startswith("No key is set")
    assert [file for file in path.parent.iterdir() if KEY.encode() in file.read_bytes()] == []


def test_that_a_file_that_cannot_be_written_is_told_and_nothing_changes(hand: Hand, path: Path) -> None:
    before = path.read_bytes()
    path.write_text("[]x", encoding="utf-8")
    hand.press(hand.section.remove)
    assert "is no list of model profiles" in hand.section.told.text()
    path.write_bytes(before)
    assert hand.names == ["heron", "egret"]
