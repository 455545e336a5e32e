"""What the lines of a log tell against themselves: times, durations, ends, and logs that are shifted copies."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from mlrbench_gui.audit.findings._log_lines import LogLine, log_lines
from mlrbench_gui.audit.findings._typed_logs import typed_log
from mlrbench_gui.audit.findings.draft import Draft, RunFacts
from mlrbench_gui.audit.ledger.values import Place
from mlrbench_gui.audit.provenance.ready_texts import without_head
from mlrbench_gui.domain.artifacts import ArtifactRole
from mlrbench_gui.domain.values import FindingKind, RelPath, Severity

_BACK = 60.0
_SLACK = 90.0
_SHARE = 1.25
_FEWEST_SHIFTED = 8
_TAIL = 3
_STATED = re.compile(
    r"\b(?:total|overall|whole|execution|elapsed|experiments?|run(?:ning)?|pipeline|completed|finished|took|runtime)\b"
    r"[^\n]{0,60}?(?<![\w.])(?P<number>\d+(?:\.\d+)?)\s*(?P<unit>s|sec|secs|seconds|min|mins|minutes|h|hours)\b",
    re.IGNORECASE,
)
_SECONDS = {"s": 1.0, "m": 60.0, "h": 3600.0}
_ERROR_END = re.compile(r"^(?:\w+\.)*\w*(?:Error|Exception)(?::|$)")
_LEVEL = re.compile(
    r"^[\[(]?\d{4}-\d\d-\d\d[^A-Za-z]{8,}(?:(?!INFO|DEBUG|WARN)[\w.-]+\s+-\s+)?\[?(?:ERROR|CRITICAL|FATAL)\b"
)
_BEGUN = re.compile(
    r"^(?:\W*)(?:train|run|evaluat|load|generat|comput|process|initializ|test|fit|download)ing\b",
    re.IGNORECASE,
)
_PROGRESS = re.compile(
    r"\b(?P<what>epoch|step|episode|round|iteration|problem|sample|batch|fold|trial|seed|model|task|question|item|"
    r"example|generation|query|run)s?\b[ :#\[(-]{0,3}(?P<at>\d+)\s*(?:/|\bof\b)\s*(?P<all>\d+)\b",
    re.IGNORECASE,
)
_ENDED = re.compile(
    r"complet|finish|\bdone\b|saved|success|early stop|\bended\b|\btotal\b|final|summary|results?\b|report|error|"
    r"fail|traceback|interrupt|evaluat|test",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Log:
    path: RelPath
    lines: list[LogLine]


def forensic_findings(facts: RunFacts) -> Iterator[Draft]:
    """Faults of each log that is not typed anyway, one log of those with equal text."""
    logs: dict[str, _Log] = {}
    for path in facts.files.of_role(ArtifactRole.LOG):
        text = facts.files.text(path).strip()
        if text and text not in logs and typed_log(facts, path) is None:
            logs[text] = _Log(path, log_lines(facts.files.text(path)))
    for log in logs.values():
        yield from _times(log)
        yield from _durations(log)
        yield from _ends(log)
    yield from _shifted(list(logs.values()))


def _times(log: _Log) -> Iterator[Draft]:
    """A stamp that is no time, and stamps of one form that go back: one finding each."""
    impossible = next((line for line in log.lines if line.has_stamp and line.time is None), None)
    if impossible is not None:
        message = f"This time stamp is no time that a clock can show: {impossible.text[:60]}"
        yield _draft(log, impossible, FindingKind.TYPED_LOG, Severity.MEDIUM, message)
    last: dict[str, LogLine] = {}
    for line in log.lines:
        before = last.get(line.form)
        if before is not None and before.time is not None and line.time is not None:
            back = (before.time - line.time).total_seconds()
            if back >= _BACK:
                message = f"The time goes back by {back:.0f} s from line {before.number} to this one."
                yield _draft(log, line, FindingKind.OTHER, Severity.LOW, message)
                return
        if line.time is not None:
            last[line.form] = line


def _durations(log: _Log) -> Iterator[Draft]:
    """The first stated duration that is longer than the time since the log's first line."""
    first = next((line.time for line in log.lines if line.time is not None), None)
    for line in log.lines:
        hit = _STATED.search(line.text)
        if hit is None or first is None or line.time is None:
            continue
        stated = float(hit["number"]) * _SECONDS[hit["unit"][0].lower()]
        passed = (line.time - first).total_seconds()
        if passed >= 0 and stated > passed * _SHARE + _SLACK:
            message = f"This line states {stated:g} s, but {passed:g} s have passed since the first line of the log."
            yield _draft(log, line, FindingKind.OTHER, Severity.MEDIUM, message)
            return


def _ends(log: _Log) -> Iterator[Draft]:
    """A log whose last word is an error, or that stops in the middle."""
    last = log.lines[-1]
    is_traceback = _ERROR_END.match(last.text) is not None and any(
        line.text.startswith("Traceback (most recent call last)") for line in log.lines
    )
    if is_traceback or _LEVEL.search(last.text):
        message = f"The last word of this log is an error: {last.text[:160]}"
        yield _draft(log, last, FindingKind.EXPERIMENT_FAILED, Severity.MEDIUM, message)
        return
    if _BEGUN.search(without_head(last.text)) and last.text.endswith("..."):
        message = f"The log stops in the middle of a step: {without_head(last.text)[:120]}"
        yield _draft(log, last, FindingKind.EXPERIMENT_FAILED, Severity.MEDIUM, message)
        return
    yield from _stopped(log)


def _stopped(log: _Log) -> Iterator[Draft]:
    """Progress that never came to its number, with nothing behind it that tells of an end."""
    told = [(at, hit) for at, line in enumerate(log.lines) if (hit := _PROGRESS.search(line.text))]
    if not told:
        return
    at, hit = told[-1]
    after = log.lines[at + 1 :]
    reached, wanted = int(hit["at"]), int(hit["all"])
    if reached + 1 >= wanted or len(after) > _TAIL or any(_ENDED.search(line.text) for line in after):
        return
    message = f"The log stops at {hit['what'].lower()} {reached} of {wanted}; nothing tells of an end."
    yield _draft(log, log.lines[at], FindingKind.EXPERIMENT_FAILED, Severity.MEDIUM, message)


def _shifted(logs: list[_Log]) -> Iterator[Draft]:
    """Two logs with the same lines whose times differ by one offset: one was made from the other."""
    timed = [(log, [line for line in log.lines if line.time is not None]) for log in logs]
    for (one, first), (other, second) in combinations(timed, 2):
        if len(first) != len(second) or len(first) < _FEWEST_SHIFTED:
            continue
        if [_words(line) for line in first] != [_words(line) for line in second]:
            continue
        offsets = {b.time - a.time for a, b in zip(first, second, strict=True) if a.time and b.time}
        if len(offsets) == 1 and (offset := offsets.pop()):
            message = (
                f"The {len(first)} lines of this log are those of {one.path}, all times shifted by "
                f"{offset.total_seconds():g} s."
            )
            yield _draft(other, second[0], FindingKind.TYPED_LOG, Severity.MEDIUM, message)


def _words(line: LogLine) -> str:
    return without_head(line.text)


def _draft(log: _Log, line: LogLine, kind: FindingKind, severity: Severity, message: str) -> Draft:
    return Draft(kind, severity, log.path, Place("line", "", line.number), message)
