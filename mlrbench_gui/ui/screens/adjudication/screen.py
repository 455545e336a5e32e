"""The Adjudication screen: differences of reviews and of merged decisions, one at a time, with the agreed word."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QMenu, QPlainTextEdit, QStackedLayout, QWidget
from typing_extensions import override

from mlrbench_gui.domain.forms import Submission
from mlrbench_gui.domain.people import ExcludedKind
from mlrbench_gui.services.context import Context
from mlrbench_gui.services.people.conflicts import Difference, agree
from mlrbench_gui.services.people.sharing import exclude
from mlrbench_gui.ui.kit.actions import ActionSpec
from mlrbench_gui.ui.kit.background import Background
from mlrbench_gui.ui.kit.elided import ElidedLabel
from mlrbench_gui.ui.kit.empty import EmptyState, LoadingState
from mlrbench_gui.ui.kit.labels import ground, label
from mlrbench_gui.ui.kit.reason import ReasonAsk
from mlrbench_gui.ui.kit.screen import Screen
from mlrbench_gui.ui.screens.adjudication import keys
from mlrbench_gui.ui.screens.adjudication.reading import Board, Shown, read_board, reviews_of
from mlrbench_gui.ui.screens.adjudication.stage import AdjudicationStage


class AdjudicationScreen(Screen):
    """Reads off the GUI thread; `saved` carries the moment of each agreed word."""

    saved = Signal(object)
    review_wanted = Signal()

    screen_id = keys.SCREEN
    title = "Adjudication"

    def __init__(self, ctx: Context, background: Background) -> None:
        super().__init__()
        ground(self, "panel")
        self._ctx, self._background = ctx, background
        self.board: Board | None = None
        self.stage = AdjudicationStage()
        self.reason = ReasonAsk(self)
        self.empty = EmptyState(
            "Nothing to adjudicate",
            "No run has two submitted reviews that you may see, and no merged decisions are in conflict.",
            "Go to Review",
        )
        self._loading = LoadingState("Reading the reviews")
        self._cover = QStackedLayout(self)
        self._cover.setContentsMargins(0, 0, 0, 0)
        for part in (self._loading, self.stage, self.empty):
            self._cover.addWidget(part)
        self._left = self._topbar_left()
        self._connect()

    @classmethod
    @override
    def specs(cls) -> tuple[ActionSpec, ...]:
        return keys.SPECS

    @override
    def handlers(self) -> dict[str, Callable[[], None]]:
        agreed = self.stage.agreed
        return {
            "adjudication.next": partial(self._step, 1),
            "adjudication.previous": partial(self._step, -1),
            "adjudication.open-next": self._next_open,
            **{keys.choice_action(number): partial(agreed.choose, number) for number in range(1, 11)},
            "adjudication.reason": lambda: agreed.reason.setFocus(Qt.FocusReason.ShortcutFocusReason),
            "adjudication.resolve": self._resolve,
            "adjudication.list": lambda: self.stage.list.setFocus(Qt.FocusReason.ShortcutFocusReason),
            "adjudication.filter": self._next_filter,
            "adjudication.audit": self._open_in_audit,
            "adjudication.exclude": self._choose_review,
        }

    @override
    def topbar(self) -> QWidget | None:
        return self._left

    @override
    def status_keys(self) -> tuple[tuple[str, str], ...]:
        return keys.STATUS_KEYS if self._has_any() else keys.EMPTY_KEYS

    @override
    def status_left(self) -> str:
        if self.board is None or not self._has_any():
            return ""
        done = self.board.count(Shown.SETTLED)
        return f"{done} of {done + self.board.count(Shown.OPEN)} resolved"

    @override
    def entered(self) -> None:
        if self.board is None:
            self._loading.start()
        self.reload()
        self.stage.list.setFocus(Qt.FocusReason.OtherFocusReason)

    @override
    def workspace_changed(self) -> None:
        if self.board is not None:
            self.reload()

    @override
    def close_layer(self) -> bool:
        if self.reason.close():
            return True
        if isinstance(QApplication.focusWidget(), QPlainTextEdit):
            self.stage.list.setFocus(Qt.FocusReason.OtherFocusReason)
            return True
        return False

    def reload(self) -> None:
        """Read all differences again; what is shown stays until they are there."""
        ctx = self._ctx
        self._background.submit(
            lambda _cancel, _emit: read_board(ctx), done=self._show, failed=self.message.emit
        )

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.stage.fit(self.window().width())

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.stage.fit(self.window().width())

    # --- in step

    def _show(self, board: Board) -> None:
        first = self.board is None
        self.board = board
        self._loading.stop()
        for number, shown in enumerate(Shown):
            self.stage.filter.set_text(number, f"{shown.value} {board.count(shown)}")
        if first and not board.count(Shown.OPEN) and board.found:
            self.stage.filter.set_index(list(Shown).index(Shown.ALL))
        runs = f"{board.runs} run{'' if board.runs == 1 else 's'}"
        self._count.setText(f"{board.count(Shown.OPEN)} open in {runs}" if board.found else "")
        self._cover.setCurrentWidget(self.stage if board.found else self.empty)
        self._list()
        if first and self.isVisible():
            (self.stage.list if board.found else self.empty).setFocus(Qt.FocusReason.OtherFocusReason)

    def _has_any(self) -> bool:
        return self.board is None or bool(self.board.found)

    def _list(self) -> None:
        if self.board is not None:
            shown = list(Shown)[self.stage.filter.index()]
            self.stage.show_list(self.board.listed(shown), self.stage.current())
            self._moved()

    def _moved(self) -> None:
        if self.board is not None:
            self.stage.show_difference(self.board, self.stage.current())
            self.status_changed.emit()

    # --- actions

    def _step(self, by: int) -> None:
        at, last = self.stage.list.currentIndex().row() + by, len(self.stage.model.rows) - 1
        if 0 <= at <= last:
            self.stage.go(at)
        elif last >= 0:
            self.message.emit("This is the last one" if by > 0 else "This is the first one")

    def _next_open(self) -> None:
        rows, at = self.stage.model.rows, self.stage.list.currentIndex().row()
        order = [*range(at + 1, len(rows)), *range(max(at, 0))]
        goal = next((place for place in order if rows[place].item.is_open), None)
        if goal is None:
            self.message.emit("No other difference is open")
        else:
            self.stage.go(goal)
            self.stage.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def _next_filter(self) -> None:
        self.stage.filter.set_index((self.stage.filter.index() + 1) % len(Shown))
        self._list()

    def _resolve(self) -> None:
        if not self.stage.agreed.resolve():
            self.message.emit(self.stage.agreed.lacks())

    def _agreed(self, value: str, reason: str) -> None:
        one, ctx = self.stage.current(), self._ctx
        if one is None:
            return
        self._background.submit(
            lambda _cancel, _emit: agree(ctx, one, value, reason),
            done=lambda _none: self._kept(one),
            failed=self.message.emit,
        )
        self._next_open_quietly(one)

    def _next_open_quietly(self, one: Difference) -> None:
        """On to the next; the list without the settled one follows when it is written."""
        rows, at = self.stage.model.rows, self.stage.list.currentIndex().row()
        order = [*range(at + 1, len(rows)), *range(at)]
        goal = next(
            (place for place in order if rows[place].item.is_open and rows[place].key != one.key), None
        )
        if goal is not None:
            self.stage.go(goal)
        self.stage.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def _kept(self, _one: Difference) -> None:
        self.saved.emit(self._ctx.clock())
        self.reload()

    def _open_in_audit(self) -> None:
        one = self.stage.current()
        if one is not None:
            self.open_run.emit(one.run)

    def _choose_review(self) -> None:
        reviews = reviews_of(self.stage.current())
        if not reviews:
            self.message.emit("No submitted review stands behind this; there is none to leave out")
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for review in reviews:
            menu.addAction(f"The review of {review.author}").triggered.connect(
                lambda _on=False, review=review: self._ask_exclusion(review)
            )
        menu.popup(self.stage.side.mapToGlobal(QPoint(12, 12)))

    def _ask_exclusion(self, review: Submission) -> None:
        out = self.board.excluded(review) if self.board is not None else None
        verb = "Count the review of {} again?" if out else "Leave the review of {} out of statistics?"
        line = (
            f"Left out by {out.author}: {out.reason}" if out else "Every n says so; the review itself stays."
        )
        self.reason.open(
            verb.format(review.author),
            line,
            "Count again" if out else "Leave out",
            lambda reason: self._exclude(review, reason, on=out is None),
        )

    def _exclude(self, review: Submission, reason: str, *, on: bool) -> None:
        ctx, what = self._ctx, ExcludedKind.REVIEW
        self._background.submit(
            lambda _cancel, _emit: exclude(ctx, review.run, reason=reason, what=what, key=review.id, on=on),
            done=lambda _none: self.reload(),
            failed=self.message.emit,
        )

    def _connect(self) -> None:
        stage = self.stage
        stage.moved.connect(self._moved)
        stage.audit_wanted.connect(self._open_in_audit)
        stage.filter.chosen.connect(lambda _index: self._list())
        stage.agreed.resolved.connect(self._agreed)
        stage.agreed.passed_over.connect(self._next_open)
        stage.side.exclude_wanted.connect(self._ask_exclusion)
        self.empty.pressed.connect(self.review_wanted)

    def _topbar_left(self) -> QWidget:
        box = QWidget()
        self._count = ElidedLabel()
        self._count.setProperty("role", "text-2")
        self._count.setProperty("textSize", "sm")
        row = QHBoxLayout(box)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(10)
        row.addWidget(label(self.title, size="lg", weight="semibold"))
        row.addWidget(self._count)
        return box
