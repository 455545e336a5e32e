"""Rows of numbers: a list of the paper against a list of the code as a whole, and keywords that a call is not given."""

import re
from collections.abc import Sequence

from mlrbench_gui.audit.settings.known import Settings
from mlrbench_gui.audit.settings.meeting import GREY
from mlrbench_gui.audit.settings.reading import Call
from mlrbench_gui.audit.settings.setting import Setting
from mlrbench_gui.audit.settings.spoken import Spoken
from mlrbench_gui.audit.text.words import name_words
from mlrbench_gui.audit.verdicts.claimed import Claimed

_BETWEEN = re.compile(r"[\s%$]*(?:,|/|and|, and|, or|or|&|\\,|;)[\s%$]*(?:and\s+)?")
_LONG = 3
_USUAL: dict[str, tuple[float, ...]] = {
    "max_depth": (),
    "n_estimators": (100.0,),
    "n_neighbors": (5.0,),
    "c": (1.0,),
    "hidden_layer_sizes": (100.0,),
    "min_samples_split": (2.0,),
    "min_samples_leaf": (1.0,),
    "n_clusters": (8.0,),
    "weight_decay": (0.0, 0.01),
    "dropout": (0.0,),
}
"""What widely used libraries take where a keyword is not given; nothing in brackets stands for no limit."""


def row_of(claimed: Claimed) -> tuple[float, ...]:
    """The numbers that are listed together with this one, in order; it alone if none are."""
    numbers = [n for n in claimed.statement.siblings if not n.spelled]
    at = next((i for i, n in enumerate(numbers) if n.start == claimed.number.start), -1)
    if at < 0:
        return (claimed.number.number,)
    first = last = at
    while first and _BETWEEN.fullmatch(claimed.text[numbers[first - 1].unit_end : numbers[first].start]):
        first -= 1
    while last + 1 < len(numbers) and _BETWEEN.fullmatch(
        claimed.text[numbers[last].unit_end : numbers[last + 1].start]
    ):
        last += 1
    return tuple(n.number for n in numbers[first : last + 1])


def meet_row(spoken: Spoken, row: Sequence[float], settings: Settings) -> tuple[Setting, ...]:
    """Lists of the code with just these numbers, of which the paper uses a word."""
    if len(row) < _LONG:
        return ()
    return tuple(
        s
        for s in settings.all
        if s.is_row
        and not s.is_example
        and sorted(s.numbers) == sorted(row)
        and not (s.own | s.around | frozenset(name_words(s.note))).isdisjoint(spoken.near - GREY)
    )


def meet_key(spoken: Spoken, row: Sequence[float], settings: Settings) -> tuple[tuple[Setting, ...], bool]:
    """`key=(50, 100)`: the lists of code under this very key, and whether one of them is the paper's."""
    if "_" not in spoken.key:
        return (), False
    found = [
        s
        for s in settings.all
        if s.is_row and s.key == spoken.key and settings.counts(s) and _owned(s, spoken)
    ]
    same = [s for s in found if s.numbers == tuple(row)]
    if same:
        return tuple(same), True
    return (tuple(found), False) if len({s.numbers for s in found}) == 1 else ((), False)


def _owned(setting: Setting, spoken: Spoken) -> bool:
    return not spoken.owner or any(_is_called(part, spoken.owner) for part in setting.owner)


def not_given(spoken: Spoken, row: Sequence[float], settings: Settings) -> tuple[Call, ...]:
    """Calls of the thing that the paper names, none of which is given the keyword that the paper has a number for.

    Only where libraries are known to take something else then.
    """
    usual = _USUAL.get(spoken.key.lower())
    if usual is None or not spoken.owner or (tuple(row) == usual or row[0] in usual):
        return ()
    calls = tuple(
        call
        for function, items in settings.calls.items()
        if _is_called(function, spoken.owner)
        for call in items
        if settings.has_run(call.path)
    )
    if any(call.is_open or spoken.key in call.keywords for call in calls):
        return ()
    return calls


def _is_called(function: str, owner: str) -> bool:
    """Whether a class has the name that the paper's words end in, or a longer one that begins with it."""
    words = owner.split()
    wanted = [re.sub(r"[\W_]+", "", "".join(words[-n:])).lower() for n in range(1, min(len(words), 3) + 1)]
    return any(len(w) >= _LONG and function.lower().replace("_", "").startswith(w) for w in wanted)
