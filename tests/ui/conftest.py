# ruff: noqa: ARG002, E501 -- fakes take what the ports pass; the sample is a table
"""Fakes of the ports for all UI tests: a workspace in memory, a press that sets plain text, a run with an audit.

`sample` gives the parts, `workspace`, `press` and `context` what screens take; `large_workspace(n)` holds many runs.
"""

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Generic, TypeVar

import pytest
from PySide6.QtCore import QBuffer, QByteArray, QRectF, Qt
from PySide6.QtGui import QColor, QCursor, QFont, QImage, QImageWriter, QPainter
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from mlrbench_gui.domain.addresses import Place
from mlrbench_gui.domain.artifacts import Artifact, ArtifactRole, RunFiles
from mlrbench_gui.domain.audit import (
    Audit,
    Claim,
    Evidence,
    Finding,
    Gate,
    GateEvidence,
    GateRule,
    Locator,
    Paper,
    TrailStep,
    Transition,
)
from mlrbench_gui.domain.decisions import DecisionEntry
from mlrbench_gui.domain.disputes import Dispute, disputes_of
from mlrbench_gui.domain.errors import InputError
from mlrbench_gui.domain.judge_stages import JudgeStage
from mlrbench_gui.domain.merging import MergeReport
from mlrbench_gui.domain.opinions import Opinion
from mlrbench_gui.domain.places import PlacedText, PlaceMap
from mlrbench_gui.domain.reviews import HallucinationCheck, HumanReview, Review, ReviewTarget, Score
from mlrbench_gui.domain.runs import (
    DocumentRecord,
    ImportReport,
    Irregularity,
    Run,
    RunGroup,
    RunRecord,
    StageInterval,
    TaskRecord,
)
from mlrbench_gui.domain.stages import StageRecord
from mlrbench_gui.domain.values import (
    GATE_ORDER,
    ClaimKind,
    FindingKind,
    GateState,
    Mode,
    Provenance,
    RelPath,
    RunName,
    Severity,
    Sha256,
    Stage,
    Strength,
    Trust,
    Verdict,
)
from mlrbench_gui.services.context import Context
from mlrbench_gui.services.jobs.audits import audit_kind
from mlrbench_gui.services.jobs.kinds import JobOrder, registry
from mlrbench_gui.services.jobs.opinions import opinions_kind
from mlrbench_gui.services.jobs.scheduler import Scheduler
from mlrbench_gui.services.judging.estimating import PanelEstimate
from mlrbench_gui.services.ports.papers import BuiltPaper, Highlight, PageImage, PaperSource
from mlrbench_gui.services.ports.rows import RunRow, StoredAudit
from mlrbench_gui.services.ports.sources import SourceTree
from mlrbench_gui.services.running.estimating import Estimate
from mlrbench_gui.ui.kit import theme
from mlrbench_gui.ui.kit.background import Background
from mlrbench_gui.ui.shell.newrun.choices import AgentChoice, AgentKind, RunChoices, RunPlan, TaskChoice
from mlrbench_gui.ui.shell.panel.choices import JudgeChoice, PanelPlan
from mlrbench_gui.ui.shell.wiring import PanelRuns, StageRuns
from tests.memory_stores import MemoryCalls, MemoryJobs, MemoryJudges, MemoryPeople, MemoryShards

if TYPE_CHECKING:
    from mlrbench_gui.services.ports.stores import (
        AuditStore,
        Cache,
        CallStore,
        DecisionStore,
        JobStore,
        JudgeStore,
        OpinionStore,
        PersonStore,
        ReviewStore,
        RunStore,
        SettingStore,
        ShardStore,
        StageStore,
        TaskStore,
    )

T = TypeVar("T")
RUN = RunName("end2end_otter/harbor_tides")
PAPER = RelPath("results/paper.md")
NOW = datetime(2026, 3, 4, 14, 2, tzinfo=UTC)
LINE, LEFT, TOP, ADVANCE, LEADING, PER_PAGE = 78, 62.0, 72.0, 6.0, 15.0, 44

Found = tuple[RelPath, Locator, float | str | None, bool | None]

