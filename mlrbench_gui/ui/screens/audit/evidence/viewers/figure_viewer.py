"""A figure of the run, alone or beside what the paper shows in its place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget
from typing_extensions import override

from mlrbench_gui.domain.audit import Locator
from mlrbench_gui.ui.kit.buttons import Button, IconButton
from mlrbench_gui.ui.kit.labels import ground, label
from mlrbench_gui.ui.kit.splitter import Splitter
from mlrbench_gui.ui.screens.audit.evidence.viewers.bars import BarList
from mlrbench_gui.ui.screens.audit.evidence.viewers.canvas import PictureCanvas
from mlrbench_gui.ui.screens.audit.evidence.viewers.viewer import Mark, Selection, Viewer

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from mlrbench_gui.domain.pictures import PictureReading
    from mlrbench_gui.ui.screens.audit.evidence.viewers.pictures import Picture

_BESIDE_FROM = 640


class FigureViewer(Viewer):
    """Shows a decoded picture; `paper_wanted` asks for the paper's figure, which `show_paper` then puts beside it.

    `bars_wanted` asks for the values of a bar chart; `bars` shows them below.
    """

    paper_wanted = Signal()
    shown_in_paper = Signal()
    bars_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.canvas = PictureCanvas("Figure of the run")
        self.paper = PictureCanvas("Figure in the paper")
        self.facts = label("", role="text-2", size="xs")
        self.beside = Button("Beside the paper", kind="flat", tip="Show the paper's figure beside this file")
        self.beside.setCheckable(True)
        self.beside.toggled.connect(self._toggle)
        self.in_paper = IconButton("page", "Show in the paper")
        self.in_paper.clicked.connect(self.shown_in_paper)
        self._smaller = IconButton("zoom-out", "Smaller", key="-")
        self._larger = IconButton("zoom-in", "Larger", key="+")
        self._smaller.clicked.connect(lambda: self.canvas.zoom(0.8))
        self._larger.clicked.connect(lambda: self.canvas.zoom(1.25))
        self.canvas.zoomed.connect(self._tell)
        self._picture: Picture | None = None
        self.read_bars = Button(
            "Read the bars", kind="flat", tip="Read a bar chart's values from the picture"
        )
        self.read_bars.clicked.connect(self.bars_wanted)
        self.bars = BarList()
        self.bars.chosen.connect(self._mark_bar)
        self.splitter = Splitter(Qt.Orientation.Vertical)
        self.splitter.addWidget(_titled("In the run", self.canvas))
        self._paper_half = _titled("In the paper", self.paper)
        self.splitter.addWidget(self._paper_half)
        self._paper_half.hide()
        self.splitter.addWidget(self.bars)
        self.add_body(self._bar(), 0)
        self.add_body(self.splitter)
        self.setFocusProxy(self.canvas)

    def show_picture(self, picture: Picture, mark: Mark, *, has_paper: bool) -> None:
        """Show a picture, fitted. `has_paper`: a claim of a paper is at hand to compare with."""
        self.find_bar.hide()
        self._picture = picture
        self.canvas.show_image(picture.image, (), mark.verdict)
        self.paper.show_image(QImage())
        self.beside.setVisible(has_paper)
        self.in_paper.setVisible(has_paper)
        self.beside.setChecked(False)
        self.bars.hide()
        self.read_bars.setEnabled(True)
        self._tell(self.canvas.percent())

    def say_bars(self, words: str, *, busy: bool = False) -> None:
        """Tell that bars are being read, or why they are not."""
        self.read_bars.setEnabled(not busy)
        self.canvas.set_marks(())
        self.bars.say(words)

    def show_bars(self, reading: PictureReading) -> None:
        """Show what was read, each bar marked in the picture."""
        self.read_bars.setEnabled(True)
        if self._picture is None:
            return
        rows = self.bars.show_reading(reading, self._picture.image)
        self.canvas.set_marks([row.box for row in rows], rows[0].box if rows else None)
        if rows:
            whole = self.splitter.height()
            self.splitter.setSizes([whole // 2, 0 if self._paper_half.isHidden() else whole // 2, whole // 2])
            self.bars.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_paper(self, page: QImage, area: QRectF) -> None:
        """Put the paper's page beside the figure, zoomed to the claim's place."""
        self.paper.show_image(page)
        self.paper.show_area(area)

    @override
    def open_find(self) -> None:
        """A picture holds no text to find."""

    @override
    def selection(self) -> Selection | None:
        return Selection(Locator(whole=True), "") if self._picture is not None else None

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        wide = self.width() >= _BESIDE_FROM
        self.splitter.setOrientation(Qt.Orientation.Horizontal if wide else Qt.Orientation.Vertical)
        super().resizeEvent(event)

    def _mark_bar(self, box: QRectF) -> None:
        self.canvas.set_marks([row.box for row in self.bars.model.rows], box)

    def _toggle(self, on: bool) -> None:
        self._paper_half.setVisible(on)
        if on:
            self.paper_wanted.emit()

    def _tell(self, percent: int) -> None:
        if self._picture is None:
            return
        width, height = self._picture.size
        note = f", {self._picture.note}" if self._picture.note else ""
        self.facts.setText(f"{width} × {height} px, {percent} %{note}")

    def _bar(self) -> QWidget:
        bar = ground(QWidget(), "panel", edge="bottom")
        row = QHBoxLayout(bar)
        row.setContentsMargins(12, 2, 8, 2)
        row.setSpacing(4)
        row.addWidget(self.facts, 1)
        for part in (self.read_bars, self.beside, self.in_paper, self._smaller, self._larger):
            row.addWidget(part)
        return bar


def _titled(title: str, body: QWidget) -> QWidget:
    half = QWidget()
    column = QVBoxLayout(half)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(0)
    head = label(title, role="text-2", size="xs")
    head.setContentsMargins(12, 3, 12, 3)
    column.addWidget(head)
    column.addWidget(body, 1)
    return half
