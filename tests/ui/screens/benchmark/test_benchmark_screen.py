"""The Benchmark screen by keyboard: means with their n, what is behind one, other choices, and an empty workspace."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from mlrbench_gui.domain.reviews import HumanReview, Review, ReviewTarget, Score
from mlrbench_gui.domain.values import RunName, Sha256
from mlrbench_gui.services.catalogue import catalogue
from mlrbench_gui.services.context import Context
from mlrbench_gui.services.people.sharing import exclude
from mlrbench_gui.ui.kit.background import Background
from mlrbench_gui.ui.screens.benchmark.screen import BenchmarkScreen

pytestmark = pytest.mark.ui

RUN = RunName("end2end_otter/harbor_tides")
TASKS = ("harbor_tides", *(task.id for task in catalogue().tasks[:9]))


def review(agent: str, task: str, judge: str, score: int, target: ReviewTarget) -> Review:
    run = RunName(f"end2end_{agent}/{task}")
    end = target is ReviewTarget.END_TO_END
    scores = (Score("Overall" if end else "OverallAssessment", score), Score("Clarity", 8))
    return Review(
        f"{judge}/{agent}/{task}/{target}",
        Sha256("0" * 64),
        target,
        f"{judge}-2025",
        judge,
        task,
        run if end else f"{task}/{target.value}/{agent}",
        target_present=run == RUN,
        run=run if end else None,
        scores=scores,
    )


def published() -> list[Review]:
    """Two agents end to end, the second on half of the tasks, and ideas of one."""
    made = [review("otter", task, judge, 5, ReviewTarget.END_TO_END) for task in TASKS for judge in "ab"]
    made += [review("heron", task, judge, 7, ReviewTarget.END_TO_END) for task in TASKS[:5] for judge in "ab"]
    made += [review("heron", task, judge, 6, ReviewTarget.IDEA) for task in TASKS for judge in "ab"]
    return made


class Desk:
    """The screen in front, driven by keys; `opened` keeps the runs that it asked for."""

    def __init__(self, screen: BenchmarkScreen, background: Background, qtbot: QtBot) -> None:
        self.screen, self.background, self.qtbot = screen, background, qtbot
        self.opened: list[str] = []
        self.said: list[str] = []
        screen.open_run.connect(self.opened.append)
        screen.message.connect(self.said.append)

    def settle(self) -> None:
        self.qtbot.waitUntil(lambda: not self.background.busy(), timeout=20_000)

    def press(self, *keys: Qt.Key) -> None:
        for key in keys:
            focus = QApplication.focusWidget()
            assert focus is not None
            QTest.keyClick(focus, key)


@pytest.fixture
def desk(context: Context, background: Background, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Desk:
    people = [
        HumanReview("p.csv", row, name, "otter", TASKS[0], RUN, True, (Score("Overall", 4),))
        for row, name in enumerate("xy")
    ]
    monkeypatch.setattr(context.workspace.reviews, "all", lambda: tuple(published()))
    monkeypatch.setattr(context.workspace.reviews, "humans", lambda: tuple(people))
    made = Desk(BenchmarkScreen(context, background), background, qtbot)
    qtbot.addWidget(made.screen)
    made.screen.resize(1200, 760)
    made.screen.show()
    qtbot.waitExposed(made.screen)
    made.screen.activateWindow()
    made.screen.entered()
    made.settle()
    return made


def test_that_stages_of_201_and_of_10_tasks_never_share_a_card_and_small_n_is_marked(desk: Desk) -> None:
    cards = [card for card, _ in desk.screen.board.cards if card.isVisibleTo(desk.screen.board)]
    assert [card.title.text() for card in cards] == ["Ideas and proposals", "Experiments, papers, end to end"]
    assert [card.badge.accessibleName() for card in cards] == ["n = 201", "n = 10"]


def test_that_rows_over_other_tasks_say_so(desk: Desk) -> None:
    ends = desk.screen.board.tables[ReviewTarget.END_TO_END].list
    assert [row.name for row in ends.rows_model.rows] == ["heron", "otter"]
    assert all("other rows rest on other tasks" in row.spoken for row in ends.rows_model.rows)
    card = next(card for card, _ in desk.screen.board.cards if card.badge.accessibleName() == "n = 10")
    assert "NOT THE SAME TASKS: End to end (5 in common)" in card.note.text()

    desk.screen.choices.tasks.setCurrentIndex(1)
    desk.settle()

    assert not any(row.marked for row in ends.rows_model.rows)
    assert {row.count for row in ends.rows_model.rows} == {"5 of 5"}
    assert "NOT THE SAME" not in card.note.text()


def test_that_what_does_not_count_is_told_above_the_means_and_beside_the_row(
    desk: Desk, context: Context
) -> None:
    assert not desk.screen.board.left_out.isVisible()
    exclude(context, RUN, reason="its log is of another run")
    desk.screen.workspace_changed()
    desk.settle()
    told = desk.screen.board.left_out.text()
    assert "48 of 50 judges' reviews, 2 excluded: its log is of another run (2)" in told
    ends = desk.screen.board.tables[ReviewTarget.END_TO_END].list
    (otter,) = (row for row in ends.rows_model.rows if row.name == "otter")
    assert otter.spoken.endswith("n 9 of 10, 2 reviews excluded; other rows rest on other tasks")


def test_that_a_board_without_any_score_that_counts_is_not_called_empty(
    desk: Desk, context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(context.workspace.reviews, "all", tuple)
    exclude(context, RUN, reason="its log is of another run")
    desk.screen.workspace_changed()
    desk.settle()
    assert desk.screen.empty.isVisible()
    assert desk.screen.empty.title() == "No score counts here"
    assert not desk.screen.empty.offers


def test_that_published_means_stand_beside_recomputed_ones_with_the_tasks_behind(
    desk: Desk, context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    head = "workshop_name,model_name,Clarity,Overall\n"
    rows = "".join(f"{task},otter,8.0,{6 if task == TASKS[0] else 5}.0\n" for task in TASKS)
    monkeypatch.setattr(
        context.workspace.reviews, "derived", lambda: (("a/means.csv", (head + rows).encode()),)
    )
    desk.screen.workspace_changed()
    desk.settle()
    published = desk.screen.board.published
    (row,) = published.rows_model.rows
    assert (row.agent, row.n, row.differing) == ("otter", 10, 1)
    assert published.rows_model.spoken(row) == (
        "otter, n 10, 1 cells differ: Clarity published 8.00, recomputed 8.00, Overall published 5.10, recomputed 5.00"
    )
    published.setFocus()
    desk.press(Qt.Key.Key_Return)
    behind = {item.name: item for item in desk.screen.pane.model.rows}
    assert (behind[TASKS[0]].detail, behind[TASKS[0]].value) == (
        "Clarity 8.00 | 8.00  Overall 6.00 | 5.00",
        "differs",
    )
    assert behind[TASKS[1]].value == "alike"


def test_that_each_cell_by_criterion_has_its_interval_and_n(desk: Desk) -> None:
    criteria = desk.screen.board.criteria
    said = {row.agent: criteria.rows_model.spoken(row) for row in criteria.rows_model.rows}
    assert said["otter"] == "otter: Overall 5.00 [5.00–5.00] n 10/10, Clarity 8.00 [8.00–8.00] n 10/10"
    assert "n 5/10" in said["heron"]


def test_that_keys_walk_all_lists_and_enter_shows_what_is_behind_a_mean_and_opens_a_run(desk: Desk) -> None:
    ends = desk.screen.board.tables[ReviewTarget.END_TO_END].list
    desk.press(Qt.Key.Key_Down)  # from the one idea row into the next list
    assert QApplication.focusWidget() is ends
    desk.press(Qt.Key.Key_Down, Qt.Key.Key_Return)

    pane = desk.screen.pane
    assert pane.isVisible()
    assert [row.value for row in pane.model.rows] == ["5.0"] * 10
    place = next(at for at, row in enumerate(pane.model.rows) if row.run == RUN)
    desk.press(*[Qt.Key.Key_Down] * place, Qt.Key.Key_Return)
    assert desk.opened == [RUN]

    assert desk.screen.close_layer()
    assert not pane.isVisible()
    assert QApplication.focusWidget() is ends


def test_that_a_task_without_its_run_is_told_and_opens_nothing(desk: Desk) -> None:
    desk.press(Qt.Key.Key_Return)
    pane = desk.screen.pane
    assert {row.run for row in pane.model.rows} == {None}
    desk.press(Qt.Key.Key_Return)
    assert desk.opened == []

    desk.screen.close_layer()
    ends = desk.screen.board.tables[ReviewTarget.END_TO_END].list
    ends.enter(1)
    desk.press(Qt.Key.Key_Return)
    assert all("the run is not here" in pane.model.spoken(row) for row in pane.model.rows)


def test_that_the_keyboard_comes_to_every_part_and_back(desk: Desk) -> None:
    stops = desk.screen.board.stops()
    seen = []
    for _ in range(40):
        focus = QApplication.focusWidget()
        if focus is not None and focus not in seen:
            seen.append(focus)
        desk.press(Qt.Key.Key_Down)
    assert set(stops) <= set(seen)
    for _ in range(60):
        desk.press(Qt.Key.Key_Up)
    assert QApplication.focusWidget() is stops[0]


def test_that_sorting_by_name_and_back_keeps_all_rows(desk: Desk) -> None:
    table = desk.screen.board.tables[ReviewTarget.END_TO_END]
    table.list.setFocus()
    desk.screen.handlers()["benchmark.sort"]()
    assert table.head.sorted_by == "name"
    QTest.mouseClick(table.head, Qt.MouseButton.LeftButton, pos=QPoint(table.head.width() - 20, 8))
    assert table.head.sorted_by == "mean"
    assert len(table.list.rows_model.rows) == 2


def test_that_weak_agreement_of_judges_and_people_stands_in_words(desk: Desk) -> None:
    words = desk.screen.board.caution.text()
    assert words.startswith("Judges are not shown to rank papers as people do.")
    assert "n = 1" in words


def test_that_an_empty_workspace_says_what_to_do(
    context: Context, background: Background, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(context.workspace.reviews, "all", tuple)
    screen = BenchmarkScreen(context, background)
    qtbot.addWidget(screen)
    screen.show()
    screen.entered()
    qtbot.waitUntil(lambda: not background.busy(), timeout=20_000)
    assert screen.empty.isVisible()
    with qtbot.waitSignal(screen.import_wanted):
        screen.empty.pressed.emit()
