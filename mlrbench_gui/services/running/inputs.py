"""What a stage works from: the task's text, what people gave, what earlier stages made."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from mlrbench_gui.domain.audit import GateEvidence
from mlrbench_gui.domain.errors import InputError
from mlrbench_gui.domain.stages import STAGE_FILES
from mlrbench_gui.domain.values import RelPath, Stage
from mlrbench_gui.services.catalogue import catalogue
from mlrbench_gui.services.ports.sources import SourceTree
from mlrbench_gui.services.ports.workspace import Workspace

_SOURCES = "sources/"
_SOURCE_SUFFIXES = (".md", ".txt", ".bib")
_MOST_GIVEN = 256 * 1024 * 1024
TASK_FILE = RelPath("task.md")


@dataclass(frozen=True, slots=True)
class StageInputs:
    """The texts that a stage may use; what is not there is empty. `sources` are works for the literature, by name.

    `experiment` are the files that a paper is written from; `refused` those that the gate kept out of them or marked.
    """

    task: str
    task_text: str
    idea: str = ""
    literature: str = ""
    proposal: str = ""
    sources: Mapping[str, str] = field(default_factory=dict)
    experiment: Mapping[RelPath, bytes] = field(default_factory=dict)
    refused: tuple[GateEvidence, ...] = ()


@dataclass(frozen=True, slots=True)
class Given:
    """Files that a person gave for a task, by path as in a run's folder."""

    files: Mapping[RelPath, bytes] = field(default_factory=dict)

    def text(self, stage: Stage) -> str:
        """The document of a stage, empty where none was given."""
        data = self.files.get(STAGE_FILES[stage]) if stage in STAGE_FILES else None
        return data.decode("utf-8", "replace") if data is not None else ""

    @property
    def sources(self) -> dict[str, str]:
        """Texts of works, by name."""
        return {
            path.removeprefix(_SOURCES): data.decode("utf-8", "replace")
            for path, data in self.files.items()
            if path.startswith(_SOURCES) and path.lower().endswith(_SOURCE_SUFFIXES)
        }

    @property
    def experiment(self) -> dict[RelPath, bytes]:
        """All that is neither a stage's document nor a work."""
        documents = {TASK_FILE, *STAGE_FILES.values()}
        return {
            path: data
            for path, data in self.files.items()
            if path not in documents and not path.startswith(_SOURCES)
        }


def read_given(tree: SourceTree, tasks: Iterable[str]) -> dict[str, Given]:
    """What lies in a folder for each task: in a folder of the task's name, or at the top where one task is asked for.

    Raises InputError where nothing is there for any of them, or too much.
    """
    wanted = tuple(tasks)
    found: dict[str, dict[RelPath, bytes]] = {}
    total = 0
    for entry in tree.entries():
        task, _, rest = entry.path.partition("/")
        if task not in wanted or not rest:
            task, rest = wanted[0], entry.path
            if len(wanted) != 1:
                continue
        total += entry.size
        if total > _MOST_GIVEN:
            raise InputError(
                f"{tree.label}: holds more than {_MOST_GIVEN >> 20} MB for these tasks; give less"
            )
        found.setdefault(task, {})[RelPath(rest)] = tree.read(entry.path)
    if not found:
        raise InputError(
            f"{tree.label}: holds nothing for these tasks; give a folder with {wanted[0]}/idea.md and the like"
        )
    return {task: Given(files) for task, files in found.items()}


def task_text(workspace: Workspace, task: str) -> str:
    """The official text where it was imported, else our own brief. Raises InputError for an unknown task."""
    official = workspace.tasks.text(task)
    if official is not None:
        return official.decode("utf-8", "replace")
    known = next((item for item in catalogue().tasks if item.id == task), None)
    if known is None:
        raise InputError(f"{task}: is no task; `tasks list` shows all, `tasks import` adds texts")
    return f"# {known.title}\n\n{known.venue} {known.year} workshop. {known.brief}\n"


def known_tasks(workspace: Workspace) -> tuple[str, ...]:
    """The ids of all tasks that have a text."""
    return tuple(
        sorted({item.id for item in catalogue().tasks} | {item.id for item in workspace.tasks.all()})
    )
