# ruff: noqa: ARG002 -- the hands take what the wiring passes
"""The window as a person uses it, over fakes: screens, search, keys, import, audit, errors, other processes."""

import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QWidget,
)
from pytestqt.qtbot import QtBot

from mlrbench_gui.domain.errors import InputError
from mlrbench_gui.domain.jobs import JobState
from mlrbench_gui.domain.runs import ImportReport, Irregularity
from mlrbench_gui.domain.values import RunName
from mlrbench_gui.domain.work import CancelToken, Emit, Progress
from mlrbench_gui.services.context import Context
from mlrbench_gui.ui.kit.background import Background
from mlrbench_gui.ui.kit.preferences import preferences
from mlrbench_gui.ui.screens.first_start.checks import MachineCheck
from mlrbench_gui.ui.screens.first_start.screen import FirstStartScreen
from mlrbench_gui.ui.shell.recent import remember_workspace
from mlrbench_gui.ui.shell.window import MainWindow
from mlrbench_gui.ui.shell.wiring import PanelRuns, ReportPlan, StageRuns, Wiring

pytestmark = pytest.mark.ui


class Hands:
    """The use cases as the window is given them; they note what was asked."""

    def __init__(self, context: Context, stage_runs: StageRuns, panel_runs: PanelRuns) -> None:
        self.context = context
        self.panel_runs = panel_runs
        self.stage_runs = stage_runs
        self.asked: list[tuple[Any, ...]] = []
        self.fails = ""

    def import_path(self, path: Path, cancel: CancelToken, emit: Emit) -> ImportReport:
        self.asked.append(("import", path))
        emit(Progress(1, 2, "file"))
        if self.fails:
            raise InputError(self.fails)
        odd = (Irregularity("a.json", "line 3 is no JSON", "kept as text"),)
        return ImportReport({"end_to_end_runs": 3}, {"end_to_end_runs": 2}, odd)

    def report(self, run: RunName, plan: ReportPlan, cancel: CancelToken, emit: Emit) -> Any:
        self.asked.append(("report", run, plan))
        return (plan.folder / "report.pdf",)

    def sample(self, cancel: CancelToken, emit: Emit) -> RunName:
        return RunName("end2end_otter/harbor_tides")

    def wiring(self) -> Wiring:
        return Wiring(
            self.context, self.import_path, self.report, ("pdf", "csv"), self.sample,
            lambda: (MachineCheck("PDF pages", True, "ready"),), "python:3.11-slim", self.stage_runs, self.panel_runs,
        )  # fmt: skip


@pytest.fixture
def hands(context: Context, stage_runs: StageRuns, panel_runs: PanelRuns) -> Hands:
    return Hands(context, stage_runs, panel_runs)


@pytest.fixture
def window(hands: Hands, qtbot: QtBot) -> Iterator[MainWindow]:
    made = MainWindow(Background())
    qtbot.addWidget(made)
    made.resize(1440, 900)
    made.attach(hands.wiring(), follow=False)
    made.show()
    qtbot.waitExposed(made)
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)
    calm(made, qtbot)
    yield made
    made.close()
    preferences().reset()


def calm(window: MainWindow, qtbot: QtBot) -> None:
    def idle() -> bool:
        jobs = hasattr(window, "work") and window.work.watch.busy()
        return not window.background.busy() and not jobs

    qtbot.waitUntil(idle, timeout=20_000)


