"""What belongs together: pictures and bullets inside paragraphs, captions with their tables, the title."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import zip_longest

from mlrbench_gui.infra.pdf.document import (
    Block,
    Break,
    Caption,
    Chars,
    Divider,
    Document,
    Figure,
    Formula,
    Group,
    Heading,
    Inline,
    Inlines,
    Item,
    Listing,
    Paragraph,
    Picture,
    Table,
    plain_text,
)
from mlrbench_gui.infra.pdf.headings import is_known_section, looks_like_heading

_CAPTION = re.compile(r"^\W*(table|tab\.|figure|fig\.?)\s*[\w.]{1,5}?\s*[.:|)–—-]", re.IGNORECASE)
_TABLE_WORD = re.compile(r"^\W*tab", re.IGNORECASE)
_BULLETS = "•◦‣▪"
_ENTRY = re.compile(r"^\[\d{1,3}\]")
_TITLE_WORD = re.compile(r"^title\s*:\s*", re.IGNORECASE)

Line = tuple[Inline, ...]


def paragraph_blocks(content: Inlines, *, plain: bool, references: bool, nested: bool = False) -> list[Block]:
    """The blocks that a Markdown paragraph really is.

    `plain` in papers whose headings have no `#`; `nested` in lists and quotes, where no line is a heading.
    """
    lines = _lines(content)
    if len(lines) == 1 and not nested and (_all_bold(content) or (plain and _is_minor_heading(content))):
        return [Heading(4, content)]
    cutter = _Cutter(references)
    if len(lines) > 1 and not nested and _runs_in(lines, plain=plain):
        cutter.blocks.append(Heading(4, lines.pop(0)[0]))
    for line, forced in lines:
        cutter.take(line, forced=forced)
    cutter.flush()
    return cutter.blocks


@dataclass(slots=True)
class _Cutter:
    """Takes a paragraph's lines and makes blocks: text, pictures, lists of bullets, entries of references."""

    references: bool
    blocks: list[Block] = field(default_factory=list)
    rest: list[Inline] = field(default_factory=list)
    bullets: list[Item] = field(default_factory=list)

    def take(self, line: Line, *, forced: bool) -> None:
        """One more line; `forced` when it was broken off on purpose."""
        if (picture := _lone_picture(line)) is not None:
            self.flush()
            self.blocks.append(Figure(picture))
        elif (item := _bullet(line)) is not None:
            if not self.bullets:
                self.flush()
            self.bullets.append(item)
        elif self.bullets and not forced:
            self._go_on(line)
        elif self.bullets or (self.references and _ENTRY.match(plain_text(line))):
            self.flush()
            self.rest.extend(line)
        else:
            if forced and self.rest and _CAPTION.match(plain_text(line)):
                self.flush()
            if self.rest:
                self.rest.append(Break(forced=forced))
            self.rest.extend(line)

    def _go_on(self, line: Line) -> None:
        """The last bullet's text goes on."""
        last = self.bullets[-1]
        paragraph = last.blocks[0]
        assert isinstance(paragraph, Paragraph)
        self.bullets[-1] = Item(last.mark, (Paragraph((*paragraph.content, Break(forced=False), *line)),))

    def flush(self) -> None:
        """What was collected becomes blocks."""
        if self.bullets:
            self.blocks.append(Listing(tuple(self.bullets), tight=True))
            self.bullets.clear()
        if _visible(self.rest):
            self.blocks.extend(_text_blocks(_trimmed(self.rest), references=self.references))
        self.rest.clear()


def _lines(content: Inlines) -> list[tuple[Line, bool]]:
    """Source lines; the flag tells whether a forced break stands before the line."""
    lines: list[tuple[Line, bool]] = []
    current: list[Inline] = []
    forced = False
    for item in content:
        if isinstance(item, Break):
            lines.append((tuple(current), forced))
            current, forced = [], item.forced
        else:
            current.append(item)
    lines.append((tuple(current), forced))
    return [(line, flag) for line, flag in lines if _visible(line)]


def _visible(line: Sequence[Inline]) -> bool:
    return any(
        not isinstance(item, Break) and (not isinstance(item, Chars) or item.text.strip()) for item in line
    )


def _trimmed(content: Sequence[Inline]) -> Inlines:
    items = list(content)
    while items and isinstance(items[-1], Break):
        items.pop()
    return tuple(items)


def _text_blocks(content: Inlines, *, references: bool) -> list[Block]:
    """A paragraph, cut at display formulas; a caption where it begins like one."""
    text = plain_text(content)
    if _CAPTION.match(text) and len(text) < 900 and not references:
        return [Caption(content)]
    return [Paragraph(content, hanging=references)]


