"""One thing that code sets, with its name in words and where it stands."""

from dataclasses import dataclass
from enum import IntEnum

from mlrbench_gui.audit.ledger.values import Place
from mlrbench_gui.audit.text.words import name_words
from mlrbench_gui.domain.values import RelPath


class Rank(IntEnum):
    """How surely a setting is the one that counts, the surest first."""

    PASSED = 0
    CHOSEN = 1
    GIVEN = 2
    DEFAULT = 3


NEUTRAL = frozenset(
    name_words(
        "num number n max maximum min default total size rate value count amount of per the args config "
        "prob probability ratio frac fraction percent weight init base initial"
    )
)
"""Words of a setting's name that need not be spoken of."""
_LOOSE = frozenset(name_words("train training device new"))
"""The same, if other words remain: `num_train_epochs` is told as `epochs`, `train_size` is not told as `size`."""


@dataclass(frozen=True, slots=True)
class Setting:
    """A number, or a row of numbers, that code sets. `owner` is the call or table that it is given to.

    `note` are the words of the comment or help text beside it. `is_example` says that it stands below
    `if __name__ == "__main__"` of a file that was not itself started, or in a file of tests.
    """

    path: RelPath
    place: Place
    key: str
    numbers: tuple[float, ...]
    rank: Rank
    owner: tuple[str, ...] = ()
    note: str = ""
    is_example: bool = False
    is_row: bool = False
    formula: str | None = None

    @property
    def words(self) -> tuple[str, ...]:
        return name_words(self.key)

    @property
    def own(self) -> frozenset[str]:
        """The words that must be spoken of."""
        words = {word for word in self.words if not word.isdigit()}
        own = words - NEUTRAL
        return frozenset(own - _LOOSE or own)

    @property
    def around(self) -> frozenset[str]:
        """The words of what it is given to."""
        return frozenset(word for part in self.owner for word in name_words(part) if len(word) > 1)
