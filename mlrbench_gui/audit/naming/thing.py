"""A thing called by name: `gpt-4o-mini`, CIFAR-10, AdamW."""

import re
from dataclasses import dataclass
from enum import StrEnum

from mlrbench_gui.audit.text.words import joined

_NUMBER = re.compile(r"\d+(?:\.\d+)?")


class ThingRole(StrEnum):
    """What a thing is used as; things of different roles never stand for each other."""

    MODEL = "model"
    DATASET = "data set"
    OPTIMIZER = "optimizer"
    LIBRARY = "library"
    ACCELERATOR = "accelerator"
    PRECISION = "number format"
    METHOD = "compared method"


@dataclass(frozen=True, slots=True)
class Thing:
    """A name with its place in a text. `family` is what its variants share, empty where no list of names knows it.

    `parts` are the words and numbers that tell which variant it is: `ResNet-18` has 18.
    """

    text: str
    role: ThingRole
    family: str
    parts: tuple[str, ...]
    start: int
    end: int

    @property
    def value(self) -> float | None:
        """The number printed first in the name, if it carries one."""
        hit = _NUMBER.search(self.text)
        return float(hit.group()) if hit else None

    @property
    def key(self) -> tuple[ThingRole, str, tuple[str, ...]]:
        """Equal for two spellings of one name."""
        return self.role, self.family or joined(self.text), self.parts

    def is_named_by(self, other: "Thing") -> bool:
        """Whether the other's name is this one or a closer one: BERT by `bert-base-uncased`, ResNet by `resnet18`."""
        return (
            self.role is other.role
            and self.family == other.family
            and frozenset(self.parts) <= frozenset(other.parts)
        )


def parts_of(name: str) -> tuple[str, ...]:
    """The words and numbers of a name: cut at marks, before a number, and between small and capital letters."""
    cut = re.sub(r"(?<=[a-z])(?=[A-Z][a-z])|(?<=[A-Za-z])(?=\d)", " ", name)
    return tuple(part for part in re.split(r"[\W_]+", cut.lower()) if part)
