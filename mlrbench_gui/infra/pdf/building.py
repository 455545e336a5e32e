"""A paper from its source to a finished PDF with its place map. Runs in the press's child process."""

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from mlrbench_gui.domain.errors import InputError
from mlrbench_gui.domain.places import PlaceMap
from mlrbench_gui.infra.pdf import maths
from mlrbench_gui.infra.pdf.document import Document
from mlrbench_gui.infra.pdf.emitter import Emitted, Emitter
from mlrbench_gui.infra.pdf.reading import read_paper
from mlrbench_gui.infra.pdf.typesetting import bad_formulas, typeset
from mlrbench_gui.services.ports.papers import BuiltPaper, PaperSource

if TYPE_CHECKING:
    import pymupdf

_SOFT_HYPHEN = re.compile(rb"<00AD>", re.IGNORECASE)


def build_paper(source: PaperSource) -> BuiltPaper:
    """Set a Markdown paper, or take a PDF as it is. Raises InputError naming the paper."""
    try:
        if source.pdf is not None:
            from mlrbench_gui.infra.pdf.pdfpapers import build_from_pdf

            return build_from_pdf(source.pdf)
        return _build(source.text or "", source.pictures)
    except InputError as error:
        raise InputError(f"{source.path}: {error}") from None
    except RecursionError:
        raise InputError(
            f"{source.path}: nested too deeply to be set; simplify its lists and quotes"
        ) from None


def _build(text: str, pictures: Mapping[str, bytes]) -> BuiltPaper:
    import pymupdf

    from mlrbench_gui.infra.pdf.readback import read_back

    document = read_paper(text)
    absent: frozenset[str] = frozenset()
    while True:
        emitted, marked = _typeset(document, pictures, absent)
        with pymupdf.open(stream=marked, filetype="pdf") as pdf:
            read = read_back(pdf, emitted.markers, text)
            if read.absent <= absent:
                return BuiltPaper(
                    pdf=_without_markers(pdf),
                    places=PlaceMap(read.placed, tuple((page.rect.width, page.rect.height) for page in pdf)),
                    text=text,
                    warnings=emitted.warnings,
                )
        absent |= read.absent


def _typeset(
    document: Document, pictures: Mapping[str, bytes], absent: frozenset[str]
) -> tuple[Emitted, bytes]:
    """Set the document; formulas that Typst refuses go to the next converter until all are set."""
    attempts: dict[str, int] = {}
    while True:
        emitted = Emitter(pictures, attempts, absent).emit(document)
        try:
            return emitted, typeset(emitted.body, emitted.files)
        except InputError:
            bad = [
                tex
                for tex in bad_formulas(emitted.formulas, attempts)
                if attempts.get(tex, 0) < maths.ATTEMPTS - 1
            ]
            if not bad:
                raise
            attempts.update({tex: attempts.get(tex, 0) + 1 for tex in bad})


def _without_markers(pdf: "pymupdf.Document") -> bytes:
    """The finished file: all links are markers, so all go."""
    for index in range(pdf.page_count):
        pdf.xref_set_key(pdf.page_xref(index), "Annots", "[]")
    _name_hyphens(pdf)
    data: bytes = pdf.tobytes(garbage=3, deflate=True, use_objstms=1, no_new_id=True)
    return data


def _name_hyphens(pdf: "pymupdf.Document") -> None:
    """Hyphens read as hyphens: Typst 0.15 names their glyph a soft hyphen if a broken word came first."""
    fonts = {font[0] for index in range(pdf.page_count) for font in pdf.get_page_fonts(index)}
    for font in fonts:
        kind, value = pdf.xref_get_key(font, "ToUnicode")
        if kind == "xref":
            xref = int(value.split()[0])
            names = pdf.xref_stream(xref)
            if names and b"<00AD>" in names.upper():
                pdf.update_stream(xref, _SOFT_HYPHEN.sub(b"<002D>", names))
