"""Parts of which the sheets that ask for something are made: named rows, fields, hints, and how a field is read."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from mlrbench_gui.ui.kit import theme
from mlrbench_gui.ui.kit.elided import ElidedLabel
from mlrbench_gui.ui.kit.fonts import height, px
from mlrbench_gui.ui.kit.labels import label, restyle

_NAME, _BOUND = 64, 84


class BoundFields(QWidget):
    """Bounds in money, tokens and minutes; an empty field is none. `confirmed` by Enter in one of them."""

    changed = Signal()
    confirmed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.fields = {
            name: text_field(f"bound in {name}", "no bound") for name in ("money", "tokens", "minutes")
        }
        parts: list[tuple[QWidget, int]] = []
        for name, field in self.fields.items():
            keep_width(field, _BOUND)
            field.textChanged.connect(self._typed)
            field.returnPressed.connect(self.confirmed)
            parts += [(field, 0), (unit(name), 0)]
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(beside(*parts))

    def fault(self) -> str:
        """Which field is no number, in a sentence; empty where all can be read."""
        wrong = next((name for name, field in self.fields.items() if amount_of(field.text()) is None), None)
        return f"{wrong.capitalize()}: a bound is a number; empty is none." if wrong else ""

    def amounts(self) -> tuple[float | None, int | None, float | None]:
        """Money, tokens and minutes, None where there is no bound."""
        money, tokens, minutes = (amount_of(field.text()) or None for field in self.fields.values())
        return money, int(tokens) if tokens else None, minutes

    def _typed(self) -> None:
        for field in self.fields.values():
            mark_bad(field, bad=amount_of(field.text()) is None)
        self.changed.emit()


def named_rows(holder: QWidget, rows: Sequence[tuple[str, Sequence[QWidget]]]) -> None:
    """Lay out parts in rows, each with its name at the left."""
    form = QGridLayout(holder)
    form.setContentsMargins(16, 12, 16, 12)
    form.setHorizontalSpacing(12)
    form.setVerticalSpacing(10)
    form.setColumnStretch(1, 1)
    for row, (words, parts) in enumerate(rows):
        form.addWidget(row_name(words), row, 0, Qt.AlignmentFlag.AlignTop)
        form.addWidget(stacked(*parts), row, 1)
    form.setRowStretch(len(rows), 1)


def row_name(words: str) -> QWidget:
    """What a row is about, as tall as a field, so that both stand on one line."""
    made = label(words, role="text-2", size="sm")
    theme.keep_fit(made, lambda: made.setFixedSize(px(_NAME), height("control")))
    return made


def keep_width(widget: QWidget, wide: int) -> None:
    """So wide, in the text size that is set."""
    theme.keep_fit(widget, lambda: widget.setFixedWidth(px(wide)))


def unit(words: str) -> QWidget:
    """A word beside a field."""
    return label(words, role="text-2", size="sm")


def hint(name: str) -> ElidedLabel:
    """A small line on what is chosen, cut where it does not fit; `name` is for tests."""
    made = ElidedLabel()
    made.setProperty("role", "text-2")
    made.setProperty("textSize", "xs")
    made.setObjectName(name)
    return made


def text_field(name: str, hint: str) -> QLineEdit:
    """A field by its name for people who hear it, with an example."""
    field = QLineEdit()
    field.setAccessibleName(name)
    field.setPlaceholderText(hint)
    return field


def beside(*parts: tuple[QWidget, int], gap: int = 8) -> QWidget:
    """Parts beside each other with their stretch; what none of them takes stays empty."""
    holder = QWidget()
    row = QHBoxLayout(holder)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(gap)
    for part, stretch in parts:
        row.addWidget(part, stretch)
    if not any(stretch for _, stretch in parts):
        row.addStretch()
    return holder


def stacked(*parts: QWidget) -> QWidget:
    """Parts one under the other."""
    holder = QWidget()
    column = QVBoxLayout(holder)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(4)
    for part in parts:
        column.addWidget(part)
    return holder


def mark_bad(field: QLineEdit, *, bad: bool) -> None:
    """Show that a field cannot be read."""
    state = "bad" if bad else ""
    if field.property("state") != state:
        field.setProperty("state", state)
        restyle(field)


def amount_of(text: str) -> float | None:
    """A bound as typed, 0 for none, None for what is no amount."""
    try:
        amount = float(text.strip() or 0)
    except ValueError:
        return None
    return amount if 0 <= amount < float("inf") else None
