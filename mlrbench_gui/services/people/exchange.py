"""Hand reviews over as one JSON file, and take such a file in again: a union, nothing is lost or overwritten.

The file holds the lines of the record and the decisions of those who wrote them. Times on claims go along: until such
a file is written they are shown to their owner alone.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from pydantic import ValidationError

from mlrbench_gui.domain.decisions import DecisionEntry
from mlrbench_gui.domain.errors import InputError
from mlrbench_gui.domain.frozen import FrozenModel
from mlrbench_gui.domain.people import PersonRecord, record_of
from mlrbench_gui.domain.values import RunName
from mlrbench_gui.services.context import Context

FORMAT = 1


class HandedReviews(FrozenModel):
    """What the file holds."""

    format: int = FORMAT
    records: tuple[PersonRecord, ...]
    decisions: tuple[DecisionEntry, ...]


@dataclass(frozen=True, slots=True)
class TakenIn:
    """What was new here."""

    records: int
    decisions: int


def export_reviews(ctx: Context, runs: Iterable[RunName] | None = None) -> str:
    """All lines and decisions of the workspace, or of these runs, as JSON; equal workspaces give equal bytes."""
    names = tuple(sorted(ctx.workspace.runs.names() if runs is None else runs))
    records = [line for line in ctx.workspace.people.all() if runs is None or line.run in names]
    decisions = [entry for name in names for entry in ctx.workspace.decisions.entries(name)]
    handed = HandedReviews(
        records=tuple(sorted(records, key=lambda line: (line.at, line.id))),
        decisions=tuple(sorted(decisions, key=lambda entry: (entry.at, entry.id))),
    )
    return handed.model_dump_json(indent=2) + "\n"


def import_reviews(ctx: Context, text: str, source: str) -> TakenIn:
    """Take a file in. Raises InputError where it is no such file or a line is not what its id says."""
    try:
        handed = HandedReviews.model_validate_json(text)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"])) or "the whole file"
        raise InputError(f"{source}: no file of reviews ({where}: {first['msg']})") from error
    if handed.format != FORMAT:
        raise InputError(f"{source}: format {handed.format} is not known here; a newer program wrote it")
    for line in handed.records:
        if record_of(line.run, line.author, line.at, line.act) != line:
            raise InputError(
                f"{source}: line {line.id} was changed after it was written; ask for a fresh file"
            )
    store = ctx.workspace.decisions
    fresh: list[DecisionEntry] = []
    for run in sorted({entry.run for entry in handed.decisions}):
        known = {entry.id for entry in store.entries(run)}
        fresh += [entry for entry in handed.decisions if entry.run == run and entry.id not in known]
    added = ctx.workspace.people.append(handed.records)
    store.append(fresh)
    return TakenIn(added, len(fresh))
