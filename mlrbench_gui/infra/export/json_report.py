"""The report as JSON: the report's value, field by field."""

from collections.abc import Iterator

from mlrbench_gui.infra.export.json_text import json_bytes
from mlrbench_gui.services.reporting.data import ReportData
from mlrbench_gui.services.reporting.writer import ReportFile, ReportPapers


def write_json(report: ReportData, _papers: ReportPapers) -> Iterator[ReportFile]:
    """One file."""
    yield ReportFile(".json", json_bytes(report.model_dump(mode="json")))
