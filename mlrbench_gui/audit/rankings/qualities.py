"""Kinds of quality and of study that papers claim, and the words under which a run would hold values of each."""

import re
from dataclasses import dataclass

from mlrbench_gui.audit.text.words import name_words

_CHANGED = (
    r"(?:improv\w*|enhanc\w*|reduc\w*|lower\w*|decreas\w*|cut(?:s|ting)?|sav\w+|smaller|better|superior|higher|greater|"
    r"increas\w*|gains?|benefits?|advantages?|more|less|fewer|adds?|introduc\w+|faster|stronger|minimal|narrow\w*)"
)
_FINDS = (
    r"(?:\s+\w+){0,4}?\s+(?:shows?|showed|demonstrates?d?|reveal(?:s|ed)?|confirm(?:s|ed)?|indicate[sd]?|found|"
    r"underscores?d?|highlight(?:s|ed)?)\b"
)
_TEST = r"(?:t-tests?|wilcoxon(?: signed-rank)?(?: tests?)?|mann[- ]whitney(?: u)?(?: tests?)?|anova)"
_STUDY = (
    r"(?:(?:user|human|participant|expert|pilot)[- ](?:stud(?:y|ies)|evaluations?|surveys?|interviews?)|"
    r"qualitative (?:analysis|evaluation|inspection|review))"
)
_NOUN = r"(?:improvements?|gains?|savings?|reductions?|benefits?|advantages?|enhancements?)"
_SPAN = r"(?:[\s-]+[\w/'’-]+){0,4}?[\s-]+"


@dataclass(frozen=True, slots=True)
class Quality:
    """One kind of quality: what a sentence calls it, and the words of the names that tell of a measure of it."""

    name: str
    told: re.Pattern[str]
    claimed: re.Pattern[str]
    held: frozenset[str]


def _quality(name: str, told: str, held: str, *, itself: str = "", alone: bool = False) -> Quality:
    """`alone` where only `itself` claims it: other words of change before its name tell of something else."""
    claimed = rf"\b{_CHANGED}{_SPAN}{told}|\b{told}(?:[\s-]+\w+)?[\s-]+{_NOUN}\b"
    claimed = itself if alone else f"{claimed}|{itself}" if itself else claimed
    return Quality(
        name,
        re.compile(rf"\b{told}", re.IGNORECASE),
        re.compile(claimed, re.IGNORECASE),
        frozenset(name_words(held)),
    )


_QUALITIES = (
    _quality(
        "fairness",
        r"(?:fair(?:ness|er)?\b|equit\w+|disparit\w+|gaps? (?:across|between|among) (?:[\w-]+ )?(?:groups|subgroups))",
        "fair fairness disparity gap demographic subgroup group parity odds bias worst equity gender race gini jain",
        itself=r"\bfairer\b|\bmore equitable\b",
    ),
    _quality(
        "cost of computing",
        r"(?:(?:computation(?:al)?|training|inference|compute) (?:costs?|overhead|burden|load|savings?|time|demands?)|"
        r"computational (?:efficiency|requirements?|resources)|overhead)\b",
        "time runtime seconds second memory flops parameter cost speed throughput overhead token hour minute ms usage "
        "ram vram energy query",
    ),
    _quality(
        "users' trust or satisfaction",
        r"(?:user (?:trust|satisfaction|engagement|experience|acceptance)|usability|cognitive load|"
        r"developer (?:effort|productivity))\b",
        "trust satisfaction engagement usability experience acceptance user human participant rating effort "
        "productivity",
    ),
    _quality(
        "how well it can be interpreted",
        r"(?:interpretab\w+|explainab\w+|transparen\w+)",
        "interpretable interpretability explainable explainability explanation transparency transparent clarity "
        "faithfulness plausibility",
    ),
    _quality(
        "robustness",
        r"robust(?:ness)?\b",
        "robust robustness ood shift adversarial corruption corrupted noise noisy attack perturbation perturbed worst "
        "stress unseen deviation variance stability domain symmetry permutation group drop augmented "
        "invariance balanced",
    ),
    _quality(
        "calibration",
        r"calibrat\w+",
        "ece brier calibration calibrated confidence nll reliability",
    ),
    _quality(
        "the level of detail of outputs",
        r"(?:granular\w*|fine-grained|comprehensive\w*|nuanced)",
        "granularity granular detail comprehensiveness node concept step length rating coverage human entity token",
        itself=r"\bmore\s+(?:granular|fine-grained|comprehensive|nuanced)\b[^.;]{0,90}?"
        r"\b(?:than|compared (?:to|with))\b",
        alone=True,
    ),
    _quality(
        "how fast learning converges",
        r"(?:converg\w+|adaptation)",
        "epoch step iteration round loss convergence converge adaptation episode update curve learning history time",
        itself=r"\b(?:faster|quicker|accelerate[sd]?|speeds? up)\s+(?:\w+\s+)?(?:convergence|adaptation)\b|"
        r"\bconverge[sd]?\s+(?:\w+\s+)?(?:faster|quicker|more quickly)\b",
        alone=True,
    ),
)
"""A held word is one under which a measure of the quality may stand, however loosely: then nothing is said to lack."""


def _study(name: str, told: str, held: str) -> Quality:
    pattern = re.compile(told, re.IGNORECASE)
    return Quality(name, pattern, pattern, frozenset(name_words(held)))


_STUDIES = (
    _study(
        "a statistical test",
        rf"\b{_TEST}\b[^.;]{{0,40}}?{_FINDS}|\b(?:by|in|under) (?:an? |paired )*{_TEST}\b",
        "pvalue ttest wilcoxon anova significant significance statistic p",
    ),
    _study(
        "what people or a reading of the outputs found",
        rf"\b{_STUDY}{_FINDS}|\brated\b[^.;]{{0,60}}\bin (?:the |a |our )?{_STUDY}\b",
        "participant rater rating survey likert annotator respondent qualitative",
    ),
    _study(
        "runs with a part left out",
        rf"\bablations?(?: stud(?:y|ies)| experiments?| analys[ei]s)?(?:\s*\([^)]*\))?{_FINDS}",
        "ablation ablated no only minus remove removed full wo variant",
    ),
)
CLAIMED = (*_STUDIES, *_QUALITIES)


def claims_quality(text: str) -> bool:
    """Whether the text claims a quality, or what a study found: `and improved fairness`."""
    return any(quality.claimed.search(text) for quality in CLAIMED)
