"""Who leads and who is behind in a comparison, as labels of one board."""

import re
from dataclasses import dataclass, replace

from mlrbench_gui.audit.rankings.beside import owners, set_against, told_ahead
from mlrbench_gui.audit.rankings.cues import ELSEWHERE, Comparison, Cue, Way, find_comparisons
from mlrbench_gui.audit.rankings.labels import OURS, Labels

_EVERYONE = re.compile(
    r"\b(?:all|both|each|two|three|four|five) (?:\w+ )?(?:models?|methods?|approaches|agents|systems|"
    r"variants|algorithms|"
    r"configurations|strategies|techniques)\b",
    re.IGNORECASE,
)
_OTHERS = re.compile(
    r"\b(?:baselines?|all|others?|existing|competing|alternatives?|methods|models|approaches|competitors|rest|any|every|"
    r"counterparts?|techniques|variants|configurations|strategies)\b",
    re.IGNORECASE,
)
_FOREIGN = re.compile(
    r"\b(?:traditional|conventional|human|prior|previous|expected|expectations?|chance|threshold|initial|original|pre-?train\w*|"
    r"before|targets?|time|epochs?|iterations?|years?|ground)\b",
    re.IGNORECASE,
)
_ONE_BASELINE = re.compile(
    r"\b(?:the|a|an|its|single|standard) (?:\w+ ){0,2}baseline\b(?!s| methods| models| approaches)",
    re.IGNORECASE,
)
_PRONOUN = re.compile(r"\b(?:it|its|they|this|these|their)\b", re.IGNORECASE)
_AT_START = re.compile(
    r"\W*(?:(?:however|moreover|furthermore|in addition),\s)?(?:it|its|they|their)\b", re.IGNORECASE
)
"""Such a sentence speaks of a thing named before it; the first name in it is another one's."""
_EXPERIMENTS = re.compile(
    r"\b(?:experiments?|results?|evaluations?|findings|validation|stud(?:y|ies))\b[^,;]*$", re.IGNORECASE
)
_PROPER = re.compile(r"\b(?:[A-Z]{2,}[\w-]*|[A-Z][a-z]+[A-Z]\w*)\b")
_SHOWS = re.compile(
    r"\W*(?:(?:the|our)\s+)?(?P<who>[^,;:]{2,60}?)\s+(?:\w+ly\s+)?(?:demonstrate|show|confirm|prove|illustrate)s?\s+that\s",
    re.IGNORECASE,
)
_CARRIED = re.compile(
    r"[\s*_`]*(?:model|method|approach|system|framework|variant|agent|configuration)?", re.IGNORECASE
)
_MORE_SO = re.compile(
    r"\b(?:more|less) [\w-]+ (?:models?|methods?|approaches|agents|systems|variants|algorithms|configurations|"
    r"strategies|techniques)\b",
    re.IGNORECASE,
)
"""`More adaptive models`: those of that name are set against all others."""
_PLAIN_ONE = re.compile(r"\W*(?:the )?(?:vanilla|base(?:line)?|plain)\b(?! \w*s\b)", re.IGNORECASE)
_BOTH = re.compile(r"\b(?:both|the two)\b", re.IGNORECASE)
_SHORT = 25
_NEAR = 60


@dataclass(frozen=True, slots=True)
class Sides:
    """The labels said to be ahead and those said to be behind.

    `is_told` where the words tell of both, `is_direct` where the leader is named right before the comparison.
    """

    own: frozenset[str]
    rivals: frozenset[str]
    is_told: bool
    is_direct: bool = True


@dataclass(frozen=True, slots=True)
class Told:
    """What stands around a comparison: its sentence up to it, the comparison before, the sentence before."""

    sentence: str
    before: str
    previous: Comparison | None = None


def sides_of(labels: Labels, comparison: Comparison, told: Told) -> Sides | None:
    """The sides on this board; None where it does not know both."""
    sides = _sides_of(labels, comparison, told)
    return replace(sides, is_direct=_is_direct(labels, comparison.subject)) if sides is not None else None


