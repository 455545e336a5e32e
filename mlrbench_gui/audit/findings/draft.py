"""A finding before it has its id, and the facts that findings are drawn from."""

from collections.abc import Sequence
from dataclasses import dataclass

from mlrbench_gui.audit.claims.statements import Statement
from mlrbench_gui.audit.evidence_files import EvidenceFiles
from mlrbench_gui.audit.ledger.ledger import Ledger
from mlrbench_gui.audit.ledger.values import Place
from mlrbench_gui.audit.provenance.origin import Origins
from mlrbench_gui.audit.provenance.runs import ScriptRuns
from mlrbench_gui.audit.text.paper import PaperText
from mlrbench_gui.audit.transcript.actions import Transcript
from mlrbench_gui.audit.trust.breakage import Breakage
from mlrbench_gui.audit.verdicts.decision import Decision
from mlrbench_gui.audit.verdicts.figures import FigureJudge
from mlrbench_gui.domain.comparison import ComparedTable
from mlrbench_gui.domain.values import FindingKind, RelPath, Severity


@dataclass(frozen=True, slots=True)
class Draft:
    """Kind, severity, place and message of a fault; `paper` if it is about one paper alone.

    `by_absence`: it says that something is nowhere in the run, or never happened.
    """

    kind: FindingKind
    severity: Severity
    path: RelPath | None
    place: Place
    message: str
    paper: RelPath | None = None
    by_absence: bool = False


@dataclass(frozen=True, slots=True)
class Judged:
    """A statement with its decision."""

    statement: Statement
    decision: Decision
    quote: str


@dataclass(frozen=True, slots=True)
class RunFacts:
    """What findings and the gate are drawn from. `gap` tells why more may have been than is seen, if so."""

    files: EvidenceFiles
    transcript: Transcript | None
    origins: Origins
    runs: ScriptRuns
    ledger: Ledger
    papers: dict[RelPath, PaperText]
    broken: Sequence[Breakage]
    judged: Sequence[Judged]
    tables: Sequence[ComparedTable] = ()
    figures: FigureJudge | None = None
    gap: str = ""

    @property
    def tells_runs(self) -> bool:
        """Whether a transcript tells what ran; by logs alone a script that is silent may have run, too."""
        return self.transcript is not None and self.transcript.tells_actions

    def counts_as_run(self, path: RelPath) -> bool:
        """Whether the script ran, as far as is known: where nothing tells what ran, each one counts."""
        return path in self.runs.ran or not self.runs.ran
