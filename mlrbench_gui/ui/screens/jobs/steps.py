"""The steps of the chosen job: which are done and how long they took, which failed and why, which is at work."""

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QAbstractItemView, QHBoxLayout, QVBoxLayout, QWidget
from typing_extensions import override

from mlrbench_gui.domain.jobs import Job, JobState
from mlrbench_gui.ui.kit import theme
from mlrbench_gui.ui.kit.elided import ElidedLabel
from mlrbench_gui.ui.kit.fonts import height, mono_font, ui_font
from mlrbench_gui.ui.kit.icons import paint_icon
from mlrbench_gui.ui.kit.labels import ground, label, restyle, separator
from mlrbench_gui.ui.kit.paint import RIGHT, draw_line, draw_text
from mlrbench_gui.ui.kit.rowlist import Index, RowDelegate, RowList, RowsModel
from mlrbench_gui.ui.screens.jobs.listing import clock_text


@dataclass(frozen=True, slots=True)
class StepRow:
    """A step with its glyph, and what stands at its right."""

    name: str
    icon: str
    tone: str
    note: str
    reason: str = ""
    heavy: bool = False


def step_rows(job: Job) -> tuple[StepRow, ...]:
    """The steps in their order."""
    took = {step.name: step.seconds for step in job.finished}
    reasons = {step.name: step.reason for step in job.failed}
    found = []
    for name in job.steps or job.subjects:
        if name in took:
            found.append(StepRow(name, "check", "ok", clock_text(took[name])))
        elif name in reasons:
            found.append(StepRow(name, "cross", "danger", "failed", reasons[name]))
        elif name == job.step:
            found.append(StepRow(name, "play", "accent", "", heavy=True))
        else:
            found.append(StepRow(name, "dot", "text-3", ""))
    return tuple(found)


class _StepsModel(RowsModel[StepRow]):
    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        row = self.rows[index.row()]
        if role in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole}:
            state = {"check": "done", "cross": "failed", "play": "at work"}.get(row.icon, "waits")
            return f"{row.name}, {state} {row.note}".rstrip()
        if role == Qt.ItemDataRole.ToolTipRole:
            return f"{row.name}\n{row.reason}".strip()
        return None


class _StepsDelegate(RowDelegate[StepRow]):
    height = "row-dense"
    smooth = True

    @override
    def draw(self, painter: QPainter, rect: QRectF, row: StepRow, at_row: int) -> None:
        middle = round(rect.center().y())
        if at_row:
            draw_line(painter, QPointF(19.5, rect.top()), QPointF(19.5, middle - 8))
        if at_row < len(self.model.rows) - 1:
            draw_line(painter, QPointF(19.5, middle + 8), QPointF(19.5, rect.bottom() + 1))
        paint_icon(painter, row.icon, QRectF(12, middle - 7, 14, 14), theme.color(row.tone))
        right = 58 if row.note else 8
        box = QRectF(34, rect.top(), rect.width() - 34 - right, rect.height())
        color = theme.color("text" if row.icon != "dot" else "text-2")
        draw_text(painter, box, row.name, font=ui_font(12, 600 if row.heavy else 400), color=color)
        note = QRectF(rect.right() - 66, rect.top(), 58, rect.height())
        draw_text(painter, note, row.note, font=mono_font(11), color=theme.color("text-2"), align=RIGHT)


class StepsPane(QWidget):
    """Steps on top; below them how the job ended, in a sentence."""

    def __init__(self) -> None:
        super().__init__()
        self._id = ""
        self._model = _StepsModel(self)
        self.list = RowList()
        self.list.setModel(self._model)
        self.list.setItemDelegate(_StepsDelegate(self.list, self._model))
        self.list.setAccessibleName("Steps of the job")
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self._many = ElidedLabel()
        self._many.setProperty("role", "text-2")
        self._many.setProperty("textSize", "xs")
        self._title = label("", size="sm", weight="semibold")
        self._words = label("", role="text-2", size="sm", wrap=True)
        self._words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._words.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._end = QWidget()
        self._lay_out()

    def show_job(self, job: Job | None) -> None:
        """Show the steps of a job; the one at work is brought into sight when it is another."""
        rows = step_rows(job) if job is not None else ()
        if rows != self._model.rows:
            scroll = self.list.verticalScrollBar().value()
            self._model.show_rows(rows)
            self.list.verticalScrollBar().setValue(scroll)
            at = next((place for place, row in enumerate(rows) if row.icon == "play"), -1)
            if at >= 0:
                self.list.scrollTo(self._model.index(at, 0))
        done = len(job.finished) if job is not None else 0
        self._many.setText(f"{done} of {len(rows)} done" if rows else "")
        self._tell_end(job)

    def words(self) -> str:
        """How the job ended, as shown."""
        return self._words.text() if not self._end.isHidden() else ""

    def _tell_end(self, job: Job | None) -> None:
        title, words, role = _ending(job) if job is not None else ("", "", "text")
        self._title.setText(title)
        self._words.setText(words)
        if self._title.property("role") != role:
            self._title.setProperty("role", role)
            restyle(self._title)
        self._end.setVisible(bool(words))

    def _lay_out(self) -> None:
        head = QWidget()
        ground(head, "sunken", edge="bottom")
        row = QHBoxLayout(head)
        row.setContentsMargins(12, 2, 8, 3)
        row.setSpacing(8)
        row.addWidget(label("Steps", size="sm", weight="semibold"))
        row.addWidget(self._many, 1)
        head.setFixedHeight(height("control") + 10)
        end = QVBoxLayout(self._end)
        end.setContentsMargins(12, 10, 12, 12)
        end.setSpacing(3)
        end.addWidget(self._title)
        end.addWidget(self._words)
        self._end.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(head)
        column.addWidget(self.list, 1)
        column.addWidget(separator())
        column.addWidget(self._end)


def _ending(job: Job) -> tuple[str, str, str]:
    """Title, sentence and colour of how a job stands at its end."""
    match job.state:
        case JobState.DONE:
            return "Done", job.outcome, "ok"
        case JobState.FAILED:
            return "Failed", job.reason, "danger"
        case JobState.INTERRUPTED:
            words = job.reason[:1].upper() + job.reason[1:]
            return (
                "Interrupted",
                f"{words}. Resume goes on behind {len(job.finished)} finished steps.",
                "warn",
            )
        case JobState.CANCELLED:
            return "Cancelled", f"{len(job.finished)} finished steps are kept.", "text"
        case JobState.PAUSED:
            return "Paused", f"Resume goes on behind {len(job.finished)} finished steps.", "warn"
        case _:
            return "", "", "text"
