"""Members of numbered groups (`problem_9`, `HumanEval/3`, `item 12`): many alike, of which a statement names few."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping

from mlrbench_gui.audit.ledger.values import LedgerValue, Name
from mlrbench_gui.domain.values import RelPath

_NUMBERED = re.compile(r"(?P<stem>.*?)[\s_/#:.@-]*(?P<number>\d+)")
_FEWEST = 4


def numbered_part(part: str) -> tuple[str, int] | None:
    """The stem and the running number of a name's part; None if it does not end in a number."""
    hit = _NUMBERED.fullmatch(part) if part and part[-1].isdigit() and len(part) <= 80 else None
    return (hit.group("stem"), int(hit.group("number")[:18])) if hit else None


def numbered_members(
    values: Iterable[LedgerValue],
) -> Mapping[tuple[RelPath, Name], tuple[tuple[str, str], ...]]:
    """For names with a numbered part that has at least three siblings in the same file: its stem and number."""
    parts_known: dict[str, tuple[str, int] | None] = {}
    groups: dict[tuple[RelPath, int, tuple[str, ...]], set[int]] = defaultdict(set)
    held: dict[tuple[RelPath, Name], list[tuple[tuple[RelPath, int, tuple[str, ...]], int]]] = {}
    for value in values:
        key = (value.path, value.name)
        if not value.source.is_machine or key in held:
            continue
        held[key] = []
        for i, part in enumerate(value.name.parts):
            if part not in parts_known:
                parts_known[part] = numbered_part(part)
            numbered = parts_known[part]
            if numbered is not None:
                around = (*value.name.parts[:i], numbered[0], *value.name.parts[i + 1 :])
                groups[(value.path, i, around)].add(numbered[1])
                held[key].append(((value.path, i, around), numbered[1]))
    return {
        key: numbers
        for key, places in held.items()
        if (
            numbers := tuple(
                (group[2][group[1]], str(n)) for group, n in places if len(groups[group]) >= _FEWEST
            )
        )
    }
