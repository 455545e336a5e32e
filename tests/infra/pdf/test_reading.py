"""How Markdown is taken apart: headings without `#`, lists, captions, tables, references."""

from mlrbench_gui.infra.pdf import document as doc
from mlrbench_gui.infra.pdf.document import plain_text
from mlrbench_gui.infra.pdf.reading import read_paper

PLAIN = """Title: On Things

Abstract
We do things.

1. Introduction
Text of it.
Our steps are:
1. A first step that is long and ends with a full stop.
2. A second step.

2. Methodology
2.1 Layers
More text.

• one bullet
• another bullet

3. References
[1] First, A. (2020).
[2] Second, B. (2021).
""".replace("Abstract\n", "Abstract  \n")


def headings(text: str) -> list[tuple[int, str]]:
    return [
        (block.level, plain_text(block.content).strip())
        for block in read_paper(text).blocks
        if isinstance(block, doc.Heading)
    ]


def test_that_numbered_lines_are_headings_and_lists_stay_lists() -> None:
    assert headings(PLAIN) == [
        (1, "Title: On Things"),
        (4, "Abstract"),
        (2, "1. Introduction"),
        (2, "2. Methodology"),
        (3, "2.1 Layers"),
        (2, "3. References"),
    ]
    lists = [block for block in read_paper(PLAIN).blocks if isinstance(block, doc.Listing)]
    assert [len(block.items) for block in lists] == [2, 2]


def test_that_entries_of_the_references_hang() -> None:
    entries = [b for b in read_paper(PLAIN).blocks if isinstance(b, doc.Paragraph) and b.hanging]
    assert [plain_text(entry.content)[:3] for entry in entries] == ["[1]", "[2]"]


def test_that_hash_headings_turn_numbered_lines_into_list_items() -> None:
    text = "# T\n\n## A\n\n1. Introduction\n\n## B\n"
    assert [title for _, title in headings(text)] == ["T", "A", "B"]


def test_that_a_bold_line_is_a_heading_and_a_bold_caption_is_not() -> None:
    text = "# T\n\n**Setup**\n\ntext\n\n**Table 1: Things**\n\n| a |\n|---|\n| 1 |\n"
    assert headings(text)[1:] == [(2, "Setup")]
    group = read_paper(text).blocks[-1]
    assert isinstance(group, doc.Group)
    assert isinstance(group.blocks[0], doc.Caption)


def test_that_a_figure_takes_the_caption_below_it() -> None:
    blocks = read_paper("![alt](a.png)\n\nFigure 1: What it shows.\n").blocks
    assert len(blocks) == 1
    assert isinstance(blocks[0], doc.Group)


def test_that_captions_above_their_figures_stay_with_them() -> None:
    text = "Figures 1-2 compare.  \nFigure 1: First.  \n![a](a.png)  \nFigure 2: Second.  \n![b](b.png)\n"
    blocks = read_paper(text).blocks
    assert [type(block).__name__ for block in blocks] == ["Paragraph", "Group", "Group"]
    for block, name in zip(blocks[1:], ("First.", "Second."), strict=True):
        assert isinstance(block, doc.Group)
        caption, figure = block.blocks
        assert isinstance(caption, doc.Caption)
        assert isinstance(figure, doc.Figure)
        assert name in plain_text(caption.content)


def test_that_short_items_of_a_list_are_no_headings() -> None:
    text = "1. Introduction\n\ntext\n\n- Dataset: News (50 queries)\n- **Metrics**\n"
    assert headings(text) == [(2, "1. Introduction")]
    last = read_paper(text).blocks[-1]
    assert isinstance(last, doc.Listing)
    assert all(isinstance(item.blocks[0], doc.Paragraph) for item in last.items)


def test_that_money_is_not_maths() -> None:
    (block,) = read_paper("It costs $5 and $10, but $x$ is maths.\n").blocks
    assert isinstance(block, doc.Paragraph)
    assert [item.tex for item in block.content if isinstance(item, doc.Formula)] == ["x"]


def test_that_display_maths_interrupts_a_paragraph_and_keeps_its_full_stop() -> None:
    blocks = read_paper("Text\n$$\na = b\n$$.\nwhere c.\n").blocks
    assert [type(block).__name__ for block in blocks] == ["Paragraph", "Display", "Paragraph"]
    display = blocks[1]
    assert isinstance(display, doc.Display)
    assert plain_text(display.tail) == "."


def test_that_html_link_definitions_and_indented_text_are_kept_as_text() -> None:
    text = "<Contract> here\n\n[1]: http://x.y/z\n\n1. a\n\n        deep text\n"
    shown = " ".join(
        plain_text(block.content) for block in read_paper(text).blocks if isinstance(block, doc.Paragraph)
    )
    assert "<Contract>" in shown
    assert "[1]: http://x.y/z" in shown


def test_that_offsets_survive_carriage_returns_and_escapes() -> None:
    text = "A\\*b\r\nc **d**\r\n\r\n| x \\| y | z |\r\n|---|---|\r\n| `p` | q |\r\n"
    for block in read_paper(text).blocks:
        cells = [cell for row in block.rows for cell in row] if isinstance(block, doc.Table) else []
        content = block.content if isinstance(block, doc.Paragraph) else tuple(i for c in cells for i in c)
        for item in content:
            assert isinstance(item, doc.Chars | doc.Break)
            if isinstance(item, doc.Chars):
                assert [text[at] for at in item.at] == list(item.text)
