"""Three tasks from idea to a paper as PDF, by the command line, a model over HTTP and a real engine."""

import hashlib
import json
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from mlrbench_gui.domain.values import RelPath
from mlrbench_gui.infra.pdf.press import ChildPress
from tests.e2e.engine.conftest import Program

pytestmark = [pytest.mark.e2e, pytest.mark.docker, pytest.mark.timeout(400)]
TASKS = ("iclr2025_wsl", "iclr2025_bi_align", "iclr2025_dl4c")
PDF = RelPath("results/paper.pdf")


def audit_of(program: Program, *words: str) -> dict[str, object]:
    done = program.done([*words, "--json", "-"])
    assert done.returncode == 0, done.stderr
    found: dict[str, object] = json.loads(done.stdout)
    return {key: value for key, value in found.items() if key != "timings"}


def test_that_three_tasks_go_from_idea_to_a_printed_paper_and_their_folders_have_the_same_audit(
    program: Callable[..., Program], tmp_path: Path
) -> None:
    heron = program()

    told = heron.told(*TASKS)

    assert [run["ended"] for run in told["runs"]] == [None] * 3
    assert [len(run["stages"]) for run in told["runs"]] == [5] * 3
    assert {stage["state"] for run in told["runs"] for stage in run["stages"]} == {"finished"}
    assert told["account"]["calls"] == heron.script.faults.asked == 27
    assert heron.left() == []
    with heron.opened() as workspace, closing(ChildPress()) as press:
        for run in told["runs"]:
            paper = run["stages"][-1]
            files = workspace.runs.files(run["run"])
            hashes = {output["path"]: output["sha256"] for output in paper["outputs"]}
            assert hashes[PDF] == hashlib.sha256(files.read(PDF)).hexdigest()
            text = press.pdf_text(files.read(PDF))
            value = json.loads(files.read(RelPath("results/metrics.json")))["nearest_mean"]["accuracy"]
            assert f"{value}" in text
            assert paper["note"] == ""
    for task in TASKS:
        name = heron.run_name(task)
        exported = heron.done(heron.words("export", name, "-o", str(tmp_path / "out")))
        from_disk = audit_of(heron, *heron.command, "audit", exported.stdout.strip())
        assert from_disk == audit_of(heron, *heron.words("audit", name))
        assert from_disk["gate"]["reached"] == "reported"  # type: ignore[index]
        trusts = {claim["trust"] for claim in from_disk["claims"] if claim["evidence"]}  # type: ignore[attr-defined]
        assert trusts == {"measured"}
