"""The audit of one run, as a story.

The files are read, the transcript replayed, the ledger filled; claims are found, matched and decided; evidence is
weighed, faults are named, and the gate says which state the research has reached.

>>> from mlrbench_gui.audit.run import audit_run
>>> audit = audit_run(RunName("agent/task"), files)   # `files` is any domain.artifacts.RunFiles
>>> [claim.verdict for claim in audit.claims]
"""

import hashlib
from collections.abc import Callable
from math import isfinite
from time import perf_counter

from mlrbench_gui.audit.claims.statements import Statement, fingerprints
from mlrbench_gui.audit.evidence import Trails
from mlrbench_gui.audit.evidence_files import EvidenceFiles
from mlrbench_gui.audit.findings.draft import Judged, RunFacts
from mlrbench_gui.audit.findings.finding import find_faults
from mlrbench_gui.audit.gaps import gap_in
from mlrbench_gui.audit.gate.records import records_of
from mlrbench_gui.audit.gate.rules import decide_gate
from mlrbench_gui.audit.gate.steps import GateFacts
from mlrbench_gui.audit.judging import RanCode, judge_papers, make_judge
from mlrbench_gui.audit.ledger.building import build_ledger
from mlrbench_gui.audit.notebooks.pointing import point_into_notebooks
from mlrbench_gui.audit.plots.charts import ReadPictures, read_charts
from mlrbench_gui.audit.plots.recovering import distinct, recover_figures
from mlrbench_gui.audit.provenance.notes import written_notes
from mlrbench_gui.audit.provenance.origins import find_origins
from mlrbench_gui.audit.provenance.runs import find_runs, with_numbers
from mlrbench_gui.audit.tables.comparing import CellClaim, compare_tables
from mlrbench_gui.audit.text.markdown import read_paper
from mlrbench_gui.audit.text.paper import PaperText
from mlrbench_gui.audit.transcript.reading import transcript_of
from mlrbench_gui.audit.transcript.replay import History, replay
from mlrbench_gui.audit.trust.broken import find_breakages
from mlrbench_gui.audit.trust.made_up_code import made_up_code
from mlrbench_gui.audit.trust.made_up_runs import MadeUpRun
from mlrbench_gui.audit.trust.silent_logs import silent_logs
from mlrbench_gui.audit.trust.weighing import Weighing
from mlrbench_gui.audit.verdicts.figures import FigureJudge
from mlrbench_gui.domain.artifacts import RunFiles
from mlrbench_gui.domain.audit import Audit, Claim, Paper
from mlrbench_gui.domain.values import ClaimKind, RelPath, RunName, Sha256, Trust, Verdict

ENGINE_VERSION = "0.19.0"
"""Grows whenever a rule changes, so that stored audits of older rules are known as stale."""


def audit_run(
    name: RunName,
    files: RunFiles,
    *,
    pdf_text: Callable[[bytes], str] | None = None,
    read_pictures: ReadPictures | None = None,
) -> Audit:
    """Audit the run in these files. `pdf_text` gives the text of a PDF paper; without it such a paper has none.

    `read_pictures` reads bars from the pictures of charts; it only adds evidence to what is said of figures.
    """
    started = perf_counter()
    seen = EvidenceFiles(files, pdf_text)
    transcript = transcript_of(seen)
    history = replay(transcript, frozenset(seen.paths)) if transcript is not None else History({})
    runs = with_numbers(seen, find_runs(seen, transcript), history)
    origins = find_origins(seen, transcript, history, runs)
    read = perf_counter()

    drawn = recover_figures(seen, runs, transcript, history)
    ledger = build_ledger(seen, transcript, written_notes(seen, origins, runs), distinct(drawn))
    papers = {path: read_paper(seen.text(path)) for path in seen.papers()}
    commanded = frozenset(run.script for run in runs.recorded) or None
    inventing = frozenset(path for path, reading in runs.readings.items() if reading.fabricates)
    gap = gap_in(seen, transcript, history, runs)
    code = RanCode(runs.ran, commanded, runs.shut, inventing, gap)
    judge = make_judge(seen, ledger, tuple(papers.values()), code)
    listed = perf_counter()

    readings = read_charts(seen, papers, read_pictures) if read_pictures is not None else {}
    figures = FigureJudge(seen, drawn, papers, ledger, readings)
    judged = judge_papers(judge, papers, figures)
    broken = tuple(b for b in find_breakages(seen, runs) if not (gap and b.by_absence))
    weighing = Weighing(origins, runs, seen.roles, broken, made_up_code(runs))
    made_up = MadeUpRun(weighing, silent_logs(seen), is_whole=not gap)
    claims = _claims(judged, papers, Trails(origins, runs, weighing, transcript), made_up)
    cells = [CellClaim(c.id, j.statement, j.decision) for c, j in zip(claims, judged, strict=True)]
    tables = compare_tables(papers, cells)
    facts = RunFacts(seen, transcript, origins, runs, ledger, papers, broken, judged, tables, figures, gap)
    findings = find_faults(facts)
    records = records_of(seen) if transcript is None else ()
    gate = decide_gate(GateFacts(facts, weighing, tuple(papers), tuple(c.id for c in claims), records))
    done = perf_counter()
    timings = {
        "read_s": read - started,
        "ledger_s": listed - read,
        "claims_s": done - listed,
        "total_s": done - started,
    }
    audit = Audit(
        run=name,
        tool_version=ENGINE_VERSION,
        papers=tuple(_paper(seen, path, paper) for path, paper in papers.items()),
        claims=claims,
        findings=findings,
        gate=gate,
        tables=tables,
        timings={step: round(seconds, 4) for step, seconds in timings.items()},
    )
    return point_into_notebooks(audit, seen.notebooks)


