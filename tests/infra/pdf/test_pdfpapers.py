"""PDF papers are shown as they are, and every word of their text has its place."""

import re
from collections.abc import Callable
from pathlib import Path

import pymupdf
import pytest

from mlrbench_gui.domain.errors import InputError
from mlrbench_gui.infra.pdf.pdfpapers import build_from_pdf, pdf_text
from mlrbench_gui.services.ports.papers import BuiltPaper
from tests.infra.pdf.conftest import bare, pages_of


def test_that_the_text_is_that_of_the_pages_joined_by_form_feeds(build: Callable[..., BuiltPaper]) -> None:
    pdf = build("words " * 900).pdf
    with pymupdf.open(stream=pdf) as document:
        expected = "\f".join(page.get_text("text", sort=False) for page in document)
    paper = build_from_pdf(pdf)
    assert paper.text == expected == pdf_text(pdf)
    assert paper.pdf is pdf
    assert paper.text.count("\f") >= 1


def test_that_a_locked_pdf_says_so() -> None:
    with pymupdf.open() as document:
        document.new_page()
        locked = document.tobytes(encryption=pymupdf.mupdf.PDF_ENCRYPT_AES_256, user_pw="x", owner_pw="y")
    with pytest.raises(InputError, match="password"):
        build_from_pdf(locked)


@pytest.mark.realdata
@pytest.mark.timeout(600)
def test_that_words_of_real_pdf_papers_are_covered_exactly(checkout: Path) -> None:
    for path in sorted((checkout / "ai_scientist_v2_papers").glob("**/iclr*.pdf"))[::3]:
        paper = build_from_pdf(path.read_bytes())
        pages = pages_of(paper.pdf)
        found = list(re.finditer(r"\S+", paper.text))[::41]
        wrong = [
            match[0] for match in found if pages.under(paper.places.rects(*match.span())) != bare(match[0])
        ]
        assert len(wrong) <= 0.01 * len(found), (path.name, wrong)
