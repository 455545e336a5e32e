"""Findings: filtered, confirmed, dismissed with a reason, and kept as decided."""

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from mlrbench_gui.domain.audit import Finding
from mlrbench_gui.domain.decisions import ReviewedFinding
from mlrbench_gui.domain.values import FindingKind, RelPath, Severity
from mlrbench_gui.ui.screens.audit.drawer.findings_tab import FindingsTab

pytestmark = pytest.mark.ui


def finding(
    key: str, severity: Severity, kind: FindingKind, confirmed: bool | None = None
) -> ReviewedFinding:
    made = Finding(
        id=key,
        kind=kind,
        severity=severity,
        path=RelPath("results/log.txt"),
        locator=None,
        message=f"the tide of {key} is typed",
    )
    return ReviewedFinding(finding=made, confirmed=confirmed, author="Reviewer 9", reason="seen it")


FINDINGS = (
    finding("low", Severity.LOW, FindingKind.OTHER),
    finding("high", Severity.HIGH, FindingKind.TYPED_LOG),
    finding("decided", Severity.HIGH, FindingKind.OTHER, confirmed=False),
    finding("medium", Severity.MEDIUM, FindingKind.TYPED_LOG),
)


@pytest.fixture
def tab(qtbot: QtBot) -> FindingsTab:
    made = FindingsTab()
    qtbot.addWidget(made)
    made.resize(1000, 320)
    with qtbot.waitExposed(made):
        made.show()
    made.show_findings(FINDINGS, audited=True)
    return made


def listed(tab: FindingsTab) -> list[str]:
    return [item.finding.id for item in tab.model.rows]


def test_that_the_worst_come_first(tab: FindingsTab) -> None:
    assert listed(tab) == ["high", "decided", "medium", "low"]


def test_that_severity_kind_and_state_narrow_the_list_together(tab: FindingsTab) -> None:
    tab.severity.setCurrentIndex(tab.severity.findData("high"))
    assert listed(tab) == ["high", "decided"]
    tab.undecided.setChecked(True)
    assert listed(tab) == ["high"]
    tab.severity.setCurrentIndex(0)
    tab.kind.setCurrentIndex(tab.kind.findData("other"))
    assert listed(tab) == ["low"]
    assert tab.facts.text() == "1 of 4 listed · 1 dismissed, 3 open"


def test_that_a_filter_that_hides_all_says_so_and_can_be_taken_off(tab: FindingsTab) -> None:
    tab.severity.setCurrentIndex(tab.severity.findData("low"))
    tab.kind.setCurrentIndex(tab.kind.findData("typed_log"))
    assert tab.stack.currentWidget() is tab.empty
    tab.empty.pressed.emit()
    assert len(listed(tab)) == 4


def test_that_dismissing_asks_for_a_reason_and_does_nothing_without_one(
    qtbot: QtBot, tab: FindingsTab
) -> None:
    tab.judge(confirmed=False)
    assert tab.reason.field.hasFocus()
    with qtbot.assertNotEmitted(tab.judged):
        QTest.keyClick(tab.reason.field, Qt.Key.Key_Return)
    QTest.keyClicks(tab.reason.field, "the log is real")
    with qtbot.waitSignal(tab.judged) as told:
        QTest.keyClick(tab.reason.field, Qt.Key.Key_Return)
    assert told.args == ["high", False, "the log is real"]
    assert tab.view.hasFocus()


def test_that_esc_takes_the_question_away(tab: FindingsTab) -> None:
    tab.judge(confirmed=False)
    QTest.keyClick(tab.reason.field, Qt.Key.Key_Escape)
    assert tab.reason.isHidden()
    assert tab.view.hasFocus()


def test_that_who_decided_and_why_is_told(tab: FindingsTab) -> None:
    tab.choose("decided")
    assert tab.detail.text() == "the tide of decided is typed"
    assert tab.said.text() == "Dismissed by Reviewer 9: seen it"


def test_that_a_decision_is_kept_shown_and_undone(opened: Any) -> None:
    opened.do("audit.findings")
    tab = opened.screen.stage.drawer.findings
    opened.do("audit.dismiss")
    QTest.keyClicks(tab.reason.field, "the script ran")
    QTest.keyClick(tab.reason.field, Qt.Key.Key_Return)
    opened.settle()
    assert tab.current().confirmed is False
    assert tab.current().reason == "the script ran"
    opened.do("audit.undo")
    assert tab.current().confirmed is None
    opened.do("audit.confirm")
    assert tab.current().confirmed is True


def test_that_the_drawer_gets_room_for_the_findings(make_screen: Callable[..., Any], sample: Any) -> None:
    made = make_screen(width=1280, height=800)
    made.open(sample.run)
    made.do("audit.findings")
    assert made.screen.stage.drawer.findings.view.height() >= 5 * 28
