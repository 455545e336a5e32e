"""The one place where ports meet adapters."""

import getpass
import os
import sys
from contextlib import ExitStack, closing, contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from mlrbench_gui.domain.addresses import ServerAddress, is_there, place_of
from mlrbench_gui.domain.errors import InputError, MissingPart
from mlrbench_gui.domain.values import RunName
from mlrbench_gui.domain.work import Event, Finished, LiveText, Progress, RunsChanged, Spent, Step

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager

    from mlrbench_gui.domain.addresses import Place
    from mlrbench_gui.domain.artifacts import RunFiles
    from mlrbench_gui.domain.audit import Audit
    from mlrbench_gui.domain.model_profiles import ModelProfile, ReplyForm
    from mlrbench_gui.domain.stages import ExperimentInputs
    from mlrbench_gui.domain.work import Emit
    from mlrbench_gui.infra.db.workspace import SqliteWorkspace
    from mlrbench_gui.services.context import Context, Models
    from mlrbench_gui.services.experimenting.tool_loop import AgentBounds, Workplace
    from mlrbench_gui.services.jobs.kinds import Kinds
    from mlrbench_gui.services.jobs.scheduler import Scheduler
    from mlrbench_gui.services.jobs.stages import StagesWish
    from mlrbench_gui.services.models.budget import Budget
    from mlrbench_gui.services.ports.boxes import ExperimentAgent
    from mlrbench_gui.services.ports.models import ModelClient
    from mlrbench_gui.services.ports.papers import FigureReader, PaperPress
    from mlrbench_gui.services.ports.sandbox import Sandbox
    from mlrbench_gui.services.ports.user import FormStore
    from mlrbench_gui.services.ports.workspace import Workspace

_AT_ONCE, _TO_ONE_ENDPOINT = 8, 4
"""Jobs at work in all, and of those that ask one model's endpoint."""


def version() -> str:
    """The program's version, as installed."""
    from importlib.metadata import PackageNotFoundError
    from importlib.metadata import version as package_version

    try:
        return package_version("mlrbench-gui")
    except PackageNotFoundError:
        return "0+unknown"


def default_workspace() -> "Place":
    """`$MLRBENCH_WORKSPACE`, else a file in the platform's data folder."""
    named = os.environ.get("MLRBENCH_WORKSPACE")
    if named:
        return place_of(named)
    return data_folder() / "default.mlrb"


def cores() -> int:
    """How many cores this process may use."""
    allowed = getattr(os, "sched_getaffinity", None)
    return len(allowed(0)) if allowed is not None else os.cpu_count() or 1


def rerun_image() -> str:
    """The container image of re-runs: `$MLRBENCH_RERUN_IMAGE`, else a plain Python."""
    return os.environ.get("MLRBENCH_RERUN_IMAGE") or "python:3.11-slim"


def data_folder() -> Path:
    """The platform's folder for the program's data (not made here)."""
    from platformdirs import user_data_path

    return user_data_path("mlrbench-gui", appauthor=False)


def models() -> "Models":
    """The user's models: profiles in `$MLRBENCH_MODELS`, else in the platform's settings folder."""
    from platformdirs import user_config_path

    from mlrbench_gui.infra.llm.client import connect
    from mlrbench_gui.infra.llm.forms import FormFile
    from mlrbench_gui.infra.llm.keys import SystemKeys
    from mlrbench_gui.infra.llm.profiles import ProfileFile
    from mlrbench_gui.services.context import Models

    named = os.environ.get("MLRBENCH_MODELS")
    place = Path(named) if named else user_config_path("mlrbench-gui", appauthor=False) / "models.json"
    keys = SystemKeys()
    forms = FormFile(place.with_name("model-forms.json"))
    return Models(ProfileFile(place), keys, partial(connect, keys=keys), forms)


@contextmanager
def agent_model(known: "Models", name: str | None, local: Path | None = None) -> "Iterator[ModelClient]":
    """The client of a profile by its name, or of the first.

    `scripted` is served by this process, and needs no profile; `local` is a model's file, which is run for as long.
    """
    from mlrbench_gui.infra.llm.scripted.server import PROFILE, ScriptedServer

    with ExitStack() as stack:
        if local is not None:
            from mlrbench_gui.infra.llm.local_model.serving import LocalModel

            profile = stack.enter_context(LocalModel(local)).profile()
        elif name == PROFILE:
            profile = stack.enter_context(ScriptedServer()).profile()
        else:
            profile = known.profiles.get(name)
        yield stack.enter_context(closing(known.connect(profile)))


