"""What a model is asked about one claim. Text of the run is fenced: it may carry orders or a ready-made verdict.

The fence's mark is a hash over all that it encloses, so that no text can hold it, and equal claims give equal prompts.
"""

import hashlib
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from mlrbench_gui.domain.audit import Claim, Evidence
from mlrbench_gui.domain.resources import resource
from mlrbench_gui.domain.values import Sha256
from mlrbench_gui.services.ports import ModelRequest
from mlrbench_gui.services.reporting.context import around
from mlrbench_gui.services.reporting.places import place_words

PROMPT = "opinion-1"
"""The prompt's file; another wording is another file, as opinions name the one that they answer."""

_CANDIDATES = 8
_QUOTE, _PART = 800, 240
_PLACE = re.compile(r"\{\{(\w+)\}\}")


@dataclass(frozen=True, slots=True)
class OpinionPrompt:
    """A request with the mark that its reply must repeat, and the hash of all that is sent."""

    request: ModelRequest
    mark: str
    sha256: Sha256

    @property
    def most_tokens(self) -> int:
        """More than the prompt can be: a token is at least one byte, and a few frame the messages."""
        return len((self.request.system + self.request.user).encode()) + 32


def opinion_prompt(claim: Claim, text: str, *, model: str, reply_tokens: int) -> OpinionPrompt:
    """The prompt for a claim with the words around it in the paper's text and its candidates."""
    before, after = around(text, claim.span)
    material = {
        "section": [claim.section or "without a title"],
        "statement": [claim.quote],
        "around": [f"{before}{claim.quote}{after}"],
        "candidates": [_candidate(item) for item in claim.evidence[:_CANDIDATES]],
    }
    plain = {name: [_plain(part, _QUOTE) for part in parts] for name, parts in material.items()}
    mark = _mark(claim, plain)
    values = {name: _fenced(parts, mark, name) for name, parts in plain.items() if name != "section"}
    section = _fenced(plain["section"], mark, "section")
    values |= {
        "mark": mark,
        "kind": claim.kind.value,
        "section": section,
        "count": str(len(plain["candidates"])),
    }
    system, user = (_filled(part, values) for part in _template())
    digest = hashlib.sha256("\0".join((model, system, user)).encode()).hexdigest()
    return OpinionPrompt(ModelRequest(system, user, reply_tokens), mark, Sha256(digest))


@cache
def _template() -> tuple[str, str]:
    text = resource("prompts", f"{PROMPT}.md").read_text(encoding="utf-8")
    system, user = text.split("\n=== user ===\n")
    return system, user.strip()


def _filled(template: str, values: Mapping[str, str]) -> str:
    """One pass, so that a value that looks like a place is not filled in turn."""
    return _PLACE.sub(lambda hit: values[hit[1]], template)


def _candidate(item: Evidence) -> str:
    parts = (
        ("value", "none" if item.value is None else str(item.value)),
        ("name", item.name),
        ("file", item.path),
        ("place", place_words(item.locator)),
        ("computed as", item.formula or ""),
        ("made by", item.provenance.value.replace("_", " ")),
    )
    return "; ".join(f"{name}: {_plain(text, _PART)}" for name, text in parts if text)


def _mark(claim: Claim, plain: Mapping[str, Sequence[str]]) -> str:
    content = "\0".join(
        (claim.kind, claim.fingerprint, *(part for parts in plain.values() for part in parts))
    )
    return f"q{hashlib.sha256(content.encode()).hexdigest()[:12]}"


def _fenced(parts: Sequence[str], mark: str, name: str) -> str:
    if not parts:
        return "none"
    return "\n".join(f"[[{mark} {name}\n{part}\n{mark}]]" for part in parts)


def _plain(text: str, most: int) -> str:
    """Text that cannot pass for a fence: no doubled brackets, no control or invisible characters, cut to a length."""
    visible = "".join(
        " " if sign.isspace() else sign
        for sign in text.encode("utf-8", "replace").decode()
        if sign.isspace() or unicodedata.category(sign)[0] != "C"
    )
    flat = " ".join(visible.split()).replace("[[", "[ [").replace("]]", "] ]")
    return flat if len(flat) <= most else f"{flat[: most - 1]}…"
