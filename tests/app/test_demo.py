"""The demo: the sample run in a workspace, its report in all formats, the same figures in each."""

import json
import re
from collections import Counter
from pathlib import Path

import pytest
from pypdf import PdfReader

from mlrbench_gui.app.compose import opened
from mlrbench_gui.app.demo import SAMPLE_RUN, demo_workspace, has_display, open_sample
from mlrbench_gui.domain.errors import Cancelled, InputError
from mlrbench_gui.domain.work import CancelToken, Event, Progress, ignore
from mlrbench_gui.services.reporting.write import write_report
from mlrbench_gui.services.reviewing import load_view

STEM = "end2end_sample__iclr2025_calibration"


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A demo workspace."""
    path = tmp_path_factory.mktemp("demo") / "demo.mlrb"
    with opened(path, create=True) as context:
        assert open_sample(context, CancelToken(), ignore) == SAMPLE_RUN
    return path


@pytest.fixture(scope="module")
def reports(workspace: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the sample's report in all formats."""
    folder = tmp_path_factory.mktemp("reports")
    with opened(workspace) as context:
        write_report(
            context, SAMPLE_RUN, folder, tuple(context.report_writers), cancel=CancelToken(), emit=ignore
        )
    return folder


def test_that_the_demo_holds_one_audited_run_with_scores(workspace: Path) -> None:
    with opened(workspace) as context:
        view = load_view(context, SAMPLE_RUN)
        assert context.workspace.runs.names() == (SAMPLE_RUN,)
    assert view.stored is not None
    assert len([review for review in view.judges if review.scores]) == 2
    assert len(view.humans) == 3


def test_that_opening_the_sample_again_adds_nothing(workspace: Path) -> None:
    with opened(workspace) as context:
        before = context.workspace.totals()
        open_sample(context, CancelToken(), ignore)
        assert context.workspace.totals() == before


def test_that_the_demo_never_touches_the_users_own_workspace(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    own = tmp_path / "own.mlrb"
    monkeypatch.setenv("MLRBENCH_WORKSPACE", str(own))
    assert demo_workspace(own) != own
    assert demo_workspace(tmp_path / "asked.mlrb") == tmp_path / "asked.mlrb"


def test_that_an_offscreen_platform_counts_as_no_display(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    assert not has_display()


def test_that_the_pdf_has_one_annotation_a_claim_and_the_front_page_the_same_counts(reports: Path) -> None:
    data = json.loads((reports / f"{STEM}.json").read_text(encoding="utf-8"))
    pdf = PdfReader(reports / f"{STEM}.pdf")
    marks = [
        note.get_object()
        for page in pdf.pages
        for note in page.get("/Annots") or ()
        if note.get_object()["/Subtype"] == "/Highlight"
    ]
    titles = Counter(re.sub(r"^(c\d+): (.*), (.*)$", r"\2 \3", str(mark["/T"])) for mark in marks)
    claims = Counter(f"{c['verdict'].replace('_', ' ')} {c['trust']}" for c in data["claims"])
    assert titles == claims
    assert len(marks) == data["summary"]["verdicts"]["n"]
    front = " ".join(pdf.pages[0].extract_text().split())
    for verdict, trusts in data["summary"]["by_pair"].items():
        numbers = " ".join(str(count) for count in trusts.values())
        total = data["summary"]["verdicts"]["by"][verdict]
        assert re.search(rf"{verdict.replace('_', ' ')} .*? {numbers} {total}\b", front), verdict


def test_that_annotations_carry_reason_evidence_and_decision(reports: Path) -> None:
    pdf = PdfReader(reports / f"{STEM}.pdf")
    notes = [
        str(n.get_object().get("/Contents", "")) for page in pdf.pages for n in page.get("/Annots") or ()
    ]
    assert any(
        "results/metrics.json" in note and "SHA-256" in note and "Decision: undecided" in note
        for note in notes
    )


def test_that_a_failing_format_leaves_the_earlier_report_whole(workspace: Path, tmp_path: Path) -> None:
    earlier = tmp_path / f"{STEM}.json"
    earlier.write_text("earlier")

    def stop(event: Event) -> None:
        if isinstance(event, Progress) and event.done == 1:
            raise InputError("the second format fails")

    with opened(workspace) as context, pytest.raises(InputError):
        write_report(context, SAMPLE_RUN, tmp_path, ("json", "md"), cancel=CancelToken(), emit=stop)
    assert earlier.read_text() == "earlier"
    assert list(tmp_path.iterdir()) == [earlier]


def test_that_a_cancelled_report_leaves_nothing(workspace: Path, tmp_path: Path) -> None:
    cancel = CancelToken()
    cancel.cancel()
    with opened(workspace) as context, pytest.raises(Cancelled):
        write_report(context, SAMPLE_RUN, tmp_path / "new", ("json",), cancel=cancel, emit=ignore)
    assert not list(tmp_path.rglob("*.json"))


def test_that_an_unknown_format_is_one_clear_line(workspace: Path, tmp_path: Path) -> None:
    with opened(workspace) as context, pytest.raises(InputError, match="no report format docx"):
        write_report(context, SAMPLE_RUN, tmp_path, ("docx",), cancel=CancelToken(), emit=ignore)


def test_that_a_file_where_the_folder_should_be_is_named(workspace: Path, tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    with opened(workspace) as context, pytest.raises(InputError, match="cannot write a report there"):
        write_report(context, SAMPLE_RUN, blocked, ("json",), cancel=CancelToken(), emit=ignore)
