"""What a run would ask before it begins: its figures beside each other, and what they do not tell, in a line below."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from mlrbench_gui.services.jobs.stages import StagesWish
from mlrbench_gui.ui.kit.figures import Figures
from mlrbench_gui.ui.kit.labels import label, restyle
from mlrbench_gui.ui.shell.newrun.choices import AgentKind

if TYPE_CHECKING:
    from mlrbench_gui.services.running.estimating import Estimate

_NAMES = ("calls", "tokens sent", "most answered", "most cost", "finished before")


class Forecast(QWidget):
    """Figures of an estimate, or why there is none."""

    def __init__(self) -> None:
        super().__init__()
        self.figures = Figures(_NAMES)
        self.says = label("", role="text-2", size="sm", wrap=True)
        self.says.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.says.setObjectName("forecast-says")
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 10, 16, 10)
        column.setSpacing(8)
        column.addWidget(self.figures)
        column.addWidget(self.says)

    def show_estimate(self, found: "Estimate", wish: StagesWish, kind: AgentKind) -> None:
        """The figures, and what they leave out."""
        cost = "unknown" if found.cost is None else f"{found.cost:,.2f}"
        figures = (
            f"{found.calls:,}",
            f"{found.prompt_tokens:,}",
            f"{found.most_reply_tokens:,}",
            cost,
            f"{found.finished:,}",
        )
        self.figures.show_values(figures)
        self.say(" ".join(part for part in (_experiments(found, kind), _bounds(found, wish)) if part))

    def say(self, text: str, *, wrong: bool = False, keep: bool = True) -> None:
        """A line; without `keep` the figures go."""
        if not keep:
            self.figures.show_values(())
        self.says.setText(text)
        self.says.setProperty("role", "danger" if wrong else "text-2")
        restyle(self.says)


def _experiments(found: "Estimate", kind: AgentKind) -> str:
    if not found.by_agent:
        return "" if found.calls else "Nothing is left to ask."
    many = f"{found.by_agent:,} experiment{'' if found.by_agent == 1 else 's'}"
    if kind is AgentKind.OUTSIDE:
        return f"{many} besides, by the coding agent: what it asks is not counted here."
    return f"{many} besides: how many calls one takes cannot be told before; the bounds hold for them too."


def _bounds(found: "Estimate", wish: StagesWish) -> str:
    tokens = found.prompt_tokens + found.most_reply_tokens
    if wish.money is not None and found.cost is not None and found.cost > wish.money:
        return f"The bound of {wish.money:g} may end it before the last task; it goes on from there."
    if wish.tokens is not None and tokens > wish.tokens:
        return f"The bound of {wish.tokens:,} tokens may end it before the last task; it goes on from there."
    if wish.money is not None and found.cost is None:
        return "The profile names no price: a bound in money cannot be kept."
    return ""
