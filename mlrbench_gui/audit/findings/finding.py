"""The faults of a run as a whole, each with severity, place and a message that a person can check."""

import hashlib
from dataclasses import replace

from mlrbench_gui.audit.findings._components import component_findings
from mlrbench_gui.audit.findings._confessions import confession_findings
from mlrbench_gui.audit.findings._deviations import deviation_findings
from mlrbench_gui.audit.findings._drawn_data import drawn_data_findings
from mlrbench_gui.audit.findings._equal_series import equal_series_findings
from mlrbench_gui.audit.findings._figures import picture_findings
from mlrbench_gui.audit.findings._human_studies import human_study_findings
from mlrbench_gui.audit.findings._log_forensics import forensic_findings
from mlrbench_gui.audit.findings._log_words import log_word_findings
from mlrbench_gui.audit.findings._logs import log_findings
from mlrbench_gui.audit.findings._made_up import failure_findings, made_up_findings
from mlrbench_gui.audit.findings._notebooks import notebook_findings
from mlrbench_gui.audit.findings._paper import (
    citation_findings,
    drawing_findings,
    figure_findings,
    method_findings,
)
from mlrbench_gui.audit.findings._plausibility import plausibility_findings
from mlrbench_gui.audit.findings._special_cases import special_case_findings
from mlrbench_gui.audit.findings._tables import mismatch_findings
from mlrbench_gui.audit.findings._unread import unread_findings
from mlrbench_gui.audit.findings.draft import Draft, RunFacts
from mlrbench_gui.domain.audit import Finding
from mlrbench_gui.domain.values import SEVERITY_RANK, Severity

_KINDS = (
    made_up_findings,
    drawn_data_findings,
    failure_findings,
    log_findings,
    forensic_findings,
    log_word_findings,
    plausibility_findings,
    equal_series_findings,
    special_case_findings,
    deviation_findings,
    figure_findings,
    mismatch_findings,
    drawing_findings,
    picture_findings,
    method_findings,
    confession_findings,
    component_findings,
    human_study_findings,
    citation_findings,
    notebook_findings,
    unread_findings,
)


def find_faults(facts: RunFacts) -> tuple[Finding, ...]:
    """All findings, the gravest first, with ids that stay as long as the finding does."""
    drafts = (_seen(d, facts.gap) for find in _KINDS for d in find(facts))
    unique = {(d.kind, d.path, d.place, d.message): d for d in drafts if d is not None}
    ordered = sorted(
        unique.values(),
        key=lambda d: (-SEVERITY_RANK[d.severity], d.kind, d.path or "", d.place.words(), d.message),
    )
    return tuple(_finding(draft) for draft in ordered)


def _seen(draft: Draft, gap: str) -> Draft | None:
    """The fault as far as it can be told: where more may have been than is seen, an absence is a hint, or nothing."""
    if not (gap and draft.by_absence):
        return draft
    if draft.severity is Severity.LOW:
        return None
    told = f"{draft.message.removesuffix('.')}, as far as can be seen: {gap}."
    return replace(draft, severity=Severity.LOW, message=told)


def _finding(draft: Draft) -> Finding:
    key = "\x1f".join((draft.kind, draft.path or "", draft.place.words(), draft.message))
    return Finding(
        id="f" + hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()[:10],
        kind=draft.kind,
        severity=draft.severity,
        path=draft.path,
        locator=draft.place.locator() if draft.path is not None else None,
        message=draft.message,
        paper=draft.paper,
    )
