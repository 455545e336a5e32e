"""A transcript as a list of actions with the details of one below; used by the evidence pane and the drawer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractItemView, QHBoxLayout, QListView, QWidget
from typing_extensions import override

from mlrbench_gui.domain.audit import Locator
from mlrbench_gui.ui.kit import fonts
from mlrbench_gui.ui.kit.buttons import Segmented
from mlrbench_gui.ui.kit.labels import ground, label
from mlrbench_gui.ui.kit.splitter import Splitter
from mlrbench_gui.ui.screens.audit.evidence.reading.actions import Filter, details, target
from mlrbench_gui.ui.screens.audit.evidence.viewers.action_list import ActionModel, ActionRow
from mlrbench_gui.ui.screens.audit.evidence.viewers.code_viewer import FixedLines
from mlrbench_gui.ui.screens.audit.evidence.viewers.find_bar import hit_text
from mlrbench_gui.ui.screens.audit.evidence.viewers.line_view import LineMark, LineView
from mlrbench_gui.ui.screens.audit.evidence.viewers.viewer import Mark, Selection, Viewer

if TYPE_CHECKING:
    from mlrbench_gui.audit.transcript.actions import Transcript


class TranscriptViewer(Viewer):
    """Shows a parsed transcript, opened at an action and a line of its output."""

    def __init__(self) -> None:
        super().__init__()
        self._transcript: Transcript | None = None
        self._mark = Mark()
        self._locator: Locator | None = None
        self._needle = ""
        self.model = ActionModel(self)
        self.list = QListView()
        self.list.setModel(self.model)
        self.row = ActionRow(self.list, self.model)
        self.list.setItemDelegate(self.row)
        self.list.setUniformItemSizes(True)
        self.list.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerItem)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setAccessibleName("Actions of the transcript")
        self.list.selectionModel().currentChanged.connect(lambda *_: self._show_details())
        self.details = LineView()
        self.details.setAccessibleName("Details of the action")
        self.filters = Segmented([wanted.value for wanted in Filter], name="Actions shown")
        self.filters.chosen.connect(self._set_filter)
        self.facts = label("", role="text-2", size="xs")
        self.splitter = Splitter(Qt.Orientation.Vertical)
        self.splitter.addWidget(self.list)
        self.splitter.addWidget(self.details)
        self.splitter.setSizes([300, 220])
        self.add_body(self._bar(), 0)
        self.add_body(self.splitter)
        self.setFocusProxy(self.list)

    def show_transcript(self, transcript: Transcript, locator: Locator | None, mark: Mark) -> None:
        """Show the actions, the locator's one chosen and marked."""
        self.find_bar.hide()
        self._mark, self._locator = mark, locator
        if transcript is not self._transcript:
            self._transcript = transcript
            self.model.show_actions(transcript.actions)
            self._tell_counts()
        self.row.marked = locator.action if locator is not None else None
        self.row.verdict = mark.verdict
        if self.row.marked is not None and self.model.row_of(self.row.marked) is None:
            self._set_filter(0)
            self.filters.set_index(0)
        self._choose(self.model.row_of(self.row.marked) if self.row.marked is not None else 0)
        self.list.viewport().update()

    def set_side_by_side(self, on: bool) -> None:
        """Details beside the list, for wide and low places."""
        self.splitter.setOrientation(Qt.Orientation.Horizontal if on else Qt.Orientation.Vertical)

    @override
    def selection(self) -> Selection | None:
        row = self.list.currentIndex().row()
        if not 0 <= row < self.model.rowCount():
            return None
        action = self.model.action(row)
        return Selection(Locator(action=action.index), target(action))

    @override
    def search(self, text: str) -> None:
        self._needle = text
        self.details.set_needle(text)
        if not text:
            self.find_bar.tell("")
        elif self._hits():
            self._show_hit(0)
        else:
            self.find_bar.tell(hit_text(0, 0))

    @override
    def step_hit(self, step: int) -> None:
        hits = self._hits()
        if hits:
            here = self.list.currentIndex().row()
            after = [n for n, row in enumerate(hits) if row > here]
            before = [n for n, row in enumerate(hits) if row < here]
            self._show_hit(
                (after[0] if after else 0) if step > 0 else (before[-1] if before else len(hits) - 1)
            )

    def _hits(self) -> list[int]:
        wanted, folded = self._needle, self._needle == self._needle.lower()
        if not wanted:
            return []
        texts = ((row, self.model.action(row)) for row in range(self.model.rowCount()))
        joined = ((row, f"{action.argument}\n{action.output}") for row, action in texts)
        return [row for row, text in joined if wanted in (text.lower() if folded else text)]

    def _show_hit(self, number: int) -> None:
        hits = self._hits()
        self._choose(hits[number])
        self.find_bar.tell(hit_text(number + 1, len(hits), "actions"))

    def _choose(self, row: int | None) -> None:
        index = self.model.index(row if row is not None else 0, 0)
        self.list.setCurrentIndex(index)
        if index.isValid():
            self.list.scrollTo(index, QAbstractItemView.ScrollHint.PositionAtTop)
            rows = self.list.viewport().height() // fonts.height("row-dense")
            self.list.verticalScrollBar().setValue(index.row() - rows // 3)
        self._show_details()

    def _show_details(self) -> None:
        row = self.list.currentIndex().row()
        if not 0 <= row < self.model.rowCount():
            self.details.show_source(FixedLines(()))
            return
        action = self.model.action(row)
        lines, start = details(action)
        mark = None
        if (
            self._locator is not None
            and self._locator.action == action.index
            and self._locator.line is not None
        ):
            line = start + self._locator.line - 1
            mark = LineMark(line, self._mark.verdict, self._mark.values) if line < len(lines) else None
        self.details.show_source(FixedLines(lines), mark)
        self.details.set_needle(self._needle)
        self.selection_changed.emit()

    def _set_filter(self, number: int) -> None:
        self.model.set_filter(tuple(Filter)[number])
        self._choose(0)

    def _tell_counts(self) -> None:
        counts = self.model.counts()
        for number, wanted in enumerate(Filter):
            self.filters.set_text(number, f"{wanted.value} {counts[wanted]}")
        told = self._transcript is None or self._transcript.tells_actions
        self.facts.setText("" if told else "prose only: no commands or writes are told")

    def _bar(self) -> QWidget:
        bar = ground(QWidget(), "panel", edge="bottom")
        row = QHBoxLayout(bar)
        row.setContentsMargins(12, 3, 12, 3)
        row.addWidget(self.filters)
        row.addWidget(self.facts, 1)
        return bar
