"""A number as it stands in a text: its value, the step of its last printed digit, its unit and its place."""

import re
from dataclasses import dataclass
from decimal import Decimal

_ABBREVIATED = re.compile(r"\d\W*(?:[kKMB]|thousand|million|billion|trillion)$")


@dataclass(frozen=True, slots=True)
class PrintedNumber:
    """A number in a text. `start` and `end` cover digits, sign and multiplier; `unit_end` the unit as well.

    `value` has multipliers applied (3k is 3000) but not the percent sign; `step` is one unit of the last
    printed digit, in the same scale. `role` tells ends of ranges (`low`, `high`) from single numbers (``).
    """

    start: int
    end: int
    unit_end: int
    text: str
    value: Decimal
    step: Decimal
    unit: str | None = None
    approximate: bool = False
    spelled: bool = False
    role: str = ""
    deviation: Decimal | None = None

    @property
    def is_percent(self) -> bool:
        return self.unit in ("%", "points")

    @property
    def number(self) -> float:
        return float(self.value)

    @property
    def is_whole(self) -> bool:
        return self.step >= 1

    @property
    def is_abbreviated(self) -> bool:
        """Whether it is a count with a multiplier in place of its last digits: 30k."""
        return self.unit is None and _ABBREVIATED.search(self.text) is not None