PAPER_TEXT = """# Predicting harbour tides from pressure alone

## 4 Setup

We train for 20 epochs with a learning rate of 0.001 on three seeds.
All models see 1,000 tides.

## 5 Results

The plain model reaches an accuracy of 87.4 %. With pressure the error falls
from 0.95 to 0.43, and the pass rate climbs to about 48 %. Training took under an
hour on four GPUs. Figure 1 shows the loss.

![Loss over epochs](loss.png)

| Model | Accuracy | Error |
|---|---|---|
| plain | 87.4 | 0.95 |
| pressure | 91.2 | 0.43 |

## 6 Outlook

We expect the same trend in larger harbours. Later rounds would level off near 70 %.
Earlier work reports 82.0 % on this task.
"""
METRICS = """{
  "plain": {"accuracy": 0.8741, "error": 0.951},
  "pressure": {"accuracy": 0.9123, "error": 0.4302, "pass_rate": [0.3242, 0.5117, 0.5967]},
  "seeds": [1, 2, 3], "note": NaN
}
"""
LOG = (
    "2026-03-01 10:00:01 INFO loading 1000 tides\n"
    + "".join(f"\repoch {n}/20 {n * 5} %" for n in range(1, 21))
    + "\n\x1b[32mplain accuracy 0.8741\x1b[0m\n"
    + "".join(
        f"2026-03-01 10:{n // 60:02d}:{n % 60:02d} INFO step {n} loss {2.0 / (n + 1):.4f}\n"
        for n in range(400)
    )
    + "\x1b[31mWARNING pressure gauge 3 gave no value\x1b[0m\n"
)
CODE = """import json
import random


def measure(model):
    return {"accuracy": random.uniform(0.85, 0.9)}


def save_json(path, value):
    with open(path, "w") as file:
        json.dump(value, file)


save_json("metrics.json", {"pass_rate": [0.3, 0.5, 0.6]})
"""
CSV = 'model,accuracy,error\nplain,87.41,0.951\n"pressure, ""low""\nsecond line",91.23,0.4302\n'


@dataclass
class MemoryFiles:
    """`RunFiles` over a dict."""

    content: dict[RelPath, bytes]

    def paths(self) -> Sequence[RelPath]:
        return sorted(self.content)

    def size(self, path: RelPath) -> int:
        return len(self.content[path])

    def read(self, path: RelPath) -> bytes:
        return self.content[path]

    def sha256(self, path: RelPath) -> Sha256:
        return Sha256(hashlib.sha256(self.content[path]).hexdigest())


@dataclass
class FakeOpinions:
    """Opinions in memory."""

    given: list[Opinion] = field(default_factory=list)

    def of_run(self, name: RunName) -> tuple[Opinion, ...]:
        return tuple(opinion for opinion in self.given if opinion.run == name)

    def append(self, opinion: Opinion) -> None:
        self.given.append(opinion)


@dataclass
class FakeStages:
    """Tries at stages in memory."""

    kept: list[tuple[StageRecord, Mapping[RelPath, bytes]]] = field(default_factory=list)

    def of_run(self, name: RunName) -> tuple[StageRecord, ...]:
        return tuple(record for record in self.all() if record.run == name)

    def all(self) -> tuple[StageRecord, ...]:
        return tuple(record for record, _ in self.kept)

    def append(self, record: StageRecord, files: Mapping[RelPath, bytes]) -> None:
        self.kept.append((record, files))

    def files(self, record: StageRecord) -> Mapping[RelPath, bytes]:
        return next(files for kept, files in self.kept if kept.id == record.id)


