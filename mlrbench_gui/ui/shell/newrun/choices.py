"""What a person can choose for a run of stages, and what was chosen: pure values."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from mlrbench_gui.services.jobs.stages import StagesWish


class AgentKind(StrEnum):
    """Who answers, and who does the experiments."""

    OWN = "own"
    OUTSIDE = "outside"
    SCRIPTED = "scripted"
    LOCAL = "local"


@dataclass(frozen=True, slots=True)
class TaskChoice:
    """A task as people look for it."""

    id: str
    title: str
    venue: str = ""
    topic: str = ""

    def fits(self, words: Iterable[str], topic: str) -> bool:
        """Whether each word stands in it, in small letters, and it is of the topic; none is any."""
        text = f"{self.id} {self.title} {self.venue} {self.topic}".lower()
        return (not topic or topic == self.topic) and all(word in text for word in words)


@dataclass(frozen=True, slots=True)
class AgentChoice:
    """A profile, the script, or a model's file. `about` says in a line what it is; `lacks` why it cannot work here."""

    name: str
    kind: AgentKind
    about: str = ""
    lacks: str = ""


@dataclass(frozen=True, slots=True)
class RunChoices:
    """What there is; `image` is the usual one of experiments."""

    tasks: tuple[TaskChoice, ...] = ()
    agents: tuple[AgentChoice, ...] = ()
    image: str = ""


@dataclass(frozen=True, slots=True)
class RunPlan:
    """A run that is asked for."""

    tasks: tuple[str, ...]
    wish: StagesWish
