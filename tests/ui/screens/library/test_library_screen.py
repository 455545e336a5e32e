"""The Library on real widgets: walked, filtered, read and started from by key."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from mlrbench_gui.domain.runs import DocumentKind, DocumentRecord
from mlrbench_gui.domain.values import Sha256
from mlrbench_gui.services.context import Context
from mlrbench_gui.ui.kit.background import Background
from mlrbench_gui.ui.screens.library.detail import Part
from mlrbench_gui.ui.screens.library.screen import LibraryScreen

pytestmark = pytest.mark.ui
TASK = "harbor_tides"


@pytest.fixture
def asked() -> list[tuple[str, ...]]:
    return []


@pytest.fixture
def screen(
    context: Context, background: Background, qtbot: QtBot, asked: list[tuple[str, ...]]
) -> LibraryScreen:
    texts: dict[DocumentRecord, bytes] = context.workspace.tasks.texts  # type: ignore[attr-defined]
    for author, text in (
        ("heron", b"# Tide tables\n\nAn *idea*."),
        ("gull", b"<b>Not bold</b> ![x](file:///etc/passwd)"),
    ):
        source = f"{author}.md"
        texts[DocumentRecord(DocumentKind.IDEA, TASK, author, "An idea", source, Sha256("0" * 64))] = text
    made = LibraryScreen(context, background, run_tasks=asked.append)
    qtbot.addWidget(made)
    made.resize(1200, 760)
    with qtbot.waitExposed(made, timeout=20_000):
        made.show()
    made.entered()
    qtbot.waitUntil(lambda: bool(made.table.list.tasks.rows) and not background.busy(), timeout=20_000)
    return made


def choose(screen: LibraryScreen, qtbot: QtBot, id_: str) -> None:
    rows = screen.table.list.tasks.rows
    screen.table.list.setCurrentIndex(
        screen.table.list.tasks.index(next(n for n, task in enumerate(rows) if task.id == id_))
    )
    qtbot.waitUntil(lambda: screen.pane.task is not None and screen.pane.task.id == id_)


def test_that_the_whole_catalogue_is_there_and_tasks_of_the_workspace_beside_it(
    screen: LibraryScreen,
) -> None:
    assert len(screen.table.list.tasks.rows) > 201
    assert TASK in {task.id for task in screen.table.list.tasks.rows}


def test_that_ideas_are_read_author_by_author(screen: LibraryScreen, qtbot: QtBot) -> None:
    choose(screen, qtbot, TASK)
    screen.handlers()["library.ideas"]()
    qtbot.waitUntil(lambda: "Tide tables" in screen.pane.reading.toPlainText())
    screen.handlers()["library.next"]()
    qtbot.waitUntil(lambda: "<b>Not bold</b>" in screen.pane.reading.toPlainText())
    assert screen.pane.part is Part.IDEAS
    screen.handlers()["library.proposals"]()
    assert screen.pane.empty.isVisibleTo(screen.pane)


def test_that_a_run_is_opened_from_its_task(screen: LibraryScreen, qtbot: QtBot) -> None:
    choose(screen, qtbot, TASK)
    screen.handlers()["library.runs"]()
    with qtbot.waitSignal(screen.open_run) as opened:
        QTest.keyClick(screen.pane.runs, Qt.Key.Key_Return)
    assert opened.args is not None
    assert str(opened.args[0]).endswith(TASK)


def test_that_several_tasks_are_run_at_once(
    screen: LibraryScreen, qtbot: QtBot, asked: list[tuple[str, ...]]
) -> None:
    screen.table.list.setFocus()
    QTest.keyClick(screen.table.list, Qt.Key.Key_Home)
    QTest.keyClick(screen.table.list, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    screen.handlers()["library.run"]()
    assert asked == [tuple(task.id for task in screen.table.list.tasks.rows[:2])]
    assert screen.status_left() == "2 selected"


def test_that_filters_that_leave_nothing_say_so_and_are_cleared(screen: LibraryScreen, qtbot: QtBot) -> None:
    screen.search.setText("no such words in any task")
    assert screen.nothing.isVisibleTo(screen)
    qtbot.waitUntil(lambda: not screen.pane.isEnabled())
    screen.handlers()["library.clear"]()
    assert not screen.nothing.isVisibleTo(screen)
    assert screen.close_layer() is False


def test_that_the_kept_place_survives_another_order(screen: LibraryScreen, qtbot: QtBot) -> None:
    choose(screen, qtbot, TASK)
    screen.table.head.sort_wanted.emit(next(iter(type(screen._wish.sort))))
    current = screen.table.list.current()
    assert current is not None
    assert current.id == TASK