@dataclass
class FakeWorkspace:
    """A workspace in memory; it is its own run, audit, decision and review store."""

    path: Path = Path("memory.mlrbench")
    stored: dict[RunName, RunRow] = field(default_factory=dict)
    contents: dict[RunName, MemoryFiles] = field(default_factory=dict)
    kept: dict[RunName, StoredAudit] = field(default_factory=dict)
    earlier: dict[RunName, list[StoredAudit]] = field(default_factory=dict)
    log: list[DecisionEntry] = field(default_factory=list)
    imported: dict[RunName, tuple[Review, ...]] = field(default_factory=dict)
    human_rows: dict[RunName, tuple[HumanReview, ...]] = field(default_factory=dict)
    odd: list[Irregularity] = field(default_factory=list)
    busy: str | None = None
    version: int = 1
    closed: bool = False

    def __post_init__(self) -> None:
        self.runs: RunStore = self
        self.audits: AuditStore = self
        self.decisions: DecisionStore = self
        self.reviews: ReviewStore = self
        self.opinions: OpinionStore = FakeOpinions()
        self.judges: JudgeStore = MemoryJudges()
        self.people: PersonStore = MemoryPeople()
        self.calls: CallStore = MemoryCalls()
        self.stages: StageStore = FakeStages()
        self.jobs: JobStore = MemoryJobs()
        self.shards: ShardStore = MemoryShards()
        self.tasks: TaskStore = FakeTasks()
        self.cache: Cache = FakeStore[bytes]()
        self.settings: SettingStore = FakeStore[str]()

    def rows(self) -> tuple[RunRow, ...]:
        return tuple(self.stored.values())

    def names(self) -> tuple[RunName, ...]:
        return tuple(self.stored)

    def get(self, name: RunName) -> Run:
        return self.stored[name].run

    def artifacts(self, name: RunName) -> tuple[Artifact, ...]:
        files = self.files(name)
        return tuple(
            Artifact(path, files.sha256(path), files.size(path), role_of(path), Stage.EXPERIMENT)
            for path in files.paths()
        )

    def files(self, name: RunName) -> RunFiles:
        return self.contents.get(name, MemoryFiles({}))

    def hashes(self, name: RunName, version: int) -> dict[RelPath, Sha256]:
        return {}

    def intervals(self, name: RunName) -> tuple[StageInterval, ...]:
        return ()

    def latest(self, name: RunName) -> StoredAudit | None:
        return self.kept.get(name)

    def before(self, name: RunName, back: int = 1) -> StoredAudit | None:
        made = [*self.earlier.get(name, []), *([self.kept[name]] if name in self.kept else [])]
        return made[-1 - back] if back < len(made) else None

    def save(self, audit: Audit, input_key: str) -> None:
        if audit.run in self.kept:
            self.earlier.setdefault(audit.run, []).append(self.kept[audit.run])
        self.kept[audit.run] = StoredAudit(audit, input_key, NOW)
        self.version += 1

    def entries(self, name: RunName) -> tuple[DecisionEntry, ...]:
        return tuple(entry for entry in self.log if entry.run == name)

    def append(self, entries: Sequence[DecisionEntry]) -> None:
        self.log += entries
        self.version += 1

    def of_run(self, name: RunName) -> tuple[Review, ...]:
        return self.imported.get(name, ())

    def merge(self, others: Sequence[Place], *, keep: bool = True) -> MergeReport:
        return MergeReport({}, (), ())

    def disputes(self) -> tuple[Dispute, ...]:
        return tuple(dispute for name in self.stored for dispute in disputes_of(self.entries(name)))

    def humans_of_run(self, name: RunName) -> tuple[HumanReview, ...]:
        return self.human_rows.get(name, ())

    def all(self) -> tuple[Review, ...]:
        return tuple(review for reviews in self.imported.values() for review in reviews)

    def humans(self) -> tuple[HumanReview, ...]:
        return tuple(review for reviews in self.human_rows.values() for review in reviews)

    def checks(self) -> tuple[HallucinationCheck, ...]:
        return ()

    def derived(self) -> tuple[tuple[str, bytes], ...]:
        return ()

    def importing(self, source: str) -> AbstractContextManager["FakeBatch"]:
        return self._importing()

    @contextmanager
    def _importing(self) -> Iterator["FakeBatch"]:
        batch = FakeBatch(self)
        yield batch
        self.stored.update(batch.new)
        self.odd += batch.odd
        self.version += 1

    def irregularities(self) -> tuple[Irregularity, ...]:
        return tuple(self.odd)

    def totals(self) -> dict[str, int]:
        return {"end_to_end_runs": len(self.stored)}

    def busy_with(self) -> str | None:
        return self.busy

    def data_version(self) -> int:
        return self.version

    def close(self) -> None:
        self.closed = True


class FakeStore(dict[str, T], Generic[T]):
    """A cache or settings store: `get` and `put`."""

    def put(self, key: str, value: T) -> None:
        self[key] = value


class FakeTasks:
    """No official task texts; `texts` are documents with what stands in them."""

    def __init__(self) -> None:
        self.texts: dict[DocumentRecord, bytes] = {}

    def all(self) -> tuple[TaskRecord, ...]:
        return ()

    def text(self, task: str) -> bytes | None:
        return None

    def documents(self) -> tuple[DocumentRecord, ...]:
        return tuple(self.texts)

    def document(self, source: str) -> bytes | None:
        return next((text for record, text in self.texts.items() if record.source == source), None)


