"""What a sentence's words tell: whose fact it is, what sort of statement, where one number's words end."""

import re

from mlrbench_gui.audit.claims.statements import About
from mlrbench_gui.audit.numbers.printed import PrintedNumber
from mlrbench_gui.audit.text.paper import SectionKind
from mlrbench_gui.domain.values import ClaimKind

OURS = re.compile(
    r"\b(?:we|our|ours|this (?:paper|work|study)|the proposed|proposed (?:method|approach|framework)|in "
    r"this (?:paper|work|study)|"
    r"our (?:method|approach|experiments?|results?))\b",
    re.IGNORECASE,
)
CITATION = re.compile(
    r"\b[A-Z][\w'’-]+(?:\s+(?:et\s+al\.?|(?:and|&)\s+[A-Z][\w'’-]+))?,?\s*\(?\d{4}[a-z]?\)?|\[\d{1,3}(?:\s*[,–-]\s*\d{1,3})*\]|\\cite[tp]?\{"
)
_FUTURE = re.compile(
    r"\b(?:future (?:work|research|studies|directions?)|will (?:be|explore|investigate|extend|focus)|"
    r"(?:could|may|might|would) (?:be|also|further|help|yield|"
    r"lead|explore|include|enable)|plan to|we (?:envision|hope|expect|anticipate)|remains? to be|"
    r"promising direction)\b",
    re.IGNORECASE,
)
_REACHED = re.compile(r"\b(?:achiev|obtain|result)")
_REPORTS = re.compile(
    r"\b(?:experiments?|results?|findings|evaluations?)\b(?: [^,.;]{1,40}?)? (?:show|demonstrat|indicat|"
    r"suggest|reveal|confirm)\w*|"
    r"\b(?:the|our) current (?:implementation|results|experiments|version)\b",
    re.IGNORECASE,
)
_EXAMPLE = re.compile(
    r"\b(?:for example|for instance|e\.g\.|such as|suppose|imagine|consider (?:a|an|the))\b", re.IGNORECASE
)

RANKING = re.compile(
    r"\b(?:out-?perform\w*|surpass\w*|exceed\w*|superior\w*|beat(?:s|en|ing)?\b|(?:the\s+)?(?:best|highest|lowest|strongest|fastest|worst|weakest)\b|"
    r"state-of-the-art|better than|worse than|(?:higher|lower|greater|faster|slower|fewer|more \w+|less "
    r"\w+) than|second[- ]best|on par|comparable|"
    r"no (?:significant |measurable )?(?:difference|improvement)|rank(?:s|ed)? (?:first|second|highest)|"
    r"consistently (?:higher|lower|better))",
    re.IGNORECASE,
)
_DELTA = re.compile(
    r"\b(?:improv\w+|increas\w+|decreas\w+|reduc\w+|gain\w*|drop\w*|declin\w+|rise[sn]?|rose|fell|falls?|differen\w+|gap|boost\w*|rais\w+|lower\w*|"
    r"higher|better|worse|faster|slower|fewer|more|less|advantage|degrad\w+|sav\w+|speed-?up|overhead|"
    r"lead of|margin)\b",
    re.IGNORECASE,
)
_SETUP = re.compile(
    r"\b(?:epochs?|batch(?: size)?|learning rate|lr|seeds?|layers?|hidden|dimension\w*|heads?|folds?|"
    r"samples?|examples?|instances?|problems?|tasks?|datasets?|"
    r"questions?|prompts?|models?|gpus?|cpus?|tokens?|parameters?|temperature|top[-_ ]?[kp]|dropout|"
    r"weight decay|split|train\w*|test set|validation|iterations?|"
    r"steps?|runs?|trials?|rounds?|annotators?|participants?|users?|classes|categories|domains?|baselines?|methods?|configurations?|window|rank|alpha|beta|"
    r"lambda|gamma|tau|threshold|warm-?up|optimi[sz]er|adam\w*|sgd|patience|max(?:imum)?|budget|context "
    r"length|sequence length|images?|nodes?|edges?|agents?|"
    r"episodes?|agents|languages|documents?|passages?|clusters?|bins?|groups?|levels?|pairs?|items?)\b|\$[^$]*=[^$]*\$",
    re.IGNORECASE,
)
_RESULT = re.compile(
    r"\b(?:achiev\w+|obtain\w*|reach\w*|attain\w*|score[sd]?|yield\w*|accuracy|f1|precision|recall|auc|auroc|rouge|bleu|loss|error|rate|perplexity|mse|mae|rmse|"
    r"ece|brier|correlation|improv\w+|outperform\w*|result\w*|show\w*|demonstrat\w+|drop\w*|reduc\w+|"
    r"increas\w+|p[- ]?value|latency|time|seconds?|speed\w*)\b",
    re.IGNORECASE,
)
QUALITATIVE = re.compile(
    r"\b(?:demonstrat\w+|shows?|showed|reveal\w*|indicat\w+|confirm\w*|suggest\w*|exhibit\w*|effective\w*|robust\w*|consistent\w*|balanced|stable|significant\w*|"
    r"substantial\w*|improv\w+|reduc\w+|increas\w+|decreas\w+|fail\w*|converg\w+|correlat\w+|cluster\w*|"
    r"separat\w+|strong\w*|weak\w*|remain\w*|did not|does not)\b",
    re.IGNORECASE,
)
FIGURE_WORDS = re.compile(r"\b(?:fig(?:ure|\.)s?)\s*\d+", re.IGNORECASE)
DONE = re.compile(
    r"\b(?:we|our|all (?:models|experiments|methods)|models?|experiments?|each \w+|the (?:model|dataset|"
    r"experiments?|baselines?)|training|evaluation)\b.{0,60}?"
    r"\b(?:us(?:e[ds]?|ing)|utili[sz]\w*|leverag\w*|train\w*|evaluat\w*|fine-?tun\w*|implement\w*|compar\w*|collect\w*|annotat\w*|conduct\w*|construct\w*|generat\w*|sampl\w*|select\w*|"
    r"run|ran|adopt\w*|employ\w*|optimi[sz]\w*|split|measur\w*|is|are|was|were)\b",
    re.IGNORECASE | re.DOTALL,
)

