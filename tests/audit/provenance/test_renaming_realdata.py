"""Over open runs: other names and no comments in all scripts change the class of no number that a program left."""

import hashlib
import os
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from mlrbench_gui.audit.evidence_files import EvidenceFiles
from mlrbench_gui.audit.ledger.building import build_ledger
from mlrbench_gui.audit.provenance.notes import written_notes
from mlrbench_gui.audit.provenance.origins import find_origins
from mlrbench_gui.audit.provenance.runs import find_runs, with_numbers
from mlrbench_gui.audit.transcript.reading import transcript_of
from mlrbench_gui.audit.transcript.replay import History, replay
from mlrbench_gui.audit.trust.weighing import Weighing
from mlrbench_gui.domain.artifacts import ArtifactRole, RunFiles
from mlrbench_gui.domain.values import RelPath, Sha256
from mlrbench_gui.infra.files.folder import FolderFiles

pytestmark = pytest.mark.realdata

CHECKOUT = os.environ.get("MLRBENCH_CHECKOUT")
GROUPS = ("end2end_claude", "end2end_gemini", "end2end_o4-mini")
Rename = Callable[[Mapping[str, str]], dict[str, str]]
Class = tuple[str, str, bool]


class WithTexts:
    """The files of a run, some of them with another text."""

    def __init__(self, files: RunFiles, texts: Mapping[str, str]) -> None:
        self._files = files
        self._texts = {RelPath(p): t.encode("utf-8", "surrogatepass") for p, t in texts.items()}

    def paths(self) -> tuple[RelPath, ...]:
        return tuple(self._files.paths())

    def size(self, path: RelPath) -> int:
        return len(self._texts[path]) if path in self._texts else self._files.size(path)

    def read(self, path: RelPath) -> bytes:
        return self._texts[path] if path in self._texts else self._files.read(path)

    def sha256(self, path: RelPath) -> Sha256:
        own = self._texts.get(path)
        return Sha256(hashlib.sha256(own).hexdigest()) if own is not None else self._files.sha256(path)


def run_folders() -> list[Path]:
    root = Path(CHECKOUT or "") / "agent_results"
    return sorted(folder for group in GROUPS for folder in (root / group).glob("*/")) if CHECKOUT else []


def scripts_of(files: RunFiles) -> dict[str, str]:
    seen = EvidenceFiles(files)
    return {path: seen.text(path) for path in seen.of_role(ArtifactRole.CODE) if path.endswith(".py")}


def classes(files: RunFiles) -> dict[tuple[RelPath, str, float], Class]:
    """By file, place and value: the class of the file, that of the first of its copies, and whether it is made up."""
    seen = EvidenceFiles(files)
    transcript = transcript_of(seen)
    history = replay(transcript, frozenset(seen.paths)) if transcript is not None else History({})
    runs = with_numbers(seen, find_runs(seen, transcript), history)
    origins = find_origins(seen, transcript, history, runs)
    ledger = build_ledger(seen, transcript, written_notes(seen, origins, runs), ())
    weighing = Weighing(origins, runs, seen.roles, ())
    return {
        (value.path, str(value.place), value.value): (
            origins.of(value.path).provenance,
            origins.root(value.path).provenance,
            weighing.is_made_up(value),
        )
        for value in ledger.values
        if value.source.is_machine and seen.roles.get(value.path) is not ArtifactRole.CODE
    }


@pytest.mark.skipif(not CHECKOUT, reason="MLRBENCH_CHECKOUT names no checkout")
@pytest.mark.parametrize("folder", run_folders(), ids=lambda path: "/".join(path.parts[-2:]))
def test_that_other_names_and_no_comments_change_no_class(folder: Path, renamed: Rename) -> None:
    files = FolderFiles(folder)
    before = classes(files)
    after = classes(WithTexts(files, renamed(scripts_of(files))))

    changed = {key: (kind, after.get(key)) for key, kind in before.items() if after.get(key) != kind}
    assert before
    assert not changed, (len(changed), next(iter(changed.items()), None))
