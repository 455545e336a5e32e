"""Reads a Markdown paper (or the text of a PDF) into blocks, tables and figures. Any text is accepted."""

import re
from dataclasses import dataclass, field, replace

from mlrbench_gui.audit.text._sections import heading_of, section_under
from mlrbench_gui.audit.text.margins import without_margin_numbers
from mlrbench_gui.audit.text.paper import Block, BlockKind, Figure, PaperText, Section, SectionKind, Table
from mlrbench_gui.audit.text.tables import RawTable, is_delimiter, pipe_table, plain_cell
from mlrbench_gui.audit.text.tabulars import TABLE_BEGINS, latex_caption, tabulars

_FENCE = re.compile(r"^ {0,3}(```+|~~~+)")
_ITEM = re.compile(r"^(?P<indent>\s*)(?:[-*+•]|\(?\d{1,3}[.)])\s+")
_LEAD = re.compile(r"^\s*(?:[-*+•]|\(?\d{1,3}[.)])?\s*(?:\*\*|__)(?P<lead>[^*\n]{2,80}?)(?:\*\*|__)")
_COLON_LEAD = re.compile(r"^\s*(?:[-*+•]|\(?\d{1,3}[.)])?\s*(?P<lead>[A-Z][\w\s/@-]{2,60}?):\s")
_IMAGE = re.compile(r"!\[(?P<alt>[^\]\n]*)\]\(\s*<?(?P<target>[^)>\s]+)>?[^)\n]*\)")
_GRAPHICS = re.compile(r"\\includegraphics(?:\[[^\]]*\])?\{(?P<target>[^}]+)\}")
_CAPTION = re.compile(r"^[\W_]*(?:figure|fig\.|table|tab\.)\s*\d+", re.IGNORECASE)
_TABLE_CAPTION = re.compile(r"^\W*(?:table|tab\.)\s*(?P<number>\d+)\s*[.:*]?", re.IGNORECASE)
_FIGURE_CAPTION = re.compile(r"^[\W_]*(?:figure|fig\.?)\s*\d+[a-z]?\W*[.:*|—–-]", re.IGNORECASE)
_NEAR = 4
"""How many characters a caption may stand away from its picture."""
_TABLE_LINES = 400
_TITLE = re.compile(r"^\s*(?:\*\*)?title(?:\*\*)?\s*:\s*(?:\*\*)?\s*(?P<title>.+?)\s*\**$", re.IGNORECASE)


@dataclass
class _Reader:
    text: str
    section: Section = field(default_factory=lambda: Section("", SectionKind.FRONT, 0))
    open_sections: list[Section] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)
    raw_tables: list[tuple[RawTable, Section]] = field(default_factory=list)
    title: str = ""


def read_paper(text: str) -> PaperText:
    """The paper in this text. A text without any structure is one paragraph a blank line apart."""
    reader = _Reader(text)
    lines = without_margin_numbers(_lines(text))
    has_hashes = sum(line.startswith("#") for _, line in lines) >= 2
    _read_blocks(reader, lines, has_hashes=has_hashes)
    for raw in tabulars(text):
        reader.raw_tables.append((raw, _section_at(reader, raw.start)))
    reader.raw_tables.sort(key=lambda pair: pair[0].start)
    tables = tuple(_table(reader, raw, section) for raw, section in reader.raw_tables)
    figures = tuple(_figures(reader))
    return PaperText(text, reader.title or _first_line(text), tuple(reader.blocks), tables, figures)


def _lines(text: str) -> list[tuple[int, str]]:
    lines, at = [], 0
    for part in text.split("\n"):
        lines.append((at, part))
        at += len(part) + 1
    return lines


def _read_blocks(reader: _Reader, lines: list[tuple[int, str]], *, has_hashes: bool) -> None:
    at = 0
    while at < len(lines):
        line = lines[at][1]
        if not line.strip():
            at += 1
        elif _FENCE.match(line):
            at = _fence(reader, lines, at)
        elif line.strip().startswith(("$$", "\\[")):
            at = _math(reader, lines, at)
        elif "|" in line and at + 1 < len(lines) and is_delimiter(lines[at + 1][1]):
            at = _pipe_table(reader, lines, at)
        elif TABLE_BEGINS.match(line) and (last := _table_end(lines, at)) is not None:
            at = _close(reader, BlockKind.TABLE, lines, at, last)
        elif not _heading(reader, lines, at, has_hashes=has_hashes):
            at = _paragraph(reader, lines, at, has_hashes=has_hashes)
        else:
            at += 1


