"""The report as Markdown: readable as text, and the front pages of the PDF."""

import re
from collections.abc import Iterable, Iterator, Sequence

from mlrbench_gui.domain.values import GateState, Severity, Trust, Verdict
from mlrbench_gui.infra.export.words import (
    REVIEWERS,
    TRUSTS,
    VERDICT_MEANINGS,
    VERDICTS,
    claim_value,
    crossing_counts,
    decision,
    evidence_value,
    finding_state,
    form_lines,
    form_version,
    gate_line,
    moment,
    opinion,
    place,
    said_words,
    settled_state,
    spoken,
    whole_form,
)
from mlrbench_gui.services.reporting.data import (
    ReportClaim,
    ReportData,
    ReportFinding,
    ReportGate,
    ReportReview,
    ReportTransition,
    ScoreMean,
)
from mlrbench_gui.services.reporting.writer import ReportFile, ReportPapers

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|$~!&^])")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\u2028\u2029]")
_HOLDS = {True: "yes", False: "no", None: "not known"}


def write_markdown(report: ReportData, _papers: ReportPapers) -> Iterator[ReportFile]:
    """One file."""
    yield ReportFile(".md", markdown(report).encode("utf-8", "backslashreplace"))


def markdown(report: ReportData) -> str:
    """The whole report."""
    parts = (
        front_page(report),
        _claims(report),
        *(_gate_details(gate) for gate in report.gates),
        _reviews(report.reviews),
        _irregularities(report),
        _inputs(report),
    )
    return "\n".join(part for part in parts if part)


def front_page(report: ReportData) -> str:
    """What a reader must know first: gate, counts, findings, overrides, scores, what reviewers said and agreed on."""
    parts = (
        _head(report),
        _gate_table(report),
        _counts(report),
        _findings(report.findings),
        _overrides(report),
        _means(report),
        _forms(report),
        _earlier(report),
        _settled(report),
        _left_out(report),
        _lost(report),
    )
    return "\n".join(part for part in parts if part)


def escaped(text: str) -> str:
    """Foreign text on one line that Markdown reads as nothing but text."""
    flat = " ".join(_CONTROL.sub("\ufffd", text.replace("\r", "\n").replace("\n", " ")).split())
    return _SPECIAL.sub(r"\\\1", flat)


def table(columns: Sequence[str], rows: Iterable[Sequence[str]], numbers: int = 0) -> str:
    """A pipe table of ready cells; the last `numbers` columns are right-aligned."""
    marks = ["---"] * (len(columns) - numbers) + ["---:"] * numbers
    lines = ["| " + " | ".join(line) + " |" for line in (columns, marks, *rows)]
    return "\n".join(lines) + "\n"


def _head(report: ReportData) -> str:
    titles = "".join(f"\n*{escaped(paper.title)}* ({escaped(paper.path)})\n" for paper in report.papers)
    made = f"Audited {moment(report.audited_at)} with version {escaped(report.tool_version)}."
    return (
        f"# Review of {escaped(report.run)}\n{titles}\n"
        f"Report by {escaped(report.made_by)}, {moment(report.made_at)}. {made}\n"
    )


def _gate_table(report: ReportData) -> str:
    parts = ["## Gate\n"]
    for gate in report.gates:
        line = gate_line(gate)
        said = f"{escaped(gate.paper)}: {line}" if gate.paper else line[:1].upper() + line[1:]
        parts.append(f"**{said}.**\n")
        parts.append(
            table(
                ("State", "Engine", "Stands", "Rules that do not hold"),
                (_gate_row(step, gate.claimed) for step in gate.transitions),
            )
        )
    return "\n".join(parts)


def _gate_row(step: ReportTransition, claimed: GateState | None) -> tuple[str, str, str, str]:
    broken = "; ".join(escaped(rule.text) for rule in step.rules if rule.holds is False)
    state = f"{step.to.value} (claimed)" if step.to is claimed else step.to.value
    return (
        state,
        "passed" if step.passed else "refused",
        "passed" if step.stands else "refused",
        broken or "–",
    )


