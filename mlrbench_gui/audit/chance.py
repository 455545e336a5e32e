"""How often a paper's numbers would be supported by evidence that has nothing to do with it.

Numbers meet by chance. So a paper is held, by the same rules, against what the code of another run wrote, of another
task: what is then supported is linked by luck, and what is contradicted is denied by files that deny nothing. Papers
and prose of the other run are left out. Setup values (a learning rate, a batch size) are counted apart: there runs
do choose the same ones.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from mlrbench_gui.audit.claims.finding import find_statements
from mlrbench_gui.audit.claims.statements import About, Statement
from mlrbench_gui.audit.evidence_files import EvidenceFiles
from mlrbench_gui.audit.judging import RanCode, judge_numbers, make_judge
from mlrbench_gui.audit.ledger.building import build_ledger
from mlrbench_gui.audit.ledger.ledger import Ledger
from mlrbench_gui.audit.provenance.runs import find_runs
from mlrbench_gui.audit.text.markdown import read_paper
from mlrbench_gui.audit.text.paper import PaperText
from mlrbench_gui.audit.transcript.reading import transcript_of
from mlrbench_gui.audit.verdicts.decision import Decision
from mlrbench_gui.domain.artifacts import ArtifactRole, RunFiles
from mlrbench_gui.domain.layout import classify
from mlrbench_gui.domain.values import ClaimKind, RelPath, RunName, Sha256, Verdict

_PROSE = frozenset(
    {
        ArtifactRole.TASK,
        ArtifactRole.IDEA,
        ArtifactRole.LITERATURE,
        ArtifactRole.PROPOSAL,
        ArtifactRole.PAPER,
        ArtifactRole.RESULTS_NOTE,
        ArtifactRole.README,
        ArtifactRole.REVIEW,
    }
)


@dataclass(frozen=True, slots=True)
class ForeignEvidence:
    """What the code of another run wrote and uses: made once, held against many papers. `ran`: its scripts that ran."""

    run: RunName
    files: EvidenceFiles
    ledger: Ledger
    ran: frozenset[RelPath]


@dataclass(frozen=True, slots=True)
class ReadPaper:
    """A paper with its numeric statements that are about the run."""

    text: PaperText
    statements: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class ChanceLink:
    """A claim that foreign evidence supports or contradicts."""

    foreign: RunName
    paper: RelPath
    kind: ClaimKind
    quote: str
    verdict: Verdict
    reason: str


@dataclass(frozen=True, slots=True)
class Tally:
    """How many claims were held against foreign evidence, each once for every foreign run, and what it said."""

    held: int = 0
    supported: int = 0
    contradicted: int = 0

    @property
    def rate(self) -> float:
        """The share that is supported by chance."""
        return self.supported / self.held if self.held else 0.0

    @property
    def denied(self) -> float:
        """The share that is contradicted by chance."""
        return self.contradicted / self.held if self.held else 0.0

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(
            self.held + other.held,
            self.supported + other.supported,
            self.contradicted + other.contradicted,
        )


@dataclass(frozen=True, slots=True)
class ChanceMatch:
    """The figures of one run: result values and setup values apart, against which runs, and the claims at fault."""

    against: tuple[RunName, ...]
    results: Tally
    setup: Tally
    links: tuple[ChanceLink, ...] = ()


def foreign_evidence(run: RunName, files: RunFiles) -> ForeignEvidence:
    """The evidence of a run as a foreign one: all of its files but papers and prose."""
    seen = EvidenceFiles(_WithoutProse(files))
    transcript = transcript_of(seen)
    return ForeignEvidence(
        run, seen, build_ledger(seen, transcript, {}), frozenset(find_runs(seen, transcript).ran)
    )


def read_papers(texts: Mapping[RelPath, str]) -> tuple[ReadPaper, ...]:
    """Papers, given by their texts, with the statements that evidence may support."""
    return tuple(_read(path, text) for path, text in texts.items())


def chance_match(papers: Sequence[ReadPaper], foreign: Sequence[ForeignEvidence]) -> ChanceMatch:
    """These papers against the evidence of each foreign run."""
    results = setup = Tally()
    links: list[ChanceLink] = []
    for evidence in foreign:
        for paper, statement, decision in _decided(papers, evidence):
            one = Tally(1, decision.verdict is Verdict.SUPPORTED, decision.verdict is Verdict.CONTRADICTED)
            if statement.kind is ClaimKind.SETUP:
                setup += one
            else:
                results += one
            if one.supported or one.contradicted:
                links.append(_link(evidence.run, paper, statement, decision))
    return ChanceMatch(tuple(evidence.run for evidence in foreign), results, setup, tuple(links))


def _read(path: RelPath, text: str) -> ReadPaper:
    paper = read_paper(text)
    statements = find_statements(path, paper)
    return ReadPaper(paper, tuple(s for s in statements if s.number is not None and s.about is About.RUN))


def _decided(
    papers: Sequence[ReadPaper], evidence: ForeignEvidence
) -> Iterator[tuple[ReadPaper, Statement, Decision]]:
    texts = [paper.text for paper in papers]
    judge = make_judge(evidence.files, evidence.ledger, texts, RanCode(evidence.ran))
    for paper in papers:
        for statement, decision in judge_numbers(judge, paper.statements, paper.text.text).items():
            yield paper, statement, decision


def _link(foreign: RunName, paper: ReadPaper, statement: Statement, decision: Decision) -> ChanceLink:
    quote = statement.quote(paper.text.text)
    return ChanceLink(foreign, statement.paper, statement.kind, quote, decision.verdict, decision.reason)


class _WithoutProse:
    """The files of a run without its papers and prose."""

    def __init__(self, files: RunFiles) -> None:
        self._files = files
        self._kept = tuple(path for path in files.paths() if not _is_prose(path))

    def paths(self) -> Sequence[RelPath]:
        return self._kept

    def size(self, path: RelPath) -> int:
        return self._files.size(path)

    def read(self, path: RelPath) -> bytes:
        return self._files.read(path)

    def sha256(self, path: RelPath) -> Sha256:
        return self._files.sha256(path)


def _is_prose(path: RelPath) -> bool:
    return path.lower().endswith(".md") or classify(path, 1)[0] in _PROSE
