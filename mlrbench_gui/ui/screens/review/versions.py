"""A submitted version as it was frozen: scores with their words, checklist with evidence, notes, words, decisions."""

from collections.abc import Iterator, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from mlrbench_gui.domain.forms import Submission
from mlrbench_gui.domain.people import SUREST, ClaimWord, FormCheck, FormScore
from mlrbench_gui.domain.rubrics import QUESTIONS, RUBRIC, TARGET_TITLES
from mlrbench_gui.ui.kit.chips import Glyph
from mlrbench_gui.ui.kit.fields import Combo
from mlrbench_gui.ui.kit.glyphs import TRUST_WORDS, VERDICT_WORDS, verdict_pixmap
from mlrbench_gui.ui.kit.labels import ground, label, separator
from mlrbench_gui.ui.screens.review.notes import anchor_words
from mlrbench_gui.ui.screens.review.reading import time_words

WIDTH = 520
_SCORE_WIDE = 28


class VersionsView(QWidget):
    """One version at a time, chosen at the top; the newest of the present author first."""

    def __init__(self, versions: Sequence[Submission], author: str, shown: str = "") -> None:
        super().__init__()
        self._author = author
        self._versions = sorted(versions, key=lambda one: (one.author != author, one.author, -one.version))
        self.choice = Combo("Version")
        for one in self._versions:
            self.choice.addItem(title_of(one, author), one.id)
        self.page = QScrollArea()
        self.page.setWidgetResizable(True)
        self.page.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.page.setAccessibleName("The version as it was submitted")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(self.choice)
        column.addWidget(separator())
        column.addWidget(self.page, 1)
        self.choice.currentIndexChanged.connect(self._show)
        self._show(0)
        self.choice.setCurrentIndex(max(0, self.choice.findData(shown)))

    def said(self) -> str:
        """All words of the version that is shown, a line each."""
        page = self.page.widget()
        return page.accessibleDescription() if page is not None else ""

    def _show(self, at: int) -> None:
        if 0 <= at < len(self._versions):
            self.page.setWidget(_page(self._versions[at], own=self._versions[at].author == self._author))


def title_of(version: Submission, author: str) -> str:
    """Such as `Version 2, 03 Dec 2026 08:20, blind`, with the name of one that is another's."""
    whose = "Version" if version.author == author else f"{version.author}, version"
    return f"{whose} {version.version}, {version.at.astimezone():%d %b %Y %H:%M}{', blind' if version.blind else ''}"


def _page(version: Submission, *, own: bool) -> QWidget:
    page = ground(QWidget(), "panel")
    column = QVBoxLayout(page)
    column.setContentsMargins(0, 0, 10, 0)
    column.setSpacing(6)
    told: list[str] = []
    for head, rows in _sections(version, own=own):
        column.addWidget(label(head, role="text-2", size="xs", weight="semibold"))
        for words, widget in rows:
            told.append(words)
            column.addWidget(widget)
        column.addSpacing(6)
    column.addStretch(1)
    page.setAccessibleDescription("\n".join(told))
    return page


Rows = list[tuple[str, QWidget]]


def _sections(version: Submission, *, own: bool) -> Iterator[tuple[str, Rows]]:
    form = version.form
    for target in RUBRIC:
        cells = {cell.criterion: cell for cell in form.scores if cell.target is target}
        rows = [
            _score(criterion.title, cells[criterion.key])
            for criterion in RUBRIC[target]
            if criterion.key in cells
        ]
        if rows:
            yield TARGET_TITLES[target], rows
    if form.checks:
        yield "Checklist", [_check(check) for check in form.checks]
    if form.notes:
        yield "Notes", [_text(note.text, anchor_words(note)) for note in form.notes]
    words = (("Strengths", form.strengths), ("Weaknesses", form.weaknesses), ("Summary", form.summary))
    for head, text in words:
        if text:
            yield head, [_text(text)]
    if form.claims:
        yield "Claims decided", [_claim(word) for word in form.claims]
    last = [_text(f"Confidence {form.confidence} of {SUREST}")] if form.confidence is not None else []
    seconds = sum(spent.seconds for spent in form.times)
    if own and seconds:
        last.append(_text(f"{time_words(seconds)} on claims"))
    if last:
        yield "All in all", last


def _score(title: str, cell: FormScore) -> tuple[str, QWidget]:
    score = "–" if cell.score is None else str(cell.score)
    number = label(score, weight="semibold")
    number.setFixedWidth(_SCORE_WIDE)
    return f"{title} {score}: {cell.words}", _beside(number, _lines(title, cell.words))


def _check(check: FormCheck) -> tuple[str, QWidget]:
    question = QUESTIONS[check.question]
    answer = check.answer.value if check.answer is not None else "no answer"
    places = [": ".join(part for part in (place.path, place.told) if part) for place in check.evidence]
    return f"{question}: {answer} {' '.join(places)}", _lines(f"{question}: {answer}", *places)


def _claim(word: ClaimWord) -> tuple[str, QWidget]:
    quote = f"“{' '.join(word.quote.split())}”"
    said = f"{VERDICT_WORDS[word.verdict]}, {TRUST_WORDS[word.trust]}"
    glyph = Glyph(lambda dpr: verdict_pixmap(word.verdict, 14, dpr))
    return f"{quote} {said} {word.reason}", _beside(glyph, _lines(quote, said, word.reason))


def _text(text: str, *below: str) -> tuple[str, QWidget]:
    return " ".join((text, *below)), _lines(text, *below)


def _lines(first: str, *more: str) -> QWidget:
    box = QWidget()
    column = QVBoxLayout(box)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(1)
    column.addWidget(label(first, size="sm", wrap=True))
    for line in more:
        if line:
            column.addWidget(label(line, role="text-2", size="sm", wrap=True))
    return box


def _beside(mark: QWidget, body: QWidget) -> QWidget:
    box = QWidget()
    row = QHBoxLayout(box)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(8)
    row.addWidget(mark, alignment=Qt.AlignmentFlag.AlignTop)
    row.addWidget(body, 1)
    return box
