"""What a paper's words say of its figures: which number each has, whether a sentence tells, and what it speaks of."""

import re
from collections.abc import Sequence

from mlrbench_gui.audit.claims.figures import NUMBERED, mentioned
from mlrbench_gui.audit.plots.figures import DrawnFigure
from mlrbench_gui.audit.text.paper import Figure, PaperText
from mlrbench_gui.audit.text.words import GENERIC, name_words

_JUDGES = re.compile(
    r"\b(?:increas\w+|decreas\w+|drop(?:s|ped|ping)|ris(?:e|es|ing)|falls?|declin\w+|converg(?:es?|ed|ing)|remain\w*|grow\w*|"
    r"outperform\w*|superior\w*|better|worse|best|worst|higher|lower|highest|lowest|faster|slower|more|less|fewer|"
    r"consistent\w*|stable|steady|steadily|volatile|smooth\w*|flat|clear(?:ly)?|significant\w*|substantial\w*|poor\w*|"
    r"strong\w*|weak\w*|similar\w*|comparable|fail\w*|confirm\w*|suggest\w*|indicat\w*|demonstrat\w*|reveal\w*|"
    r"highlight\w*|valid|advantage\w*|effective\w*|improv(?:es|ed|ing)|degrad(?:es|ed|ing)|no|not|maintain\w*|"
    r"observe|abrupt\w*|patterns?|trends?|show\w* (?:\w+ )?(?:improvement|degradation|gains?))\b",
    re.IGNORECASE,
)
_SIMULATED = re.compile(
    r"\bsimulat\w+ (?:results?|experiments?|data|evaluation|training|stud(?:y|ies)|performance|numbers)\b|"
    r"\b(?:results?|experiments?|numbers|figures|data) (?:are|is|were|was) (?:simulated|synthetic|illustrative)\b",
    re.IGNORECASE,
)
_TELLS = re.compile(
    r"^\W*fig|\b(?:show\w*|depict\w*|illustrat\w*|present\w*|display\w*|plot\w*|visuali[sz]\w*|compar\w*|detail\w*|"
    r"provid\w*|report\w*|summari[sz]\w*|demonstrat\w*|confirm\w*|reveal\w*|indicat\w*|highlight\w*|exempli\w*|"
    r"examples?|seen|given|visible|curves?)\b",
    re.IGNORECASE,
)
_BRACKETS = re.compile(r"\([^()]*\)")
_POINTING = frozenset(
    name_words("figure figures fig show shows table summarize present illustrate visualize")
)


def judges(words: str) -> bool:
    """Whether a sentence says more than what is drawn: how it goes, or what follows from it."""
    return _JUDGES.search(_BRACKETS.sub("", words)) is not None


def tells_of_simulation(paper: PaperText) -> bool:
    """Whether the paper says itself that its results are simulated."""
    return _SIMULATED.search(paper.text) is not None


def tells(words: str) -> bool:
    """Whether a sentence says what a figure shows; one that names it in brackets only points to it."""
    open_words = _BRACKETS.sub("", words)
    return bool(mentioned(open_words)) and _TELLS.search(open_words) is not None


def shared_words(words: str, figure: DrawnFigure) -> tuple[int, int]:
    """How many of a sentence's own words stand in a picture, and how many it has."""
    spoken = {word for word in name_words(words) if not word.isdigit()} - _POINTING
    own = spoken - GENERIC or spoken
    ticks = [point.tick for point in figure.numbers]
    drawn = {word for text in (*figure.texts, *ticks) for word in name_words(text)}
    return len(own & drawn), len(own)


def speak_of(words: str, own: Sequence[DrawnFigure], others: Sequence[DrawnFigure]) -> bool:
    """Whether the words are those of these pictures, and of no other picture more so."""
    best, told = max(shared_words(words, figure) for figure in own)
    rivals = (shared_words(words, figure)[0] for figure in others)
    return (best >= 2 or 2 * best >= told > 0) and best > 0 and best >= max(rivals, default=0)


def numbers_of(paper: PaperText) -> dict[int, Figure]:
    """Figures by number: as captions or alternative texts have it; by order where all are spoken of so."""
    told: dict[int, Figure] = {}
    for figure in paper.figures:
        hit = NUMBERED.match(figure.caption.strip("*_ ")) or NUMBERED.search(figure.alt)
        if hit:
            told.setdefault(int(hit.group("number")), figure)
    if not told and max(mentioned(paper.text), default=0) == len(paper.figures):
        return dict(enumerate(paper.figures, start=1))
    return told
