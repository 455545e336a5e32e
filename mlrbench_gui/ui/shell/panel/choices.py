"""Who can be asked to judge, and what was asked for: pure values."""

from dataclasses import dataclass

from mlrbench_gui.domain.values import RunName
from mlrbench_gui.services.jobs.judging import JudgesWish


@dataclass(frozen=True, slots=True)
class JudgeChoice:
    """A profile. `about` says in a line what it is; `script` that no model is asked."""

    name: str
    about: str = ""
    script: bool = False


@dataclass(frozen=True, slots=True)
class PanelPlan:
    """Reviews that are asked for."""

    runs: tuple[RunName, ...]
    wish: JudgesWish
