"""What a model is asked about one claim. Text of the run is fenced: it may carry orders or a ready-made verdict.

The fence's mark is a hash over all that it encloses, so that no text can hold it, and equal claims give equal prompts.
"""

import hashlib
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from mlrbench_gui.domain.audit import Claim, Evidence
from mlrbench_gui.domain.values import Sha256
from mlrbench_gui.services.ports.models import ModelRequest
from mlrbench_gui.services.prompts import fenced, load_prompt, mark_over
from mlrbench_gui.services.reporting.context import around
from mlrbench_gui.services.reporting.places import place_words

PROMPT = "opinion-1"
"""The prompt's file; another wording is another file, as opinions name the one that they answer."""

_CANDIDATES = 8
_QUOTE, _PART = 800, 240


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
    mark = mark_over((claim.kind, claim.fingerprint, *(part for parts in plain.values() for part in parts)))
    values = {name: _fenced(parts, mark, name) for name, parts in plain.items() if name != "section"}
    section = _fenced(plain["section"], mark, "section")
    values |= {
        "mark": mark,
        "kind": claim.kind.value,
        "section": section,
        "count": str(len(plain["candidates"])),
    }
    system, user = load_prompt(PROMPT).filled(values)
    digest = hashlib.sha256("\0".join((model, system, user)).encode()).hexdigest()
    return OpinionPrompt(ModelRequest(system, user, reply_tokens), mark, Sha256(digest))


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


def _fenced(parts: Sequence[str], mark: str, name: str) -> str:
    return "\n".join(fenced(mark, name, part) for part in parts) or "none"


def _plain(text: str, most: int) -> str:
    """Text that cannot pass for a fence: no doubled brackets, no control or invisible characters, cut to a length."""
    visible = "".join(
        " " if sign.isspace() else sign
        for sign in text.encode("utf-8", "replace").decode()
        if sign.isspace() or unicodedata.category(sign)[0] != "C"
    )
    flat = " ".join(visible.split()).replace("[[", "[ [").replace("]]", "] ]")
    return flat if len(flat) <= most else f"{flat[: most - 1]}…"
