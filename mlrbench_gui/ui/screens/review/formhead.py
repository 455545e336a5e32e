"""Above and below the form: which run, what is kept and submitted, time spent; what lacks, and the way to submit."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from mlrbench_gui.domain.forms import OwnReview, Submission
from mlrbench_gui.domain.people import ExcludedKind
from mlrbench_gui.ui.kit import fonts, theme
from mlrbench_gui.ui.kit.buttons import Button
from mlrbench_gui.ui.kit.chips import Badge, Glyph
from mlrbench_gui.ui.kit.elided import ElidedLabel
from mlrbench_gui.ui.kit.icons import icon_pixmap
from mlrbench_gui.ui.kit.labels import ground, label
from mlrbench_gui.ui.kit.popover import Popover
from mlrbench_gui.ui.screens.review.reading import OpenRun, time_words
from mlrbench_gui.ui.screens.review.versions import WIDTH, VersionsView

_NAMED = 2
_TALL, _AROUND = 560, 160
"""Of the versions: how tall they are shown, and what of the window stays around them."""


class FormHead(QWidget):
    """State of the form. The versions open in a popover."""

    def __init__(self) -> None:
        super().__init__()
        ground(self, "panel", edge="bottom")
        self._versions: tuple[Submission, ...] = ()
        self._author = ""
        self.view: VersionsView | None = None
        self._popover: Popover | None = None
        self._state = ElidedLabel()
        self._state.setProperty("textSize", "sm")
        self._state.setProperty("weight", "medium")
        self._kept_mark = Glyph(lambda dpr: icon_pixmap("check", theme.color("ok"), 14, dpr))
        self.kept = label("", role="text-2", size="xs")
        self._time_mark = Glyph(lambda dpr: icon_pixmap("clock", theme.color("text-2"), 14, dpr))
        self.time = label("", role="text-2", size="xs")
        self.time.setToolTip(
            "Active time on claims. It is shown to you alone until the reviews are handed over"
        )
        self.out = Badge("left out", "warn")
        self.out.hide()
        self.versions = Button("Versions", icon_name="changes", kind="flat", tip="What was submitted  (V)")
        self.versions.clicked.connect(self.open_versions)
        first = QHBoxLayout()
        first.setSpacing(6)
        first.addWidget(self._state, 1)
        first.addWidget(self.out)
        first.addWidget(self.versions)
        second = QHBoxLayout()
        second.setSpacing(6)
        for mark, words in ((self._kept_mark, self.kept), (self._time_mark, self.time)):
            second.addWidget(mark)
            second.addWidget(words)
        second.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 6, 6, 7)
        column.setSpacing(2)
        column.addLayout(first)
        column.addLayout(second)

    def show_run(self, opened: OpenRun) -> None:
        """Another run, or new versions of its review."""
        self._versions, self._author = opened.readable, opened.author
        self.versions.setVisible(bool(opened.readable))
        run = opened.left_out(ExcludedKind.RUN)
        own = opened.left_out(ExcludedKind.REVIEW, opened.versions[-1].id) if opened.versions else None
        why = run or own
        self.out.setVisible(why is not None)
        if why is not None:
            self.out.setToolTip(f"Left out of statistics by {why.author}: {why.reason}")

    def show_form(self, own: OwnReview, kept: str) -> None:
        """What is submitted, and when the draft was kept."""
        self._state.setText(state_words(own))
        self.kept.setText(kept)
        for part in (self.kept, self._kept_mark):
            part.setVisible(bool(kept))
        seconds = sum(spent.seconds for spent in own.form.times)
        self.time.setText(f"{time_words(seconds)}, seen by you alone" if seconds else "")
        for part in (self.time, self._time_mark):
            part.setVisible(seconds > 0)

    def open_versions(self) -> None:
        """What was submitted, whole, the newest own version first."""
        self.read_version("")

    def read_version(self, shown: str) -> None:
        """The version of this id, with all others a key press away."""
        if not self._versions:
            return
        self.view = VersionsView(self._versions, self._author, shown)
        self.view.setFixedHeight(min(fonts.px(_TALL), self.window().height() - _AROUND))
        popover = self._popover = self._popover or Popover(self.window())
        popover.set_content(self.view)
        place = self.versions.rect().translated(self.versions.mapToGlobal(self.versions.rect().topLeft()))
        popover.open_at(place, width=fonts.px(WIDTH))
        self.view.choice.setFocus(Qt.FocusReason.PopupFocusReason)

    def close_versions(self) -> bool:
        """Shut the list; False when it was not open."""
        if self._popover is None or not self._popover.isVisible():
            return False
        self._popover.close_popover()
        return True


class FormFoot(QWidget):
    """What lacks, and Submit."""

    submit_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        ground(self, "sunken", edge="top")
        self.lacks = ElidedLabel()
        self.lacks.setProperty("role", "text-2")
        self.lacks.setProperty("textSize", "xs")
        self.submit = Button("Submit", icon_name="check", kind="primary", tip="Ctrl Enter")
        self.submit.clicked.connect(self.submit_wanted)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 8, 12, 8)
        row.setSpacing(10)
        row.addWidget(self.submit)
        row.addWidget(self.lacks, 1)

    def show_form(self, own: OwnReview, missing: Sequence[str]) -> None:
        """What still has to be filled in."""
        version = own.submitted.version + 1 if own.submitted else 1
        self.submit.setText("Submit" if version == 1 else f"Submit version {version}")
        self.submit.setEnabled(own.is_draft or bool(missing))
        self.lacks.setText(lack_words(missing) if missing else _ready_words(own))


def state_words(own: OwnReview) -> str:
    """Where the review stands, in words."""
    done = own.submitted
    if done is None:
        return "Draft" if own.is_begun else "Not begun"
    said = f"Version {done.version}, submitted {done.at.astimezone():%d %b %H:%M}"
    return f"{said}; changed since" if own.is_draft else said


def lack_words(missing: Sequence[str]) -> str:
    """`Lacks Clarity, Novelty and 3 more`."""
    named = ", ".join(missing[:_NAMED])
    more = len(missing) - _NAMED
    return f"Lacks {named} and {more} more" if more > 0 else f"Lacks {named}"


def _ready_words(own: OwnReview) -> str:
    return "All filled in; a version never changes" if own.is_draft else "Nothing changed since"
