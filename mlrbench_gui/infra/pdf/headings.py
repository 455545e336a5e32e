"""Headings that were written without `#`: `1. Introduction`, `3.2 Layers`, `Abstract`, a line all in bold.

In papers without `#` headings a numbered line would be read as a list item; here it is told from one by its form,
the numbers before it, and the words that sections of papers begin with.
"""

import re

from mlrbench_gui.infra.pdf.positions import Source

_NUMBERED = re.compile(r"^(\d{1,2}(?:\.\d{1,2}){0,3})[.)]?[ \t]+(\S.*?)[ \t]*$")
_HASHED = re.compile(r"^ {0,3}#{1,6}[ \t]+\S")
_FENCE = re.compile(r"^ {0,3}(```|~~~)")
_TITLE_LINE = re.compile(r"^title\s*:", re.IGNORECASE)
_KNOWN = re.compile(
    r"^(?:\d[\d.)]*\s+)?(?:title\b(?!\s*:)|abstract|introduction|background|preliminar|related work|"
    r"problem|motivation|method|approach|"
    r"model|experiment|setup|set-up|evaluation|result|finding|analysis|discussion|ablation|limitation|future|"
    r"conclu|summary|reference|bibliograph|acknowledg|appendix|ethic|broader|implementation|dataset|data)",
    re.IGNORECASE,
)
_REFERENCES = re.compile(r"^\W*(\d+\.?\s*)?\W*(references|bibliography)\b", re.IGNORECASE)


def is_references(title: str) -> bool:
    """Whether a heading opens the list of references."""
    return bool(_REFERENCES.match(title)) and len(title) < 60


def is_known_section(title: str) -> bool:
    """Whether a title begins as sections of papers do."""
    return bool(_KNOWN.match(title))


def looks_like_heading(text: str) -> bool:
    """Short, without the end of a sentence, and beginning like a title."""
    text = text.strip()
    words = text.split()
    if not words or len(text) > 90 or len(words) > 12:
        return False
    return text[-1] not in ".,;:!" and (text[0].isupper() or text[0].isdigit()) and "|" not in text


def plain_headings(source: Source) -> dict[int, int]:
    """Line number → level of headings without `#`; empty for a paper that has `#` headings."""
    count = len(source.lines) - 1
    lines = [source.line(number) for number in range(count)]
    fenced = _fenced(lines)
    if sum(bool(_HASHED.match(line)) for line, code in zip(lines, fenced, strict=True) if not code) > 1:
        return {}
    found: dict[int, int] = {}
    section = 0
    for number, line in enumerate(lines):
        if fenced[number]:
            continue
        if _TITLE_LINE.match(line) and not any(text.strip() for text in lines[:number]):
            found[number] = 1
            continue
        match = _NUMBERED.match(line)
        if match is None or not looks_like_heading(match[2]):
            continue
        parts = [int(part) for part in match[1].split(".")]
        if len(parts) > 1 and parts[0] == section:
            found[number] = min(len(parts) + 1, 4)
        elif len(parts) == 1 and _opens_section(lines, number, parts[0], section, match[2]):
            section = parts[0]
            found[number] = 2
    return found


def _opens_section(lines: list[str], number: int, top: int, section: int, title: str) -> bool:
    if top != section + 1 and not (is_known_section(title) and top > section):
        return False
    if number and lines[number - 1].strip() and number - 1 != 0:
        return False
    return is_known_section(title) or not _has_sibling(lines, number, top)


def _has_sibling(lines: list[str], number: int, top: int) -> bool:
    """Whether the next line that is not blank is the next item of a list."""
    for line in lines[number + 1 : number + 4]:
        if line.strip():
            return bool(re.match(rf"^\s*{top + 1}[.)]\s", line))
    return False


def _fenced(lines: list[str]) -> list[bool]:
    inside = False
    marks: list[bool] = []
    for line in lines:
        edge = bool(_FENCE.match(line))
        marks.append(inside or edge)
        inside ^= edge
    return marks