def _runs_in(lines: list[tuple[Line, bool]], *, plain: bool) -> bool:
    """A short first line, broken off by force, that reads like a heading."""
    first, second = lines[0][0], lines[1]
    text = plain_text(first)
    if not second[1] or _CAPTION.match(text):
        return False
    return _all_bold(first) or (plain and _is_minor_heading(first))


def _is_minor_heading(line: Inlines) -> bool:
    text = plain_text(line).strip()
    if any(isinstance(item, Picture | Formula) for item in line) or _CAPTION.match(text):
        return False
    return looks_like_heading(text) and (len(text.split()) <= 7 or is_known_section(text))


def _all_bold(line: Inlines) -> bool:
    """One short bold run and nothing else; a caption in bold is a caption."""
    seen = [item for item in line if not isinstance(item, Chars) or item.text.strip()]
    if not seen or not all(isinstance(item, Chars) and item.style.strong for item in seen):
        return False
    text = plain_text(line).strip()
    return len(text) <= 110 and text[-1] not in ".,;" and not _CAPTION.match(text)


def _lone_picture(line: Line) -> Picture | None:
    seen = [item for item in line if not isinstance(item, Chars) or item.text.strip()]
    return seen[0] if len(seen) == 1 and isinstance(seen[0], Picture) else None


def _bullet(line: Line) -> Item | None:
    """A line that begins with a bullet sign, as an item that keeps the sign."""
    first = line[0] if line else None
    if not isinstance(first, Chars):
        return None
    lead = len(first.text) - len(first.text.lstrip())
    if first.text[lead : lead + 1] not in tuple(_BULLETS):
        return None
    body = first.text[lead + 1 :]
    gap = lead + 1 + len(body) - len(body.lstrip())
    mark = Chars(first.text[lead], first.at[lead : lead + 1])
    rest = Chars(first.text[gap:], first.at[gap:], first.style)
    return Item(mark, (Paragraph((rest, *line[1:])),))


def arranged(blocks: Sequence[Block]) -> list[Block]:
    """Captions joined with the table or figure beside them; no rule where a heading parts the text anyway."""
    out: list[Block] = []
    blocks = [
        block
        for block, following in zip_longest(blocks, blocks[1:])
        if not (isinstance(block, Divider) and (following is None or isinstance(following, Heading)))
    ]
    index = 0
    while index < len(blocks):
        block = blocks[index]
        following = blocks[index + 1] if index + 1 < len(blocks) else None
        if isinstance(block, Caption) and _takes_following(block, out, following):
            out.append(Group((block, following)))  # type: ignore[arg-type]
            index += 2
            continue
        if isinstance(block, Caption) and out and _fits(block, out[-1]):
            out[-1] = Group((out[-1], block))
        else:
            out.append(block)
        index += 1
    return out


def _fits(caption: Caption, block: Block | None) -> bool:
    wanted = Table if _TABLE_WORD.match(plain_text(caption.content)) else Figure
    return isinstance(block, wanted)


def _takes_following(caption: Caption, before: list[Block], following: Block | None) -> bool:
    if not _fits(caption, following):
        return False
    return isinstance(following, Table) or not (before and _fits(caption, before[-1]))


def titled(blocks: Sequence[Block]) -> Document:
    """The first heading is the title unless it is a section's; then the levels of all others follow."""
    out = list(blocks)
    place = next((index for index, block in enumerate(out[:4]) if isinstance(block, Heading)), None)
    title = ""
    if place is not None:
        head = out[place]
        assert isinstance(head, Heading)
        text = plain_text(head.content).strip()
        named = _TITLE_WORD.match(text)
        if head.level < 4 and (named or not _is_section(text)):
            title = _TITLE_WORD.sub("", text)
            out[place] = Heading(1, _small_label(head.content) if named else head.content)
        else:
            place = None
    others = [
        block.level for number, block in enumerate(out) if isinstance(block, Heading) and number != place
    ]
    shift = 2 - min(others) if others else 0
    return Document(
        tuple(
            replace(block, level=min(max(block.level + shift, 2), 5))
            if isinstance(block, Heading) and number != place
            else block
            for number, block in enumerate(out)
        ),
        title,
    )


def _is_section(text: str) -> bool:
    return is_known_section(text) and len(text.split()) <= 6


def _small_label(content: Inlines) -> Inlines:
    """`Title:` before the title, set small."""
    first = content[0]
    if not isinstance(first, Chars):
        return content
    found = _TITLE_WORD.match(first.text)
    if found is None:
        return content
    cut = found.end()
    label = replace(first.style, label=True)
    return (
        Chars(first.text[:cut].rstrip(), first.at[: len(first.text[:cut].rstrip())], label),
        Break(forced=True),
        Chars(first.text[cut:], first.at[cut:], first.style),
        *content[1:],
    )
