"""The report as CSV files (RFC 4180) that are safe to open in a spreadsheet."""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence

from mlrbench_gui.infra.export.words import (
    form_lines,
    moment,
    number,
    said_words,
    whole_form,
)
from mlrbench_gui.services.reporting.data import Counts, ReportClaim, ReportData, ReportGate, ReportReview
from mlrbench_gui.services.reporting.writer import ReportFile, ReportPapers

Row = Sequence[str | int | float | bool | None]

_NUMERIC = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?")
_RISKY = ("=", "+", "-", "@", "\t", "\r")

CLAIM_COLUMNS = (
    "id", "paper", "section", "start", "end", "quote", "kind", "value", "unit", "verdict", "trust", "state",
    "engine_verdict", "engine_trust", "author", "at", "decision_reason", "note", "flagged", "origin", "confidence",
    "reason", "evidence",
)  # fmt: skip


def write_csv(report: ReportData, _papers: ReportPapers) -> Iterator[ReportFile]:
    """One file a kind of row: summary, claims, their evidence, findings, gate, scores, inputs, irregularities."""
    yield _file(".summary.csv", ("group", "name", "value", "n", "note"), _summary(report))
    yield _file(".claims.csv", CLAIM_COLUMNS, map(_claim, report.claims))
    yield _file(
        ".evidence.csv",
        (
            "claim",
            "rank",
            "path",
            "place",
            "value",
            "name",
            "agrees",
            "strength",
            "provenance",
            "formula",
            "sha256",
        ),
        _evidence(report.claims),
    )
    yield _file(
        ".findings.csv",
        ("id", "kind", "severity", "path", "place", "message", "paper", "state", "author", "at", "reason"),
        (
            (
                f.id,
                f.kind,
                f.severity,
                f.path,
                f.place,
                f.message,
                f.paper,
                f.state,
                f.author,
                moment(f.at),
                f.reason,
            )
            for f in report.findings
        ),
    )
    yield _file(
        ".gate.csv",
        ("paper", "to", "passed", "stands", "kind", "text", "holds", "detail", "place", "sha256"),
        (row for gate in report.gates for row in _gate(gate)),
    )
    yield _file(
        ".scores.csv",
        (
            "by",
            "kind",
            "target",
            "paper",
            "criterion",
            "score",
            "justification",
            "source",
            "left_out",
            "worth",
        ),
        (
            (
                *(
                    r.by,
                    r.kind,
                    r.target,
                    r.paper,
                    s.criterion,
                    s.score,
                    s.justification,
                    r.source,
                    r.left_out,
                ),
                "" if r.kind == "person" else report.judges_worth,
            )
            for r in report.reviews
            for s in r.scores
        ),
    )
    yield from _people(report)
    yield _file(
        ".inputs.csv",
        ("path", "role", "size", "sha256"),
        ((item.path, item.role, item.size, item.sha256) for item in report.inputs),
    )
    if any(claim.opinion for claim in report.claims):
        yield _file(
            ".opinions.csv",
            ("claim", "model", "opinion", "words", "at", "prompt", "prompt_sha256", "tokens", "cost"),
            _opinions(report.claims),
        )
    if report.irregularities:
        yield _file(
            ".irregularities.csv",
            ("path", "what", "treated_as"),
            ((item.path, item.what, item.treated_as) for item in report.irregularities),
        )


def _people(report: ReportData) -> Iterator[ReportFile]:
    """What people's forms say beside scores, and where they differ; only where there are forms."""
    forms = [review for review in report.reviews if review.version]
    if forms:
        rows = (
            (form.by, form.version, moment(form.at), form.blind, line)
            for form in forms
            for line in _lines(form)
        )
        yield _file(".people.csv", ("by", "version", "at", "blind", "words"), rows)
    if report.earlier_versions:
        yield _file(
            ".earlier.csv",
            ("by", "target", "version", "at", "blind", "words"),
            (
                (form.by, form.target, form.version, moment(form.at), form.blind, line)
                for form in report.earlier_versions
                for line in whole_form(form)
            ),
        )
    if report.settled:
        yield _file(
            ".adjudication.csv",
            ("group", "what", "said", "agreed", "reason", "author", "at", "stands"),
            (
                (x.group, x.what, said_words(x), x.agreed, x.reason, x.author, moment(x.at), x.stands)
                for x in report.settled
            ),
        )


def _lines(form: ReportReview) -> list[str]:
    words = (*form.strengths, *form.weaknesses, form.details, *form_lines(form))
    return [line for line in words if line]


