"""A criterion in the form: its scale, and for the row in hand what it asks and the reviewer's words."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from mlrbench_gui.domain.people import HIGHEST, FormScore
from mlrbench_gui.domain.reviews import ReviewTarget
from mlrbench_gui.domain.rubrics import Criterion
from mlrbench_gui.ui.kit.elided import ElidedLabel
from mlrbench_gui.ui.kit.fonts import px
from mlrbench_gui.ui.kit.labels import label
from mlrbench_gui.ui.kit.stepfield import StepField
from mlrbench_gui.ui.kit.textarea import TextArea

SCALE = tuple(map(str, range(1, HIGHEST + 1)))
_NAME, _CELL = 84, 22


class ScoreRow(QWidget):
    """`scored` carries the whole cell as a `FormScore`; `left` tells -1 or 1 for the row above or below."""

    scored = Signal(object)
    left = Signal(int)

    def __init__(self, target: ReviewTarget, criterion: Criterion) -> None:
        super().__init__()
        self.target, self.criterion = target, criterion
        self._cell = FormScore(target=target, criterion=criterion.key)
        self.field = StepField(criterion.title, SCALE, ordered=True, cell=_CELL)
        self.field.setToolTip(criterion.asks)
        self.words = TextArea(f"{criterion.title}: why", "Why this score")
        self._name = label(criterion.title, size="sm", weight="medium")
        self._asks = label(criterion.asks, role="text-2", size="xs", wrap=True)
        self._said = ElidedLabel()
        self._said.setProperty("role", "text-2")
        self._said.setProperty("textSize", "xs")
        self._judges = label("", role="text-2", size="xs")
        self._judges.setProperty("mono", "small")
        self._lay_out()
        self.field.chosen.connect(self._scored)
        self.field.left.connect(self.left)
        self.field.entered.connect(self.words.setFocus)
        self.words.written.connect(self._written)
        self.set_open(on=False)

    def show_cell(self, cell: FormScore) -> None:
        """Show what stands in the form."""
        self._cell = cell
        self.field.set_step(cell.score - 1 if cell.score is not None else None)
        self.words.set_text(cell.words)
        self._said.setText(" ".join(cell.words.split()))
        self._said.setVisible(bool(cell.words.strip()) and self.words.isHidden())

    def show_judges(self, given: Sequence[tuple[str, int]]) -> None:
        """Judges' scores of the same criterion beside the own one; none hides the place."""
        self._judges.setText(" · ".join(str(score) for _name, score in given))
        told = ", ".join(f"{name} {score}" for name, score in given)
        self._judges.setToolTip(told)
        self._judges.setAccessibleName(f"{self.criterion.title}, judges: {told}" if told else "")
        self._judges.setVisible(bool(given))

    def set_open(self, *, on: bool) -> None:
        """The row in hand shows what it asks and its words in full."""
        self._asks.setVisible(on)
        self.words.setVisible(on)
        self._said.setVisible(not on and bool(self._said.text()))

    def _scored(self, step: int) -> None:
        self._tell(self._cell.model_copy(update={"score": step + 1 if step >= 0 else None}))

    def _written(self, text: str) -> None:
        self._tell(self._cell.model_copy(update={"words": text}))

    def _tell(self, cell: FormScore) -> None:
        self._cell = cell
        self.scored.emit(cell)

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        top.setSpacing(8)
        self._name.setFixedWidth(px(_NAME))
        top.addWidget(self._name)
        top.addWidget(self.field)
        top.addStretch(1)
        top.addWidget(self._judges)
        below = QVBoxLayout()
        below.setContentsMargins(px(_NAME) + 8, 0, 0, 0)
        below.setSpacing(4)
        for part in (self._asks, self.words, self._said):
            below.addWidget(part)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 2, 0, 2)
        column.setSpacing(4)
        column.addLayout(top)
        column.addLayout(below)
        column.setAlignment(Qt.AlignmentFlag.AlignTop)
