"""Verdicts on setup numbers by names: the count of a data set that was not used, the sizes of a known model."""

import re

from mlrbench_gui.audit.claims.named_things import told_by_name
from mlrbench_gui.audit.naming.deciding import NameJudge
from mlrbench_gui.audit.naming.known import Mention
from mlrbench_gui.audit.naming.published import published_shape
from mlrbench_gui.audit.naming.thing import ThingRole
from mlrbench_gui.audit.settings.known import Settings
from mlrbench_gui.audit.text.words import name_words
from mlrbench_gui.audit.verdicts.claimed import Claimed
from mlrbench_gui.audit.verdicts.decision import Decision
from mlrbench_gui.domain.values import Verdict

_UNDECIDED = (Verdict.UNSUPPORTED, Verdict.NARRATIVE_ONLY, Verdict.UNVERIFIABLE)
_HAS = re.compile(
    r"[`*\s]*(?:[:,(]|of|with|contain(?:s|ing)|compris(?:es|ing))\s*(?:about|approximately|~|≈|\$|\s)*",
    re.IGNORECASE,
)
_OF = re.compile(r"\s*(?:[\w-]+\s+){1,3}(?:from|of|in)\s+(?:the\s+)?[`*]*", re.IGNORECASE)
_PARTS = (
    ("layers", re.compile(r"[-\s]layers?\s+(?:\w+\s+){0,2}transformer", re.IGNORECASE)),
    (
        "hidden",
        re.compile(r"[-\s](?:d(?:im)?\w*\s+)?hidden\s+(?:dim\w*|units?|sizes?|states?)", re.IGNORECASE),
    ),
    ("heads", re.compile(r"[-\s](?:self-?)?(?:attention\s+)?heads\b", re.IGNORECASE)),
)
_WORDS = {"layers": "{} layers", "hidden": "a hidden size of {}", "heads": "{} heads"}
_TRANSFORMER = re.compile(r"\d+-layer\s+(?:\w+\s+){0,2}transformer", re.IGNORECASE)
_BUILT = frozenset(name_words("heads nhead layers nlayers"))


def decide_by_name(claimed: Claimed, first: Decision, names: NameJudge, settings: Settings) -> Decision:
    """`first` unless it is open and a name beside the number denies it."""
    if first.verdict not in _UNDECIDED or not claimed.number.is_whole or claimed.statement.spot is not None:
        return first
    return _of_denied(claimed, names) or _of_known_model(claimed, names, settings) or first


def _of_denied(claimed: Claimed, names: NameJudge) -> Decision | None:
    """`We construct X: 1 M pairs`, `500 samples of X`: denied with the data set X that the number counts."""
    begin, number = claimed.statement.sentence[0], claimed.number
    start, end = number.start - begin, number.unit_end - begin
    for thing in told_by_name(claimed.sentence):
        between = (
            claimed.sentence[thing.end : start] if thing.end <= start else claimed.sentence[end : thing.start]
        )
        link = _HAS if thing.end <= start else _OF
        if thing.role is not ThingRole.DATASET or not link.fullmatch(between):
            continue
        decision = names.decide(thing, claimed.text)
        if decision.verdict is Verdict.CONTRADICTED:
            reason = f"{claimed.printed} tells of {thing.text}. {decision.reason}"
            return Decision(decision.verdict, decision.confidence, reason, decision.held)
    return None


def _of_known_model(claimed: Claimed, names: NameJudge, settings: Settings) -> Decision | None:
    """`12-layer transformer, 768 hidden dims, 12 heads`: denied where each model that ran is published otherwise.

    Not where the code sets layers or heads itself, and so may build the model that is told of.
    """
    begin, number = claimed.statement.sentence[0], claimed.number
    behind = claimed.sentence[number.end - begin :]
    part = next((part for part, words in _PARTS if words.match(behind)), None)
    if part is None or not _TRANSFORMER.search(claimed.sentence):
        return None
    if any(settings.counts(s) for s in settings.naming(_BUILT)):
        return None
    ran = [m for m in names.known.in_code if m.ran and m.thing.role is ThingRole.MODEL and m.is_value]
    sizes = {m: _size(m, part) for m in ran}
    if not ran or any(size is None or size == number.number for size in sizes.values()):
        return None
    first = ran[0]
    published = _WORDS[part].format(sizes[first])
    where = f"{first.path}, line {first.line}"
    reason = (
        f"The paper has {claimed.printed}, but {first.thing.text} is published with {published} ({where})."
    )
    return Decision(Verdict.CONTRADICTED, 0.55, reason, names.holding(ran, agrees=False))


def _size(mention: Mention, part: str) -> int | None:
    shape = published_shape(mention.thing)
    return (
        None
        if shape is None
        else {"layers": shape.layers, "hidden": shape.hidden, "heads": shape.heads}[part]
    )
