"""Logs that no step of an experiment printed: typed by hand, ready text of a script, or made-up results printed."""

import re
from dataclasses import dataclass

from mlrbench_gui.audit.findings.draft import RunFacts
from mlrbench_gui.audit.ledger.values import WHOLE, Place
from mlrbench_gui.audit.provenance.ready_texts import without_head
from mlrbench_gui.audit.provenance.scripts import ScriptReading
from mlrbench_gui.audit.text.measures import MEASURE
from mlrbench_gui.domain.values import RelPath

_GAP = re.compile(r"\0|\{[^{}]*\}|%[-+ #0]*[\d.*]*[sdifgeEGr]")
_RESULT = re.compile(r"[-+]?(?:\d*\.\d+|\d+\s?%)\s?%?")
_SPENT = re.compile(r"\btimes?\b|runtime|duration|seconds|elapsed|_time\b", re.IGNORECASE)
_MOST_LINES = 4000
_FEWEST_LETTERS = 4


@dataclass(frozen=True, slots=True)
class TypedLog:
    """Where it shows that a log was typed, and how it was."""

    place: Place
    message: str


def typed_log(facts: RunFacts, path: RelPath) -> TypedLog | None:
    """How the log was typed; None for one that a program printed, were it about its own made-up results' making.

    What a script of made-up results logs of its own steps is true; typed are only the results that it prints.
    """
    origin = facts.origins.root(path)
    if origin.is_typed:
        return TypedLog(WHOLE, f"The log was {origin.reason}; no program printed it.")
    reading = facts.runs.readings.get(origin.script) if origin.script is not None else None
    if reading is None:
        return None
    if origin.is_ready_text:
        ran = f" (run in action {origin.action})" if origin.action is not None and origin.action >= 0 else ""
        message = (
            f"The log's figures stand as ready text in {reading.path}{ran}; no step of a run printed them."
        )
        return TypedLog(WHOLE, message)
    if not (reading.fabricates or reading.computes_nothing):
        return None
    line = _line_of_results(facts.files.text(path), reading)
    if line is None:
        return None
    message = (
        f"The results in this log are made up: {reading.path} prints them from literals or random draws."
    )
    return TypedLog(Place("line", "", line), message)


def _line_of_results(text: str, reading: ScriptReading) -> int | None:
    """The first line in which the script prints a number under the name of a measure."""
    forms = [form for message in reading.messages if (form := _form(message)) is not None]
    for number, line in enumerate(text.split("\n")[:_MOST_LINES], start=1):
        told = without_head(line.strip())
        if any(_fills(form, told) for form in forms):
            return number
    return None


def _fills(form: re.Pattern[str], line: str) -> bool:
    """Whether a line is this message with a result in one of its gaps."""
    hit = form.fullmatch(line)
    return hit is not None and any(_RESULT.fullmatch(gap) for gap in hit.groups())


def _form(message: str) -> re.Pattern[str] | None:
    """What a message with a gap for a measure's number looks like when it is printed."""
    if MEASURE.search(message) is None or _SPENT.search(message) or "\n" in message.strip():
        return None
    parts = [part.strip() for part in _GAP.split(message)]
    if len(parts) < 2 or sum(map(len, parts)) < _FEWEST_LETTERS:
        return None
    return re.compile(r"\s*([^\n]{0,80}?)\s*".join(re.escape(part) for part in parts))