_REACHES = re.compile(r"\b(?:achiev|outperform|improv)")
_CHANGES_BY = re.compile(
    r"(?:\bby\s+(?:about |approximately |roughly |over |up to |~|≈)*[\W_]*$)|(?:(?:improvements?|"
    r"reductions?|increases?|"
    r"decreases?|gains?|drops?|boosts?|differences?|gap|margin|declines?)\s+(?:of|in \w+ of|in \w+ \w+ of)\s+"
    r"\W*(?:\w+\W+){0,3}$)|(?:\b(?:improvement|reduction|increase|decrease|gain|drop|boost|decline|overhead)s?\b"
    r"[^.;,()\d]{0,40}\(\W*$)",
    re.IGNORECASE,
)
_CHANGE_AFTER = re.compile(
    r"(?:\W{1,3}[\d.]+)?\W{0,4}(?:%|percent|points?|percentage points?|pp)?\W{0,3}(?:relative |absolute |average )?"
    r"(?:improvements?|reductions?|increases?|decreases?|gains?|drops?|boosts?|higher|lower|better|worse|faster|slower|"
    r"fewer|more|less|declines?)\b",
    re.IGNORECASE,
)
_OWNER = re.compile(r"[\s%$]*\([^()\d]{1,40}\)")
"""The name in brackets after a number that tells whose it is: `0.53 (PCA)`."""
_STRONG = re.compile(r"[,;:()]|\s[–—-]\s|\b(?:and|while|whereas|but|vs\.?|versus|compared|against|from|to)\b")
_BREAK = re.compile(
    r"[,;:()]|\s[–—-]\s|\b(?:and|while|whereas|but|vs\.?|versus|compared|against|from|to|over|with|than|on|in|for|per|at|using)\b"
)


