"""Markdown to a document: markdown-it's block tokens with every text found again in its source lines."""

import itertools
import re
from collections.abc import Sequence

from markdown_it import MarkdownIt
from markdown_it.token import Token

from mlrbench_gui.domain.errors import InputError
from mlrbench_gui.infra.pdf.arranging import arranged, paragraph_blocks, titled
from mlrbench_gui.infra.pdf.document import (
    Block,
    Chars,
    Code,
    Display,
    Divider,
    Document,
    Formula,
    Heading,
    Inlines,
    Item,
    Listing,
    Quote,
    Style,
    Table,
    plain_text,
)
from mlrbench_gui.infra.pdf.headings import is_references, looks_like_heading
from mlrbench_gui.infra.pdf.inlines import read_inlines
from mlrbench_gui.infra.pdf.parser import MAX_NESTING, paper_parser
from mlrbench_gui.infra.pdf.positions import Source, normalised

_PREFIX = re.compile(r"^(?:[\s>]|[-*+]\s|\d{1,9}[.)]\s)*")
_HASHES = re.compile(r"^(?:[\s>]|[-*+]\s|\d{1,9}[.)]\s)*#{1,6}[ \t]*")
_CODE = Style(code=True)
_ALIGN = re.compile(r"text-align:(left|center|right)")


def read_paper(text: str) -> Document:
    """The document of a Markdown paper; offsets count code points of `text`. Raises InputError if nested too deeply."""
    source = normalised(text)
    md = paper_parser(source)
    tokens = md.parse(source.text)
    if any(token.level >= MAX_NESTING - 6 for token in tokens):
        raise InputError("nested too deeply to be set; simplify its lists and quotes")
    reader = _BlockReader(source, md, tokens)
    return titled(arranged(reader.blocks(len(reader.tokens))))


