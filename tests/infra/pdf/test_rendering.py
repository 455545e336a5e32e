"""Pages as pixels: where pictures stand on them is told, so that a dark page can leave them as they are."""

import pymupdf
import pytest

from mlrbench_gui.infra.pdf.rendering import OpenDocuments, render_page


def pdf_with(picture: tuple[float, float, float, float]) -> bytes:
    """One page of 200 by 100 points with a red picture on it."""
    red = pymupdf.Pixmap(pymupdf.csRGB, (0, 0, 8, 8))
    red.clear_with(120)
    with pymupdf.open() as document:
        page = document.new_page(width=200, height=100)
        page.insert_text((20, 20), "Tides")
        page.insert_image(pymupdf.Rect(*picture), pixmap=red, keep_proportion=False)
        data: bytes = document.tobytes()
    return data


def test_that_a_picture_is_told_in_pixels_of_the_page() -> None:
    image = render_page(OpenDocuments(), pdf_with((50, 30, 150, 80)), 1, 2.0)
    assert image.pictures == ((100, 60, 300, 160),)


@pytest.mark.parametrize("picture", [(0, 0, 200, 100), (-5, -5, 205, 105)])
def test_that_a_picture_of_the_whole_page_is_a_scan(picture: tuple[float, float, float, float]) -> None:
    assert render_page(OpenDocuments(), pdf_with(picture), 1, 1.0).pictures == ()


def test_that_a_picture_that_leaves_the_page_is_told_as_far_as_it_is_on_it() -> None:
    image = render_page(OpenDocuments(), pdf_with((150, 50, 250, 150)), 1, 1.0)
    assert image.pictures == ((150, 50, 200, 100),)
