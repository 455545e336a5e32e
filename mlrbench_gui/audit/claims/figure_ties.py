"""Which figure a number is read off: the one that its sentence names or means, or a curve that was just introduced."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import PurePosixPath

from mlrbench_gui.audit.claims.figures import MENTION, mentioned, tells_openly
from mlrbench_gui.audit.claims.statements import Statement
from mlrbench_gui.audit.text.sentences import sentence_spans
from mlrbench_gui.audit.text.words import GENERIC, name_words
from mlrbench_gui.domain.layout import in_results
from mlrbench_gui.domain.values import RelPath

_MEANT = re.compile(
    r"\b(?:that|this|the (?:same|above|former|latter)|said)\s+(?:[\w-]+\s+){0,3}(?:figure|plot|chart|graph)\b",
    re.IGNORECASE,
)
_TABLE = re.compile(r"\btab(?:le|\.)s?\b", re.IGNORECASE)
_OF_TABLE = re.compile(r"\btab(?:le|\.)\s*(?:[\dIVX]+)?\s*(?:['’]s)?\W{0,4}[-+~≈$]*$", re.IGNORECASE)
_BRACKETS = re.compile(r"\([^()]*\)")
_CURVE = re.compile(r"\b(?:curves?|trajector\w+|dynamics|over time|progress\w*)\b", re.IGNORECASE)
_ENDS = re.compile(
    r"\b(?:from|begin\w*|start\w*|initial\w*|end(?:s|ing|ed)?|final\w*|reach\w*|converg\w+|epochs?|steps?|"
    r"iterations?|rounds?)\b",
    re.IGNORECASE,
)
_BREAK = re.compile(r"^\s*(?:#{1,6}\s|!\[|\|)", re.MULTILINE)
_REACH = 700
_FOLLOWING = 2
_LEAST_NAMED = 2
_POINTING = frozenset(name_words("figure figures fig shows show our model method curve curves"))


@dataclass(frozen=True, slots=True)
class Tie:
    """The figures that a number is read off, and the words that say so."""

    figures: tuple[int, ...]
    words: str


def tie_of(statement: Statement, text: str) -> Tie | None:
    """The figures that the statement's number is read off; None where it is a table's, or of no figure."""
    start, end = statement.sentence
    sentence = text[start:end]
    if statement.number is None or statement.spot is not None:
        return None
    if _OF_TABLE.search(text[start : statement.number.start]) or _points_to_both(sentence):
        return None
    if mentioned(sentence):
        return Tie(tuple(mentioned(sentence)), sentence)
    if _MEANT.search(sentence):
        return _last_named(text, max(statement.paragraph, 0), start)
    return None if _TABLE.search(sentence) else _introduced(statement, text)


def picture_named(words: str, pictures: Iterable[RelPath]) -> RelPath | None:
    """The one picture whose file's name has words of the sentence alone, for papers that show none."""
    spoken = set(name_words(words))
    fitting: dict[str, RelPath] = {}
    for path in sorted(pictures, key=lambda p: (not in_results(p), p)):
        name = set(name_words(PurePosixPath(path).stem))
        if len(name) >= _LEAST_NAMED and name <= spoken:
            fitting.setdefault(PurePosixPath(path).name, path)
    return next(iter(fitting.values())) if len(fitting) == 1 else None


def _points_to_both(sentence: str) -> bool:
    """Whether brackets name a table beside the figure, and the figure is named nowhere else."""
    both = [part for part in _BRACKETS.findall(sentence) if MENTION.search(part) and _TABLE.search(part)]
    return bool(both) and not tells_openly(sentence)


def _last_named(text: str, start: int, end: int) -> Tie | None:
    """The figure that the last sentence before speaks of, if it is one alone."""
    for first, last in reversed(sentence_spans(text, start, end)):
        named = mentioned(text[first:last])
        if named:
            return Tie(tuple(named), text[first:last]) if len(set(named)) == 1 else None
    return None


def _introduced(statement: Statement, text: str) -> Tie | None:
    """A curve of which one of the two sentences before says that a figure shows it."""
    start, end = statement.sentence
    sentence = text[start:end]
    if not _ENDS.search(sentence):
        return None
    before = text[max(0, start - _REACH) : start]
    breaks = list(_BREAK.finditer(before))
    first = start - len(before) + (breaks[-1].end() if breaks else 0)
    own = set(name_words(sentence)) - GENERIC - _POINTING
    for begin, stop in reversed(sentence_spans(text, first, start)[-_FOLLOWING:]):
        words = text[begin:stop]
        if _TABLE.search(words):
            return None
        if tells_openly(words):
            told = set(name_words(words)) - GENERIC - _POINTING
            is_its = _CURVE.search(words) is not None and bool(own & told)
            return Tie(tuple(mentioned(words)), words) if is_its else None
    return None
