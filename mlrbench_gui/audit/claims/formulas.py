"""Numbers that state nothing of a run: parts of formulas, of definitions and of names."""

import re

from mlrbench_gui.audit.numbers.printed import PrintedNumber
from mlrbench_gui.audit.text.measures import MEASURE

_SCRIPT = re.compile(r"[_^]\{[^{}]*$")
_SIMPLE_MATH = re.compile(
    r"^[^+/*{}]{0,30}(?:_\{[^}]*\}[^+/*{}]{0,10})?(?:\\?[=≈<>~]|\\approx|\\sim|\\leq?|\\geq?|\\in|\\pm|±|\\times)?[\s\d.,eE%\\^{}+\-×±:;a-zA-Z=_/()\[\]]*$"
)
_OPERATORS = re.compile(
    r"\\(?:frac|sum|prod|int|log|exp|mathcal|mathbb|lVert|\||sqrt|max|min|arg|left|cdot|top|odot|begin|neq?\b)"
    r"|≠|\||\.\.\.|\\[lc]?dots"
)
_DOMAIN = re.compile(
    r"\\(?:exists|forall|vee|wedge|lor|land)\b"
    r"|\\in\s*\\?[\[{]\s*(?:-?1|0)\s*,\s*(?:0\s*,\s*)?\+?1\s*(?:\\?[\]}]|$)"
    r"|(?:\\leq?|\\leqslant|≤|<)[^<≤=]*[A-Za-z][^<≤=]*(?:\\leq?|\\leqslant|≤|<)"
)
"""Where a variable may lie, or a quantified condition: nobody measured or set that (0 <= v <= 1, y in {0, 1})."""
_TERM_BEFORE = re.compile(r"[A-Za-z})]\s*[+−-]\s*$")
"""What a neighbour's index opens with: `t+1`, `l - 1`."""
_OVER_A_NAME = re.compile(r"\s*/\s*[A-Za-z\\]")
"""A factor of a formula: `1/s_j`."""
_LESS_A_NAME = re.compile(
    r"\s*\\?%?\s+[-–−]\s+[$*`]*(?:\\(?:text|mathrm|mathit|operatorname)\w*\{\s*)?[A-Za-z]+"
    r"(?![^.;]{0,60}\s[-–−]\s)"
)
_WHOLES = (1, 100)
"""What a complement is taken from: `1 - accuracy`, `100% - drop`."""
_LABELLED = re.compile(r"[A-Z][a-z]+\s+$")
_BETWEEN = re.compile(r"\s*(?:<=?|≤)\s*[A-Za-z_]\w*\s*(?:<=?|≤)")
"""A bound of an index as code writes it: `0 <= i < n`."""
_SLASHED = re.compile(r"(?P<name>[A-Za-z]+)(?:[-‐‑@]\d+|@?\d+)(?:/\d+)*/$")
"""Names that share their beginning: the 5 of `Recall@1/5`."""
_GRAM = re.compile(r"[-‐‑]grams?\b", re.IGNORECASE)
_YEAR = re.compile(r"[A-Za-z]\s*[’'‘]$")
"""A year of a citation, cut short: `Lee '17`."""


def states_nothing(sentence: str, number: PrintedNumber) -> bool:
    """Whether the number is part of a formula, of a definition or of a name rather than a stated value."""
    return (
        _is_index(sentence, number)
        or _is_complement(sentence, number)
        or _is_part_of_a_name(sentence, number)
        or _BETWEEN.match(sentence, number.end) is not None
        or _in_complex_math(sentence, number)
    )


def _is_index(sentence: str, number: PrintedNumber) -> bool:
    """Whether it stands in the braces of a subscript or superscript: `u_{t+1}`, `_{j=1}`, `^{(0)}`."""
    return _SCRIPT.search(sentence, max(0, number.start - 30), number.start) is not None


def _is_complement(sentence: str, number: PrintedNumber) -> bool:
    """Whether something that is named is taken from it: `1 - accuracy`, and not the title `Stage 1 - Probing`."""
    named = _LABELLED.search(sentence, max(0, number.start - 30), number.start)
    return named is None and number.value in _WHOLES and _LESS_A_NAME.match(sentence, number.end) is not None


def _is_part_of_a_name(sentence: str, number: PrintedNumber) -> bool:
    before = sentence[max(0, number.start - 30) : number.start]
    shared = _SLASHED.search(before)
    if shared is not None and MEASURE.search(shared.group("name")):
        return True
    if _GRAM.match(sentence, number.end):
        return True
    return number.is_whole and number.end - number.start == 2 and _YEAR.search(before) is not None


def _in_complex_math(sentence: str, number: PrintedNumber) -> bool:
    """Whether the number is part of a formula rather than a stated value."""
    opened = sentence.count("$", 0, number.start) - sentence.count("\\$", 0, number.start)
    left = sentence.rfind("$", 0, number.start) if opened % 2 else sentence.rfind("\\(", 0, number.start)
    if left < 0 or (not opened % 2 and sentence.find("\\)", left, number.start) >= 0):
        return False
    right = sentence.find("$" if opened % 2 else "\\)", number.end)
    content = sentence[left + 1 : right if right >= 0 else len(sentence)]
    if _TERM_BEFORE.search(sentence[left + 1 : number.start]) or _OVER_A_NAME.match(sentence, number.end):
        return True
    if _OPERATORS.search(content) or _DOMAIN.search(content):
        return True
    return not _SIMPLE_MATH.match(content)
