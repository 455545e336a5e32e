"""What can be done with selected words, offered beside them: as a claim, as a note, as evidence, copy."""

from PySide6.QtCore import QPoint, QRectF, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QWidget
from typing_extensions import override

from mlrbench_gui.ui.kit import theme
from mlrbench_gui.ui.kit.buttons import Button
from mlrbench_gui.ui.kit.dragging import DragButton
from mlrbench_gui.ui.kit.reader import PLACE_MIME


class SelectionBar(QWidget):
    """A small card over the page. It takes no keyboard focus; its actions are keys of the screen as well."""

    add_requested = Signal()
    note_requested = Signal()
    attach_requested = Signal()
    move_requested = Signal()
    copy_requested = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._page = parent
        self.setAccessibleName("Selected words")
        self._moves = True
        self._add = add = Button(
            "Add claim", icon_name="add", kind="flat", tip="Make a claim of these words (Insert)"
        )
        add.clicked.connect(self.add_requested)
        self._move = Button(
            "Move claim here",
            icon_name="move",
            kind="flat",
            tip="Let the current claim cover these words (M)",
        )
        self._move.clicked.connect(self.move_requested)
        copy = Button("Copy", icon_name="copy", kind="flat", tip="Copy these words (Ctrl C)")
        copy.clicked.connect(self.copy_requested)
        self.note = Button("Note", icon_name="note", kind="flat", tip="Write a note on these words (W)")
        self.note.clicked.connect(self.note_requested)
        self.attach = DragButton(
            "Attach",
            PLACE_MIME,
            icon_name="link",
            kind="flat",
            tip="Lay these words to a question (L), or drag them onto one",
        )
        self.attach.clicked.connect(self.attach_requested)
        row = QHBoxLayout(self)
        row.setContentsMargins(4, 4, 4, 4)
        row.setSpacing(2)
        for part in (add, self._move, self.note, self.attach, copy):
            row.addWidget(part)
        self.hide()
        self.offer_notes(on=False)
        theme.theme_signals().changed.connect(self.update)

    def offer_notes(self, *, on: bool) -> None:
        """Offer notes and evidence for a review, in place of claims."""
        self._moves = not on
        self._add.setVisible(not on)
        self.note.setVisible(on)
        self.attach.setVisible(on)

    def show_below(self, place: QPoint, *, can_move: bool) -> None:
        """Show under the end of the selection, inside of the parent."""
        self._move.setVisible(can_move and self._moves)
        self.adjustSize()
        room = self._page.rect()
        x = max(4, min(place.x() - self.width() // 2, room.width() - self.width() - 4))
        y = place.y() + 6
        if y + self.height() > room.height() - 4:
            y = max(4, place.y() - self.height() - 24)
        self.move(x, y)
        self.show()
        self.raise_()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme.color("line-strong"), 1.0))
        painter.setBrush(theme.color("panel"))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
