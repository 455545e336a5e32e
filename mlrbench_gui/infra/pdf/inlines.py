"""Inline Markdown to runs: text with offsets, formulas, pictures, line breaks. Links become text and address."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from markdown_it import MarkdownIt
from markdown_it.token import Token

from mlrbench_gui.infra.pdf.document import PLAIN, Break, Chars, Formula, Inline, Inlines, Picture, Style
from mlrbench_gui.infra.pdf.positions import parse_inline

_BREAK_TAG = re.compile(r"<br\s*/?>", re.IGNORECASE)
_OPENING = {"strong_open": "strong", "em_open": "emphasis", "s_open": "struck"}
_CLOSING = {"strong_close": "strong", "em_close": "emphasis", "s_close": "struck"}


@dataclass(slots=True)
class _Reader:
    """Walks the tokens of one inline text; `where[i]` is the source code point of character i."""

    text: str
    where: Sequence[int]
    style: Style = PLAIN
    out: list[Inline] = field(default_factory=list)
    links: list[tuple[str, str, int]] = field(default_factory=list)

    def add(self, start: int, end: int, style: Style | None = None) -> None:
        """Show the text from `start` to `end` as it is, `<br>` as a line break."""
        style = style or self.style
        cut = start
        for tag in _BREAK_TAG.finditer(self.text, start, end) if not style.code else ():
            self._run(cut, tag.start(), style)
            self.out.append(Break(forced=True))
            cut = tag.end()
        self._run(cut, end, style)

    def _run(self, start: int, end: int, style: Style) -> None:
        if end > start:
            self.out.append(Chars(self.text[start:end], self.where[start:end], style))

    def read(self, token: Token) -> None:  # noqa: C901 -- one branch a kind
        """Take one token over."""
        if token.type in _OPENING:
            self.style = replace(self.style, **{_OPENING[token.type]: True})
        elif token.type in _CLOSING:
            self.style = replace(self.style, **{_CLOSING[token.type]: False})
        elif token.type in {"softbreak", "hardbreak"}:
            self.out.append(Break(forced=token.type == "hardbreak"))
        elif token.type == "text":
            self._text(token)
        elif token.type == "text_special":
            self._special(token)
        elif token.type == "code_inline":
            self._code(token)
        elif token.type == "maths":
            self._maths(token)
        elif token.type == "image":
            self._picture(token)
        elif token.type == "link_open":
            title = str(token.attrs.get("title", ""))
            address = "" if token.info == "auto" else str(token.attrs.get("href", ""))
            self.links.append((address, title, len(self.out)))
        elif token.type == "link_close" and self.links:
            self._address(token)

    def _text(self, token: Token) -> None:
        at = token.meta["at"]
        if not self.text.startswith(token.content, at):
            at = max(self.text.find(token.content, max(at - 2, 0)), 0)
        self.add(at, at + len(token.content))

    def _special(self, token: Token) -> None:
        at = token.meta["at"]
        if self.text.startswith(token.content, at):
            self.add(at, at + len(token.content))
            return
        at += 1 if token.markup.startswith("\\") else 0
        place = self.where[min(at, len(self.where) - 1)]
        self.out.append(Chars(token.content, [place] * len(token.content), self.style))

    def _code(self, token: Token) -> None:
        start = token.meta["at"] + len(token.markup)
        at = self.text.replace("\n", " ").find(token.content, start)
        self.out.append(
            Chars(
                token.content,
                self.where[at : at + len(token.content)],
                replace(self.style, code=True),
            )
        )

    def _maths(self, token: Token) -> None:
        meta = token.meta
        self.out.append(
            Formula(
                token.content,
                self.where[meta["at"]],
                self.where[meta["end"] - 1] + 1,
                meta["display"],
            )
        )

    def _picture(self, token: Token) -> None:
        start = token.meta["at"]
        alt_at = start + 2
        alt_end = alt_at + len(token.content)
        source = str(token.attrs.get("src", ""))
        end = self.text.find(source, alt_end) + len(source) if source else alt_end
        alt: list[Inline] = []
        if token.content.strip():
            alt.append(Chars(token.content, self.where[alt_at:alt_end]))
        if title := str(token.attrs.get("title", "")):
            alt.extend(self._quoted(title, end, " "))
        place = min(max(end, alt_end), len(self.where) - 1)
        self.out.append(Picture(source, self.where[start], self.where[place] + 1, tuple(alt)))

    def _address(self, token: Token) -> None:
        """After the words of a link its address in brackets, unless the words are the address."""
        address, title, first = self.links.pop()
        shown = "".join(item.text for item in self.out[first:] if isinstance(item, Chars))
        place = token.meta["at"]
        if address and address not in shown:
            self.out.extend(self._quoted(address, place, " ("))
            if title:
                self.out.extend(self._quoted(title, place, ", "))
            self.out.append(self._ours(")", place))
        elif title:
            self.out.extend(self._quoted(title, place, " "))

    def _quoted(self, words: str, after: int, lead: str) -> list[Inline]:
        """Words that stand in the source after a place, led in by signs of ours."""
        at = self.text.find(words, after)
        style = replace(self.style, small=True)
        if at < 0:
            place = self.where[min(after, len(self.where) - 1)]
            return [self._ours(lead, after), Chars(words, [place] * len(words), style)]
        return [self._ours(lead, after), Chars(words, self.where[at : at + len(words)], style)]

    def _ours(self, signs: str, near: int) -> Chars:
        place = self.where[min(near, len(self.where) - 1)]
        return Chars(signs, [-1 - place] * len(signs), replace(self.style, small=True))


def read_inlines(md: MarkdownIt, text: str, where: Sequence[int]) -> Inlines:
    """The runs of an inline text whose characters stand at `where` in the source.

    Signs that are ours (brackets around an address) have negative offsets.
    """
    if not text:
        return ()
    reader = _Reader(text, where)
    for token in parse_inline(md, text):
        reader.read(token)
    return tuple(_joined(reader.out))


def _joined(items: Sequence[Inline]) -> list[Inline]:
    """Neighbouring runs of one style become one, so that no word is cut by marks that meant nothing."""
    out: list[Inline] = []
    for item in items:
        last = out[-1] if out else None
        if (
            isinstance(item, Chars)
            and isinstance(last, Chars)
            and last.style == item.style
            and (last.at[-1] < 0) == (item.at[0] < 0)
        ):
            out[-1] = Chars(last.text + item.text, [*last.at, *item.at], item.style)
        else:
            out.append(item)
    return out
