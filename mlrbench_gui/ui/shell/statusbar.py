"""The status bar, 24 px: what the screen says, the keys of the focused pane, notices, save state and jobs."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, QTimer, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget
from typing_extensions import override

from mlrbench_gui.ui.kit import theme
from mlrbench_gui.ui.kit.actions import key_text
from mlrbench_gui.ui.kit.buttons import Button
from mlrbench_gui.ui.kit.chips import Glyph, key_cap_width, paint_key_cap
from mlrbench_gui.ui.kit.elided import ElidedLabel
from mlrbench_gui.ui.kit.fonts import height, ui_font
from mlrbench_gui.ui.kit.icons import icon_pixmap
from mlrbench_gui.ui.kit.labels import ground, separator
from mlrbench_gui.ui.kit.paint import draw_text, text_width

MESSAGE_MS = 6000


class KeyHints(QWidget):
    """Keys with what they do; those at the end fall off where there is no room."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._hints: tuple[tuple[tuple[str, ...], str], ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.theme_signals().changed.connect(self.update)

    def set_hints(self, hints: Sequence[tuple[str, str]]) -> None:
        """Pairs of keys and words; several keys of one hint are parted by spaces around `/`."""
        self._hints = tuple((tuple(map(_shown, keys.split(" / "))), words) for keys, words in hints)
        spoken = ", ".join(f"{' or '.join(keys)}: {words}" for keys, words in self._hints)
        self.setAccessibleName(f"keys: {spoken}")
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(100, height("badge") + 2)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(0, height("badge"))

    @override
    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        left, font = 0.0, ui_font(11)
        for keys, words in self._hints:
            needed = sum(key_cap_width(key) + 3 for key in keys) + 1 + text_width(words, font)
            if left + needed > self.width():
                break
            left = self._paint_hint(painter, left, keys, words) + 14

    def _paint_hint(self, painter: QPainter, left: float, keys: tuple[str, ...], words: str) -> float:
        tall, font = height("badge"), ui_font(11)
        top = (self.height() - tall) // 2
        for key in keys:
            wide = key_cap_width(key)
            paint_key_cap(painter, QRectF(left, top, wide, tall), key)
            left += wide + 3
        wide = round(text_width(words, font)) + 2
        draw_text(painter, QRectF(left + 1, top, wide, tall), words, font=font, color=theme.color("text-2"))
        return left + 1 + wide


class StatusBar(QWidget):
    """One line at the foot of the window."""

    jobs_wanted = Signal()
    irregularities_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        ground(self, "chrome", edge="top")
        theme.keep_fit(self, lambda: self.setFixedHeight(height("status")))
        self._left = _small("")
        self._rule = separator(vertical=True, length=14)
        self.hints = KeyHints()
        self._message = _small("")
        self._notice_mark = Glyph(lambda dpr: icon_pixmap("lock", theme.color("warn"), 14, dpr))
        self._notice = _small("")
        self._saved_mark = Glyph(lambda dpr: icon_pixmap("check", theme.color("ok"), 14, dpr))
        self._saved = _small("")
        self._odd = _flat("flag", "Show what was irregular at import")
        self._odd.clicked.connect(self.irregularities_wanted)
        self._jobs = _flat("jobs", "Show jobs")
        self._jobs.clicked.connect(self.jobs_wanted)
        self._timer = QTimer(self, singleShot=True, interval=MESSAGE_MS)
        self._timer.timeout.connect(lambda: self._say(""))
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 1, 8, 0)
        row.setSpacing(6)
        row.addWidget(self._left)
        row.addWidget(self._rule)
        row.addSpacing(4)
        row.addWidget(self.hints, 1)
        for part in (
            self._message,
            self._notice_mark,
            self._notice,
            self._odd,
            self._saved_mark,
            self._saved,
            self._jobs,
        ):
            row.addWidget(part)
        self.set_notice("")
        self.set_saved("")
        self.set_jobs("")
        self.set_irregularities(0)
        self.set_left("")

    def set_left(self, text: str) -> None:
        """What the screen says of its state."""
        self._left.setText(text)
        self._left.setVisible(bool(text))
        self._rule.setVisible(bool(text))

    def say(self, text: str) -> None:
        """A passing message; it goes by itself."""
        self._say(text)
        self._timer.start()

    def set_notice(self, text: str) -> None:
        """What another process does to the workspace; stays until it ends."""
        self._notice.setText(text)
        self._notice.setVisible(bool(text))
        self._notice_mark.setVisible(bool(text))

    def notice(self) -> str:
        return self._notice.text()

    def set_saved(self, text: str) -> None:
        """That all is saved, and when."""
        self._saved.setText(text)
        self._saved.setVisible(bool(text))
        self._saved_mark.setVisible(bool(text))

    def set_jobs(self, text: str) -> None:
        """What runs in the background; empty hides it."""
        self._jobs.setText(text)
        self._jobs.setVisible(bool(text))

    def jobs_button(self) -> QWidget:
        """Where the list of jobs points at."""
        return self._jobs

    def set_irregularities(self, count: int) -> None:
        """How many irregular things the imports of this workspace met."""
        self._odd.setText(f"{count} irregularit{'y' if count == 1 else 'ies'} at import")
        self._odd.setVisible(count > 0)

    def message(self) -> str:
        return self._message.text()

    def _say(self, text: str) -> None:
        self._message.setText(text)


def _shown(key: str) -> str:
    return key_text(key) or key


def _small(text: str) -> ElidedLabel:
    made = ElidedLabel(text)
    made.setProperty("textSize", "xs")
    made.setProperty("role", "text-2")
    return made


def _flat(icon_name: str, tip: str) -> Button:
    made = Button("", icon_name=icon_name, kind="status", tip=tip)
    made.setAccessibleName(tip)
    return made
