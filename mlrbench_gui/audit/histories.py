"""The history of a run's files, from its files alone: transcript, replay, and the scripts that ran."""

from mlrbench_gui.audit.evidence_files import EvidenceFiles
from mlrbench_gui.audit.provenance.origin import Origins
from mlrbench_gui.audit.provenance.origins import find_origins
from mlrbench_gui.audit.provenance.runs import find_runs
from mlrbench_gui.audit.transcript.history import Maker, RunHistory, file_histories
from mlrbench_gui.audit.transcript.reading import transcript_of
from mlrbench_gui.audit.transcript.replay import History, replay
from mlrbench_gui.domain.artifacts import RunFiles
from mlrbench_gui.domain.values import RelPath


def run_history(files: RunFiles) -> RunHistory:
    """The versions of every file of the run, which action made the one on disk, and what nothing explains.

    >>> from mlrbench_gui.audit.histories import run_history
    >>> run_history(files).of(RelPath("results/metrics.json")).reason
    """
    seen = EvidenceFiles(files)
    transcript = transcript_of(seen)
    replayed = replay(transcript, frozenset(seen.paths)) if transcript is not None else History({})
    origins = find_origins(seen, transcript, replayed, find_runs(seen, transcript))
    return file_histories(seen, transcript, replayed, makers_of(origins))


def makers_of(origins: Origins) -> dict[RelPath, Maker]:
    """The scripts that wrote files, as the origins tell."""
    return {
        path: Maker(origin.script, origin.action)
        for path, origin in origins.by_path.items()
        if origin.script is not None
    }