class _BlockReader:
    """Walks block tokens from left to right; `at` is the next one."""

    def __init__(self, source: Source, md: MarkdownIt, tokens: list[Token]) -> None:
        self.source = source
        self.md = md
        self.tokens = tokens
        self.at = 0
        self.in_references = False
        self.plain = any(token.type == "plain_heading" for token in tokens)

    def blocks(self, end: int) -> list[Block]:
        """All blocks up to token `end`."""
        out: list[Block] = []
        while self.at < end:
            out.extend(self._next())
        return out

    def _next(self) -> Sequence[Block]:  # noqa: PLR0911 -- one case a kind
        token = self.tokens[self.at]
        self.at += 1
        match token.type:
            case "heading_open":
                return [self._heading(token)]
            case "plain_heading":
                return [self._plain_heading(token)]
            case "paragraph_open":
                return self._paragraph()
            case "fence":
                return [self._fence(token)]
            case "maths_block":
                return [self._display(token)]
            case "hr":
                return [Divider()]
            case "blockquote_open":
                return [Quote(tuple(arranged(self.blocks(self._closing(token)))))]
            case "bullet_list_open" | "ordered_list_open":
                return [self._list(token)]
            case "table_open":
                self.at = self._closing(token) + 1
                return [self._table(token)]
            case _:
                return []

    def _closing(self, opening: Token) -> int:
        """Index of the token that closes the one just read."""
        wanted = opening.type.replace("_open", "_close")
        index = self.at
        while self.tokens[index].type != wanted or self.tokens[index].level != opening.level:
            index += 1
        return index

    # -- text and its places

    def _where(self, content: str, first_line: int) -> list[int]:
        """The source code point of each character of a block's inline text: each line is a tail of its source line."""
        where: list[int] = []
        for number, line in enumerate(content.split("\n"), start=first_line):
            if where:
                where.append(self.source.back[self.source.lines[number] - 1])
            body = line.strip()
            raw = self.source.line(number)
            at = raw.rstrip().rfind(body) if body else len(raw)
            lead = len(line) - len(line.lstrip())
            base = self.source.lines[number] + max(at, 0)
            where.extend(
                self.source.back[min(max(base + index - lead, 0), len(self.source.text))]
                for index in range(len(line))
            )
        return where

    def _inlines(self, token: Token) -> Inlines:
        assert token.map is not None
        return read_inlines(self.md, token.content, self._where(token.content, token.map[0]))

    def _at(self, start: int, end: int) -> Sequence[int]:
        return self.source.back[start:end]

    # -- blocks

    def _heading(self, token: Token) -> Block:
        inline = self.tokens[self.at]
        self.at += 2
        if token.markup in {"=", "-"}:
            content = self._inlines(inline)
        else:
            assert token.map is not None
            line = self.source.line(token.map[0])
            found = _HASHES.match(line)
            start = line.find(inline.content, found.end() if found else 0)
            content = self._line_inlines(token.map[0], max(start, 0), max(start, 0) + len(inline.content))
        level = int(token.tag[1:])
        self.in_references = is_references(plain_text(content))
        return Heading(level, content)

    def _plain_heading(self, token: Token) -> Block:
        assert token.map is not None
        line = self.source.line(token.map[0])
        start = len(line) - len(line.lstrip())
        content = self._line_inlines(token.map[0], start, len(line.rstrip()))
        self.in_references = is_references(plain_text(content))
        return Heading(token.meta["level"], content)

    def _line_inlines(self, number: int, start: int, end: int) -> Inlines:
        base = self.source.lines[number]
        text = self.source.text[base + start : base + end]
        return read_inlines(self.md, text, self._at(base + start, base + end))

    def _paragraph(self) -> Sequence[Block]:
        inline = self.tokens[self.at]
        self.at += 2
        blocks = paragraph_blocks(
            self._inlines(inline),
            plain=self.plain,
            references=self.in_references,
            nested=inline.level > 1,
        )
        first = blocks[0] if blocks else None
        if isinstance(first, Heading):
            title = plain_text(first.content)
            if is_references(title) or looks_like_heading(title):
                self.in_references = is_references(title)
                if self.in_references and len(blocks) > 1:
                    rest = paragraph_blocks(self._inlines(inline), plain=self.plain, references=True)
                    return [first, *rest[1:]]
        return blocks

    def _fence(self, token: Token) -> Block:
        assert token.map is not None
        first, last = token.map
        language = None
        info = token.info.strip()
        if info:
            opening = self.source.lines[first]
            at = opening + self.source.line(first).find(info)
            language = Chars(info, self._at(at, at + len(info)), _CODE)
        lines: list[Chars] = []
        content = token.content.split("\n")
        if content and not content[-1]:
            content.pop()
        for number, text in enumerate(content, start=first + 1):
            if number >= last:
                break
            raw = self.source.line(number)
            start = self.source.lines[number] + max(len(raw) - len(text), 0)
            shown = self.source.text[start : self.source.lines[number] + len(raw)]
            lines.append(Chars(shown, self._at(start, start + len(shown)), _CODE))
        return Code(tuple(lines), language)

    def _display(self, token: Token) -> Block:
        meta = token.meta
        start, end = meta["tex_at"], meta["tex_end"]
        if self.source.text.startswith("\\begin", meta["at"]):
            start, end = meta["at"], meta["end"]
        tex = "\n".join(line.lstrip("> \t") for line in self.source.text[start:end].split("\n"))
        back = self.source.back
        formula = Formula(tex, back[meta["at"]], back[meta["end"] - 1] + 1, display=True)
        tail: Inlines = ()
        if meta["tail"]:
            at, text = meta["tail"]
            tail = (Chars(text, self._at(at, at + len(text))),)
        return Display(formula, tail)

    def _list(self, token: Token) -> Block:
        end = self._closing(token)
        items: list[Item] = []
        tight = True
        while self.at < end:
            opening = self.tokens[self.at]
            self.at += 1
            closing = self._closing(opening)
            tight &= all(
                self.tokens[index].hidden
                for index in range(self.at, closing)
                if self.tokens[index].type == "paragraph_open"
                and self.tokens[index].level == opening.level + 1
            )
            blocks = tuple(arranged(self.blocks(closing)))
            items.append(Item(self._mark(opening), blocks))
            self.at = closing + 1
        self.at = end + 1
        return Listing(tuple(items), tight)

    def _mark(self, token: Token) -> Chars | None:
        """The number of an ordered item as written; bullets are ours."""
        if not token.info or token.map is None:
            return None
        line = self.source.line(token.map[0])
        mark = token.info + token.markup
        at = line.find(mark)
        if at < 0:
            return Chars(mark, [-1] * len(mark))
        start = self.source.lines[token.map[0]] + at
        return Chars(mark, self._at(start, start + len(mark)))

    def _table(self, token: Token) -> Block:
        assert token.map is not None
        first, last = token.map
        aligns = [
            _align(part) for part in self.tokens[self.tokens.index(token) : self.at] if part.type == "th_open"
        ]
        numbers = [first, *range(first + 2, last)]
        rows = [self._row(number) for number in numbers]
        width = max(len(aligns), *(len(row) for row in rows))
        aligns += [""] * (width - len(aligns))
        return Table(tuple(aligns), tuple((*row, *((),) * (width - len(row))) for row in rows))

    def _row(self, number: int) -> tuple[Inlines, ...]:
        """The cells of a table's line: `|` parts them unless escaped; cells beyond the head's count are kept."""
        line = self.source.line(number)
        prefix = _PREFIX.match(line)
        start = prefix.end() if prefix else 0
        end = len(line.rstrip())
        if line[start : start + 1] == "|":
            start += 1
        cuts = [index for index in range(start, end) if line[index] == "|" and line[index - 1] != "\\"]
        if cuts and cuts[-1] == end - 1:
            cuts.pop()
            end -= 1
        edges = [start - 1, *cuts, end]
        return tuple(self._cell(number, left + 1, right) for left, right in itertools.pairwise(edges))

    def _cell(self, number: int, start: int, end: int) -> Inlines:
        base = self.source.lines[number]
        text = self.source.text[base + start : base + end]
        where: list[int] = []
        shown: list[str] = []
        lead = len(text) - len(text.lstrip())
        for index, char in enumerate(text.strip(), start=base + start + lead):
            if char == "\\" and self.source.text[index + 1 : index + 2] == "|":
                continue
            shown.append(char)
            where.append(self.source.back[index])
        return read_inlines(self.md, "".join(shown), where)


def _align(token: Token) -> str:
    found = _ALIGN.search(str(token.attrs.get("style", "")))
    return found[1] if found else ""
