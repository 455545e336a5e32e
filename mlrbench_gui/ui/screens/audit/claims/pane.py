"""The claims pane: head with counts, filters, the list, and where the reader is in it."""

from collections.abc import Sequence

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QStackedWidget, QVBoxLayout, QWidget

from mlrbench_gui.domain.decisions import ReviewedClaim
from mlrbench_gui.ui.kit.buttons import Button, IconButton
from mlrbench_gui.ui.kit.empty import EmptyState
from mlrbench_gui.ui.kit.fields import SearchField
from mlrbench_gui.ui.kit.fonts import height
from mlrbench_gui.ui.kit.labels import ground, label
from mlrbench_gui.ui.screens.audit.claims.cursor import Cursor
from mlrbench_gui.ui.screens.audit.claims.filters import FilterBar, TextToggle
from mlrbench_gui.ui.screens.audit.claims.grouping import ClaimFilter, tally
from mlrbench_gui.ui.screens.audit.claims.listview import ClaimList
from mlrbench_gui.ui.screens.audit.claims.model import ClaimModel


class ClaimsPane(QWidget):
    """`moved` tells that another claim is current or that others are selected; ask `place` where."""

    moved = Signal()
    orphans_requested = Signal()
    audit_requested = Signal()
    menu_requested = Signal(QPoint)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        ground(self, "panel")
        self.model = ClaimModel(self)
        self._cursor = Cursor()
        self._audited = self._has_paper = True
        self._hidden_place = ""
        self.filters = FilterBar()
        self.filters.changed.connect(self._filter_changed)
        self.list = ClaimList(self.model)
        self.list.chosen.connect(self._chosen)
        self.list.fold_requested.connect(self.toggle_fold)
        self.list.menu_requested.connect(self.menu_requested)
        self._stack = QStackedWidget()
        self._stack.addWidget(self.list)
        self._empty = EmptyState("", "")
        self._empty.pressed.connect(self._empty_pressed)
        self._stack.addWidget(self._empty)
        self._orphans = Button("", icon_name="warning", kind="flat")
        self._orphans.clicked.connect(self.orphans_requested)
        self._orphans.hide()
        self._words = SearchField("Filter claims")
        self._words.textChanged.connect(self.filters.set_words)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._head())
        column.addWidget(self._word_row())
        column.addWidget(ground(self.filters, "panel", edge="bottom"))
        column.addWidget(self._stack, 1)
        column.addWidget(self._orphans)
        self.setFocusProxy(self.list)

    # --- what is shown

    @property
    def place(self) -> Cursor:
        """Where the reader is."""
        return self._cursor

    def show_claims(self, claims: Sequence[ReviewedClaim], *, orphans: int = 0) -> None:
        """Take the claims as they stand now; place and scroll stay where they are."""
        rearranged = self.model.set_claims(claims)
        counts = tally(claims)
        self._count.setText(str(counts.total))
        self.filters.show_tally(counts)
        self._orphans.setVisible(orphans > 0)
        noun = "decision has" if orphans == 1 else "decisions have"
        self._orphans.setText(f"{orphans} {noun} lost the words in the paper")
        if rearranged or not self.model.arrangement.order:
            self._follow_order()

    def clear(self) -> None:
        """Show no claim."""
        self._cursor = Cursor()
        self._hidden_place = ""
        self.show_claims(())

    # --- where the reader is

    def step(self, by: int) -> None:
        """Go that many claims on or back."""
        self._go(self._cursor.step(by))

    def next_undecided(self) -> bool:
        """Go to the next claim without a decision; False when all are decided."""
        claims = self.model.claims
        there = self._cursor.next_where(lambda key: claims[key].decision is None)
        found = there != self._cursor
        self._go(there)
        return found

    def next_flagged(self) -> bool:
        """Go to the next claim to come back to; False when there is none."""
        claims = self.model.claims
        there = self._cursor.next_where(lambda key: claims[key].flagged)
        found = there != self._cursor
        self._go(there)
        return found

    def go_to(self, claim_id: str, *, adding: bool = False) -> None:
        """Go to a claim, or add it to the selection; a filter that hides it is taken away."""
        if claim_id not in self.model.claims:
            return
        if claim_id not in self._cursor.order:
            self.filters.clear()
            self._words.clear()
        if adding:
            keys = set(self._cursor.selected) ^ {claim_id}
            current = claim_id if claim_id in keys else self._cursor.current
            self._go(self._cursor.with_selected(tuple(keys) or (claim_id,), current))
        else:
            self._go(self._cursor.at(claim_id))

    def select_many(self, ids: Sequence[str]) -> None:
        """Select several claims; the current one stays current if it is among them."""
        self._go(self._cursor.with_selected(ids, self._cursor.current))

    def selected(self) -> tuple[ReviewedClaim, ...]:
        """The selected claims."""
        claims = self.model.claims
        return tuple(claims[key] for key in self._cursor.selected if key in claims)

    def current(self) -> ReviewedClaim | None:
        """The current claim."""
        return self.model.claims.get(self._cursor.current or "")

    def toggle_fold(self, title: str) -> None:
        """Fold or unfold a section."""
        self.model.fold(self.model.folded ^ {title})
        self._show_place()

    def focus_filter(self) -> None:
        """Open the field that filters by words and give it the keyboard."""
        self._words_row.show()
        self._filter_button.setChecked(True)
        self._words.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._words.selectAll()

    def take_keyboard(self, reason: Qt.FocusReason) -> None:
        """Give the keyboard to the list, or to the one button that stands in for it."""
        asks = self._stack.currentWidget() is self._empty and self._empty.offers
        (self._empty if asks else self.list).setFocus(reason)

    def close_layer(self) -> bool:
        """Close the filter field; True when it was open."""
        if self._words_row.isHidden():
            return False
        self._words.clear()
        self._words_row.hide()
        self._filter_button.setChecked(False)
        self.list.setFocus()
        return True

    # --- parts

    def _head(self) -> QWidget:
        head = QWidget()
        head.setFixedHeight(height("pane-head"))
        row = QHBoxLayout(head)
        row.setContentsMargins(12, 0, 8, 0)
        row.setSpacing(6)
        row.addWidget(label("Claims", size="sm", weight="semibold"))
        self._count = label("", role="text-2", size="sm")
        row.addWidget(self._count)
        row.addStretch(1)
        self._first = TextToggle("Undecided first")
        self._first.toggled.connect(self.filters.set_undecided_first)
        row.addWidget(self._first)
        self._filter_button = IconButton("filter", "Filter by words", key="F", checkable=True)
        self._filter_button.clicked.connect(self._filter_pressed)
        row.addWidget(self._filter_button)
        self._more = IconButton("dots", "What can be done with the claim")
        self._more.clicked.connect(lambda: self.menu_requested.emit(_below(self._more)))
        row.addWidget(self._more)
        return ground(head, "panel", edge="bottom")

    def _word_row(self) -> QWidget:
        self._words_row = QWidget()
        row = QHBoxLayout(self._words_row)
        row.setContentsMargins(10, 6, 10, 0)
        row.addWidget(self._words)
        self._words.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._words_row.hide()
        return self._words_row

    def _filter_pressed(self) -> None:
        if self._filter_button.isChecked():
            self.focus_filter()
        else:
            self.close_layer()

    def _filter_changed(self, wanted: ClaimFilter) -> None:
        self.model.set_filter(wanted)
        self._follow_order()

    def _follow_order(self) -> None:
        """After the rows were arranged anew: keep the claim, or take the next one that is shown."""
        arrangement = self.model.arrangement
        before = self._cursor
        self._cursor = self._cursor.over(arrangement.order)
        if self._cursor.current is None and self._hidden_place in arrangement.order:
            self._cursor = self._cursor.at(self._hidden_place)
        self._hidden_place = (before.current or self._hidden_place) if not arrangement.order else ""
        if arrangement.order:
            self._stack.setCurrentWidget(self.list)
        else:
            self._say_empty(arrangement.hidden)
            self._stack.setCurrentWidget(self._empty)
        self._show_place()
        if (before.current, before.selected) != (self._cursor.current, self._cursor.selected):
            self.moved.emit()

    def set_audited(self, *, audited: bool, paper: bool = True) -> None:
        """Whether the run has an audit at all (without one the list offers to make it), and a paper."""
        self._audited, self._has_paper = audited, paper

    def _empty_pressed(self) -> None:
        if self._audited:
            self.filters.clear()
            self._words.clear()
        else:
            self.audit_requested.emit()

    def _say_empty(self, hidden: int) -> None:
        if not self._audited:
            self._empty.say("Not audited yet", "The engine has not looked at this run.", "Audit this run")
            return
        if hidden:
            noun = "claim is" if hidden == 1 else "claims are"
            self._empty.say("No claim passes the filter", f"{hidden} {noun} hidden.", "Show all claims")
        elif not self._has_paper:
            self._empty.say("No claims", "Claims come from a paper, and this run left none.")
        else:
            self._empty.say(
                "No claims", "The audit found none in this paper. Select words in the paper to add one."
            )

    def _chosen(self, current: str | None, selected: tuple[str, ...]) -> None:
        """The person chose in the list itself."""
        if selected:
            self._cursor = self._cursor.with_selected(selected, current)
            self.list.mark_current(self._cursor.current)
            self.moved.emit()

    def _go(self, there: Cursor) -> None:
        if there == self._cursor:
            return
        self._cursor = there
        title = self.model.section_of(there.current) if there.current else None
        if title is not None and title in self.model.folded:
            self.model.fold(self.model.folded - {title})
        self._show_place()
        self.moved.emit()

    def _show_place(self) -> None:
        self.list.show_place(self._cursor.current, self._cursor.selected)


def _below(widget: QWidget) -> QPoint:
    return widget.mapToGlobal(widget.rect().bottomLeft())
