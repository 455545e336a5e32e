"""Who judges what: judges, stages, what they see, how often each, within which bounds."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from mlrbench_gui.domain.judge_stages import JudgeStage
from mlrbench_gui.services.jobs.judging import JudgesWish
from mlrbench_gui.services.models.budget import Bounds
from mlrbench_gui.ui.kit.buttons import Segmented
from mlrbench_gui.ui.kit.fields import Check
from mlrbench_gui.ui.kit.forms import BoundFields, beside, hint, named_rows
from mlrbench_gui.ui.kit.labels import label
from mlrbench_gui.ui.shell.panel.choices import JudgeChoice

if TYPE_CHECKING:
    from mlrbench_gui.ui.kit.elided import ElidedLabel

_REPEATS = (1, 2, 3, 5)
_SEES = (
    "Judges of papers see the task and the paper with its figures",
    "Judges of papers see logs, results and code too, and are known as other judges",
)


class PanelForm(QWidget):
    """`changed` when anything is; `confirmed` by Enter in a field."""

    changed = Signal()
    confirmed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.judges: dict[str, Check] = {}
        self._abouts: dict[str, tuple[ElidedLabel, str]] = {}
        self._judges = QWidget()
        self._rows = QVBoxLayout(self._judges)
        self._rows.setContentsMargins(0, 3, 0, 0)
        self._rows.setSpacing(4)
        self.stages = {stage: Check(stage.value) for stage in JudgeStage}
        self.stages[JudgeStage.OVERALL].setChecked(True)
        self.sees = Segmented(["Paper alone", "With code"], name="What judges see")
        self._sees_means = hint("sees-means")
        self.repeats = Segmented([str(times) for times in _REPEATS], name="Times each judge is asked")
        self.bounds = BoundFields()
        again = label("times each: how far a judge is apart with itself", role="text-2", size="sm")
        rows = (
            ("Judges", (self._judges,)),
            ("Stages", (beside(*((check, 0) for check in self.stages.values()), gap=14),)),
            ("Seen", (beside((self.sees, 0), (self._sees_means, 1)),)),
            ("Asked", (beside((self.repeats, 0), (again, 1)),)),
            ("At most", (self.bounds,)),
        )
        named_rows(self, rows)
        for check in self.stages.values():
            check.toggled.connect(self._changed)
        self.sees.chosen.connect(self._changed)
        self.repeats.chosen.connect(self._changed)
        self.bounds.changed.connect(self._changed)
        self.bounds.confirmed.connect(self.confirmed)
        self._show()

    def offer(self, choices: Sequence[JudgeChoice]) -> None:
        """Show these judges; who was chosen before stays, else the first is."""
        before = set(self.chosen())
        while item := self._rows.takeAt(0):
            if (widget := item.widget()) is not None:
                widget.deleteLater()
        self.judges = {choice.name: Check(choice.name) for choice in choices}
        self._abouts = {}
        wide = max((check.sizeHint().width() for check in self.judges.values()), default=0)
        for at, choice in enumerate(choices):
            check = self.judges[choice.name]
            check.setMinimumWidth(wide)
            check.setChecked(choice.name in before if before else at == 0)
            check.toggled.connect(self._changed)
            check.setToolTip(choice.about)
            about = hint(f"about-{choice.name}")
            about.setText(choice.about)
            self._abouts[choice.name] = (about, choice.about)
            self._rows.addWidget(beside((check, 0), (about, 1)))
        self._changed()

    def tell_worth(self, worth: Mapping[str, str]) -> None:
        """Say beside each judge what its scores are worth."""
        for name, words in worth.items():
            if name in self._abouts:
                about, before = self._abouts[name]
                about.setText(f"{before}; {words}")
                self.judges[name].setToolTip(f"{before}; {words}")

    def chosen(self) -> tuple[str, ...]:
        """The judges that are marked."""
        return tuple(name for name, check in self.judges.items() if check.isChecked())

    def fault(self) -> str:
        """What keeps judges from being asked, empty where nothing does."""
        if not self.chosen():
            return "Choose at least one judge."
        if not self._chosen_stages():
            return "Choose at least one stage."
        return self.bounds.fault()

    def wish(self) -> JudgesWish:
        """What is asked for; only where there is no fault."""
        money, tokens, minutes = self.bounds.amounts()
        bounds = Bounds(tokens, money, None if minutes is None else 60 * minutes)
        return JudgesWish(
            self._chosen_stages(),
            self.chosen(),
            _REPEATS[self.repeats.index()],
            self.sees.index() == 1,
            bounds,
        )

    def _chosen_stages(self) -> tuple[JudgeStage, ...]:
        return tuple(stage for stage, check in self.stages.items() if check.isChecked())

    def _show(self) -> None:
        self._sees_means.setText(_SEES[self.sees.index()])

    def _changed(self) -> None:
        self._show()
        self.changed.emit()
