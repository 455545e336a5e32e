"""The services' surroundings, put together once by `app` and handed to screens and commands."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from mlrbench_gui.domain.artifacts import RunFiles
from mlrbench_gui.domain.audit import Audit
from mlrbench_gui.domain.values import RunName
from mlrbench_gui.services.jobs.scheduler import Scheduler
from mlrbench_gui.services.models.probing import ProcessForms
from mlrbench_gui.services.ports.calls import Clock
from mlrbench_gui.services.ports.models import ConnectModel
from mlrbench_gui.services.ports.papers import FigureReader, PaperPress
from mlrbench_gui.services.ports.sources import OpenTree
from mlrbench_gui.services.ports.user import FormStore, KeyStore, ProfileStore
from mlrbench_gui.services.ports.workspace import Workspace
from mlrbench_gui.services.reporting.board_writer import BoardWriter
from mlrbench_gui.services.reporting.writer import ReportWriter


@dataclass(frozen=True, slots=True)
class Models:
    """Models that the user has set, the keys to them, and how one is reached. Nothing here is asked unbidden.

    `forms` is what was found out about endpoints.
    """

    profiles: ProfileStore
    keys: KeyStore
    connect: ConnectModel
    forms: FormStore = field(default_factory=ProcessForms)


@dataclass(frozen=True, slots=True)
class Context:
    """Ports as one value: the open workspace, the press for papers, the readers, the clock, the reviewer's name.

    `report_writers` are the formats of a run's report by name, `board_writers` those of a benchmark's; `models` is None
    where no model can be set, `figures` where no picture can be read, `jobs` where no background work can be asked for.
    """

    workspace: Workspace
    press: PaperPress
    open_tree: OpenTree
    clock: Clock
    author: Callable[[], str]
    audit_run: Callable[[RunName, RunFiles], Audit]
    report_writers: Mapping[str, ReportWriter] = field(default_factory=dict)
    board_writers: Mapping[str, BoardWriter] = field(default_factory=dict)
    models: Models | None = None
    figures: FigureReader | None = None
    jobs: Scheduler | None = None