def _counts(report: ReportData) -> str:
    summary = report.summary
    rows = [
        (
            VERDICTS[verdict],
            VERDICT_MEANINGS[verdict],
            *(str(summary.by_pair[verdict][trust]) for trust in Trust),
            str(summary.verdicts.by[verdict]),
        )
        for verdict in Verdict
    ]
    rows.append(("all", "", *(str(summary.trusts.by[trust]) for trust in Trust), str(summary.verdicts.n)))
    done = summary.decisions
    return (
        "## Claims\n\n"
        + table(("Verdict", "Meaning", *TRUSTS.values(), "n"), rows, numbers=4)
        + f"\nOf {done.n} claims {done.by['undecided']} are undecided, {done.by['accepted']} accepted and "
        f"{done.by['overruled']} overruled by people. All counts are after their decisions.\n"
    )


def _findings(findings: Sequence[ReportFinding]) -> str:
    if not findings:
        return "## Findings\n\nNone.\n"
    counted = ", ".join(
        f"{sum(f.severity is severity and f.state != 'dismissed' for f in findings)} {severity.value}"
        for severity in Severity
    )
    rows = (
        (
            finding.severity.value,
            spoken(finding.kind.value),
            escaped(finding.message),
            escaped(place(finding.path, finding.place)) or "–",
            escaped(finding_state(finding)),
        )
        for finding in findings
    )
    head = ("Severity", "Finding", "What", "Where", "State")
    return f"## Findings\n\nStanding: {counted}.\n\n{table(head, rows)}"


def _overrides(report: ReportData) -> str:
    if not report.overrides:
        return ""
    lines = (
        f"- {escaped(item.paper + ': ') if item.paper else ''}{item.state.value} "
        f"{'let through' if item.passed else 'refused'} by {escaped(item.author)}, {moment(item.at)}: "
        f"{escaped(item.reason)}\n"
        for item in report.overrides
    )
    return "## Overrides of the gate\n\n" + "".join(lines)


def _means(report: ReportData) -> str:
    """One table a target, a row for judges and one for people; each cell with its range and n."""
    if not report.score_means:
        return ""
    parts = ["## Scores\n", f"**{escaped(report.judges_worth)}**\n" if report.judges_worth else ""]
    for target in dict.fromkeys(mean.target for mean in report.score_means):
        means = [mean for mean in report.score_means if mean.target == target]
        criteria = list(dict.fromkeys(mean.criterion for mean in means))
        rows = (
            (word, *(_mean(means, kind, criterion) for criterion in criteria))
            for kind, word in REVIEWERS.items()
            if any(mean.kind == kind for mean in means)
        )
        parts.append(
            table((f"Judged: {spoken(target)}", *map(escaped, criteria)), rows, numbers=len(criteria))
        )
    return "\n".join(part for part in parts if part)


def _mean(means: Sequence[ScoreMean], kind: str, criterion: str) -> str:
    for mean in means:
        if mean.kind == kind and mean.criterion == criterion:
            of = f" of {mean.of}" if mean.of > mean.n else ""
            out = f", {mean.excluded} excluded" if mean.excluded else ""
            return f"{mean.mean:.2f} ({mean.low} to {mean.high}, n = {mean.n}{of}{out})"
    return "–"


def _lost(report: ReportData) -> str:
    if not report.lost_decisions:
        return ""
    lines = (
        f"- {escaped(lost.paper)}: “{escaped(lost.quote)}” ({lost.entries} by {escaped(', '.join(lost.authors))})\n"
        for lost in report.lost_decisions
    )
    return "## Decisions whose words are no longer in the paper\n\n" + "".join(lines)


def _claims(report: ReportData) -> str:
    parts = ["## All claims, in the order of the paper\n"]
    section = None
    for claim in report.claims:
        if (claim.paper, claim.section) != section:
            section = (claim.paper, claim.section)
            parts.append(
                f"### {escaped(claim.section) or 'Before the first heading'} ({escaped(claim.paper)})\n"
            )
        parts.append(_claim(claim))
    return "\n".join(parts)


def _claim(claim: ReportClaim) -> str:
    lines = [
        f"- **{escaped(claim.id)}** {' · '.join(_facts(claim))}",
        f"  - “{escaped(claim.quote)}”",
        f"  - {escaped(claim.reason)}" if claim.reason else "",
        *(
            f"  - {escaped(place(item.path, item.place))}: {escaped(evidence_value(item)) or 'no value'}"
            f" ({spoken(item.provenance.value)}, SHA-256 {(item.sha256 or 'not known')[:12]})"
            for item in claim.evidence
        ),
        f"  - {escaped(opinion(claim.opinion))}" if claim.opinion else "",
        f"  - Decision: {escaped(decision(claim))}" if claim.state != "undecided" else "",
        f"  - Note: {escaped(claim.note)}" if claim.note else "",
    ]
    return "\n".join(line for line in lines if line) + "\n"


