"""The lines of a log with the time that each one tells."""

import re
from dataclasses import dataclass
from datetime import datetime

_STAMP = re.compile(r"^[\[(]?(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d):(\d\d)(?:[.,](\d{1,6}))?")
_MOST_LINES = 20_000


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line that is not blank: its number, its text, and the time at its head.

    `has_stamp` even if the time cannot be; `form` is what the stamp looks like: those of one writer look alike.
    """

    number: int
    text: str
    time: datetime | None = None
    has_stamp: bool = False
    form: str = ""


def log_lines(text: str) -> list[LogLine]:
    """The lines of a log. A line that a carriage return wrote over counts as it was left."""
    return [
        _line(number, row.strip().split("\r")[-1].strip())
        for number, row in enumerate(text.split("\n")[:_MOST_LINES], start=1)
        if row.strip()
    ]


def _line(number: int, text: str) -> LogLine:
    hit = _STAMP.match(text)
    if hit is None:
        return LogLine(number, text)
    year, month, day, hour, minute, second = (int(part) for part in hit.groups()[:6])
    micro = int((hit.group(7) or "0").ljust(6, "0"))
    try:
        time = datetime(year, month, day, hour, minute, second, micro)  # noqa: DTZ001 (only differences count)
    except ValueError:
        time = None
    return LogLine(number, text, time, has_stamp=True, form=re.sub(r"\d", "0", hit.group()))
