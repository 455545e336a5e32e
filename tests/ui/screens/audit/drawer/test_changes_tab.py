"""The Changes tab: what an audit says otherwise than the one before, and the way from there to the claim."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from mlrbench_gui.domain.audit import Audit
from mlrbench_gui.domain.comparing import compare_audits
from mlrbench_gui.domain.values import Verdict
from mlrbench_gui.services.context import Context
from mlrbench_gui.ui.screens.audit.drawer.changes import change_rows, summary_line

pytestmark = pytest.mark.ui
MakeScreen = Callable[..., object]


def answered(audit: Audit, at: int, verdict: Verdict) -> Audit:
    """The audit with one claim answered otherwise."""
    claims = list(audit.claims)
    claims[at] = claims[at].model_copy(update={"verdict": verdict, "reason": "Now it is read so."})
    return audit.model_copy(update={"claims": tuple(claims), "tool_version": "next"})


@pytest.fixture
def audited_twice(context: Context) -> Context:
    """The sample run, audited again by newer rules that answer its fourth claim otherwise."""
    run = context.workspace.runs.names()[0]
    before = context.workspace.audits.latest(run)
    assert before is not None
    context.workspace.audits.save(answered(before.audit, 3, Verdict.CONTRADICTED), "next key")
    return context


def test_that_an_answer_that_moved_is_listed_and_enter_goes_to_its_claim(
    audited_twice: Context,
    make_screen: Callable[..., "Opened"],  # type: ignore[name-defined] # noqa: F821
) -> None:
    opened = make_screen(audited_twice)
    opened.open(audited_twice.workspace.runs.names()[0])
    drawer = opened.screen.stage.drawer
    assert drawer.line.tabs["changes"].accessibleName() == "Changes, 1"

    opened.do("audit.changes")
    (row,) = drawer.changes.model.rows
    assert row.verdicts == (Verdict.SUPPORTED, Verdict.CONTRADICTED)
    assert row.why == "the rules are others: engine 0, now next"
    QTest.keyClick(drawer.changes.view, Qt.Key.Key_Return)
    opened.settle()
    assert opened.current.current.id == "c4"


def test_that_a_run_audited_once_says_that_there_is_nothing_before_it(
    make_screen: Callable[..., "Opened"],  # type: ignore[name-defined] # noqa: F821
    context: Context,
) -> None:
    opened = make_screen(context)
    opened.open(context.workspace.runs.names()[0])
    opened.do("audit.changes")
    drawer = opened.screen.stage.drawer
    assert drawer.changes.stack.currentWidget() is drawer.changes.empty
    assert drawer.line.tabs["changes"].accessibleName() == "Changes"


def test_that_a_new_audit_of_the_shown_run_tells_how_much_changed(
    make_screen: Callable[..., "Opened"],  # type: ignore[name-defined] # noqa: F821
    context: Context,
) -> None:
    opened = make_screen(context)
    run = context.workspace.runs.names()[0]
    opened.open(run)
    before = context.workspace.audits.latest(run)
    assert before is not None
    context.workspace.audits.save(answered(before.audit, 3, Verdict.CONTRADICTED), "next key")
    newer = context.workspace.audits.latest(run)
    assert newer is not None
    context.workspace.kept[run] = replace(newer, at=newer.at + timedelta(hours=1))  # type: ignore[attr-defined]

    opened.screen.session.reload()
    opened.settle()

    assert "1 change since the last audit; see Changes in the drawer" in opened.messages


def test_that_what_moved_most_stands_first_and_the_line_counts_all(sample: object, qtbot: QtBot) -> None:
    old: Audit = sample.audit()  # type: ignore[attr-defined]
    new = answered(old, 5, Verdict.SUPPORTED)
    claims = list(new.claims)
    claims[0] = claims[0].model_copy(update={"value": 30.0})
    new = new.model_copy(update={"claims": tuple(claims[:-1])})

    diff = compare_audits(old, new)

    rows = change_rows(diff)
    assert [(row.change, row.claim) for row in rows] == [("changed", "c6"), ("changed", "c1"), ("gone", None)]
    assert rows[1].values == "20 epochs → 30 epochs"
    assert summary_line(diff) == "engine 0 → next · claims: 2 changed, 1 gone, 10 the same"
