"""The popover of a gate cell: rules with their outcomes and places, evidence admitted and refused, an override."""

from collections.abc import Callable, Mapping, Sequence
from textwrap import shorten

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from mlrbench_gui.domain.audit import GateEvidence, GateRule, Locator
from mlrbench_gui.ui.kit import theme
from mlrbench_gui.ui.kit.buttons import Button
from mlrbench_gui.ui.kit.chips import Glyph
from mlrbench_gui.ui.kit.icons import icon_pixmap
from mlrbench_gui.ui.kit.labels import label, separator
from mlrbench_gui.ui.screens.audit.gate.facts import GateCell, evidence_counts, outcome, sentence_counts
from mlrbench_gui.ui.screens.audit.places import place_words

WIDTH = 430
_SHOWN = 8
_PLACE = 26
_QUOTE = 80
_GROUPS = 4
_LINKS = 8


class GateCard(QWidget):
    """A transition with its rules, evidence and sentences. `resized` is emitted when it grows.

    Emits `place_requested` (path, locator), `claim_requested` (id) and `override_requested` (passed, reason). `quotes`
    are the texts of claims by id.
    """

    place_requested = Signal(str, object)
    claim_requested = Signal(str)
    override_requested = Signal(bool, str)
    resized = Signal()

    def __init__(
        self, cell: GateCell, quotes: Mapping[str, str] | None = None, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._cell = cell
        self._quotes = quotes or {}
        self.setAccessibleName(f"Gate {cell.state.value}, {outcome(cell)}")
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(6)
        self._column.addLayout(self._head())
        if cell.override is not None:
            self._column.addWidget(self._override_line())
        self._column.addLayout(self._rules())
        self._column.addWidget(separator())
        self._column.addLayout(self._foot())
        if cell.transition.claims:
            self._column.addLayout(self._sentences_line())
        self._lists: dict[str, QWidget] = {}
        self._form: QWidget | None = None

    def _head(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(_mark(self._cell.transition.passed))
        row.addWidget(label(self._cell.state.value, weight="semibold"))
        row.addWidget(label(outcome(self._cell), role="text-2", size="sm"))
        row.addStretch(1)
        row.addWidget(
            label("engine" if self._cell.override is None else "overridden", role="text-3", size="xs")
        )
        return row

    def _override_line(self) -> QWidget:
        said = self._cell.override
        if said is None:
            return QWidget()
        verb = "let through" if said.passed else "refused"
        return label(f"{said.author} {verb}, {said.at:%Y-%m-%d %H:%M}: {said.reason}", size="sm", wrap=True)

    def _rules(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(4)
        grid.setColumnStretch(1, 1)
        for at, rule in enumerate(self._cell.transition.rules):
            grid.addWidget(_mark(rule.holds), at, 0)
            text = f"{rule.text.rstrip('.')}: {rule.detail}" if rule.detail else rule.text
            grid.addWidget(label(text, size="sm", wrap=True), at, 1, 1, 2 if rule.path is None else 1)
            if rule.path is not None:
                grid.addWidget(self._link(rule), at, 2)
        return grid

    def _link(self, rule: GateRule) -> Button:
        path, place = rule.path or "", rule.locator
        words = place_words(path, place, short=True)
        button = Button(_middle_cut(words), kind="link", tip=f"Open {place_words(path, place)}")
        button.setAccessibleName(words)
        button.clicked.connect(lambda: self.place_requested.emit(path, place))
        return button

    def _foot(self) -> QHBoxLayout:
        admitted, refused = evidence_counts(self._cell)
        row = QHBoxLayout()
        row.setSpacing(6)
        row.addWidget(label(f"Evidence: {admitted} admitted, {refused} refused", role="text-2", size="sm"))
        row.addStretch(1)
        self._show = Button("Show evidence")
        self._show.setEnabled(admitted + refused > 0)
        self._show.clicked.connect(self.toggle_evidence)
        self._override = Button("Override…")
        self._override.clicked.connect(self.open_override)
        row.addWidget(self._show)
        row.addWidget(self._override)
        return row

    def toggle_evidence(self) -> None:
        """Show or hide the list of what was admitted and refused."""
        self._fold(self._show, "evidence", self._evidence_list)

    def toggle_sentences(self) -> None:
        """Show or hide the paper's sentences that are refused with their evidence."""
        self._fold(self._show_sentences, "refused", self._sentence_list)

    def _fold(self, button: Button, what: str, build: Callable[[], QWidget]) -> None:
        """Put the list of this button into the card, or take it out again."""
        shown = self._lists.pop(what, None)
        if shown is not None:
            self._column.removeWidget(shown)
            shown.deleteLater()
        else:
            self._lists[what] = build()
            self._column.addWidget(self._lists[what])
        button.setText(f"{'Show' if shown is not None else 'Hide'} {what}")
        self.resized.emit()

    def open_override(self) -> None:
        """Ask for the reason; nothing is overridden without one."""
        if self._form is None:
            self._form = self._override_form()
            self._column.addWidget(self._form)
            self._override.setEnabled(False)
            self.resized.emit()
        self._reason.setFocus(Qt.FocusReason.OtherFocusReason)

    def _sentences_line(self) -> QHBoxLayout:
        admitted, refused = sentence_counts(self._cell)
        row = QHBoxLayout()
        row.setSpacing(6)
        text = f"Result sentences: {admitted} admitted, {refused} refused"
        row.addWidget(label(text, role="text-2", size="sm"))
        row.addStretch(1)
        self._show_sentences = Button("Show refused")
        self._show_sentences.setEnabled(refused > 0)
        self._show_sentences.clicked.connect(self.toggle_sentences)
        row.addWidget(self._show_sentences)
        return row

    def _sentence_list(self) -> QWidget:
        """The refused sentences by what refuses them."""
        groups: dict[str, list[str]] = {}
        for item in self._cell.transition.claims:
            if not item.admitted:
                groups.setdefault(item.reason, []).append(item.claim)
        box = QWidget()
        column = QVBoxLayout(box)
        column.setContentsMargins(0, 2, 0, 0)
        column.setSpacing(2)
        for reason, claims in list(groups.items())[:_GROUPS]:
            column.addWidget(label(f"{len(claims)}: {reason}", role="text-2", size="sm", wrap=True))
            column.addLayout(self._claim_links(claims))
        if len(groups) > _GROUPS:
            column.addWidget(label("others are listed in the report", role="text-3", size="xs"))
        return box

    def _claim_links(self, claims: Sequence[str]) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(6)
        for claim in claims[:_LINKS]:
            quote = shorten(self._quotes.get(claim, ""), _QUOTE, placeholder="…")
            button = Button(claim, kind="link", tip=f"Go to “{quote}”" if quote else f"Go to claim {claim}")
            button.clicked.connect(lambda _on=False, claim=claim: self.claim_requested.emit(claim))
            row.addWidget(button)
        if len(claims) > _LINKS:
            row.addWidget(label(f"and {len(claims) - _LINKS} more", role="text-3", size="xs"))
        row.addStretch(1)
        return row

    def _evidence_list(self) -> QWidget:
        box = QWidget()
        grid = QGridLayout(box)
        grid.setContentsMargins(0, 2, 0, 0)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(3)
        grid.setColumnStretch(2, 1)
        items = sorted(self._cell.transition.evidence, key=lambda item: (not item.admitted, item.path))
        for at, item in enumerate(items[:_SHOWN]):
            grid.addWidget(_mark(item.admitted), at, 0, Qt.AlignmentFlag.AlignTop)
            words, full = (place_words(item.path, item.locator, short=short) for short in (True, False))
            button = Button(words, kind="link", tip=f"Open {full}")
            button.clicked.connect(lambda _on=False, item=item: self._open(item))
            grid.addWidget(button, at, 1, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(label(item.reason, role="text-2", size="sm", wrap=True), at, 2)
        if len(items) > _SHOWN:
            more = label(f"and {len(items) - _SHOWN} more, listed in the report", role="text-3", size="xs")
            grid.addWidget(more, _SHOWN, 1, 1, 2)
        return box

    def _override_form(self) -> QWidget:
        form = QWidget()
        row = QHBoxLayout(form)
        row.setContentsMargins(0, 2, 0, 0)
        row.setSpacing(6)
        self._reason = QLineEdit()
        self._reason.setPlaceholderText("Reason, printed in every report")
        self._reason.setAccessibleName("Reason for the override")
        passes = not self._cell.passed
        self._confirm = Button("Let through" if passes else "Refuse", kind="primary")
        self._confirm.setEnabled(False)
        self._reason.textChanged.connect(lambda text: self._confirm.setEnabled(bool(text.strip())))
        self._reason.returnPressed.connect(self._confirm.click)
        self._confirm.clicked.connect(
            lambda: self.override_requested.emit(passes, self._reason.text().strip())
        )
        row.addWidget(self._reason, 1)
        row.addWidget(self._confirm)
        return form

    def _open(self, item: GateEvidence) -> None:
        self.place_requested.emit(item.path, item.locator or Locator(whole=True))


def _middle_cut(words: str) -> str:
    """A long place with both ends of it: the rule beside it needs the room."""
    return words if len(words) <= _PLACE else f"{words[: _PLACE // 2]}…{words[-_PLACE // 2 + 1 :]}"


def _mark(holds: bool | None) -> Glyph:
    name, role = {True: ("check", "ok"), False: ("cross", "danger"), None: ("question", "text-3")}[holds]
    glyph = Glyph(lambda dpr: icon_pixmap(name, theme.color(role), 14, dpr))
    glyph.setAccessibleName({True: "holds", False: "does not hold", None: "not known"}[holds])
    return glyph
