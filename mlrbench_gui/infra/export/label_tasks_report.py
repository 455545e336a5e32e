"""Claims as tasks for Label Studio: the words, the engine's verdict as prediction, a person's as annotation."""

from collections.abc import Iterator
from typing import Any

from mlrbench_gui.domain.values import Verdict
from mlrbench_gui.infra.export.json_text import json_bytes
from mlrbench_gui.services.reporting.data import ReportClaim, ReportData
from mlrbench_gui.services.reporting.writer import ReportFile, ReportPapers


def write_label_tasks(report: ReportData, _papers: ReportPapers) -> Iterator[ReportFile]:
    """The tasks, and the labelling interface that they need."""
    yield ReportFile(".label-studio.json", json_bytes([_task(report, claim) for claim in report.claims]))
    yield ReportFile(".label-studio.xml", _interface().encode())


def _interface() -> str:
    labels = "\n".join(f'    <Label value="{verdict.value}"/>' for verdict in Verdict)
    return (
        f'<View>\n  <Labels name="verdict" toName="text">\n{labels}\n  </Labels>\n'
        '  <Text name="text" value="$text"/>\n</View>\n'
    )


def _task(report: ReportData, claim: ReportClaim) -> dict[str, Any]:
    task: dict[str, Any] = {
        "data": {
            "text": f"{claim.before}{claim.quote}{claim.after}",
            "run": report.run,
            "paper": claim.paper,
            "claim": claim.id,
            "start_in_paper": claim.span[0],
            "end_in_paper": claim.span[1],
        }
    }
    if claim.engine_verdict is not None:
        task["predictions"] = [
            {
                "model_version": report.tool_version,
                "score": claim.confidence,
                "result": [_region(claim, claim.engine_verdict)],
            }
        ]
    if claim.state != "undecided":
        task["annotations"] = [{"result": [_region(claim, claim.verdict)]}]
    return task


def _region(claim: ReportClaim, verdict: Verdict) -> dict[str, Any]:
    start = len(claim.before)
    return {
        "id": claim.id,
        "from_name": "verdict",
        "to_name": "text",
        "type": "labels",
        "value": {
            "start": start,
            "end": start + len(claim.quote),
            "text": claim.quote,
            "labels": [verdict.value],
        },
        "meta": {"text": [f"trust: {claim.trust}", f"decision: {claim.state}", claim.reason]},
    }