def press(key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    focus = QApplication.focusWidget()
    assert focus is not None
    QTest.keyClick(focus, key, modifier)


CTRL = Qt.KeyboardModifier.ControlModifier


def test_that_enter_opens_the_run_and_escape_walks_nowhere(window: MainWindow, qtbot: QtBot) -> None:
    assert window.current() is window.runs
    press(Qt.Key.Key_Return)
    calm(window, qtbot)
    assert window.current() is window.audit
    assert window.audit.view is not None
    press(Qt.Key.Key_2, CTRL)
    assert window.current() is window.runs


def test_that_an_empty_workspace_begins_with_what_to_do(hands: Hands, workspace: Any, qtbot: QtBot) -> None:
    workspace.stored.clear()
    made = MainWindow(Background())
    qtbot.addWidget(made)
    made.attach(hands.wiring(), follow=False)
    made.show()
    calm(made, qtbot)
    assert made.current() is made.first_start
    with qtbot.waitSignal(made.first_start.import_wanted):
        QTest.keyClick(made.first_start.options.buttons[1], Qt.Key.Key_Return)
    assert made.work.sheet.isVisible()
    made.close()


def test_that_the_search_finds_claims_of_the_open_run_and_actions(window: MainWindow, qtbot: QtBot) -> None:
    window.open_run("end2end_otter/harbor_tides")
    calm(window, qtbot)
    press(Qt.Key.Key_K, CTRL)
    calm(window, qtbot)
    QTest.keyClicks(window.search.field, "pass rate")
    assert window.search.hits()[0].kind == "claim"
    press(Qt.Key.Key_Return)
    assert not window.search.isVisible()
    press(Qt.Key.Key_K, CTRL)
    QTest.keyClicks(window.search.field, "go to settings")
    press(Qt.Key.Key_Return)
    assert window.current() is window.settings


def test_that_the_key_sheet_lists_every_action_with_a_key(window: MainWindow) -> None:
    press(Qt.Key.Key_F1)
    assert window.keys.isVisible()
    names = {part.accessibleName() for part in window.keys.findChildren(QWidget)}
    assert {"key Ctrl K", "key J", "key Ctrl Shift Z"} <= names
    press(Qt.Key.Key_Escape)
    assert not window.keys.isVisible()


def test_that_an_import_ends_with_totals_and_irregularities(
    window: MainWindow, hands: Hands, qtbot: QtBot, tmp_path: Path
) -> None:
    press(Qt.Key.Key_I, CTRL)
    window.work.sheet.path.setText(str(tmp_path))
    QTest.keyClick(window.work.sheet.path, Qt.Key.Key_Return)
    calm(window, qtbot)
    assert hands.asked == [("import", tmp_path)]
    assert window.work.sheet.page() == 2
    assert window.work.sheet.irregularities.rowCount() == 1
    assert window.status.message() == "Imported 2 new runs, 1 irregularity"


def test_that_a_refused_import_says_why_where_it_was_asked(
    window: MainWindow, hands: Hands, qtbot: QtBot, tmp_path: Path
) -> None:
    hands.fails = "nothing of the benchmark is there"
    window.work.start_import(tmp_path)
    calm(window, qtbot)
    assert window.work.sheet.page() == 0
    assert not window.errors.isVisible()


def test_that_a_dropped_folder_is_offered_for_import_and_a_workspace_is_opened(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    window.dropEvent(_drop(tmp_path))
    assert window.work.sheet.path.text() == str(tmp_path)
    file = tmp_path / "other.mlrb"
    file.touch()
    with qtbot.waitSignal(window.workspace_wanted) as asked:
        window.dropEvent(_drop(file))
    assert asked.args == [file]


def _drop(path: Path) -> QDropEvent:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    _drop.kept = data  # type: ignore[attr-defined]  # Qt does not keep it alive
    none, left = Qt.KeyboardModifier.NoModifier, Qt.MouseButton.LeftButton
    return QDropEvent(QPointF(5, 5), Qt.DropAction.CopyAction, data, left, none)


def test_that_selected_runs_are_audited_anew_as_a_job(window: MainWindow, qtbot: QtBot) -> None:
    press(Qt.Key.Key_R, CTRL)
    calm(window, qtbot)
    (job,) = window.context.workspace.jobs.all()
    assert (job.kind, job.subjects, job.state) == ("audit", ("end2end_otter/harbor_tides",), JobState.DONE)
    assert window.status.message() == "Audit end2end_otter/harbor_tides: 1 run audited"


@pytest.mark.parametrize("without_names", [False, True])
def test_that_a_report_is_written_in_the_chosen_formats_with_names_or_without(
    window: MainWindow, hands: Hands, qtbot: QtBot, tmp_path: Path, without_names: bool
) -> None:
    press(Qt.Key.Key_E, CTRL)
    sheet = window.work.report
    assert sheet.isVisible()
    sheet.folder.setText(str(tmp_path))
    sheet.checks["pdf"].setChecked(True)
    sheet.checks["csv"].setChecked(False)
    sheet.nameless.setChecked(without_names)
    QTest.mouseClick(sheet.go, Qt.MouseButton.LeftButton)
    calm(window, qtbot)
    assert hands.asked == [
        ("report", "end2end_otter/harbor_tides", ReportPlan(tmp_path, ("pdf",), without_names))
    ]


def test_that_an_exception_in_a_slot_becomes_a_visible_error(
    window: MainWindow, qtbot: QtBot, caplog: pytest.LogCaptureFixture
) -> None:
    with qtbot.waitSignal(window.guard.caught):
        window.guard.take(ValueError, ValueError("a fault"), None)
    assert "ValueError: a fault" in window.errors.text()
    assert "uncaught exception" in caplog.text
    window.runs.table.setFocus()
    press(Qt.Key.Key_Escape)
    assert window.errors.text() == ""


def test_that_changes_by_others_are_followed_and_their_import_is_told(
    window: MainWindow, workspace: Any, sample: Any, qtbot: QtBot
) -> None:
    window.follower.ask()
    calm(window, qtbot)
    workspace.stored.update(sample.many_rows(3))
    workspace.version += 1
    workspace.busy = "another process is importing"
    window.follower.ask()
    qtbot.waitUntil(lambda: len(window.runs.model.rows()) == 4)
    assert window.status.notice() == "another process is importing"
    calm(window, qtbot)


def test_that_a_rebound_key_acts_at_once_and_a_taken_one_is_refused(window: MainWindow) -> None:
    window.show_screen("settings")
    keys = window.settings.keys
    rows = {keys.spec(row).id: row for row in range(keys.rowCount())}
    assert not keys.put_keys(rows["window.search"], ("Ctrl+I",))
    assert keys.put_keys(rows["window.search"], ("Ctrl+P",))
    press(Qt.Key.Key_P, CTRL)
    assert window.search.isVisible()


def test_that_every_control_has_a_name_for_assistive_programs(window: MainWindow) -> None:
    kinds = (QAbstractButton, QLineEdit, QComboBox, QAbstractItemView)
    shell = (window.rail, window.top, window.status, window.runs, window.settings, window.first_start)
    for part in shell:
        for widget in part.findChildren(QWidget):
            inner = _in_combo(widget)
            if (
                isinstance(widget, kinds)
                and not isinstance(widget, QHeaderView)
                and not widget.objectName().startswith("qt_")
                and not inner
            ):
                named = widget.accessibleName() or (isinstance(widget, QAbstractButton) and widget.text())
                assert named, f"{type(widget).__name__} in {type(part).__name__}"


def _in_combo(widget: QWidget) -> bool:
    parent = widget.parentWidget()
    return parent is not None and isinstance(parent.parentWidget(), QComboBox)


@pytest.mark.parametrize("size", [(1440, 900), (1280, 800), (1024, 680)])
def test_that_the_window_fits_each_size(window: MainWindow, size: tuple[int, int], qtbot: QtBot) -> None:
    window.resize(*size)
    qtbot.waitUntil(lambda: (window.width(), window.height()) == size)
    table = window.runs.table
    qtbot.waitUntil(lambda: table.horizontalHeader().length() <= table.viewport().width())


def test_that_ten_thousand_runs_are_listed_and_filtered(
    window: MainWindow, workspace: Any, sample: Any, qtbot: QtBot
) -> None:
    workspace.stored.update(sample.many_rows(10_000))
    window.runs.reload()
    calm(window, qtbot)
    assert window.runs.model.rowCount() == 10_001 + 4
    window.runs.search.setText("lynx 07")
    assert all("lynx" in row.run.name for row in window.runs.model.shown_runs())


def test_that_irregularities_of_all_imports_have_a_title_of_their_own(
    window: MainWindow, tmp_path: Path
) -> None:
    window.work.show_irregularities((Irregularity("a.json", "no JSON", "kept as text"),))
    sheet = window.work.sheet
    assert sheet.isVisible()
    assert (sheet.title(), sheet.page()) == ("Irregularities at import", 2)
    sheet.ask(tmp_path)
    assert (sheet.title(), sheet.page()) == ("Import runs", 0)


def test_that_screens_are_made_when_they_are_first_shown(window: MainWindow, qtbot: QtBot) -> None:
    assert [screen.screen_id for screen in window.screens.made()] == ["runs"]
    window.actions_table.trigger("window.settings")
    assert [screen.screen_id for screen in window.screens.made()] == ["runs", "settings"]
    with qtbot.waitSignal(window.screens.prepared):
        window.screens.prepare()
    window.open_run("end2end_otter/harbor_tides")
    qtbot.waitUntil(lambda: window.audit.view is not None)
    assert window.current() is window.audit


def test_that_unseen_runs_are_read_again_when_they_are_shown(
    window: MainWindow, workspace: Any, sample: Any, qtbot: QtBot
) -> None:
    window.open_run("end2end_otter/harbor_tides")
    calm(window, qtbot)
    workspace.stored.update(sample.many_rows(3))
    window.work.changed.emit()
    calm(window, qtbot)
    assert len(window.runs.model.rows()) == 1
    window.show_screen("runs")
    qtbot.waitUntil(lambda: len(window.runs.model.rows()) == 4)


def test_that_a_cancelled_import_says_that_nothing_was_kept(
    hands: Hands, window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    going = threading.Event()

    def endless(path: Path, cancel: CancelToken, emit: Emit) -> ImportReport:
        emit(Progress(1, 10, "file"))
        going.set()
        while not cancel.wait(0.01):
            pass
        cancel.check()
        raise AssertionError("a cancelled token lets nothing pass")

    window.work._wiring = replace(hands.wiring(), import_path=endless)
    window.work.sheet.open()
    window.work.start_import(tmp_path)
    qtbot.waitUntil(going.is_set)
    assert window.work.sheet.page() == 1
    window.work.sheet.cancel.click()
    assert not window.work.sheet.cancel.isEnabled()
    calm(window, qtbot)
    assert window.work.sheet.page() == 0
    labels = {part.text() for part in window.work.sheet.findChildren(QLabel)}
    assert "Cancelled. Nothing was kept." in labels
    assert window.jobs.named() == []
    assert not window.errors.isVisible()


def test_that_a_refused_first_workspace_leaves_a_way_to_another(qtbot: QtBot, tmp_path: Path) -> None:
    other = tmp_path / "other.mlrb"
    other.touch()
    remember_workspace(other)
    window = MainWindow(Background())
    qtbot.addWidget(window)
    window.show()
    window.refuse("bad.mlrb is no workspace; choose another", lambda: ())
    calm(window, qtbot)
    screen = window.current()
    assert isinstance(screen, FirstStartScreen)
    assert window.errors.text().startswith("bad.mlrb")
    assert [b.option.id for b in screen.options.buttons if not b.isHidden()] == ["open"]
    link = next(b for b in screen.findChildren(QAbstractButton) if b.text() == str(other))
    with qtbot.waitSignal(window.workspace_wanted) as asked:
        link.click()
    assert asked.args == [other]
    window.close()
