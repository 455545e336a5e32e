"""The execution gate: each transition with rules that a person can read, their outcomes, and the evidence."""

from collections.abc import Sequence
from dataclasses import dataclass

from mlrbench_gui.audit.findings.draft import Judged, RunFacts
from mlrbench_gui.audit.gate.records import Record
from mlrbench_gui.audit.trust.weighing import MADE_UP, Weighing
from mlrbench_gui.domain.artifacts import ArtifactRole
from mlrbench_gui.domain.audit import Gate, GateEvidence, GateRule, PaperGate, Transition
from mlrbench_gui.domain.values import GATE_ORDER, ClaimKind, GateState, Provenance, RelPath, Trust, Verdict

_HEADLINE = (ClaimKind.VALUE, ClaimKind.DELTA, ClaimKind.RATIO, ClaimKind.RANKING)
_EVIDENCE_ROLES = (ArtifactRole.JSON, ArtifactRole.CSV, ArtifactRole.LOG, ArtifactRole.FIGURE)


@dataclass(frozen=True, slots=True)
class GateFacts:
    """What the gate is decided from."""

    facts: RunFacts
    weighing: Weighing
    papers: tuple[RelPath, ...]
    records: tuple[Record, ...] = ()


def decide_gate(given: GateFacts) -> Gate:
    """State reached and claimed; with several papers one answer for each beside the shared one."""
    shared = (_idea(given), _proposal(given), _attempted(given), _executed(given), _measured(given))
    if not given.papers:
        return Gate(reached=_reached(shared), claimed=None, transitions=shared)
    by_paper: dict[str, PaperGate] = {}
    for paper in given.papers:
        transitions = (*shared, _reported(given, paper))
        by_paper[paper] = PaperGate(
            reached=_reached(transitions), claimed=GateState.REPORTED, transitions=transitions
        )
    best = max(by_paper.values(), key=lambda gate: GATE_ORDER.index(gate.reached))
    return Gate(
        reached=best.reached,
        claimed=GateState.REPORTED,
        transitions=best.transitions,
        by_paper=by_paper if len(given.papers) > 1 else {},
    )


def _reached(transitions: Sequence[Transition]) -> GateState:
    state = GateState.EMPTY
    for transition in transitions:
        if not transition.passed:
            break
        state = transition.to
    return state


def _transition(
    to: GateState, rules: tuple[GateRule, ...], evidence: tuple[GateEvidence, ...] = ()
) -> Transition:
    return Transition(to=to, passed=all(rule.holds is True for rule in rules), rules=rules, evidence=evidence)


def _files_evidence(given: GateFacts, paths: Sequence[RelPath], reason: str) -> tuple[GateEvidence, ...]:
    found = []
    for path in paths:
        digest = given.facts.files.sha256(path)
        if digest is not None:
            found.append(GateEvidence(path=path, sha256=digest, admitted=True, reason=reason))
    return tuple(found)


def _idea(given: GateFacts) -> Transition:
    files = given.facts.files
    paths = [p for p in files.of_role(ArtifactRole.IDEA, ArtifactRole.PROPOSAL) if files.text(p).strip()]
    rule = GateRule(
        id="idea-exists",
        text="An idea or a proposal is written down.",
        holds=bool(paths),
        detail=", ".join(paths),
        path=paths[0] if paths else None,
    )
    return _transition(GateState.IDEA, (rule,), _files_evidence(given, paths, "the idea as written"))


def _proposal(given: GateFacts) -> Transition:
    files = given.facts.files
    paths = [p for p in files.of_role(ArtifactRole.PROPOSAL) if files.text(p).strip()]
    paths = paths or sorted({record.path for record in given.records if record.planned})
    rule = GateRule(
        id="proposal-exists",
        text="A proposal is written down, or a summary keeps the plan of each experiment.",
        holds=bool(paths),
        detail=", ".join(paths),
        path=paths[0] if paths else None,
    )
    return _transition(GateState.PROPOSAL, (rule,), _files_evidence(given, paths, "the proposal as written"))


