"""What a link needs beside a name that fits: a value of the kind that is spoken of, and words that carry it.

Equal small numbers are everywhere. `three runs` is no mean of 2.97, a reward of 0 no learning rate of 0.001, `both
models` no list of two in a plotting function, and a cell under `Problems passed` no accuracy. Where name and context
do not carry a link, the value stays a candidate and supports nothing.
"""

import math
import re
from dataclasses import replace

from mlrbench_gui.audit.ledger.values import LedgerValue, Name
from mlrbench_gui.audit.matching.context import Context
from mlrbench_gui.audit.numbers.printed import PrintedNumber
from mlrbench_gui.audit.numbers.tolerance import Agreement
from mlrbench_gui.audit.text.words import GENERIC

_FEW = 10
"""Below it whole numbers are counts, indices and names more often than rounded measurements."""
_WORDY = 4
"""A statement of so many words of its own that shares none with a name speaks of something else."""
_COUNTS = ("count", "sum", "held", "not held")
_PLAIN = (0.0, 0.5, 1.0, 2.0, 10.0, 60.0, 100.0, 1000.0, 3600.0)
"""Numbers by which code turns, halves and scales others."""
_COUNTED_NAME = re.compile(r"(?:^|[_\s])(?:num|n|count|total|number)(?:$|[_\s])", re.IGNORECASE)
_RATIO_NAME = re.compile(r"ratio|factor|speed|times|fold|gain|(?:^|[_\s\d])x(?:$|[_\s])", re.IGNORECASE)


def as_set(value: LedgerValue, number: PrintedNumber, found: Agreement) -> Agreement:
    """A setting is told as it is set: one digit is not rounded (1e-4 is no 5e-5), a plain number not rescaled."""
    if not found.agrees or not value.source.is_setup or number.approximate:
        return found
    digits = len(number.value.normalize().as_tuple().digits)
    set_so = math.isclose(abs(value.value) * float(found.factor), abs(number.number), rel_tol=1e-6)
    if (found.factor != 1 and number.unit is None) or (digits == 1 and not set_so):
        return replace(found, agrees=False)
    return found


def carries(value: LedgerValue, context: Context, number: PrintedNumber, held: frozenset[str]) -> bool:
    """Whether this value could support the statement; `held` are the words that its name may be spoken of by."""
    if not _is_of_kind(value, context, number) or _is_conversion(value):
        return False
    if context.labels:
        return True
    if len(context.core) >= _WORDY and held.isdisjoint(context.core | context.told):
        return False
    if value.aspect == "count" and value.source.is_setup and not _is_counted(value.name, context):
        return False
    return not _is_small_count(value, number) or _counts_what_is_told(value.name, context)


def _is_counted(name: Name, context: Context) -> bool:
    """Whether the noun beside the number ends a list's name: `five tasks` for `EVAL_TASKS`, not for `task_names`."""
    words = [word for word in (name.part_words[-1] if name.part_words else ()) if len(word) > 1]
    return bool(words) and words[-1] in context.counted


def _is_conversion(value: LedgerValue) -> bool:
    """Whether it is a plain number in a longer expression (`1 / time`, `x * 100`), which sets nothing."""
    return value.aspect == "operand" and abs(value.value) in _PLAIN


def meets(label: tuple[str, ...], held: frozenset[str]) -> bool:
    """Whether a cell's label shares a word with a name, or has none that tells anything."""
    own = [word for word in label if len(word) > 1 and not word.isdigit()]
    if all(word in GENERIC for word in own) or not held.isdisjoint(own):
        return True
    return any("".join(own[i : i + n]) in held for n in (2, 3) for i in range(len(own) - n + 1))


def meets_wholly(label: tuple[str, ...], held: frozenset[str]) -> bool:
    """Whether a name holds all words of a cell's label that tell anything, and there are some."""
    own = {word for word in label if len(word) > 1 and not word.isdigit() and word not in GENERIC}
    return bool(own) and own <= held


def _is_of_kind(value: LedgerValue, context: Context, number: PrintedNumber) -> bool:
    """Whether a number like this can be the print of such a value: no count for a fraction, no literal ratio."""
    size = abs(value.value)
    if number.unit == "x" and number.is_whole and size.is_integer():
        return any(_RATIO_NAME.search(part) for part in value.name.parts)
    if number.is_percent and size.is_integer() and size > 1:
        counted = any(_COUNTED_NAME.search(part) for part in value.name.parts[-1:])
        return value.aspect not in _COUNTS and not counted
    if number.step != 1 or number.unit not in (None, "%"):
        return True
    if 0 < size < 1:
        return number.is_percent and number.value > 1
    if number.spelled or (number.unit is None and not context.labels and abs(number.value) < _FEW):
        return value.value.is_integer()
    return True


def _is_small_count(value: LedgerValue, number: PrintedNumber) -> bool:
    """Whether a number without digits behind the point meets a literal of code or a count of items."""
    if not number.is_whole or number.unit is not None:
        return False
    return value.aspect in _COUNTS or value.source.is_setup


def _counts_what_is_told(name: Name, context: Context) -> bool:
    """Whether what stands beside the number is what the last part of the name counts: `five tasks`, `n_tasks`."""
    last = {word for words in name.part_words[-1:] for word in words}
    leaf = {word for word in last if len(word) > 1} or last
    return not context.beside.isdisjoint(leaf - GENERIC or leaf)
