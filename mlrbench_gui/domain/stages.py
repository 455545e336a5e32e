"""What the stages take and give, and the record of each: enough that an audit of it has nothing to guess."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from pydantic import Field

from mlrbench_gui.domain.errors import MlrbenchError
from mlrbench_gui.domain.frozen import FrozenModel
from mlrbench_gui.domain.layout import END_TO_END_PREFIX, STEPWISE_RUNS
from mlrbench_gui.domain.model_calls import Account
from mlrbench_gui.domain.values import Mode, RelPath, RunName, Sha256, Stage

STAGE_FILES: Mapping[Stage, RelPath] = {
    Stage.IDEA: RelPath("idea.md"),
    Stage.LITERATURE: RelPath("related_work.md"),
    Stage.PROPOSAL: RelPath("proposal.md"),
    Stage.PAPER: RelPath("results/paper.md"),
}
"""The document of each stage that makes one, as it lies in a run's folder."""

PAPER_PDF = RelPath("results/paper.pdf")
"""The paper as it is printed, beside its Markdown."""

STAGE_ORDER = tuple(Stage)
MEMORY = "memory"
"""The source of a work that the model named without having its text."""


class Idea(FrozenModel):
    """One research idea. `difference`: from the nearest known approach; `failure`: what would show it wrong."""

    title: str = Field(min_length=4, max_length=200)
    problem: str = Field(min_length=20)
    idea: str = Field(min_length=20)
    difference: str = Field(min_length=10)
    method: str = Field(min_length=20)
    experiment: str = Field(min_length=20)
    failure: str = Field(min_length=10)


class LiteratureNote(FrozenModel):
    """A work and what it has to do with the idea. `source` is a given text's name, an address, or `memory`."""

    title: str = Field(min_length=4)
    authors: str
    year: int | None = Field(ge=1900, le=2100)
    finding: str = Field(min_length=10)
    relation: str = Field(min_length=10)
    source: str = Field(min_length=1)


class Literature(FrozenModel):
    """Related work, and what it leaves open."""

    notes: tuple[LiteratureNote, ...] = Field(min_length=1, max_length=40)
    gap: str = Field(min_length=10)


class Proposal(FrozenModel):
    """A plan that another person can carry out."""

    title: str = Field(min_length=4, max_length=200)
    background: str = Field(min_length=20)
    hypothesis: str = Field(min_length=20)
    data: str = Field(min_length=20)
    method: str = Field(min_length=20)
    baselines: str = Field(min_length=10)
    measures: str = Field(min_length=10)
    steps: tuple[str, ...] = Field(min_length=2, max_length=20)
    risks: str = Field(min_length=10)


class StageState(StrEnum):
    """How a stage ended: with its product, without a usable reply, declined by the model, or stopped by the gate.

    STOPPED: broken off from outside; what was done by then is kept, and the same try goes on next time.
    """

    FINISHED = "finished"
    FAILED = "failed"
    REFUSED = "refused"
    BLOCKED = "blocked"
    STOPPED = "stopped"


class GatePolicy(StrEnum):
    """What the gate does before a paper is written: keep refused evidence out, pass and mark it, or only record."""

    STRICT = "strict"
    WARN = "warn"
    OFF = "off"


class StageOutput(FrozenModel):
    """A file that a stage made, by hash."""

    path: RelPath
    sha256: Sha256
    size: int = Field(ge=0)


class StageRecord(FrozenModel):
    """One try at a stage. `key` is the hash of all that it was made from, `attempt` counts tries from 0.

    `prompt_sha256` is that of the prompt's file before it was filled. `reason` says why a try has no product,
    `note` what people should know of one that has. A try that was stopped has the number of the one that goes on
    behind it.
    """

    id: str
    run: RunName
    task: str
    stage: Stage
    mode: Mode
    agent: str
    model: str
    attempt: int = Field(ge=0)
    key: Sha256
    prompt: str
    prompt_sha256: Sha256
    state: StageState
    reason: str = ""
    note: str = ""
    outputs: tuple[StageOutput, ...] = ()
    account: Account
    started: datetime
    ended: datetime


@dataclass(frozen=True, slots=True)
class ExperimentInputs:
    """What an agent that does an experiment is given; what no earlier stage made is empty."""

    run: RunName
    task: str
    task_text: str
    idea: str
    literature: str
    proposal: str


@dataclass(frozen=True, slots=True)
class ExperimentRecord:
    """What an agent did. `files` are all that it leaves, its transcript among them, by path in the run's folder.

    `reason` says why it did not finish, and is empty where it did; `note` what people must know of one that did.
    `stopped` is what broke it off from outside: the record is kept, and the error goes on.
    """

    files: Mapping[RelPath, bytes]
    model: str
    prompt: str
    prompt_sha256: Sha256
    account: Account = field(default_factory=Account)
    reason: str = ""
    note: str = ""
    stopped: MlrbenchError | None = None


def made_run_name(agent: str, task: str, mode: Mode) -> RunName:
    """The name of a run that this program makes: where a checkout would have it."""
    part = re.sub(r"\s+", "-", agent).strip(".") or "agent"
    folder = f"{END_TO_END_PREFIX}{part}" if mode is Mode.END_TO_END else f"{STEPWISE_RUNS}/{part}"
    return RunName(f"{folder}/{task}")


def idea_markdown(idea: Idea) -> str:
    """An idea as its file holds it."""
    parts = (
        ("Problem", idea.problem),
        ("Idea", idea.idea),
        ("Difference from what is known", idea.difference),
        ("Method", idea.method),
        ("Experiment", idea.experiment),
        ("What would show it wrong", idea.failure),
    )
    return _document(idea.title, parts)


def literature_markdown(literature: Literature) -> str:
    """Related work as its file holds it; what was named from memory says so."""
    listed = "\n".join(f"{number}. {_work(note)}" for number, note in enumerate(literature.notes, 1))
    return f"# Related work\n\n{listed}\n\n## Gap\n\n{literature.gap.strip()}\n"


def proposal_markdown(proposal: Proposal) -> str:
    """A plan as its file holds it."""
    steps = "\n".join(f"{number}. {step.strip()}" for number, step in enumerate(proposal.steps, 1))
    parts = (
        ("Background", proposal.background),
        ("Hypothesis", proposal.hypothesis),
        ("Data", proposal.data),
        ("Method", proposal.method),
        ("Baselines", proposal.baselines),
        ("Measures", proposal.measures),
        ("Plan", steps),
        ("Risks", proposal.risks),
    )
    return _document(proposal.title, parts)


def _document(title: str, parts: Sequence[tuple[str, str]]) -> str:
    head = " ".join(title.split())
    return "\n\n".join([f"# {head}", *(f"## {name}\n\n{text.strip()}" for name, text in parts)]) + "\n"


def _work(note: LiteratureNote) -> str:
    year = f"; {note.year}" if note.year is not None else ""
    source = "named from memory, not looked up" if note.source == MEMORY else note.source
    said = f"{note.finding.strip()} {note.relation.strip()}"
    return f"**{' '.join(note.title.split())}** ({note.authors.strip()}{year}). {said} [{source}]"
