"""The states in which a pane has nothing to show: empty, loading, failed. The title says what is so."""

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QProgressBar, QSizePolicy, QVBoxLayout, QWidget

from mlrbench_gui.ui.kit import theme
from mlrbench_gui.ui.kit.buttons import Button
from mlrbench_gui.ui.kit.chips import Glyph
from mlrbench_gui.ui.kit.icons import icon_pixmap
from mlrbench_gui.ui.kit.labels import label

LOADING_AFTER_MS = 150


class EmptyState(QWidget):
    """Title, one line that says what was looked at, and one button that says what to do; `pressed` is its click."""

    pressed = Signal()

    def __init__(self, title: str, line: str = "", button: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = label(title, weight="semibold")
        self._line = label(line, role="text-2", size="sm", wrap=True)
        self._button = Button(button)
        self._button.clicked.connect(self.pressed)
        self.setFocusProxy(self._button)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 24, 24, 24)
        column.setSpacing(4)
        column.addStretch(2)
        column.addWidget(self._title)
        column.addWidget(self._line)
        column.addSpacing(6)
        column.addWidget(self._button, alignment=Qt.AlignmentFlag.AlignLeft)
        column.addStretch(3)
        self.say(title, line, button)

    @property
    def offers(self) -> bool:
        """Whether there is a button."""
        return bool(self._button.text())

    def title(self) -> str:
        """What is so."""
        return self._title.text()

    def say(self, title: str, line: str = "", button: str = "") -> None:
        """Other words; an empty line or button is not shown."""
        self._title.setText(title)
        self._line.setText(line)
        self._button.setText(button)
        self._line.setVisible(bool(line))
        self._button.setVisible(bool(button))


class LoadingState(QWidget):
    """What is being done, in words, with a bar where the length is known. It appears only after 150 ms."""

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = label(title, weight="semibold")
        self._step = label("", role="text-2", size="sm")
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._bar.setFixedWidth(240)
        self._bar.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 24, 24, 24)
        column.setSpacing(6)
        column.addStretch(2)
        for part in (self._title, self._step, self._bar):
            column.addWidget(part, alignment=Qt.AlignmentFlag.AlignLeft)
        column.addStretch(3)
        self._timer = QTimer(self, singleShot=True, interval=LOADING_AFTER_MS)
        self._timer.timeout.connect(self._appear)
        self._shown(shown=False)

    def start(self, title: str = "") -> None:
        """Begin to wait; nothing is seen for the first 150 ms."""
        if title:
            self._title.setText(title)
        self._step.setText("")
        self._bar.hide()
        self._shown(shown=False)
        self._timer.start()

    def stop(self) -> None:
        self._timer.stop()
        self._shown(shown=False)

    def step(self, text: str, done: int = 0, total: int | None = None) -> None:
        """Tell what is being done and how far it is."""
        self._step.setText(text)
        self._bar.setVisible(bool(total) and not self._timer.isActive() and self._title.isVisible())
        if total:
            self._bar.setRange(0, total)
            self._bar.setValue(done)

    def _appear(self) -> None:
        self._shown(shown=True)

    def _shown(self, *, shown: bool) -> None:
        self._title.setVisible(shown)
        self._step.setVisible(shown)
        if not shown:
            self._bar.hide()


class ErrorState(QFrame):
    """What could not be done and why (file, line, cause), with one button; `pressed` is its click."""

    pressed = Signal()

    def __init__(self, title: str, line: str = "", button: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "card-danger")
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self._title = label(title, weight="semibold", wrap=True)
        self._line = label(line, role="text-2", size="sm", wrap=True)
        self._button = Button(button)
        self._button.clicked.connect(self.pressed)
        head = QHBoxLayout()
        head.setSpacing(6)
        mark = Glyph(lambda dpr: icon_pixmap("cross", theme.color("danger"), 14, dpr))
        head.addWidget(mark, alignment=Qt.AlignmentFlag.AlignTop)
        head.addWidget(self._title, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 12, 12, 12)
        column.setSpacing(4)
        column.addLayout(head)
        column.addWidget(self._line)
        column.addWidget(self._button, alignment=Qt.AlignmentFlag.AlignLeft)
        self.say(title, line, button)

    def say(self, title: str, line: str = "", button: str = "") -> None:
        """Other words; an empty line or button is not shown."""
        self._title.setText(title)
        self._line.setText(line)
        self._button.setText(button)
        self._line.setVisible(bool(line))
        self._button.setVisible(bool(button))
