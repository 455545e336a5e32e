"""The Markdown dialect of papers: CommonMark, tables, maths in four spellings, and headings without `#`.

Nothing may vanish: HTML, link definitions and indented code are off, so that they are read as text.
"""

import re
from typing import TYPE_CHECKING

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.rules_inline import StateInline
from typing_extensions import override

from mlrbench_gui.infra.pdf.headings import plain_headings
from mlrbench_gui.infra.pdf.positions import Source

if TYPE_CHECKING:
    from markdown_it.ruler import RuleOptionsType

MAX_NESTING = 80
"""markdown-it leaves out what is nested deeper, so such papers are refused."""

_BLOCK_OPENINGS = (("$$", "$$"), (r"\[", r"\]"))
_ENVIRONMENT = re.compile(r"\\begin\{((?:equation|align|gather|multline|eqnarray)\*?)\}")
_INLINE_OPENINGS = (("$$", "$$", True), (r"\[", r"\]", True), (r"\(", r"\)", False))


def paper_parser(source: Source) -> MarkdownIt:
    """A parser for this source; it knows which of its lines are headings without `#`."""
    headings = plain_headings(source)
    md = _PaperMarkdown("commonmark", {"html": False, "maxNesting": MAX_NESTING})
    md.enable(["table", "strikethrough"])
    md.disable(["code", "reference", "html_block", "html_inline"])
    md.core.ruler.enableOnly(["normalize", "block"])
    md.inline.ruler2.disable("fragments_join")
    md.inline.ruler.before("escape", "maths", _maths_inline)
    md.inline.add_terminator_char("$")
    stops: RuleOptionsType = {"alt": ["paragraph", "blockquote", "list"]}
    md.block.ruler.before("fence", "maths", _maths_block, stops)

    def heading(state: StateBlock, line: int, _end: int, silent: bool) -> bool:
        if state.blkIndent or line not in headings:
            return False
        if not silent:
            token = state.push("plain_heading", "", 0)
            token.map = [line, line + 1]
            token.meta["level"] = headings[line]
            state.line = line + 1
        return True

    md.block.ruler.before("list", "plain_heading", heading, stops)
    return md


class _PaperMarkdown(MarkdownIt):
    """Addresses stay as written: they are shown, never followed."""

    @override
    def normalizeLink(self, url: str) -> str:
        return url

    @override
    def normalizeLinkText(self, link: str) -> str:
        return link

    @override
    def validateLink(self, url: str) -> bool:
        return True


def _maths_inline(state: StateInline, silent: bool) -> bool:
    for opening, closing, display in _INLINE_OPENINGS:
        if state.src.startswith(opening, state.pos):
            end = state.src.find(closing, state.pos + 2, state.posMax)
            if end > 0 and state.src[state.pos + 2 : end].strip():
                return _push_maths(state, (2, end, 2), display, silent)
            return False
    if state.src[state.pos] == "$":
        end = _dollar_end(state)
        return end > 0 and _push_maths(state, (1, end, 1), False, silent)
    return False


def _dollar_end(state: StateInline) -> int:
    """The closing `$`, or -1: money (`$5 and $10`) ends at the first `$` that cannot close."""
    src, start = state.src, state.pos + 1
    if start >= state.posMax or src[start].isspace():
        return -1
    at = start
    while at < state.posMax:
        if src[at] == "\\":
            at += 2
            continue
        if src[at] == "$":
            follows_digit = at + 1 < state.posMax and src[at + 1].isdigit()
            return -1 if at == start or src[at - 1].isspace() or follows_digit else at
        at += 1
    return -1


def _push_maths(state: StateInline, places: tuple[int, int, int], display: bool, silent: bool) -> bool:
    before, end, after = places
    if not silent:
        token = state.push("maths", "", 0)
        token.content = state.src[state.pos + before : end]
        token.meta.update(at=state.pos, end=end + after, display=display)
    state.pos = end + after
    return True


def _maths_block(state: StateBlock, line: int, end_line: int, silent: bool) -> bool:
    start = state.bMarks[line] + state.tShift[line]
    found = _opening(state.src, start)
    if found is None:
        return False
    opening, closing = found
    last = line
    at = state.src.find(closing, start + opening, state.eMarks[line])
    while at < 0:
        last += 1
        if last >= end_line or state.sCount[last] < state.blkIndent or state.isEmpty(last):
            return False
        at = state.src.find(closing, state.bMarks[last], state.eMarks[last])
    end = at + len(closing)
    tail = state.src[end : state.eMarks[last]].strip()
    if len(tail) > 2 or not state.src[start + opening : at].strip():
        return False
    if not silent:
        token = state.push("maths_block", "", 0)
        token.map = [line, last + 1]
        token.meta.update(at=start, tex_at=start + opening, tex_end=at, end=end)
        token.meta["tail"] = (state.src.find(tail, end), tail) if tail else None
        state.line = last + 1
    return True


def _opening(src: str, start: int) -> tuple[int, str] | None:
    """How long the opening of display maths at `start` is, and what closes it."""
    for opening, closing in _BLOCK_OPENINGS:
        if src.startswith(opening, start):
            return len(opening), closing
    found = _ENVIRONMENT.match(src, start)
    return (found.end() - start, f"\\end{{{found[1]}}}") if found else None
