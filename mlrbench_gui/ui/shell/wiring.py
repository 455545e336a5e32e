"""What the window is given from outside: the context and the use cases as callables. `app` puts it together."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from mlrbench_gui.domain.runs import ImportReport
from mlrbench_gui.domain.values import RunName
from mlrbench_gui.domain.work import CancelToken, Emit
from mlrbench_gui.ui.screens.first_start.checks import MachineCheck

if TYPE_CHECKING:
    from mlrbench_gui.services.context import Context
    from mlrbench_gui.services.jobs.kinds import JobOrder
    from mlrbench_gui.services.judging.estimating import PanelEstimate
    from mlrbench_gui.services.running.estimating import Estimate
    from mlrbench_gui.ui.shell.newrun.choices import RunChoices, RunPlan
    from mlrbench_gui.ui.shell.panel.choices import JudgeChoice, PanelPlan

ImportPath = Callable[[Path, CancelToken, Emit], ImportReport]
WriteReport = Callable[[RunName, "ReportPlan", CancelToken, Emit], tuple[Path, ...]]
OpenSample = Callable[[CancelToken, Emit], RunName]
"""Import and audit the bundled sample run into the open workspace."""

Checks = Callable[[], tuple[MachineCheck, ...]]
"""What this machine has and lacks."""


@dataclass(frozen=True, slots=True)
class ReportPlan:
    """Which formats into which folder. `without_names`: neither reviewers' names nor absolute paths are told."""

    folder: Path
    formats: tuple[str, ...]
    without_names: bool = False


@dataclass(frozen=True, slots=True)
class StageRuns:
    """Runs of stages: what can be chosen, what one would ask, and the order of one.

    `engine` says why no experiment can be done here, in a sentence; it may take its time.
    """

    choices: Callable[[], "RunChoices"]
    estimate: Callable[["RunPlan"], "Estimate"]
    order: Callable[["RunPlan"], "JobOrder"]
    engine: Callable[[], str]


@dataclass(frozen=True, slots=True)
class PanelRuns:
    """Judges' reviews: who can be asked, what a panel would ask, the order of one, and what scores are worth by judge.

    All but the order are asked off the GUI thread; what scores are worth takes a second or more.
    """

    choices: Callable[[], "tuple[JudgeChoice, ...]"]
    estimate: Callable[["PanelPlan"], "PanelEstimate"]
    order: Callable[["PanelPlan"], "JobOrder"]
    worth: Callable[[], Mapping[str, str]]


@dataclass(frozen=True, slots=True)
class Wiring:
    """Everything that a window needs, over one open workspace."""

    context: "Context"
    import_path: ImportPath
    write_report: WriteReport
    report_formats: tuple[str, ...]
    open_sample: OpenSample
    checks: Checks
    rerun_image: str
    stage_runs: StageRuns
    panel_runs: PanelRuns
