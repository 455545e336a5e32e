"""What a benchmark gives: one figure against its goal."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Row:
    """A measured figure. `goal` is the most that it may be; `unit` is `x` for ratios, else `s`, `ms`, `MB`."""

    what: str
    figure: float
    goal: float
    unit: str
    note: str = ""

    @property
    def met(self) -> bool:
        return self.figure <= self.goal