def _attempted(given: GateFacts) -> Transition:
    facts = given.facts
    commands = [run for run in facts.runs.recorded if not _is_check(run.script)]
    by_logs = [path for path, action in facts.runs.ran.items() if action < 0]
    kept = sorted({record.path for record in given.records})
    detail = (
        f"action {commands[0].action}: {commands[0].script}"
        if commands
        else f"messages of {by_logs[0]} in a log"
        if by_logs
        else f"{len(given.records)} experiments with their code in {', '.join(kept)}"
        if kept
        else "neither was found"
    )
    rule = GateRule(
        id="experiment-command",
        text="A command that runs the experiment was recorded, or a log carries messages of the run's own code.",
        holds=bool(commands or by_logs or kept),
        detail=detail,
        path=commands[0].script if commands else by_logs[0] if by_logs else kept[0] if kept else None,
    )
    return _transition(
        GateState.ATTEMPTED, (rule,), _files_evidence(given, kept, "keeps experiments with code")
    )


def _is_check(script: str) -> bool:
    name = script.rsplit("/", 1)[-1]
    return name.startswith(("setup", "install", "check_", "test_"))


def _executed(given: GateFacts) -> Transition:
    """A script of the experiment ran to its end and left output."""
    facts = given.facts
    done = [run for run in facts.runs.recorded if run.failed is False and _leaves(given, run.script)]
    by_logs = [path for path, action in facts.runs.ran.items() if action < 0]
    kept = sorted({record.path for record in given.records if record.has_outcome})
    ended = bool(done or by_logs or kept)
    rule = GateRule(
        id="ran-to-end",
        text="A script of the experiment ran to its end.",
        holds=ended,
        detail=f"action {done[-1].action}: {done[-1].script}"
        if done
        else f"by the log of {by_logs[0]}"
        if by_logs
        else f"outcomes of experiments in {', '.join(kept)}"
        if kept
        else "no recorded run ended well",
        path=done[-1].script if done else by_logs[0] if by_logs else kept[0] if kept else None,
    )
    outputs = [
        p
        for p in facts.files.of_role(*_EVIDENCE_ROLES)
        if facts.files.size_of(p) > 0 and not facts.origins.root(p).is_typed
    ]
    left = GateRule(
        id="left-output",
        text="It left output: results, a log or figures.",
        holds=bool(outputs),
        detail=f"{len(outputs)} files",
        path=outputs[0] if outputs else None,
    )
    return _transition(GateState.EXECUTED, (rule, left))


def _leaves(given: GateFacts, script: RelPath) -> bool:
    reading = given.facts.runs.readings.get(script)
    return reading is None or reading.writes or script.endswith(".sh") or bool(reading.local_imports)


def _measured(given: GateFacts) -> Transition:
    """The values that the paper rests on were computed from data or model calls by code that ran."""
    facts = given.facts
    rests_on = _result_files(given)
    evidence = tuple(e for path in rests_on if (e := _admission(given, path)) is not None)
    admitted = [e for e in evidence if e.admitted]
    refused = [e for e in evidence if not e.admitted]
    rule = GateRule(
        id="computed",
        text="The values that results rest on were computed from data or model calls by code that ran.",
        holds=bool(admitted) and _weight(given, admitted) >= _weight(given, refused),
        detail=f"{len(admitted)} of {len(evidence)} result files admitted",
        path=admitted[0].path if admitted else evidence[0].path if evidence else None,
    )
    computed, made_up = _carried(given)
    honest = GateRule(
        id="not-made-up",
        text="More result claims rest on computed values than on values that were typed, literal or drawn at random.",
        holds=len(made_up) <= len(computed) if made_up else not _only_made_up(given),
        detail=f"{len(computed)} on computed values, {len(made_up)} on made-up ones",
        path=made_up[0] if made_up else None,
    )
    answered = [b for b in facts.broken if b.path.endswith(".json") and not b.values]
    calls = GateRule(
        id="answers-real",
        text="The answers that were scored are answers, not error texts.",
        holds=not answered,
        detail=answered[0].message if answered else "",
        path=answered[0].path if answered else None,
    )
    return _transition(GateState.MEASURED, (rule, honest, calls), evidence)


def _carried(given: GateFacts) -> tuple[list[RelPath], list[RelPath]]:
    """The files that each supported result claim rests on: those of computed values, those of made-up ones."""
    computed: list[RelPath] = []
    made_up: list[RelPath] = []
    for judged in given.facts.judged:
        if judged.decision.verdict is not Verdict.SUPPORTED or judged.statement.kind not in _HEADLINE:
            continue
        value = next((h.candidate.value for h in judged.decision.held if h.primary), None)
        if value is not None:
            by_file = given.facts.origins.root(value.path).provenance in MADE_UP
            is_made_up = by_file or given.weighing.is_made_up(value)
            (made_up if is_made_up else computed).append(value.path)
    return computed, made_up


