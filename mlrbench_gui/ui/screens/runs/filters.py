"""The bar over the table: which part of the benchmark, which gate gaps, findings and reviews, and the grouping."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from enum import Enum
from typing import TypeVar

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from mlrbench_gui.domain.runs import RunGroup
from mlrbench_gui.services.ports.rows import RunRow
from mlrbench_gui.ui.kit import theme
from mlrbench_gui.ui.kit.buttons import Segmented
from mlrbench_gui.ui.kit.fields import Combo
from mlrbench_gui.ui.kit.fonts import px
from mlrbench_gui.ui.kit.labels import ground, label
from mlrbench_gui.ui.screens.runs.listing import GROUP_WORDS, FindingFilter, Gap, GroupBy, ReviewFilter, Wish

E = TypeVar("E", bound=Enum)
_HEIGHT = 38


class FilterBar(QWidget):
    """Emits the whole wish when any part of it changes."""

    wished = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        ground(self, "panel", edge="bottom")
        theme.keep_fit(self, lambda: self.setFixedHeight(px(_HEIGHT)))
        self._wish = Wish()
        self._groups: list[RunGroup | None] = [None]
        self._segments: Segmented | None = None
        self.gap = _combo("Gate gap", Gap)
        self.findings = _combo("Findings", FindingFilter)
        self.review = _combo("Review", ReviewFilter)
        self.group_by = Combo("Group by")
        for choice in GroupBy:
            self.group_by.addItem(choice.value, choice)
        self._group_label = label("Group by", role="text-2", size="sm")
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(12, 0, 12, 0)
        self._row.setSpacing(8)
        for combo in (self.gap, self.findings, self.review):
            self._row.addWidget(combo)
        self._row.addStretch()
        self._row.addWidget(self._group_label)
        self._row.addWidget(self.group_by)
        for combo in (self.gap, self.findings, self.review, self.group_by):
            combo.activated.connect(self._changed)

    def show_rows(self, rows: Sequence[RunRow]) -> None:
        """Say how many runs each part has; only parts that are there are offered."""
        counts = Counter(row.run.group for row in rows)
        groups: list[RunGroup | None] = [None, *(group for group in RunGroup if counts[group])]
        names = [
            f"All {len(rows)}",
            *(f"{GROUP_WORDS[group]} {counts[group]}" for group in groups if group is not None),
        ]
        if groups != self._groups or self._segments is None:
            self._make_segments(groups, names)
        else:
            for place, name in enumerate(names):
                self._segments.set_text(place, name)

    def take(self, wish: Wish) -> None:
        """Show a wish that was made elsewhere (sort, text, folding)."""
        self._wish = wish

    def set_narrow(self, *, narrow: bool) -> None:
        """In a narrow window the label goes; the choice says what it is."""
        self._group_label.setVisible(not narrow)

    def _make_segments(self, groups: list[RunGroup | None], names: list[str]) -> None:
        if self._segments is not None:
            self._row.removeWidget(self._segments)
            self._segments.deleteLater()
        self._groups = groups
        self._segments = Segmented(names, name="Part of the benchmark")
        if self._wish.group in groups:
            self._segments.set_index(groups.index(self._wish.group))
        self._segments.chosen.connect(self._changed)
        self._segments.setVisible(len(groups) > 2)
        self._row.insertWidget(0, self._segments)

    def _changed(self, _index: int) -> None:
        place = self._segments.index() if self._segments is not None else 0
        self._wish = replace(
            self._wish,
            group=self._groups[place],
            gap=Gap(self.gap.currentData()),
            findings=FindingFilter(self.findings.currentData()),
            review=ReviewFilter(self.review.currentData()),
            group_by=GroupBy(self.group_by.currentData()),
        )
        self.wished.emit(self._wish)


def _combo(name: str, choices: type[E]) -> Combo:
    combo = Combo(name)
    for choice in choices:
        combo.addItem(f"{name}: {choice.value}", choice)
    return combo
