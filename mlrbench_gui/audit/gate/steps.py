"""What is established for each transition of the gate: facts that its rules ask for, details, and evidence by hash."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from mlrbench_gui.audit.findings.draft import Judged, RunFacts
from mlrbench_gui.audit.gate.admission import Admissions
from mlrbench_gui.audit.gate.records import Record
from mlrbench_gui.audit.provenance.runs import RecordedRun
from mlrbench_gui.audit.trust.weighing import MADE_UP, Weighing
from mlrbench_gui.domain.artifacts import ArtifactRole
from mlrbench_gui.domain.audit import GateEvidence
from mlrbench_gui.domain.locator import Locator
from mlrbench_gui.domain.values import ClaimKind, RelPath, Trust, Verdict

HEADLINE = (ClaimKind.VALUE, ClaimKind.DELTA, ClaimKind.RATIO, ClaimKind.RANKING)
"""Kinds of claims that tell results."""
_OUTPUT_ROLES = (ArtifactRole.JSON, ArtifactRole.CSV, ArtifactRole.LOG, ArtifactRole.FIGURE)


@dataclass(frozen=True, slots=True)
class GateFacts:
    """What the gate is decided from; `claims` are the ids of `facts.judged`, in their order."""

    facts: RunFacts
    weighing: Weighing
    papers: tuple[RelPath, ...]
    claims: tuple[str, ...]
    records: tuple[Record, ...] = ()


@dataclass(frozen=True, slots=True)
class Detail:
    """What is said beside a rule, and the place to look at."""

    text: str = ""
    path: RelPath | None = None
    locator: Locator | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """What one transition is decided by: facts by name, details by rule, evidence."""

    facts: Mapping[str, int]
    details: Mapping[str, Detail] = field(default_factory=dict)
    evidence: tuple[GateEvidence, ...] = ()


@dataclass
class Steps:
    """The steps of one run; what several of them need is worked out once."""

    given: GateFacts

    @cached_property
    def admissions(self) -> Admissions:
        """Which files may cross."""
        return Admissions(self.given.facts, self.given.weighing, self.given.records)

    def idea(self) -> Step:
        """The idea, or a proposal, as written."""
        paths = self._written(ArtifactRole.IDEA, ArtifactRole.PROPOSAL)
        return Step(
            {"ideas_written": len(paths)},
            {"idea-exists": Detail(", ".join(paths), _first(paths))},
            self._cited(paths, "the idea as written"),
        )

    def proposal(self) -> Step:
        """The proposal, or the plans that a summary keeps."""
        paths = self._written(ArtifactRole.PROPOSAL)
        paths = paths or sorted({record.path for record in self.given.records if record.planned})
        return Step(
            {"proposals_written": len(paths)},
            {"proposal-exists": Detail(", ".join(paths), _first(paths))},
            self._cited(paths, "the proposal as written"),
        )

    def attempted(self) -> Step:
        """What tells that the experiment was started."""
        recorded = self.given.facts.runs.recorded
        commands = [run for run in recorded if not (run.within or _is_check(run.script))]
        logs = self._own_logs
        kept = sorted({record.path for record in self.given.records})
        books = [path for path in self._books if path in self.given.facts.runs.ran and path not in logs]
        detail = (
            self._run_detail(commands[0])
            if commands
            else self._log_detail(logs[0])
            if logs
            else Detail(
                f"{len(self.given.records)} experiments with their code in {', '.join(kept)}", kept[0]
            )
            if kept
            else Detail("neither was found")
        )
        return Step(
            {"starts_known": len(commands) + len(logs) + len(kept)},
            {"experiment-command": detail},
            (
                *self._actions(commands[:1], "starts"),
                *self._cited(logs, "carries messages of the run's own code"),
                *self._cited(books, "holds what its cells left"),
                *self._cited(kept, "keeps experiments with code"),
            ),
        )

    def executed(self) -> Step:
        """What came to its end, and what it left."""
        facts = self.given.facts
        done = [run for run in facts.runs.recorded if run.failed is False and self._leaves(run.script)]
        logs = self._own_logs
        kept = sorted({record.path for record in self.given.records if record.has_outcome})
        ended = (
            self._run_detail(done[-1])
            if done
            else Detail(f"by the log {logs[0]}", logs[0])
            if logs
            else Detail(f"outcomes of experiments in {', '.join(kept)}", kept[0])
            if kept
            else Detail("no recorded run ended well")
        )
        outputs = [
            path
            for path in (*facts.files.of_role(*_OUTPUT_ROLES), *self._books)
            if facts.files.size_of(path) > 0 and not facts.origins.root(path).is_typed
        ]
        return Step(
            {"runs_ended": len(done) + len(logs) + len(kept), "outputs_left": len(outputs)},
            {"ran-to-end": ended, "left-output": Detail(f"{len(outputs)} files", _first(outputs))},
            (*self._actions(done[-1:], "ends well:"), *self._cited(outputs, "output that nobody typed")),
        )

    def measured(self) -> Step:
        """Whether code that ran computed what the results rest on."""
        facts = self.given.facts
        asked = (self.admissions.of(path) for path in self._result_files())
        evidence = tuple(item for item in asked if item is not None)
        admitted = [item.path for item in evidence if item.admitted]
        refused = [item.path for item in evidence if not item.admitted]
        computed, made_up = self._carried
        answers = [b for b in facts.broken if b.scores_errors]
        shown = _first(admitted) or _first([item.path for item in evidence])
        return Step(
            {
                "files_admitted": len(admitted),
                "weight_admitted": self._weight(admitted),
                "weight_refused": self._weight(refused),
                "claims_on_computed": len(computed),
                "claims_on_made_up": len(made_up),
                "only_inventing_scripts": self._only_inventing(),
                "files_of_error_answers": len(answers),
            },
            {
                "computed": Detail(f"{len(admitted)} of {len(evidence)} result files admitted", shown),
                "not-made-up": Detail(
                    f"{len(computed)} on computed values, {len(made_up)} on made-up ones", _first(made_up)
                ),
                "answers-real": Detail(answers[0].message, answers[0].path) if answers else Detail(),
            },
            evidence,
        )

    def reported(self, paper: RelPath) -> Step:
        """What the paper claims, and how much of it stands."""
        own = [item for item in self.results() if item.statement.paper == paper]
        counted = [item for item in own if item.statement.number is not None]
        denied = [item for item in own if item.decision.verdict is Verdict.CONTRADICTED]
        measured = [item for item in counted if self._is_measured(item)]
        first = f"{len(denied)} contradicted; first: {denied[0].decision.reason}" if denied else ""
        return Step(
            {
                "papers_written": 1,
                "numbers_claimed": len(counted),
                "numbers_measured": len(measured),
                "results_contradicted": len(denied),
            },
            {
                "paper-exists": Detail(paper, paper),
                "headline-measured": Detail(f"{len(measured)} of {len(counted)} result claims"),
                "none-contradicted": Detail(first, paper if denied else None),
            },
            self._cited([paper], "the paper as written"),
        )

    def results(self) -> list[Judged]:
        """The claims that tell results."""
        return [item for item in self.given.facts.judged if item.statement.kind in HEADLINE]

    def _is_measured(self, item: Judged) -> bool:
        trust = self.given.weighing.trust(item.decision.held)
        return item.decision.verdict is Verdict.SUPPORTED and trust is Trust.MEASURED

    def _written(self, *roles: ArtifactRole) -> list[RelPath]:
        files = self.given.facts.files
        return [path for path in files.of_role(*roles) if files.text(path).strip()]

    def _cited(self, paths: Sequence[RelPath], reason: str) -> tuple[GateEvidence, ...]:
        hashes = ((path, self.given.facts.files.sha256(path)) for path in paths)
        return tuple(
            GateEvidence(path=path, sha256=digest, admitted=True, reason=reason)
            for path, digest in hashes
            if digest is not None
        )

    def _actions(self, runs: Sequence[RecordedRun], word: str) -> tuple[GateEvidence, ...]:
        """The transcript, by hash, at the actions of these runs."""
        transcript = self.given.facts.files.transcript()
        cited = self._cited([transcript], "") if transcript is not None else ()
        return tuple(
            item.model_copy(
                update={
                    "reason": f"action {run.action} {word} {run.script}",
                    "locator": Locator(action=run.action),
                }
            )
            for item in cited
            for run in runs
        )

    def _run_detail(self, run: RecordedRun) -> Detail:
        transcript = self.given.facts.files.transcript()
        text = f"action {run.action}: {run.script}"
        if transcript is None:
            return Detail(text, run.script)
        return Detail(text, transcript, Locator(action=run.action))

    @cached_property
    def _own_logs(self) -> list[RelPath]:
        """Logs with messages of the run's code where no command tells what ran, and notebooks that did run."""
        facts = self.given.facts
        told = {path for path, action in facts.runs.ran.items() if action < 0}
        logs = facts.files.of_role(ArtifactRole.LOG) if told else ()
        kept = [path for path in self._books if path in told]
        return [path for path in logs if facts.runs.captured_log(facts.files.text(path)) in told] + kept

    @cached_property
    def _books(self) -> list[RelPath]:
        """Notebooks that hold what their cells left."""
        found = self.given.facts.files.notebooks.items()
        return [path for path, notebook in found if notebook.outputs]

    def _log_detail(self, path: RelPath) -> Detail:
        """The log that speaks of the run's code, or the notebook at the first thing that its cells left."""
        if path not in self._books:
            return Detail(f"messages of the run's own code in {path}", path)
        first = self.given.facts.files.notebook(path).outputs[0]
        return Detail(f"what its cells left in {path}", path, Locator(json_pointer=first.pointer))

    def _leaves(self, script: RelPath) -> bool:
        reading = self.given.facts.runs.readings.get(script)
        return (
            reading is None
            or reading.writes
            or script.endswith(".sh")
            or script in self._books
            or bool(reading.local_imports)
        )

    @cached_property
    def _carried(self) -> tuple[list[RelPath], list[RelPath]]:
        """The files that each supported result claim rests on: those of computed values, those of made-up ones."""
        computed: list[RelPath] = []
        made_up: list[RelPath] = []
        for judged in self.results():
            primary = [held for held in judged.decision.held if held.primary]
            if judged.decision.verdict is Verdict.SUPPORTED and primary:
                value = primary[0].candidate.value
                by_file = self.given.facts.origins.root(value.path).provenance in MADE_UP
                is_made_up = by_file or self.given.weighing.is_made_up(value)
                (made_up if is_made_up else computed).append(value.path)
        return computed, made_up

    def _weight(self, paths: Sequence[RelPath]) -> int:
        """How many result claims rest on these files; each file counts once where no claim rests on any."""
        computed, made_up = self._carried
        resting = [*computed, *made_up]
        return sum(path in paths for path in resting) if resting else len(set(paths))

    def _only_inventing(self) -> int:
        facts = self.given.facts
        ran = [r for path, r in facts.runs.readings.items() if r.writes and facts.counts_as_run(path)]
        return len(ran) if all(reading.fabricates for reading in ran) else 0

    def _result_files(self) -> list[RelPath]:
        """Files that carry claims of the papers; where there are none, result files."""
        files = self.given.facts.files
        carrying = {
            held.candidate.value.path
            for judged in self.results()
            if judged.decision.verdict is Verdict.SUPPORTED and judged.statement.number is not None
            for held in judged.decision.held
            if held.primary and held.candidate.value.source.is_machine
        }
        results = files.of_role(ArtifactRole.JSON, ArtifactRole.CSV, ArtifactRole.LOG)
        return sorted(path for path in carrying if files.has(path)) or [
            path for path in results if files.size_of(path) > 0
        ]


def _is_check(script: str) -> bool:
    name = script.rsplit("/", 1)[-1]
    return name.startswith(("setup", "install", "check_", "test_"))


def _first(paths: Sequence[RelPath]) -> RelPath | None:
    return paths[0] if paths else None
