"""The pane at the right: what is behind the number that was chosen, task by task; Enter opens a run."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget
from typing_extensions import override

from mlrbench_gui.domain.values import RunName
from mlrbench_gui.ui.kit import theme
from mlrbench_gui.ui.kit.buttons import IconButton
from mlrbench_gui.ui.kit.elided import ElidedLabel
from mlrbench_gui.ui.kit.fonts import mono_font, px, ui_font
from mlrbench_gui.ui.kit.labels import ground, label, separator
from mlrbench_gui.ui.kit.paint import LEFT, RIGHT, draw_text
from mlrbench_gui.ui.kit.rowlist import RowDelegate, RowList, SpokenModel
from mlrbench_gui.ui.screens.benchmark.rows import BehindRow


class BehindModel(SpokenModel[BehindRow]):
    """Lines of the pane."""

    @override
    def spoken(self, row: BehindRow) -> str:
        return f"{row.name}: {row.value}; {row.detail}"


class BehindDelegate(RowDelegate[BehindRow]):
    """Name and value, the detail below."""

    height = "row-claim"
    ruled = True

    @override
    def draw(self, painter: QPainter, rect: QRectF, row: BehindRow, at_row: int) -> None:
        box = rect.adjusted(12, 3, -12, -4)
        half = box.height() / 2
        value_wide = px(96)
        role = "text" if row.run is not None else "text-2"
        name = QRectF(box.left(), box.top(), box.width() - value_wide - 8, half)
        draw_text(painter, name, row.name, font=ui_font(12, 500), color=theme.color(role))
        value = QRectF(box.right() - value_wide, box.top(), value_wide, half)
        draw_text(painter, value, row.value, font=mono_font(12), color=theme.color("text"), align=RIGHT)
        detail = QRectF(box.left(), box.top() + half, box.width(), half)
        draw_text(painter, detail, row.detail, font=ui_font(11), color=theme.color("text-2"), align=LEFT)


class BehindPane(QWidget):
    """`run_wanted` tells the run to open, `closed` that the pane was left."""

    run_wanted = Signal(str)
    closed = Signal()

    def __init__(self) -> None:
        super().__init__()
        ground(self, "panel", edge="left")
        self._title = ElidedLabel()
        self._title.setProperty("weight", "semibold")
        self._line = label("", role="text-2", size="sm", wrap=True)
        self.model = BehindModel(self)
        self.list = RowList()
        self.list.setAccessibleName("What is behind it")
        self.list.setModel(self.model)
        self.list.setItemDelegate(BehindDelegate(self.list, self.model))
        self.list.opened.connect(self._open)
        self.list.doubleClicked.connect(lambda _index: self._open())
        self.setFocusProxy(self.list)
        shut = IconButton("cross", "Close", key="Esc")
        shut.clicked.connect(self.closed)
        head = QHBoxLayout()
        head.setContentsMargins(12, 8, 6, 0)
        head.addWidget(self._title, 1)
        head.addWidget(shut, alignment=Qt.AlignmentFlag.AlignTop)
        below = QHBoxLayout()
        below.setContentsMargins(12, 0, 12, 8)
        below.addWidget(self._line)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addLayout(head)
        column.addLayout(below)
        column.addWidget(separator())
        column.addWidget(self.list, 1)

    def show_rows(self, title: str, line: str, rows: Sequence[BehindRow]) -> None:
        """Show what is behind a number."""
        self._title.setText(title)
        self._line.setText(line)
        self.model.show_rows(tuple(rows))
        if rows:
            self.list.setCurrentIndex(self.model.index(0))

    def current_run(self) -> RunName | None:
        """The run of the line that the keyboard is on."""
        at = self.list.currentIndex().row()
        return self.model.rows[at].run if 0 <= at < len(self.model.rows) else None

    def _open(self) -> None:
        run = self.current_run()
        if run is not None:
            self.run_wanted.emit(run)
