"""What calls of a model may use, in tokens, money and time; it stops before a bound is passed, not after."""

import threading
from dataclasses import dataclass
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


class Budget:
    """Bounds and what is used so far. A call whose use nobody tells counts with all that it could have used.

    A call is held before it is made and settled after, so that calls made at once cannot pass a bound together.
    Thread-safe. Raises InputError for a bound in money where the profile names no price.
    """

    def __init__(self, profile: ModelProfile, bounds: Bounds, clock: Clock) -> None:
        if bounds.cost is not None and profile.cost(0, 0) is None:
            raise InputError(
                f"{profile.name}: the profile names no price, so that a bound in money cannot be kept; "
                "give the prices, or bound the tokens alone"
            )
        self._profile = profile
        self._bounds = bounds
        self._clock = clock
        self._begun = clock()
        self._lock = threading.Lock()
        self._held = TokenUse(prompt=0, reply=0)
        self._longest = 0.0
        self._tokens = 0
        self._cost: float | None = 0.0

    @property
    def tokens(self) -> int:
        """Those used."""
        return self._tokens

    @property
    def cost(self) -> float | None:
        """What is spent; None where a price is unknown."""
        return self._cost

    @property
    def seconds(self) -> float:
        """Since the budget was made."""
        return (self._clock() - self._begun).total_seconds()

    def hold(self, most: TokenUse) -> str | None:
        """Set aside what a call could use at most; tells why not where that could pass a bound."""
        with self._lock:
            refusal = self._refusal(most)
            if refusal is None:
                self._held = _sum(self._held, most, 1)
        return refusal

    def release(self, most: TokenUse) -> None:
        """Give back what was held for a call that failed."""
        with self._lock:
            self._held = _sum(self._held, most, -1)

    def settle(self, most: TokenUse, used: TokenUse | None, begun: datetime) -> float | None:
        """Count a call that was held and answered; gives its cost where it is known."""
        real = used or most
        price = self._profile.cost(real.prompt, real.reply)
        seconds = (self._clock() - begun).total_seconds()
        with self._lock:
            self._held = _sum(self._held, most, -1)
            self._tokens += real.total
            self._longest = max(self._longest, seconds)
            self._cost = None if price is None or self._cost is None else self._cost + price
        return price if used is not None else None

    def _refusal(self, most: TokenUse) -> str | None:
        bounds, coming = self._bounds, _sum(self._held, most, 1)
        if bounds.tokens is not None and self._tokens + coming.total > bounds.tokens:
            return f"the next question could pass {bounds.tokens:,} tokens; {self._tokens:,} are used"
        price = self._profile.cost(coming.prompt, coming.reply) or 0.0
        spent = self._cost or 0.0
        if bounds.cost is not None and spent + price > bounds.cost:
            return f"the next question could pass a cost of {bounds.cost:g}; {spent:.4f} is spent"
        if bounds.seconds is not None and self.seconds + self._longest >= bounds.seconds:
            return f"the next question could pass {bounds.seconds:g} s; {self.seconds:.0f} s are gone"
        return None


def _sum(one: TokenUse, other: TokenUse, sign: int) -> TokenUse:
    return TokenUse(prompt=one.prompt + sign * other.prompt, reply=one.reply + sign * other.reply)
