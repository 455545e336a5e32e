"""The form of a review: scores by rubric, checklist, notes, words and confidence, in one column that scrolls."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QApplication, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from mlrbench_gui.domain.forms import OwnReview, check_of, missing_of, score_of
from mlrbench_gui.domain.people import (
    SUREST,
    BeSure,
    EvidencePlace,
    FormScore,
    FormWords,
    Question,
    Score,
    WriteNote,
    WriteWords,
)
from mlrbench_gui.domain.reviews import Review, ReviewTarget
from mlrbench_gui.domain.rubrics import RUBRIC, TARGET_TITLES, targets_of
from mlrbench_gui.ui.kit.labels import ground, label, separator
from mlrbench_gui.ui.kit.stepfield import StepField
from mlrbench_gui.ui.kit.textarea import TextArea
from mlrbench_gui.ui.screens.review.checks import CheckRow
from mlrbench_gui.ui.screens.review.formhead import FormFoot, FormHead
from mlrbench_gui.ui.screens.review.notes import NotesSection
from mlrbench_gui.ui.screens.review.others import CurtainLine, OthersList
from mlrbench_gui.ui.screens.review.reading import OpenRun
from mlrbench_gui.ui.screens.review.scores import ScoreRow

_SURE = ("guess", "unsure", "fair", "sure", "certain")
_WORDS = {
    FormWords.STRENGTHS: ("Strengths", "What holds"),
    FormWords.WEAKNESSES: ("Weaknesses", "What does not"),
    FormWords.SUMMARY: ("Summary", "What the work claims, and what of it stands"),
}


class FormPane(QWidget):
    """`acted` carries an `Act` to keep, `place_wanted` an `EvidencePlace`, `note_shown` a `FormNote`."""

    acted = Signal(object)
    place_wanted = Signal(object)
    note_shown = Signal(object)
    note_wanted = Signal()
    area_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        ground(self, "panel")
        self.setAccessibleName("Review form")
        self.head, self.foot = FormHead(), FormFoot()
        self.curtain, self.others = CurtainLine(), OthersList()
        self.worth = label("", role="warn", size="xs", wrap=True)
        self.worth.hide()
        self.scores: list[ScoreRow] = []
        self.checks = {question: CheckRow(question) for question in Question}
        self.notes = NotesSection()
        self.words = {field: TextArea(*told, most=10) for field, told in _WORDS.items()}
        self.sure = StepField("Confidence in this review", _SURE)
        self.missing: tuple[str, ...] = ()
        self._targets: tuple[ReviewTarget, ...] = ()
        self._question = Question.CITATIONS
        self._scroll = QScrollArea()
        self._lay_out()
        self._connect()

    def show_run(self, opened: OpenRun) -> None:
        """Another run: its rubric, judges and other reviewers."""
        targets = targets_of(opened.run)
        if targets != self._targets:
            self._make_scores(targets)
        self.notes.clear()
        self.show_worth("")
        for area in (*self.words.values(), *(row.words for row in self.scores)):
            area.show_other("")
        self._scroll.verticalScrollBar().setValue(0)
        self.show_beside(opened)

    def show_beside(self, opened: OpenRun) -> None:
        """What judges and other reviewers say; nothing while it is hidden."""
        view = opened.desk.view
        for row in self.scores:
            row.show_judges(_given(view.judges, row.target, row.criterion.key))
        self.curtain.setVisible(opened.desk.hidden)
        self.others.show_others(opened.desk.others)
        self.head.show_run(opened)

    def show_worth(self, caution: str) -> None:
        """What must be known of the judges' scores beside the own ones; nothing for empty words."""
        self.worth.setText(
            f"Judges' scores, at the right: {caution[:1].lower()}{caution[1:]}" if caution else ""
        )
        self.worth.setVisible(bool(caution))

    def show_form(self, own: OwnReview, kept: str) -> None:
        """The form as it stands; `kept` says when it was saved."""
        for row in self.scores:
            row.show_cell(score_of(own.form, row.target, row.criterion.key))
        for question, check in self.checks.items():
            check.show_check(check_of(own.form, question))
        self.notes.show_notes(own.form.notes)
        for field, area in self.words.items():
            area.set_text(str(getattr(own.form, field.value)))
        self.sure.set_step(own.form.confidence - 1 if own.form.confidence is not None else None)
        self.missing = missing_of(own.form, self._targets)
        self.head.show_form(own, kept)
        self.foot.show_form(own, self.missing)

    def give(self, number: int) -> None:
        """A digit for the row that has the keyboard."""
        focus = QApplication.focusWidget()
        if isinstance(focus, StepField) and self.isAncestorOf(focus):
            focus.choose(number - 1)

    def attach(self, place: EvidencePlace, question: Question | None = None) -> Question:
        """Lay a place to a question, by default the one that had the keyboard last; gives which it was."""
        chosen = question or self._question
        self.checks[chosen].attach(place)
        return chosen

    def flush(self) -> None:
        """Tell all that is being written."""
        for area in (*self.words.values(), *(row.words for row in self.scores)):
            area.flush()
        self.notes.flush()

    def take_keyboard(self) -> None:
        """To the first row that is not filled in, else to the first."""
        fields = self._fields()
        empty = (field for field in fields if field.step is None)
        goal = next(empty, fields[0] if fields else None)
        if goal is not None:
            goal.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def leave_text(self) -> bool:
        """From a text to the row that it belongs to; False where no text has the keyboard."""
        focus = QApplication.focusWidget()
        if not isinstance(focus, TextArea) or not self.isAncestorOf(focus):
            return False
        row = next((row for row in self.scores if row.words is focus), None)
        (row.field if row is not None else self.sure).setFocus(Qt.FocusReason.OtherFocusReason)
        return True

    # --- making

    def _fields(self) -> list[StepField]:
        return [
            *(row.field for row in self.scores),
            *(check.field for check in self.checks.values()),
            self.sure,
        ]

    def _make_scores(self, targets: Sequence[ReviewTarget]) -> None:
        self._targets = tuple(targets)
        self.scores = []
        while (item := self._score_box.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for target in targets:
            self._score_box.addWidget(section(TARGET_TITLES[target], ruled=target is not targets[0]))
            for criterion in RUBRIC[target]:
                row = ScoreRow(target, criterion)
                row.scored.connect(self._scored)
                row.left.connect(self._walk)
                self.scores.append(row)
                self._score_box.addWidget(row)

    def _scored(self, cell: FormScore) -> None:
        self.acted.emit(Score(cell=cell))

    def _walk(self, by: int) -> None:
        fields = self._fields()
        focus = QApplication.focusWidget()
        at = next((place for place, field in enumerate(fields) if field is focus), 0) + by
        if 0 <= at < len(fields):
            fields[at].setFocus(Qt.FocusReason.OtherFocusReason)

    def _focus_moved(self, _old: QWidget | None, now: QWidget | None) -> None:
        if now is None or not self.isAncestorOf(now):
            return
        for row in self.scores:
            row.set_open(on=row.isAncestorOf(now))
        for question, check in self.checks.items():
            if check.isAncestorOf(now):
                self._question = question
        self._scroll.ensureWidgetVisible(now, 0, 24)

    def _connect(self) -> None:
        for check in self.checks.values():
            check.acted.connect(self.acted)
            check.place_wanted.connect(self.place_wanted)
            check.left.connect(self._walk)
        for field, area in self.words.items():
            area.written.connect(
                lambda text, field=field: self.acted.emit(WriteWords(field=field, text=text))
            )
        self.others.read_wanted.connect(self.head.read_version)
        self.notes.written.connect(lambda note: self.acted.emit(WriteNote(note=note)))
        self.notes.shown.connect(self.note_shown)
        self.notes.note_wanted.connect(self.note_wanted)
        self.notes.area_wanted.connect(self.area_wanted)
        self.sure.chosen.connect(
            lambda step: self.acted.emit(BeSure(value=step + 1 if 0 <= step < SUREST else None))
        )
        self.sure.left.connect(self._walk)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._focus_moved)

    def _lay_out(self) -> None:
        content = ground(QWidget(), "panel")
        column = QVBoxLayout(content)
        column.setContentsMargins(12, 4, 12, 16)
        column.setSpacing(4)
        column.addWidget(self.curtain)
        column.addWidget(self.worth)
        self._score_box = QVBoxLayout()
        self._score_box.setSpacing(2)
        column.addLayout(self._score_box)
        column.addWidget(section("Checklist", "evidence: L, or drag it onto a question"))
        for check in self.checks.values():
            column.addWidget(check)
        column.addWidget(section("Notes"))
        column.addWidget(self.notes)
        column.addWidget(section("In words"))
        for field, area in self.words.items():
            column.addWidget(label(_WORDS[field][0], size="sm", weight="medium"))
            column.addWidget(area)
        column.addWidget(section("Confidence in this review"))
        sure = QHBoxLayout()
        sure.addWidget(self.sure)
        sure.addStretch(1)
        column.addLayout(sure)
        column.addWidget(self.others)
        column.addStretch(1)
        self._scroll.setWidget(content)
        self._scroll.setWidgetResizable(True)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        for part in (self.head, self._scroll, self.foot):
            outer.addWidget(part, 1 if part is self._scroll else 0)


def section(title: str, hint: str = "", *, ruled: bool = True) -> QWidget:
    """The head of a part of the form."""
    box = QWidget()
    column = QVBoxLayout(box)
    column.setContentsMargins(0, 10 if ruled else 4, 0, 2)
    column.setSpacing(6)
    if ruled:
        column.addWidget(separator())
    row = QHBoxLayout()
    row.addWidget(label(title, role="text-2", size="xs", weight="semibold"))
    row.addStretch(1)
    row.addWidget(label(hint, role="text-3", size="xs"))
    column.addLayout(row)
    return box


def _given(judges: Sequence[Review], target: ReviewTarget, criterion: str) -> list[tuple[str, int]]:
    return [
        (review.judge, score.score)
        for review in judges
        if review.target is target
        for score in review.scores
        if score.criterion == criterion
    ]
