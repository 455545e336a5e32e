"""The cards of the board in their order, filled from one scoreboard."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from mlrbench_gui.domain.benchmark import MEAN_JUDGE, BenchmarkRow
from mlrbench_gui.domain.reviews import ReviewTarget, judge_name
from mlrbench_gui.domain.scoreboard import BoardChoice, Scoreboard, StageBoard
from mlrbench_gui.domain.values import GateState
from mlrbench_gui.services.costing import stated_cost
from mlrbench_gui.ui.kit.labels import label
from mlrbench_gui.ui.kit.paint import CENTER, LEFT
from mlrbench_gui.ui.screens.benchmark.cards import Card, CardRow, Caution
from mlrbench_gui.ui.screens.benchmark.grids import (
    STEPS,
    CostsDelegate,
    CostsList,
    CriteriaDelegate,
    CriteriaList,
    FailuresDelegate,
    FailuresList,
    GridHead,
    stacked,
    step_words,
)
from mlrbench_gui.ui.screens.benchmark.lists import FittedList
from mlrbench_gui.ui.screens.benchmark.means import MeansTable
from mlrbench_gui.ui.screens.benchmark.published import (
    PublishedDelegate,
    PublishedList,
    PublishedRow,
    published_rows,
)
from mlrbench_gui.ui.screens.benchmark.rows import (
    SMALL,
    STAGE_TITLES,
    correlation_words,
    mean_rows,
    reached_rows,
)
from mlrbench_gui.ui.screens.benchmark.scatter import SCORE_MARKS, Axis, Point, Scatter

_WEAK = 0.3
"""A rank correlation below this orders papers hardly better than chance does."""
_GROUPS = (
    ("Ideas and proposals", (ReviewTarget.IDEA, ReviewTarget.PROPOSAL)),
    (
        "Experiments, papers, end to end",
        (ReviewTarget.EXPERIMENT, ReviewTarget.WRITEUP, ReviewTarget.END_TO_END),
    ),
    ("Judged in other ways", (ReviewTarget.END_TO_END_NO_CODE, ReviewTarget.AI_SCIENTIST)),
)
"""Stages of 201 and of 10 tasks never share a card."""


@dataclass(frozen=True, slots=True)
class MeanAsked:
    """What is behind a stage's mean."""

    row: BenchmarkRow


@dataclass(frozen=True, slots=True)
class FailureAsked:
    """Which of an agent's runs failed first at a step."""

    agent: str
    step: GateState | None


@dataclass(frozen=True, slots=True)
class ReachedAsked:
    """Which runs reached a state."""

    state: str


@dataclass(frozen=True, slots=True)
class PublishedAsked:
    """What is behind an agent's row of a published table."""

    row: PublishedRow