def _weight(given: GateFacts, files: Sequence[GateEvidence]) -> int:
    """How many result claims rest on these files; each file counts once where no claim rests on any."""
    computed, made_up = _carried(given)
    resting = [*computed, *made_up]
    paths = {evidence.path for evidence in files}
    return sum(path in paths for path in resting) if resting else len(paths)


def _only_made_up(given: GateFacts) -> bool:
    """Whether each script that ran and writes makes results up; then nothing was computed."""
    ran = [r for path, r in given.facts.runs.readings.items() if r.writes and given.facts.counts_as_run(path)]
    return bool(ran) and all(r.fabricates for r in ran)


def _result_files(given: GateFacts) -> list[RelPath]:
    """Files that carry claims of the papers; where there are none, result files."""
    carrying = {
        h.candidate.value.path
        for judged in given.facts.judged
        if judged.decision.verdict is Verdict.SUPPORTED
        and judged.statement.kind in _HEADLINE
        and judged.statement.number is not None
        for h in judged.decision.held
        if h.primary and h.candidate.value.source.is_machine
    }
    results = [
        p
        for p in given.facts.files.of_role(ArtifactRole.JSON, ArtifactRole.CSV, ArtifactRole.LOG)
        if given.facts.files.size_of(p) > 0
    ]
    return sorted(p for p in carrying if given.facts.files.has(p)) or results


def _admission(given: GateFacts, path: RelPath) -> GateEvidence | None:
    facts = given.facts
    digest = facts.files.sha256(path)
    if digest is None:
        return None
    origin = facts.origins.root(path)
    if (
        origin.provenance is Provenance.HARNESS_SNAPSHOT
        and facts.files.roles[path] is not ArtifactRole.TRANSCRIPT
    ):
        return None
    trust = given.weighing.of_file(path)
    by_log = (
        origin.provenance is Provenance.UNKNOWN
        and origin.script is not None
        and origin.script in facts.runs.ran
    )
    is_output = facts.files.roles[path] is ArtifactRole.TRANSCRIPT
    admitted = (
        trust is Trust.MEASURED
        or (trust is not Trust.DOUBTFUL and (by_log or is_output))
        or _keeps_measured(given, path)
        or (origin.provenance in (Provenance.EXECUTED_OUTPUT, Provenance.EXECUTED_SCRIPT))
    )
    return GateEvidence(path=path, sha256=digest, admitted=admitted, reason=origin.reason)


def _keeps_measured(given: GateFacts, path: RelPath) -> bool:
    """Whether a summary keeps outcomes, and most of the code beside them computes them."""
    own = [record for record in given.records if record.path == path and record.has_outcome]
    return 2 * sum(record.computes for record in own) > len(own)


def _reported(given: GateFacts, paper: RelPath) -> Transition:
    own = [j for j in given.facts.judged if j.statement.paper == paper and j.statement.kind in _HEADLINE]
    counted = [j for j in own if j.statement.number is not None]
    denied = [j for j in own if j.decision.verdict is Verdict.CONTRADICTED]
    resting = [j for j in own if j.decision.verdict is Verdict.SUPPORTED and j.statement.number is not None]
    measured = [j for j in resting if given.weighing.trust(j.decision.held) is Trust.MEASURED]
    rules = (
        GateRule(id="paper-exists", text="A paper exists.", holds=True, detail=paper, path=paper),
        GateRule(
            id="headline-measured",
            text="Most result claims of the paper with a number are supported by measured evidence.",
            holds=bool(counted) and len(measured) * 2 >= len(counted),
            detail=f"{len(measured)} of {len(counted)} result claims",
        ),
        GateRule(
            id="none-contradicted",
            text="No result claim of the paper is contradicted by the evidence.",
            holds=not denied,
            detail=_first_reason(denied),
            path=paper if denied else None,
        ),
    )
    digest = given.facts.files.sha256(paper)
    evidence = (
        (GateEvidence(path=paper, sha256=digest, admitted=True, reason="the paper as written"),)
        if digest
        else ()
    )
    return _transition(GateState.REPORTED, rules, evidence)


def _first_reason(denied: Sequence[Judged]) -> str:
    return f"{len(denied)} contradicted; first: {denied[0].decision.reason}" if denied else ""
