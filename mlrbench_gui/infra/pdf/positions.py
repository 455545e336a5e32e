"""Where parsed text stood in the source: newline normalisation and inline parsing that keep every offset.

markdown-it knows lines only. `PlacedInline` notes the parser's place at each token; text is then found at that
place, so that each shown character gets the code point it came from.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from typing_extensions import override


@dataclass(frozen=True, slots=True)
class Source:
    """A paper's text with LF line ends, and the way back to offsets of the original."""

    text: str
    back: Sequence[int]
    lines: tuple[int, ...]

    def line(self, number: int) -> str:
        """The line of that number (0-based) without its end."""
        return self.text[self.lines[number] : self.lines[number + 1] - 1]


def normalised(original: str) -> Source:
    """CRLF and CR become LF, NUL the replacement character; offsets of the original are kept."""
    out: list[str] = []
    back: list[int] = []
    for index, char in enumerate(original):
        if char == "\n" and index and original[index - 1] == "\r":
            continue
        out.append("\n" if char == "\r" else "\ufffd" if char == "\0" else char)
        back.append(index)
    back.append(len(original))
    text = "".join(out)
    starts = [0]
    starts.extend(index + 1 for index, char in enumerate(text) if char == "\n")
    starts.append(len(text) + 1)
    return Source(text, back, tuple(starts))


class PlacedInline(StateInline):
    """An inline state that notes in `token.meta["at"]` where in its text each token began."""

    def __init__(self, src: str, md: MarkdownIt, tokens: list[Token]) -> None:
        super().__init__(src, md, {}, tokens)
        self._text_floor = 0
        self._run_start = -1
        self._run_length = 0

    @override
    def push(self, ttype: str, tag: str, nesting: Literal[-1, 0, 1]) -> Token:
        """Note the place; several marks pushed at one place (`**`) lie side by side."""
        token = super().push(ttype, tag, nesting)
        if self.pos != self._run_start:
            self._run_start, self._run_length = self.pos, 0
        token.meta["at"] = self.pos + self._run_length
        if ttype == "text":
            self._run_length += 1
        return token

    @override
    def pushPending(self) -> Token:
        """Pending text ends at the parser's place, but for blanks that were cut off."""
        text = self.pending
        token = super().pushPending()
        at = self.src.rfind(text, self._text_floor, self.pos)
        token.meta["at"] = max(at, 0)
        token.meta["plain"] = True
        self._text_floor = max(at, 0) + len(text)
        return token


def parse_inline(md: MarkdownIt, text: str) -> list[Token]:
    """Tokens of inline Markdown, each with its place in `text`."""
    tokens: list[Token] = []
    state = PlacedInline(text, md, tokens)
    md.inline.tokenize(state)
    for rule in md.inline.ruler2.getRules(""):
        rule(state)
    return state.tokens
