"""Where the bench finds its data: the checkout, folders of labels, and the scorer."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path


class MissingPlace(Exception):
    """Something that the bench needs is not there; says which and how to name it."""


@dataclass(frozen=True, slots=True)
class Places:
    """All that is read."""

    checkout: Path
    labels: tuple[Path, ...]
    scorer: Path


def find_places(labels: Sequence[Path]) -> Places:
    """The places by environment and arguments. Raises MissingPlace."""
    checkout = _named("MLRBENCH_CHECKOUT", None)
    if not (checkout / "agent_results").is_dir():
        raise MissingPlace(f"{checkout}: holds no agent_results; name the checkout in MLRBENCH_CHECKOUT")
    beside = checkout.resolve().parent
    folders = tuple(labels) or (_named("MLRBENCH_LABELS", beside / "labels"),)
    for folder in folders:
        if not any(folder.glob("*__*.json")):
            raise MissingPlace(f"{folder}: holds no labels; name their folder in MLRBENCH_LABELS or --labels")
    scorer = _named("MLRBENCH_SCORER", beside / "tools" / "score_audit.py")
    if not scorer.is_file():
        raise MissingPlace(f"{scorer}: is not there; name the scorer in MLRBENCH_SCORER")
    return Places(checkout, folders, scorer)


def _named(variable: str, default: Path | None) -> Path:
    value = os.environ.get(variable)
    if value:
        return Path(value)
    if default is None:
        raise MissingPlace(f"{variable} is not set; name the folder of the benchmark's data in it")
    return default
