"""What the chosen judge's scores are worth: how it stood against people, each measure with its interval and n."""

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget
from typing_extensions import override

from mlrbench_gui.domain.agreement import Estimate
from mlrbench_gui.domain.calibration import HEADLINE, NO_ESTIMATE, Calibration
from mlrbench_gui.ui.kit import fonts, theme
from mlrbench_gui.ui.kit.labels import ground, label, restyle
from mlrbench_gui.ui.kit.paint import draw_line, draw_text, text_width

_TALL, _SAYS = 46, 190
_GAP = 10
_SPREAD = "Spread"


class CalibrationStrip(QWidget):
    """Bias, spread, rank correlation and alpha of one judge on the headline criterion, and people beside."""

    def __init__(self) -> None:
        super().__init__()
        ground(self, "sunken", edge="top")
        self.says = label("", size="sm", wrap=True)
        self.measures = Measures()
        theme.keep_fit(self, self._fit)
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 1, 8, 0)
        row.setSpacing(8)
        row.addWidget(self.says)
        row.addWidget(self.measures, 1)

    def show_judge(self, judge: str, calibration: Calibration) -> None:
        """The judge by the name that its card has."""
        card = calibration.card(judge)
        doubtful = calibration.is_doubtful(judge)
        self.says.setText(_verdict(known=card is not None, doubtful=doubtful))
        self.says.setToolTip(calibration.words(judge))
        self.says.setProperty("role", "warn" if doubtful else "text-2")
        restyle(self.says)
        among = calibration.people.get(HEADLINE, NO_ESTIMATE)
        own = (
            (
                ("Bias", card.bias),
                (_SPREAD, card.spread),
                ("Rank correlation", card.spearman),
                ("Krippendorff's α", card.alpha),
            )
            if card is not None
            else ()
        )
        self.measures.show_rows((*own, ("People's own ranks", among)))

    def _fit(self) -> None:
        self.setFixedHeight(fonts.px(_TALL) + 1)
        self.says.setFixedWidth(fonts.px(_SAYS))


def _verdict(*, known: bool, doubtful: bool) -> str:
    if not known:
        return "Not calibrated: people scored none of the papers that it judged."
    return "Not shown to rank papers as people do." if doubtful else "Its ranks go with those of people."


class Measures(QWidget):
    """A cell a measure: its name and n above, its value and 95 % interval below."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: tuple[tuple[str, Estimate], ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        theme.theme_signals().changed.connect(self.update)

    def show_rows(self, rows: tuple[tuple[str, Estimate], ...]) -> None:
        """Show other measures."""
        self.rows = rows
        self.setAccessibleName("; ".join(f"{name} {_spoken(name, estimate)}" for name, estimate in rows))
        self.update()

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(fonts.px(60), fonts.px(_TALL))

    @override
    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        wide = self.width() / max(1, len(self.rows))
        line = fonts.px(17)
        top = (self.height() - 2 * line) / 2
        for at, (name, estimate) in enumerate(self.rows):
            left = at * wide
            draw_line(painter, QPointF(left + 0.5, top), QPointF(left + 0.5, top + 2 * line))
            cell = QRectF(left + _GAP, top, wide - _GAP - 4, line)
            self._draw_name(painter, cell, name, estimate.n)
            self._draw_value(painter, cell.translated(0, line), *_cells(name, estimate))

    @staticmethod
    def _draw_name(painter: QPainter, cell: QRectF, name: str, n: int) -> None:
        font = fonts.ui_font(11)
        draw_text(painter, cell, name, font=font, color=theme.color("text-2"))
        after = cell.adjusted(text_width(name, font) + 6, 0, 0, 0)
        if after.width() > text_width(f"n {n}", font):
            draw_text(painter, after, f"n {n}", font=font, color=theme.color("text-3"))

    @staticmethod
    def _draw_value(painter: QPainter, cell: QRectF, value: str, interval: str) -> None:
        font, small = fonts.mono_font(12, 600), fonts.mono_font(11)
        draw_text(painter, cell, value, font=font, color=theme.color("text"))
        after = cell.adjusted(text_width(value, font) + 6, 0, 0, 0)
        if after.width() >= text_width(interval, small):
            draw_text(painter, after, interval, font=small, color=theme.color("text-2"))


def _cells(name: str, estimate: Estimate) -> tuple[str, str]:
    """Value and interval; a spread has no sign."""
    form = ".2f" if name == _SPREAD else "+.2f"
    if estimate.value is None:
        return "–", ""
    value = f"{estimate.value:{form}}"
    if estimate.low is None or estimate.high is None:
        return value.replace("-", "−"), ""
    return value.replace("-", "−"), f"{estimate.low:{form}}…{estimate.high:{form}}".replace("-", "−")


def _spoken(name: str, estimate: Estimate) -> str:
    value, interval = _cells(name, estimate)
    return f"{value}, interval {interval or 'unknown'}, n = {estimate.n}"
