"""TeX to Typst: the first converter whose result may be used, and never anything that leaves the formula.

Converters are tried in order: tex2typst, tylax, a picture by ziamath, the TeX as code. A result is refused when it
could reach code (`#`, `std`), end the formula (`$`), or hide text (comments), whatever the paper says.
"""

import re
import warnings
from dataclasses import dataclass
from functools import lru_cache

_TAG = re.compile(r"\\tag\*?\s*\{([^{}]*)\}")
_LABEL = re.compile(r"\\(?:label|nonumber|notag)(?:\s*\{[^{}]*\})?")
_COMMENT = re.compile(r"(?<!\\)%[^\n]*(?:\n|$)")
_BIG = re.compile(r"\\(?:[bB]igg?[lrm]?)(?![a-zA-Z])")
_WORD_FONT = re.compile(
    r"\\(?:mathrm|operatorname\*?|textsf|texttt|textrm|mathsf|mathtt|mbox)\s*\{([A-Za-z][\w\s.:-]+)\}"
)
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_ENVIRONMENT = re.compile(r"\\(begin|end)\{(equation|align|gather|multline|eqnarray)\*?\}")
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
_FORBIDDEN = re.compile(
    r"[#$@`]|//|/\*|\*/|\b(?:std|sys|eval|read|include|import|plugin|image|link|metadata|label)\b|<[A-Za-z]"
)
_WORDS = re.compile(r"#text\[([\w .,:-]*)\]")
_NORM = re.compile(r"bar\.v\.double ([^,;\"]{1,90}?) bar\.v\.double")
"""Two double bars around something: as `norm` they stand close to it."""

_MAX_TEX = 6000


@dataclass(frozen=True, slots=True)
class Converted:
    """How to set a formula: Typst maths, or a picture, or neither (then the TeX is shown as code)."""

    typst: str | None = None
    svg: bytes | None = None
    tag: str | None = None


@lru_cache(maxsize=4096)
def convert(tex: str, attempt: int = 0) -> Converted:
    """The formula by the converter number `attempt` or the first after it that gives a usable result."""
    clean, tag = cleaned(tex)
    if len(tex) > _MAX_TEX or not clean:
        return Converted(tag=tag)
    for converter in (_by_tex2typst, _by_tylax)[attempt:]:
        typst = converter(clean)
        if typst is not None and is_safe(typst):
            return Converted(typst=typst, tag=tag)
    if attempt <= ATTEMPTS - 2:
        return Converted(svg=_by_ziamath(clean), tag=tag)
    return Converted(tag=tag)


ATTEMPTS = 4


def cleaned(tex: str) -> tuple[str, str | None]:
    r"""TeX without what no converter knows or needs, and the text of its `\\tag`."""
    found = _TAG.search(tex)
    text = _TAG.sub("", _COMMENT.sub(" ", tex))
    text = _LABEL.sub("", text)
    text = _ENVIRONMENT.sub(lambda match: f"\\{match[1]}{{aligned}}", text)
    text = _BIG.sub("", text)
    text = (
        text.replace(r"\lVert", r"\|")
        .replace(r"\rVert", r"\|")
        .replace(r"\lvert", "|")
        .replace(r"\rvert", "|")
    )
    text = _THOUSANDS.sub(r"\\text{,}", text.replace("{,}", r"\text{,}"))
    text = text.replace(r"\!", "").replace(r"\xspace", "")
    text = _WORD_FONT.sub(lambda match: f"\\text{{{match[1]}}}", text)
    return text.strip(), found[1].strip() if found else None


def is_safe(typst: str) -> bool:
    """Whether converted maths stays maths: no code, no end of the formula, no comment, balanced strings."""
    bare = _STRING.sub('""', typst.replace("\\\\", "  "))
    bare = re.sub(r"\\.", " ", bare, flags=re.DOTALL)
    return bare.replace('""', "").count('"') == 0 and not _FORBIDDEN.search(bare)


def _by_tex2typst(tex: str) -> str | None:
    import tex2typst

    try:
        typst = str(tex2typst.tex2typst(tex, non_strict=True, frac_to_slash=False, optimize=True))
    except (ValueError, RuntimeError, RecursionError):
        return None
    return _NORM.sub(lambda match: f"norm({match[1]})" if _balanced(match[1]) else match[0], typst)


def _balanced(typst: str) -> bool:
    """Whether brackets within are closed, so that the text may be an argument."""
    return all(typst.count(left) == typst.count(right) for left, right in ("()", "[]", "{}"))


def _by_tylax(tex: str) -> str | None:
    import tylax

    try:
        options = tylax.L2TOptions(frac_to_slash=False, preamble_omit=True)
        return _WORDS.sub(r'"\1"', str(tylax.latex_to_typst(tex, options=options)).strip())
    except (ValueError, RuntimeError, RecursionError):
        return None


def _by_ziamath(tex: str) -> bytes | None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # ziamath 0.13 reads its font in the old way
        import ziamath

    try:
        return str(ziamath.zmath.Latex(tex, size=20).svg()).encode()
    except Exception:  # noqa: BLE001 -- any failure of a converter means the next one
        return None
