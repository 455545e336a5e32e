"""What a sentence ranks: each cue of comparison with its way, the words around it, and whom it is set against."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from mlrbench_gui.audit.rankings.bare import bare_words


class Way(StrEnum):
    """Which way the one that is spoken of is ahead."""

    BETTER = "better"
    WORSE = "worse"
    MORE = "more"
    LESS = "less"
    EQUAL = "equal"
    PERFECT = "perfect"


class Cue(StrEnum):
    """What kind of word makes the comparison."""

    NEXT = "next"
    BEATS = "beats"
    BEHIND = "behind"
    EQUAL = "equal"
    PERFECT = "perfect"
    TOP = "top"
    MORE = "more"
    CHANGE = "change"


@dataclass(frozen=True, slots=True)
class Comparison:
    """One comparison of a sentence.

    `subject` stands before the cue, `phrase` behind it and names the measure, `field` tells in what or on what it is
    made, `against` whom it is set against; `is_speed` for words that name no measure but time; `topic` is what the
    sentence says first that it speaks of; `word` is the cue itself.
    """

    way: Way
    cue: Cue
    subject: str
    phrase: str
    field: str
    against: str
    at: int
    end: int
    is_denied: bool = False
    is_passive: bool = False
    is_speed: bool = False
    is_noun: bool = False
    topic: str = ""
    word: str = ""
    is_added: bool = False

    @property
    def is_plain(self) -> bool:
        """Whether the words are a comparison in themselves: a change is one only where it is set against something."""
        is_told = self.is_noun and bool(self.field)
        return self.cue is not Cue.CHANGE or is_told or bool(self.against.strip())

    @property
    def head(self) -> str:
        """The phrase without what only explains it: `alignment` of `alignment with the wishes of users`."""
        return _EXPLAINS.split(self.phrase, maxsplit=1)[0]

    @property
    def is_alike(self) -> bool:
        """Whether the word tells of several that they are alike, none of them against the others."""
        return _ALIKE.match(self.word) is not None

    @property
    def is_lead(self) -> bool:
        """Whether the word itself sets a thing against all others: `the advantage of A`."""
        return _LEAD.match(self.word) is not None and self.phrase.lstrip().startswith(("of ", "by ", "for "))

    @property
    def is_top(self) -> bool:
        return self.cue in (Cue.TOP, Cue.NEXT)


_EXPLAINS = re.compile(
    r",?\s(?:with|to|between|that|by|as|after|through|via|may|can|could|is|are|was|were|"
    r"(?:suggest|indicat|demonstrat|reflect|show|highlight|validat|support)\w*)\s",
    re.IGNORECASE,
)
_QUALITY = r"stable|robust|accurate|efficient|consistent|diverse|calibrated|effective(?:ly)?|reliable"
_UNSTEADY = r"variable|volatile|erratic"
_CUE = re.compile(
    r"\b(?:(?P<next>followed(?: closely)? by|second[- ](?:best|highest|lowest))|"
    r"(?P<beats>out-?perform\w*|surpass\w*|exceed\w*|beat(?:s|en|ing)?|superiority)|"
    r"(?P<behind>under-?perform\w*|lag(?:s|ged|ging)? (?:\w+ )?behind|f[ae]ll(?:s|ing)? (?:\w+ )?short of|fell behind)|"
    r"(?P<equal>on par with|identical(?: to)?|match(?:es|ed|ing)?(?= (?:the|both|all|or|baseline)\b|"
    r" [A-Z])|tie[sd] with|the same \w+(?: \w+)? as|"
    r"no (?:significant |measurable |statistically significant |clear |discernible |noticeable |observable |"
    r"meaningful |visible |apparent )?differences?)|"
    r"(?P<perfect>perfect(?= (?:(?!its|the|their)[\w-]+ )?(?:accuracy|scores?|f1|precision|recall|pass|"
    r"success|performance|detection|results)))|"
    rf"(?P<top>(?:most|least) (?:{_QUALITY})|best|preferable|"
    r"preferred(?= (?:over|for|to)\b)|strongest|fastest|highest|largest|greatest|lowest|"
    r"smallest|fewest|worst|weakest|slowest|poorest|struggl(?:es|ed|ing) (?:the )?most)|"
    rf"(?P<more>higher|greater|larger|longer(?! context)|shorter|more (?:{_QUALITY}|{_UNSTEADY})|more(?= \w+ than)|"
    rf"better|superior|stronger|faster|quicker|cheaper|lower(?= )|smaller|fewer|less (?:{_QUALITY}|\w+)|"
    r"worse|weaker|slower|poorer|inferior)|"
    r"(?P<change>improv\w+|reduc(?:e[sd]?|ing|tions?)|lower(?:s|ed|ing)|decreas\w+|increas(?:e[sd]?|ing)|gains?|advantages?|"
    r"benefits?|degrad(?:ation|es?|ed)|boost(?:s|ed|ing)?|enhanc(?:es?|ed|ing|ements?)|overhead))\b",
    re.IGNORECASE,
)
_WAYS: tuple[tuple[re.Pattern[str], Way], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), way)
    for pattern, way in (
        (r"^perfect", Way.PERFECT),
        (
            rf"^(?:second.highest|high|larg|great|long|increas|overhead|more (?:{_UNSTEADY})|more$)",
            Way.MORE,
        ),
        (
            r"second.lowest|^lowest|^smallest|^fewest|^lower|^smaller|^shorter|^fewer|^reduc|^decreas",
            Way.LESS,
        ),
        (
            rf"^(?:least|less (?:{_QUALITY})|worse|worst|weak|struggl|slow|poor|inferior|degrad|under|lag|f[ae]ll)",
            Way.WORSE,
        ),
        (r"^less", Way.LESS),
        (r"^on par|^identical|^match|^tie|^the same|^no ", Way.EQUAL),
    )
)
_SPEED = re.compile(r"^(?:fast|slow|quick)", re.IGNORECASE)
_ALIKE = re.compile(r"identical|no .*differen", re.IGNORECASE)
_LEAD = re.compile(r"advantages?|superiority", re.IGNORECASE)
_NOUN = re.compile(
    r"(?:improvement|gain|reduction|advantage|benefit|degradation|enhancement)s?$", re.IGNORECASE
)
_AGAINST = re.compile(
    r"\b(?:than|(?:when )?compared (?:to|with|against)|in comparison (?:to|with)|over(?! time\b)|relative to|versus|"
    r"vs\.?|against)\s",
    re.IGNORECASE,
)
ELSEWHERE = re.compile(r"\s*(?:in|on|under|during|at|across)\s", re.IGNORECASE)
"""`Higher than in other settings`: the same thing elsewhere, no other thing."""
_STOP = re.compile(
    r"[;:]|,\s+and (?:fig|table)|,\s*(?:it|they|this|these|but|while|although|though|however|whereas|which|likely|"
    r"possibly|potentially|due|leading|with (?:[\w-]+ ){1,4}\w+ing|and (?:\w+ )?(?:is|are|was|were|shows?|achiev\w+)|"
    r"(?:suggest|indicat|demonstrat|reflect|show|confirm|highlight|underlin|validat|support)ing)\b|"
    r"\b(?:but|while|although|though|whereas|despite|because|since|due to|even when|when(?! compared))\b|\s[–—]\s|"
    r",\s(?:achieving|obtaining|reaching|attaining|yielding|resulting|scoring|making|providing|offering)\b|"
    r"\s(?:suggests?|indicates?|highlights?|implies|implied|validates?|confirms?|underscores?|underlines?)\s|"
    r"\sand (?:an? )?(?:more|less)\s(?!than\b)|\sand (?:would|will|can|could|may|might|performs?|performed)\s|"
    r",?\s(?:and|but) (?:is |was |also |remains )?(?:comparable|similar|competitive|close|on par) (?:to|with)\b",
    re.IGNORECASE,
)
_START = re.compile(
    r"[;:]\s|,\s*(?:but|while|although|though|however|whereas|and)\s|\b(?:but|while|although|though|whereas|that)\s|"
    r"\s[–—]\s|\.\s",
    re.IGNORECASE,
)
_FIELD = re.compile(
    r"\b(?:in terms of|with respect to|regarding|in|on|across|for|at|during|under|within|particularly|especially)\s",
    re.IGNORECASE,
)
_DENIED = re.compile(
    r"(?:\b(?:not(?! only\b)|never|no|fail\w*|without|nor|unable|neither|cannot)|n['’]t)\s+(?:\w+\s+){0,3}\W*$",
    re.IGNORECASE,
)
_NEXT = re.compile(
    r"[,;]\s|\b(?:but|while|whereas)\s|\band\s(?=(?:\w+ly\s+|also\s+)?(?:is|are|was|were|has|have|with|shows?|showed|achiev|yield|maintain|exhibit|"
    r"demonstrat|obtain|attain|reach|perform|outperform|surpass|reduc|improv|increas))",
    re.IGNORECASE,
)
_CONCEDED = re.compile(
    r"(?:^|[:.]\s)\W*(?:while|although|though|even though|whereas)\s[^,;]*$", re.IGNORECASE
)
_MAIN = re.compile(r",\s+(?=[`*]*[A-Z]|(?:the|our|it|its|there|this|these|we)\s)")
"""Where a sentence that opens with a concession comes to what it says: `while A is better, B …`."""
_OF_OTHERS = re.compile(
    r"\b(?:to|than|over|among|of|against|for|from|by|near|(?:competitive|compared|comparable|on par) with|"
    r"even|some)\s+(?:even\s+)?(?:the\s+|its\s+|their\s+|our\s+)?(?:\w+[- ])?$",
    re.IGNORECASE,
)
"""What makes a superlative tell of another one: `comparable to the best`, `one of the best`."""
_WANTED = re.compile(
    r"\b(?:room|needs?|scope|space|potential|opportunit(?:y|ies)) (?:for|of)\s(?:\w+ )?$", re.IGNORECASE
)
"""What makes a change one that is still to come: `room for improvement`."""
_LEADS_TO = re.compile(
    r"\b(?:led|leads?|leading|amounts?) to (?:the |its |their |our )?(?:\w+[- ])?$", re.IGNORECASE
)
_COMPARED = re.compile(
    r"\b(?:greatest|largest|highest|lowest|greater|larger|higher|lower) (?:\w+[- ]){1,3}$", re.IGNORECASE
)
"""What makes a change the measure of another comparison: `a higher error reduction`."""
_INSERTED = re.compile(
    r",\s(?:while|although|though|despite|even though)\s(?P<clause>[^,;:]{3,80}),\s"
    r"(?P<goes_on>(?:\w+ly\s+|also\s+|still\s+)?(?:had|has|have|shows?|showed|achiev\w+|yield\w*|obtain\w*|attain\w*|"
    r"reach\w*|exhibit\w*|demonstrat\w+|is|are|was|were)\b[^,;:]*)$",
    re.IGNORECASE,
)
"""A clause put between a name and what is said of it."""
_PASSIVE = re.compile(r"\b(?:is|are|was|were|been|being)\s+(?:\w+\s+)?$", re.IGNORECASE)
_NO_CUE = re.compile(
    r"best[- ]practices?|best of|best fitness|highest-\w+|at best|best-\w+|best[- ](?:baseline|method|"
    r"model)s?\b|faster-\w|lower bound|"
    r"higher[- ](?:level|order|dimension)|larger[- ]scale|lower[- ](?:level|dimension|rank)|"
    r"worst-?\s?(?:case|group|class|perform)|"
    r"improved (?:version|method)|better (?:understand|align\w* with)|smaller (?:models?|"
    r"\w+s)\b(?= (?:under|over))|increasing(?:ly)?\b|"
    r"(?:greatest|largest|highest|strongest|smallest|lowest|greater|larger|higher|smaller|lower) "
    r"(?:reductions?\b|(?:\w+ )?(?:improvement|gain|advantage|benefit|increase|decrease|degradation)s?\b)|"
    r"greater (?:emphasis|focus|role)|no differences? in how",
    re.IGNORECASE,
)


def find_comparisons(sentence: str) -> tuple[Comparison, ...]:
    """The comparisons of a sentence in order, the numbers that it gives along with them left out."""
    sentence = bare_words(sentence)
    hits = [
        hit
        for hit in _CUE.finditer(sentence)
        if not _NO_CUE.match(sentence, hit.start())
        and not (
            hit.lastgroup == "change" and _WANTED.search(sentence[max(0, hit.start() - 40) : hit.start()])
        )
        and not (
            hit.lastgroup == "change" and _COMPARED.search(sentence[max(0, hit.start() - 60) : hit.start()])
        )
        and not (
            hit.lastgroup == "top" and _tells_of_others(sentence[max(0, hit.start() - 40) : hit.start()])
        )
    ]
    return tuple(_comparisons(sentence, hits))


def _tells_of_others(before: str) -> bool:
    """Whether a superlative tells of another one: `close to the best`, but not `led to the best`."""
    return _OF_OTHERS.search(before) is not None and _LEADS_TO.search(before) is None


def _comparisons(sentence: str, hits: list[re.Match[str]]) -> Iterator[Comparison]:
    at = 0
    taken = 0
    for i, hit in enumerate(hits):
        if hit.start() < taken:
            continue
        limit = next((h.start() for h in hits[i + 1 :] if not _within(sentence, hit, h)), len(sentence))
        stopped = _STOP.search(sentence, hit.end(), limit)
        end = stopped.start() if stopped else limit
        main = (
            _MAIN.search(sentence, hit.end(), end) if _CONCEDED.search(sentence[at : hit.start()]) else None
        )
        end = main.start() if main is not None else end
        yield _comparison(sentence, hit, at, end)
        taken = hit.end()
        at = _next_subject(sentence, hit, limit)


def _within(sentence: str, hit: re.Match[str], later: re.Match[str]) -> bool:
    """Whether a later cue only tells of the one that is set against: `outperforms the best baseline`."""
    return (
        hit.lastgroup in ("beats", "behind")
        and re.fullmatch(r"\s+(?:both |all )?(?:the |a |its )?", sentence[hit.end() : later.start()])
        is not None
    )


def _next_subject(sentence: str, hit: re.Match[str], limit: int) -> int:
    """Where the next subject may begin: those that this one is set against are none."""
    comma = _NEXT.search(sentence, hit.end(), limit)
    return comma.end() if comma else limit


def _comparison(sentence: str, hit: re.Match[str], at: int, end: int) -> Comparison:
    cue = Cue(hit.lastgroup or "")
    behind = sentence[hit.end() : end]
    before = sentence[at : hit.start()]
    starts = [start.end() for start in _START.finditer(before)]
    subject = _subject(before, starts)
    against = _AGAINST.search(behind)
    is_between = behind.lstrip().startswith("between ")
    takes_object = cue in (Cue.BEATS, Cue.BEHIND, Cue.EQUAL) and (
        is_between or not hit.group().lower().startswith("no ")
    )
    phrase, field = behind, ""
    if against is not None:
        phrase = behind[: against.start()]
        rivals = behind[against.end() :]
    else:
        rivals = behind if takes_object else ""
    elsewhere = against is not None and ELSEWHERE.match(rivals) is not None
    rival_field = None if elsewhere else _FIELD.search(rivals)
    if rival_field is not None:
        field = rivals[rival_field.end() :]
        rivals = rivals[: rival_field.start()]
    own_field = _FIELD.search(phrase)
    if own_field is not None:
        field = f"{phrase[own_field.end() :]} , {field}"
        phrase = phrase[: own_field.start()]
    is_superior = hit.group().lower() == "superior" and not rivals.strip()
    return Comparison(
        way=_way(hit.group()),
        cue=Cue.TOP if is_superior else cue,
        subject=subject,
        phrase="" if takes_object else phrase,
        field=f"{_led_by(sentence[: hit.start()])} , {field}".strip(" ,"),
        against=rivals,
        at=hit.start(),
        end=end,
        is_denied=_DENIED.search(subject) is not None,
        is_passive=takes_object
        and _PASSIVE.search(subject) is not None
        and behind.lstrip().startswith("by "),
        is_noun=_NOUN.match(hit.group()) is not None,
        is_speed=_SPEED.match(hit.group()) is not None,
        topic=_led_by(sentence[: hit.start()]) or _titled(sentence[: hit.start()]),
        word=hit.group().lower(),
    )


def _subject(before: str, starts: Sequence[int]) -> str:
    """What stands before the cue, from where its clause begins; `A, while steady, had the …` goes on with A."""
    if not starts:
        return before
    inserted = _INSERTED.search(before)
    if (
        inserted is not None
        and inserted.end("clause") >= starts[-1]
        and not _CUE.search(inserted.group("clause"))
    ):
        return f"{before[: inserted.start()]} {inserted.group('goes_on')}"
    return before[starts[-1] :]


def _led_by(before: str) -> str:
    """`In terms of accuracy, A outperforms B`: the measure stands before the cue."""
    hit = re.match(
        r"\W*(?:in terms of|with respect to|regarding|on|for|in)\s(?P<what>[^,]{3,60}),",
        before,
        re.IGNORECASE,
    )
    return hit.group("what") if hit else ""


def _titled(before: str) -> str:
    """`Recall: A outperforms B`: a title in front of the sentence."""
    hit = re.match(r"\W*(?P<what>[^:.,;]{3,60}):\s", before)
    return hit.group("what") if hit else ""


def _way(cue: str) -> Way:
    return next((way for pattern, way in _WAYS if pattern.search(cue)), Way.BETTER)
