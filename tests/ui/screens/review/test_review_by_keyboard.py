"""A whole review by keyboard alone, in the window over a workspace in memory: form, claims, evidence, note, submit."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from mlrbench_gui.domain.forms import submissions_of
from mlrbench_gui.domain.people import Answer, ExcludedKind, Question
from mlrbench_gui.domain.values import Verdict
from mlrbench_gui.services.context import Context
from mlrbench_gui.services.people.sharing import exclusions, set_blind
from mlrbench_gui.ui.kit.preferences import preferences
from mlrbench_gui.ui.screens.review.screen import ReviewScreen
from mlrbench_gui.ui.shell.window import MainWindow

pytestmark = pytest.mark.ui
K = Qt.Key
SHIFT, CTRL, ALT = (
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.AltModifier,
)


class Desk:
    """The window with the Review screen in front, and hands for the keyboard."""

    def __init__(self, window: MainWindow, qtbot: QtBot) -> None:
        self.window, self.qtbot = window, qtbot

    @property
    def screen(self) -> ReviewScreen:
        return self.window.screens.review

    @property
    def form(self) -> Any:
        writer = self.screen.session.writer
        assert writer is not None
        return writer.own.form

    def press(self, *keys: Any) -> None:
        """Each key where the keyboard is; a pair is a key with its modifier."""
        for key in keys:
            focus = QApplication.focusWidget()
            assert focus is not None
            if isinstance(key, str):
                QTest.keyClicks(focus, key)
            elif isinstance(key, tuple):
                QTest.keyClick(focus, key[0], key[1])
            else:
                QTest.keyClick(focus, key)

    def calm(self) -> None:
        self.qtbot.waitUntil(lambda: not self.window.background.busy(), timeout=20_000)


@pytest.fixture
def desk(window: MainWindow, qtbot: QtBot) -> Iterator[Desk]:
    made = Desk(window, qtbot)
    made.press((K.Key_4, CTRL))
    made.calm()
    yield made
    preferences().reset()


def test_that_a_whole_review_is_done_by_keyboard(desk: Desk, context: Context) -> None:
    for digit in (K.Key_7, K.Key_5, K.Key_2, K.Key_3, K.Key_0):
        desk.press(digit, K.Key_Down)
    desk.press(K.Key_1, K.Key_Down, K.Key_2, K.Key_Down, K.Key_2, K.Key_Down, K.Key_3, K.Key_Down, K.Key_4)
    desk.calm()
    assert [(cell.criterion, cell.score) for cell in desk.form.scores] == [
        ("Clarity", 7), ("Novelty", 5), ("Overall", 10), ("Significance", 3), ("Soundness", 2)
    ]  # fmt: skip
    assert [check.answer for check in desk.form.checks] == [Answer.YES, Answer.NO, Answer.NO, Answer.NOT_SURE]
    assert desk.form.confidence == 4

    for _ in range(9):
        desk.press(K.Key_Up)
    desk.press(K.Key_Return, "It reads well.", K.Key_Escape)
    desk.calm()
    assert next(cell for cell in desk.form.scores if cell.criterion == "Clarity").words == "It reads well."

    desk.press(K.Key_U)
    first = desk.screen.session.claim
    assert first is not None
    assert desk.screen.session.claims()[0].ranked.claim.current.verdict is Verdict.CONTRADICTED
    desk.press(K.Key_1)
    desk.calm()
    desk.press(K.Key_U)
    assert desk.screen.session.claim != first
    desk.press(K.Key_A)
    desk.calm()
    opened = desk.screen.session.opened
    assert opened is not None
    entries = context.workspace.decisions.entries(opened.run.name)
    assert [entry.action.kind for entry in entries] == ["verdict", "accept"]

    desk.press(K.Key_L)
    desk.press(K.Key_W, "The seed is not told.")
    desk.press(K.Key_Escape)
    desk.press((K.Key_Return, CTRL))
    desk.calm()
    (version,) = submissions_of(context.workspace.people.all())
    assert [note.text for note in version.form.notes] == ["The seed is not told."]
    assert sum(len(check.evidence) for check in version.form.checks) == 1
    assert len(version.form.claims) == 2
    assert desk.screen.stage.form.head.versions.isVisible()


def test_that_submitting_with_gaps_says_what_lacks_and_leads_there(desk: Desk, context: Context) -> None:
    desk.press(K.Key_7)
    desk.press((K.Key_Return, CTRL))
    desk.calm()
    assert not submissions_of(context.workspace.people.all())
    assert "Lacks Novelty" in desk.screen.stage.form.foot.lacks.text()
    assert QApplication.focusWidget() is desk.screen.stage.form.scores[1].field


def test_that_a_draft_is_there_again_in_another_window(
    desk: Desk, context: Context, new_window: Callable[[], MainWindow]
) -> None:
    desk.press(K.Key_7, K.Key_Down, K.Key_4)
    desk.calm()
    other = Desk(new_window(), desk.qtbot)
    other.press((K.Key_4, CTRL))
    other.calm()
    assert [cell.score for cell in other.form.scores] == [7, 4]


def test_that_a_change_after_submitting_is_a_draft_of_the_next_version(desk: Desk, context: Context) -> None:
    fill(desk)
    desk.press((K.Key_Return, CTRL))
    desk.calm()
    desk.press(K.Key_F)
    desk.press(K.Key_9)
    desk.calm()
    assert "changed since" in desk.screen.stage.form.head._state.text()
    desk.press((K.Key_Return, CTRL))
    desk.calm()
    assert [version.version for version in submissions_of(context.workspace.people.all())] == [1, 2]


def test_that_each_submitted_version_is_read_whole(desk: Desk, context: Context) -> None:
    fill(desk)
    for _ in range(9):
        desk.press(K.Key_Up)
    desk.press(K.Key_Return, "It reads well.", K.Key_Escape)
    desk.press(K.Key_U, K.Key_3, K.Key_L)
    desk.press(K.Key_W, "The seed is not told.", K.Key_Escape)
    desk.press((K.Key_Return, CTRL))
    desk.calm()
    desk.press(K.Key_F, K.Key_9)
    desk.press((K.Key_Return, CTRL))
    desk.calm()

    desk.press(K.Key_V)
    view = desk.screen.stage.form.head.view
    assert view is not None
    assert view.choice.count() == 2
    assert QApplication.focusWidget() is view.choice
    assert view.choice.currentText().startswith("Version 2, ")
    newest = view.said()
    desk.press(K.Key_Down)
    assert view.choice.currentText().startswith("Version 1, ")
    oldest = view.said()
    assert newest != oldest
    for words in (
        "Clarity 2: It reads well.",
        "The seed is not told.",
        "narrative only",
        "Confidence 2 of 5",
    ):
        assert words in oldest, words
    first, _second = submissions_of(context.workspace.people.all())
    laid = [place for check in first.form.checks for place in check.evidence]
    assert laid
    assert all(place.path in oldest for place in laid)
    desk.press(K.Key_Escape)
    assert not view.isVisible()


def test_that_selected_words_and_an_area_take_notes(desk: Desk, qtbot: QtBot) -> None:
    reader = desk.screen.stage.reader
    reader.paper.view.select((0, 30))  # type: ignore[attr-defined]
    desk.press(K.Key_P)
    desk.press(K.Key_W, "Too broad.", K.Key_Escape)
    desk.calm()
    desk.press((K.Key_W, SHIFT))
    desk.press(K.Key_Down, (K.Key_Right, SHIFT), K.Key_Return)
    desk.press("The axis starts at 80.", K.Key_Escape)
    desk.calm()
    words, area = desk.form.notes
    assert words.words.span[0] < 30
    assert (area.text, area.area.page) == ("The axis starts at 80.", 1)


def test_that_evidence_is_laid_to_the_question_in_hand_by_key_and_by_drag(desk: Desk) -> None:
    for _ in range(8):
        desk.press(K.Key_Down)
    desk.press(K.Key_U)
    desk.calm()
    desk.press(K.Key_L)
    desk.calm()
    laid = {check.question: check.evidence for check in desk.form.checks}
    assert len(laid[Question.FAKED_RESULTS]) == 1

    parcel = desk.screen.stage.attach.parcel()
    assert parcel is not None
    row = desk.screen.stage.form.checks[Question.CITATIONS]
    drop = QDropEvent(
        QPointF(5, 5),
        Qt.DropAction.CopyAction,
        parcel,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    row.dropEvent(drop)
    desk.calm()
    laid = {check.question: check.evidence for check in desk.form.checks}
    assert laid[Question.CITATIONS] == laid[Question.FAKED_RESULTS]


def test_that_a_run_is_left_out_with_a_reason_and_counted_again(desk: Desk, context: Context) -> None:
    desk.press(K.Key_R, K.Key_X)
    desk.press("The log is of another run", K.Key_Return)
    desk.calm()
    assert [(one.what, one.reason) for one in exclusions(context)] == [
        (ExcludedKind.RUN, "The log is of another run")
    ]
    desk.press(K.Key_R, K.Key_X)
    desk.press("Found it", K.Key_Return)
    desk.calm()
    assert exclusions(context) == ()


def test_that_the_curtain_is_lifted_with_a_reason_only(desk: Desk, context: Context) -> None:
    set_blind(context, on=True, seed="s")
    desk.window._workspace_changed()
    desk.calm()
    assert desk.screen.stage.form.curtain.isVisible()
    desk.press((K.Key_L, SHIFT))
    desk.press(K.Key_Return)
    assert desk.screen.stage.form.curtain.isVisible()
    desk.press("The paper names its maker", K.Key_Return)
    desk.calm()
    assert not desk.screen.stage.form.curtain.isVisible()


def test_that_all_of_the_screen_has_names(desk: Desk) -> None:
    def nameless(widget: QWidget) -> bool:
        takes_keys = bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)
        return (
            takes_keys
            and widget.isVisible()
            and not (widget.accessibleName() or getattr(widget, "text", str)())
        )

    stage = desk.screen.stage
    parts = [stage.form, stage.runs, stage.claims, stage.tabs]
    assert [
        widget for part in parts for widget in (part, *part.findChildren(QWidget)) if nameless(widget)
    ] == []


def fill(desk: Desk) -> None:
    """All that the form asks for."""
    for _ in range(10):
        desk.press(K.Key_2, K.Key_Down)
    desk.calm()
