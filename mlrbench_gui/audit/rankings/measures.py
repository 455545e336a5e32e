"""Which measures a ranking speaks of, and which way of each is the better one."""

import re
from collections.abc import Iterable, Sequence, Set
from functools import lru_cache

from mlrbench_gui.audit.rankings.boards import Measure
from mlrbench_gui.audit.text.measures import MEASURE
from mlrbench_gui.audit.text.words import GENERIC, STOP_WORDS, name_words

_LESS = re.compile(r"↓|lower is better|\(lower\)|\\downarrow", re.IGNORECASE)
_MORE = re.compile(r"↑|higher is better|\(higher\)|\\uparrow", re.IGNORECASE)
_LOWER = re.compile(
    r"loss|error|perplexity|\bppl|\bmse|\bmae|rmse|\bece\b|\bnll\b|brier|latency|(?<![a-z])times?(?![a-z])|runtime|"
    r"duration|seconds|memory|cost|\bwer\b|\bcer\b|\bfid\b|distance|regret|hallucinat|toxicity|bias|\bgap\b|variance|"
    r"overhead|violation|disparit|false|\bmiss|drop|forgetting|flops|davies|bouldin|contradict|failure|bugs?\b|"
    r"flake8|\bdist\b|\bdb\b|divergence|\bkl\b|confusion|shortcut|spurious|parameters|\bparams|"
    r"retrieval frequency|attack",
    re.IGNORECASE,
)
_SURELY_LOWER = re.compile(
    r"hallucinat|toxic|bias|error|\bloss|contradict|disparit|brier|davies|spurious", re.IGNORECASE
)
_HIGHER = re.compile(
    r"detect|f1|accuracy|precision|recall|\bauc|correct|reduction|savings?|robust|per[_ ]second|throughput|saved|"
    r"improvement|\bsim|\bmap\b|mrr|ndcg|bleu|rouge|\bpass|p@|r@|precision|silhouette|ari\b|nmi\b|reward|\bem\b|correlation|"
    r"transfer|true_|resistance|score$|speed|success|satisf|trust|"
    r"transparen|calibrat|quality|fidelity|coverage|exact[_ ]match|"
    r"diversity|stability|alignment|adaptab|retention|\bacc\b|\bwga\b",
    re.IGNORECASE,
)
_OUTSIDE = re.compile(r"\bout[-‐-― _]?of[-‐-― _]?distribution\b", re.IGNORECASE)
_INSIDE = re.compile(r"\bin[-‐-― _]distribution\b|\bID(?= )", re.IGNORECASE)
_MAXIMUM = re.compile(r"\b(?P<what>max|min)im(?:um|al)\b", re.IGNORECASE)
_PART = re.compile(r"[;,]|\band\b|\bas well as\b|\bwhile\b|\bor\b")
ADJECTIVES = {
    "stable": "stability",
    "robust": "robustness",
    "accurate": "accuracy",
    "calibrated": "calibration",
    "efficient": "efficiency",
    "diverse": "diversity",
    "consistent": "consistency",
}
_ADJECTIVE = re.compile(rf"\b(?:{'|'.join(ADJECTIVES)})", re.IGNORECASE)
_ITEM = re.compile(r"^[a-z]+[_ ]\d+$", re.IGNORECASE)
"""`problem_16` names an item that was measured, not the measure."""
_TIMES = frozenset(name_words("time runtime latency duration seconds speed throughput"))
_RUNNING = frozenset(name_words("eval evaluation inference test validation"))
_SPLITS = frozenset(name_words("train test validation"))
_COSTS = frozenset(name_words("cost computational compute overhead expensive cheaper"))
_NO_NAME = GENERIC | frozenset(
    name_words(
        "performance results scores metrics values outcome outcomes measures tasks task dataset datasets "
        "overall approach training "
        "baseline baselines average mean raw "
        "variants slightly slight small substantial modest significant significantly "
        "consistent consistently notable meaningful clear strong general good level levels set sets settings setting "
        "state art alternatives alone among key primary main our proposed"
    )
)
_SLIGHT = frozenset(name_words("slightly slight significantly significant consistently much far overall"))
_HALF = 0.5