def _heading(reader: _Reader, lines: list[tuple[int, str]], at: int, *, has_hashes: bool) -> bool:
    offset, line = lines[at]
    titled = _TITLE.match(line) if not reader.blocks or offset < 400 else None
    if titled and not reader.title:
        reader.title = plain_cell(titled.group("title"))
        reader.blocks.append(Block(BlockKind.HEADING, offset, offset + len(line), reader.section))
        return True
    heading = heading_of(line, has_hashes=has_hashes)
    if heading is None:
        return False
    level, title = heading
    if not reader.title and line.startswith("#") and not re.search(r"\babstract\b", title, re.IGNORECASE):
        reader.title = re.sub(r"^title\s*:\s*", "", title, flags=re.IGNORECASE)
        reader.section = Section(title, SectionKind.FRONT, level)
        reader.blocks.append(Block(BlockKind.HEADING, offset, offset + len(line), reader.section))
        return True
    reader.section = section_under(title, level, reader.open_sections)
    reader.blocks.append(Block(BlockKind.HEADING, offset, offset + len(line), reader.section))
    return True


def _fence(reader: _Reader, lines: list[tuple[int, str]], at: int) -> int:
    opening = _FENCE.match(lines[at][1])
    mark = opening.group(1) if opening else "```"
    last = at + 1
    while last < len(lines) and not lines[last][1].strip().startswith(mark):
        last += 1
    return _close(reader, BlockKind.CODE, lines, at, min(last, len(lines) - 1))


def _math(reader: _Reader, lines: list[tuple[int, str]], at: int) -> int:
    closing = "$$" if lines[at][1].strip().startswith("$$") else "\\]"
    first = lines[at][1].strip()
    if first.count("$$") >= 2 or (closing == "\\]" and "\\]" in first):
        return _close(reader, BlockKind.MATH, lines, at, at)
    last = at + 1
    while last < len(lines) and closing not in lines[last][1] and last - at < 60:
        last += 1
    return _close(reader, BlockKind.MATH, lines, at, min(last, len(lines) - 1))


def _close(reader: _Reader, kind: BlockKind, lines: list[tuple[int, str]], first: int, last: int) -> int:
    end = lines[last][0] + len(lines[last][1])
    reader.blocks.append(Block(kind, lines[first][0], end, reader.section))
    return last + 1


def _pipe_table(reader: _Reader, lines: list[tuple[int, str]], at: int) -> int:
    last = at + 1
    while last + 1 < len(lines) and "|" in lines[last + 1][1] and lines[last + 1][1].strip():
        last += 1
    raw = pipe_table(lines[at : last + 1])
    reader.raw_tables.append((raw, reader.section))
    reader.blocks.append(Block(BlockKind.TABLE, raw.start, raw.end, reader.section))
    return last + 1


def _table_end(lines: list[tuple[int, str]], at: int) -> int | None:
    """The last line of the LaTeX or HTML table that begins here; None if nothing ends it."""
    opening = TABLE_BEGINS.match(lines[at][1])
    closing = f"\\end{{{opening.group('kind')}}}" if opening and opening.group("kind") else "</table>"
    for last in range(at, min(len(lines), at + _TABLE_LINES)):
        if closing in lines[last][1].lower():
            return last
    return None


