"""Names of stored values: which are results, and which two names stand for one thing."""

import re

from mlrbench_gui.audit.text.measures import MEASURE

_NO_RESULT = re.compile(
    r"time|second|duration|latency|memory|overhead|cost|step|epoch|fpr|tpr|grid|axis|learning|\blr\b|threshold|"
    r"temperature|weight|config|setting|schedule|prior|target",
    re.IGNORECASE,
)
_SAME_THING = re.compile(
    r"(?<![a-z])(?:best|final|all|overall|total|mean|average|avg|copy|last|latest|history|raw|selected)(?![a-z])",
    re.IGNORECASE,
)
_PIECES = re.compile(r"[\W_]+")
_REPEAT = re.compile(
    r"(?:^|_)(?:seed|run|trial|fold|repeat|repetition)s?(?:_?(?:id|no|number))?$", re.IGNORECASE
)
"""Names of what is done several times over."""


def is_result(name: str) -> bool:
    """Whether a name is that of a result, not of a setting, a time or an axis."""
    return MEASURE.search(name.replace("_", " ")) is not None and _NO_RESULT.search(name) is None


def are_two_things(one: str, other: str) -> bool:
    """Whether two names stand for two methods, models or data: no part, sum, repeat or measure of one thing."""
    if one.isdigit() or other.isdigit() or _SAME_THING.search(one) or _SAME_THING.search(other):
        return False
    rests = [
        [piece for piece in _PIECES.split(name) if piece and not MEASURE.search(piece)]
        for name in (one, other)
    ]
    return all(rests) and rests[0] != rests[1]


def counts_repeats(name: str) -> bool:
    """Whether a name counts seeds, runs or folds."""
    return _REPEAT.search(name) is not None