def _is_direct(labels: Labels, subject: str) -> bool:
    """Whether the leader is named right before: a pronoun behind its name may stand for another one."""
    spoken = labels.spoken(subject)
    if _PRONOUN.search(subject, spoken[-1].end if spoken else 0):
        return False
    return bool(labels.leading(subject)) or OURS.search(subject) is not None


def _sides_of(labels: Labels, comparison: Comparison, told: Told) -> Sides | None:
    if comparison.cue is Cue.NEXT:
        return _following(labels, comparison, told)
    own = _leaders(labels, comparison, told)
    if comparison.way in (Way.EQUAL, Way.PERFECT):
        return _alike(labels, comparison, own, f"{told.before} {told.sentence[: comparison.at]}")
    against = comparison.against
    behind = frozenset(label for s in labels.spoken(against) for label in s.labels)
    if not against.strip() and not comparison.is_top:
        behind = set_against(labels, comparison, told.sentence) or _set_before(labels, told)
    if comparison.is_passive:
        return Sides(behind, own, is_told=True) if behind and own and not behind & own else None
    if not own or own == labels.every or ELSEWHERE.match(against):
        return None
    if behind - own and not re.search(r"\b(?:all|any|every)? ?other\b|\ball\b", against, re.IGNORECASE):
        return Sides(own, behind - own, is_told=True)
    rivals = _unnamed_rivals(labels, comparison, own) or _ranked_before(labels, comparison, own, told)
    if behind - own:
        rivals |= behind - own
    is_told = bool(against.strip()) or comparison.is_top
    return Sides(own, rivals, is_told) if rivals else None


def _set_before(labels: Labels, told: Told) -> frozenset[str]:
    """`Compared to B, A is lower. It is faster`: a sentence on the same thing goes on with the same rivals."""
    return told_ahead(labels, told.before) if _AT_START.match(told.sentence) else frozenset()


def _following(labels: Labels, comparison: Comparison, told: Told) -> Sides | None:
    """`A is best, followed by B`: B is ahead of all but A. `A is second best`: of all but the leader: left open."""
    first = labels.leading(told.sentence[: comparison.at])
    spoken = labels.spoken(comparison.phrase or comparison.against)
    if not first or not spoken or first == labels.every:
        return None
    own = spoken[0].labels
    rest = labels.every - first - own
    return Sides(own, rest, is_told=True) if rest and not own & first else None


def _leaders(labels: Labels, comparison: Comparison, told: Told) -> frozenset[str]:
    """Who is spoken of: named right before, else by `our method`, else by what a pronoun or nothing stands for."""
    subject = comparison.subject
    own = labels.leading(subject)
    if own:
        return own
    if _EVERYONE.search(subject) and not comparison.is_top:
        return labels.every
    owners_behind = owners(labels, comparison, told.sentence)
    if owners_behind:
        return owners_behind
    names = _named_things(subject, labels)
    if OURS.search(subject) and not names:
        return labels.ours(subject)
    return frozenset() if names else _meant(labels, comparison, told)


def _meant(labels: Labels, comparison: Comparison, told: Told) -> frozenset[str]:
    """Whom a subject without a name means: the one named before it in the sentence, else in the sentence before."""
    subject = comparison.subject
    if _EXPERIMENTS.search(subject) and comparison.cue is Cue.CHANGE:
        return labels.ours()
    if not (_PRONOUN.search(subject) or len(subject.strip()) < _SHORT):
        return _shown_by(labels, comparison, told) if comparison.is_top else frozenset()
    earlier = labels.leading(_without_rivals(told, comparison))
    if earlier:
        return frozenset() if _AT_START.match(told.sentence) else earlier
    if told.previous is not None:
        return frozenset()
    ahead = told_ahead(labels, told.before)
    lead = [spoken for spoken in labels.spoken(told.before) if not spoken.labels <= ahead]
    return lead[0].labels if lead else labels.ours(told.before)


