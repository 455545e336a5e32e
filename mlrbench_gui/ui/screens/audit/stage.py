"""The panes of the audit screen and how they share its room; what they show is the screen's affair.

Wide: paper and claims over the drawer, evidence at the right in full height. Narrow: claims and evidence share the
right column as tabs. The trace takes the place of them all, under the gate.
"""

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtWidgets import QStackedWidget, QTabBar, QVBoxLayout, QWidget
from typing_extensions import override

from mlrbench_gui.ui.kit.fonts import height
from mlrbench_gui.ui.kit.labels import ground, separator
from mlrbench_gui.ui.kit.splitter import Splitter
from mlrbench_gui.ui.screens.audit.gate.bar import GateBar
from mlrbench_gui.ui.screens.audit.layout import DRAWER_HEIGHT, PAPER_LEAST, ScreenPlan
from mlrbench_gui.ui.screens.audit.panes import Panes

_LIST_ROWS = 9
_NO_LIMIT = 16_777_215
"""Qt's largest widget size."""


class AuditStage(QWidget):
    """Holds the panes. `trace_shown` tells whether the trace is in front."""

    trace_shown = Signal(bool)

    def __init__(self, panes: Panes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.gate = GateBar(self._claims_left)
        self.paper, self.claims = panes.paper, panes.claims
        self.evidence, self.drawer, self.trace = panes.evidence, panes.drawer, panes.trace
        self.paper.setMinimumWidth(PAPER_LEAST)
        self.claims.setMinimumWidth(240)
        self.evidence.setMinimumWidth(320)
        self._plan: ScreenPlan | None = None
        self._drawer_height = DRAWER_HEIGHT
        self._row = Splitter(Qt.Orientation.Horizontal, key="audit/claims")
        self._left = Splitter(Qt.Orientation.Vertical, key="audit/drawer")
        self._main = Splitter(Qt.Orientation.Horizontal, key="audit/evidence")
        self._lay_out()
        self._right.installEventFilter(self)
        self._left.splitterMoved.connect(lambda *_: self._keep_drawer())
        self.drawer.toggled.connect(lambda _on: self._fit_drawer())

    def apply(self, plan: ScreenPlan) -> None:
        """Take this layout; places that a person dragged stay while the plan is the same."""
        if plan == self._plan:
            self._fit_totals()
            return
        before, self._plan = self._plan, plan
        self.gate.strip.set_compact(compact=plan.gate_low, facts=plan.gate_facts)
        self._place_claims(shared=plan.shared_column)
        if before is None or before.drawer_open != plan.drawer_open:
            self.drawer.set_open(plan.drawer_open)
        self._share_room(plan)
        self._fit_drawer()
        self._fit_totals()

    @property
    def plan(self) -> ScreenPlan | None:
        """The layout that is taken."""
        return self._plan

    def show_claims_tab(self) -> None:
        """Where claims and evidence share a column, show the claims."""
        self._show_tab(self.claims)

    def show_evidence_tab(self) -> None:
        """Where they share a column, show the evidence."""
        self._show_tab(self.evidence)

    def raise_drawer(self) -> None:
        """Give the open drawer room for a list; where it was made taller it stays so."""
        tall = height("tab") + _LIST_ROWS * height("row")
        if self.drawer.is_open() and self.drawer.height() < tall:
            self._drawer_height = tall
            self._fit_drawer()

    def show_trace(self, *, on: bool) -> None:
        """Show the trace in place of paper, claims and evidence, or these again."""
        if on != self.is_trace:
            self._front.setCurrentWidget(self.trace if on else self._main)
            self.trace_shown.emit(on)

    @property
    def is_trace(self) -> bool:
        """Whether the trace is in front."""
        return self._front.currentWidget() is self.trace

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._right and event.type() == QEvent.Type.Resize:
            self._fit_totals()
        return super().eventFilter(watched, event)

    def _lay_out(self) -> None:
        """From the outside in: a pane that gets another parent is styled anew, with all that is in it."""
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.gate)
        self._front = QStackedWidget()
        column.addWidget(self._front, 1)
        self._front.addWidget(self._main)
        self._main.addWidget(self._left)
        self._main.addWidget(self._right_column())
        self._main.setStretchFactor(0, 1)
        self._main.setStretchFactor(1, 0)
        self._left.addWidget(self._row)
        self._row.addWidget(self.paper)
        self._row.setStretchFactor(0, 1)
        self._left.addWidget(self.drawer)
        self._left.setStretchFactor(0, 1)
        self._left.setStretchFactor(1, 0)
        for pane in (self.evidence, self.claims):
            self._stack.addWidget(pane)
        self._front.addWidget(self.trace)

    def _right_column(self) -> QWidget:
        right = QWidget()
        self._right = right
        ground(right, "panel")
        column = QVBoxLayout(right)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self._tabs = QTabBar()
        self._tabs.setAccessibleName("Claims or evidence")
        self._tabs.setExpanding(False)
        self._tabs.setDrawBase(False)
        self._tabs.addTab("Claims")
        self._tabs.addTab("Evidence")
        self._tabs.currentChanged.connect(self._tab_chosen)
        self._tab_line = separator()
        self._tabs.hide()
        self._tab_line.hide()
        self._stack = QStackedWidget()
        column.addWidget(self._tabs)
        column.addWidget(self._tab_line)
        column.addWidget(self._stack, 1)
        return right

    def _place_claims(self, *, shared: bool) -> None:
        if shared and self._stack.indexOf(self.claims) < 0:
            self._stack.addWidget(self.claims)
        elif not shared and self._row.indexOf(self.claims) < 0:
            self._stack.removeWidget(self.claims)
            self._row.addWidget(self.claims)
            self._row.setStretchFactor(0, 1)
            self._row.setStretchFactor(1, 0)
            self.claims.show()
        self._tabs.setVisible(shared)
        self._tab_line.setVisible(shared)
        self._show_tab(self.claims if shared else self.evidence)

    def _show_tab(self, pane: QWidget) -> None:
        if self._stack.indexOf(pane) >= 0:
            self._stack.setCurrentWidget(pane)
        self._tabs.setCurrentIndex(0 if self._stack.currentWidget() is self.claims else 1)

    def _tab_chosen(self, at: int) -> None:
        self._show_tab((self.claims, self.evidence)[at])

    def _share_room(self, plan: ScreenPlan) -> None:
        width = max(self.width(), 900)
        if not self._main.restore():
            self._main.setSizes([width - plan.evidence - 1, plan.evidence])
        if not plan.shared_column and not self._row.restore():
            left = width - plan.evidence - 1
            self._row.setSizes([left - plan.claims - 1, plan.claims])

    def _fit_drawer(self) -> None:
        """Shut, the drawer is its line of tabs and cannot be dragged; open, it has the height it had."""
        tall = height("tab")
        if self.drawer.is_open():
            self.drawer.setMaximumHeight(_NO_LIMIT)
            self.drawer.setMinimumHeight(tall + 60)
            whole = max(self._left.height(), 400)
            self._left.setSizes([whole - self._drawer_height - 1, self._drawer_height])
        else:
            self.drawer.setMinimumHeight(tall)
            self.drawer.setMaximumHeight(tall)
            self._left.setSizes(
                [max(self._left.height() - tall - 1, 0), tall]
            )  # else its old room stays empty

    def _keep_drawer(self) -> None:
        if self.drawer.is_open():
            self._drawer_height = self.drawer.height()

    def _fit_totals(self) -> None:
        """The totals stand exactly over the evidence."""
        width = self._right.width() + 1
        self.gate.totals.setFixedWidth(max(width, 300))

    def _claims_left(self) -> int | None:
        """The global x right of which a popover would cover the claim list."""
        if self._plan is not None and self._plan.shared_column:
            return self._right.mapToGlobal(self._right.rect().topLeft()).x() - 4
        return self.claims.mapToGlobal(self.claims.rect().topLeft()).x() - 4
