"""The report as JSON: the report's value, field by field."""

from collections.abc import Iterator

from mlrbench_gui.services.reporting.data import ReportData
from mlrbench_gui.services.reporting.writer import ReportFile, ReportPapers


def write_json(report: ReportData, _papers: ReportPapers) -> Iterator[ReportFile]:
    """One file."""
    yield ReportFile(".json", (report.model_dump_json(indent=2) + "\n").encode("utf-8", "replace"))
