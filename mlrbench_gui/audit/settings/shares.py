"""Shares of a split: what remains for training where only the other parts are set, and the counts that follow."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mlrbench_gui.audit.settings.known import Settings
from mlrbench_gui.audit.settings.setting import Rank, Setting
from mlrbench_gui.audit.settings.spoken import Spoken
from mlrbench_gui.audit.text.words import name_words
from mlrbench_gui.audit.verdicts.claimed import Claimed

_SHARE = re.compile(r"size|split|ratio|frac|portion|percent|share|pct", re.IGNORECASE)
_PART = {
    word: part
    for part, told in (
        ("train", "train training"),
        ("test", "test testing holdout"),
        ("validation", "validation val valid dev eval"),
    )
    for word in name_words(told)
}
_SPLIT = frozenset(name_words("split splits train test holdout validation partition"))
_TINY = 1e-6


@dataclass(frozen=True, slots=True)
class Share:
    """A part of a split with what it follows from."""

    part: str
    value: float
    setting: Setting
    formula: str | None = None


def meet_share(claimed: Claimed, spoken: Spoken, row: Sequence[float], settings: Settings) -> Share | None:
    """The part of a split that a percentage tells: named by itself, or as one of a row that sums to a whole."""
    number = claimed.number
    whole = abs(sum(row) - 100) < _TINY and len(row) > 1
    if not (spoken.near & _SPLIT) or not (number.is_percent or whole or 0 < number.number < 1):
        return None
    told = number.number if 0 < number.number < 1 and not number.is_percent else number.number / 100
    named = parts_told(spoken)
    for share in shares(settings):
        if abs(share.value - told) < _TINY and (share.part in named or (whole and not named)):
            return share
    return None


def parts_told(spoken: Spoken) -> frozenset[str]:
    """The parts that are named right beside the number."""
    return frozenset(_PART[word] for word in spoken.after | spoken.before if word in _PART)


def shares(settings: Settings) -> Iterator[Share]:
    """All shares that code which ran sets, then those that follow from them."""
    by_place: dict[tuple[str, tuple[str, ...]], list[Setting]] = defaultdict(list)
    set_so: dict[str, list[Setting]] = defaultdict(list)
    for setting in settings.all:
        part = next((_PART[word] for word in setting.words if word in _PART), "")
        if part and len(setting.numbers) == 1 and 0 < setting.numbers[0] < 1 and _SHARE.search(setting.key):
            if not settings.counts(setting):
                continue
            set_so[part].append(setting)
            yield Share(part, setting.numbers[0], setting)
            if setting.key == "test_size" and setting.rank is Rank.GIVEN:
                by_place[(setting.path, setting.owner[:1])].append(setting)
    yield from _remaining(set_so)
    for twice in by_place.values():
        if len(twice) == 2:
            yield from _split_twice(*twice)


def _remaining(set_so: dict[str, list[Setting]]) -> Iterator[Share]:
    """What the parts that are set leave to the one that is not."""
    values = {part: {s.numbers[0] for s in found} for part, found in set_so.items()}
    if any(len(found) > 1 for found in values.values()):
        return
    known = {part: found[0] for part, found in set_so.items()}
    missing = [part for part in ("train", "test") if part not in known]
    if len(missing) == 1 and known and missing[0] not in known:
        rest = 1 - sum(s.numbers[0] for s in known.values())
        first = known.get("test") or next(iter(known.values()))
        told = " - ".join(f"{s.key}" for s in known.values())
        if rest > 0:
            yield Share(missing[0], rest, first, f"1 - {told}")


def _split_twice(first: Setting, second: Setting) -> Iterator[Share]:
    """Two splits one after the other: the second cuts either what the first left or what it took."""
    a, b = first.numbers[0], second.numbers[0]
    yield Share("train", (1 - a) * (1 - b), first, f"(1 - {a:g}) × (1 - {b:g})")
    yield Share("validation", (1 - a) * b, second, f"(1 - {a:g}) × {b:g}")
    yield Share("train", 1 - a, first, f"1 - {a:g}")
    yield Share("validation", a * (1 - b), second, f"{a:g} × (1 - {b:g})")
    yield Share("test", a * b, second, f"{a:g} × {b:g}")