def audit_texts(files: RunFiles, *, pdf_text: Callable[[bytes], str] | None = None) -> dict[RelPath, str]:
    """The text of each paper in which spans count."""
    seen = EvidenceFiles(files, pdf_text)
    return {path: seen.text(path) for path in seen.papers()}


def _claims(
    judged: list[Judged], papers: dict[RelPath, PaperText], trails: Trails, weighed: MadeUpRun
) -> tuple[Claim, ...]:
    claims: list[Claim] = []
    for path, paper in papers.items():
        own = [j for j in judged if j.statement.paper == path]
        marks = fingerprints([j.statement for j in own], paper.text)
        for item, mark in zip(own, marks, strict=True):
            claims.append(_claim(f"c{len(claims) + 1}", mark, item, trails, weighed))
    return tuple(claims)


def _claim(number: str, fingerprint: str, judged: Judged, trails: Trails, weighed: MadeUpRun) -> Claim:
    statement, decision = judged.statement, judged.decision
    printed = statement.number
    return Claim(
        id=number,
        fingerprint=fingerprint,
        paper=statement.paper,
        span=(statement.start, statement.end),
        quote=judged.quote,
        section=statement.section.title,
        kind=statement.kind,
        value=_value(statement),
        name=statement.thing.text if statement.thing is not None else None,
        unit=printed.unit if printed is not None else None,
        verdict=decision.verdict,
        trust=_trust(judged, weighed),
        confidence=decision.confidence,
        reason=decision.reason,
        evidence=tuple(trails.evidence(held) for held in decision.held),
    )


def _value(statement: Statement) -> float | None:
    """The number that the claim is about; of a claim about a figure the figure's, of a name the one in it."""
    if statement.thing is not None:
        return statement.thing.value
    if statement.number is not None:
        return statement.number.number if isfinite(statement.number.number) else None
    return float(statement.figure) if statement.figure is not None else None


def _trust(judged: Judged, weighed: MadeUpRun) -> Trust:
    """Only what agrees or disagrees with evidence rests on it; prose and plans rest on nothing known, as a rule."""
    decision, kind = judged.decision, judged.statement.kind
    if decision.verdict in (Verdict.SUPPORTED, Verdict.CONTRADICTED):
        return weighed.weighing.trust(decision.held, is_setup=kind is ClaimKind.SETUP)
    if decision.verdict in (Verdict.NARRATIVE_ONLY, Verdict.UNSUPPORTED):
        return weighed.of_prose(judged)
    return Trust.UNKNOWN


def _paper(files: EvidenceFiles, path: RelPath, paper: PaperText) -> Paper:
    digest = files.sha256(path) or Sha256("0" * 64)
    text = hashlib.sha256(paper.text.encode("utf-8", "surrogatepass")).hexdigest()
    return Paper(path=path, sha256=digest, text_sha256=Sha256(text), title=paper.title)
