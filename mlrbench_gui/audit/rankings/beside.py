"""Sides that do not stand in their usual places: rivals told ahead of a comparison or in brackets, owners behind it."""

import re

from mlrbench_gui.audit.rankings.cues import Comparison, Cue
from mlrbench_gui.audit.rankings.labels import Labels

_AHEAD = re.compile(
    r"\b(?:(?:when |as |if )?compared (?:to|with|against)|in (?:contrast|comparison) (?:to|with)|unlike|relative to|"
    r"rather than|instead of|(?:selected|chosen|preferred|picked|favou?red) (?:over|to|instead of))\s+"
    r"(?:the\s+|both\s+)?[\W_]*$",
    re.IGNORECASE,
)
"""What stands before one that is set against what follows."""
_ASIDE = re.compile(
    r"\([^()]*?\b(?:vs\.?|versus|compared (?:to|with)|against)\s(?P<rivals>[^()]*)\)", re.IGNORECASE
)
_BARE = re.compile(
    r"[\W_]*(?:(?:despite|given|due to|because of|although|while|with)\s+)?(?:the|a|an)?\s*"
    r"(?:also |overall |most |more |"
    r"very |\w+ly |significant |notable |clear |consistent |substantial |performance )*",
    re.IGNORECASE,
)
"""What stands before a comparison that names whom it is about behind it: `the lower error of A`."""
_OWNS = re.compile(r"\b(?:of|for|by|from)\s+(?:the\s+|our\s+|both\s+)?(?:proposed\s+)?[\W_]*$", re.IGNORECASE)
_SUPERIOR = re.compile(r"superior", re.IGNORECASE)


def owners(labels: Labels, comparison: Comparison, sentence: str) -> frozenset[str]:
    """Whom a noun phrase is about that names them behind it: `the lower error of A`, `the gains shown by A`.

    `The lowest error of A` may as well be the lowest of those that A has, and names nobody.
    """
    is_noun = comparison.is_noun or comparison.cue in (Cue.MORE, Cue.BEATS)
    is_noun = is_noun or _SUPERIOR.match(sentence, comparison.at) is not None
    if not is_noun or _BARE.fullmatch(comparison.subject) is None:
        return frozenset()
    behind = sentence[comparison.at : comparison.end]
    if comparison.against.strip():
        behind = behind.split(comparison.against.strip()[:20], maxsplit=1)[0]
    owned = [s for s in labels.spoken(behind) if _OWNS.search(behind[: s.start])]
    return owned[0].labels if len(owned) == 1 else frozenset()


def set_against(labels: Labels, comparison: Comparison, sentence: str) -> frozenset[str]:
    """Those that a comparison is set against ahead of it (`compared to B, A is better`) or in brackets behind it."""
    aside = _ASIDE.search(sentence, comparison.at, comparison.end)
    spoken = labels.spoken(aside.group("rivals")) if aside is not None else []
    return frozenset(label for s in spoken for label in s.labels) or told_ahead(labels, comparison.subject)


def told_ahead(labels: Labels, text: str) -> frozenset[str]:
    """Labels behind the words that set something against them."""
    found: set[str] = set()
    for spoken in labels.spoken(text):
        if _AHEAD.search(text[: spoken.start]):
            found |= spoken.labels
    return frozenset(found)
