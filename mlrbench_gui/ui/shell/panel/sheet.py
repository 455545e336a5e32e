"""The sheet itself: the form, what the panel would ask below it, and the start."""

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget
from typing_extensions import override

from mlrbench_gui.ui.kit.elided import ElidedLabel
from mlrbench_gui.ui.kit.figures import Figures
from mlrbench_gui.ui.kit.labels import label, restyle, separator
from mlrbench_gui.ui.shell.asksheet import AskSheet
from mlrbench_gui.ui.shell.panel.choices import JudgeChoice, PanelPlan
from mlrbench_gui.ui.shell.panel.form import PanelForm

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mlrbench_gui.domain.values import RunName
    from mlrbench_gui.services.judging.estimating import PanelEstimate

_NAMES = ("calls", "tokens sent", "most answered", "most cost", "answered before")


class PanelSheet(AskSheet[PanelPlan]):
    """Asks for reviews by a panel."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window, "Ask judges", "Ask judges", width=720, height=480, top=0.4)
        self._runs: tuple[RunName, ...] = ()
        self._choices: tuple[JudgeChoice, ...] = ()
        self.title = ElidedLabel()
        self.title.setProperty("textSize", "lg")
        self.title.setProperty("weight", "semibold")
        self.form = PanelForm()
        self.figures = Figures(_NAMES)
        self.says = label("", role="text-2", size="sm", wrap=True)
        self._lay_out()
        self.form.changed.connect(self._changed)
        self.form.confirmed.connect(self.start)

    def ask(self, runs: "Sequence[RunName]") -> None:
        """Open for these runs; who can judge is offered as soon as it was read. What was chosen before stays."""
        self._runs = tuple(runs)
        self.title.setText(f"Judge {runs[0]}" if len(runs) == 1 else f"Judge {len(runs)} runs")
        self.open()
        if self._choices:
            self._take_keyboard()
        self._changed()

    def offer(self, choices: "Sequence[JudgeChoice]") -> None:
        """Who can judge. The keyboard goes to the first one, unless the person has gone on already."""
        is_untouched = QApplication.focusWidget() in {self, *self.form.judges.values()}
        self._choices = tuple(choices)
        self.form.offer(choices)
        if is_untouched and self.isVisible():
            self._take_keyboard()

    def _take_keyboard(self) -> None:
        first = next(iter(self.form.judges.values()), None)
        if first is not None:
            first.setFocus()

    @override
    def plan(self) -> PanelPlan | None:
        return PanelPlan(self._runs, self.form.wish()) if self._runs and not self.form.fault() else None

    def show_estimate(self, found: "PanelEstimate") -> None:
        """What the panel would ask."""
        cost = "unknown" if found.cost is None else f"{found.cost:,.2f}"
        sent, most = f"{found.prompt_tokens:,}", f"{found.most_reply_tokens:,}"
        self.figures.show_values((f"{found.calls:,}", sent, most, cost, f"{found.known:,}"))
        self.say(self._left_out(found))

    def say(self, text: str, *, wrong: bool = False) -> None:
        """A line below the figures."""
        self.says.setText(text)
        self.says.setProperty("role", "danger" if wrong else "text-2")
        restyle(self.says)

    def fail(self, text: str) -> None:
        """Why there is no estimate."""
        self.figures.show_values(())
        self.say(text, wrong=True)

    def _left_out(self, found: "PanelEstimate") -> str:
        scripts = [
            choice.name for choice in self._choices if choice.script and choice.name in self.form.chosen()
        ]
        if scripts:
            return f"{scripts[0]} gives recorded answers to try the program with: they are no judgement."
        if not found.calls:
            return "Nothing is left to ask."
        money, _, _ = self.form.bounds.amounts()
        if money is not None and found.cost is None:
            return "A profile names no price: a bound in money cannot be kept."
        return ""

    def _changed(self) -> None:
        if not self._choices:
            self.say("Reading who can judge…")
        elif self.form.fault():
            self.figures.show_values(())
            self.say(self.form.fault())
        self.settle()

    def _lay_out(self) -> None:
        forecast = QVBoxLayout()
        forecast.setContentsMargins(16, 10, 16, 10)
        forecast.setSpacing(8)
        forecast.addWidget(self.figures)
        forecast.addWidget(self.says)
        self.column.addLayout(self.head(self.title))
        self.column.addWidget(separator())
        self.column.addWidget(self.form, 1)
        self.column.addWidget(separator())
        self.column.addLayout(forecast)
        self.column.addLayout(self.foot())
