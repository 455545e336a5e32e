"""What a run would ask before it begins: its figures beside each other, and what they do not tell, in a line below."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget
from typing_extensions import override

from mlrbench_gui.services.jobs.stages import StagesWish
from mlrbench_gui.ui.kit import theme
from mlrbench_gui.ui.kit.fonts import mono_font, px, ui_font
from mlrbench_gui.ui.kit.labels import label, restyle
from mlrbench_gui.ui.kit.paint import draw_line, draw_text
from mlrbench_gui.ui.shell.newrun.choices import AgentKind

if TYPE_CHECKING:
    from mlrbench_gui.services.running.estimating import Estimate

_NONE = "–"
_NAMES = ("calls", "tokens sent", "most answered", "most cost", "finished before")
_TALL = 50


class Forecast(QWidget):
    """Figures of an estimate, or why there is none."""

    def __init__(self) -> None:
        super().__init__()
        self.figures = _Figures()
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
            self.figures.show_values((_NONE,) * len(_NAMES))
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


class _Figures(QWidget):
    """Values over their names, parted by lines."""

    def __init__(self) -> None:
        super().__init__()
        self._values: tuple[str, ...] = (_NONE,) * len(_NAMES)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.keep_fit(self, self.updateGeometry)
        theme.theme_signals().changed.connect(self.update)
        self.show_values(self._values)

    def show_values(self, values: tuple[str, ...]) -> None:
        self._values = values
        told = ", ".join(f"{name} {value}" for name, value in zip(_NAMES, values, strict=True))
        self.setAccessibleName(f"Estimate: {told}")
        self.update()

    def values(self) -> dict[str, str]:
        """The figures by name."""
        return dict(zip(_NAMES, self._values, strict=True))

    @override
    def sizeHint(self) -> QSize:
        return QSize(400, px(_TALL))

    @override
    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        wide = self.width() / len(_NAMES)
        for at, (name, value) in enumerate(zip(_NAMES, self._values, strict=True)):
            left = at * wide + (12 if at else 0)
            cell = QRectF(left, 2, wide - 16, self.height() - 4)
            above = QRectF(cell.left(), cell.top(), cell.width(), px(26))
            below = QRectF(cell.left(), above.bottom(), cell.width(), px(16))
            role = "text-3" if value == _NONE else "text"
            draw_text(painter, above, value, font=mono_font(16, 600), color=theme.color(role))
            draw_text(painter, below, name, font=ui_font(11), color=theme.color("text-2"))
            if at:
                edge = round(at * wide) + 0.5
                draw_line(painter, QPointF(edge, 4), QPointF(edge, self.height() - 4))
