"""The panes of the Review screen: runs and claims at the left, the paper, form or evidence at the right."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QHBoxLayout, QStackedWidget, QTabBar, QVBoxLayout, QWidget

from mlrbench_gui.ui.kit.dragging import DragButton
from mlrbench_gui.ui.kit.elided import ElidedLabel
from mlrbench_gui.ui.kit.empty import EmptyState
from mlrbench_gui.ui.kit.fonts import height
from mlrbench_gui.ui.kit.labels import ground, label, separator
from mlrbench_gui.ui.kit.reader import PLACE_MIME, RunReader
from mlrbench_gui.ui.kit.splitter import Splitter
from mlrbench_gui.ui.screens.review.form import FormPane
from mlrbench_gui.ui.screens.review.lists import ClaimDelegate, ClaimsModel, PickList, RunDelegate, RunsModel
from mlrbench_gui.ui.screens.review.progress import ProgressRows

_WIDE, _NORMAL = 1360, 1280
_PAPER_LEAST = 380
FORM_TAB, EVIDENCE_TAB = 0, 1


class ReviewStage(QWidget):
    """Holds the panes; what they show is the screen's affair."""

    def __init__(self, reader: RunReader, form: FormPane) -> None:
        super().__init__()
        self.reader = reader
        self.runs_model, self.claims_model = RunsModel(self), ClaimsModel(self)
        self.runs, self.claims = PickList("Runs to review"), PickList("Claims worth a look")
        self.runs.setModel(self.runs_model)
        self.runs.setItemDelegate(RunDelegate(self.runs, self.runs_model))
        self.claims.setModel(self.claims_model)
        self.claims.setItemDelegate(ClaimDelegate(self.claims, self.claims_model))
        self.runs_count, self.claims_count = ElidedLabel(), ElidedLabel()
        self.progress = ProgressRows()
        self.form = form
        self.attach = DragButton(
            "Lay to a question…",
            PLACE_MIME,
            icon_name="link",
            kind="flat",
            tip="What is opened or selected here becomes evidence of an answer  (L)",
        )
        self.no_claims = EmptyState("No claims", "The run is not audited, or its paper makes none.")
        self.tabs = QTabBar()
        self._right = QStackedWidget()
        self._claims_stack = QStackedWidget()
        self._evidence_box: QWidget | None = None
        self._width = 0
        self._row = Splitter(Qt.Orientation.Horizontal, key="review/panes")
        self._left = Splitter(Qt.Orientation.Vertical, key="review/lists")
        self._lay_out()

    def fit(self, width: int) -> None:
        """Take the widths that suit a window this wide; what a person dragged stays."""
        kind = _WIDE if width >= _WIDE else _NORMAL if width >= _NORMAL else 0
        if kind == self._width:
            return
        self._width = kind
        left, right = {_WIDE: (268, 432), _NORMAL: (246, 400)}.get(kind, (214, 372))
        if not self._row.restore():
            room = max(self.width(), 900)
            self._row.setSizes([left, room - left - right - 2, right])
        if not self._left.restore():
            self._left.setSizes([260, 420, 120])

    def show_tab(self, tab: int) -> None:
        """Bring the form or the evidence to front."""
        self.tabs.setCurrentIndex(tab)

    def show_evidence(self) -> None:
        """Bring the evidence to front; the keyboard goes from the form to the claims."""
        focus = QApplication.focusWidget()
        leaves = focus is not None and self.form.isAncestorOf(focus)
        if leaves:
            self.claims.setFocus(Qt.FocusReason.OtherFocusReason)
        self.show_tab(EVIDENCE_TAB)

    @property
    def tab(self) -> int:
        return self.tabs.currentIndex()

    @property
    def evidence_box(self) -> QWidget:
        """The evidence with what it can be laid to; made when it is first wanted."""
        if self._evidence_box is None:
            self._evidence_box = self._make_evidence()
            self._right.addWidget(self._evidence_box)
        return self._evidence_box

    def show_count_of_claims(self, count: int, left: int) -> None:
        """How many claims there are and how many are undecided."""
        self.claims_count.setText(f"{left} of {count} open" if count else "")
        self._claims_stack.setCurrentIndex(0 if count else 1)

    def _tab_chosen(self, tab: int) -> None:
        self._right.setCurrentWidget(self.form if tab == FORM_TAB else self.evidence_box)

    def _make_evidence(self) -> QWidget:
        box = ground(QWidget(), "panel")
        line = ground(QWidget(), "sunken", edge="bottom")
        row = QHBoxLayout(line)
        row.setContentsMargins(6, 2, 8, 3)
        row.addWidget(self.attach)
        row.addStretch(1)
        column = QVBoxLayout(box)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(line)
        column.addWidget(self.reader.evidence, 1)
        return box

    def _lay_out(self) -> None:
        self._claims_stack.addWidget(self.claims)
        self._claims_stack.addWidget(self.no_claims)
        for part in (
            _pane("Runs", self.runs_count, self.runs),
            _pane("Worth a look", self.claims_count, self._claims_stack),
        ):
            self._left.addWidget(part)
        left = QWidget()
        ground(left, "panel")
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._left, 1)
        column.addWidget(separator())
        column.addWidget(self.progress)
        left.setMinimumWidth(200)
        self.reader.paper.setMinimumWidth(_PAPER_LEAST)
        for widget in (left, self.reader.paper, self._right_column()):
            self._row.addWidget(widget)
        self._row.setStretchFactor(1, 1)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self._row)

    def _right_column(self) -> QWidget:
        right = ground(QWidget(), "panel")
        right.setMinimumWidth(356)
        self.tabs.setAccessibleName("Form or evidence")
        self.tabs.setExpanding(False)
        self.tabs.setDrawBase(False)
        self.tabs.setChangeCurrentOnDrag(True)
        self.tabs.setAcceptDrops(True)
        self.tabs.addTab("Form")
        self.tabs.addTab("Evidence")
        self.tabs.setTabToolTip(FORM_TAB, "F")
        self.tabs.setTabToolTip(EVIDENCE_TAB, "E")
        self.tabs.currentChanged.connect(self._tab_chosen)
        self._right.addWidget(self.form)
        column = QVBoxLayout(right)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for part in (self.tabs, separator(), self._right):
            column.addWidget(part, 1 if part is self._right else 0)
        return right


def _pane(title: str, count: ElidedLabel, body: QWidget) -> QWidget:
    pane = ground(QWidget(), "panel")
    head = ground(QWidget(), "panel", edge="bottom")
    head.setFixedHeight(height("pane-head"))
    row = QHBoxLayout(head)
    row.setContentsMargins(12, 0, 12, 0)
    row.setSpacing(8)
    row.addWidget(label(title, size="sm", weight="semibold"))
    count.setProperty("role", "text-2")
    count.setProperty("textSize", "sm")
    row.addWidget(count, 1)
    column = QVBoxLayout(pane)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(0)
    column.addWidget(head)
    column.addWidget(body, 1)
    return pane
