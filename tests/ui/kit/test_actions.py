"""One table of actions: the narrowest scope wins, letters go to text fields, collisions are refused."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from mlrbench_gui.ui.kit.actions import ActionSpec, ActionTable, collisions, key_text

pytestmark = pytest.mark.ui


class Bench(QWidget):
    """A window with a field and a pane."""

    def __init__(self, qtbot: QtBot) -> None:
        super().__init__()
        qtbot.addWidget(self)
        self.field, self.pane, self.button = QLineEdit(), QWidget(), QPushButton()
        inner = QVBoxLayout(self.pane)
        self.inside = QPushButton()
        inner.addWidget(self.inside)
        column = QVBoxLayout(self)
        for part in (self.field, self.pane, self.button):
            column.addWidget(part)
        self.table = ActionTable(self)
        self.did: list[str] = []
        self.show()
        qtbot.waitExposed(self)
        self.activateWindow()
        qtbot.waitUntil(self.isActiveWindow)

    def add(self, *specs: ActionSpec) -> None:
        handlers = {spec.id: (lambda id_=spec.id: self.did.append(id_)) for spec in specs}
        self.table.register(specs, handlers, {"main.pane": self.pane})

    def press(self, widget: QWidget, key: Qt.Key) -> None:
        widget.setFocus()
        QTest.keyClick(widget, key)


def test_that_a_letter_acts_unless_a_field_has_the_focus(qtbot: QtBot) -> None:
    bench = Bench(qtbot)
    bench.add(ActionSpec("accept", "Accept", ("A",), "main"))
    bench.table.show_screen("main")
    bench.press(bench.button, Qt.Key.Key_A)
    bench.press(bench.field, Qt.Key.Key_A)
    assert bench.did == ["accept"]
    assert bench.field.text() == "a"


def test_that_the_pane_with_the_focus_takes_a_key_before_its_screen(qtbot: QtBot) -> None:
    bench = Bench(qtbot)
    bench.add(
        ActionSpec("of-screen", "One", ("Y",), "main"), ActionSpec("of-pane", "Two", ("Y",), "main.pane")
    )
    bench.table.show_screen("main")
    bench.press(bench.inside, Qt.Key.Key_Y)
    bench.press(bench.button, Qt.Key.Key_Y)
    assert bench.did == ["of-pane", "of-screen"]


def test_that_actions_of_another_screen_are_silent(qtbot: QtBot) -> None:
    bench = Bench(qtbot)
    bench.add(ActionSpec("accept", "Accept", ("A",), "other"))
    bench.table.show_screen("main")
    bench.press(bench.button, Qt.Key.Key_A)
    assert bench.did == []


def test_that_colliding_keys_are_refused_at_the_start_and_when_rebinding(qtbot: QtBot) -> None:
    bench = Bench(qtbot)
    bench.add(ActionSpec("one", "First", ("A",), "main"), ActionSpec("two", "Second", ("B",), "main"))
    found = bench.table.rebind({"two": ("A",)})
    assert [(item.key, item.first.id, item.second.id) for item in found] == [("A", "one", "two")]
    assert bench.table.spec("two").keys == ("B",)
    with pytest.raises(ValueError, match="is taken by"):
        bench.add(ActionSpec("three", "Third", ("A",)))


def test_that_a_rebound_key_acts_and_the_old_one_does_not(qtbot: QtBot) -> None:
    bench = Bench(qtbot)
    bench.add(ActionSpec("one", "First", ("A",), "main"))
    bench.table.show_screen("main")
    assert bench.table.rebind({"one": ("B",)}) == ()
    bench.press(bench.button, Qt.Key.Key_A)
    bench.press(bench.button, Qt.Key.Key_B)
    assert bench.did == ["one"]


def test_that_two_screens_may_use_one_key() -> None:
    assert not collisions(
        (ActionSpec("a", "A", ("Ctrl+F",), "runs"), ActionSpec("b", "B", ("Ctrl+F",), "audit"))
    )


def test_that_keys_are_told_as_people_read_them() -> None:
    assert key_text("Ctrl+Shift+Z") == "Ctrl Shift Z"
    assert key_text("Up") == "↑"