def _facts(claim: ReportClaim) -> list[str]:
    facts = [
        f"{VERDICTS[claim.verdict]}, {TRUSTS[claim.trust]}",
        escaped(claim_value(claim)),
        claim.kind.value,
    ]
    return [fact for fact in (*facts, "flagged" if claim.flagged else "") if fact]


def _gate_details(gate: ReportGate) -> str:
    parts = [f"## Rules of the gate{f', {escaped(gate.paper)}' if gate.paper else ''}\n"]
    for step in gate.transitions:
        parts.append(f"### {step.to.value}: {'passed' if step.passed else 'refused'}\n")
        parts.extend(
            f"- {_HOLDS[rule.holds]}: {escaped(rule.text)}{f' ({escaped(rule.detail)})' if rule.detail else ''}"
            for rule in step.rules
        )
        parts.extend(
            f"- {'admitted' if item.admitted else 'refused'}: {escaped(item.path)}, SHA-256 {item.sha256[:12]}: "
            f"{escaped(item.reason)}"
            for item in step.evidence
        )
        if step.claims:
            parts.append(f"- {crossing_counts(step.claims)}")
        parts.extend(
            f"- refused: claim {item.claim}: {escaped(item.reason)}"
            for item in step.claims
            if not item.admitted
        )
        parts.append("")
    return "\n".join(parts)


def _reviews(reviews: Sequence[ReportReview]) -> str:
    if not reviews:
        return ""
    rows = (
        (
            escaped(review.by),
            spoken(review.kind),
            spoken(review.target),
            escaped(review.lacks or ", ".join(f"{item.criterion} {item.score}" for item in review.scores))
            or "–",
            escaped(review.source),
        )
        for review in reviews
    )
    return "## Reviews\n\n" + table(("By", "Kind", "Judged", "Scores", "Source"), rows)


def _forms(report: ReportData) -> str:
    """What people wrote beside their scores."""
    parts: list[str] = []
    for review in report.reviews:
        if not review.version:
            continue
        words = (*review.strengths, *review.weaknesses, review.details, *form_lines(review))
        lines = [f"- {escaped(line)}" for line in words if line]
        parts.append(f"### {escaped(review.by)}, {form_version(review)}\n\n" + "\n".join(lines) + "\n")
    return "## People's reviews\n\n" + "\n".join(parts) if parts else ""


def _earlier(report: ReportData) -> str:
    """Versions of people's reviews that count no longer, as they were submitted."""
    parts: list[str] = []
    for review in report.earlier_versions:
        told = f", {form_version(review)}" if review.version else ""
        head = f"### {escaped(review.by)}, {spoken(review.target)}{told}\n\n"
        parts.append(head + "".join(f"- {escaped(line)}\n" for line in whole_form(review)))
    return "## Earlier versions, in no figure\n\n" + "\n".join(parts) if parts else ""


def _settled(report: ReportData) -> str:
    if not report.settled:
        return ""
    rows = (
        (escaped(f"{item.group}: {item.what}"), escaped(said_words(item)), escaped(settled_state(item)))
        for item in report.settled
    )
    return "## Where reviewers differ\n\n" + table(("On", "Said", "Agreed"), rows)


def _left_out(report: ReportData) -> str:
    lines = "".join(f"- {escaped(line)}\n" for line in report.left_out)
    return f"## Left out of statistics\n\n{lines}" if lines else ""


def _irregularities(report: ReportData) -> str:
    if not report.irregularities:
        return ""
    lines = (
        f"- {escaped(item.path)}: {escaped(item.what)} ({escaped(item.treated_as)})\n"
        for item in report.irregularities
    )
    return "## Irregular files\n\n" + "".join(lines)


def _inputs(report: ReportData) -> str:
    rows = (
        (escaped(item.path), item.role, item.sha256 or "not readable", str(item.size))
        for item in report.inputs
    )
    head = f"## Inputs\n\nKey over all inputs and the engine's version: {escaped(report.input_key)}\n\n"
    return head + table(("File", "Role", "SHA-256", "Bytes"), rows, numbers=1)
