"""Imported records of both workspaces: each content once, and of one key's contents the one imported last stands."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from sqlalchemy import Boolean, Column, Connection, Table, insert, select, update

from mlrbench_gui.infra.db.blobs import in_chunks
from mlrbench_gui.infra.db.schema import METADATA

IMPORTED: Mapping[str, Table] = {
    name: METADATA.tables[table]
    for name, table in (
        ("tasks", "task"),
        ("documents", "document"),
        ("reviews", "review"),
        ("human_reviews", "human_review"),
        ("hallucination_checks", "hallucination_check"),
        ("other_files", "import_file"),
    )
}
"""What is reported under which word."""


class _Content(NamedTuple):
    """What a record says, under its key."""

    key: str
    digest: str


class _Held(NamedTuple):
    """Where a content is in a file: its newest row, since when, whether it stands, and the flags that imports set."""

    at: str
    id: int
    superseded: bool
    flags: tuple[bool | None, ...]


def unite_imported(ours: Connection, theirs: Connection, table: Table) -> int:
    """Add the contents that are not here and settle what stands of each key; gives how many were added."""
    here, brought = _contents(ours, table), _contents(theirs, table)
    fresh = [content for content in brought if content not in here]
    stands = _newest(here, brought)
    _supersede(ours, table, (held.id for content, held in here.items() if stands[content.key] != content))
    for content, held in brought.items():
        known = here.get(content)
        if known is not None:
            _refresh(ours, table, known, held)
    for ids in in_chunks([brought[content].id for content in fresh]):
        rows = theirs.execute(select(table).where(table.c.id.in_(ids))).mappings()
        cells = [{name: cell for name, cell in row.items() if name != "id"} for row in rows]
        for row in cells:
            row["superseded"] = stands[row["key"]] != (row["key"], row["digest"])
        ours.execute(insert(table), cells)
    for ids in in_chunks([here[content].id for content in stands.values() if content in here]):
        ours.execute(update(table).where(table.c.id.in_(ids)).values(superseded=False))
    return len(fresh)


def _contents(connection: Connection, table: Table) -> dict[_Content, _Held]:
    columns = (table.c.key, table.c.digest, table.c.at, table.c.id, table.c.superseded, *_flags(table))
    found: dict[_Content, _Held] = {}
    for key, digest, at, id_, superseded, *flags in connection.execute(select(*columns)):
        content, held = _Content(key, digest), _Held(at, id_, superseded, tuple(flags))
        found[content] = max(found.get(content, held), held)
    return found


def _newest(*sides: Mapping[_Content, _Held]) -> dict[str, _Content]:
    """The content of each key that was imported last."""
    dated: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
    for side in sides:
        for content, held in side.items():
            dated[content.key].append((held.at, content.digest))
    return {key: _Content(key, max(contents)[1]) for key, contents in dated.items()}


def _supersede(ours: Connection, table: Table, ids: Iterable[int]) -> None:
    for some in in_chunks(list(ids)):
        ours.execute(
            update(table).where(table.c.id.in_(some), table.c.superseded.is_(False)).values(superseded=True)
        )


def _refresh(ours: Connection, table: Table, known: _Held, held: _Held) -> None:
    """The later date of both, and what either side's import knew to be there."""
    values: dict[str, str | bool] = {"at": held.at} if held.at > known.at else {}
    for column, here, there in zip(_flags(table), known.flags, held.flags, strict=True):
        if there and not here:
            values[column.name] = True
    if values:
        ours.execute(update(table).where(table.c.id == known.id).values(**values))


def _flags(table: Table) -> list[Column[bool]]:
    """Cells that tell what else was in an import; those that are content are equal where the content is."""
    return [column for column in table.c if isinstance(column.type, Boolean) and column.name != "superseded"]
