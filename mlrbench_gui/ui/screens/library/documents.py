"""Lists in a task's pane: who wrote what and how judges scored it, and the runs on the task."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Signal
from PySide6.QtGui import QPainter
from typing_extensions import override

from mlrbench_gui.domain.values import GATE_ORDER
from mlrbench_gui.services.library import Judged
from mlrbench_gui.services.ports.rows import RunRow
from mlrbench_gui.ui.kit import theme
from mlrbench_gui.ui.kit.chips import badge_width, paint_badge
from mlrbench_gui.ui.kit.fonts import height, mono_font, px, ui_font
from mlrbench_gui.ui.kit.paint import RIGHT, draw_text, text_width
from mlrbench_gui.ui.kit.rowlist import RowDelegate, RowList, SpokenModel

_PAD, _BAR, _MOST = 12, 60, 9


class DocumentModel(SpokenModel[Judged]):
    """Documents by author."""

    @override
    def spoken(self, row: Judged) -> str:
        scored = f"judges' mean {row.mean:.1f} of 10, n = {row.n}" if row.mean is not None else "not judged"
        chosen = "; the experiments were built on it" if row.record.chosen else ""
        return f"{row.record.author or row.record.title}: {row.record.title}; {scored}{chosen}"


class DocumentDelegate(RowDelegate[Judged]):
    """Author, title, and the judges' mean as a bar from 1 to 10."""

    height = "row-dense"
    ruled = True
    smooth = True

    @override
    def draw(self, painter: QPainter, rect: QRectF, row: Judged, at_row: int) -> None:
        box = rect.adjusted(_PAD, 0, -_PAD, -1)
        number = QRectF(box.right() - px(28), box.top(), px(28), box.height())
        words = "–" if row.mean is None else f"{row.mean:.1f}"
        draw_text(painter, number, words, font=mono_font(12), color=theme.color("text"), align=RIGHT)
        bar = QRectF(number.left() - px(_BAR) - 6, box.center().y() - 2, px(_BAR), 4)
        if row.mean is not None:
            painter.fillRect(bar, theme.color("press"))
            share = max(0.0, min(1.0, (row.mean - 1) / 9))
            painter.fillRect(QRectF(bar.left(), bar.top(), bar.width() * share, 4), theme.color("text-3"))
        box.setRight(bar.left() - 10)
        if row.record.chosen:
            wide = badge_width("built on")
            mark = QRectF(box.right() - wide, box.center().y() - height("badge") / 2, wide, height("badge"))
            paint_badge(painter, mark, "built on", "line")
            box.setRight(mark.left() - 8)
        font = ui_font(12, 500)
        author = row.record.author or ""
        draw_text(painter, box, author, font=font, color=theme.color("text"))
        rest = box.adjusted(text_width(author, font) + 10, 0, 0, 0)
        if rest.width() > px(40):
            draw_text(painter, rest, row.record.title, font=ui_font(12), color=theme.color("text-2"))


class DocumentList(RowList):
    """`moved` tells that another document is to be read."""

    moved = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.documents = DocumentModel(self)
        self.setModel(self.documents)
        self.setItemDelegate(DocumentDelegate(self, self.documents))
        self.setAccessibleName("Who wrote it")
        self.selectionModel().currentChanged.connect(lambda *_: self.moved.emit())

    def show_documents(self, documents: Sequence[Judged]) -> None:
        """Show others, as tall as they are; the same author's is read on where there is one."""
        before = self.current()
        author = before.record.author if before is not None else None
        self.documents.show_rows(tuple(documents))
        tall = min(len(documents), _MOST) * height("row-dense")
        self.setFixedHeight(tall + 1 if documents else 0)
        if documents:
            at = next((n for n, item in enumerate(documents) if item.record.author == author), 0)
            self.setCurrentIndex(self.documents.index(at))

    def current(self) -> Judged | None:
        """The document that is read."""
        at = self.currentIndex().row()
        return self.documents.rows[at] if 0 <= at < len(self.documents.rows) else None


class TaskRunModel(SpokenModel[RunRow]):
    """Runs by name."""

    @override
    def spoken(self, row: RunRow) -> str:
        if row.gate is None:
            return f"{row.run.name}, not audited"
        claimed = f", claims {row.gate.claimed}" if row.gate.claimed is not None else ""
        return f"{row.run.name}: reached {row.gate.reached}{claimed}"


class TaskRunDelegate(RowDelegate[RunRow]):
    """Name, what was reached against what is claimed, and the judges' mean."""

    height = "row"
    ruled = True

    @override
    def draw(self, painter: QPainter, rect: QRectF, row: RunRow, at_row: int) -> None:
        box = rect.adjusted(_PAD, 0, -_PAD, -1)
        means = row.judge_means
        words = f"{sum(means) / len(means):.1f}" if means else "–"
        number = QRectF(box.right() - px(36), box.top(), px(36), box.height())
        draw_text(painter, number, words, font=mono_font(12), color=theme.color("text"), align=RIGHT)
        state = QRectF(number.left() - px(170), box.top(), px(160), box.height())
        told, role = _gate_words(row)
        draw_text(painter, state, told, font=ui_font(12), color=theme.color(role))
        box.setRight(state.left() - 10)
        draw_text(painter, box, row.run.name, font=ui_font(12, 500), color=theme.color("text"))


class TaskRunList(RowList):
    """Enter or a double click opens the run."""

    def __init__(self) -> None:
        super().__init__()
        self.runs = TaskRunModel(self)
        self.setModel(self.runs)
        self.setItemDelegate(TaskRunDelegate(self, self.runs))
        self.setAccessibleName("Runs on this task")
        self.doubleClicked.connect(lambda _index: self.opened.emit())

    def current(self) -> RunRow | None:
        """The run that the keyboard is on."""
        at = self.currentIndex().row()
        return self.runs.rows[at] if 0 <= at < len(self.runs.rows) else None


def _gate_words(row: RunRow) -> tuple[str, str]:
    if row.gate is None:
        return "not audited", "text-3"
    reached, claimed = row.gate.reached, row.gate.claimed
    if claimed is None or GATE_ORDER.index(claimed) <= GATE_ORDER.index(reached):
        return f"reached {reached}", "text-2"
    return f"{reached}, claims {claimed}", "danger"