def _paragraph(reader: _Reader, lines: list[tuple[int, str]], at: int, *, has_hashes: bool) -> int:
    """A paragraph, a list item, a figure line or a caption: up to a blank line or the next item."""
    offset, line = lines[at]
    if _IMAGE.search(line) and not re.sub(_IMAGE, "", line).strip(" *\\"):
        return _close(reader, BlockKind.FIGURE, lines, at, at)
    is_item = _ITEM.match(line) is not None
    last = at
    while last + 1 < len(lines):
        follower = lines[last + 1][1]
        if (
            not follower.strip()
            or _ITEM.match(follower)
            or _FENCE.match(follower)
            or _IMAGE.match(follower.strip())
        ):
            break
        if heading_of(follower, has_hashes=has_hashes) or follower.strip().startswith(("$$", "\\[")):
            break
        if "|" in follower and last + 2 < len(lines) and is_delimiter(lines[last + 2][1]):
            break
        if TABLE_BEGINS.match(follower):
            break
        last += 1
    kind = (
        BlockKind.CAPTION
        if _CAPTION.match(line) and len(line) < 600 and not is_item
        else BlockKind.ITEM
        if is_item
        else BlockKind.PARAGRAPH
    )
    if kind is BlockKind.CAPTION and not re.match(r"^[\W_]*[^\W_]+\.?\s*\d+\W*[.:*—-]", line):
        kind = BlockKind.PARAGRAPH
    end = lines[last][0] + len(lines[last][1])
    lead = _LEAD.match(line) or _COLON_LEAD.match(line)
    reader.blocks.append(
        Block(kind, offset, end, reader.section, lead.group("lead").strip(" :.") if lead else "")
    )
    return last + 1


def _section_at(reader: _Reader, offset: int) -> Section:
    section = reader.section if not reader.blocks else reader.blocks[0].section
    for block in reader.blocks:
        if block.start > offset:
            break
        section = block.section
    return section


def _table(reader: _Reader, raw: RawTable, section: Section) -> Table:
    """The table with the caption that stands right above or below it."""
    text = reader.text
    above = [b for b in reader.blocks if b.end <= raw.start][-1:]
    below = [b for b in reader.blocks if b.start >= raw.end][:1]
    for block in (*above, *below):
        hit = _TABLE_CAPTION.match(text[block.start : block.end])
        if hit:
            return Table(
                raw.start,
                raw.end,
                section,
                raw.header,
                raw.rows,
                text[block.start : block.end].strip("* "),
                hit.group("number"),
            )
    caption = latex_caption(text, raw.start, raw.end)
    if caption:
        return Table(raw.start, raw.end, section, raw.header, raw.rows, caption)
    near = text[above[0].start : above[0].end] if above and above[0].kind is not BlockKind.TABLE else ""
    return Table(raw.start, raw.end, section, raw.header, raw.rows, near[-300:].strip())


def _figures(reader: _Reader) -> list[Figure]:
    """The pictures with their captions: those right below, or right above where the paper puts them there."""
    hits = [hit for pattern in (_IMAGE, _GRAPHICS) for hit in pattern.finditer(reader.text)]
    hits.sort(key=lambda hit: hit.start())
    below = [_caption_after(reader, hit.end()) for hit in hits]
    above = [_caption_before(reader, hit.start()) for hit in hits]
    stand_above = all(above) and not all(below)
    captions = above if stand_above else below
    return [
        Figure(
            hit.start(),
            hit.end(),
            _section_at(reader, hit.start()),
            hit.group("target"),
            hit.groupdict().get("alt") or "",
            caption,
        )
        for hit, caption in zip(hits, captions, strict=True)
    ]


def _caption_after(reader: _Reader, end: int) -> str:
    block = next((b for b in reader.blocks if b.start >= end), None)
    return _as_caption(reader, block) if block is not None and block.start - end < _NEAR else ""


def _caption_before(reader: _Reader, start: int) -> str:
    block = next((b for b in reversed(reader.blocks) if b.end <= start), None)
    if block is None or start - block.end >= _NEAR:
        return ""
    last = reader.text.rfind("\n", block.start, block.end) + 1
    return _as_caption(reader, block) or _as_caption(reader, replace(block, start=max(last, block.start)))


def _as_caption(reader: _Reader, block: Block) -> str:
    text = reader.text[block.start : block.end]
    return text.strip("*_ \n") if _FIGURE_CAPTION.match(text) else ""


def _first_line(text: str) -> str:
    for line in text.split("\n")[:20]:
        if line.strip():
            return line.strip().strip("#* ")[:200]
    return ""
