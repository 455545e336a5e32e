"""A question of the checklist: its answer, and the places of the run that the answer rests on."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget
from typing_extensions import override

from mlrbench_gui.domain.locator import Locator
from mlrbench_gui.domain.people import Act, Answer, Attach, Check, EvidencePlace, FormCheck, Question
from mlrbench_gui.domain.rubrics import QUESTIONS
from mlrbench_gui.ui.kit import theme
from mlrbench_gui.ui.kit.buttons import IconButton
from mlrbench_gui.ui.kit.dragging import dropped_text
from mlrbench_gui.ui.kit.elided import ElidedLabel
from mlrbench_gui.ui.kit.paint import half_pixel
from mlrbench_gui.ui.kit.reader import PLACE_MIME
from mlrbench_gui.ui.kit.stepfield import StepField
from mlrbench_gui.ui.screens.review.links import LinkLabel

ANSWERS = tuple(Answer)


class CheckRow(QWidget):
    """`acted` carries an `Act`, `place_wanted` an `EvidencePlace`; a place can be dropped on it."""

    acted = Signal(object)
    place_wanted = Signal(object)
    left = Signal(int)

    def __init__(self, question: Question) -> None:
        super().__init__()
        self.question = question
        self._check = FormCheck(question=question)
        self._over = False
        self.setAcceptDrops(True)
        self.setAccessibleName(QUESTIONS[question])
        self.field = StepField(QUESTIONS[question], [answer.value for answer in ANSWERS])
        self.field.chosen.connect(self._answered)
        self.field.left.connect(self.left)
        name = ElidedLabel(QUESTIONS[question])
        name.setProperty("textSize", "sm")
        name.setProperty("weight", "medium")
        top = QHBoxLayout()
        top.setSpacing(8)
        top.addWidget(name, 1)
        top.addWidget(self.field)
        self._places = QVBoxLayout()
        self._places.setSpacing(0)
        column = QVBoxLayout(self)
        column.setContentsMargins(4, 3, 4, 3)
        column.setSpacing(2)
        column.addLayout(top)
        column.addLayout(self._places)

    def show_check(self, check: FormCheck) -> None:
        """Show what stands in the form."""
        self.field.set_step(ANSWERS.index(check.answer) if check.answer is not None else None)
        if check.evidence != self._check.evidence:
            self._show_places(check.evidence)
        self._check = check

    def attach(self, place: EvidencePlace) -> None:
        """Lay a place to the question; once is enough."""
        if place not in self._check.evidence:
            self._tell(Attach(question=self.question, place=place))

    @override
    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasFormat(PLACE_MIME):
            event.acceptProposedAction()
            self._set_over(on=True)

    @override
    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self._set_over(on=False)

    @override
    def dropEvent(self, event: QDropEvent) -> None:
        self._set_over(on=False)
        text = dropped_text(event.mimeData(), PLACE_MIME)
        if text is not None:
            event.acceptProposedAction()
            self.attach(EvidencePlace.model_validate_json(text))

    @override
    def paintEvent(self, _event: QPaintEvent) -> None:
        if self._over:
            painter = QPainter(self)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(theme.color("accent"), 1))
            painter.setBrush(theme.color("select"))
            painter.drawRoundedRect(half_pixel(self.rect().toRectF()), 4, 4)

    def _set_over(self, *, on: bool) -> None:
        self._over = on
        self.update()

    def _answered(self, step: int) -> None:
        self._tell(Check(question=self.question, answer=ANSWERS[step] if step >= 0 else None))

    def _tell(self, act: Act) -> None:
        self.acted.emit(act)

    def _show_places(self, places: tuple[EvidencePlace, ...]) -> None:
        while (item := self._places.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for place in places:
            self._places.addWidget(self._place_line(place))

    def _place_line(self, place: EvidencePlace) -> QWidget:
        line = QWidget()
        link = LinkLabel(place_words(place), icon="link", tip=f"{place.path}\n{place.told}".strip())
        link.clicked.connect(lambda: self.place_wanted.emit(place))
        away = IconButton("cross", f"Take {place_words(place)} away")
        away.clicked.connect(lambda: self._tell(Attach(question=self.question, place=place, on=False)))
        row = QHBoxLayout(line)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        row.addWidget(link)
        told = ElidedLabel(place.told)
        told.setProperty("role", "text-2")
        told.setProperty("textSize", "xs")
        row.addWidget(told, 1, Qt.AlignmentFlag.AlignVCenter)
        row.addWidget(away)
        return line


def place_words(place: EvidencePlace) -> str:
    """`log.txt:12`, `metrics.json /a/b`, `paper.pdf p. 3`."""
    name = place.path.rpartition("/")[2]
    where = _where(place.locator)
    return f"{name}{where}"


def _where(locator: Locator) -> str:
    if locator.action is not None:
        return f" action {locator.action}"
    if locator.json_pointer is not None:
        return f" {locator.json_pointer or '/'}"
    if locator.row is not None:
        return f" row {locator.row}"
    if locator.page is not None:
        return f" p. {locator.page}"
    return f":{locator.line}" if locator.line is not None else ""
