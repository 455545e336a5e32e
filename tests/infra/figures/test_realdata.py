"""Bars of real charts, read from their pictures, against the numbers that their plotting code drew."""

from pathlib import Path

import pytest

from mlrbench_gui.audit.evidence_files import EvidenceFiles
from mlrbench_gui.audit.plots.recovering import recover_figures
from mlrbench_gui.audit.provenance.runs import find_runs
from mlrbench_gui.audit.transcript.reading import transcript_of
from mlrbench_gui.audit.transcript.replay import History, replay
from mlrbench_gui.infra.figures.reader import ChildFigureReader
from mlrbench_gui.infra.files.folder import FolderFiles

pytestmark = [pytest.mark.realdata, pytest.mark.timeout(900)]


def test_that_plain_bars_are_read_as_they_were_drawn(checkout: Path) -> None:
    pytest.importorskip("rapidocr")
    folder = checkout / "agent_results" / "end2end_claude" / "iclr2025_buildingtrust"
    files = EvidenceFiles(FolderFiles(folder))
    transcript = transcript_of(files)
    history = replay(transcript, frozenset(files.paths)) if transcript is not None else History({})
    figures = {
        path: figure
        for path, figure in recover_figures(files, find_runs(files, transcript), transcript, history).items()
        if all(series.kind == "bar" for series in figure.series)
    }
    read = refused = 0
    for figure, reading in zip(
        figures.values(), ChildFigureReader().read([files.read(path) for path in figures]), strict=True
    ):
        drawn = sorted(point.value for point in figure.numbers if point.value)
        refused += bool(reading.refused)
        read += len(reading.bars)
        if reading.bars:
            assert sorted(bar.value for bar in reading.bars) == pytest.approx(drawn, abs=0.002)
    assert read >= 16
    assert refused < len(figures)
