"""Sentences of a stretch of text, as spans."""

import re

_STOP = re.compile(r"[.!?](?=[\"'”’)*_\]]*(?:\s|$))[\"'”’)*_\]]*")
_ABBREVIATION = re.compile(
    r"(?:\b(?:e\.g|i\.e|et al|fig|figs|eq|eqs|tab|sec|vs|cf|approx|resp|w\.r\.t|etc|no|vol|pp|dr|prof|ca|"
    r"al|st)|\b[A-Z])\.$",
    re.IGNORECASE,
)
_LONGEST = 2500
_ENUMERATOR = re.compile(r"\s*(?:[-*+•]\s*)?(?:\*\*)?\(?(?:\d{1,3}|[a-zA-Z])")


def sentence_spans(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Spans of the sentences between two places, whitespace at their ends left out."""
    spans: list[tuple[int, int]] = []
    at = start
    for stop in _STOP.finditer(text, start, end):
        if not _ends_sentence(text, at, stop, end):
            continue
        _append(spans, text, at, stop.end())
        at = stop.end()
    _append(spans, text, at, end)
    return [part for span in spans for part in _bounded(text, *span)]


def _bounded(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """A sentence beyond all measure in parts: no rule that looks around a number may take time by its square."""
    parts: list[tuple[int, int]] = []
    while end - start > _LONGEST:
        breaks = (text.rfind(mark, start + 1, start + _LONGEST) for mark in ("\n", " "))
        cut = next((at for at in breaks if at > 0), start + _LONGEST)
        _append(parts, text, start, cut)
        start = cut
    _append(parts, text, start, end)
    return parts


def _ends_sentence(text: str, at: int, stop: re.Match[str], end: int) -> bool:
    if text[stop.start()] != ".":
        return True
    if _ENUMERATOR.fullmatch(text[at : stop.start()]):
        return False
    if _ABBREVIATION.search(text[max(at, stop.start() - 8) : stop.start() + 1]):
        return (
            text[stop.start() - 3 : stop.start()].lower() == "etc"
            and text[stop.end() : stop.end() + 2].strip()[:1].isupper()
        )
    following = text[stop.end() : min(end, stop.end() + 6)].lstrip()
    return not following[:1].islower()


def _append(spans: list[tuple[int, int]], text: str, start: int, end: int) -> None:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    if start < end:
        spans.append((start, end))
