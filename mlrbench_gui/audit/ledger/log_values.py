"""Numbers of logs and console outputs: each named by the words before it and by the last line that opened a part."""

import re

from mlrbench_gui.audit.ledger.log_kinds import KindCounts
from mlrbench_gui.audit.ledger.values import Collector, Place
from mlrbench_gui.audit.numbers.units import unit_at

_LINES = 12_000
_STAMP = re.compile(
    r"^\s*\[?(?:\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[,.]\d+)?|\d\d:\d\d:\d\d(?:[,.]\d+)?)\]?\s*(?:-?\s*)?"
    r"(?:\[?(?:[\w.]+\s+-\s+)?(?:INFO|DEBUG|WARNING|ERROR|CRITICAL)\]?\s*(?:-|"
    r":)?\s*)?(?:[\w.]+:\d+\s*-\s*|[\w.]+ - (?:INFO|ERROR|WARNING) - )?"
)
_NUMBER = re.compile(
    r"(?<![\w.])[-+]?(?:\d+(?:,\d{3})*(?:\.\d+)?|\.\d+)(?:[eE][-+]?\d+)?(?![\w]*[A-Za-z_]\w{3,})"
)
_PROGRESS = re.compile(r"\d+%\|")
_ANSI = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
_TRACEBACK = re.compile(r'^\s*(?:File "|Traceback|at 0x)')
_COUNTER = re.compile(
    r"(?:^|[^a-z])(?:episodes?|epochs?|steps?|iter(?:ation)?s?|batch(?:es)?|rounds?|generations?)\W*$",
    re.IGNORECASE,
)
_OF_ALL = re.compile(r"\s?(?:/|of)\s?(\d+)(?![\d.])")


def add_log(collector: Collector, text: str, action: int | None = None) -> None:
    """Numbers of the lines; of a long log the first part and the end. `action` makes places in a transcript."""
    lines = text.split("\n")
    numbered = list(enumerate(lines, start=1))
    if len(numbered) > _LINES:
        numbered = numbered[: _LINES // 4] + numbered[-3 * _LINES // 4 :]
    opened, header = "", list[str]()
    kinds = KindCounts(collector)
    for number, line in numbered:
        body = _body(line)
        if not body or len(body) > 2000 or _TRACEBACK.match(body) or _PROGRESS.search(body):
            continue
        place = Place("line", "", number) if action is None else Place("action", "", action, number)
        kinds.see(body, place)
        found = list(_NUMBER.finditer(body))
        columns = _columns(body, found)
        if columns and header and len(header) in (len(columns) - 1, len(columns)):
            _add_row(collector, header, columns, place)
        elif not found:
            opened = body.strip("=-*# :")[:80] or opened
            header = body.split() if len(re.split(r"\s{2,}|\t|\|", body.strip())) >= 2 else []
            header = (
                [part.strip() for part in re.split(r"\s{2,}|\t|\|", body.strip()) if part.strip()]
                if header
                else []
            )
        else:
            _add_line(collector, opened, body, found, place)
            if body.rstrip().endswith(":") or re.match(r"^\W{3,}", body):
                opened = body.strip("=-*# :")[:80]


def _body(line: str) -> str:
    text = _ANSI.sub(
        "",
        line.rsplit("\r", 1)[-1] if line.endswith("\r") is False else line.rstrip("\r").rsplit("\r", 1)[-1],
    )
    while hit := _STAMP.match(text):
        text = text[hit.end() :]
    return text


def _columns(body: str, found: list[re.Match[str]]) -> list[str]:
    """The columns of an aligned row: a label and at least two numbers, apart by two blanks or bars."""
    if len(found) < 2:
        return []
    columns = [part.strip() for part in re.split(r"\s{2,}|\t|\|", body.strip()) if part.strip()]
    numeric = sum(1 for part in columns if _NUMBER.fullmatch(part.rstrip("%")))
    return columns if len(columns) >= 3 and numeric >= len(columns) - 2 else []


def _add_row(collector: Collector, header: list[str], columns: list[str], place: Place) -> None:
    labels = [c for c in columns if not _NUMBER.fullmatch(c.rstrip("%"))]
    names = header if len(header) == len(columns) else ["", *header]
    for name, column in zip(names, columns, strict=False):
        if _NUMBER.fullmatch(column.rstrip("%")):
            collector.add(
                (*labels, name),
                float(column.rstrip("%").replace(",", "")),
                place,
                unit="%" if column.endswith("%") else None,
                text=column,
            )


def _add_line(collector: Collector, opened: str, body: str, found: list[re.Match[str]], place: Place) -> None:
    lead = ""
    last = 0
    for i, hit in enumerate(found[:40]):
        before = body[last : hit.start()]
        last = hit.end()
        whose, opening, first = before.partition("{")
        is_printed = i == 0 and bool(opening) and _key(whose) != ""
        key = _key(first if is_printed else before)
        if i == 0:
            lead = _key(whose) if is_printed else key
        unit, _ = unit_at(body, hit.end())
        try:
            value = float(hit.group().replace(",", ""))
        except ValueError:
            continue
        if _is_progress(body, hit, key):
            continue
        parts = (opened, key) if i == 0 and not is_printed else (opened, lead, key)
        collector.add(parts, value, place, unit=unit, text=hit.group(), soft=1)


def _is_progress(body: str, hit: re.Match[str], key: str) -> bool:
    """Whether it only tells how far the program was: the 5 of `Episode 5/100`, not the 100 of `Episode 100/100`."""
    whole = _OF_ALL.match(body, hit.end())
    return whole is not None and whole.group(1) != hit.group() and _COUNTER.search(key) is not None


def _key(before: str) -> str:
    """The words that name a number in a line: those after the last comma or bar."""
    parts = [part for part in re.split(r"[,;|]", before) if re.search(r"[A-Za-z]", part)]
    return parts[-1].strip(" =:([{-~\"'")[-80:] if parts else ""
