"""Bring imported records into their tables: equal ones add nothing, changed ones supersede the older."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sqlalchemy import Connection, Table, delete, false, insert, select, update

from mlrbench_gui.domain.runs import Irregularity
from mlrbench_gui.infra.db._mapping import Cell, ImportedRow
from mlrbench_gui.infra.db.blobs import in_chunks
from mlrbench_gui.infra.db.schema import METADATA, IrregularityRow

irregularity = IrregularityRow.__table__  # type: ignore[attr-defined]


class _Standing(NamedTuple):
    """The current record of a key."""

    id: int
    digest: str
    flag: bool


def merge_imported(connection: Connection, rows: Iterable[ImportedRow], at: str) -> None:
    """Write what is new or changed, as imported `at` that time."""
    by_table: defaultdict[str, list[ImportedRow]] = defaultdict(list)
    for row in rows:
        by_table[row.table].append(row)
    for name, some in by_table.items():
        _merge(connection, METADATA.tables[name], some, at)


def replace_irregularities(connection: Connection, source: str, found: Sequence[Irregularity]) -> None:
    """What the last import of a source found stands for that source."""
    connection.execute(delete(irregularity).where(irregularity.c.source == source))
    if found:
        cells = [
            {"source": source, "path": item.path, "what": item.what, "treated_as": item.treated_as}
            for item in found
        ]
        connection.execute(insert(irregularity), cells)


def irregularities(connection: Connection) -> tuple[Irregularity, ...]:
    """All that stand, each once, in the order found."""
    columns = (irregularity.c.path, irregularity.c.what, irregularity.c.treated_as)
    rows = connection.execute(select(*columns).order_by(irregularity.c.id))
    return tuple(dict.fromkeys(Irregularity(*row) for row in rows))


def _merge(connection: Connection, table: Table, rows: Sequence[ImportedRow], at: str) -> None:
    standing = _standing(connection, table, rows[0].flag)
    fresh: list[dict[str, Cell]] = []
    replaced: list[int] = []
    flagged: list[int] = []
    for key, digest, row in _distinct(rows):
        known = standing.get(key)
        if known is None or known.digest != digest:
            fresh.append({"key": key, "digest": digest, "superseded": False, "at": at, **row.cells})
            if known is not None:
                replaced.append(known.id)
        elif row.flag is not None and row.cells[row.flag] and not known.flag:
            flagged.append(known.id)
    _set(connection, table, replaced, "superseded")
    if flagged:
        _set(connection, table, flagged, rows[0].flag or "")
    if fresh:
        connection.execute(insert(table), fresh)


def _standing(connection: Connection, table: Table, flag: str | None) -> dict[str, _Standing]:
    flag_cell = table.c[flag] if flag else false()
    columns = (table.c.key, table.c.id, table.c.digest, flag_cell)
    rows = connection.execute(select(*columns).where(table.c.superseded.is_(False)))
    return {key: _Standing(row_id, digest, flag=bool(flag_set)) for key, row_id, digest, flag_set in rows}


def _set(connection: Connection, table: Table, ids: Sequence[int], column: str) -> None:
    for some in in_chunks(ids):
        connection.execute(update(table).where(table.c.id.in_(some)).values({column: True}))


def _distinct(rows: Sequence[ImportedRow]) -> Iterable[tuple[str, str, ImportedRow]]:
    """Each record with its key and digest; different records that came under one key in one import are all kept."""
    seen: set[tuple[str, str]] = set()
    times: Counter[str] = Counter()
    for row in rows:
        digest = row.digest
        if (row.key, digest) in seen:
            continue
        seen.add((row.key, digest))
        times[row.key] += 1
        yield (row.key if times[row.key] == 1 else f"{row.key}#{times[row.key]}"), digest, row
