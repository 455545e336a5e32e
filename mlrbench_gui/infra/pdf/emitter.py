"""A document to Typst: every word in a numbered marker, every sign of the paper in a string literal.

No text of the paper is ever Typst markup: words are string literals, formulas come checked from `maths`, pictures
have names of ours. Markers tell the read-back which characters of the source a link on the page stands for.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from mlrbench_gui.infra.pdf import maths
from mlrbench_gui.infra.pdf.document import (
    Block,
    Break,
    Caption,
    Chars,
    Code,
    Display,
    Divider,
    Document,
    Figure,
    Formula,
    Group,
    Heading,
    Inline,
    Item,
    Listing,
    Paragraph,
    Picture,
    Quote,
    Style,
    Table,
)
from mlrbench_gui.infra.pdf.literals import literal, words
from mlrbench_gui.infra.pdf.pictures import NotShown, Shown, prepared
from mlrbench_gui.infra.pdf.tables import cell_weights, column_aligns

_SHORT_TABLE = 16
"""Tables of so few rows, the head among them, are never broken over pages."""


@dataclass(frozen=True, slots=True)
class Marker:
    """What the link `s:<its number>` stands for: source span, and for text each shown character with its offset."""

    start: int
    end: int
    text: str = ""
    at: Sequence[int] = ()


@dataclass(frozen=True, slots=True)
class Emitted:
    """Typst source with its files, and what its markers mean. `formulas`: the TeX of each, in order."""

    body: str
    files: Mapping[str, bytes]
    markers: tuple[Marker, ...]
    formulas: tuple[str, ...]
    warnings: tuple[str, ...]


@dataclass(slots=True)
class Emitter:
    """Writes one document. `attempts` tells for a formula which converter to begin with; `absent` has no glyph."""

    pictures: Mapping[str, bytes]
    attempts: Mapping[str, int] = field(default_factory=dict)
    absent: frozenset[str] = frozenset()
    markers: list[Marker] = field(default_factory=list)
    files: dict[str, bytes] = field(default_factory=dict)
    formulas: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    _ready: dict[str, tuple[str, float]] = field(default_factory=dict)
    _replaced: set[str] = field(default_factory=set)

    def emit(self, document: Document) -> Emitted:
        """The whole document."""
        title = f"#set document(title: {literal(document.title or 'Paper')}, date: none)\n"
        body = title + self.blocks(document.blocks)
        if self._replaced:
            signs = ", ".join(f"U+{ord(char):04X}" for char in sorted(self._replaced))
            self.warnings.append(f"no font has {signs}; their names are printed instead")
        return Emitted(
            body,
            self.files,
            tuple(self.markers),
            tuple(self.formulas),
            (*document.warnings, *self.warnings),
        )

    # -- blocks

    def blocks(self, blocks: Sequence[Block]) -> str:
        """Blocks one after the other, as markup."""
        return "\n\n".join(self._block(block) for block in blocks)

    def _block(self, block: Block) -> str:  # noqa: C901, PLR0911 -- one case a kind
        match block:
            case Heading(level=level, content=content):
                return f"#heading(level: {level}, outlined: true)[{self.inlines(content)}]"
            case Paragraph(content=content, hanging=hanging):
                return self._paragraph(content, hanging=hanging)
            case Caption(content=content):
                return f"#p-caption[{self.inlines(content)}]"
            case Display(formula=formula, tail=tail):
                return self._display(formula, self.inlines(tail))
            case Figure(picture=picture):
                return self._figure(picture)
            case Table():
                return self._table(block)
            case Code():
                return self._code(block)
            case Listing():
                return self._list(block)
            case Quote(blocks=blocks):
                return f"#p-quote[{self.blocks(blocks)}]"
            case Divider():
                return "#p-rule()"
            case Group(blocks=blocks):
                return self._group(blocks)

    def _group(self, blocks: Sequence[Block]) -> str:
        if any(isinstance(block, Table) and len(block.rows) > _SHORT_TABLE for block in blocks):
            first, *rest = blocks
            if isinstance(first, Caption):
                return f"#p-tablegroup[#p-sticky[{self._block(first)}]\n\n{self.blocks(rest)}]"
            return f"#p-tablegroup[{self.blocks(blocks)}]"
        parts = [
            self._figure(block.picture, captioned=True) if isinstance(block, Figure) else self._block(block)
            for block in blocks
        ]
        return f"#p-group[{chr(10).join(parts)}]"

    def _paragraph(self, content: Sequence[Inline], *, hanging: bool) -> str:
        """A paragraph; display formulas and pictures within it stand on lines of their own."""
        parts: list[str] = []
        for piece in _pieces(content):
            if isinstance(piece, Formula):
                parts.append(self._display(piece, ""))
            elif isinstance(piece, Picture):
                parts.append(self._figure(piece))
            else:
                text = self.inlines(piece)
                parts.append(f"#p-hanging[{text}]" if hanging else f"#par[{text}]")
        return "\n\n".join(parts)

    def _display(self, formula: Formula, tail: str) -> str:
        converted = self._converted(formula)
        number = self._mark(Marker(formula.start, formula.end))
        body = self._formula_body(formula, converted, display=True)
        tag = "none" if converted.tag is None else f"[({self._plain(converted.tag)})]"
        return f"#p-display({number}, [{body}], [{tail}], {tag})"

    def _figure(self, picture: Picture, *, captioned: bool = False) -> str:
        """The picture with its alternative text below, which steps back where there is a caption."""
        shown = self._picture(picture.reference)
        number = self._mark(Marker(picture.start, picture.start + 1))
        if isinstance(shown, NotShown):
            body = self._missing(number, picture.reference, shown)
        else:
            name, width = shown
            body = f"#p-picture({number}, {literal(name)}, {width}pt)"
        caption = self.inlines(picture.alt)
        if not caption:
            return body
        if captioned:
            return f"{body}\n#p-alt[{caption}]"
        return f"#p-group[{body}\n#p-caption[{caption}]]"

    def _missing(self, number: int, reference: str, why: NotShown) -> str:
        return f"#p-missing({number}, [{self._plain(why.reason + ':')} #p-code[{self._plain(reference)}]])"

    def _picture(self, reference: str) -> tuple[str, float] | NotShown:
        """Name and width of the picture's file; equal references share one."""
        if reference in self._ready:
            return self._ready[reference]
        shown = prepared(reference, self.pictures)
        if isinstance(shown, NotShown):
            self.warnings.append(f"{reference}: {shown.reason}")
            return shown
        return self._add_file(reference, shown)

    def _add_file(self, key: str, shown: Shown) -> tuple[str, float]:
        name = f"p{len(self.files)}.{shown.suffix}"
        self.files[name] = shown.data
        self._ready[key] = (name, shown.width)
        return self._ready[key]

    def _table(self, table: Table) -> str:
        aligns = ", ".join(column_aligns(table))
        weights = ", ".join(f"{weight:.2f}" for weight in cell_weights(table))
        head, *rows = ["(" + "".join(f"[{self.inlines(cell)}], " for cell in row) + ")" for row in table.rows]
        return f"#p-table(({aligns},), ({weights},), {head}, ({''.join(row + ', ' for row in rows)}))"

    def _code(self, code: Code) -> str:
        label = "none" if code.language is None else f"[{self.inlines((code.language,), plain=True)}]"
        lines = [self._code_line(line) for line in code.lines]
        return f"#p-codeblock({label}, [{' #linebreak()'.join(lines)}])"

    def _code_line(self, line: Chars) -> str:
        text = line.text.expandtabs(4) if "\t" in line.text else line.text
        lead = len(text) - len(text.lstrip(" \t"))
        indent = f"#h({lead * 4.82:.1f}pt)" if lead else ""
        skip = len(line.text) - len(line.text.lstrip(" \t"))
        words = Chars(line.text[skip:], line.at[skip:])
        return (indent or "#h(0pt)") + self.inlines((words,), plain=True, spaced=True)

    def _list(self, listing: Listing) -> str:
        """Items one by one, without a frame around them: Typst bounds how deep frames may go."""
        gap = "0.62em" if listing.tight else "0.9em"
        last = len(listing.items) - 1
        return "".join(
            self._item(item, "0.8em" if not index else gap, "0.95em" if index == last else gap)
            for index, item in enumerate(listing.items)
        )

    def _item(self, item: Item, above: str, below: str) -> str:
        mark = "[•]" if item.mark is None else f"[{self.inlines((item.mark,))}]"
        first, rest = "", list(item.blocks)
        if rest and isinstance(rest[0], Paragraph):
            lead, others = _first_line(rest[0].content)
            rest.pop(0)
            first = self.inlines(lead)
            if others:
                rest.insert(0, Paragraph(others))
        more = f"[{self.blocks(rest)}]" if rest else "none"
        width = 15.0 if item.mark is None else max(15.0, 5.6 * len(item.mark.text) + 5.0)
        space = f"above: {above}, below: {below}"
        return f"#p-item({mark}, [{first}], {more}, indent: {width:.1f}pt, {space})\n"

    # -- inlines

    def inlines(self, content: Sequence[Inline], *, plain: bool = False, spaced: bool = False) -> str:
        """Runs as markup; `plain` without code's own font, `spaced` with every blank kept."""
        parts: list[str] = []
        for item in content:
            match item:
                case Chars():
                    parts.append(_styled(self._words(item, spaced=spaced), item.style, plain=plain))
                case Formula():
                    parts.append(self._inline_formula(item))
                case Picture():
                    parts.append(self._inline_picture(item))
                case Break(forced=forced):
                    parts.append(" #linebreak() " if forced else " ")
        return "".join(parts)

    def _words(self, chars: Chars, *, spaced: bool) -> str:
        parts: list[str] = []
        for start, end, blank in words(chars.text):
            if blank:
                gap = chars.text[start:end]
                parts.append("~" * (len(gap) - 1) + " " if spaced else " ")
                continue
            shown, at = self._visible(chars.text[start:end], chars.at[start:end])
            if at[0] < 0:
                parts.append(f"#{literal(shown)};")
                continue
            number = self._mark(Marker(at[0], at[-1] + 1, shown, at))
            call = "p-name" if any(sign in shown for sign in "_@/\\") else "p-word"
            parts.append(f"#{call}({number}, {literal(shown, breaks=True)});")
        return "".join(parts)

    def _visible(self, text: str, at: Sequence[int]) -> tuple[str, Sequence[int]]:
        """Characters that no font has, and control characters, become their names in brackets."""
        if not any(char in self.absent or char < " " or "\x7f" <= char < "\xa0" for char in text):
            return text, at
        shown: list[str] = []
        places: list[int] = []
        for char, place in zip(text, at, strict=True):
            name = char
            if char in self.absent or char < " " or "\x7f" <= char < "\xa0":
                self._replaced.add(char)
                name = _sign_name(char)
            shown.append(name)
            places.extend([place] * len(name))
        return "".join(shown), places

    def _plain(self, text: str) -> str:
        """Words of ours, or of the paper shown a second time: no marker."""
        words_only = " ".join(text.split())
        shown, _ = self._visible(words_only, range(len(words_only)))
        return " ".join(f"#{literal(word, breaks=True)};" for word in shown.split(" "))

    def _inline_formula(self, formula: Formula) -> str:
        converted = self._converted(formula)
        number = self._mark(Marker(formula.start, formula.end))
        body = self._formula_body(formula, converted, display=False)
        tag = f" ({self._plain(converted.tag)})" if converted.tag else ""
        return f"#p-maths({number}, [{body}]);{tag}"

    def _formula_body(self, formula: Formula, converted: maths.Converted, *, display: bool) -> str:
        if converted.typst is not None:
            return f"$ {converted.typst} $" if display else f"${converted.typst.strip()}$"
        if converted.svg is not None:
            name = f"p{len(self.files)}.svg"
            self.files[name] = converted.svg
            return f"#box(baseline: 25%, image({literal(name)}, height: {'2.4em' if display else '1.2em'}))"
        return f"#p-code[{self._plain(formula.tex.strip() or ' ')}]"

    def _converted(self, formula: Formula) -> maths.Converted:
        self.formulas.append(formula.tex)
        return maths.convert(formula.tex, self.attempts.get(formula.tex, 0))

    def _inline_picture(self, picture: Picture) -> str:
        shown = self._picture(picture.reference)
        number = self._mark(Marker(picture.start, picture.start + 1))
        alt = self.inlines(picture.alt)
        if isinstance(shown, NotShown):
            return f"#p-word({number}, [{self._plain(f'[{shown.reason}: {picture.reference}]')}]) {alt}"
        name, width = shown
        return f"#p-small-picture({number}, {literal(name)}, {min(width, 90.0)}pt) {alt}"

    def _mark(self, marker: Marker) -> int:
        self.markers.append(marker)
        return len(self.markers) - 1


