"""The report as JSON: the report's value, field by field."""

import json
import math
from collections.abc import Iterator
from typing import Any

from mlrbench_gui.services.reporting.data import ReportData
from mlrbench_gui.services.reporting.writer import ReportFile, ReportPapers


def write_json(report: ReportData, _papers: ReportPapers) -> Iterator[ReportFile]:
    """One file."""
    text = json.dumps(
        _speakable(report.model_dump(mode="json")), ensure_ascii=False, indent=2, allow_nan=False
    )
    yield ReportFile(".json", f"{text}\n".encode("utf-8", "backslashreplace"))


def _speakable(value: Any) -> Any:
    """Numbers that JSON lacks as text."""
    if isinstance(value, dict):
        return {key: _speakable(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_speakable(item) for item in value]
    if isinstance(value, float) and not math.isfinite(value):
        return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
    return value