def about_of(sentence: str, section: SectionKind, lead: str, *, is_item: bool) -> About:
    """Whose fact the sentence tells, by its section and wording."""
    ours, cites = OURS.search(sentence) is not None, CITATION.search(sentence) is not None
    if section is SectionKind.REFERENCES or (section is SectionKind.RELATED and (cites or not ours)):
        return About.OTHERS
    if (section is SectionKind.FUTURE and not _REPORTS.search(sentence)) or (
        _FUTURE.search(sentence) and not _REACHED.search(sentence)
    ):
        return About.FUTURE
    background = section in (SectionKind.INTRODUCTION, SectionKind.FRONT) and not lead and not is_item
    if not ours and (background or (section is SectionKind.ABSTRACT and cites)):
        return About.OTHERS
    if section is SectionKind.METHOD and _EXAMPLE.search(sentence):
        return About.METHOD
    return About.RUN


def kind_of(sentence: str, near: str, number: PrintedNumber, section: SectionKind) -> ClaimKind:
    """What sort of statement a number makes."""
    if number.unit == "x":
        return ClaimKind.RATIO
    if number.role in ("from", "to") and _DELTA.search(sentence):
        return ClaimKind.DELTA
    if number.unit == "points" or _is_change(near, number):
        return ClaimKind.RATIO if number.unit == "%" else ClaimKind.DELTA
    counted = number.is_whole and number.unit is None and _SETUP.search(near) and not _RESULT.search(near)
    stated = section in (SectionKind.SETUP, SectionKind.METHOD) and not _REACHES.search(near)
    if stated or counted:
        return ClaimKind.SETUP
    return ClaimKind.RANKING if RANKING.search(near) and not number.spelled else ClaimKind.VALUE


def _is_change(near: str, number: PrintedNumber) -> bool:
    """`by 12 %`, `an improvement of 12 %`, `a 12 % reduction`."""
    at = max(near.find(number.text), 0)
    return bool(_CHANGES_BY.search(near[:at]) or _CHANGE_AFTER.match(near, at + len(number.text)))


def segments(sentence: str, numbers: list[PrintedNumber]) -> list[tuple[int, int]]:
    """A span for each number of the sentence: disjoint, in order, each with the words that make it a claim."""
    spans: list[tuple[int, int]] = []
    at = 0
    for i, number in enumerate(numbers):
        if i + 1 < len(numbers):
            following = numbers[i + 1].start
            owner = _OWNER.match(sentence, number.unit_end, following)
            after = owner.end() if owner else number.unit_end
            cut = _STRONG.search(sentence, after, following) or _BREAK.search(sentence, after, following)
            end = cut.start() if cut else following
        else:
            end = _tail(sentence, number.unit_end)
        spans.append(
            _trimmed(sentence, max(at, _head(sentence, at, number.start)), max(end, number.unit_end))
        )
        at = max(end, number.unit_end)
    return spans


def _head(sentence: str, at: int, start: int) -> int:
    """Where the words before the number begin: its own clause, if that has words enough to make a claim."""
    breaks = [
        at + hit.end() for hit in re.finditer(r"[,;:(]\s?|\b(?:while|whereas|but)\s", sentence[at:start])
    ]
    for cut in reversed(breaks):
        if len(re.findall(r"[A-Za-z]{2,}", sentence[cut:start])) >= 3:
            return cut
    if start - at <= 160:
        return at
    return start - len(sentence[start - 120 : start].split(" ", 1)[-1])


def _tail(sentence: str, end: int) -> int:
    cut = re.compile(
        r"[;]|,\s(?:while|whereas|but|which|and|demonstrating|indicating|suggesting|representing)\b|\.\s"
    ).search(sentence, end)
    stop = cut.start() if cut else len(sentence)
    if stop - end <= 90:
        return stop
    comma = sentence.find(",", end, end + 90)
    return comma if comma >= 0 else end + len(sentence[end : end + 80].rsplit(" ", 1)[0])


_TRIM = " \t\n\r,;:.(*_-–—"


def _trimmed(sentence: str, start: int, end: int) -> tuple[int, int]:
    """Without blanks and marks at the ends; a list mark or emphasis at the head is no part of a claim."""
    lead = re.compile(r"\s*(?:(?:[-*+•]|\(?\d{1,3}[.)])\s+)?(?:and\s+|while\s+|but\s+)?").match(
        sentence, start, end
    )
    start = lead.end() if lead and lead.end() < end else start
    while start < end and sentence[start] in " \t\n\r,;:*_–—":
        start += 1
    while end > start and sentence[end - 1] in _TRIM:
        end -= 1
    return start, max(end, start)
