"""Files that the agent typed and that scripts may read: what they hold was not measured."""

import csv
import json
import re

from mlrbench_gui.audit.evidence_files import EvidenceFiles
from mlrbench_gui.audit.transcript.replay import FileVersion, History
from mlrbench_gui.domain.values import RelPath

_TYPED = ("written", "typed", "edited")
_SUFFIXES = (".json", ".csv", ".tsv", ".yaml", ".yml", ".txt", ".toml", ".ini", ".jsonl")
_LARGEST = 400_000
_PAIR = re.compile(r"^\W*(?P<key>[A-Za-z][\w@ .-]*?)[\"']?\s*[:=]\s*[\"']?-?\d", re.MULTILINE)
Labels = dict[str, frozenset[str]]


def typed_files(files: EvidenceFiles, history: History) -> Labels:
    """The labels of the numbers in each such file, by the file's name; not of names that another file has, too."""
    found: Labels = {}
    other: set[str] = set()
    for path in {*files.paths, *history.versions}:
        if not path.endswith(_SUFFIXES):
            continue
        name = path.rsplit("/", 1)[-1]
        text = _typed_text(files, path, history)
        if text is None:
            other.add(name)
        else:
            found[name] = found.get(name, frozenset()) | _labels(path, text)
    return {name: labels for name, labels in found.items() if name not in other}


def _typed_text(files: EvidenceFiles, path: RelPath, history: History) -> str | None:
    """The text of a file as it was typed, None where a program may have made what a script found there."""
    versions = [v for v in history.versions.get(path, ()) if v.how != "removed"]
    if not versions or any(v.how not in _TYPED for v in versions):
        return None
    last: FileVersion = versions[-1]
    if last.text is None or len(last.text) > _LARGEST:
        return None
    if path in files.paths:
        same = files.text(path).strip() == last.text.strip()
        return last.text if same else None
    return last.text


def _labels(path: RelPath, text: str) -> frozenset[str]:
    """The names under which numbers stand; an empty one for those without."""
    if path.endswith((".csv", ".tsv")):
        rows = list(csv.reader(text.splitlines()[:2], delimiter="\t" if path.endswith(".tsv") else ","))
        return frozenset(rows[0]) if rows else frozenset()
    if path.endswith(".json"):
        try:
            return frozenset(_keys(json.loads(text), "", 0))
        except (ValueError, RecursionError):
            return frozenset()
    return frozenset(hit.group("key").strip() for hit in _PAIR.finditer(text))


def labels_of(text: str) -> frozenset[str]:
    """The names under which numbers stand in words of a command: of JSON, else of lines."""
    return _labels(RelPath("words.json"), text) or _labels(RelPath("words.txt"), text)


def _keys(value: object, key: str, depth: int) -> set[str]:
    if isinstance(value, dict):
        return {k for name, item in value.items() for k in _keys(item, str(name), depth + 1)}
    if isinstance(value, list):
        return {k for item in value[:1000] for k in _keys(item, key, depth + 1)}
    return {key} if isinstance(value, int | float) and not isinstance(value, bool) else set()
