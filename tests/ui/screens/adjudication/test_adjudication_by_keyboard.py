"""Two reviews and a conflict of merged decisions are adjudicated by keyboard in the window."""

from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from mlrbench_gui.domain.anchoring import anchor_of, text_sha256
from mlrbench_gui.domain.decisions import SetVerdict
from mlrbench_gui.domain.people import Answer, BeSure, Check, FormScore, Question, Score
from mlrbench_gui.domain.reviews import ReviewTarget
from mlrbench_gui.domain.rubrics import RUBRIC
from mlrbench_gui.domain.settling import ItemKind, SaidWord, SettledItem
from mlrbench_gui.domain.values import Verdict
from mlrbench_gui.services.context import Context
from mlrbench_gui.services.people.filling import open_desk, put, submit
from mlrbench_gui.services.people.sharing import exclusions
from mlrbench_gui.services.reviewing import load_view, record
from mlrbench_gui.ui.screens.adjudication.lists import farthest
from mlrbench_gui.ui.screens.adjudication.reading import Shown
from mlrbench_gui.ui.screens.adjudication.screen import AdjudicationScreen
from mlrbench_gui.ui.shell.window import MainWindow

pytestmark = pytest.mark.ui
K = Qt.Key
CTRL = Qt.KeyboardModifier.ControlModifier


def reviewed(context: Context, author: str, score: int, verdict: Verdict) -> None:
    """Someone reviews the sample run, with one claim decided."""
    ctx = replace(context, author=lambda: author)
    run = ctx.workspace.runs.names()[0]
    target = ReviewTarget.END_TO_END
    cells = [FormScore(target=target, criterion=one.key, score=score) for one in RUBRIC[target]]
    checks = [Check(question=question, answer=Answer.NO) for question in Question]
    put(ctx, run, [*(Score(cell=cell) for cell in cells), *checks, BeSure(value=3)])
    view = load_view(ctx, run)
    claim = view.review.claims[0].current
    text = view.texts[claim.paper]
    record(ctx, view, [SetVerdict(anchor=anchor_of(claim, text, text_sha256(text)), verdict=verdict)])
    submit(ctx, open_desk(ctx, run))


@pytest.fixture
def context(context: Context) -> Context:
    """Two have reviewed the sample run; who looks is a third."""
    reviewed(context, "A. Keller", 4, Verdict.CONTRADICTED)
    reviewed(context, "M. Rossi", 8, Verdict.SUPPORTED)
    return context


@pytest.fixture
def screen(window: MainWindow, qtbot: QtBot) -> AdjudicationScreen:
    window.show_screen("adjudication")
    calm(window, qtbot)
    return window.screens.adjudication


def calm(window: MainWindow, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: not window.background.busy(), timeout=20_000)


def press(*keys: Any) -> None:
    for key in keys:
        focus = QApplication.focusWidget()
        assert focus is not None
        if isinstance(key, str):
            QTest.keyClicks(focus, key)
        elif isinstance(key, tuple):
            QTest.keyClick(focus, key[0], key[1])
        else:
            QTest.keyClick(focus, key)


def test_that_all_differences_are_resolved_by_keyboard(
    screen: AdjudicationScreen, window: MainWindow, qtbot: QtBot
) -> None:
    assert screen.board is not None
    assert screen.board.count(Shown.OPEN) == len(RUBRIC[ReviewTarget.END_TO_END]) + 1
    for number in range(screen.board.count(Shown.OPEN)):
        press(K.Key_2, K.Key_R, f"read together {number}", (K.Key_Return, CTRL))
        calm(window, qtbot)
    assert screen.board.count(Shown.OPEN) == 0
    assert screen.board.count(Shown.SETTLED) == len(RUBRIC[ReviewTarget.END_TO_END]) + 1
    press(K.Key_F)
    words = {one.item.settled.value for one in screen.stage.model.rows if one.item.settled is not None}
    assert words == {"2", "contradicted"}


def test_that_without_a_word_or_a_reason_nothing_is_settled(
    screen: AdjudicationScreen, window: MainWindow, qtbot: QtBot
) -> None:
    press((K.Key_Return, CTRL))
    assert QApplication.focusWidget() is screen.stage.agreed.field
    press(K.Key_3, (K.Key_Return, CTRL))
    assert QApplication.focusWidget() is screen.stage.agreed.reason
    calm(window, qtbot)
    assert screen.board is not None
    assert screen.board.count(Shown.SETTLED) == 0


def test_that_what_is_typed_stays_while_another_difference_is_looked_at(screen: AdjudicationScreen) -> None:
    press(K.Key_3, K.Key_R, "half a reason", K.Key_Escape, K.Key_J, K.Key_K)
    assert screen.stage.agreed.reason.toPlainText() == "half a reason"
    field = screen.stage.agreed.field
    assert field is not None
    assert field.step == 2


def test_that_a_review_is_left_out_with_a_reason_and_says_so(
    screen: AdjudicationScreen, window: MainWindow, qtbot: QtBot, context: Context
) -> None:
    assert screen.board is not None
    review = screen.board.found[0].source.reviews[0]  # type: ignore[union-attr]
    screen.stage.side.exclude_wanted.emit(review)
    press("Read the wrong paper", K.Key_Return)
    calm(window, qtbot)
    assert [(one.key, one.reason) for one in exclusions(context)] == [(review.id, "Read the wrong paper")]
    assert screen.board.excluded(review) is not None


def test_that_an_empty_screen_says_what_was_looked_at(
    window: MainWindow, qtbot: QtBot, context: Context
) -> None:
    context.workspace.people.kept.clear()  # type: ignore[attr-defined]
    context.workspace.log.clear()  # type: ignore[attr-defined]
    window.show_screen("adjudication")
    calm(window, qtbot)
    shown = window.screens.adjudication
    assert shown.empty.isVisible()
    assert not shown.stage.isVisible()
    assert [key for key, _ in shown.status_keys()] == ["Enter", "F1"]
    press(K.Key_Return)
    assert window.current().screen_id == "review"


def test_that_the_list_shows_the_lowest_and_the_highest_of_three_scores(
    screen: AdjudicationScreen,
) -> None:
    assert screen.board is not None
    item = next(one.item for one in screen.board.found if one.item.kind is ItemKind.SCORE)

    def of(*scores: int) -> SettledItem:
        said = tuple(SaidWord(str(place), str(score)) for place, score in enumerate(scores))
        return replace(item, said=said)

    assert farthest(of(3, 1, 10)) == ("1", "10")
    assert farthest(of(4, 4)) == ("4", "4")
    assert farthest(replace(item, kind=ItemKind.CHECK, said=(SaidWord("a", "Yes"), SaidWord("b", "No")))) == (
        "Yes",
        "No",
    )