def _shown_by(labels: Labels, comparison: Comparison, told: Told) -> frozenset[str]:
    """`A shows that joining both is best` ranks A, if nothing else stands before `shows`."""
    shown = _SHOWS.match(told.sentence, 0, comparison.at)
    if shown is None or told.sentence.find(comparison.subject) < shown.end():
        return frozenset()
    spoken = labels.spoken(shown.group("who"))
    rest = shown.group("who")[spoken[0].end :] if len(spoken) == 1 else ""
    alone = len(spoken) == 1 and not shown.group("who")[: spoken[0].start].strip(" *_`")
    return spoken[0].labels if alone and _CARRIED.fullmatch(rest) else frozenset()


def _ranked_before(labels: Labels, comparison: Comparison, own: frozenset[str], told: Told) -> frozenset[str]:
    """`A is best, followed by B. C is lower`: a bare comparison goes on with those that the sentence before ranks."""
    is_bare = comparison.cue is Cue.MORE and not comparison.against.strip()
    if not is_bare or not labels.leading(comparison.subject) or not find_comparisons(told.before):
        return frozenset()
    return frozenset(label for s in labels.spoken(told.before) for label in s.labels) - own


def _without_rivals(told: Told, comparison: Comparison) -> str:
    """The sentence up to the comparison; of the part that an earlier one takes up only its subject."""
    if told.previous is None or not told.previous.against.strip():
        return told.sentence[: comparison.at]
    return told.sentence[: told.previous.at]


def _alike(labels: Labels, comparison: Comparison, own: frozenset[str], around: str) -> Sides | None:
    behind = frozenset(
        label for s in labels.spoken(comparison.against or comparison.phrase) for label in s.labels
    )
    if comparison.way is Way.PERFECT:
        return Sides(own, own, is_told=True) if own else None
    is_of_both = not behind - own and _BOTH.search(around) is not None and comparison.is_alike
    if is_of_both and len(labels.labels) == 2 and labels.plain():
        first, second = labels.labels
        return Sides(frozenset({first}), frozenset({second}), is_told=True)
    if not own and len(behind) > 1:
        own = frozenset(sorted(behind)[:1])
    if behind - own:
        return Sides(own, behind - own, is_told=True) if own else None
    if len(own) > 1:
        first = next(label for label in labels.labels if label in own)
        return Sides(frozenset({first}), own - {first}, is_told=True)
    base = labels.baselines() - own
    if own and base and re.search(r"\bbaselines?\b", comparison.against, re.IGNORECASE):
        return Sides(own, base, is_told=True)
    return None


def _unnamed_rivals(labels: Labels, comparison: Comparison, own: frozenset[str]) -> frozenset[str]:
    """The others: all of them for a superlative, the baselines or the rest where the words say so."""
    rest = labels.every - own
    if comparison.is_top:
        return rest
    if comparison.against.strip():
        return _by_words(labels, comparison.against[:_NEAR], own)
    if comparison.cue in (Cue.BEATS, Cue.BEHIND):
        return rest if comparison.field or comparison.is_lead else frozenset()
    if len(labels.every) == 2 or _MORE_SO.search(comparison.subject):
        return rest
    base = labels.baselines()
    if base and not own & base:
        return base
    tells = comparison.cue is Cue.MORE or comparison.is_denied or comparison.is_lead
    return rest if tells and labels.are_known else frozenset()


def _by_words(labels: Labels, against: str, own: frozenset[str]) -> frozenset[str]:
    """Those whom words without a name mean: `the baseline`, `all other methods`, `the standard one` of two."""
    rest = labels.every - own
    base = labels.baselines() - own
    if _named_things(against, labels):
        return frozenset()
    if _PLAIN_ONE.match(against) and len(base) == 1:
        return base
    if _ONE_BASELINE.search(against) and (base or len(rest) == 1):
        return base or rest
    if _OTHERS.search(against) and not _FOREIGN.search(against):
        return rest - labels.beyond(own)
    return rest if len(rest) == 1 and re.search(r"\bstandard\b", against, re.IGNORECASE) else frozenset()


def _named_things(text: str, labels: Labels) -> bool:
    """Whether the words name something that is no label: a proper name in mixed case or capitals."""
    spoken = labels.spoken(text)
    return any(
        not any(s.start < hit.end() and hit.start() < s.end for s in spoken) for hit in _PROPER.finditer(text)
    )
