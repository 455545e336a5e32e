"""The bar over the table of jobs: all, or those that run, wait, failed or are finished, each with its number."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from mlrbench_gui.ui.kit import theme
from mlrbench_gui.ui.kit.buttons import Segmented
from mlrbench_gui.ui.kit.fonts import px
from mlrbench_gui.ui.kit.labels import ground, label
from mlrbench_gui.ui.screens.jobs.listing import JobRow, Part, in_part

_HEIGHT = 38
_PARTS = tuple(Part)
_NONE: Mapping[Part, str] = {
    Part.ALL: "",
    Part.RUNNING: "No job is running.",
    Part.WAITING: "No job waits.",
    Part.FAILED: "No job has failed.",
    Part.FINISHED: "No job is finished.",
}


class PartBar(QWidget):
    """`chosen` tells that another part is wished; `spent` is what the jobs of the part have cost."""

    chosen = Signal()

    def __init__(self) -> None:
        super().__init__()
        ground(self, "panel", edge="bottom")
        theme.keep_fit(self, lambda: self.setFixedHeight(px(_HEIGHT)))
        self.segments = Segmented([part.value for part in _PARTS], name="Jobs shown")
        self.segments.setToolTip("V")
        self.segments.chosen.connect(lambda _index: self.chosen.emit())
        self.spent = label("", role="text-2", size="sm")
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 0, 12, 0)
        row.setSpacing(8)
        row.addWidget(self.segments)
        row.addStretch()
        row.addWidget(self.spent)

    @property
    def part(self) -> Part:
        """Which jobs are wished."""
        return _PARTS[self.segments.index()]

    def none(self) -> str:
        """What is said where the part has no job."""
        return _NONE[self.part]

    def show_counts(self, rows: Sequence[JobRow]) -> None:
        """Say how many jobs each part has."""
        for place, part in enumerate(_PARTS):
            self.segments.set_text(place, f"{part.value} {len(in_part(rows, part))}")

    def step(self) -> None:
        """On to the next part, behind the last one to the first."""
        self.segments.set_index((self.segments.index() + 1) % len(_PARTS))
        self.chosen.emit()
