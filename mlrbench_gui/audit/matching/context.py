"""The words around a statement, each with how closely it belongs to the number, and the entities that it speaks of."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from mlrbench_gui.audit.claims.figure_ties import tie_of
from mlrbench_gui.audit.claims.statements import Statement
from mlrbench_gui.audit.matching.entities import Entities
from mlrbench_gui.audit.matching.proposed import OUR_METHOD, proposed_of
from mlrbench_gui.audit.numbers.grammar import same_length
from mlrbench_gui.audit.text.sentences import sentence_spans
from mlrbench_gui.audit.text.words import joined, name_words
from mlrbench_gui.domain.values import ClaimKind

_TOKEN = re.compile(r"[A-Za-z]\^\{?\d\}?|[^\W_][\w@./+²-]*[^\W_]|[^\W_]²?")
_SETTING_NEAR = 32
"""How far from its number, in characters, the name of a setting may stand."""
_LOW_REACH = 70
"""The words of a range stand behind its upper end: so many characters after the lower one."""
_SYMBOLS = {"tau": "temperature", "eta": "learning rate"}
"""What a Greek letter by convention is called in code."""
_ADJECTIVES = {
    word: name_words(measure) for word, measure in (("accurate", "accuracy"), ("precise", "precision"))
}
"""The measure that an adjective tells of."""
_BESIDE_ADJECTIVES = {
    word: name_words(measure)
    for word, measure in (
        ("stable", "stability"),
        ("robust", "robustness"),
        ("consistent", "consistency"),
        ("diverse", "diversity"),
        ("faithful", "faithfulness"),
        ("coherent", "coherence"),
    )
}
_QUALIFIED = re.compile(rf"\b(?P<word>{'|'.join(_BESIDE_ADJECTIVES)})[\s(:=*]*$", re.IGNORECASE)
"""An adjective right before its number: `perfectly stable (1.0)`."""
_UNIT_WORDS = {
    "us": "microseconds",
    "ms": "milliseconds",
    "s": "seconds",
    "min": "minutes",
    "h": "hours",
    "%": "percent",
}
_ASPECTS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (aspect, re.compile(pattern, re.IGNORECASE))
    for aspect, pattern in (
        (
            "last",
            (
                r"\b(?:final\w*|last|after (?:training|\w+ (?:epochs?|iterations?|rounds?|steps?))|end(?:s|"
                r"ing|ed)? (?:at|with)|converg\w+)\b"
            ),
        ),
        ("first", r"\b(?:initial\w*|first|start\w*|begin\w*|before)\b"),
        ("max", r"\b(?:best|max(?:imum|imal)?|highest|peak\w*|largest|up to|top)\b"),
        ("min", r"\b(?:min(?:imum|imal)?|lowest|smallest|at least)\b"),
        ("mean", r"\b(?:mean|average\w*|overall|on average|avg)\b"),
        ("deviation", r"\b(?:std|standard deviation|variance|deviation)\b|±"),
        (
            "count",
            (
                r"\b(?:number of|total|count|out of|samples?|examples?|problems?|instances?|questions?|"
                r"models?|tasks?|datasets?|domains?|methods?|runs?)\b"
            ),
        ),
        ("sum", r"\b(?:total|sum|in all|altogether)\b"),
    )
)


@dataclass(frozen=True, slots=True)
class Context:
    """Words with weights between 0 and 1; `core` are those that must be explained (header, row, near words).

    `entities` are the ones that the number belongs to, `aspects` the cues for first, last, best, mean ….
    `is_open` says that the number is another entity's (`the best baseline`), whose name is not told; `numbered` are
    words with the numbers beside them (`problem`, `9`), by which one of many items is named. `labels` are the words of
    a cell's row and column, `beside` what stands right behind the number of a sentence, or is said to be it (of a
    setting: all of the sentence), `told` the words of the heading and of the lead, `counted` those right behind alone.
    """

    words: Mapping[str, float]
    core: frozenset[str]
    joins: frozenset[str]
    entities: frozenset[int]
    aspects: frozenset[str]
    is_open: bool = False
    numbered: frozenset[tuple[str, str]] = frozenset()
    labels: tuple[tuple[str, ...], ...] = ()
    beside: frozenset[str] = frozenset()
    told: frozenset[str] = frozenset()
    counted: frozenset[str] = frozenset()


_BEHIND = re.compile(r"(?:[\s*$~-]*[^\W\d_][\w-]*){1,3}")
_IS = re.compile(r"(?P<words>(?:[\w-]+\s+)?[\w-]+)[\s*$`]*(?:=|:|\bis|\bwas|\bof|\bto|\bat)[\s*$`]*$")
_WORD_NUMBER = re.compile(r"(?P<word>[A-Za-z]{1,30})[\s_@/#=.-]{0,2}(?P<number>\d+)(?![\d%]|[.,]\d)")
_NUMBER_WORD = re.compile(r"(?<![\d.,])(?P<number>\d+)[\s-]{0,1}(?P<word>[A-Za-z]{1,30})")


def _numbered(text: str) -> frozenset[tuple[str, str]]:
    """Words with the numbers beside them."""
    hits = [*_WORD_NUMBER.finditer(text), *_NUMBER_WORD.finditer(text)]
    return frozenset((word, hit.group("number")) for hit in hits for word in name_words(hit.group("word")))


def context_of(statement: Statement, text: str, entities: Entities) -> Context:
    """The context of a statement in this text."""
    if statement.spot is not None:
        return _cell_context(statement, entities)
    return _sentence_context(statement, text, entities)


def _cell_context(statement: Statement, entities: Entities) -> Context:
    spot = statement.spot
    assert spot is not None
    words: dict[str, float] = {}
    _add(words, name_words(spot.caption), 0.45)
    _add(words, name_words(statement.section.title), 0.4)
    row, column = name_words(spot.row_label), name_words(spot.header)
    _add(words, (*row, *column), 1.0)
    own = entities.in_words(row, spot.row_label) | entities.in_words(column, spot.header)
    joins = frozenset({joined(spot.row_label), joined(spot.header), *_pairs(row), *_pairs(column)})
    shown = f"{spot.header} {spot.row_label}"
    alone = frozenset(
        ("", label.strip()) for label in (spot.row_label, spot.header) if label.strip().isdigit()
    )
    numbered = _numbered(f"{shown} {spot.caption}") | alone
    core = frozenset((*row, *column))
    return Context(words, core, joins, own, _aspects(shown), numbered=numbered, labels=(row, column))


def _sentence_context(statement: Statement, text: str, entities: Entities) -> Context:
    start, end = statement.sentence
    sentence = text[start:end]
    words: dict[str, float] = {}
    at = (statement.number.start if statement.number else statement.start) - start
    stop = (statement.number.unit_end if statement.number else statement.end) - start
    ranged = statement.number is not None and statement.number.role in ("low", "high")
    others = [
        (n.start - start, n.unit_end - start)
        for n in statement.siblings
        if n.start - start != at and not (ranged and n.role in ("low", "high"))
    ]
    core: set[str] = set()
    is_low = statement.number is not None and statement.number.role == "low"
    reach = statement.end + (_LOW_REACH if is_low else 0)
    numbers = [(n.start - start, n.end - start) for n in statement.siblings if not n.spelled]
    for hit in _TOKEN.finditer(sentence):
        if any(s < hit.end() and hit.start() < e for s, e in numbers) and not re.search(
            r"[A-Za-z]{2}", hit.group()
        ):
            continue
        weight = _nearness(hit.start(), hit.end(), at, stop, others)
        tokens = name_words(hit.group())
        _add(words, tokens, weight)
        inside = statement.start <= start + hit.start() < reach
        if inside and (
            statement.kind is not ClaimKind.SETUP or -_SETTING_NEAR < hit.start() - at < _SETTING_NEAR
        ):
            core.update(tokens)
    _add_conventions(words, core, sentence)
    qualified = _QUALIFIED.search(sentence[:at]) if statement.number is not None else None
    if qualified is not None:
        measure = _BESIDE_ADJECTIVES[qualified.group("word").lower()]
        _add(words, measure, 1.0)
        core.difference_update(name_words(qualified.group("word")))
        core.update(measure)
    if statement.number is not None and statement.number.unit in _UNIT_WORDS:
        _add(words, name_words(_UNIT_WORDS[statement.number.unit]), 1.0)
    _add(words, name_words(statement.lead), 0.8)
    _add(words, name_words(statement.section.title), 0.45)
    for title in statement.section.parents[-1:]:
        _add(words, name_words(title), 0.3)
    _add(words, name_words(statement.before[-200:]), 0.4)
    own = entities.of_number(
        sentence, at, [(n.start - start, n.unit_end - start) for n in statement.siblings]
    )
    if not own:
        own = entities.in_words(name_words(statement.lead), statement.lead)
    if not own:
        own = _ours(statement, text, entities) or _topic(statement, text, entities)
    plain = name_words(same_length(sentence))
    joins = frozenset(
        join
        for join in (
            *_pairs(plain),
            *(joined(hit.group()) for hit in _TOKEN.finditer(sentence)),
            joined(statement.lead),
        )
        if not join.isdigit()
    )
    near = sentence[max(0, at - 70) : stop + 50]
    return Context(
        words,
        frozenset(core),
        joins,
        own,
        _aspects(near) | _role(statement),
        numbered=_numbered(sentence),
        beside=frozenset(plain) if statement.kind is ClaimKind.SETUP else _beside(sentence, at, stop),
        told=frozenset((*name_words(statement.lead), *name_words(statement.section.title))),
        counted=_beside(sentence, at, stop),
    )


def _beside(sentence: str, at: int, stop: int) -> frozenset[str]:
    """The words right behind the number, and those before it where it is their value."""
    behind = _BEHIND.match(sentence, stop)
    before = _IS.search(sentence[max(0, at - _SETTING_NEAR) : at])
    near = (behind.group() if behind else "", before.group("words") if before else "")
    return frozenset(word for text in near for word in name_words(text))


def _add_conventions(words: dict[str, float], core: set[str], sentence: str) -> None:
    """What adjectives of the sentence and Greek letters beside the number are called in files."""
    for adjective, measure in _ADJECTIVES.items():
        if re.search(rf"\b{adjective}\b", sentence):
            _add(words, measure, 0.9)
    for symbol, called in _SYMBOLS.items():
        if symbol in core:
            _add(words, name_words(called), words[symbol])


def _ours(statement: Statement, text: str, entities: Entities) -> frozenset[int]:
    """The one thing that the paper proposes, where the sentence calls it `our method` before the number."""
    if statement.kind is ClaimKind.SETUP or statement.number is None:
        return frozenset()
    if OUR_METHOD.search(text, statement.sentence[0], statement.number.start) is None:
        return frozenset()
    proposed = proposed_of(text, entities)
    return proposed if len(proposed) == 1 else frozenset()


def _topic(statement: Statement, text: str, entities: Entities) -> frozenset[int]:
    """The one entity that the paragraph's last sentence with entities speaks of, if the statement names none.

    Where the paragraph names none, the one of the figure that was just introduced.
    """
    start, end = statement.sentence
    if statement.paragraph < 0 or statement.kind is ClaimKind.SETUP or entities.mentions(text[start:end]):
        return frozenset()
    for first, last in reversed(sentence_spans(text, statement.paragraph, start)):
        named = frozenset(mention.entity for mention in entities.mentions(text[first:last]))
        if named:
            return named if len(named) == 1 else frozenset()
    tie = tie_of(statement, text)
    told = entities.mentions(tie.words) if tie is not None else ()
    introduced = frozenset(mention.entity for mention in told)
    return introduced if len(introduced) == 1 else frozenset()


def _role(statement: Statement) -> frozenset[str]:
    role = statement.number.role if statement.number else ""
    return frozenset({"from": {"first"}, "to": {"last"}}.get(role, set()))


def _nearness(start: int, end: int, at: int, stop: int, others: list[tuple[int, int]]) -> float:
    """1 beside the number, less with distance, less again beyond another number."""
    distance = at - end if end <= at else start - stop if start >= stop else 0
    beyond = sum(1 for s, e in others if (end <= s and e <= at) or (stop <= s and e <= start))
    return max(0.3, (1.0 - distance / 260)) * (0.8 ** min(beyond, 3)) * (0.92 if start >= stop else 1.0)


def _add(words: dict[str, float], tokens: Iterable[str], weight: float) -> None:
    for token in tokens:
        if words.get(token, 0.0) < weight:
            words[token] = weight


def _pairs(words: tuple[str, ...]) -> set[str]:
    return {"".join(words[i : i + n]) for n in (2, 3) for i in range(len(words) - n + 1)}


def _aspects(text: str) -> frozenset[str]:
    return frozenset(aspect for aspect, pattern in _ASPECTS if pattern.search(text))
