"""When a ranking may be denied: both sides, the measure and the scope are each told by their full names."""

import re
from collections.abc import Iterable, Sequence

from mlrbench_gui.audit.rankings.boards import Board, Measure
from mlrbench_gui.audit.rankings.cues import Comparison
from mlrbench_gui.audit.rankings.labels import Labels
from mlrbench_gui.audit.rankings.measures import ADJECTIVES, measure_words, own_words
from mlrbench_gui.audit.rankings.sides import Sides, Told
from mlrbench_gui.audit.text.measures import MEASURE
from mlrbench_gui.audit.text.words import GENERIC, STOP_WORDS, name_words

_CONDITION = re.compile(
    r"[\s,]*(?:even |only |especially |particularly )?(?:when|if|under|after|before|where|unless|given|once|until)\b",
    re.IGNORECASE,
)
"""What begins a condition behind a comparison that its own words do not hold."""
_EMPTY = frozenset(
    name_words(
        "performance results scores metrics values outcome measures terms respect related various multiple several "
        "baseline baselines method methods approach approaches model models variants configurations strategies "
        "systems competitors alternatives counterparts techniques other all both each every any rest "
        "slightly slight small substantial substantially modest significant significantly considerably consistent "
        "consistently notable notably clear clearly strong much far even also key primary main our proposed "
        "one two three four five six tested evaluated compared standard two-fold margin degree extent measured "
        "across most experiment experiments evaluation evaluations"
    )
)
_ADJECTIVES = ADJECTIVES | {"reliable": "reliability", "effective": "effectiveness"}
_QUALITY = re.compile(rf"(?:more|most|less|least) (?P<what>{'|'.join(_ADJECTIVES)})", re.IGNORECASE)
_SCOPES = frozenset(name_words("average mean median final initial overall total training relative retention"))
"""Words of a measure that change what it is: none of them is ever without meaning."""


def is_sure(board: Board, sides: Sides, named: int, *, knows: bool) -> bool:
    """Whether sides and measure are told so clearly that the comparison may be denied.

    `named` is how near the words stand that name the measure: 2 or 3 by the comparison, 0 where none does; `knows`
    tells that a file's labels are names of things.
    """
    by_measure = named >= 2 or (named == 0 and board.table >= 0)
    return sides.is_direct and sides.is_told and by_measure and (knows or board.table >= 0)


def is_explained(
    board: Board,
    labels: Labels,
    comparison: Comparison,
    measures: Sequence[Measure],
    told: Told,
    named: int,
) -> bool:
    """Whether every telling word of measure and scope has its place on the board, and each measure is told in full."""
    own = {word for measure in measures for part in measure for word in measure_words(part)}
    own |= {"".join(w[0] for w in measure_words(part)) for measure in measures for part in measure}
    around = own | set(measure_words(f"{board.about} {board.section}"))
    words = set(measure_words(f"{comparison.subject} {comparison.phrase} {comparison.field}")) | labels.words
    if named and not all(_is_told(measure, words) for measure in measures):
        return False
    scope = f"{comparison.field} {comparison.against}"
    quality = _QUALITY.match(told.sentence, comparison.at)
    if quality is not None and not own & set(name_words(_ADJECTIVES[quality.group("what").lower()])):
        return False
    return (
        not _unexplained(comparison.phrase, own | labels.words)
        and not _unexplained(scope, around | labels.words)
        and _CONDITION.match(told.sentence, comparison.end) is None
    )


def _unexplained(text: str, known: Iterable[str]) -> frozenset[str]:
    told = {word for word in measure_words(text) if not word.isdigit() and len(word) > 1}
    return frozenset(told - set(known) - STOP_WORDS - ((_EMPTY | GENERIC) - _SCOPES))


def _is_told(measure: Measure, words: set[str]) -> bool:
    """Whether the words have the full name of what was measured, or of the group of measures that it belongs to."""
    inner, *outer = [part for part in reversed(measure) if part]
    groups = [part for part in outer if MEASURE.search(part.replace("_", " "))]
    return any(own_words(part) <= words for part in (inner, *groups))
