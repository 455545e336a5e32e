"""The sheet itself: reviewers, how many review each run, blind or not with its seed, and the table of who has what."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QWidget

from mlrbench_gui.domain.sharing import spread_out
from mlrbench_gui.services.people.planning import SharePlan
from mlrbench_gui.ui.kit.buttons import Button, IconButton, Segmented
from mlrbench_gui.ui.kit.chips import KeyCap
from mlrbench_gui.ui.kit.elided import ElidedLabel
from mlrbench_gui.ui.kit.fields import Check
from mlrbench_gui.ui.kit.forms import beside, hint, keep_width, named_rows, text_field
from mlrbench_gui.ui.kit.labels import label, restyle, separator
from mlrbench_gui.ui.shell.overlay import Overlay
from mlrbench_gui.ui.shell.sharing.matrix import MatrixModel, MatrixView

_EACH = ("one", "two", "three")
_BLIND = (
    "Maker, judges' scores and other reviews are hidden from a reviewer until the own review is submitted."
)
_SEED = 150


class SharingSheet(Overlay):
    """`plan_wanted` carries the `SharePlan` that should hold."""

    plan_wanted = Signal(object)

    def __init__(self, window: QWidget) -> None:
        super().__init__(window, "Share runs out", width=820, height=620, top=0.4)
        self.model = MatrixModel(self)
        self.table = MatrixView(self.model)
        self.names = text_field("Reviewers", "Ada, Bo, Cleo")
        self.each = Segmented(_EACH, name="Reviews a run")
        self.each.set_index(1)
        self.draw = Button("Draw evenly", tip="Give each run to so many reviewers, by the seed")
        self.clear = Button("Take all away", kind="flat")
        self.blind = Check("Blind")
        self.seed = text_field("Seed", "drawn when it is first needed")
        self.says = ElidedLabel()
        self.says.setProperty("role", "text-2")
        self.says.setProperty("textSize", "sm")
        self.go = Button("Share out", icon_name="check", kind="primary")
        self._held: SharePlan | None = None
        self._lay_out()
        self._connect()

    def offer(self, plan: SharePlan) -> None:
        """Open with the assignment as it stands."""
        self._held = plan
        self.names.setText(", ".join(plan.reviewers))
        self.blind.setChecked(plan.blind)
        self.seed.setText(plan.seed)
        self.model.show_plan(plan)
        self.open()
        self.names.setFocus(Qt.FocusReason.PopupFocusReason)

    def plan(self) -> SharePlan | None:
        """What should hold; None before the sheet was opened."""
        if self._held is None:
            return None
        return SharePlan(
            self.model.runs,
            self.model.reviewers,
            frozenset(self.model.pairs),
            self.model.done,
            self.blind.isChecked(),
            self.seed.text().strip(),
        )

    def _named(self) -> None:
        names = [name.strip() for name in self.names.text().split(",")]
        wanted = tuple(dict.fromkeys(name for name in names if name))
        if wanted != self.model.reviewers:
            self.model.set_reviewers(wanted)

    def _draw(self) -> None:
        self._named()
        each = self.each.index() + 1
        try:
            drawn = spread_out(self.model.runs, self.model.reviewers, self.seed.text().strip(), each)
        except ValueError as error:
            self._say(f"{error}; name more, or choose fewer", wrong=True)
            return
        self.model.set_pairs(drawn)

    def _tell(self) -> None:
        runs, pairs = len(self.model.runs), self.model.pairs
        given = len({run for run, _name in pairs})
        left = f", {runs - given} runs with nobody" if given < runs else ""
        self._say(f"{len(pairs)} reviews of {given} runs{left}")
        changed = self._held is not None and self.plan() != self._held
        self.go.setEnabled(changed)

    def _say(self, words: str, *, wrong: bool = False) -> None:
        self.says.setText(words)
        self.says.setProperty("role", "danger" if wrong else "text-2")
        restyle(self.says)

    def _start(self) -> None:
        self._named()
        plan = self.plan()
        if plan is not None and self.isVisible() and plan != self._held:
            self.close_sheet()
            self.plan_wanted.emit(plan)

    def _connect(self) -> None:
        self.names.editingFinished.connect(self._named)
        self.draw.clicked.connect(self._draw)
        self.clear.clicked.connect(lambda: self.model.set_pairs(()))
        self.model.changed.connect(self._tell)
        self.blind.toggled.connect(lambda _on: self._tell())
        self.seed.textChanged.connect(lambda _text: self._tell())
        self.go.clicked.connect(self._start)
        for keys in ("Ctrl+Return", "Ctrl+Enter"):
            QShortcut(QKeySequence(keys), self).activated.connect(self._start)

    def _lay_out(self) -> None:
        close = IconButton("cross", "Close", key="Esc")
        close.clicked.connect(self.close_sheet)
        head = QHBoxLayout()
        head.setContentsMargins(16, 8, 10, 8)
        head.addWidget(label("Share runs out", size="lg", weight="semibold"), 1)
        head.addWidget(close)
        keep_width(self.seed, _SEED)
        told = hint("blind")
        told.setText(_BLIND)
        form = QWidget()
        named_rows(
            form,
            (
                ("Reviewers", (self.names,)),
                ("Each run", (beside((self.each, 0), (self.draw, 0), (self.clear, 0)),)),
                (
                    "Blind",
                    (
                        beside((self.blind, 0), (label("seed", role="text-2", size="sm"), 0), (self.seed, 0)),
                        told,
                    ),
                ),
            ),
        )
        foot = QHBoxLayout()
        foot.setContentsMargins(16, 10, 16, 14)
        foot.setSpacing(8)
        foot.addWidget(self.says, 1)
        foot.addWidget(KeyCap("Ctrl Enter"))
        foot.addWidget(self.go)
        self.column.addLayout(head)
        self.column.addWidget(separator())
        self.column.addWidget(form)
        self.column.addWidget(separator())
        self.column.addWidget(self.table, 1)
        self.column.addWidget(separator())
        self.column.addLayout(foot)
