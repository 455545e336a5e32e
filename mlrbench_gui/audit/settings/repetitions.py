"""`averaged over 5 seeds` where code that ran sets one seed and repeats nothing."""

import ast
import re

from mlrbench_gui.audit.evidence_files import EvidenceFiles
from mlrbench_gui.audit.notebooks.reading import PYTHON
from mlrbench_gui.audit.settings.known import Settings
from mlrbench_gui.audit.settings.setting import Setting
from mlrbench_gui.audit.text.trees import all_nodes
from mlrbench_gui.audit.text.words import name_words
from mlrbench_gui.audit.verdicts.claimed import Claimed
from mlrbench_gui.domain.artifacts import ArtifactRole
from mlrbench_gui.domain.values import RelPath

_REPEATED = re.compile(
    r"\s*(?:(?:different|distinct|random|independent|separate|fixed)\s+){0,2}(?:seeds?\b(?!\s*\d)|"
    r"(?:(?:independent|random|repeated|separate|training)\s+)+(?:runs|trials|repetitions|repeats|restarts)\b)",
    re.IGNORECASE,
)
_LOOPS = re.compile(
    r"(?:^|_)(?:seeds?|runs?|trials?|reps?|repeats?|repetitions?|restarts?|replicates?|folds?)(?:_|$)"
)
_OF_SEEDS = re.compile(r"(?:seed|run|trial|rep)s?[_ =:-]{1,2}\d", re.IGNORECASE)
_RESULTS = (ArtifactRole.JSON, ArtifactRole.CSV, ArtifactRole.LOG)
_SEED = name_words("seed")[0]
_LARGEST = 2_000_000
_FEWEST = 2


def the_only_seed(claimed: Claimed, settings: Settings, files: EvidenceFiles) -> Setting | None:
    """The one seed that code which ran sets, where the number tells of more and nothing in the run repeats anything."""
    number = claimed.number
    if not number.is_whole or number.value < _FEWEST or not _REPEATED.match(claimed.text, number.end):
        return None
    found = [s for s in settings.naming((_SEED,)) if settings.counts(s)]
    seeds = {value for setting in found for value in setting.numbers}
    if not (settings.ran and settings.is_whole) or len(seeds) != 1 or any(s.is_row for s in found):
        return None
    return None if _repeats(files) else found[0]


def _repeats(files: EvidenceFiles) -> bool:
    """Whether code goes through seeds or runs, or results or names of files are numbered by them."""
    trees = (files.tree(path) for path in files.of_role(ArtifactRole.CODE) if path.endswith(PYTHON))
    if any(_LOOPS.search(name.lower()) for tree in trees if tree is not None for name in _looped(tree)):
        return True
    shells = [path for path in files.of_role(ArtifactRole.CODE) if not path.endswith(PYTHON)]
    if any(re.search(r"\bfor\b[^\n]*\b(?:seed|run|trial)", files.text(path)) for path in shells):
        return True
    kept = [path for path in files.of_role(*_RESULTS) if path != files.transcript()]
    return any(_OF_SEEDS.search(path) or _is_numbered(path, files) for path in kept)


def _looped(tree: ast.Module) -> list[str]:
    """The names of what loops go through, and of what they give, with the names of counts of them."""
    names: list[str] = []
    for node in all_nodes(tree):
        if isinstance(node, ast.For | ast.comprehension):
            parts = (*all_nodes(node.target), *all_nodes(node.iter))
            names += [
                p.id if isinstance(p, ast.Name) else p.attr
                for p in parts
                if isinstance(p, ast.Name | ast.Attribute)
            ]
        elif isinstance(node, ast.keyword) and node.arg in ("n_init", "n_repeats", "cv", "n_splits"):
            names.append("folds")
    return names


def _is_numbered(path: RelPath, files: EvidenceFiles) -> bool:
    """Whether a result file tells of numbered seeds or runs, a second one among them."""
    if files.size_of(path) > _LARGEST:
        return True  # too large to be read: nothing is said
    return len({hit.lower() for hit in _OF_SEEDS.findall(files.text(path))}) > 1
