"""What of a run cannot be seen: then "there is none" is not known, and what rests on an absence says less."""

from mlrbench_gui.audit.evidence_files import EvidenceFiles
from mlrbench_gui.audit.provenance.runs import ScriptRuns
from mlrbench_gui.audit.transcript.actions import Transcript
from mlrbench_gui.audit.transcript.replay import History
from mlrbench_gui.domain.artifacts import ArtifactRole

_READ = (ArtifactRole.CODE, ArtifactRole.JSON, ArtifactRole.CSV, ArtifactRole.LOG)


def gap_in(files: EvidenceFiles, transcript: Transcript | None, history: History, runs: ScriptRuns) -> str:
    """The first reason why more may have been than is seen; empty where all is there.

    A transcript or its commands that break off, a script that was started and is not kept, code, results and logs that
    are missing altogether, or one of them that cannot be read.
    """
    if transcript is not None and (transcript.breaks_off or not history.is_whole):
        return "the transcript breaks off"
    if runs.lost:
        action, script = runs.lost[0]
        return f"{script}, which action {action} started, is not among the files of the run"
    kept = files.of_role(*_READ)
    if not kept:
        return "the run came without code, results and logs"
    unread = next((path for path in kept if files.is_closed(path)), None)
    return f"{unread} could not be read" if unread is not None else ""
