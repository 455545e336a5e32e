"""Runs of both workspaces with all versions of their files, numbered by the time of their import."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, RowMapping, bindparam, insert, select, update

from mlrbench_gui.infra.db.run_versions import NO_LIST, run, run_file, run_version

_FACTS = ("writer_model", "coding_agent", "papers", "intervals", "counts")
_CELLS = ("group", "mode", "agent", "task")
_VERSION_CELLS = ("digest", "at", *_FACTS)

_Pair = tuple[str, str]
"""A version by what it holds: the digest of its files, and when they were imported."""


@dataclass(slots=True)
class RunsTaken:
    """What came of it. `digests` and `their_digests`: by run and number as they were; `numbers`: by run and digest."""

    runs: int = 0
    versions: int = 0
    digests: Mapping[tuple[str, int], str] = field(default_factory=dict)
    their_digests: Mapping[tuple[str, int], str] = field(default_factory=dict)
    numbers: Mapping[tuple[str, str], int] = field(default_factory=dict)


def unite_runs(ours: Connection, theirs: Connection) -> RunsTaken:
    """Add the other's runs and versions. A run's files are those of the version that was imported last."""
    here, there = _by_run(ours), _by_run(theirs)
    taken = RunsTaken(digests=_digests(here), their_digests=_digests(there))
    for name, versions in there.items():
        known = here.get(name, [])
        taken.runs += not known
        taken.versions += _unite_run(ours, theirs, known, versions)
    taken.numbers = _numbered(ours)
    return taken


def _by_run(connection: Connection) -> dict[str, list[RowMapping]]:
    columns = (run.c.name, *(run.c[cell] for cell in _CELLS), run_version)
    rows = connection.execute(select(*columns).join(run_version, run_version.c.run_id == run.c.id))
    found: defaultdict[str, list[RowMapping]] = defaultdict(list)
    for row in rows.mappings():
        found[row["name"]].append(row)
    return dict(found)


def _digests(runs: Mapping[str, Sequence[RowMapping]]) -> dict[tuple[str, int], str]:
    return {(name, row["number"]): row["digest"] for name, versions in runs.items() for row in versions}


def _unite_run(
    ours: Connection, theirs: Connection, here: Sequence[RowMapping], there: Sequence[RowMapping]
) -> int:
    """Bring one run's versions together; gives how many were added."""
    cells = max(tuple(row[cell] for cell in _CELLS) for row in (*here, *there))
    run_id = here[0]["run_id"] if here else _new_run(ours, there[0])
    ours.execute(update(run).where(run.c.id == run_id).values(dict(zip(_CELLS, cells, strict=True))))
    known: dict[_Pair, RowMapping] = {(row["digest"], row["at"]): row for row in here}
    number = max((row["number"] for row in here), default=0)
    added = 0
    for row in there:
        same = known.get((row["digest"], row["at"]))
        if same is None:
            added += 1
            _add_version(ours, theirs, row, run_id, number + added)
        else:
            _join_facts(ours, same, row)
    return added


def _new_run(ours: Connection, row: RowMapping) -> int:
    values = {"name": row["name"], "version": 0, **{cell: row[cell] for cell in _CELLS}}
    return _key(ours.execute(insert(run).values(values)).inserted_primary_key)


def _add_version(ours: Connection, theirs: Connection, row: RowMapping, run_id: int, number: int) -> None:
    values = {"run_id": run_id, "number": number, **{cell: row[cell] for cell in _VERSION_CELLS}}
    version_id = _key(ours.execute(insert(run_version).values(values)).inserted_primary_key)
    files = theirs.execute(select(run_file).where(run_file.c.version_id == row["id"])).mappings()
    cells = [{**file, "version_id": version_id} for file in files]
    if cells:
        ours.execute(insert(run_file), cells)


def _join_facts(ours: Connection, here: RowMapping, there: RowMapping) -> None:
    """What only one side knows of the same files is known now; the choice where both differ depends on no order."""
    joined = {fact: max((here[fact], there[fact]), key=_knowledge) for fact in _FACTS}
    changed = {fact: value for fact, value in joined.items() if value != here[fact]}
    if changed:
        ours.execute(update(run_version).where(run_version.c.id == here["id"]).values(changed))


def _knowledge(value: str | None) -> tuple[bool, str]:
    return value not in (None, NO_LIST), value or ""


def _numbered(ours: Connection) -> dict[tuple[str, str], int]:
    """Number all versions by time; the last one of each run is current. Gives the last number of each state."""
    numbers: dict[tuple[str, str], int] = {}
    moved: list[dict[str, int]] = []
    current: dict[int, int] = {}
    for name, versions in _by_run(ours).items():
        for number, row in enumerate(sorted(versions, key=lambda row: (row["at"], row["digest"])), start=1):
            numbers[name, row["digest"]] = number
            current[row["run_id"]] = number
            if row["number"] != number:
                moved.append({"row": row["id"], "to": number})
    if moved:
        # Out of the way first: numbers of a run are unique at every moment.
        for sign in (-1, 1):
            place = update(run_version).where(run_version.c.id == bindparam("row"))
            ours.execute(place.values(number=bindparam("to")), [{**m, "to": sign * m["to"]} for m in moved])
    if current:
        ours.execute(
            update(run).where(run.c.id == bindparam("row")).values(version=bindparam("to")),
            [{"row": row, "to": number} for row, number in current.items()],
        )
    return numbers


def _key(key: Sequence[Any] | None) -> int:
    assert key is not None  # an insert of one row into a table with a row id has one
    return int(key[0])
