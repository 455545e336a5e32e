"""Reports of real runs of every kind: all formats, as many annotations as claims."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from pypdf import PdfReader

from mlrbench_gui.app.compose import opened
from mlrbench_gui.domain.work import CancelToken, ignore
from mlrbench_gui.infra.checkout.reader import read_records
from mlrbench_gui.services.context import Context
from mlrbench_gui.services.importing import import_path
from mlrbench_gui.services.reporting.write import write_report

pytestmark = [pytest.mark.realdata, pytest.mark.timeout(300)]

RUNS = (
    "agent_results/end2end_claude/iclr2025_verifai",
    "agent_results/end2end_codex/iclr2025_dl4c",
    "agent_results/end2end_gemini/iclr2025_buildingtrust",
    "agent_results/end2end_gemini-cli/iclr2025_scope",
    "agent_results/end2end_o4-mini/iclr2025_wsl",
    "agent_results/end2end_codex/iclr2025_scsl",
    "agent_results/experiments_and_writeups/claude/iclr2025_question",
    "agent_results/experiments_and_writeups/claude/iclr2025_mldpr",
    "agent_results/experiments_and_writeups/codex/iclr2025_scope",
    "ai_scientist_v2_papers/o4-mini/iclr2025_scsl",
)


@pytest.fixture(scope="module")
def context(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Context]:
    """A workspace of its own."""
    with opened(tmp_path_factory.mktemp("real") / "w.mlrb", create=True) as ready:
        yield ready


@pytest.mark.parametrize("place", RUNS)
def test_that_every_claim_of_a_real_run_is_one_annotation(
    place: str, checkout: Path, context: Context, tmp_path: Path
) -> None:
    before = set(context.workspace.runs.names())
    import_path(
        context.workspace,
        checkout / place,
        open_tree=context.open_tree,
        read_records=read_records,
        cancel=CancelToken(),
        emit=ignore,
    )
    (run,) = set(context.workspace.runs.names()) - before
    paths = write_report(
        context, run, tmp_path, tuple(context.report_writers), cancel=CancelToken(), emit=ignore
    )
    data = json.loads(next(path for path in paths if path.suffix == ".json").read_text(encoding="utf-8"))
    pdfs = [path for path in paths if path.suffix == ".pdf"]
    assert len(pdfs) == max(1, len(data["papers"]))
    for paper, pdf in zip(data["papers"], pdfs, strict=False):
        claims = sum(claim["paper"] == paper["path"] for claim in data["claims"])
        notes = [n.get_object() for page in PdfReader(pdf).pages for n in page.get("/Annots") or ()]
        assert sum(note["/Subtype"] == "/Highlight" for note in notes) == claims
    html = next(path for path in paths if path.suffix == ".html").read_text(encoding="utf-8")
    assert html.count("<article ") == len(data["claims"]) == data["summary"]["verdicts"]["n"]
