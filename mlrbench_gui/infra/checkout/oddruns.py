"""What is out of the ordinary in the layout of a run, told in lines that a person can read."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from mlrbench_gui.domain.artifacts import Artifact, ArtifactRole
from mlrbench_gui.domain.layout import in_results
from mlrbench_gui.domain.runs import Run, RunGroup
from mlrbench_gui.infra.checkout.contents import Oddity

_SIMULATION = re.compile(r"simulat|mock|fake|placeholder|dummy", re.IGNORECASE)
_STRAY: Final = frozenset(
    (ArtifactRole.CODE, ArtifactRole.LOG, ArtifactRole.README, ArtifactRole.RESULTS_NOTE, ArtifactRole.OTHER)
)
_EXPERIMENTS: Final = frozenset((RunGroup.END_TO_END, RunGroup.STEPWISE, RunGroup.LOOSE))


def odd_files(run: Run, artifacts: Sequence[Artifact]) -> Iterator[tuple[str, Oddity]]:
    """Files that lie where they should not, or are not what they seem, each with its oddity."""
    for artifact in artifacts:
        folders = artifact.path.split("/")[:-1]
        name = artifact.path.rpartition("/")[2]
        if artifact.role is ArtifactRole.DATA_IMAGE:
            yield artifact.path, Oddity("sample images of the data", "data files, not figures")
        elif name == "pyvenv.cfg":
            yield artifact.path, Oddity("stray virtual environment", "kept as other files")
        elif not folders and artifact.role in _STRAY and run.group in _EXPERIMENTS:
            yield (
                artifact.path,
                Oddity("file of the agent at the top of the run", "evidence like any other", common=True),
            )
        elif artifact.role is ArtifactRole.RESULTS_NOTE and not in_results(artifact.path):
            yield (
                artifact.path,
                Oddity("results.md outside of results", "a copy; the one in results counts", common=True),
            )
        elif artifact.role is ArtifactRole.CODE and _SIMULATION.search(name):
            yield (
                artifact.path,
                Oddity(
                    "script whose name speaks of simulation", "code; of interest to the audit", common=True
                ),
            )
        if run.task in folders:
            yield (
                artifact.path,
                Oddity("second tree of the task inside the run", "same run; equal files once"),
            )


def odd_run(run: Run, artifacts: Sequence[Artifact]) -> Iterator[Oddity]:
    """What the run as a whole lacks, or has more of than usual."""
    if len(run.papers) > 1:
        yield Oddity(
            f"{len(run.papers)} papers on one experiment", "one run; each paper is audited by itself"
        )
    if not run.papers:
        yield Oddity("no paper", "run with its experiment only")
    if run.group not in _EXPERIMENTS:
        return
    logs = [artifact for artifact in artifacts if artifact.role is ArtifactRole.LOG and artifact.size]
    if not logs:
        yield Oddity("no log", "a finding of the audit, no error")
    elif not any(in_results(log.path) for log in logs):
        yield Oddity("no log in results", "the logs elsewhere in the run are searched")
    if not any(artifact.role in {ArtifactRole.JSON, ArtifactRole.CSV} for artifact in artifacts):
        yield Oddity("no machine-readable result", "a finding of the audit, no error")
    if run.coding_agent is None:
        yield Oddity("no transcript", "the coding agent and the origin of files are unknown")


def misleading_name(run: Run) -> Oddity | None:
    """A group that is named by the model that wrote, while another agent did the experiment."""
    if run.group is not RunGroup.END_TO_END or run.coding_agent is None:
        return None
    if run.agent.replace("-", " ").lower().split()[0] in run.coding_agent.lower() and _same(run):
        return None
    return Oddity(
        f"folder names the writer, {run.agent}; the experiments are by {run.coding_agent}",
        "writer model and coding agent are two fields",
    )


def _same(run: Run) -> bool:
    """`gemini-cli` names Gemini CLI, `claude` Claude Code: the agent's words begin the coding agent's name."""
    return (run.coding_agent or "").lower().startswith(run.agent.replace("-", " ").lower())
