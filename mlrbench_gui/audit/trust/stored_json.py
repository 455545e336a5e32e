"""What result files hold, for rules that read the texts in them."""

import json
import re
from collections.abc import Iterator

from mlrbench_gui.audit.evidence_files import EvidenceFiles
from mlrbench_gui.domain.values import RelPath

_LARGEST = 8_000_000


def stored_json(files: EvidenceFiles, path: RelPath) -> object:
    """The value in a file; None where there is none, it cannot be read, or it is too large to be looked through."""
    if files.size_of(path) > _LARGEST:
        return None
    try:
        data: object = json.loads(files.text(path))
    except (ValueError, RecursionError):
        return None
    return data


def texts_under(value: object, names: re.Pattern[str], key: str = "") -> Iterator[str]:
    """The texts that stand under a key of such a name, at any depth; lists go by the key that they stand under."""
    if isinstance(value, dict):
        for name, part in value.items():
            yield from texts_under(part, names, str(name))
    elif isinstance(value, list):
        for part in value:
            yield from texts_under(part, names, key)
    elif isinstance(value, str) and names.search(key):
        yield value