def guarded(cell: str | float | bool | None) -> str:
    """The cell as text; an apostrophe stops what a spreadsheet would run as a formula. Numbers stay numbers."""
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, int | float):
        return number(cell)
    text = cell.encode("utf-8", "backslashreplace").decode("utf-8").replace("\x00", "\ufffd")
    return f"'{text}" if text.startswith(_RISKY) and not _NUMERIC.fullmatch(text) else text


def _file(suffix: str, columns: Sequence[str], rows: Iterable[Row]) -> ReportFile:
    buffer = io.StringIO(newline="")
    writer = csv.writer(buffer, lineterminator="\r\n")
    writer.writerow(columns)
    writer.writerows([guarded(cell) for cell in row] for row in rows)
    return ReportFile(suffix, buffer.getvalue().encode("utf-8"))


def _claim(claim: ReportClaim) -> Row:
    return (
        claim.id, claim.paper, claim.section, claim.span[0], claim.span[1], claim.quote, claim.kind, claim.value,
        claim.unit, claim.verdict, claim.trust, claim.state, claim.engine_verdict, claim.engine_trust, claim.author,
        moment(claim.at), claim.decision_reason, claim.note, claim.flagged, claim.origin, claim.confidence,
        claim.reason, len(claim.evidence),
    )  # fmt: skip


def _evidence(claims: Iterable[ReportClaim]) -> Iterator[Row]:
    for claim in claims:
        for rank, item in enumerate(claim.evidence, 1):
            yield (
                claim.id, rank, item.path, item.place, item.value, item.name, item.agrees, item.strength,
                item.provenance, item.formula, item.sha256,
            )  # fmt: skip


def _opinions(claims: Iterable[ReportClaim]) -> Iterator[Row]:
    for claim in claims:
        said = claim.opinion
        if said is not None:
            yield (
                claim.id, said.model, said.verdict, said.words, moment(said.at), said.prompt, said.prompt_sha256,
                said.tokens, said.cost,
            )  # fmt: skip


def _gate(gate: ReportGate) -> Iterator[Row]:
    for step in gate.transitions:
        head = (gate.paper, step.to, step.passed, step.stands)
        for rule in step.rules:
            yield (*head, "rule", rule.text, rule.holds, rule.detail, rule.place, None)
        for item in step.evidence:
            yield (*head, "evidence", item.reason, item.admitted, None, item.path, item.sha256)
        for crossing in step.claims:
            yield (*head, "claim", crossing.claim, crossing.admitted, crossing.reason, None, None)


def _summary(report: ReportData) -> Iterator[Row]:
    yield ("run", report.run, None, None, None)
    yield ("made", report.made_by, moment(report.made_at), None, None)
    yield ("engine", report.tool_version, moment(report.audited_at), None, report.input_key)
    for paper in report.papers:
        yield ("paper", paper.path, paper.sha256, None, paper.title)
    for gate in report.gates:
        group = f"gate of {gate.paper}" if gate.paper else "gate"
        yield (group, "reached", gate.reached, None, None)
        yield (group, "stands", gate.stands, None, "after overrides")
        yield (group, "claimed", gate.claimed, None, None)
    for item in report.overrides:
        word = "passed" if item.passed else "refused"
        yield ("override", item.state, word, None, f"{item.author}, {moment(item.at)}: {item.reason}")
    summary = report.summary
    yield from _counted("verdict", summary.verdicts)
    yield from _counted("trust", summary.trusts)
    for verdict, trusts in summary.by_pair.items():
        for trust, count in trusts.items():
            yield (f"verdict {verdict}", trust, count, summary.verdicts.n, None)
    yield from _counted("decision", summary.decisions)
    yield from _counted("finding", summary.findings_by_severity)
    yield from _counted("finding state", summary.findings_by_state)
    for mean in report.score_means:
        missing = f", {mean.of - mean.n} of {mean.of} missing" if mean.of > mean.n else ""
        out = f", {mean.excluded} excluded" if mean.excluded else ""
        spread = f"{mean.low} to {mean.high}{missing}{out}"
        yield (f"score by {mean.kind}: {mean.target}", mean.criterion, mean.mean, mean.n, spread)
    for line in report.left_out:
        yield ("left out", line, None, None, None)
    for lost in report.lost_decisions:
        yield ("lost decision", lost.paper, lost.quote, lost.entries, ", ".join(lost.authors))


def _counted(group: str, counts: Counts) -> Iterator[Row]:
    for name, count in counts.by.items():
        yield (group, name, count, counts.n, None)