@dataclass
class FakeBatch:
    """An import that keeps runs and irregularities and forgets the rest."""

    workspace: FakeWorkspace
    new: dict[RunName, RunRow] = field(default_factory=dict)
    odd: list[Irregularity] = field(default_factory=list)

    def put_blob(self, data: bytes, sha256: Sha256 | None = None) -> Sha256:
        return sha256 or Sha256(hashlib.sha256(data).hexdigest())

    def put_run(self, record: RunRecord) -> None:
        self.new[record.run.name] = RunRow(record.run, None, {}, {}, {}, 0, 0, (), 0, None, stale=False)

    def put_irregularity(self, record: Irregularity) -> None:
        self.odd.append(record)

    def _ignored(self, record: object) -> None:
        """Records that no screen shows."""

    put_task = put_document = put_review = put_human_review = put_hallucination_check = put_file = _ignored

    def report(self) -> ImportReport:
        totals = {"end_to_end_runs": len(self.workspace.stored | self.new)}
        return ImportReport(totals, {"end_to_end_runs": len(self.new)}, tuple(self.odd), tuple(self.new))


class FakePress:
    """Sets the source as it is, in a fixed-width face: every code point has its box, pages show the text."""

    version = "fake-1"

    def __init__(self) -> None:
        self.texts: dict[bytes, str] = {}
        self.pages_made: list[tuple[int, float]] = []
        self.closed = False

    def build(self, source: PaperSource) -> BuiltPaper:
        text = source.text if source.text is not None else "PDF only\n"
        pdf = b"%PDF-fake " + hashlib.sha256(text.encode()).digest()
        self.texts[pdf] = text
        cells = tuple(laid_out(text))
        pages = max((page for _o, page, *_box in cells), default=1)
        placed = tuple(PlacedText(cell[0], cell[0] + 1, (cell,)) for cell in cells)
        return BuiltPaper(pdf, PlaceMap(placed, ((595.0, 842.0),) * pages), text)

    def pdf_text(self, pdf: bytes) -> str:
        return self.texts[pdf]

    def page(self, pdf: bytes, page: int, scale: float) -> PageImage:
        self.pages_made.append((page, scale))
        image = QImage(round(595 * scale), round(842 * scale), QImage.Format.Format_RGB888)
        image.fill(Qt.GlobalColor.white)
        painter = QPainter(image)
        painter.scale(scale, scale)
        font = QFont("JetBrains Mono")
        font.setPixelSize(10)
        painter.setFont(font)
        text = self.texts[pdf]
        for offset, on_page, x0, y0, x1, y1 in laid_out(text):
            if on_page == page:
                painter.drawText(
                    QRectF(x0, y0, x1 - x0, y1 - y0), int(Qt.AlignmentFlag.AlignCenter), text[offset]
                )
        painter.end()
        data = bytes(image.constBits())
        return PageImage(page, image.width(), image.height(), image.bytesPerLine(), data)

    def annotate(self, paper: BuiltPaper, highlights: Sequence[Highlight], front_page_markdown: str) -> bytes:
        return paper.pdf

    def close(self) -> None:
        self.closed = True


def laid_out(text: str) -> Iterator[tuple[int, int, float, float, float, float]]:
    """(offset, page, x0, y0, x1, y1) of each code point that leaves a glyph, wrapped at 78 columns."""
    line = column = 0
    for offset, sign in enumerate(text):
        if sign == "\n" or column == LINE:
            line, column = line + 1, 0
        if sign == "\n":
            continue
        page, on_page = divmod(line, PER_PAGE)
        x, y = LEFT + column * ADVANCE, TOP + on_page * LEADING
        column += 1
        if not sign.isspace():
            yield offset, page + 1, x, y, x + ADVANCE, y + LEADING


def role_of(path: RelPath) -> ArtifactRole:
    """A role by the file's name, as the sample needs it."""
    roles = {
        "paper.md": ArtifactRole.PAPER,
        "log.txt": ArtifactRole.LOG,
        "metrics.json": ArtifactRole.JSON,
        "table.csv": ArtifactRole.CSV,
        "loss.png": ArtifactRole.FIGURE,
        "results.md": ArtifactRole.RESULTS_NOTE,
        "run.py": ArtifactRole.CODE,
        "claude_output.json": ArtifactRole.TRANSCRIPT,
    }
    return roles.get(Path(path).name, ArtifactRole.OTHER)


