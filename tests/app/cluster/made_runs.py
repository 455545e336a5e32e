"""Runs for a cluster, made from the sample, and their audits by one process."""

import shutil
from collections.abc import Sequence
from pathlib import Path
from time import monotonic

from mlrbench_gui.app.cli import main
from mlrbench_gui.app.compose import opened
from mlrbench_gui.domain.addresses import Place
from mlrbench_gui.domain.audit import Audit
from mlrbench_gui.domain.resources import resource
from mlrbench_gui.domain.work import CancelToken, ignore
from mlrbench_gui.services.auditing import audit_stored

_PICTURES = ("figures", "*.png")
_HEAVY = (*_PICTURES, "claude_output.json", "claude_code", "*_token_usage.json", "run_log.txt")
_SAMPLE = ("agent_results", "end2end_sample", "iclr2025_calibration")


def small_runs(folder: Path, runs: int) -> Path:
    """The sample run as many runs, each with a part of its paper and a value of its own; one in ten has all files."""
    for number in range(runs):
        paper = _copied(folder, number, _PICTURES if number % 10 == 0 else _HEAVY)
        lines = paper.read_text(encoding="utf-8").splitlines()
        at = number * len(lines) // runs
        _write(paper, lines[at : at + 25], number)
    return folder / "agent_results"


def whole_runs(folder: Path, runs: int) -> Path:
    """The sample run as many runs with all of its files and its whole paper, and a value of its own."""
    for number in range(runs):
        paper = _copied(folder, number, ())
        _write(paper, paper.read_text(encoding="utf-8").splitlines(), number)
    return folder / "agent_results"


def plain(audit: Audit) -> str:
    """All but the time that it took."""
    return audit.model_copy(update={"timings": {}}).to_json()


def of_folder(folder: Path) -> dict[str, str]:
    """The audits that a command wrote, by run."""
    audits = (Audit.from_json(path.read_bytes()) for path in folder.glob("*.json"))
    return {audit.run: plain(audit) for audit in audits}


def alone(runs: Path, place: Place) -> tuple[dict[str, str], float]:
    """The audits of one process, and how long they took."""
    assert main(["--workspace", str(place), "import", str(runs)]) == 0
    with opened(place) as context:
        names = context.workspace.runs.names()
        began = monotonic()
        made: dict[str, str] = {
            n: plain(audit_stored(context, n, cancel=CancelToken(), emit=ignore)) for n in names
        }
        return made, monotonic() - began


def _copied(folder: Path, number: int, left_out: Sequence[str]) -> Path:
    place = folder / "agent_results" / "end2end_many" / f"task_{number:03}"
    shutil.copytree(resource("sample", *_SAMPLE), place, ignore=shutil.ignore_patterns(*left_out))
    return place / "results" / "paper.md"


def _write(paper: Path, lines: Sequence[str], number: int) -> None:
    text = "\n".join([*lines, "", f"Over all data the accuracy is 0.{number:03}."])
    paper.write_text(text + "\n", encoding="utf-8")
