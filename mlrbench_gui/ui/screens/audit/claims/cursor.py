"""Where the reader is in the list of claims: one current claim, several selected ones. No Qt."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Cursor:
    """`order` holds the shown ids; `current` is one of them or None; `selected` always holds `current`."""

    order: tuple[str, ...] = ()
    current: str | None = None
    selected: tuple[str, ...] = ()

    def at(self, key: str) -> "Cursor":
        """Go to one claim, which is then selected alone."""
        return replace(self, current=key, selected=(key,))

    def over(self, order: Sequence[str]) -> "Cursor":
        """The same place in another order; if the current claim is not in it, the next one that is."""
        kept = frozenset(order)
        if self.current in kept:
            selected = tuple(key for key in order if key in frozenset(self.selected))
            return Cursor(tuple(order), self.current, selected or (self.current,))
        following = self._after_current(kept)
        return Cursor(tuple(order), following, (following,) if following else ())

    def step(self, by: int) -> "Cursor":
        """`by` claims on or back, stopping at the ends."""
        if not self.order:
            return self
        if self.current is None:
            return self.at(self.order[0])
        place = self.order.index(self.current) + by
        return self.at(self.order[max(0, min(place, len(self.order) - 1))])

    def next_where(self, wanted: Callable[[str], bool]) -> "Cursor":
        """The next claim that is wanted, going round once; stays when there is none."""
        if not self.order:
            return self
        start = self.order.index(self.current) + 1 if self.current in self.order else 0
        for key in self.order[start:] + self.order[:start]:
            if wanted(key) and key != self.current:
                return self.at(key)
        return self

    def with_selected(self, keys: Sequence[str], current: str | None) -> "Cursor":
        """Select several claims, in the order of the list."""
        wanted = frozenset(keys)
        selected = tuple(key for key in self.order if key in wanted)
        if current not in wanted:
            current = selected[0] if selected else None
        return Cursor(self.order, current, selected)

    @property
    def place(self) -> int | None:
        """1-based place of the current claim."""
        return self.order.index(self.current) + 1 if self.current in self.order else None

    def _after_current(self, kept: frozenset[str]) -> str | None:
        start = self.order.index(self.current) if self.current in self.order else 0
        for key in self.order[start:] + self.order[:start][::-1]:
            if key in kept:
                return key
        return None
