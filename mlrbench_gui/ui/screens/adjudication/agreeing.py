"""Where the agreed word is given: the choices in a row, the reason, and the way on."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QStackedLayout, QVBoxLayout, QWidget

from mlrbench_gui.domain.settling import SettledItem
from mlrbench_gui.ui.kit.buttons import Button
from mlrbench_gui.ui.kit.elided import ElidedLabel
from mlrbench_gui.ui.kit.fonts import px
from mlrbench_gui.ui.kit.labels import ground, label
from mlrbench_gui.ui.kit.stepfield import StepField

_SCORES = tuple(map(str, range(1, 11)))


class AgreedBar(QWidget):
    """`resolved` carries value and reason; what is typed for one difference is kept while another is looked at."""

    resolved = Signal(str, str)
    passed_over = Signal()

    def __init__(self) -> None:
        super().__init__()
        ground(self, "sunken", edge="bottom")
        self._item: SettledItem | None = None
        self._key = ""
        self._drafts: dict[str, tuple[int | None, str]] = {}
        self.field: StepField | None = None
        self._choices = QStackedLayout()
        self.reason = QPlainTextEdit()
        self.reason.setProperty("kind", "field")
        self.reason.setTabChangesFocus(True)
        self.reason.setAccessibleName("Reason of the agreed word")
        self.reason.setPlaceholderText("Why this is agreed")
        self.reason.setFixedHeight(px(52))
        self.reason.textChanged.connect(self._tell)
        self.title = label("Agreed word", weight="semibold")
        self.was = ElidedLabel()
        self.was.setProperty("role", "text-2")
        self.was.setProperty("textSize", "xs")
        self.go = Button("Resolve and next", icon_name="check", kind="primary", tip="Ctrl Enter")
        self.go.clicked.connect(self.resolve)
        later = Button("Leave open", tip="U goes to the next open one")
        later.clicked.connect(self.passed_over)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addWidget(self.go)
        buttons.addWidget(later)
        buttons.addStretch(1)
        buttons.addWidget(label("Both earlier words stay in the record", role="text-2", size="xs"))
        head = QHBoxLayout()
        head.setSpacing(10)
        head.addWidget(self.title)
        head.addWidget(self.was, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 10, 14, 12)
        column.setSpacing(8)
        column.addLayout(head)
        column.addLayout(self._choices)
        column.addWidget(self.reason)
        column.addLayout(buttons)

    def show_item(self, key: str, item: SettledItem) -> None:
        """Show the choices of a difference with what was typed for it, else what was agreed."""
        self._keep_draft()
        self._key, self._item = key, item
        self._make_choices(item)
        settled = item.settled
        step = item.choices.index(settled.value) if settled and settled.value in item.choices else None
        kept, words = self._drafts.get(key, (step, settled.reason if settled else ""))
        if self.field is not None:
            self.field.set_step(kept)
        self.reason.setPlainText(words)
        self.was.setText(_settled_words(item))
        self._tell()

    def choose(self, number: int) -> None:
        """Choose a word by its number from 1."""
        if self.field is not None:
            self.field.choose(number - 1)
            self._tell()

    def resolve(self) -> bool:
        """Give the agreed word; False where the word or its reason is missing, which then has the keyboard."""
        if self._item is None or self.field is None:
            return False
        reason = self.reason.toPlainText().strip()
        if self.field.step is None:
            self.field.setFocus(Qt.FocusReason.OtherFocusReason)
        elif not reason:
            self.reason.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self._drafts.pop(self._key, None)
            value, self._key = self._item.choices[self.field.step], ""
            self.resolved.emit(value, reason)
            return True
        return False

    def lacks(self) -> str:
        """What is missing, in words."""
        if self.field is None or self.field.step is None:
            return "Choose the agreed word first"
        return "" if self.reason.toPlainText().strip() else "An agreed word needs a reason"

    def _make_choices(self, item: SettledItem) -> None:
        ordered = item.choices == _SCORES
        names = [choice.replace("_", " ") for choice in item.choices]
        self.field = StepField("Agreed word", names, ordered=ordered, cell=30 if ordered else 0)
        self.field.chosen.connect(lambda _step: self._tell())
        holder = QWidget()
        row = QHBoxLayout(holder)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.field)
        row.addStretch(1)
        before = self._choices.currentWidget()
        self._choices.addWidget(holder)
        self._choices.setCurrentWidget(holder)
        if before is not None:
            self._choices.removeWidget(before)
            before.deleteLater()

    def _keep_draft(self) -> None:
        if self._key and self.field is not None and self._item is not None:
            typed = (self.field.step, self.reason.toPlainText())
            settled = self._item.settled
            if typed != (None, "") and (settled is None or typed[1] != settled.reason):
                self._drafts[self._key] = typed

    def _tell(self) -> None:
        self.go.setEnabled(not self.lacks())


def _settled_words(item: SettledItem) -> str:
    if item.settled is None:
        return "" if item.differs else "All say the same"
    by = f"{item.settled.value.replace('_', ' ')}, {item.settled.author}, {item.settled.at.astimezone():%d %b %H:%M}"
    return by if item.settled.is_current else f"{by}; a later word opened it again"