def png() -> bytes:
    """A small figure: falling bars."""
    image = QImage(320, 200, QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    painter = QPainter(image)
    for index in range(8):
        tall = 160 - index * 18
        painter.fillRect(20 + index * 36, 180 - tall, 24, tall, QColor("#7C93B8"))
    painter.end()
    store = QBuffer()
    store.open(QBuffer.OpenModeFlag.WriteOnly)
    QImageWriter(store, QByteArray(b"png")).write(image)
    return bytes(store.data().data())


def sample_content() -> dict[RelPath, bytes]:
    """The files of the sample run."""
    texts = {
        PAPER: PAPER_TEXT,
        "results/metrics.json": METRICS,
        "results/log.txt": LOG,
        "results/table.csv": CSV,
        "results/results.md": "# Results\n\n| Model | Accuracy |\n|---|---|\n| plain | 87.4 |\n| pressure | 91.2 |\n",
        "claude_code/run.py": CODE,
        "idea.md": "Tides follow pressure.\n",
    }
    return {RelPath(path): text.encode() for path, text in texts.items()} | {
        RelPath("results/loss.png"): png()
    }


JSON, LOGFILE, TABLE = (
    RelPath("results/metrics.json"),
    RelPath("results/log.txt"),
    RelPath("results/table.csv"),
)
NOTE, SCRIPT, FIGURE = (
    RelPath("results/results.md"),
    RelPath("claude_code/run.py"),
    RelPath("results/loss.png"),
)
V, Tr, K = Verdict, Trust, ClaimKind
TRAIL = (
    TrailStep(kind="value", title="0.5967", detail="/pressure/pass_rate/2", path=JSON,
              locator=Locator(json_pointer="/pressure/pass_rate/2"), provenance=Provenance.LITERAL_SCRIPT),
    TrailStep(kind="file", title="results/metrics.json", detail="written once, by the command of event 77", path=JSON,
              locator=Locator(whole=True), provenance=Provenance.EXECUTED_SCRIPT),
    TrailStep(kind="script", title="run.py:15", detail="save_json(…), ran to its end, exit 0", path=SCRIPT,
              locator=Locator(line=15), provenance=Provenance.EXECUTED_SCRIPT),
    TrailStep(kind="literal", title="[0.3, 0.5, 0.6]", detail="line 15; no model call on this path", path=SCRIPT,
              locator=Locator(line=15), provenance=Provenance.LITERAL_SCRIPT, decides_trust=True),
)  # fmt: skip
# (quote, section, kind, value, unit, verdict, trust, places of evidence as (path, locator, value, agrees))
CLAIMS: tuple[tuple[str, str, ClaimKind, float | None, str | None, Verdict, Trust, tuple[Found, ...]], ...] = (
    ("20 epochs", "4 Setup", K.SETUP, 20.0, "epochs", V.SUPPORTED, Tr.MEASURED, ((LOGFILE, Locator(line=2), 20.0, True),)),
    ("learning rate of 0.001", "4 Setup", K.SETUP, 0.001, None, V.UNSUPPORTED, Tr.UNKNOWN, ()),
    ("1,000 tides", "4 Setup", K.SETUP, 1000.0, None, V.SUPPORTED, Tr.MEASURED, ((LOGFILE, Locator(line=1), 1000.0, True),)),
    ("an accuracy of 87.4 %", "5 Results", K.VALUE, 87.4, "%", V.SUPPORTED, Tr.DOUBTFUL, (
        (JSON, Locator(json_pointer="/plain/accuracy"), 0.8741, True), (TABLE, Locator(row=2, column=2), 87.41, True),
        (LOGFILE, Locator(line=3), 0.8741, True))),
    ("the error falls\nfrom 0.95 to 0.43", "5 Results", K.DELTA, 0.43, None, V.SUPPORTED, Tr.DOUBTFUL,
     ((JSON, Locator(json_pointer="/pressure/error"), 0.4302, True),)),
    ("the pass rate climbs to about 48 %", "5 Results", K.VALUE, 48.0, "%", V.CONTRADICTED, Tr.DOUBTFUL,
     ((JSON, Locator(json_pointer="/pressure/pass_rate/2"), 0.5967, False),)),
    ("Training took under an\nhour on four GPUs", "5 Results", K.VALUE, 1.0, "h", V.NARRATIVE_ONLY, Tr.UNKNOWN,
     ((NOTE, Locator(line=1), "Results", None),)),
    ("Figure 1 shows the loss", "5 Results", K.FIGURE, None, None, V.SUPPORTED, Tr.MEASURED,
     ((FIGURE, Locator(whole=True), None, True),)),
    ("plain | 87.4", "5 Results", K.VALUE, 87.4, None, V.SUPPORTED, Tr.DOUBTFUL, ((NOTE, Locator(line=5, column=2), 87.4, True),)),
    ("91.2", "5 Results", K.VALUE, 91.2, None, V.SUPPORTED, Tr.DOUBTFUL, ((SCRIPT, Locator(line=6), 0.9, True),)),
    ("the same trend in larger harbours", "6 Outlook", K.QUALITATIVE, None, None, V.UNVERIFIABLE, Tr.UNKNOWN, ()),
    ("level off near 70 %", "6 Outlook", K.VALUE, 70.0, "%", V.UNSUPPORTED, Tr.UNKNOWN, ()),
    ("Earlier work reports 82.0 %", "6 Outlook", K.CITATION, 82.0, "%", V.UNVERIFIABLE, Tr.UNKNOWN, ()),
)  # fmt: skip
REASONS = {
    V.SUPPORTED: "The result file holds the value under the same name.",
    V.CONTRADICTED: "Ends at 59.7 % in the result file; 48 % stands nowhere.",
    V.NARRATIVE_ONLY: "Only the agent's own note says so.",
    V.UNSUPPORTED: "Nothing in the run holds it.",
    V.UNVERIFIABLE: "It is not about this run.",
}


def sample_audit(run: RunName = RUN) -> Audit:
    """An audit of the sample: every verdict and trust, three findings, a gate that stops at `attempted`."""
    data = PAPER_TEXT.encode()
    sha = Sha256(hashlib.sha256(data).hexdigest())
    paper = Paper(
        path=PAPER, sha256=sha, text_sha256=sha, title="Predicting harbour tides from pressure alone"
    )
    return Audit(
        run=run,
        tool_version="0",
        papers=(paper,),
        claims=tuple(sample_claims()),
        findings=FINDINGS,
        gate=gate(),
    )


def sample_claims() -> Iterator[Claim]:
    """The claims of the sample, with spans that give back their quotes."""
    for number, (quote, section, kind, value, unit, verdict, trust, found) in enumerate(CLAIMS, 1):
        words = quote if quote in PAPER_TEXT else quote.replace("\n", " ")
        start = PAPER_TEXT.index(words)
        evidence = tuple(
            Evidence(path=path, locator=place, value=held, strength=Strength.PRIMARY, agrees=agrees, score=0.9,
                     provenance=Provenance.EXECUTED_SCRIPT, name="pass rate", trail=TRAIL if path == JSON else ())
            for path, place, held, agrees in found
        )  # fmt: skip
        yield Claim(id=f"c{number}", fingerprint=f"f{number}", paper=PAPER, span=(start, start + len(words)), quote=words,
                    section=section, kind=kind, value=value, unit=unit, verdict=verdict, trust=trust, confidence=0.94,
                    reason=REASONS[verdict], evidence=evidence)  # fmt: skip


def gate(reached: GateState = GateState.ATTEMPTED, claimed: GateState | None = GateState.REPORTED) -> Gate:
    """A gate with a rule or two a transition."""
    steps = []
    for state in GATE_ORDER[1:]:
        holds = GATE_ORDER.index(state) <= GATE_ORDER.index(reached)
        rules = (
            GateRule(id=f"{state}-1", text=f"What {state} needs is there", holds=holds, detail="event 51"),
            GateRule(
                id=f"{state}-2", text="It ran to its end", holds=holds, path=LOGFILE, locator=Locator(line=3)
            ),
        )
        proof = (
            GateEvidence(
                path=JSON, sha256=Sha256("0" * 64), admitted=holds, reason="computed" if holds else "typed"
            ),
        )
        steps.append(Transition(to=state, passed=holds, rules=rules, evidence=proof))
    return Gate(reached=reached, claimed=claimed, transitions=tuple(steps))


FINDINGS = (
    Finding(id="f1", kind=FindingKind.SIMULATED_RESULTS, severity=Severity.HIGH, path=SCRIPT, locator=Locator(line=6),
            message="All result files come from a script with random values"),
    Finding(id="f2", kind=FindingKind.TYPED_LOG, severity=Severity.HIGH, path=LOGFILE, locator=Locator(line=1),
            message="The log was typed, with invented times"),
    Finding(id="f3", kind=FindingKind.TABLE_MISMATCH, severity=Severity.MEDIUM, path=PAPER, locator=Locator(line=18),
            message="A table disagrees with the result file", paper=PAPER),
)  # fmt: skip


def run_named(name: str, group: RunGroup = RunGroup.END_TO_END) -> Run:
    """A run with agent and task taken from its name."""
    agent, task = name.split("/")
    mode = Mode.END_TO_END if group is RunGroup.END_TO_END else Mode.STEPWISE
    return Run(
        RunName(name), group, mode, agent.removeprefix("end2end_"), task, "otter-3", "Otter Code", (PAPER,)
    )


def sample_row(name: str = RUN) -> RunRow:
    """The row of the sample run."""
    claims = list(sample_claims())
    verdicts = {str(v): sum(claim.verdict is v for claim in claims) for v in Verdict}
    trusts = {str(t): sum(claim.trust is t for claim in claims) for t in Trust}
    findings = {"high": 2, "medium": 1, "low": 0}
    return RunRow(
        run_named(name), gate(), verdicts, trusts, findings, 0, len(claims), (4.2, 1.6), 1, NOW, stale=False
    )


def sample_reviews(run: RunName = RUN) -> tuple[Review, ...]:
    """Two judges who differ by five in soundness."""

    def one(judge: str, *scores: int) -> Review:
        names = ("Clarity", "Novelty", "Soundness", "Significance", "Overall")
        given = tuple(Score(name, score, "Because.") for name, score in zip(names, scores, strict=True))
        return Review(f"reviews/{judge}.json", Sha256("1" * 64), ReviewTarget.END_TO_END, judge, judge.split("-", maxsplit=1)[0],
                      "harbor_tides", run, True, run=run, scores=given, confidence=4)  # fmt: skip

    return one("heron-2", 8, 7, 6, 6, 4), one("otter-3", 8, 7, 1, 2, 1)


def sample_workspace() -> FakeWorkspace:
    """A workspace that holds the sample run, audited."""
    scores = (Score("Overall", 2), Score("Soundness", 2), Score("Clarity", 7))
    human = HumanReview("humans.csv", 3, "Reviewer 2", "otter", "harbor_tides", RUN, True, scores)
    return FakeWorkspace(
        stored={RUN: sample_row()},
        contents={RUN: MemoryFiles(sample_content())},
        kept={RUN: StoredAudit(sample_audit(), "key", NOW)},
        imported={RUN: sample_reviews()},
        human_rows={
            RUN: (human, replace(human, row=4, double=True, scores=(Score("Overall", 5), *scores[1:])))
        },
    )


def many_rows(count: int) -> dict[RunName, RunRow]:
    """Rows of as many runs, of several agents, with all gate states and odd counts."""
    rows = {}
    for index in range(count):
        agent = ("otter", "heron", "lynx", "vole-mini")[index * 4 // max(1, count)]
        reached = GATE_ORDER[1 + index % 6]
        counts = (12 + index % 11, index % 7, index % 4, index % 3, index % 2)
        row = RunRow(
            run_named(f"end2end_{agent}/task_{index:04d}"), gate(reached), dict(zip(map(str, Verdict), counts, strict=True)),
            {"measured": index % 9, "doubtful": 6 + index % 8, "unknown": index % 4},
            {"high": index % 5, "medium": index % 3, "low": index % 2}, index % 5 * 4, sum(counts),
            (2.0 + index % 6, 3.5 + index % 4), index % 3, NOW - timedelta(days=index % 30), stale=index % 13 == 5,
        )  # fmt: skip
        rows[row.run.name] = row
    return rows


@dataclass
class Sample:
    """The parts of the sample run for tests that build their own values of them."""

    run: RunName = RUN
    paper: RelPath = PAPER
    text: str = PAPER_TEXT
    now: datetime = NOW
    audit: Callable[[], Audit] = sample_audit
    row: Callable[[], RunRow] = sample_row
    content: Callable[[], dict[RelPath, bytes]] = sample_content
    gate: Callable[..., Gate] = gate
    reviews: Callable[[], tuple[Review, ...]] = sample_reviews
    many_rows: Callable[[int], dict[RunName, RunRow]] = many_rows
    workspace: Callable[[], FakeWorkspace] = sample_workspace
    files: Callable[[dict[RelPath, bytes]], MemoryFiles] = MemoryFiles
    press: Callable[[], FakePress] = FakePress


@pytest.fixture
def sample(qapp: QApplication) -> Sample:
    """The sample's parts; needs Qt for its figure."""
    return Sample()


@pytest.fixture
def workspace(sample: Sample) -> FakeWorkspace:
    """The sample run in a workspace in memory."""
    return sample.workspace()


@pytest.fixture
def press() -> FakePress:
    """A press that sets plain text."""
    return FakePress()


def no_tree(path: Path) -> SourceTree:
    """Stands where no import happens."""
    raise AssertionError(f"nothing should open {path}")


@pytest.fixture
def with_jobs() -> Iterator[Callable[[Context], Context]]:
    """Gives a context its queue, with audits and opinions as kinds of jobs; ended with the test."""
    made: list[Scheduler] = []

    def add(bare: Context) -> Context:
        kinds = registry((audit_kind(bare), opinions_kind(bare)))
        made.append(Scheduler(bare.workspace.jobs, kinds, bare.clock))
        return replace(bare, jobs=made[-1])

    yield add
    for scheduler in made:
        scheduler.close()


@pytest.fixture
def context(workspace: FakeWorkspace, press: FakePress, with_jobs: Callable[[Context], Context]) -> Context:
    """The services' surroundings over the fakes."""
    return with_jobs(
        Context(
            workspace,
            press,
            no_tree,
            lambda: NOW,
            lambda: "Reviewer 7",
            lambda name, _files: sample_audit(name),
        )
    )


@pytest.fixture
def background(qtbot: QtBot) -> Iterator[Background]:
    """Work off the GUI thread, ended with the test."""
    made = Background()
    yield made
    assert made.close()


@pytest.fixture(autouse=True, scope="session")
def _look(qapp: QApplication) -> None:
    """All UI tests run in the program's own light theme."""
    qapp.setOrganizationName("mlrbench-gui-tests")
    qapp.setApplicationName("mlrbench-gui-tests")
    theme.apply_theme(qapp, "light")
    QCursor.setPos(4000, 4000)  # no window comes to lie under the pointer and takes it for hovering


@pytest.fixture
def stage_runs() -> StageRuns:
    """Runs of stages over three tasks and one model."""
    tasks = (
        TaskChoice("harbor_tides", "Tides of a harbour", "ICLR 2025", "Water"),
        TaskChoice("reef", "Life of a reef", "ICML 2024", "Water"),
        TaskChoice("wetland", "Birds of a wetland", "NeurIPS 2024", "Birds"),
    )
    agents = (
        AgentChoice("heron", AgentKind.OWN, "heron-2 at a.host"),
        AgentChoice("gull", AgentKind.OUTSIDE, "gull-2; experiments by mycli"),
        AgentChoice("scripted", AgentKind.SCRIPTED, "Recorded answers, no model is asked"),
        AgentChoice("file", AgentKind.LOCAL, "Runs here"),
    )
    choices = RunChoices(tasks, agents, "python:3.11-slim")

    def order(plan: RunPlan) -> JobOrder:
        return JobOrder("work", f"Run {', '.join(plan.wish.stages)}", plan.tasks)

    def estimate(plan: RunPlan) -> Estimate:
        if plan.wish.agent == "scripted":
            raise InputError("scripted: has no price")
        many, wish = len(plan.tasks), plan.wish
        experiments = many * (Stage.EXPERIMENT in wish.stages)
        return Estimate(many * len(wish.stages) - experiments, 1, experiments, 1200, 8000, 0.5)

    return StageRuns(lambda: choices, estimate, order, str)


@pytest.fixture
def panel_runs() -> PanelRuns:
    """Judges' reviews by two models or the script."""
    judges = (
        JudgeChoice("heron", "heron-2 at a.host"),
        JudgeChoice("gull", "gull-2 at a.host"),
        JudgeChoice("scripted", "Recorded answers, no model is asked", script=True),
    )

    def order(plan: PanelPlan) -> JobOrder:
        return JobOrder("work", f"Judge {len(plan.runs)} by {', '.join(plan.wish.judges)}", plan.runs)

    def estimate(plan: PanelPlan) -> PanelEstimate:
        wish = plan.wish
        if wish.stages == (JudgeStage.IDEA,):
            raise InputError(f"{plan.runs[0]}: has no idea, so that there is nothing to judge")
        calls = len(plan.runs) * len(wish.stages) * len(wish.judges) * wish.repeats
        return PanelEstimate(calls, 1, 1200 * calls, 800 * calls, None if "gull" in wish.judges else 0.5)

    return PanelRuns(lambda: judges, estimate, order, lambda: {"heron": "not calibrated"})
