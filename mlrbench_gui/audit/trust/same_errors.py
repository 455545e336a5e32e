"""Items of a result file that all ended in one and the same error: then the check failed, not what was checked."""

import json
import re
from collections.abc import Iterator

from mlrbench_gui.audit.evidence_files import EvidenceFiles
from mlrbench_gui.audit.ledger.values import Place
from mlrbench_gui.audit.trust.breakage import Breakage
from mlrbench_gui.audit.trust.stored_json import stored_json, texts_under
from mlrbench_gui.domain.artifacts import ArtifactRole
from mlrbench_gui.domain.values import FindingKind, RelPath

_FEWEST = 5
_ERROR = re.compile(r"(?:^|_)(?:error|exception)(?:_?(?:message|msg|text))?$", re.IGNORECASE)
_PLACE = re.compile(r"\d+|0x[0-9a-f]+")
Items = list[dict[str, object]]


def same_errors(files: EvidenceFiles) -> Iterator[Breakage]:
    """Result files each of whose items holds the same error, up to the numbers in it."""
    for path in files.of_role(ArtifactRole.JSON):
        for items in _lists(stored_json(files, path)):
            error = _shared_error(items)
            if error:
                yield _breakage(files, path, error, len(items))
                break


def _breakage(files: EvidenceFiles, path: RelPath, error: str, count: int) -> Breakage:
    text = files.text(path)
    at = max(text.find(json.dumps(error)), 0)
    message = (
        f"All {count} items ended in the same error ({error[:80]}): the check itself fails, and what is scored by it "
        "tells nothing of the items."
    )
    place = Place("line", "", text.count("\n", 0, at) + 1)
    return Breakage(path, place, message, frozenset({path}), kind=FindingKind.EXPERIMENT_FAILED)


def _lists(data: object) -> Iterator[Items]:
    """The lists of items in a file, the outermost ones."""
    if isinstance(data, list):
        items = [item for item in data if isinstance(item, dict)]
        if items and len(items) == len(data):
            yield items
    elif isinstance(data, dict):
        for value in data.values():
            yield from _lists(value)


def _shared_error(items: Items) -> str:
    """The error that all items hold, as the first one tells it; empty where one has none or another."""
    if len(items) < _FEWEST:
        return ""
    told = [sorted(set(_errors(item))) for item in items]
    kinds = {tuple(sorted({_PLACE.sub("", error) for error in errors})) for errors in told}
    return told[0][0] if len(kinds) == 1 and told[0] else ""


def _errors(item: dict[str, object]) -> Iterator[str]:
    return (text for text in texts_under(item, _ERROR) if text.strip())
