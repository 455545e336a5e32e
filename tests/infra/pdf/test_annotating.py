"""Highlights are real annotations, one a claim, and another library counts as many."""

import io
from collections.abc import Callable

import pypdf

from mlrbench_gui.infra.pdf.annotating import annotated
from mlrbench_gui.services.ports.papers import BuiltPaper, Highlight


def highlight(span: tuple[int, int], note: str = "why", *, dashed: bool = False) -> Highlight:
    return Highlight(span, (0.2, 0.7, 0.3), dashed, "supported · measured", note)


def annotations(pdf: bytes) -> list[tuple[int, pypdf.generic.DictionaryObject]]:
    reader = pypdf.PdfReader(io.BytesIO(pdf))
    return [
        (number, item.get_object())
        for number, page in enumerate(reader.pages)
        for item in page.get("/Annots") or ()
        if item.get_object()["/Subtype"] == "/Highlight"
    ]


def numbers(item: pypdf.generic.PdfObject) -> list[float]:
    assert isinstance(item, pypdf.generic.ArrayObject)
    return [float(part) for part in item]


def test_that_each_highlight_is_one_annotation_whatever_it_covers(build: Callable[..., BuiltPaper]) -> None:
    text = "# T\n\n" + "Some words that go on and on for a long while. " * 300
    paper = build(text)
    spans = [(5, 9), (5, 400), (5, len(text) - 1), (0, 0), (len(text) + 10, len(text) + 20)]
    found = annotations(annotated(paper, [highlight(span, dashed=True) for span in spans], "# Report\n"))
    assert len(found) == len(spans)


def test_that_a_claim_over_two_pages_says_where_it_goes_on(build: Callable[..., BuiltPaper]) -> None:
    text = "Some words that go on and on for a long while. " * 200
    paper = build(text)
    assert len(paper.places.page_sizes) > 1
    ((page, item),) = annotations(annotated(paper, [highlight((0, len(text)))], ""))
    assert page == 0
    assert "page 2" in str(item["/Contents"])
    assert len(numbers(item["/QuadPoints"])) // 8 > 10


def test_that_the_annotation_carries_title_note_and_colour(build: Callable[..., BuiltPaper]) -> None:
    paper = build("A value of 87.4 % here.\n")
    ((page, item),) = annotations(
        annotated(paper, [highlight((11, 17), "evidence: a.json")], "# Front\n\ntext\n")
    )
    assert page == 1
    assert str(item["/T"]) == "supported · measured"
    assert str(item["/Contents"]) == "evidence: a.json"
    assert [round(part, 1) for part in numbers(item["/C"])] == [0.2, 0.7, 0.3]


def test_that_the_front_page_comes_first(build: Callable[..., BuiltPaper]) -> None:
    pdf = annotated(build("Paper text.\n"), [], "# Review report\n\n| a | b |\n|---|---|\n| 1 | 2 |\n")
    pages = pypdf.PdfReader(io.BytesIO(pdf)).pages
    assert "Review report" in pages[0].extract_text()
    assert len(pages) == 2
