"""What calls of a model may use, in tokens, money and time; it stops before a bound is passed, not after."""

import threading
from dataclasses import dataclass, field
from datetime import datetime

from mlrbench_gui.domain.errors import InputError
from mlrbench_gui.domain.model_profiles import ModelProfile
from mlrbench_gui.domain.opinions import TokenUse
from mlrbench_gui.services.ports.calls import Clock


@dataclass(frozen=True, slots=True)
class Bounds:
    """What all calls together may use; None is no bound."""

    tokens: int | None = None
    cost: float | None = None
    seconds: float | None = None


@dataclass(slots=True)
class Purse:
    """What is used and held so far, by all budgets that share it. `cost` is None once a price is unknown."""

    lock: threading.Lock = field(default_factory=threading.Lock)
    held_tokens: int = 0
    held_cost: float = 0.0
    longest: float = 0.0
    tokens: int = 0
    cost: float | None = 0.0

    def spend(self, used: TokenUse, price: float | None, seconds: float = 0.0) -> None:
        """Count what a call used; `price` is None where it is unknown."""
        self.tokens += used.total
        self.cost = None if price is None or self.cost is None else self.cost + price
        self.longest = max(self.longest, seconds)


def use_by_bytes(answer: str) -> TokenUse:
    """Where the endpoint told no count: the bytes that it answered, of which a token has at least one."""
    return TokenUse(prompt=0, reply=len(answer.encode("utf-8", "replace")))


class Budget:
    """Bounds and what is used so far. A call whose use nobody tells counts with all that it could have used.

    A call is held before it is made and settled after, so that calls made at once cannot pass a bound together; with
    one `purse` the models of several profiles keep within the same bounds. Thread-safe. Raises InputError for a bound
    in money where the profile names no price.
    """

    def __init__(
        self, profile: ModelProfile, bounds: Bounds, clock: Clock, purse: Purse | None = None
    ) -> None:
        if bounds.cost is not None and profile.cost(0, 0) is None:
            raise InputError(
                f"{profile.name}: the profile names no price, so that a bound in money cannot be kept; "
                "give the prices, or bound the tokens alone"
            )
        self._profile = profile
        self._bounds = bounds
        self._clock = clock
        self._begun = clock()
        self._purse = purse or Purse()

    @property
    def tokens(self) -> int:
        """Those used."""
        return self._purse.tokens

    @property
    def cost(self) -> float | None:
        """What is spent; None where a price is unknown."""
        return self._purse.cost

    @property
    def seconds(self) -> float:
        """Since the budget was made."""
        return (self._clock() - self._begun).total_seconds()

    def hold(self, most: TokenUse) -> str | None:
        """Set aside what a call could use at most; tells why not where that could pass a bound."""
        with self._purse.lock:
            refusal = self._refusal(most)
            if refusal is None:
                self._set_aside(most, 1)
        return refusal

    def release(self, most: TokenUse) -> None:
        """Give back what was held for a call that failed."""
        with self._purse.lock:
            self._set_aside(most, -1)

    def settle(self, most: TokenUse, used: TokenUse | None, begun: datetime) -> float | None:
        """Count a call that was held and answered; gives its cost where it is known."""
        real = used or most
        price = self._profile.cost(real.prompt, real.reply)
        seconds = (self._clock() - begun).total_seconds()
        purse = self._purse
        with purse.lock:
            self._set_aside(most, -1)
            purse.spend(real, price, seconds)
        return price if used is not None else None

    def _set_aside(self, most: TokenUse, sign: int) -> None:
        purse = self._purse
        purse.held_tokens += sign * most.total
        # Floats do not come back to zero by themselves; where nothing is held, nothing is.
        cost = purse.held_cost + sign * (self._profile.cost(most.prompt, most.reply) or 0.0)
        purse.held_cost = max(0.0, cost) if purse.held_tokens else 0.0

    def _refusal(self, most: TokenUse) -> str | None:
        bounds, purse = self._bounds, self._purse
        if bounds.tokens is not None and purse.tokens + purse.held_tokens + most.total > bounds.tokens:
            return f"the next question could pass {bounds.tokens:,} tokens; {purse.tokens:,} are used"
        price = purse.held_cost + (self._profile.cost(most.prompt, most.reply) or 0.0)
        spent = purse.cost or 0.0
        if bounds.cost is not None and spent + price > bounds.cost:
            return f"the next question could pass a cost of {bounds.cost:g}; {spent:.4f} is spent"
        if bounds.seconds is not None and self.seconds + purse.longest >= bounds.seconds:
            return f"the next question could pass {bounds.seconds:g} s; {self.seconds:.0f} s are gone"
        return None
