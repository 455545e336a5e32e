"""Prompts: versioned texts in two parts with places to fill, and fences around what nobody vouches for.

A fence's mark is a hash over all that it encloses, so that no text can hold it, and equal inputs give equal prompts.
"""

import hashlib
import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from mlrbench_gui.domain.errors import InputError
from mlrbench_gui.domain.resources import resource
from mlrbench_gui.domain.values import Sha256

_PLACE = re.compile(r"\{\{(\w+)\}\}")
_PARTS = "\n=== user ===\n"
_DELIMITER = re.compile(r"\[(?=\[|/?INST\])|\](?=\])|<(?=\||</?SYS>>)|\|(?=>)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Prompt:
    """A prompt's text before it is filled; `sha256` is that of its file."""

    name: str
    system: str
    user: str
    sha256: Sha256

    @property
    def places(self) -> frozenset[str]:
        """The names of what is to be filled in."""
        return frozenset(_PLACE.findall(self.system + self.user))

    def filled(self, values: Mapping[str, str]) -> tuple[str, str]:
        """Both parts with their places filled, in one pass: a value that looks like a place is not filled in turn."""
        system, user = (_PLACE.sub(lambda hit: values[hit[1]], part) for part in (self.system, self.user))
        return system, user


def load_prompt(name: str, folder: str | None = None) -> Prompt:
    """The prompt of this name: from the folder if it is there, else the bundled one.

    Raises InputError for a file of the folder that cannot be used as one.
    """
    own = Path(folder) / f"{name}.md" if folder else None
    if own is None or not own.exists():
        return _bundled(name)
    try:
        found = _parsed(name, own.read_bytes())
    except (OSError, ValueError) as error:
        raise InputError(f"{own}: is no prompt: two parts with a line '=== user ===' between them") from error
    strange = found.places - _bundled(name).places
    if strange:
        raise InputError(
            f"{own}: knows no place {{{{{min(strange)}}}}}; places are "
            f"{', '.join(sorted(_bundled(name).places))}"
        )
    return found


def load_rubric(name: str) -> Prompt:
    """A bundled frame of the judges by its name; there are no own ones, as their scores are compared."""
    return _bundled(name, "rubrics")


@lru_cache(maxsize=32)
def rubric_text(name: str) -> str:
    """The bundled rubric of this name, as judges are told it."""
    return resource("rubrics", f"{name}.md").read_bytes().decode("utf-8").replace("\r\n", "\n").strip()


@lru_cache(maxsize=32)
def _bundled(name: str, folder: str = "prompts") -> Prompt:
    return _parsed(name, resource(folder, f"{name}.md").read_bytes())


def _parsed(name: str, data: bytes) -> Prompt:
    system, user = data.decode("utf-8").replace("\r\n", "\n").split(_PARTS)
    return Prompt(name, system, user.strip(), Sha256(hashlib.sha256(data).hexdigest()))


def mark_over(parts: Iterable[str]) -> str:
    """The mark of fences that enclose these texts."""
    return f"q{hashlib.sha256(chr(0).join(parts).encode()).hexdigest()[:12]}"


def fenced(mark: str, name: str, text: str) -> str:
    """The text within a fence that says what it is."""
    return f"[[{mark} {name}\n{text}\n{mark}]]"


def without_delimiters(text: str) -> str:
    """The text with all that a fence, or a model's own frame of a talk, could be taken for pulled apart."""
    return _DELIMITER.sub(lambda hit: f"{hit[0]} ", text)


def visible(text: str, most: int) -> str:
    """The text without control and invisible characters, lines kept, its middle left out above a length."""
    kept = "".join(
        sign
        for sign in text.encode("utf-8", "replace").decode().replace("\r\n", "\n")
        if sign in "\n\t" or unicodedata.category(sign)[0] != "C"
    ).strip()
    if len(kept) <= most:
        return kept
    half = most // 2
    return f"{kept[:half]}\n[… {len(kept) - 2 * half:,} characters left out …]\n{kept[-half:]}"
