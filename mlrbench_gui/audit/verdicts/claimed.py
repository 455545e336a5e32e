"""A statement with a number as deciding sees it: with its context, its words and what they tell of the number."""

import re
from dataclasses import dataclass

from mlrbench_gui.audit.claims.statements import Statement
from mlrbench_gui.audit.matching.context import Context
from mlrbench_gui.audit.numbers.printed import PrintedNumber
from mlrbench_gui.audit.text.measures import MEASURE
from mlrbench_gui.audit.text.words import stem

_TRIED = re.compile(
    r"\b(?:swept|sweep|search\w*|among|grid|varied|varying|ranging|vary)\b|\\in\s*\\?\{|∈", re.IGNORECASE
)
_LIST_BEFORE = re.compile(r"(?:\d[\s%$]*,|[\[{(])\s*\$?\\?$")
_GAP = re.compile(r"\b(?:gap|difference|margin|delta)s?\b", re.IGNORECASE)
_NEXT_CLAUSE = re.compile(r",\s*(?:while|whereas|but|although|though)\s|;|\.\s")
_CLOSED = re.compile(r"[\s%$]*\)")
_LIST_AFTER = re.compile(r"[\s%$]*(?:,|and\b|\\?[}\])])")
_VERSUS = re.compile(r"\b(?:vs\.?|versus|compared (?:to|with)|against|than)\b", re.IGNORECASE)
_REACHES = re.compile(
    r"\b(?:achiev|reach|attain|obtain|scor|record|yield|with)\w*(?:\s+(?:an?|the|of|up|to|only|about|nearly|over))*\s*[$~≈]*$",
    re.IGNORECASE,
)
_A_MEASURE = re.compile(
    r"(?![^,.;()]{0,60}\b(?:improve|gain|increas|decreas|reduc|drop|declin|boost|higher|lower|better|worse))"
    rf"[\s*$]*(?:[\w@-]+\s+){{0,2}}?[\w@-]*(?:{MEASURE.pattern}|[a-z]@\d)[\w@-]*\s*(?:[,.;()]|(?:on|in|at|for|and|across|compared|versus|vs)\b|$)",
    re.IGNORECASE,
)
"""`achieving 72.5% precision, ...`: what is reached, however far ahead the sentence says it is."""
CHANGE_STEMS = frozenset(
    stem(word)
    for word in [
        "improvement",
        "improvements",
        "improve",
        "improved",
        "improving",
        "reduction",
        "reductions",
        "reduce",
        "reduced",
        "reducing",
        "increase",
        "increases",
        "increased",
        "increasing",
        "decrease",
        "decreases",
        "decreased",
        "gain",
        "gains",
        "drop",
        "drops",
        "dropped",
        "boost",
        "difference",
        "higher",
        "lower",
        "better",
        "worse",
        "faster",
        "slower",
        "relative",
        "absolute",
        "representing",
        "compared",
        "showing",
        "change",
        "margin",
        "decline",
    ]
)


@dataclass(frozen=True, slots=True)
class Claimed:
    """A statement with a number, with what deciding asks of it again and again."""

    statement: Statement
    number: PrintedNumber
    context: Context
    printed: str
    sentence: str
    text: str

    @property
    def near(self) -> str:
        at = self.number.start - self.statement.sentence[0]
        return self.sentence[max(0, at - 50) : at + 60]

    @property
    def is_other_side(self) -> bool:
        """Whether the number is what an earlier one of the sentence is compared with: `1 vs. 2`."""
        at = self.number.start
        before = [n for n in self.statement.siblings if n.start < at]
        return bool(before) and _VERSUS.search(self.text[before[-1].unit_end : at]) is not None

    @property
    def stands_alone(self) -> bool:
        """Whether the number is stated once, and not as one of several that were tried."""
        at, stop = (
            self.number.start - self.statement.sentence[0],
            self.number.unit_end - self.statement.sentence[0],
        )
        before, after = self.sentence[max(0, at - 40) : at], self.sentence[stop : stop + 12]
        listed = _LIST_BEFORE.search(before) is not None and _LIST_AFTER.match(after) is not None
        listed = listed and not (before.rstrip(" $").endswith("(") and _CLOSED.match(after))
        return self.statement.spot is not None or not (listed or _TRIED.search(before))

    @property
    def tells_change(self) -> bool:
        """Whether a plus sign or a gap before it tells a difference, or a percentage stands among words of change."""
        before = self.sentence[: self.number.start - self.statement.sentence[0]]
        stop = self.number.unit_end - self.statement.sentence[0]
        if _REACHES.search(before) and _A_MEASURE.match(self.sentence, stop):
            return False
        near = before[-50:] + _NEXT_CLAUSE.split(self.sentence[stop : stop + 60])[0]
        return (
            self.number.text.startswith("+")
            or _GAP.search(before) is not None
            or (
                self.number.is_percent
                and bool({stem(word) for word in re.findall(r"[a-z]+", near.lower())} & CHANGE_STEMS)
            )
        )

    @property
    def around(self) -> str:
        """The sentence with the one before it and its heading: where words on time may stand."""
        return f"{self.statement.section.title} {self.statement.before} {self.sentence}"
