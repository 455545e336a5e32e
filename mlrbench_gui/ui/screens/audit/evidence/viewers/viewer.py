"""What all viewers share: they open a document at a place, find text in it, and tell what is selected."""

import math
from collections.abc import Iterator
from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from mlrbench_gui.domain.audit import Locator
from mlrbench_gui.ui.screens.audit.evidence.viewers.find_bar import FindBar


@dataclass(frozen=True, slots=True)
class Mark:
    """How to mark the opened place: the verdict's colours, spellings of its value, a note at the right.

    `said` is the paper's number and `also` its spellings: rows that hold it under another name are told.
    """

    verdict: str = "unverifiable"
    values: tuple[str, ...] = ()
    note: str = ""
    said: str = ""
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Selection:
    """What a person selected in a viewer, as evidence to link."""

    locator: Locator
    value: str


class Viewer(QWidget):
    """Base of the viewers. A subclass fills `body` and overrides what it can do."""

    selection_changed = Signal()
    raw_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.find_bar = FindBar()
        self.find_bar.wanted.connect(self.search)
        self.find_bar.stepped.connect(self.step_hit)
        self.find_bar.closed.connect(self._find_closed)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._column.addWidget(self.find_bar)

    def add_body(self, body: QWidget, stretch: int = 1) -> None:
        """Put a part below the find line; the first one that takes the focus gets the keyboard."""
        self._column.addWidget(body, stretch)
        if self.focusProxy() is None and stretch:
            self.setFocusProxy(body)

    def open_find(self) -> None:
        """Open the find line."""
        self.find_bar.open_line()

    def search(self, text: str) -> None:
        """Look for a text; hits are counted and the nearest one is shown."""

    def step_hit(self, step: int) -> None:
        """Go to the next (1) or previous (-1) hit."""

    def close_layer(self) -> bool:
        """Close the find line if it is open; True when it was."""
        if self.find_bar.isHidden():
            return False
        self.find_bar.shut()
        return True

    def selection(self) -> Selection | None:
        """What is selected, None if nothing that could be evidence."""
        return None

    def _find_closed(self) -> None:
        self.search("")
        self.find_bar.tell("")
        proxy = self.focusProxy()
        if proxy is not None:
            proxy.setFocus()


def value_spellings(value: float | str | None) -> tuple[str, ...]:
    """How a file may write the value, likeliest first."""
    if value is None:
        return ()
    if isinstance(value, str):
        return (value,) if value.strip() else ()
    return tuple(dict.fromkeys(_spellings(value)))


def _spellings(value: float) -> Iterator[str]:
    if not math.isfinite(value):
        yield from ("NaN", "nan") if math.isnan(value) else ("Infinity", "inf")
        return
    yield repr(value)
    if value == int(value) and abs(value) < 1e15:
        yield str(int(value))
        yield f"{int(value):,}"
    yield f"{value:g}"
    for places in range(6, 0, -1):
        text = f"{value:.{places}f}"
        if math.isclose(float(text), value, rel_tol=1e-12):
            yield text
