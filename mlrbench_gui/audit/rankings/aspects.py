"""What of a series a comparison speaks of, where it is not its mean or last value: its peak, or how much it varies."""

import re
from dataclasses import replace

from mlrbench_gui.audit.rankings.boards import PEAK, SPREAD
from mlrbench_gui.audit.rankings.cues import Comparison

_WORDS = (
    (PEAK, re.compile(r"\bpeaks?(?:\s+values?)?(?=\s|$|\W)(?!\s+(?:memory|gpu|vram))", re.IGNORECASE)),
    (
        SPREAD,
        re.compile(r"\b(?:variability|volatility|fluctuations?|variable|volatile|erratic)\b", re.IGNORECASE),
    ),
)


def aspect_of(comparison: Comparison, sentence: str) -> str:
    """The aspect that the words of the comparison name, or nothing."""
    told = f"{sentence[comparison.at : comparison.at + 20].split(' of ', maxsplit=1)[0]} {comparison.phrase}"
    return next((aspect for aspect, words in _WORDS if words.search(told)), "")


def without_aspect(comparison: Comparison) -> Comparison:
    """The comparison without the words for the aspect: what remains names the measure."""
    phrase = comparison.phrase
    for _, words in _WORDS:
        phrase = words.sub("", phrase)
    return replace(comparison, phrase=phrase)
