"""The harness's log of an agent's end-to-end runs: who wrote, who experimented, and when each stage ran.

Each launch goes through all tasks again and logs what it skips, so only a start message followed by its own
success message is a stage's interval. The last one belongs to what lies on disk; the others were tries.
"""

import re
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from mlrbench_gui.domain.runs import StageInterval
from mlrbench_gui.domain.values import Stage

_LINE = re.compile(r"(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d),(\d{3}) - [A-Z]+ - (.*)")
_TASK: Final = "Running MLR agent for task: "
_MODEL: Final = "Using model: "
_STARTS: Final = (
    ("Generating idea...", Stage.IDEA),
    ("Generating literature review...", Stage.LITERATURE),
    ("Generating proposal...", Stage.PROPOSAL),
    ("Conducting experiments using", Stage.EXPERIMENT),
    ("Writing paper using", Stage.PAPER),
)
_ENDS: Final = (
    ("Successfully generated idea", Stage.IDEA),
    ("Successfully generated literature review", Stage.LITERATURE),
    ("Successfully generated proposal", Stage.PROPOSAL),
    ("Command executed successfully.", Stage.EXPERIMENT),
    ("Successfully wrote paper", Stage.PAPER),
)


@dataclass(slots=True)
class TaskLog:
    """What the log tells of one task. Times are local and carry no zone."""

    writer_model: str | None = None
    last: dict[Stage, tuple[datetime, datetime]] = field(default_factory=dict)
    tries: dict[Stage, int] = field(default_factory=dict)

    def intervals(self) -> tuple[StageInterval, ...]:
        """The last interval of each stage, in the order of the stages."""
        return tuple(
            StageInterval(stage, *self.last[stage], self.tries[stage])
            for stage in Stage
            if stage in self.last
        )


def read_harness_log(data: bytes) -> dict[str, TaskLog]:
    """All tasks of the log, by name. Lines of another form (error text of commands) are passed over."""
    tasks: dict[str, TaskLog] = {}
    current = TaskLog()
    open_starts: dict[Stage, datetime] = {}
    for line in data.decode("utf-8", "replace").splitlines():
        match = _LINE.match(line)
        moment = _moment(match[1], match[2]) if match else None
        if match is None or moment is None:
            continue
        message = match[3]
        if message.startswith(_TASK):
            current = tasks.setdefault(message.removeprefix(_TASK).strip(), TaskLog())
            open_starts.clear()
        elif message.startswith(_MODEL):
            current.writer_model = message.removeprefix(_MODEL).strip() or None
        else:
            _note(current, open_starts, message, moment)
    return tasks


def _note(task: TaskLog, open_starts: dict[Stage, datetime], message: str, moment: datetime) -> None:
    for start, stage in _STARTS:
        if message.startswith(start):
            open_starts[stage] = moment
            return
    for end, stage in _ENDS:
        if message.startswith(end) and stage in open_starts:
            task.last[stage] = (open_starts.pop(stage), moment)
            task.tries[stage] = task.tries.get(stage, 0) + 1
            return


def _moment(seconds: str, milliseconds: str) -> datetime | None:
    try:
        return datetime.fromisoformat(f"{seconds}.{milliseconds}")
    except ValueError:
        return None
