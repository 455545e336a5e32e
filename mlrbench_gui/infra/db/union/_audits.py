"""Audits of both workspaces by run, in the order of their dates; of each run the last few stay, as ever."""

from collections import defaultdict
from collections.abc import Mapping
from typing import NamedTuple

from sqlalchemy import Connection, delete, insert, select

from mlrbench_gui.infra.db.audits import KEPT, audit
from mlrbench_gui.infra.db.union._runs import RunsTaken


class _Made(NamedTuple):
    """An audit by what it says of which files; the version's number is the one that these files have now."""

    version: int
    input_key: str
    content: str


class _Place(NamedTuple):
    """Where an audit is: its date, whether it is in the other workspace, its row there, and the number stored."""

    at: str
    other: bool
    id: int
    stored_version: int


def unite_audits(ours: Connection, theirs: Connection, taken: RunsTaken) -> int:
    """Bring the audits together; gives how many of the other's are here now that were not."""
    here = _by_run(ours, taken.digests, taken.numbers, other=False)
    there = _by_run(theirs, taken.their_digests, taken.numbers, other=True)
    added = 0
    for name in sorted(here.keys() | there.keys()):
        mine, brought = here.get(name, []), there.get(name, [])
        newest: dict[_Made, _Place] = {}
        for made, place in (*mine, *brought):
            known = newest.get(made, place)
            newest[made] = max(known, place, key=lambda place: (place.at, not place.other))
        kept = sorted(newest.items(), key=lambda item: (item[1].at, item[0]))[-KEPT:]
        added += sum(place.other and made not in dict(mine) for made, place in kept)
        wanted = [(place.id, made.version) for made, place in kept]
        as_it_is = [
            (place.id, place.stored_version) for _, place in sorted(mine, key=lambda item: item[1].id)
        ]
        if any(place.other for _, place in kept) or wanted != as_it_is:
            _write(ours, theirs, kept)
            ours.execute(delete(audit).where(audit.c.id.in_([place.id for _, place in mine])))
    return added


def _by_run(
    connection: Connection,
    digests: Mapping[tuple[str, int], str],
    numbers: Mapping[tuple[str, str], int],
    *,
    other: bool,
) -> dict[str, list[tuple[_Made, _Place]]]:
    columns = (audit.c.id, audit.c.run, audit.c.version, audit.c.input_key, audit.c.content, audit.c.at)
    found: defaultdict[str, list[tuple[_Made, _Place]]] = defaultdict(list)
    for id_, name, version, input_key, content, at in connection.execute(select(*columns)):
        now = numbers.get((name, digests.get((name, version), "")), 0)
        found[name].append((_Made(now, input_key, content), _Place(at, other, id_, version)))
    return dict(found)


def _write(ours: Connection, theirs: Connection, kept: list[tuple[_Made, _Place]]) -> None:
    """Write them in their order, under numbers that no audit has had: a list that knows the old ones reads anew."""
    for made, place in kept:
        source = theirs if place.other else ours
        row = source.execute(select(audit).where(audit.c.id == place.id)).mappings().one()
        cells = {name: cell for name, cell in row.items() if name != "id"}
        ours.execute(insert(audit).values({**cells, "version": made.version}))
