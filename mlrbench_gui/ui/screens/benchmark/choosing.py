"""The choices over the board: judges, criterion, tasks."""

from collections.abc import Sequence

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QWidget

from mlrbench_gui.domain.benchmark import MEAN_JUDGE
from mlrbench_gui.domain.reviews import judge_name
from mlrbench_gui.domain.scoreboard import BoardChoice, Scoreboard
from mlrbench_gui.ui.kit.fields import Combo

_ALL, _COMMON, _TOPIC, _VENUE = "all", "common", "topic:", "venue:"


class BoardChoices(QWidget):
    """`changed` tells the new choice."""

    changed = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.judge = Combo("Judges")
        self.criterion = Combo("Score")
        self.tasks = Combo("Tasks")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        for box in (self.judge, self.criterion, self.tasks):
            box.currentIndexChanged.connect(lambda _at: self.changed.emit(self.choice()))
            row.addWidget(box)

    def offer(self, board: Scoreboard) -> None:
        """What this board leaves to choose, with its own choice shown."""
        judges = [("Judges: all", MEAN_JUDGE)]
        judges += [(f"Judge: {judge_name(name)}", name) for name in board.judges]
        criteria = [(f"Score: {name}", name) for name in board.criteria]
        tasks = [("Tasks: all", _ALL), ("Tasks: in common", _COMMON)]
        tasks += [(f"Topic: {name}", _TOPIC + name) for name in board.topics]
        tasks += [(f"Venue: {name}", _VENUE + name) for name in board.venues]
        _fill(self.judge, judges, board.choice.judge)
        _fill(self.criterion, criteria, board.choice.criterion)
        _fill(self.tasks, tasks, _tasks_key(board.choice))

    def choice(self) -> BoardChoice:
        """What is chosen now."""
        key = str(self.tasks.currentData() or _ALL)
        return BoardChoice(
            judge=str(self.judge.currentData() or MEAN_JUDGE),
            criterion=str(self.criterion.currentData() or BoardChoice().criterion),
            topic=key.removeprefix(_TOPIC) if key.startswith(_TOPIC) else None,
            venue=key.removeprefix(_VENUE) if key.startswith(_VENUE) else None,
            in_common=key == _COMMON,
        )


def _tasks_key(choice: BoardChoice) -> str:
    if choice.topic is not None:
        return _TOPIC + choice.topic
    if choice.venue is not None:
        return _VENUE + choice.venue
    return _COMMON if choice.in_common else _ALL


def _fill(box: QComboBox, entries: Sequence[tuple[str, str]], chosen: str) -> None:
    with QSignalBlocker(box):
        box.clear()
        for text, key in entries:
            box.addItem(text, key)
        box.setCurrentIndex(max(0, box.findData(chosen)))