def agent_profile(known: "Models", name: str | None, local: Path | None = None) -> "ModelProfile":
    """The profile alone, where nothing is to be asked."""
    from mlrbench_gui.infra.llm.local_model.serving import local_profile
    from mlrbench_gui.infra.llm.scripted.server import PROFILE, ScriptedServer

    if local is not None:
        return local_profile(local)
    if name != PROFILE:
        return known.profiles.get(name)
    with ScriptedServer() as server:
        return server.profile()


@contextmanager
def experiment_agent(
    workspace: "Workspace",
    client: "ModelClient",
    forms: "tuple[ReplyForm, FormStore]",
    budget: "Budget",
    place: "Workplace",
    bounds: "AgentBounds | None" = None,
) -> "Iterator[ExperimentAgent]":
    """The agent that does experiments in boxes of this place: the profile's coding agent, else the model by tools.

    `forms` are how the model's endpoint can be held to JSON, and what is known of endpoints. The engine is reached when
    it is first used. A try that was stopped gets the replies again that it had; a new one
    asks anew.
    """
    from mlrbench_gui.domain.values import Stage
    from mlrbench_gui.infra.sandbox.docker_boxes import DockerBoxes
    from mlrbench_gui.services.experimenting.external import OutsideCoder
    from mlrbench_gui.services.experimenting.tool_loop import AgentBounds, ToolLoop
    from mlrbench_gui.services.models.asking import Asker
    from mlrbench_gui.services.models.probing import takes_tools
    from mlrbench_gui.services.running.trying import ended_tries

    def chat(inputs: "ExperimentInputs", emit: "Emit") -> Asker:
        before = len(ended_tries(workspace, inputs.run, Stage.EXPERIMENT))
        scope = f"{inputs.run}/{Stage.EXPERIMENT}/{before}"
        return Asker(client, workspace.calls, budget, now, scope, emit)

    profile = client.profile
    with closing(DockerBoxes()) as boxes:
        if profile.coder is not None:
            lend = partial(_lent, profile.name, profile.coder.variables)
            yield OutsideCoder(boxes, now, place, profile.coder, profile.model, lend, profile.prompts)
            return
        form, known = forms
        bounds = bounds or AgentBounds(reply_tokens=profile.stage_tokens)
        tools = partial(takes_tools, client, known)
        yield ToolLoop(boxes, chat, now, place, profile.model, bounds, profile.prompts, form, tools)


def _lent(profile: str, names: tuple[str, ...]) -> dict[str, str]:
    """The values of environment variables. Raises MissingPart for one that is not set."""
    missing = [name for name in names if name not in os.environ]
    if missing:
        raise MissingPart(f"{profile}: its coding agent needs ${missing[0]}; set it in the environment")
    return {name: os.environ[name] for name in names}


def sandbox() -> "Sandbox":
    """Where foreign code is run; the engine is reached when it is first used."""
    from mlrbench_gui.infra.sandbox.docker_sandbox import DockerSandbox

    return DockerSandbox()


def now() -> datetime:
    """The clock of the real program: aware UTC."""
    return datetime.now(UTC)


def user_name() -> str:
    """Who decides, where no reviewer's name is set."""
    try:
        return getpass.getuser()
    except (OSError, KeyError):
        return "reviewer"


class AuditWithPress:
    """`services.ports.calls.AuditRun` whose PDF text comes from a press that is started only when needed.

    With a `reader` the charts of the papers are read from their pictures too.
    """

    def __init__(self, press: "PaperPress", reader: "FigureReader | None" = None) -> None:
        self._press = press
        self._reader = reader

    def __call__(self, name: RunName, files: "RunFiles") -> "Audit":
        from mlrbench_gui.audit.run import audit_run

        read = self._reader.read if self._reader is not None else None
        return audit_run(name, files, pdf_text=self._press.pdf_text, read_pictures=read)


@contextmanager
def opened(
    place: "Place", *, create: bool = False, reader: "Callable[[], str] | None" = None
) -> "Iterator[Context]":
    """An open workspace with all services around it; closed with its child processes at the end.

    With a `reader`, as in the window, what a blind review hides from that person is not in it.
    Raises WorkspaceError where it cannot be used, or is not there and `create` is False.
    """
    from mlrbench_gui.infra.db.workspace import open_workspace

    if not create and not is_there(place):
        raise InputError(
            f"{place}: no workspace is there; import something first, or name one with --workspace"
        )
    if isinstance(place, Path):
        place.parent.mkdir(parents=True, exist_ok=True)
    workspace = open_workspace(place, create=create)
    try:
        with context_of(workspace, reader) as context:
            yield context
    finally:
        workspace.close()


