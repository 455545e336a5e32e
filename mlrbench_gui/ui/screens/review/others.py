"""Beside the own form: the line that says what is hidden, and other reviewers' versions once they may be seen."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from mlrbench_gui.domain.forms import Submission
from mlrbench_gui.ui.kit import theme
from mlrbench_gui.ui.kit.buttons import Button
from mlrbench_gui.ui.kit.chips import Glyph
from mlrbench_gui.ui.kit.elided import ElidedLabel
from mlrbench_gui.ui.kit.forms import beside
from mlrbench_gui.ui.kit.icons import icon_pixmap
from mlrbench_gui.ui.kit.labels import label, separator


class CurtainLine(QWidget):
    """Says that maker, scores and other reviews are hidden; `lift_wanted` asks to look nevertheless."""

    lift_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        mark = Glyph(lambda dpr: icon_pixmap("eye-off", theme.color("text-2"), 14, dpr))
        words = label(
            "Maker, judges and other reviews are hidden until you submit. The run's own files may still name its maker",
            role="text-2",
            size="xs",
            wrap=True,
        )
        words.setToolTip(
            "The run's own files are shown as they are: a name in a log or the paper may give its maker away.\n"
            "Who has a run and who submitted is told, what they said is not."
        )
        self.look = Button(
            "Look…", kind="link", tip="Look before you submit; it stays on the record  (Shift L)"
        )
        self.look.clicked.connect(self.lift_wanted)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 6, 0, 0)
        row.setSpacing(6)
        row.addWidget(mark)
        row.addWidget(words, 1)
        row.addWidget(self.look)


class OthersList(QWidget):
    """The last versions of other reviewers in short; `adjudicate_wanted` asks for both side by side.

    `read_wanted` carries the id of a version to read whole.
    """

    adjudicate_wanted = Signal()
    read_wanted = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 10, 0, 0)
        self._column.setSpacing(4)
        self.hide()

    def show_others(self, others: Sequence[Submission]) -> None:
        """Show these; none hides the part."""
        while (item := self._column.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self.setVisible(bool(others))
        if not others:
            return
        self._column.addWidget(separator())
        self._column.addWidget(label("Other reviewers", role="text-2", size="xs", weight="semibold"))
        for other in others:
            scores = " · ".join(
                f"{cell.criterion} {cell.score}" for cell in other.form.scores if cell.score is not None
            )
            read = Button("Read", kind="link", tip=f"All that {other.author} submitted  (V)")
            read.clicked.connect(lambda _on=False, id_=other.id: self.read_wanted.emit(id_))
            name = ElidedLabel(f"{other.author}, version {other.version}")
            name.setProperty("textSize", "sm")
            name.setProperty("weight", "medium")
            self._column.addWidget(beside((name, 1), (read, 0)))
            self._column.addWidget(label(scores, role="text-2", size="xs", wrap=True))
        side = Button("Side by side", icon_name="changes", kind="flat")
        side.clicked.connect(self.adjudicate_wanted)
        row = QWidget()
        box = QHBoxLayout(row)
        box.setContentsMargins(0, 0, 0, 0)
        box.addWidget(side)
        box.addStretch(1)
        self._column.addWidget(row)
