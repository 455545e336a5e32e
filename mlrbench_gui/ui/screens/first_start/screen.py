"""The first screen of an empty workspace: what to do, and whether this machine can do it."""

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget
from typing_extensions import override

from mlrbench_gui.domain.values import Trust
from mlrbench_gui.domain.work import CancelToken, Emit
from mlrbench_gui.ui.kit import theme
from mlrbench_gui.ui.kit.background import Background
from mlrbench_gui.ui.kit.buttons import Button
from mlrbench_gui.ui.kit.fonts import px, ui_font
from mlrbench_gui.ui.kit.icons import BUTTON, paint_icon
from mlrbench_gui.ui.kit.labels import ground, label
from mlrbench_gui.ui.kit.paint import draw_text, half_pixel, text_width, trust_pen
from mlrbench_gui.ui.kit.screen import Screen
from mlrbench_gui.ui.screens.first_start.checks import MachineCheck
from mlrbench_gui.ui.screens.first_start.machine import MachineList
from mlrbench_gui.ui.screens.first_start.options import Option, OptionList

OPTIONS = (
    Option(
        "sample",
        "play",
        "Open the sample run",
        "Small and complete: audited in seconds, with every verdict",
        "Enter",
    ),
    Option(
        "import",
        "import",
        "Import runs…",
        "A checkout, an agent's folder, one run, or an archive of these",
        "Ctrl I",
    ),
    Option("open", "folder", "Open a workspace…", "A file from you or from a colleague", "Ctrl Shift O"),
)
_LEAD = (
    "A workspace is one file. It holds runs, audits and decisions, so a colleague who opens it sees the same. "
    "Start with the sample, or bring in your own runs."
)
_LEAD_WITHOUT = (
    "The file that was asked for cannot be used; the bar above tells why. It was left as it is. "
    "Open another workspace, or start the program with --workspace and the name of a new file."
)
_LEFT, _RIGHT, _WIDE = 520, 400, 1080
_RECENT_SHOWN = 3


class FirstStartScreen(Screen):
    """Emits what was chosen; decides nothing."""

    sample_wanted = Signal()
    import_wanted = Signal()
    open_wanted = Signal()
    recent_wanted = Signal(object)

    screen_id = "first-start"
    title = "Start"

    def __init__(self, checks: Callable[[], Sequence[MachineCheck]], background: Background) -> None:
        super().__init__()
        ground(self, "panel")
        self._checks = checks
        self._background = background
        self._looked = False
        self.options = OptionList(OPTIONS)
        self.options.chosen.connect(self._chosen)
        self.machine = MachineList()
        self.machine.again.connect(self._look)
        self._busy = label("", role="text-2")
        self._recent = QVBoxLayout()
        self._recent.setSpacing(0)
        self._title = label("Nothing to review yet", size="xl", weight="semibold")
        self._lead = label(_LEAD, role="text-2", wrap=True)
        self._drop = DropZone()
        self._left_words = "No runs in this workspace"
        self._grid = QGridLayout(self)
        self._lay_out()

    def set_recent(self, paths: Sequence[Path]) -> None:
        """Workspaces opened lately."""
        while (item := self._recent.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.deleteLater()
        if paths:
            self._recent.addWidget(label("Opened lately", role="text-2", size="xs", weight="semibold"))
        for path in paths[:_RECENT_SHOWN]:
            button = Button(str(path), kind="link")
            button.clicked.connect(lambda _checked=False, path=path: self.recent_wanted.emit(path))
            self._recent.addWidget(button, alignment=Qt.AlignmentFlag.AlignLeft)

    def set_without_workspace(self) -> None:
        """No workspace is open: all that can be done is to open another."""
        self._title.setText("No workspace is open")
        self._lead.setText(_LEAD_WITHOUT)
        self._left_words = self._title.text()
        self.options.show_only("open")
        self._drop.hide()

    def set_busy(self, text: str) -> None:
        """What is being done now; the options wait meanwhile."""
        self._busy.setText(text)
        self.options.setEnabled(not text)

    @override
    def entered(self) -> None:
        next(button for button in self.options.buttons if not button.isHidden()).setFocus()
        if not self._looked:
            self._looked = True
            self._look()

    @override
    def status_keys(self) -> tuple[tuple[str, str], ...]:
        return ("Tab", "next"), ("Enter", "open"), ("Ctrl I", "import"), ("F1", "keys")

    @override
    def status_left(self) -> str:
        return self._left_words

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        spacious = event.size().width() >= _WIDE
        low = event.size().height() < 640
        self._grid.setHorizontalSpacing(72 if spacious else 36)
        self._grid.setColumnMinimumWidth(1, _LEFT if spacious else 500)
        self._grid.setColumnMinimumWidth(2, _RIGHT if spacious else 340)
        self._grid.setRowMinimumHeight(0, 40 if low else 104)

    def _chosen(self, option: str) -> None:
        {"sample": self.sample_wanted, "import": self.import_wanted, "open": self.open_wanted}[option].emit()

    def _look(self) -> None:
        self.machine.show_waiting()
        self._background.submit(self._run_checks, done=self.machine.show_checks)

    def _run_checks(self, _cancel: CancelToken, _emit: Emit) -> Sequence[MachineCheck]:
        return self._checks()

    def _lay_out(self) -> None:
        head = QVBoxLayout()
        head.setSpacing(6)
        head.addWidget(self._title)
        head.addWidget(self._lead)
        head.addSpacing(12)
        left = QVBoxLayout()
        left.setSpacing(16)
        left.addWidget(self.options)
        left.addWidget(self._drop)
        left.addWidget(self._busy)
        left.addLayout(self._recent)
        left.addStretch()
        right = QVBoxLayout()
        right.addWidget(self.machine)
        right.addStretch()
        self._grid.setContentsMargins(20, 0, 20, 20)
        self._grid.setColumnStretch(0, 1)
        self._grid.setColumnStretch(3, 1)
        self._grid.addLayout(head, 1, 1)
        self._grid.addLayout(left, 2, 1)
        self._grid.addLayout(right, 2, 2)
        self._grid.setRowStretch(2, 1)


class DropZone(QWidget):
    """Says that things can be dropped; the window takes them wherever they fall."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("Drop a folder, an archive or a workspace on the window")
        theme.theme_signals().changed.connect(self.update)

    @override
    def sizeHint(self) -> QSize:
        return QSize(_LEFT, px(72))

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(100, px(56))

    @override
    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(trust_pen(Trust.DOUBTFUL, theme.color("line-strong")))
        painter.drawRoundedRect(half_pixel(QRectF(self.rect())), 6, 6)
        words, font = "or drop a folder, an archive or a workspace here", ui_font(13)
        wide = text_width(words, font) + 4
        left = (self.width() - wide - 26) / 2
        middle = self.height() / 2
        paint_icon(painter, "import", QRectF(round(left), middle - 8, BUTTON, BUTTON), theme.color("text-2"))
        place = QRectF(left + 26, 0, wide, self.height())
        draw_text(painter, place, words, font=font, color=theme.color("text-2"))