def check_workspace(place: "Place") -> None:
    """Raise WorkspaceError for what is no whole workspace, or one of a newer version; it is only read."""
    if isinstance(place, ServerAddress):
        from mlrbench_gui.infra.db.server.opening import check_server

        check_server(place)
        return
    from mlrbench_gui.infra.db.opening import inspect

    inspect(place, to_write=False)


@contextmanager
def context_of(
    workspace: "SqliteWorkspace", reader: "Callable[[], str] | None" = None
) -> "Iterator[Context]":
    """The services around an open workspace, as this reader may see it."""
    from mlrbench_gui.infra.export.board_report import board_writers
    from mlrbench_gui.infra.export.writers import all_writers
    from mlrbench_gui.infra.figures.reader import ChildFigureReader
    from mlrbench_gui.infra.files.tree import open_tree
    from mlrbench_gui.infra.pdf.press import ChildPress
    from mlrbench_gui.services.context import Context
    from mlrbench_gui.services.people.veiled_workspace import VeiledWorkspace

    press, figures = ChildPress(), ChildFigureReader()
    context = Context(
        workspace=workspace if reader is None else VeiledWorkspace(workspace, reader),
        press=press,
        open_tree=open_tree,
        clock=now,
        author=reader or user_name,
        audit_run=AuditWithPress(press),
        report_writers=all_writers(press),
        board_writers=board_writers(press),
        models=models(),
        figures=figures,
    )
    jobs = jobs_of(context)
    try:
        yield replace(context, jobs=jobs)
    finally:
        jobs.close()
        figures.close()
        press.close()


def local_file(wish: "StagesWish") -> Path | None:
    """The model's file that a run wishes in place of a profile."""
    return Path(wish.local_model) if wish.local_model else None


def jobs_of(context: "Context") -> "Scheduler":
    """The queue of an open workspace, with every kind of job; nothing runs before it is asked for."""
    from mlrbench_gui.services.jobs.kinds import AUDITING, CONTAINERS
    from mlrbench_gui.services.jobs.queueing import JobLimits
    from mlrbench_gui.services.jobs.scheduler import Scheduler

    limits = JobLimits(_AT_ONCE, lambda key: 1 if key in {AUDITING, CONTAINERS} else _TO_ONE_ENDPOINT)
    return Scheduler(context.workspace.jobs, kinds_of(context), context.clock, limits)


def kinds_of(context: "Context") -> "Kinds":
    """Every kind of job over an open workspace."""
    from mlrbench_gui.services.experimenting.tool_loop import Workplace
    from mlrbench_gui.services.jobs.audits import audit_kind
    from mlrbench_gui.services.jobs.judging import judge_kind
    from mlrbench_gui.services.jobs.kinds import registry
    from mlrbench_gui.services.jobs.opinions import opinions_kind
    from mlrbench_gui.services.jobs.reruns import rerun_kind
    from mlrbench_gui.services.jobs.stages import stages_kind
    from mlrbench_gui.services.models.probing import ProcessForms

    def model(wish: "StagesWish") -> "AbstractContextManager[ModelClient]":
        if context.models is None:
            raise MissingPart("no model can be set here")
        return agent_model(context.models, wish.agent, local_file(wish))

    def agent(
        wish: "StagesWish", client: "ModelClient", form: "ReplyForm", budget: "Budget"
    ) -> "AbstractContextManager[ExperimentAgent]":
        forms = context.models.forms if context.models is not None else ProcessForms()
        place = Workplace(wish.image or rerun_image(), network=wish.network, gpus=wish.gpus)
        return experiment_agent(context.workspace, client, (form, forms), budget, place)

    def judge(name: str | None) -> "AbstractContextManager[ModelClient]":
        if context.models is None:
            raise MissingPart("no model can be set here")
        return agent_model(context.models, name)

    return registry(
        (
            audit_kind(context),
            judge_kind(context, judge),
            opinions_kind(context),
            rerun_kind(context, sandbox),
            stages_kind(context, model, agent),
        )
    )


def say(event: Event) -> None:
    """Progress for people on stderr: one line that moves on a terminal, nothing elsewhere."""
    if not sys.stderr.isatty():
        return
    match event:
        case Progress(done, total, text):
            of = f" of {total}" if total is not None else ""
            sys.stderr.write(f"\r\033[K{done}{of} {text}"[:100])
        case Step(text):
            sys.stderr.write(f"\r\033[K{text}"[:100])
        case Finished():
            sys.stderr.write("\r\033[K")
        case RunsChanged() | LiveText() | Spent():
            pass
    sys.stderr.flush()
