"""How many items of a counted row of log lines are of each kind: `made model 3/40 (clean)`."""

import re
from collections import Counter
from dataclasses import dataclass, field

from mlrbench_gui.audit.ledger.values import Collector, Place

_LINE = re.compile(
    r"\W*(?P<head>[A-Za-z][A-Za-z ]{2,40}?)\s+(?P<number>\d+)\s*/\s*(?P<all>\d+)\b[^()]{0,10}"
    r"\((?P<kind>[A-Za-z][A-Za-z -]{2,24})\)\W*$"
)
_FEWEST_ITEMS = 4
_MOST_KINDS = 6


@dataclass
class KindCounts:
    """Counts the kinds of each row of lines as they come, and keeps those of whole rows."""

    collector: Collector
    _kinds: dict[tuple[str, int], list[str]] = field(default_factory=dict)

    def see(self, body: str, place: Place) -> None:
        """Take up one line; the last of a row gives a value for each kind."""
        hit = _LINE.match(body)
        if hit is None:
            return
        number, whole = int(hit.group("number")), int(hit.group("all"))
        key = (hit.group("head").strip(), whole)
        kinds = self._kinds.setdefault(key, [])
        if number == 1:
            kinds.clear()
        kinds.append(hit.group("kind").strip())
        if number == whole == len(kinds) and whole >= _FEWEST_ITEMS:
            self._tell(key[0], Counter(kinds), whole, place)

    def _tell(self, head: str, counted: Counter[str], whole: int, place: Place) -> None:
        if 2 <= len(counted) <= _MOST_KINDS:
            for kind, count in counted.items():
                formula = f"lines of {whole} that say so"
                self.collector.add((head, kind), float(count), place, aspect="count", formula=formula)
