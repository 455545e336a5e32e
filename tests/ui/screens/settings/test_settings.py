"""Settings hold at once: what is chosen is kept, shown, and taken back by a reset."""

from collections.abc import Iterator

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot

from mlrbench_gui.app.gui import apply_looks
from mlrbench_gui.ui.kit import fonts, theme
from mlrbench_gui.ui.kit import preferences as prefs
from mlrbench_gui.ui.kit.actions import ActionTable
from mlrbench_gui.ui.kit.fields import Check, Combo
from mlrbench_gui.ui.screens.settings.screen import SettingsScreen

pytestmark = pytest.mark.ui


@pytest.fixture
def screen(qtbot: QtBot, qapp: QApplication) -> Iterator[SettingsScreen]:
    kept = prefs.preferences()
    kept.reset()

    def apply(_key: str) -> None:
        apply_looks(qapp)

    kept.changed.connect(apply)
    made = SettingsScreen(ActionTable(qapp.activeWindow() or QLineEdit()))
    qtbot.addWidget(made)
    made.resize(1000, 800)
    made.show()
    yield made
    kept.reset()
    kept.changed.disconnect(apply)
    fonts.configure()
    theme.apply_theme(qapp, "light")


def choose(combo: object, value: str) -> None:
    assert isinstance(combo, Combo)
    place = combo.findData(value)
    combo.setCurrentIndex(place)
    combo.activated.emit(place)


def test_that_a_theme_holds_at_once_and_a_reset_takes_it_back(screen: SettingsScreen) -> None:
    choose(screen.editors[prefs.THEME], "dark")
    assert theme.current().name == "dark"
    assert prefs.preferences().text(prefs.THEME) == "dark"
    screen.handlers()["settings.reset"]()
    assert theme.choice() == "system"
    shown = screen.editors[prefs.THEME]
    assert isinstance(shown, Combo)
    assert shown.currentData() == "system"


def test_that_controls_grow_with_the_text(screen: SettingsScreen, qapp: QApplication) -> None:
    field, combo = screen.editors[prefs.REVIEWER], screen.editors[prefs.TEXT_PERCENT]
    before = {part: (part.width(), part.height()) for part in (field, combo)}
    rows = screen.table.verticalHeader().defaultSectionSize()
    choose(combo, "150")
    qapp.processEvents()
    for part, (width, tall) in before.items():
        assert part.width() == width * 3 // 2
        assert part.height() == (tall - 2) * 3 // 2 + 2
    assert screen.table.verticalHeader().defaultSectionSize() == rows * 3 // 2


def test_that_a_focused_control_is_as_tall_as_at_rest(screen: SettingsScreen, qtbot: QtBot) -> None:
    first, second = screen.editors[prefs.REVIEWER], screen.editors[prefs.EDITOR]
    screen.activateWindow()
    first.setFocus()
    qtbot.waitUntil(first.hasFocus)
    assert first.height() == second.height()


def test_that_text_is_kept_as_it_is_typed(screen: SettingsScreen) -> None:
    field = screen.editors[prefs.REVIEWER]
    QTest.keyClicks(field, " Ada ")
    assert prefs.preferences().text(prefs.REVIEWER) == "Ada"


def test_that_a_flag_is_kept_and_stands_under_the_fields(screen: SettingsScreen) -> None:
    flag = screen.editors[prefs.ORIGINAL_PAPER]
    assert isinstance(flag, Check)
    flag.click()
    assert prefs.preferences().flag(prefs.ORIGINAL_PAPER)
    left = {part.mapTo(screen, part.rect().topLeft()).x() for part in screen.editors.values()}
    assert len(left) == 1
