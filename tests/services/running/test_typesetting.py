"""A paper gets its PDF in the same record; one that cannot be set stays Markdown, and says so."""

import hashlib
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from typing import Protocol

import pytest

from mlrbench_gui.domain.errors import InputError, MissingPart
from mlrbench_gui.domain.places import PlaceMap
from mlrbench_gui.domain.stages import PAPER_PDF, StageState
from mlrbench_gui.domain.values import Mode, RelPath, RunName, Stage
from mlrbench_gui.infra.db.workspace import SqliteWorkspace
from mlrbench_gui.infra.pdf.press import ChildPress
from mlrbench_gui.services.ports.papers import BuiltPaper, PaperSource
from mlrbench_gui.services.running.chain import RunOrder, RunOutcome
from mlrbench_gui.services.running.publishing import publish

TASK = "iclr2025_wsl"
RUN = RunName(f"end2end_scripted/{TASK}")
FULL = RunOrder(TASK, tuple(Stage), Mode.END_TO_END)
PAPER = RelPath("results/paper.md")
PICTURE = b"\x89PNG"
RESULTS = {
    RelPath("results/metrics.json"): b'{"nearest": {"accuracy": 0.8125}}',
    RelPath("results/fig.png"): PICTURE,
}


class Bench(Protocol):
    workspace: SqliteWorkspace

    def chain(self, order: RunOrder, **desk: object) -> RunOutcome: ...


Open = Callable[..., Bench]
Worker = Callable[[dict[RelPath, bytes]], object]


@dataclass
class Press:
    """Sets everything alike, or cannot."""

    error: Exception | None = None
    warnings: tuple[str, ...] = ()
    asked: list[PaperSource] = field(default_factory=list)

    def build(self, source: PaperSource) -> BuiltPaper:
        self.asked.append(source)
        if self.error is not None:
            raise self.error
        return BuiltPaper(b"%PDF-1.7", PlaceMap((), ()), source.text or "", self.warnings)


@pytest.fixture
def real_press() -> Iterator[ChildPress]:
    with closing(ChildPress()) as press:
        yield press


def test_that_a_paper_has_its_pdf_in_its_record_and_its_run(
    bench: Open, worker: Worker, real_press: ChildPress
) -> None:
    made = bench()
    files = {path: data for path, data in RESULTS.items() if data != PICTURE}

    record = made.chain(FULL, agent=worker(files), press=real_press).records[-1]

    kept = made.workspace.stages.files(record)
    by_path = {output.path: output.sha256 for output in record.outputs}
    assert by_path[PAPER_PDF] == hashlib.sha256(kept[PAPER_PDF]).hexdigest()
    assert "A Small, Repeatable Test" in " ".join(real_press.pdf_text(kept[PAPER_PDF]).split())
    assert record.note == ""
    publish(made.workspace, [RUN])
    assert made.workspace.runs.files(RUN).read(PAPER_PDF) == kept[PAPER_PDF]
    assert made.workspace.runs.get(RUN).papers == (PAPER,)


def test_that_the_press_gets_the_figures_that_the_paper_shows(bench: Open, worker: Worker) -> None:
    press = Press(warnings=("fig.png is no picture",))

    record = bench().chain(FULL, agent=worker(RESULTS), press=press).records[-1]

    (source,) = press.asked
    assert (source.path, source.pictures) == (PAPER, {"fig.png": PICTURE})
    assert record.note == "results/paper.pdf: fig.png is no picture"


@pytest.mark.parametrize("error", [InputError("nested too deeply"), MissingPart("no fonts")])
def test_that_a_paper_which_cannot_be_set_stays_markdown_and_is_told(
    bench: Open, worker: Worker, error: Exception
) -> None:
    outcome = bench().chain(FULL, agent=worker(RESULTS), press=Press(error))

    record = outcome.records[-1]
    assert (record.state, outcome.ended) == (StageState.FINISHED, None)
    paths = {output.path for output in record.outputs}
    assert PAPER in paths
    assert PAPER_PDF not in paths
    assert record.note == f"no results/paper.pdf was made, the Markdown stays: {error}"
