"""Files of the run with their history: which action made each version, and what changed between any two."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from mlrbench_gui.ui.kit import fonts
from mlrbench_gui.ui.kit.buttons import Button, Segmented
from mlrbench_gui.ui.kit.elided import ElidedLabel
from mlrbench_gui.ui.kit.empty import EmptyState
from mlrbench_gui.ui.kit.fields import Combo, SearchField
from mlrbench_gui.ui.kit.labels import ground, label
from mlrbench_gui.ui.kit.rowlist import RowList
from mlrbench_gui.ui.kit.splitter import Splitter
from mlrbench_gui.ui.screens.audit.evidence.reading.ansi import safe_text
from mlrbench_gui.ui.screens.audit.trace.comparing import compared, disk_text
from mlrbench_gui.ui.screens.audit.trace.diff_panes import Compared, DiffPanes
from mlrbench_gui.ui.screens.audit.trace.file_rows import (
    FileRow,
    FilesModel,
    Listed,
    VersionItem,
    VersionRow,
    VersionsModel,
    fits,
)
from mlrbench_gui.ui.screens.audit.trace.versions import NOTHING, base_rows, first_choice, version_rows
from mlrbench_gui.ui.screens.audit.trace.words import change_words, standing_line

if TYPE_CHECKING:
    from mlrbench_gui.domain.artifacts import RunFiles
    from mlrbench_gui.domain.values import RelPath
    from mlrbench_gui.domain.work import CancelToken, Emit
    from mlrbench_gui.services.tracing import RunTrace, TracedFile
    from mlrbench_gui.ui.kit.background import Background, Job

_LEFT = 310


@dataclass(frozen=True, slots=True)
class _Wanted:
    """Which comparison is asked for: a file, a version of it, and what it is held against."""

    path: RelPath
    shown: VersionRow
    base: VersionRow


class FilesPage(QWidget):
    """Emits `action_requested` for the action that made the version, `place_requested` (path) for the file itself."""

    action_requested = Signal(int)
    place_requested = Signal(str)

    def __init__(self, background: Background) -> None:
        super().__init__()
        self._background = background
        self._trace: RunTrace | None = None
        self._files: RunFiles | None = None
        self._job: Job[Compared] | None = None
        self._wanted: _Wanted | None = None
        self.model, self.versions = FilesModel(self), VersionsModel(self)
        self.list, self.history = RowList(), RowList()
        self.list.setModel(self.model)
        self.list.setItemDelegate(FileRow(self.list, self.model))
        self.list.setAccessibleName("Files of the run and how each came to be")
        self.history.setModel(self.versions)
        self._item = VersionItem(self.history, self.versions)
        self.history.setItemDelegate(self._item)
        self.history.setAccessibleName("Versions of the file, the newest first; Enter goes to the action")
        self.filters = Segmented([wanted.value for wanted in Listed], name="Files listed")
        self.words = SearchField("File name", key="F")
        self.base = Combo("Compared with")
        self._against = label("against", role="text-2", size="sm")
        self.title = ElidedLabel(mode=Qt.TextElideMode.ElideMiddle)
        self.standing = ElidedLabel()
        self.change = label("", role="text-2", size="sm")
        self.to_action = Button("Action", icon_name="terminal", tip="Go to the action that made this version")
        self.to_file = Button("Open", icon_name="file", tip="Open the file in the evidence")
        self.panes = DiffPanes("Comparison of versions")
        self.nothing = EmptyState("No file is chosen", "Choose one at the left.")
        self.stack = QStackedWidget()
        self._lay_out()
        self._connect()

    def show_trace(self, trace: RunTrace, files: RunFiles) -> None:
        """Show a run's files."""
        self._trace, self._files, self._wanted = trace, files, None
        self.filters.set_index(0)
        self.words.clear()
        for number, wanted in enumerate(Listed):
            count = sum(fits(file, wanted) for file in trace.files)
            self.filters.set_text(number, f"{wanted.value} {count}")
        self._list_files()
        first = next((row for row, file in enumerate(self.model.rows) if file.is_amiss or file.versions), 0)
        self.list.setCurrentIndex(self.model.index(first, 0))

    def show_file(self, path: RelPath, action: int | None = None) -> None:
        """Choose a file, and the version that an action left."""
        if not any(file.path == path for file in self.model.rows):
            self.filters.set_index(0)
            self.words.clear()
            self._list_files()
        row = next((row for row, file in enumerate(self.model.rows) if file.path == path), None)
        if row is None:
            return
        self.list.setCurrentIndex(self.model.index(row, 0))
        self.list.scrollTo(self.model.index(row, 0))
        known = next((at for at, item in enumerate(self.versions.rows) if item.action == action), None)
        if action is not None and known is not None:
            self.history.setCurrentIndex(self.versions.index(known, 0))

    def current(self) -> TracedFile | None:
        """The chosen file."""
        row = self.list.currentIndex().row()
        return self.model.rows[row] if 0 <= row < len(self.model.rows) else None

    def current_version(self) -> VersionRow | None:
        """The chosen version."""
        row = self.history.currentIndex().row()
        return self.versions.rows[row] if 0 <= row < len(self.versions.rows) else None

    def made_by(self) -> int | None:
        """The action that made what is shown."""
        version, file = self.current_version(), self.current()
        if version is None or file is None:
            return None
        return version.action if version.action is not None else file.made_by

    def step_difference(self, by: int) -> tuple[int, int] | None:
        """Go to the next or previous difference."""
        return self.panes.step(by)

    def _list_files(self) -> None:
        wanted, words = list(Listed)[self.filters.index()], self.words.text().lower().split()
        files = self._trace.files if self._trace is not None else ()
        kept = self.current()
        listed = tuple(f for f in files if fits(f, wanted) and all(w in f.path.lower() for w in words))
        self.model.show_rows(listed)
        row = next((at for at, file in enumerate(listed) if file is kept), 0)
        self.list.setCurrentIndex(self.model.index(row, 0))
        if not listed:
            self._show_versions()

    def _show_versions(self) -> None:
        file = self.current()
        rows = version_rows(file) if file is not None else ()
        self.versions.show_rows(rows)
        self.title.setText(safe_text(file.path) if file is not None else "")
        self.standing.setText(safe_text(standing_line(file)) if file is not None else "")
        self.to_file.setVisible(file is not None and file.size is not None)
        if file is None:
            self._say("No file fits", "Change the filter or the words above the list.")
            return
        self.history.setCurrentIndex(self.versions.index(first_choice(file, rows), 0))

    def _show_bases(self) -> None:
        """Offer what the chosen version can be held against: by default the one before it."""
        row = self.history.currentIndex().row()
        self.base.blockSignals(True)
        self.base.clear()
        if row >= 0:
            for title, at in base_rows(self.versions.rows, row):
                self.base.addItem(title, at)
        self.base.blockSignals(False)
        for part in (self.base, self._against):
            part.setVisible(self.base.count() > 1)
        made_by = self.made_by()
        self.to_action.setVisible(made_by is not None)
        self.to_action.setText(f"Action {made_by}")
        self._compare()

    def _compare(self) -> None:
        file, version, files = self.current(), self.current_version(), self._files
        if file is None or version is None or files is None:
            return
        at = self.base.currentData()
        base = self.versions.rows[at] if isinstance(at, int) and at >= 0 else NOTHING
        self._item.base = at if isinstance(at, int) and at >= 0 else None
        self.history.viewport().update()
        wanted = self._wanted = _Wanted(file.path, version, base)
        if self._job is not None:
            self._job.cancel()
        if version.text is None and version.action is not None:
            words = "The transcript shows an edit, but not the text that it was made in."
            self._say("The text of this version is not told", words)
            return

        def work(cancel: CancelToken, _emit: Emit) -> Compared:
            return _compared(files, wanted, cancel)

        self._job = self._background.submit(
            work, done=lambda result: self._show(wanted, result), failed=self._failed
        )

    def _show(self, wanted: _Wanted, result: Compared) -> None:
        if wanted is not self._wanted:
            return
        self._job = None
        self.change.setText(change_words(result.alignment) if result.alignment is not None else "")
        self.panes.show_compared(result)
        self.stack.setCurrentWidget(self.panes)

    def _failed(self, line: str) -> None:
        self._say("This cannot be compared", line)

    def _say(self, title: str, line: str) -> None:
        self.change.setText("")
        self.nothing.say(title, line)
        self.stack.setCurrentWidget(self.nothing)

    def _ask_action(self) -> None:
        action = self.made_by()
        if action is not None:
            self.action_requested.emit(action)

    def _ask_place(self) -> None:
        file = self.current()
        if file is not None:
            self.place_requested.emit(file.path)

    def _connect(self) -> None:
        self.filters.chosen.connect(lambda _index: self._list_files())
        self.words.textChanged.connect(lambda _text: self._list_files())
        self.list.selectionModel().currentChanged.connect(lambda *_: self._show_versions())
        self.history.selectionModel().currentChanged.connect(lambda *_: self._show_bases())
        self.list.opened.connect(lambda: self.history.setFocus(Qt.FocusReason.OtherFocusReason))
        self.history.opened.connect(self._ask_action)
        self.history.doubleClicked.connect(lambda _index: self._ask_action())
        self.base.currentIndexChanged.connect(lambda _index: self._compare())
        self.to_action.clicked.connect(self._ask_action)
        self.to_file.clicked.connect(self._ask_place)

    def _lay_out(self) -> None:
        for page in (self.nothing, self.panes):
            self.stack.addWidget(page)
        split = Splitter(Qt.Orientation.Horizontal, key="trace/files")
        split.addWidget(self._left())
        split.addWidget(self._right())
        split.setStretchFactor(0, 0)
        split.setStretchFactor(1, 1)
        if not split.restore():
            split.setSizes([fonts.px(_LEFT), 4 * fonts.px(_LEFT)])
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(split)
        self.setFocusProxy(self.list)

    def _left(self) -> QWidget:
        left = ground(QWidget(), "panel")
        head = QVBoxLayout()
        head.setContentsMargins(10, 6, 10, 6)
        head.setSpacing(6)
        head.addWidget(self.filters)
        head.addWidget(self.words)
        lists = Splitter(Qt.Orientation.Vertical, key="trace/versions")
        lists.addWidget(self.list)
        versions = QWidget()
        below = QVBoxLayout(versions)
        below.setContentsMargins(0, 0, 0, 0)
        below.setSpacing(0)
        bar = ground(QWidget(), "sunken", edge="bottom")
        line = QHBoxLayout(bar)
        line.setContentsMargins(10, 3, 10, 4)
        line.addWidget(label("Versions, the newest first", role="text-2", size="xs", weight="semibold"))
        below.addWidget(bar)
        below.addWidget(self.history, 1)
        lists.addWidget(versions)
        lists.setSizes([320, 200])
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(lists, 1)
        return left

    def _right(self) -> QWidget:
        right = ground(QWidget(), "panel")
        head = ground(QWidget(), "panel", edge="bottom")
        lines = QVBoxLayout(head)
        lines.setContentsMargins(12, 6, 10, 6)
        lines.setSpacing(4)
        first, second = QHBoxLayout(), QHBoxLayout()
        for row in (first, second):
            row.setSpacing(8)
        self.title.setProperty("weight", "semibold")
        first.addWidget(self.title, 1)
        first.addWidget(self.to_action)
        first.addWidget(self.to_file)
        self.standing.setProperty("role", "text-2")
        self.standing.setProperty("textSize", "sm")
        second.addWidget(self.standing, 1)
        second.addWidget(self.change)
        second.addWidget(self._against)
        self.base.setMinimumWidth(fonts.px(180))
        second.addWidget(self.base)
        lines.addLayout(first)
        lines.addLayout(second)
        column = QVBoxLayout(right)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(head)
        column.addWidget(self.stack, 1)
        return right


def _compared(files: RunFiles, wanted: _Wanted, cancel: CancelToken) -> Compared:
    shown = _text(files, wanted.path, wanted.shown)
    base = None if wanted.base is NOTHING else _text(files, wanted.path, wanted.base)
    return compared((wanted.base.title, wanted.shown.title), base, shown, cancel)


def _text(files: RunFiles, path: RelPath, version: VersionRow) -> str:
    return disk_text(files, path) if version.text is None else version.text
