"""A task beside the list: what it asks for, the ideas and proposals on it to be read, and its runs."""

from enum import StrEnum

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from mlrbench_gui.domain.runs import DocumentKind
from mlrbench_gui.services.library import Judged, LibraryTask
from mlrbench_gui.ui.kit import theme
from mlrbench_gui.ui.kit.buttons import Segmented
from mlrbench_gui.ui.kit.empty import EmptyState
from mlrbench_gui.ui.kit.labels import ground, label, separator
from mlrbench_gui.ui.kit.reading import Reading
from mlrbench_gui.ui.screens.library.documents import DocumentList, TaskRunList


class Part(StrEnum):
    """What is shown of a task."""

    TASK = "Task"
    IDEAS = "Ideas"
    PROPOSALS = "Proposals"
    LITERATURE = "Literature"
    RUNS = "Runs"


PARTS = tuple(Part)
_KINDS = {
    Part.IDEAS: DocumentKind.IDEA,
    Part.PROPOSALS: DocumentKind.PROPOSAL,
    Part.LITERATURE: DocumentKind.LITERATURE,
}


class TaskPane(QWidget):
    """`text_wanted` asks for what is to be read: a document, or None for the task's own text.

    `run_wanted` tells a run by name, `part_shown` that another part is in front.
    """

    text_wanted = Signal(object)
    run_wanted = Signal(str)
    part_shown = Signal()

    def __init__(self) -> None:
        super().__init__()
        ground(self, "panel", edge="left")
        self.task: LibraryTask | None = None
        self.title = label("", size="lg", weight="semibold", wrap=True)
        self.about = label("", role="text-2", size="sm", wrap=True)
        self.parts = Segmented([part.value for part in PARTS], name="What is shown of the task")
        self.documents = DocumentList()
        self.reading = Reading("Text")
        self.runs = TaskRunList()
        self.empty = EmptyState("", "")
        self._pages = QStackedWidget()
        self._lay_out()
        self.parts.chosen.connect(lambda _at: self._show_part())
        self.documents.moved.connect(self._ask_text)
        self.runs.opened.connect(self._open_run)

    @property
    def part(self) -> Part:
        """What is in front."""
        return PARTS[self.parts.index()]

    def show_task(self, task: LibraryTask | None) -> None:
        """Show another task; the part in front stays."""
        self.task = task
        self.setEnabled(task is not None)
        if task is None:
            self.title.setText("")
            self.about.setText("")
            self._say("No task", "No task fits the filters.")
            return
        self.title.setText(task.title)
        self.about.setText("  ·  ".join(part for part in (task.id, task.venue, task.topic) if part))
        self._show_part()

    def show_part(self, part: Part) -> None:
        """Bring a part to front and give it the keyboard."""
        self.parts.set_index(PARTS.index(part))
        self._show_part()
        self.take_keyboard()

    def show_text(self, of: Judged | None, text: str) -> None:
        """Show what was asked for, if it is still wanted."""
        if of == self._wanted():
            self.reading.show_markdown(text)
            self._pages.setCurrentWidget(self.reading)

    def take_keyboard(self) -> None:
        """The list of the part, else its text."""
        goal: QWidget = self.runs if self.part is Part.RUNS else self.documents
        if not goal.isVisibleTo(self):
            goal = self.reading
        goal.setFocus(Qt.FocusReason.OtherFocusReason)

    def _wanted(self) -> Judged | None:
        return self.documents.current() if self.part in _KINDS else None

    def _show_part(self) -> None:
        task = self.task
        if task is None:
            return
        documents = task.of(_KINDS[self.part]) if self.part in _KINDS else ()
        self.documents.show_documents(documents)
        self.documents.setVisible(len(documents) > 1)
        if self.part is Part.RUNS:
            self.runs.runs.show_rows(task.runs)
            if task.runs:
                self.runs.setCurrentIndex(self.runs.runs.index(0))
                self._pages.setCurrentWidget(self.runs)
            else:
                self._say("No run on this task", "Run stages on it with Ctrl N, or import runs.")
        elif self.part in _KINDS and not documents:
            self._say(
                f"No {self.part.value.lower()}", "Nothing of this kind on the task is in this workspace."
            )
        else:
            self._ask_text()
        self.part_shown.emit()

    def _ask_text(self) -> None:
        wanted = self._wanted()
        if self.task is not None and (wanted is not None or self.part is Part.TASK):
            self.text_wanted.emit(wanted)

    def _say(self, title: str, line: str) -> None:
        self.empty.say(title, line)
        self._pages.setCurrentWidget(self.empty)

    def _open_run(self) -> None:
        row = self.runs.current()
        if row is not None:
            self.run_wanted.emit(row.run.name)

    def _lay_out(self) -> None:
        for page in (self.reading, self.runs, self.empty):
            self._pages.addWidget(page)
        head = QVBoxLayout()
        head.setContentsMargins(14, 12, 14, 10)
        head.setSpacing(4)
        head.addWidget(self.title)
        head.addWidget(self.about)
        head.addSpacing(4)
        row = QHBoxLayout()
        row.addWidget(self.parts)
        row.addStretch()
        head.addLayout(row)
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(separator())
        column.addWidget(self.documents)
        column.addWidget(self._pages, 1)
        theme.keep_fit(self, self._refit)

    def _refit(self) -> None:
        self.documents.show_documents(self.documents.documents.rows)
