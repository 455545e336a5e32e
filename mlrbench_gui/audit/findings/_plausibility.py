"""Stored values that cannot be, or that hardly come out of a measurement."""

import re
from collections.abc import Iterator
from itertools import pairwise

from mlrbench_gui.audit.findings._result_names import is_result
from mlrbench_gui.audit.findings._stored_values import Keys, StoredFile, StoredObject, stored_files
from mlrbench_gui.audit.findings.draft import Draft, RunFacts
from mlrbench_gui.audit.ledger.values import Place
from mlrbench_gui.domain.values import FindingKind, Severity

_SHARE = re.compile(
    r"(?:^|_)(?:accuracy|acc|precision|recall|f1|f1_score|auroc|auc|exact_match|(?:pass|success|error|win)_rate)$",
    re.IGNORECASE,
)
_CORRELATION = re.compile(
    r"(?:^|_)(?:spearman|pearson|kendall|correlation)(?:_(?:r|rho|tau|corr\w*))?$", re.IGNORECASE
)
_CHANGE = re.compile(r"gain|improve|diff|delta|change|drop|gap|reduc|increase|relative", re.IGNORECASE)
_COUNTED = re.compile(r"(?:^|_)(?:accuracy|acc|exact_match|(?:pass|success|error)_rate)$", re.IGNORECASE)
_AVERAGED = re.compile(r"mean|avg|average|balanced|weighted|macro|smooth|std|train", re.IGNORECASE)
_NUMBER_OF = re.compile(
    r"^(?:n|num_(?:samples|examples|items|problems|questions|tasks|tests)|n_(?:samples|examples|items|problems|questions)"
    r"|total(?:_(?:samples|examples|items|problems|questions))?|count|support)$"
)
_MOST_PERCENT = 100.0
_MANY = 4
_NEAR = 1e-6


def plausibility_findings(facts: RunFacts) -> Iterator[Draft]:
    """One finding a fault and file, at the first value that shows it."""
    for stored in stored_files(facts):
        for find in (_out_of_range, _off_the_grid, _regular_or_equal):
            draft = next(find(stored), None)
            if draft is not None:
                yield draft


def _out_of_range(stored: StoredFile) -> Iterator[Draft]:
    """A share below 0 or above 100, a correlation beyond 1."""
    for item in stored.objects:
        for key, value in item.numbers.items():
            if _CHANGE.search("_".join((*item.keys[-2:], key))):
                continue
            is_off = _SHARE.search(key) is not None and not 0 <= value <= _MOST_PERCENT
            if is_off or (_CORRELATION.search(key) and abs(value) > 1 + _NEAR):
                message = f"{key} is {value:g}, which no such measure can be."
                yield _draft(stored, (*item.keys, key), Severity.MEDIUM, message)


def _off_the_grid(stored: StoredFile) -> Iterator[Draft]:
    """A share that no number of hits out of the stored number of items gives."""
    for item in stored.objects:
        counts = [n for key, n in item.numbers.items() if _NUMBER_OF.match(key) and n.is_integer() and n > 1]
        for key, value in item.numbers.items():
            if not counts or _COUNTED.search(key) is None or _AVERAGED.search("_".join((*item.keys, key))):
                continue
            if 0 < value < 1 and not any(_is_share_of(value, n) for n in counts):
                message = f"{key} is {value!r}, but no number of hits out of {max(counts):g} gives that."
                yield _draft(stored, (*item.keys, key), Severity.MEDIUM, message)


def _is_share_of(value: float, number: float) -> bool:
    """Whether it is k of n, as printed with its digits."""
    digits = len(repr(value).partition(".")[2]) if "e" not in repr(value) else 17
    hits = round(value * number)
    return abs(value - hits / number) <= 0.5 * 10.0**-digits + _NEAR


def _regular_or_equal(stored: StoredFile) -> Iterator[Draft]:
    """A measure that goes up by equal steps over four or more things, or is the same fraction for all of them."""
    groups: dict[Keys, list[StoredObject]] = {}
    for item in stored.objects:
        if item.keys and not item.keys[-1].isdigit():
            groups.setdefault(item.keys[:-1], []).append(item)
    for keys, items in groups.items():
        for key in _shared(items):
            values = [item.numbers[key] for item in items]
            if not is_result(key) or all(v.is_integer() for v in values):
                continue
            message = _too_regular(key, values)
            if message is not None:
                yield _draft(stored, (*keys, items[0].keys[-1], key), Severity.LOW, message)


def _shared(items: list[StoredObject]) -> list[str]:
    if len(items) < _MANY:
        return []
    return [key for key in items[0].numbers if all(key in item.numbers for item in items)]


def _too_regular(key: str, values: list[float]) -> str | None:
    ordered = sorted(values)
    steps = [b - a for a, b in pairwise(ordered)]
    if max(steps) == 0:
        return f"{key} is {values[0]:g} for all {len(values)}."
    if min(steps) > _NEAR and max(steps) - min(steps) < _NEAR * max(1.0, abs(ordered[-1])):
        return f"{key} of the {len(values)} differs by {steps[0]:g} from one to the next throughout."
    return None


def _draft(stored: StoredFile, keys: Keys, severity: Severity, message: str) -> Draft:
    pointer = "".join("/" + key.replace("~", "~0").replace("/", "~1") for key in keys)
    return Draft(FindingKind.OTHER, severity, stored.path, Place("pointer", pointer), message)
