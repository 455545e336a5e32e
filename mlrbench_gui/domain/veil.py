"""What a reader in a blind review must not see: the names that hidden runs go by, and values without their makers.

A hidden run keeps its task and its files. Its name, agent and models, the judges' scores and what others said of it are
left out until the reader has submitted a review of it.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from mlrbench_gui.domain.people import (
    Assign,
    BeSure,
    Exclude,
    LiftBlind,
    PersonRecord,
    ReviewForm,
    SetBlind,
    Settle,
    SpendTime,
    Submit,
)
from mlrbench_gui.domain.runs import Run, RunGroup
from mlrbench_gui.domain.sharing import (
    HIDDEN_FOLDER,
    NO_REVIEWING,
    assigned_runs,
    blind_code,
    blindness_of,
    is_alias,
)
from mlrbench_gui.domain.values import RunName

UNKNOWN_MAKER = "hidden"
_OPEN_ACTS = (Assign, Exclude, SetBlind)


@dataclass(frozen=True, slots=True)
class Veil:
    """Hidden runs by their real names with the names that they go by, for one reader.

    `due` are those that the reader still has to review: of them others' reviews are hidden too.
    """

    author: str = ""
    hidden: Mapping[RunName, RunName] = field(default_factory=dict)
    due: frozenset[RunName] = frozenset()
    pattern: re.Pattern[str] | None = None

    def name(self, run: RunName) -> RunName:
        """The name that the run goes by."""
        return self.hidden.get(run, run)

    def text(self, words: str) -> str:
        """Words without the real names of hidden runs."""
        if self.pattern is None:
            return words
        return self.pattern.sub(lambda found: self.hidden[RunName(found[0])], words)

    def run(self, run: Run) -> Run:
        """The run without its maker."""
        if run.name not in self.hidden:
            return run
        group = RunGroup.END_TO_END if run.group is RunGroup.AI_SCIENTIST else run.group
        return replace(
            run,
            name=self.hidden[run.name],
            group=group,
            agent=UNKNOWN_MAKER,
            writer_model=None,
            coding_agent=None,
        )

    def record(self, record: PersonRecord) -> PersonRecord | None:
        """A line of the record under the run's shown name; what another said of a due run is left blank or out."""
        if record.run not in self.hidden:
            return record
        shown = record.model_copy(update={"run": self.hidden[record.run]})
        if record.author == self.author or record.run not in self.due or isinstance(record.act, _OPEN_ACTS):
            return shown
        match record.act:
            case Submit(version=version, blind=blind):
                return shown.model_copy(
                    update={"act": Submit(version=version, form=ReviewForm(), blind=blind)}
                )
            case Settle() | SpendTime():
                return None
            case _:
                return shown.model_copy(update={"act": BeSure(value=None)})


def veil_of(records: Sequence[PersonRecord], runs: Iterable[RunName], author: str) -> Veil:
    """The veil of this reader; it hides nothing where reviews are not blind."""
    blind = blindness_of(records)
    if not blind.on:
        return Veil(author)
    seen = {
        line.run for line in records if line.author == author and isinstance(line.act, Submit | LiftBlind)
    }
    hidden = {run: alias_of(blind.seed, run) for run in runs if run not in seen}
    begun = {
        line.run
        for line in records
        if line.author == author and not isinstance(line.act, NO_REVIEWING | SetBlind)
    }
    due = frozenset(run for run in hidden if run in begun or run in set(assigned_runs(records, author)))
    names = sorted((re.escape(run) for run in hidden), key=len, reverse=True)
    return Veil(author, hidden, due, re.compile("|".join(names)) if names else None)


def alias_of(seed: str, run: RunName) -> RunName:
    """The name that a hidden run goes by: its task and a code of seed and run, equal for all readers."""
    return RunName(f"{HIDDEN_FOLDER}/{run.rpartition('/')[2]}.{blind_code(seed, run)}")


def real_names(records: Iterable[PersonRecord], runs: Iterable[RunName]) -> dict[RunName, RunName]:
    """The real name by each name that a run may go by under the present seed."""
    seed = blindness_of(records).seed
    return {alias_of(seed, run): run for run in runs}


def shown_name(run: RunName) -> str:
    """The last part of a run's name: the task, with the code of a hidden run."""
    return run.rpartition("/")[2]


def told_task(run: Run) -> str:
    """The task as a table tells it; of hidden runs the code too, as nothing else tells two of one task apart."""
    return shown_name(run.name) if is_alias(run.name) else run.task
