"""Methods of a result file that left the same texts and the same values: what sets them apart took no effect."""

import json
import re
from collections.abc import Iterator, Mapping

from mlrbench_gui.audit.evidence_files import EvidenceFiles
from mlrbench_gui.audit.ledger.values import Place
from mlrbench_gui.audit.text.measures import MEASURE
from mlrbench_gui.audit.trust.breakage import Breakage
from mlrbench_gui.domain.artifacts import ArtifactRole
from mlrbench_gui.domain.values import FindingKind, RelPath

_LARGEST = 4_000_000
_FEWEST_MEASURES = 3
_FEWEST_TEXTS = 3
_DEEPEST = 6
_ANSWERS = re.compile(r"generat|answer|response|output|prediction|completion|summar", re.IGNORECASE)
_SPENT = re.compile(r"time|second|duration|latency|memory|overhead|speed|cost|threshold", re.IGNORECASE)
Json = Mapping[str, object]


def equal_outcomes(files: EvidenceFiles) -> Iterator[Breakage]:
    """One breakage for the first result file in which all methods gave the same texts and the same measures."""
    for path in files.of_role(ArtifactRole.JSON):
        if path.startswith("results") and files.size_of(path) <= _LARGEST:
            found = _in_file(files, path)
            if found is not None:
                yield found
                return


def _in_file(files: EvidenceFiles, path: RelPath) -> Breakage | None:
    text = files.text(path)
    try:
        data: object = json.loads(text)
    except (ValueError, RecursionError):
        return None
    for members in _siblings(data, _DEEPEST):
        texts = [_texts(member) for member in members.values()]
        measures = [_measures(member) for member in members.values()]
        if len(texts[0]) < _FEWEST_TEXTS or any(own != texts[0] for own in texts[1:]):
            continue
        if len(measures[0]) < _FEWEST_MEASURES or any(own != measures[0] for own in measures[1:]):
            continue
        names = ", ".join(members)
        message = (
            f"{names} left the same {len(texts[0])} stored texts and the same {len(measures[0])} measures to the last "
            f"digit: what sets them apart took no effect (the first text of each is {texts[0][0][:60]!r})."
        )
        line = text.count("\n", 0, max(text.find(json.dumps(texts[0][0])), 0)) + 1
        return Breakage(path, Place("line", "", line), message, kind=FindingKind.EXPERIMENT_FAILED)
    return None


def _siblings(data: object, depth: int) -> Iterator[dict[str, Json]]:
    """Mappings of two or more mappings: methods beside each other, as a rule."""
    if not isinstance(data, dict) or depth == 0:
        return
    members = {str(key): value for key, value in data.items() if isinstance(value, dict)}
    if len(members) > 1:
        yield dict(members)
    for member in members.values():
        yield from _siblings(member, depth - 1)


def _texts(member: Json) -> tuple[str, ...]:
    """The stored answers of a method."""
    for key, value in member.items():
        if _ANSWERS.search(key) and isinstance(value, list) and value:
            texts = tuple(item for item in value if isinstance(item, str) and item.strip())
            if len(texts) == len(value):
                return texts
    return ()


def _measures(member: Json) -> dict[str, float]:
    """The measures of a method, without what was spent on them."""
    found: dict[str, float] = {}
    for key, value in member.items():
        if isinstance(value, dict):
            found |= {f"{key}/{name}": number for name, number in _measures(value).items()}
        elif isinstance(value, int | float) and not isinstance(value, bool) and _is_measure(key):
            found[key] = float(value)
    return found


def _is_measure(key: str) -> bool:
    return MEASURE.search(key) is not None and _SPENT.search(key) is None