class Board(QWidget):
    """`asked` tells what a person wants to look behind, `run_wanted` a run, `moved` that the keyboard went on."""

    asked = Signal(object)
    run_wanted = Signal(str)
    moved = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._stages: dict[ReviewTarget, StageBoard] = {}
        self.tables = {
            target: MeansTable(STAGE_TITLES[target]) for _, targets in _GROUPS for target in targets
        }
        self.cards = [
            (Card(title, *(self.tables[target] for target in targets)), targets) for title, targets in _GROUPS
        ]
        self.failures = FailuresList()
        self.reached = MeansTable("Reached", "Runs")
        self.criteria = CriteriaList()
        self._criteria_head = GridHead("Agent", (), CriteriaDelegate.NAME, LEFT)
        self.published = PublishedList()
        self._published_head = GridHead("Agent", (), PublishedDelegate.NAME, LEFT)
        self.people = Scatter("Judges' mean beside people's mean, a point a paper", diagonal=True)
        self.costs = CostsList()
        self.cost_chart = Scatter("Overall score beside cost, a point an agent")
        self._people_words = label("", role="text-2", size="sm", wrap=True)
        self.caution = Caution()
        self.left_out = Caution()
        self.left_out.hide()
        self._make_cards()
        self._connect()

    def show_board(self, board: Scoreboard) -> None:
        """Fill all cards; one that has nothing to show is not there."""
        self._stages = {stage.target: stage for stage in board.stages}
        for card, targets in self.cards:
            self._show_stages(card, targets, board)
        self.left_out.setVisible(bool(board.left_out))
        self.left_out.say("Not all scores count here.", "; ".join(board.left_out))
        self._show_gate(board)
        self._show_criteria(board)
        self._show_published(board)
        self._show_people(board)
        self._show_costs(board)

    def stops(self) -> list[QWidget]:
        """All that takes the keyboard, from top to bottom."""
        tables = [table.list for table in self.tables.values()]
        parts: list[QWidget] = [*tables, self.failures, self.reached.list, self.criteria, self.published]
        parts += [self.people, self.costs, self.cost_chart]
        return [part for part in parts if part.isVisibleTo(self)]

    def said(self) -> str:
        """What the keyboard is on, in words."""
        for table in self.tables.values():
            row = table.list.current()
            if table.list.hasFocus() and row is not None:
                return row.spoken
        failure = self.failures.current()
        if self.failures.hasFocus() and failure is not None:
            step = self.failures.step
            return (
                f"{failure.agent}, {step_words(step)}: {failure.counts.get(step, 0)} of {failure.runs} runs"
            )
        criteria, published = self.criteria.current(), self.published.current()
        if self.criteria.hasFocus() and criteria is not None:
            return self.criteria.rows_model.spoken(criteria)
        if self.published.hasFocus() and published is not None:
            return self.published.rows_model.spoken(published)
        return ""

    # --- filling

    def _show_stages(self, card: Card, targets: Sequence[ReviewTarget], board: Scoreboard) -> None:
        shown = [self._stages[target] for target in targets if target in self._stages]
        card.setVisible(bool(shown))
        for target in targets:
            table = self.tables[target]
            table.setVisible(target in self._stages)
            if target in self._stages:
                table.show_rows(mean_rows(self._stages[target]))
        if not shown:
            return
        counts = sorted({stage.denominator for stage in shown})
        n = f"n = {counts[0]}" if len(counts) == 1 else f"n = {counts[0]} to {counts[-1]}"
        card.say(n, _stages_note(shown, board.choice), small=counts[0] <= SMALL)

    def _show_gate(self, board: Scoreboard) -> None:
        audited = sum(row.runs for row in board.failures)
        self._failures_card.setVisible(bool(board.failures))
        self._reached_card.setVisible(bool(board.reached))
        self.failures.show_rows(board.failures)
        absent = f"; {board.runs_absent} judged runs are not here" if board.runs_absent else ""
        self._failures_card.say("", f"earliest step of the gate, {audited} audited runs{absent}")
        self.reached.show_rows(reached_rows(board.reached))
        self._reached_card.say("", "judges' mean by what the gate reached")

    def _show_criteria(self, board: Scoreboard) -> None:
        names = [name for name in board.criteria if any(name in row.cells for row in board.by_criterion)]
        self.criteria.names = (*names[1:], *names[:1])  # overall last, as in the published tables
        self._criteria_card.setVisible(bool(board.by_criterion))
        self._criteria_head.set_heads(self.criteria.names)
        self.criteria.show_rows(board.by_criterion)
        stage = self._stages.get(ReviewTarget.END_TO_END)
        n = stage.denominator if stage is not None else 0
        self._criteria_card.say(f"n = {n}" if n else "", "mean over judges and tasks", small=n <= SMALL)

    def _show_published(self, board: Scoreboard) -> None:
        rows = published_rows(board.published)
        self._published_card.setVisible(bool(rows))
        told = {name for row in rows for name in row.means}
        self.published.names = tuple(name for name in self.criteria.names if name in told)
        self._published_head.set_heads(self.published.names)
        self.published.show_rows(rows)
        differing = sum(row.differing for row in rows)
        tables = ", ".join(
            f"{table.source.rpartition('/')[2]}, {table.rows} rows" for table in board.published
        )
        said = f"{differing} cells differ" if differing else "all cells alike"
        self._published_card.say("", f"published | recomputed; {tables}: {said}")

    def _show_people(self, board: Scoreboard) -> None:
        self._people_card.setVisible(bool(board.points))
        points = [Point(point.run, point.human, point.judge) for point in board.points]
        axis = Axis("people's mean", 1, 10, SCORE_MARKS)
        self.people.show_points(points, axis, Axis("judges' mean", 1, 10, SCORE_MARKS))
        n = len(points)
        self._people_card.say(f"n = {n}", f"{board.choice.criterion}, a point a paper", small=n <= SMALL)
        judges, people = board.judges_people, board.people_people
        weak = judges.value is None or judges.value < _WEAK or (judges.low is not None and judges.low <= 0)
        told = (
            f"Rank correlation (Spearman), judges with people: {correlation_words(judges)}. "
            f"People among themselves: {correlation_words(people)}."
        )
        self._people_words.setText(told)
        self.caution.setVisible(weak and bool(board.points))
        self.caution.say("Judges are not shown to rank papers as people do.", told)

    def _show_costs(self, board: Scoreboard) -> None:
        self._costs_card.setVisible(bool(board.costs))
        self.costs.show_rows(board.costs)
        points = [
            Point(row.agent, cost, row.score, labelled=True, hollow=row.whole.value is None)
            for row in board.costs
            if row.score is not None and (cost := stated_cost(row)) is not None
        ]
        most = max((point.x for point in points), default=1.0)
        marks = tuple(float(mark) for mark in range(int(most) + 2))
        x, y = Axis("USD a task", 0, marks[-1], marks), Axis("overall, end to end", 1, 10, SCORE_MARKS)
        self.cost_chart.show_points(points, x, y)
        self.cost_chart.setVisible(bool(points))
        self._costs_card.say("", "as far as runs state it; hollow points: the experiment's part alone")

    # --- making

    def _make_cards(self) -> None:
        self._failures_card = Card(
            "Where an end-to-end paper failed first",
            stacked(
                GridHead("Agent", [step_words(step) for step in STEPS], FailuresDelegate.NAME, CENTER),
                self.failures,
            ),
        )
        self._reached_card = Card("Judges against the gate", self.reached)
        self._criteria_card = Card("End to end by criterion", stacked(self._criteria_head, self.criteria))
        words = QWidget()
        inner = QVBoxLayout(words)
        inner.setContentsMargins(10, 2, 10, 10)
        inner.addWidget(self._people_words)
        self._published_card = Card(
            "Published means beside recomputed ones", stacked(self._published_head, self.published)
        )
        self._people_card = Card("Judges beside people", stacked(self.people, words))
        self._costs_head = GridHead("Agent", ("USD, and what is known",), CostsDelegate.NAME, LEFT)
        self._costs_card = Card(
            "Cost a task",
            stacked(self._costs_head, self.costs, self.cost_chart),
        )
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 12, 12, 12)
        column.setSpacing(10)
        column.addWidget(self.caution)
        column.addWidget(self.left_out)
        for card, _ in self.cards:
            column.addWidget(card)
        column.addWidget(CardRow([(self._failures_card, 3), (self._reached_card, 2)]))
        column.addWidget(self._criteria_card)
        column.addWidget(self._published_card)
        column.addWidget(CardRow([(self._people_card, 1), (self._costs_card, 1)]))
        column.addStretch()

    def _connect(self) -> None:
        for target, table in self.tables.items():
            table.opened.connect(lambda target=target: self._ask_mean(target))
        self.failures.opened.connect(self._ask_failure)
        self.reached.opened.connect(self._ask_reached)
        self.criteria.opened.connect(self._ask_criteria)
        self.published.opened.connect(self._ask_published)
        self.people.opened.connect(self.run_wanted)
        for part in self._walked():
            part.left.connect(lambda step, part=part: self._walk(part, step))
            part.moved.connect(self.moved)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def _walked(self) -> "list[FittedList[object] | Scatter]":
        lists: list[QObject] = [table.list for table in self.tables.values()]
        lists += [self.failures, self.reached.list, self.criteria, self.published]
        lists += [self.people, self.costs, self.cost_chart]
        return [part for part in lists if isinstance(part, FittedList | Scatter)]

    def _walk(self, part: QWidget, step: int) -> None:
        stops = self.stops()
        at = stops.index(part) + step if part in stops else 0
        if not 0 <= at < len(stops):
            return
        goal = stops[at]
        if isinstance(goal, FittedList):
            goal.enter(step)
        else:
            goal.setFocus(Qt.FocusReason.TabFocusReason)

    # --- asking

    def _ask_mean(self, target: ReviewTarget) -> None:
        current = self.tables[target].list.current()
        if current is not None and target in self._stages:
            row = next(row for row in self._stages[target].rows if row.agent == current.name)
            self.asked.emit(MeanAsked(row))

    def _ask_criteria(self) -> None:
        current = self.criteria.current()
        if current is not None:
            cells = current.cells
            name = self.criteria.names[-1]
            self.asked.emit(MeanAsked(cells.get(name) or next(iter(cells.values()))))

    def _ask_published(self) -> None:
        current = self.published.current()
        if current is not None:
            self.asked.emit(PublishedAsked(current))

    def _ask_failure(self) -> None:
        current = self.failures.current()
        if current is not None:
            self.asked.emit(FailureAsked(current.agent, self.failures.step))

    def _ask_reached(self) -> None:
        current = self.reached.list.current()
        if current is not None:
            self.asked.emit(ReachedAsked(current.name))


def _stages_note(stages: Sequence[StageBoard], choice: BoardChoice) -> str:
    judges = "mean of all judges" if choice.judge == MEAN_JUDGE else f"judge {judge_name(choice.judge)}"
    different = [stage for stage in stages if stage.task_sets > 1]
    words = f"{choice.criterion}, 1 to 10, {judges}, 95 % interval over tasks"
    if choice.narrowed:
        words += "; chosen tasks only"
    if different:
        told = ", ".join(f"{STAGE_TITLES[s.target]} ({s.in_common} in common)" for s in different)
        words += f"; NOT THE SAME TASKS: {told}"
    return words
