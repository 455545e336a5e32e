"""Typst as a library: compiles with known fonts alone, and finds the formulas that it cannot set.

The compiler's root is a folder that holds this paper's prepared pictures and nothing else, so that no path in a
paper or in a converted formula reaches another file.
"""

import tempfile
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from mlrbench_gui.domain.errors import InputError
from mlrbench_gui.infra.pdf import maths
from mlrbench_gui.infra.pdf.fonts import fallback_families, fallback_folders
from mlrbench_gui.infra.pdf.literals import literal
from mlrbench_gui.infra.pdf.prelude import PRELUDE

if TYPE_CHECKING:
    import typst


@cache
def _fonts() -> "typst.Fonts":
    import typst

    return typst.Fonts(include_system_fonts=False, font_paths=[str(path) for path in fallback_folders()])


@cache
def _head() -> str:
    families = ", ".join(
        literal(name) for name in ("Libertinus Serif", *fallback_families(_fonts().families()))
    )
    return f"#let FONTS = ({families},)\n{PRELUDE}"


def typeset(body: str, files: Mapping[str, bytes]) -> bytes:
    """The PDF of a body under the prelude. Raises InputError with Typst's own words."""
    import typst

    with tempfile.TemporaryDirectory(prefix="mlrbench-paper-") as folder:
        for name, data in files.items():
            Path(folder, name).write_bytes(data)
        try:
            pdf: bytes = typst.compile(  # type: ignore[call-overload]
                (_head() + body).encode(),
                root=folder,
                font_paths=_fonts(),
                ignore_system_fonts=True,
                format="pdf",
                pdf_tags=False,
                timestamp=0,
            )
        except typst.TypstError as error:
            if "depth exceeded" in str(error.message):
                raise InputError("nested too deeply to be set; simplify its lists and quotes") from None
            raise InputError(f"the paper could not be set: {str(error.message)[:300]}") from None
    return pdf


def bad_formulas(formulas: Sequence[str], attempts: Mapping[str, int]) -> tuple[str, ...]:
    """Those of the formulas that Typst refuses, found by halving."""
    distinct = list(dict.fromkeys(formulas))

    def search(some: Sequence[str]) -> list[str]:
        if not some or _sets(some, attempts):
            return []
        if len(some) == 1:
            return list(some)
        half = len(some) // 2
        return search(some[:half]) + search(some[half:])

    return tuple(search(distinct))


def _sets(formulas: Sequence[str], attempts: Mapping[str, int]) -> bool:
    lines: list[str] = []
    files: dict[str, bytes] = {}
    for tex in formulas:
        converted = maths.convert(tex, attempts.get(tex, 0))
        if converted.typst is not None:
            lines.append(f"$ {converted.typst} $\n\n${converted.typst.strip()}$")
        elif converted.svg is not None:
            name = f"p{len(files)}.svg"
            files[name] = converted.svg
            lines.append(f"#image({literal(name)})")
    try:
        typeset("\n\n".join(lines), files)
    except InputError:
        return False
    return True