def is_lower_better(measure: Measure, about: str = "") -> bool:
    """Whether less is better; `error detection accuracy` is no error, a score of anything no cost."""
    whole = " ".join(measure)
    if _LESS.search(whole) or _MORE.search(whole):
        return _LESS.search(whole) is not None
    last = next((part for part in reversed(measure) if part), "")
    if _SURELY_LOWER.search(last) and not _detects(last):
        return True
    told = re.sub(r"(?<=[a-z])(?=[A-Z])|_", " ", last)
    if _HIGHER.search(told) or _HIGHER.search(last):
        return False
    if _LOWER.search(told):
        return True
    whole = whole.replace("_", " ")
    if _HIGHER.search(whole):
        return False
    return _LOWER.search(whole) is not None or (len(measure) == 1 and _LESS.search(about) is not None)


@lru_cache(maxsize=4096)
def is_told_way(measure: Measure, about: str = "") -> bool:
    """Whether it is known which way of the measure is the better one."""
    told = re.sub(r"(?<=[a-z])(?=[A-Z])|_", " ", " ".join(measure))
    known = (_LESS, _MORE, _LOWER, _HIGHER)
    return any(pattern.search(told) for pattern in known) or _LESS.search(about) is not None


def fits_verb(measure: Measure, text: str) -> bool:
    """Whether a time is one of what is spoken of: `trains faster` tells nothing of the time of an evaluation."""
    told, own = set(name_words(text)), {word for part in measure for word in name_words(part)}
    return not ("train" in told and own & _RUNNING and "train" not in own)


def _detects(text: str) -> bool:
    return re.search(r"detect|reduc|accuracy|f1|precision|recall", text, re.IGNORECASE) is not None


def named_measures(
    measures: Iterable[Measure], phrase: str, labels: frozenset[str] = frozenset()
) -> list[Measure]:
    """Measures that the phrase names: of each item of a list those that share most of their words with it.

    `labels` are the words of the labels: they name who is compared, not by what.
    """
    known = list(measures)
    found: dict[Measure, None] = {}
    for item in _PART.split(phrase):
        found |= dict.fromkeys(_named(known, _told(item), labels))
    if not found:
        found |= dict.fromkeys(_named(known, _told(phrase), labels))
    return list(found)


def in_group(measures: Iterable[Measure], phrase: str) -> list[Measure]:
    """`Task performance`: the measures of the group that is called so, though none of its words names a measure."""
    words = {word for word in name_words(phrase) if word not in _SLIGHT}
    if len(words) < 2 or words - _NO_NAME:
        return []
    return [m for m in measures if len(m) > 1 and any(words <= set(name_words(part)) for part in m[:-1])]


def items_named(measures: Iterable[Measure], phrase: str, labels: frozenset[str] = frozenset()) -> int:
    """How many items of the phrase's list name a measure."""
    known = list(measures)
    return sum(1 for item in _PART.split(phrase) if _named(known, _told(item), labels))


def explained(phrase: str, measures: Sequence[Measure], about: str, labels: frozenset[str]) -> float:
    """The share of the phrase's telling words that the measures, what tells of their board, or its labels have."""
    told = {w for w in measure_words(phrase) if not w.isdigit() and w not in _NO_NAME and len(w) > 1} - labels
    if not told:
        return 1.0
    held = {word for measure in measures for part in measure for word in measure_words(part)}
    held |= set(measure_words(about)) | {part.lower() for measure in measures for part in measure}
    initials = {"".join(w[0] for w in measure_words(part)) for measure in measures for part in measure}
    spoken = {w for w in told if w in held or w in initials or w in _TIMES | _COSTS}
    if _ADJECTIVE.search(phrase) or any(i in held for i in _initials(phrase)):
        return max(len(spoken) / len(told), _HALF)
    return len(spoken) / len(told)


def is_touched(measure: Measure, text: str) -> bool:
    """Whether the text has at least half the words of what was measured: a condition's name alone is no measure's."""
    inner, *outer = [part for part in reversed(measure) if part]
    groups = [part for part in outer if MEASURE.search(part.replace("_", " "))]
    words = _told(text)
    parts = groups if _ITEM.search(inner) else [inner, *groups]
    return any(_mostly(own, words) for part in parts if (own := own_words(part)))


