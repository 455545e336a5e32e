"""Numbers that only count the parts of a text: of headings, items of a list, figures, tables, sections, steps."""

import re

_NUMBER = r"(?:[A-Z]\.)?(?:[1-9]|[12]\d)(?:\.\d{1,2}){0,3}"
_MARKED = re.compile(rf"^[\s>]*(?:#{{1,6}}|\*\*|__|[-=*]{{2,}})\s*{_NUMBER}[.):]?(?=\s+[^\W\d]|\s*$)")
_PLAIN = re.compile(rf"^\s*(?:[-*+]\s+)?{_NUMBER}[.):]?(?=\s+[A-Z]\D*$)")
_LISTED = re.compile(r"^\s*[\[(]?\d{1,3}[.)\]]\s+")
_OF_ALL = re.compile(
    r"^\W*(?:(?:step|stage|phase|part|task|experiment|test)s?\s*)?\d+\s*(?:/|of)\s*\d+(?![\d.])",
    re.IGNORECASE,
)
_NAMED = re.compile(
    r"\b(?:fig(?:ure)?|tab(?:le)?|sec(?:tion)?|eq(?:uation)?|appendix|chapter|algorithm|listing|version|python|cuda)"
    r"s?\.?\s*[(#]?(?:[A-Z]\.?)?\d+(?:\.\d+)*[a-z]?(?![\w%])",
    re.IGNORECASE,
)


def without_numbering(line: str) -> str:
    """The line without the numbers that only count: `### 4.1 Accuracy`, `Figure 3.2: …`, `[2/5] …`, `Python 3.11`."""
    for counted in (_MARKED, _PLAIN, _OF_ALL, _LISTED):
        line = counted.sub(" ", line, count=1)
    return _NAMED.sub(" ", line)
