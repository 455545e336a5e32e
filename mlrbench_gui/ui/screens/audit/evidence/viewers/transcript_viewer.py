"""A transcript as a timeline: actions to filter, with the details of one; in the trace, the evidence and the drawer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QAbstractItemView, QHBoxLayout, QVBoxLayout, QWidget
from typing_extensions import override

from mlrbench_gui.domain.audit import Locator
from mlrbench_gui.ui.kit import fonts
from mlrbench_gui.ui.kit.buttons import Segmented
from mlrbench_gui.ui.kit.fields import SearchField
from mlrbench_gui.ui.kit.labels import ground, label
from mlrbench_gui.ui.kit.rowlist import RowList
from mlrbench_gui.ui.kit.splitter import Splitter
from mlrbench_gui.ui.screens.audit.evidence.reading.actions import Filter, details, target
from mlrbench_gui.ui.screens.audit.evidence.viewers.action_list import ActionModel, ActionRow
from mlrbench_gui.ui.screens.audit.evidence.viewers.code_viewer import FixedLines
from mlrbench_gui.ui.screens.audit.evidence.viewers.file_links import FileLinks
from mlrbench_gui.ui.screens.audit.evidence.viewers.find_bar import hit_text
from mlrbench_gui.ui.screens.audit.evidence.viewers.line_view import LineMark, LineView
from mlrbench_gui.ui.screens.audit.evidence.viewers.viewer import Mark, Selection, Viewer

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from mlrbench_gui.audit.transcript.actions import Transcript
    from mlrbench_gui.domain.values import RelPath
    from mlrbench_gui.services.tracing import ActionFiles

_TELLS_FROM = 560
"""From this width on the filters tell their counts and there is a field for words."""
_TYPING_MS = 120


class TranscriptViewer(Viewer):
    """Shows a parsed transcript, opened at an action and a line of its output.

    Emits `file_requested` (path, action) for a file that an action touched; Enter asks for the first one.
    """

    file_requested = Signal(str, int)

    def __init__(self) -> None:
        super().__init__()
        self._transcript: Transcript | None = None
        self._touched: ActionFiles | None = None
        self._mark = Mark()
        self._locator: Locator | None = None
        self._needle = ""
        self.model = ActionModel(self)
        self.list = RowList()
        self.list.setModel(self.model)
        self.row = ActionRow(self.list, self.model)
        self.list.setItemDelegate(self.row)
        self.list.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerItem)
        self.list.setAccessibleName("Actions of the transcript; Enter opens the file that one wrote")
        self.list.selectionModel().currentChanged.connect(lambda *_: self._show_details())
        self.list.opened.connect(self.open_file)
        self.details = LineView()
        self.details.setAccessibleName("Details of the action")
        self.links = FileLinks()
        self.links.file_requested.connect(self._ask_file)
        self.filters = Segmented([wanted.value for wanted in Filter], name="Actions shown")
        self.filters.chosen.connect(self._set_filter)
        self.words = SearchField("Words in commands and output", key="F")
        self._typing = QTimer(self, singleShot=True, interval=_TYPING_MS)
        self._typing.timeout.connect(self._take_words)
        self.words.textChanged.connect(lambda _text: self._typing.start())
        self.words.returnPressed.connect(self._take_words)
        self.facts = label("", role="text-2", size="xs")
        self.splitter = Splitter(Qt.Orientation.Vertical)
        self.splitter.addWidget(self.list)
        self.splitter.addWidget(self._details_box())
        self.splitter.setSizes([300, 220])
        self.add_body(self._bar(), 0)
        self.add_body(self.splitter)
        self.setFocusProxy(self.list)

    def show_transcript(
        self, transcript: Transcript, touched: ActionFiles, locator: Locator | None, mark: Mark
    ) -> None:
        """Show the actions, the locator's one chosen and marked."""
        self.find_bar.hide()
        self._mark, self._locator, self._touched = mark, locator, touched
        if transcript is not self._transcript:
            self._transcript = transcript
            self.model.show_actions(transcript.actions, transcript.root)
            self._tell_counts()
        self.row.marked = locator.action if locator is not None else None
        self.row.verdict = mark.verdict
        if self.row.marked is not None:
            self.go_to(self.row.marked)
        else:
            self._choose(0)
        self.list.viewport().update()

    def go_to(self, action: int) -> None:
        """Choose an action; a filter that hides it is taken off."""
        if self.model.row_of(action) is None:
            self.show_all()
        self._choose(self.model.row_of(action))

    def show_all(self) -> None:
        """Take off all filters."""
        self.filters.set_index(0)
        self.words.clear()
        self._typing.stop()
        self.model.set_words("")
        self._set_filter(0)

    def choose_filter(self, wanted: Filter) -> None:
        """List what this filter lets through."""
        self.filters.set_index(list(Filter).index(wanted))
        self._set_filter(self.filters.index())

    def current_action(self) -> int | None:
        """The chosen action."""
        row = self.list.currentIndex().row()
        return self.model.action(row).index if 0 <= row < self.model.rowCount() else None

    def open_file(self) -> None:
        """Ask for the history of the first file that the chosen action touched."""
        action = self.current_action()
        touched = self._files_of(action)
        if action is not None and touched != ((), ()):
            self.file_requested.emit([*touched[0], *touched[1]][0], action)

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
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._tell_counts()

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
            self.links.show_files((), ())
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
        self.links.show_files(*self._files_of(action.index))
        self.details.show_source(FixedLines(lines), mark)
        self.details.set_needle(self._needle or self.words.text().strip())
        self.selection_changed.emit()

    def _files_of(self, action: int | None) -> tuple[tuple[RelPath, ...], tuple[RelPath, ...]]:
        if self._touched is None or action is None:
            return (), ()
        return self._touched.wrote.get(action, ()), self._touched.read.get(action, ())

    def _ask_file(self, path: str) -> None:
        action = self.current_action()
        if action is not None:
            self.file_requested.emit(path, action)

    def _set_filter(self, number: int) -> None:
        kept = self.current_action()
        self.model.set_filter(tuple(Filter)[number])
        self._choose_again(kept)

    def _take_words(self) -> None:
        self._typing.stop()
        kept = self.current_action()
        self.model.set_words(self.words.text())
        self._choose_again(kept)

    def _choose_again(self, action: int | None) -> None:
        """The chosen action stays chosen while it is listed."""
        row = self.model.row_of(action) if action is not None else None
        self._choose(row if row is not None else 0)
        self._tell_facts()

    def _tell_counts(self) -> None:
        tells = self.width() >= fonts.px(_TELLS_FROM)
        counts = self.model.counts() if tells else {}
        for number, wanted in enumerate(Filter):
            self.filters.set_text(number, f"{wanted.value} {counts[wanted]}" if tells else wanted.value)
        self.words.setVisible(tells)
        self._tell_facts()

    def _tell_facts(self) -> None:
        if self._transcript is not None and not self._transcript.tells_actions:
            self.facts.setText("prose only: no commands or writes are told")
        elif self.model.is_narrowed:
            self.facts.setText(f"{self.model.rowCount()} of {self.model.counts()[Filter.ALL]} listed")
        else:
            self.facts.setText("")

    def _details_box(self) -> QWidget:
        box = QWidget()
        column = QVBoxLayout(box)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.links)
        column.addWidget(self.details, 1)
        return box

    def _bar(self) -> QWidget:
        bar = ground(QWidget(), "panel", edge="bottom")
        row = QHBoxLayout(bar)
        row.setContentsMargins(12, 3, 12, 3)
        row.setSpacing(12)
        row.addWidget(self.filters)
        self.words.setFixedWidth(fonts.px(240))
        row.addWidget(self.words)
        row.addWidget(self.facts, 1)
        return bar