def telling_words(phrase: str) -> frozenset[str]:
    """The words of a phrase that may name a measure."""
    return frozenset(w for w in name_words(phrase) if not w.isdigit() and w not in _NO_NAME and len(w) > 1)


@lru_cache(maxsize=16384)
def measure_words(text: str) -> tuple[str, ...]:
    """The words of a text or name, in and out of distribution, maximum and minimum written in one way."""
    return name_words(_MAXIMUM.sub(r"\g<what> ", _OUTSIDE.sub(" ood ", _INSIDE.sub(" iid ", text))))


@lru_cache(maxsize=2048)
def _told(text: str) -> frozenset[str]:
    words = set(measure_words(text))
    for adjective, noun in ADJECTIVES.items():
        if re.search(rf"\b{adjective}", text, re.IGNORECASE):
            words.update(name_words(noun))
    if words & _COSTS:
        words |= {*_TIMES, *name_words("memory flops parameters")}
    return frozenset({*words, *_initials(text)})


def _initials(text: str) -> Iterable[str]:
    """`out-of-distribution` is what `OOD` stands for."""
    tokens = re.findall(r"[A-Za-z]+", text)
    for size in (2, 3, 4):
        for at in range(len(tokens) - size + 1):
            yield "".join(token[0] for token in tokens[at : at + size]).lower()


def _named(measures: Sequence[Measure], words: frozenset[str], labels: frozenset[str]) -> list[Measure]:
    told = {word for word in words if not word.isdigit() and word not in _NO_NAME}
    if not told - labels:
        return []
    scored = [(_score(measure, told, labels), measure) for measure in measures]
    best = max((score for score, _ in scored), default=(0.0, 0))
    if best[0] < _HALF:
        return []
    found = [measure for score, measure in scored if score[0] >= best[0] - 0.1 and score[1] >= best[1]]
    return [measure for measure in found if _has_all(measure, words)] or found


def is_whole(measure: Measure, phrase: str) -> bool:
    """Whether the phrase has a name of several words with all of them, also those that tell little: `pass rate`."""
    return _has_all(measure, frozenset(measure_words(phrase)))


def _has_all(measure: Measure, words: frozenset[str]) -> bool:
    own = set(measure_words(next((part for part in reversed(measure) if part), "")))
    return len(own) > 1 and own <= words


def _score(measure: Measure, told: set[str], labels: frozenset[str]) -> tuple[float, int]:
    """The share of a part's own words that are told, and how many words of all parts are."""
    shares = []
    for part in measure:
        own = own_words(part) - labels or own_words(part)
        if own:
            shares.append((len(own & told) / len(own), len(own & told)))
    return (max((s for s, _ in shares), default=0.0), sum(n for _, n in shares))


@lru_cache(maxsize=16384)
def own_words(part: str) -> frozenset[str]:
    """The words of a part that tell: short forms in brackets beside their long ones count once."""
    bare = re.sub(r"\s*\([^)]*\)", "", part)
    words = frozenset(measure_words(bare)) - _NO_NAME
    return words or frozenset(measure_words(part)) - GENERIC - STOP_WORDS


def of_split(measures: Sequence[Measure], phrase: str) -> list[Measure]:
    """Of measures on several splits of the data those on the one that the phrase names."""
    told = _SPLITS.intersection(measure_words(phrase))
    kept = [m for m in measures if told & {word for part in m for word in measure_words(part)}]
    return kept if told and kept else list(measures)


def within_conditions(measures: Sequence[Measure], phrase: str) -> list[Measure]:
    """Where measures differ in words (data sets, splits, conditions) and the phrase has some of them, only those."""
    told = _told(phrase)
    kept = list(measures)
    depth = max((len(measure) for measure in measures), default=0)
    for at in range(depth):
        parts = {measure[at] for measure in kept if len(measure) > at}
        words = {part: set(measure_words(part)) - GENERIC for part in parts}
        shared = set.intersection(*words.values()) if words else set()
        spoken = {
            p
            for p, own in words.items()
            if own - shared and (own - shared) & told and _mostly(own - shared, told)
        }
        if spoken and len(parts) > len(spoken):
            kept = [measure for measure in kept if len(measure) <= at or measure[at] in spoken]
    return kept


def _mostly(own: Set[str], told: frozenset[str]) -> bool:
    return len(own & told) / len(own) >= _HALF
