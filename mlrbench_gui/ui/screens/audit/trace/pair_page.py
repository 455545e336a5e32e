"""Two text files of the run side by side: aligned by line, differences marked, the offset of their times told."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from mlrbench_gui.domain.artifacts import ArtifactRole
from mlrbench_gui.domain.values import RelPath
from mlrbench_gui.ui.kit.buttons import IconButton
from mlrbench_gui.ui.kit.elided import ElidedLabel
from mlrbench_gui.ui.kit.empty import EmptyState, LoadingState
from mlrbench_gui.ui.kit.fields import Combo
from mlrbench_gui.ui.kit.labels import ground, label
from mlrbench_gui.ui.screens.audit.trace.comparing import compared, disk_text
from mlrbench_gui.ui.screens.audit.trace.diff_panes import Compared, DiffPanes
from mlrbench_gui.ui.screens.audit.trace.words import offset_words, pair_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mlrbench_gui.domain.artifacts import Artifact, RunFiles
    from mlrbench_gui.domain.work import CancelToken, Emit
    from mlrbench_gui.ui.kit.background import Background, Job

_NO_TEXT = frozenset({ArtifactRole.FIGURE, ArtifactRole.DATA_IMAGE})


class PairPage(QWidget):
    """Two choices over the comparison."""

    def __init__(self, background: Background) -> None:
        super().__init__()
        self._background = background
        self._files: RunFiles | None = None
        self._job: Job[Compared] | None = None
        self.left, self.right = Combo("Left file"), Combo("Right file")
        self.swap = IconButton("changes", "Swap left and right")
        self.before, self.after = (
            IconButton("chevron-up", "Previous difference", key="["),
            IconButton("chevron-down", "Next difference", key="]"),
        )
        self.place = label("", role="text-2", size="xs")
        self.offset = label("", size="sm", weight="semibold")
        self.facts = ElidedLabel()
        self.facts.setProperty("role", "text-2")
        self.facts.setProperty("textSize", "sm")
        self.panes = DiffPanes("Two files")
        self.empty, self.loading = EmptyState(""), LoadingState("Comparing")
        self.stack = QStackedWidget()
        for page in (self.empty, self.loading, self.panes):
            self.stack.addWidget(page)
        self._lay_out()
        self.left.currentIndexChanged.connect(lambda _index: self._compare())
        self.right.currentIndexChanged.connect(lambda _index: self._compare())
        self.swap.clicked.connect(self._swap)
        self.before.clicked.connect(lambda: self.step_difference(-1))
        self.after.clicked.connect(lambda: self.step_difference(1))
        self.setFocusProxy(self.left)

    def show_files(self, artifacts: Sequence[Artifact], files: RunFiles) -> None:
        """Offer a run's text files, logs first; nothing is compared before the page is looked at."""
        self._files = files
        texts = [artifact for artifact in artifacts if artifact.role not in _NO_TEXT]
        ordered = sorted(texts, key=lambda artifact: (artifact.role is not ArtifactRole.LOG, artifact.path))
        for combo in (self.left, self.right):
            combo.blockSignals(True)
            combo.clear()
            combo.addItems([artifact.path for artifact in ordered])
            combo.blockSignals(False)
        self.right.setCurrentIndex(-1)
        self.left.setCurrentIndex(-1)
        self._say("Choose two files", "They are aligned by line, times left aside.")

    def show_pair(self, left: RelPath | None = None, right: RelPath | None = None) -> None:
        """Compare two files; without names those that were chosen, at first the first two logs."""
        if left is None and right is None and self.left.currentIndex() >= 0:
            return
        for combo, path, other in ((self.left, left, 0), (self.right, right, 1)):
            at = combo.findText(path) if path is not None else min(other, combo.count() - 1)
            combo.blockSignals(True)
            combo.setCurrentIndex(at)
            combo.blockSignals(False)
        self._compare()

    def step_difference(self, by: int) -> tuple[int, int] | None:
        """Go to the next or previous difference."""
        found = self.panes.step(by) if self.stack.currentWidget() is self.panes else None
        self.place.setText(f"difference {found[0]} of {found[1]}" if found is not None else "")
        return found

    def _swap(self) -> None:
        left, right = self.left.currentIndex(), self.right.currentIndex()
        for combo, at in ((self.left, right), (self.right, left)):
            combo.blockSignals(True)
            combo.setCurrentIndex(at)
            combo.blockSignals(False)
        self._compare()

    def _compare(self) -> None:
        left, right, files = self.left.currentText(), self.right.currentText(), self._files
        if self._job is not None:
            self._job.cancel()
            self._job = None
        if files is None or not left or not right:
            self._say("Choose two files", "They are aligned by line, times left aside.")
            return
        if self.stack.currentWidget() is not self.panes:
            self.loading.start()
            self.stack.setCurrentWidget(self.loading)

        def work(cancel: CancelToken, _emit: Emit) -> Compared:
            before, after = disk_text(files, RelPath(left)), disk_text(files, RelPath(right))
            cancel.check()
            return compared((left, right), before, after, cancel)

        self._job = self._background.submit(work, done=self._show, failed=self._failed)

    def _show(self, result: Compared) -> None:
        self._job = None
        self.loading.stop()
        self.place.setText("")
        if result.alignment is not None:
            self.offset.setText(offset_words(result.alignment))
            self.facts.setText(pair_words(result.alignment))
        self.offset.setVisible(bool(self.offset.text()))
        self.panes.show_compared(result)
        self.stack.setCurrentWidget(self.panes)

    def _failed(self, line: str) -> None:
        self._say("These cannot be compared", line)

    def _say(self, title: str, line: str) -> None:
        self.loading.stop()
        self.offset.setText("")
        self.offset.hide()
        self.facts.setText("")
        self.place.setText("")
        self.empty.say(title, line)
        self.stack.setCurrentWidget(self.empty)

    def _lay_out(self) -> None:
        bar = ground(QWidget(), "panel", edge="bottom")
        lines = QVBoxLayout(bar)
        lines.setContentsMargins(12, 6, 10, 6)
        lines.setSpacing(4)
        first, second = QHBoxLayout(), QHBoxLayout()
        for row in (first, second):
            row.setSpacing(8)
        first.addWidget(self.left, 1)
        first.addWidget(self.swap)
        first.addWidget(self.right, 1)
        second.addWidget(self.offset)
        second.addWidget(self.facts, 1)
        second.addWidget(self.place)
        second.addWidget(self.before)
        second.addWidget(self.after)
        lines.addLayout(first)
        lines.addLayout(second)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(bar)
        column.addWidget(self.stack, 1)