def _styled(markup: str, style: Style, *, plain: bool) -> str:
    wraps: tuple[tuple[bool, Callable[[str], str]], ...] = (
        (style.code and not plain, lambda text: f"#p-code[{text}]"),
        (style.emphasis, lambda text: f"#emph[{text}]"),
        (style.strong, lambda text: f"#strong[{text}]"),
        (style.struck, lambda text: f"#strike[{text}]"),
        (style.small, lambda text: f"#p-small[{text}]"),
        (style.label, lambda text: f"#p-label[{text}]"),
    )
    for wanted, wrap in wraps:
        if wanted:
            markup = wrap(markup)
    return markup


def _first_line(content: Sequence[Inline]) -> tuple[tuple[Inline, ...], tuple[Inline, ...]]:
    """What stands beside an item's mark, and what needs lines of its own below."""
    for index, item in enumerate(content):
        if isinstance(item, Picture) or (isinstance(item, Formula) and item.display):
            return tuple(content[:index]), tuple(content[index:])
    return tuple(content), ()


def _pieces(content: Sequence[Inline]) -> Iterator[Sequence[Inline] | Formula | Picture]:
    """A paragraph cut at what needs lines of its own."""
    run: list[Inline] = []
    for item in content:
        if isinstance(item, Picture) or (isinstance(item, Formula) and item.display):
            if _shows(run):
                yield run
            run = []
            yield item
        else:
            run.append(item)
    if _shows(run):
        yield run


def _shows(run: Sequence[Inline]) -> bool:
    return any(
        isinstance(item, Formula | Picture) or (isinstance(item, Chars) and bool(item.text.strip()))
        for item in run
    )


def _sign_name(char: str) -> str:
    import unicodedata

    name = unicodedata.name(char, "")
    return f"[{re.sub(r'^CJK UNIFIED IDEOGRAPH-', 'U+', name).lower().replace('u+', 'U+') or f'U+{ord(char):04X}'}]"
