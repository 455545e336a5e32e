"""Free notes: each hangs on words, on an area of a page, or on the run as a whole."""

import uuid
from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from mlrbench_gui.domain.decisions import ClaimAnchor
from mlrbench_gui.domain.people import FormNote, PaperArea
from mlrbench_gui.ui.kit.buttons import Button, IconButton
from mlrbench_gui.ui.kit.labels import label
from mlrbench_gui.ui.kit.textarea import TextArea
from mlrbench_gui.ui.screens.review.links import LinkLabel

_QUOTE = 60


class NoteCard(QWidget):
    """`written` carries the note with its text, `shown` the note whose place is wanted."""

    written = Signal(object)
    shown = Signal(object)
    dropped = Signal(object)

    def __init__(self, note: FormNote) -> None:
        super().__init__()
        self.note = note
        self.text = TextArea(f"Note on {anchor_words(note)}", "Write the note")
        self.text.show_other(note.text)
        self.text.written.connect(self._written)
        anchored = note.words is not None or note.area is not None
        head = QHBoxLayout()
        head.setSpacing(6)
        if anchored:
            link = LinkLabel(anchor_words(note), icon="pin", mono=False, tip="Show it in the paper")
            link.clicked.connect(lambda: self.shown.emit(self.note))
            head.addWidget(link, 0, Qt.AlignmentFlag.AlignLeft)
        else:
            head.addWidget(label(anchor_words(note), role="text-2", size="sm"))
        head.addStretch(1)
        away = IconButton("trash", f"Take away the note on {anchor_words(note)}")
        away.clicked.connect(lambda: self.dropped.emit(self.note))
        head.addWidget(away)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 4)
        column.setSpacing(2)
        column.addLayout(head)
        column.addWidget(self.text)

    def show_note(self, note: FormNote) -> None:
        """Show the note as it stands."""
        self.note = note
        self.text.set_text(note.text)

    def _written(self, text: str) -> None:
        self.note = self.note.model_copy(update={"text": text})
        self.written.emit(self.note)


class NotesSection(QWidget):
    """All notes of the form. `written` carries a `FormNote`; an empty text takes it away."""

    written = Signal(object)
    shown = Signal(object)
    note_wanted = Signal()
    area_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.cards: dict[str, NoteCard] = {}
        self._column = QVBoxLayout()
        self._column.setSpacing(6)
        add = Button("Note", icon_name="note", tip="On the selected words, else on the run  (W)")
        add.clicked.connect(self.note_wanted)
        area = Button("Area of a page", icon_name="figure", tip="Draw a frame on the page  (Shift W)")
        area.clicked.connect(self.area_wanted)
        row = QHBoxLayout()
        row.setSpacing(6)
        row.addWidget(add)
        row.addWidget(area)
        row.addStretch(1)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(6)
        outer.addLayout(self._column)
        outer.addLayout(row)

    def show_notes(self, notes: Sequence[FormNote]) -> None:
        """Show the notes of the form; one that is begun and still empty stays."""
        known = {note.id for note in notes}
        for id_ in [key for key, card in self.cards.items() if key not in known and card.note.text]:
            self._drop(id_)
        for note in notes:
            if note.id in self.cards:
                self.cards[note.id].show_note(note)
            else:
                self._add(note)

    def clear(self) -> None:
        """Forget all cards, as for another run."""
        for id_ in list(self.cards):
            self._drop(id_)

    def begin(self, words: ClaimAnchor | None = None, area: PaperArea | None = None) -> None:
        """A new note, with the keyboard in it."""
        card = self._add(FormNote(id=uuid.uuid4().hex, text="", words=words, area=area))
        card.text.setFocus(Qt.FocusReason.OtherFocusReason)

    def flush(self) -> None:
        """Tell what is being written."""
        for card in list(self.cards.values()):
            card.text.flush()

    def _add(self, note: FormNote) -> NoteCard:
        card = self.cards[note.id] = NoteCard(note)
        card.written.connect(self.written)
        card.shown.connect(self.shown)
        card.dropped.connect(self._dropped)
        self._column.addWidget(card)
        return card

    def _dropped(self, note: FormNote) -> None:
        self._drop(note.id)
        if note.text.strip():
            self.written.emit(note.model_copy(update={"text": ""}))

    def _drop(self, id_: str) -> None:
        card = self.cards.pop(id_)
        self._column.removeWidget(card)
        card.hide()
        card.deleteLater()


def anchor_words(note: FormNote) -> str:
    """What a note hangs on, in words."""
    if note.area is not None:
        return f"area of page {note.area.page}"
    if note.words is not None:
        quote = " ".join(note.words.quote.split())
        return f"“{quote if len(quote) <= _QUOTE else quote[: _QUOTE - 1] + '…'}”"
    return "the run as a whole"
