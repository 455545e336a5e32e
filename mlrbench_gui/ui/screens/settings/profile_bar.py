"""Which of the user's profiles is edited: a choice of them, a new one, and which one is taken where none is named."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from mlrbench_gui.ui.kit import theme
from mlrbench_gui.ui.kit.buttons import Button
from mlrbench_gui.ui.kit.fields import Combo
from mlrbench_gui.ui.kit.fonts import px

_WIDE = 300
_NEW = "New profile"


class ProfileBar(QWidget):
    """Says by `chosen` which profile is to be shown (None: a new one), by `put_first` that it is to be the first."""

    chosen = Signal(object)
    put_first = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.combo = Combo("Profile")
        theme.keep_fit(self.combo, lambda: self.combo.setFixedWidth(px(_WIDE)))
        self.add = Button("Add", icon_name="add", tip="Give a further model beside these")
        self.first = Button("Use first", kind="flat", tip="Take it where no profile is named")
        self.combo.activated.connect(lambda _index: self.chosen.emit(self.combo.currentData()))
        self.add.clicked.connect(lambda: self.chosen.emit(None))
        self.first.clicked.connect(self.put_first)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        for part in (self.combo, self.add, self.first):
            row.addWidget(part)
        row.addStretch()

    def show_profiles(self, names: Sequence[str], shown: str | None) -> None:
        """These profiles, of which one (None: a new one that is not kept yet) is shown."""
        self.combo.clear()
        for number, name in enumerate(names):
            self.combo.addItem(name if number or len(names) == 1 else f"{name} (first)", name)
        if shown is None:
            self.combo.addItem(_NEW, None)
        self.combo.setCurrentIndex(self.combo.count() - 1 if shown is None else list(names).index(shown))
        self.combo.setEnabled(bool(names))
        self.add.setEnabled(shown is not None)
        self.first.setEnabled(shown is not None and shown != names[0])
