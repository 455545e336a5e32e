"""The findings as SARIF 2.1.0, which code hosts and editors show beside the files."""

from collections.abc import Iterator
from typing import Any

from mlrbench_gui.domain.values import Severity
from mlrbench_gui.infra.export.json_text import json_bytes, reference
from mlrbench_gui.services.reporting.data import ReportData, ReportFinding, ReportInput
from mlrbench_gui.services.reporting.writer import ReportFile, ReportPapers

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_BASE = "RUN"
_LEVELS = {Severity.HIGH: "error", Severity.MEDIUM: "warning", Severity.LOW: "note"}


def write_sarif(report: ReportData, _papers: ReportPapers) -> Iterator[ReportFile]:
    """One log with one run: a rule for each kind of finding, a result for each finding."""
    kinds = sorted({finding.kind.value for finding in report.findings})
    run = {
        "tool": {
            "driver": {
                "name": "MLR-Bench GUI",
                "version": report.tool_version,
                "rules": [_rule(kind) for kind in kinds],
            }
        },
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {_BASE: {"description": {"text": f"The folder of the run {report.run}"}}},
        "artifacts": [_artifact(item) for item in report.inputs],
        "results": [_result(finding, kinds) for finding in report.findings],
    }
    yield ReportFile(".sarif", json_bytes({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}))


def _rule(kind: str) -> dict[str, Any]:
    return {"id": kind, "shortDescription": {"text": kind.replace("_", " ").capitalize()}}


def _artifact(item: ReportInput) -> dict[str, Any]:
    hashes = {"hashes": {"sha-256": item.sha256}} if item.sha256 else {}
    return {"location": _at(item.path), "length": item.size, **hashes}


def _at(path: str) -> dict[str, str]:
    return {"uri": reference(path), "uriBaseId": _BASE}


def _result(finding: ReportFinding, kinds: list[str]) -> dict[str, Any]:
    result: dict[str, Any] = {
        "ruleId": finding.kind.value,
        "ruleIndex": kinds.index(finding.kind.value),
        "level": _LEVELS[finding.severity],
        "message": {"text": finding.message},
        "partialFingerprints": {"finding/v1": finding.id},
        "properties": {"state": finding.state, "place": finding.place, "paper": finding.paper},
    }
    if finding.path is not None:
        region = {"region": {"startLine": finding.line}} if finding.line else {}
        result["locations"] = [{"physicalLocation": {"artifactLocation": _at(finding.path), **region}}]
    if finding.state == "dismissed":
        result["suppressions"] = [{"kind": "external", "status": "accepted", "justification": finding.reason}]
    return result
