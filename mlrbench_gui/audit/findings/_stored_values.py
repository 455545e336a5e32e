"""The objects and series of a run's JSON files, with the keys that lead to them."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from mlrbench_gui.audit.findings.draft import RunFacts
from mlrbench_gui.domain.artifacts import ArtifactRole
from mlrbench_gui.domain.values import RelPath

_LARGEST = 6_000_000
_MOST_ITEMS = 2_000
_DEEPEST = 12

Keys = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StoredObject:
    """One object of a file: its own numbers by key, and the keys that lead to it."""

    keys: Keys
    numbers: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class StoredFile:
    """The objects and the lists of numbers of one file, in its order."""

    path: RelPath
    objects: tuple[StoredObject, ...]
    series: tuple[tuple[Keys, tuple[float, ...]], ...]


def stored_files(facts: RunFacts) -> Iterator[StoredFile]:
    """Every JSON file that can be read and is not given to the agent; of files with equal bytes the last."""
    known: dict[str, StoredFile] = {}
    for path in facts.files.of_role(ArtifactRole.JSON):
        if facts.files.size_of(path) > _LARGEST:
            continue
        text = facts.files.text(path)
        try:
            value: object = json.loads(text)
        except (ValueError, RecursionError):
            continue  # told of as an unreadable file elsewhere
        objects: list[StoredObject] = []
        series: list[tuple[Keys, tuple[float, ...]]] = []
        _read(value, (), objects, series)
        known[text] = StoredFile(path, tuple(objects), tuple(series))
    yield from known.values()


def _read(
    value: object, keys: Keys, objects: list[StoredObject], series: list[tuple[Keys, tuple[float, ...]]]
) -> None:
    if len(keys) > _DEEPEST:
        return
    if isinstance(value, dict):
        objects.append(StoredObject(keys, {str(k): float(v) for k, v in value.items() if _is_number(v)}))
        for key, item in value.items():
            _read(item, (*keys, str(key)), objects, series)
    elif isinstance(value, list):
        if value and all(_is_number(item) for item in value):
            series.append((keys, tuple(float(item) for item in value)))
            return
        for number, item in enumerate(value[:_MOST_ITEMS]):
            _read(item, (*keys, str(number)), objects, series)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e300
