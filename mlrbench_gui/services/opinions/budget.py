"""What a request for opinions may use, in tokens and in money; it stops before a bound is passed, not after."""

from dataclasses import dataclass

from mlrbench_gui.domain.errors import InputError
from mlrbench_gui.domain.model_profiles import ModelProfile
from mlrbench_gui.domain.opinions import TokenUse


@dataclass(slots=True)
class Budget:
    """Bounds and what is used so far. A call whose use nobody tells counts with all that it could have used."""

    profile: ModelProfile
    most_tokens: int
    most_cost: float | None
    tokens: int = 0
    cost: float | None = 0.0

    def __post_init__(self) -> None:
        if self.most_cost is not None and self.profile.cost(0, 0) is None:
            raise InputError(
                f"{self.profile.name}: the profile names no price, so that a bound in money cannot be kept; "
                "give the prices, or bound the tokens alone"
            )

    def refusal(self, prompt_tokens: int, reply_tokens: int) -> str | None:
        """Why a call of at most so many tokens is not made, None where it may be."""
        if self.tokens + prompt_tokens + reply_tokens > self.most_tokens:
            return f"the next question could pass {self.most_tokens:,} tokens; {self.tokens:,} are used"
        price = self.profile.cost(prompt_tokens, reply_tokens)
        if self.most_cost is not None and (self.cost or 0.0) + (price or 0.0) > self.most_cost:
            return (
                f"the next question could pass a cost of {self.most_cost:g}; {self.cost or 0.0:.4f} is spent"
            )
        return None

    def spend(self, used: TokenUse | None, most: tuple[int, int]) -> float | None:
        """Count a call (`most`: what prompt and reply could have been); gives its cost where it is known."""
        prompt, reply = (used.prompt, used.reply) if used is not None else most
        self.tokens += prompt + reply
        price = self.profile.cost(prompt, reply)
        self.cost = None if price is None or self.cost is None else self.cost + price
        return price if used is not None else None
