"""Names as comparable words: camel and snake case split, endings cut, usual short forms spelled out."""

import re
import unicodedata
from functools import lru_cache

_PIECES = re.compile(r"[a-z]\d+(?![a-z])|\d+(?:\.\d+)?[a-z]?(?![a-z])|[a-z]+|\d+")
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z][a-z])|(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")

_SHORT_FORMS: dict[str, tuple[str, ...]] = {
    "acc": ("accuracy",),
    "accurate": ("accuracy",),
    "avg": ("mean",),
    "average": ("mean",),
    "averaged": ("mean",),
    "bertscore": ("bert", "score"),
    "bs": ("batch", "size"),
    "cfg": ("config",),
    "cls": ("classification",),
    "cnt": ("count",),
    "conf": ("confidence",),
    "dim": ("dimension",),
    "dims": ("dimension",),
    "dev": ("deviation",),
    "eval": ("evaluation",),
    "exec": ("execution",),
    "gen": ("generation",),
    "iter": ("iteration",),
    "iters": ("iteration",),
    "lr": ("learning", "rate"),
    "mem": ("memory",),
    "num": ("number",),
    "params": ("parameter",),
    "param": ("parameter",),
    "pct": ("percent",),
    "perf": ("performance",),
    "ppl": ("perplexity",),
    "prec": ("precision",),
    "pred": ("prediction",),
    "prob": ("probability",),
    "rec": ("recall",),
    "ret": ("retrieval",),
    "rougel": ("rouge", "l"),
    "rougelsum": ("rouge", "l", "sum"),
    "sd": ("deviation",),
    "secs": ("second",),
    "std": ("deviation",),
    "stddev": ("deviation",),
    "temp": ("temperature",),
    "val": ("validation",),
    "wd": ("weight", "decay"),
    "init": ("initial",),
    "lm": ("language", "model"),
    "llms": ("llm",),
    "ρ": ("rho",),
    "τ": ("tau",),
    "α": ("alpha",),
    "β": ("beta",),
    "λ": ("lambda",),
    "η": ("eta",),
}

_SAME = dict.fromkeys(
    (
        "pass",
        "passed",
        "passes",
        "passing",
        "correct",
        "solved",
        "solve",
        "success",
        "successful",
        "succeeded",
    ),
    "pass",
) | dict.fromkeys(("time", "times", "duration", "runtime", "latency", "elapsed"), "time")
"""Words that name the same measure; compared before they are stemmed."""

STOP_WORDS = frozenset(
    [
        "a",
        "an",
        "and",
        "are",
        "as",
        "at",
        "be",
        "been",
        "but",
        "by",
        "can",
        "did",
        "do",
        "does",
        "each",
        "for",
        "from",
        "had",
        "has",
        "have",
        "how",
        "if",
        "in",
        "into",
        "is",
        "it",
        "its",
        "of",
        "on",
        "or",
        "our",
        "so",
        "such",
        "than",
        "that",
        "the",
        "their",
        "then",
        "there",
        "these",
        "they",
        "this",
        "those",
        "to",
        "under",
        "up",
        "used",
        "using",
        "use",
        "was",
        "we",
        "were",
        "what",
        "when",
        "where",
        "which",
        "while",
        "who",
        "will",
        "with",
        "without",
        "within",
        "would",
        "very",
        "also",
        "only",
        "about",
        "around",
        "approximately",
        "vs",
        "versus",
        "respectively",
        "both",
        "all",
        "any",
        "more",
        "most",
        "over",
        "per",
    ]
)

_POWER = re.compile(r"([A-Za-z])\s?\^\s?\{?(\d)\}?")
_AT_RANK = re.compile(r"\b([RPH])@(?=[\dkK])")
_RANKED = {"R": "recall@", "P": "precision@", "H": "hit@"}
_GREEK = str.maketrans(
    {
        "ρ": " rho ",
        "τ": " tau ",
        "α": " alpha ",
        "β": " beta ",
        "λ": " lambda ",
        "η": " eta ",
        "σ": " sigma ",
        "γ": " gamma ",
        "ε": " epsilon ",
        "Δ": " delta ",
    }
)


@lru_cache(maxsize=65536)
def name_words(name: str) -> tuple[str, ...]:
    """The words of a name in order, comparable with those of any other name."""
    text = unicodedata.normalize("NFKC", name).translate(_GREEK)
    text = _AT_RANK.sub(lambda hit: _RANKED[hit.group(1)], text) if "@" in text else text
    text = _CAMEL.sub(" ", _POWER.sub(r"\1\2", text)).lower()
    pieces = _PIECES.findall(text)
    words = [word for piece in pieces for word in _SHORT_FORMS.get(piece, (piece,))]
    return tuple(_SAME.get(word) or stem(word) for word in words if word not in STOP_WORDS)


@lru_cache(maxsize=65536)
def joined(name: str) -> str:
    """The name as one word without marks: `Probe-Static` and `probe_static` are the same."""
    return re.sub(r"[\W_]+", "", unicodedata.normalize("NFKC", name)).lower()


_ENDINGS = (
    "ization",
    "ational",
    "ations",
    "ation",
    "ating",
    "ated",
    "ions",
    "ion",
    "ings",
    "ing",
    "ies",
    "ied",
    "ers",
    "er",
    "ed",
    "es",
    "e",
    "s",
    "ly",
    "y",
)


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """A short stem; only good for comparing two words, not for showing."""
    if len(word) <= 3 or not word.isalpha():
        return word
    if word.endswith(("ss", "us", "is")):
        return word
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 4:
            return word[: -len(ending)]
    return word[:-1] if word.endswith("s") else word


GENERIC = frozenset(
    stem(word)
    for word in [
        "total",
        "number",
        "metric",
        "metrics",
        "result",
        "value",
        "data",
        "mean",
        "overall",
        "sample",
        "samples",
        "size",
        "count",
        "score",
        "item",
        "summary",
        "stats",
        "final",
        "test",
        "evaluation",
        "performance",
        "model",
        "method",
        "output",
        "experiment",
        "default",
        "rate",
        "percent",
        "group",
    ]
)
"""Stems that nearly every name may hold; they tell little."""


def acronym(words: tuple[str, ...]) -> str:
    """First letters of the words."""
    return "".join(word[0] for word in words if word)
