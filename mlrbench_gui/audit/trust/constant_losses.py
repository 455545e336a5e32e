"""Losses of models that learned nothing: the uniform guess gives the same loss in training and evaluation."""

import math
import re

from mlrbench_gui.audit.evidence_files import EvidenceFiles
from mlrbench_gui.domain.artifacts import ArtifactRole
from mlrbench_gui.domain.values import RelPath

_LOSS = re.compile(r"\"(train|eval|val|valid|validation|test)_loss\"\s*:\s*(\d+\.\d{5,})")
_NEAR = 1e-6
_FEWEST_CHOICES = 2
_MOST_CHOICES = 1_000_000
_MOST_BYTES = 4_000_000


def constant_losses(files: EvidenceFiles, path: RelPath) -> frozenset[float]:
    """Losses of a file that training and evaluation share to six digits and that are the logarithm of a whole number.

    A model that gives each of N choices the same probability has the loss ln N on any data: it tells nothing of data.
    """
    if files.roles.get(path) is not ArtifactRole.JSON or files.size_of(path) > _MOST_BYTES:
        return frozenset()
    found = [(kind == "train", float(number)) for kind, number in _LOSS.findall(files.text(path))]
    trained = [loss for is_train, loss in found if is_train]
    return frozenset(
        loss
        for _, loss in found
        if _is_uniform(loss) and any(math.isclose(loss, other, rel_tol=_NEAR) for other in trained)
    )


def _is_uniform(loss: float) -> bool:
    """Whether it is the loss of guessing among a whole number of choices."""
    if not math.log(_FEWEST_CHOICES) * (1 - _NEAR) <= loss <= math.log(_MOST_CHOICES):
        return False
    return math.isclose(loss, math.log(round(math.exp(loss))), rel_tol=_NEAR)
