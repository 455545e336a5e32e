"""A time that the paper tells of one item (`0.6 s per sample`), held against a whole time and the number of items."""

import re
from collections.abc import Iterator
from decimal import Decimal

from mlrbench_gui.audit.evidence_files import EvidenceFiles
from mlrbench_gui.audit.ledger.values import LedgerValue, Source
from mlrbench_gui.audit.matching.candidate import Candidate
from mlrbench_gui.audit.matching.candidates import Matcher
from mlrbench_gui.audit.numbers.tolerance import Agreement, agreement
from mlrbench_gui.audit.numbers.units import SECONDS
from mlrbench_gui.audit.text.words import name_words
from mlrbench_gui.audit.verdicts.claimed import Claimed
from mlrbench_gui.audit.verdicts.decision import Decision, Held, shown, told
from mlrbench_gui.domain.artifacts import ArtifactRole
from mlrbench_gui.domain.values import Verdict

_PER = re.compile(
    r"\s*(?:per|/|for each|for every)\s?"
    r"(?P<item>sample|example|instance|question|query|prompt|task|problem|image|document)\b",
    re.IGNORECASE,
)
_WHOLE = re.compile(
    r"(?:execution|total|wall|elapsed|running|run|overall|whole)[_ ]?(?:clock[_ ]?)?(?:time|seconds)|"
    r"runtime|duration|elapsed",
    re.IGNORECASE,
)
_OF_ONE = re.compile(r"per|avg|mean|average|step|epoch|sample|query|token|latency|infer|batch", re.IGNORECASE)
_SHARED = re.compile(r"/\s*(?:len\(|max\(|\w*(?:num|count|total|n_)|\w)|\bmean\(|average\(")
_SCORE = 0.7
_MOST_SHOWN = 2


def decide_per_item(claimed: Claimed, matcher: Matcher, files: EvidenceFiles) -> Decision | None:
    """None unless a file has a whole time of the same thing and the run knows how many items it is of.

    Contradicted where the number printed for one item is the time of all of them.
    """
    number = claimed.number
    item = _PER.match(claimed.text, number.unit_end)
    if number.unit not in SECONDS or item is None or not claimed.context.entities:
        return None
    counts = sorted(_counts(item.group("item"), matcher), key=lambda value: value.path)
    if not counts:
        return None
    whole = [value for value in _whole_times(claimed, matcher) if not _is_shared(value, files)]
    for value in whole:
        for count in counts:
            if agreement(number, value.value / count.value, value.unit).agrees:
                return _supported(claimed, value, count)
    denied = [value for value in whole if agreement(number, value.value, value.unit).agrees]
    return _denied(claimed, denied, counts[0]) if denied else None


def _whole_times(claimed: Claimed, matcher: Matcher) -> list[LedgerValue]:
    """Times of the thing spoken of whose names say that they are whole ones."""
    own = claimed.context.entities
    return [
        value
        for value in matcher.named(name_words("time"))
        if value.source.is_machine
        and value.index < 0
        and not value.aspect
        and _WHOLE.search(value.name.parts[-1])
        and not _OF_ONE.search(value.name.parts[-1])
        and matcher.entities_of(value) == own
    ]


def _counts(item: str, matcher: Matcher) -> Iterator[LedgerValue]:
    """Values that say how many items there were: written by code, or set by a constant (`NUM_SAMPLES`)."""
    for value in matcher.named((*name_words(item), *name_words("number"))):
        is_set = value.source is Source.CONFIG or value.name.parts[0].isupper()
        if (value.source.is_machine or is_set) and not value.aspect and _is_count(value.value):
            yield value


def _is_count(value: float) -> bool:
    return value > 1 and value.is_integer()


def _is_shared(value: LedgerValue, files: EvidenceFiles) -> bool:
    """Whether the code divides or averages what it writes under that name."""
    leaf = value.name.parts[-1]
    return any(
        _SHARED.search(line)
        for path in files.of_role(ArtifactRole.CODE)
        for line in files.text(path).split("\n")
        if leaf in line and "=" in line
    )


def _denied(claimed: Claimed, whole: list[LedgerValue], count: LedgerValue) -> Decision:
    first = whole[0]
    each = shown(first.value / count.value)
    reason = (
        f"The paper has {claimed.printed} of each item, but {first.name.title()} is the time of all of them: "
        f"{told(_candidate(first))}; over {shown(count.value)} ({count.name.title()}) that is {each}."
    )
    held = [
        Held(_candidate(value), primary=i == 0, agrees=False) for i, value in enumerate(whole[:_MOST_SHOWN])
    ]
    return Decision(
        Verdict.CONTRADICTED, 0.62, reason, (*held, Held(_candidate(count), primary=False, agrees=None))
    )


def _supported(claimed: Claimed, whole: LedgerValue, count: LedgerValue) -> Decision:
    formula = f"{shown(whole.value)} / {shown(count.value)}"
    reason = f"{claimed.printed} follows from evidence: {formula}, with {told(_candidate(whole))}."
    first = Held(
        _candidate(whole), primary=True, agrees=True, formula=formula, value=whole.value / count.value
    )
    return Decision(
        Verdict.SUPPORTED, 0.6, reason, (first, Held(_candidate(count), primary=True, agrees=None))
    )


def _candidate(value: LedgerValue) -> Candidate:
    return Candidate(value, _SCORE, _ONE)


_ONE = Agreement(agrees=False, factor=Decimal(1))
