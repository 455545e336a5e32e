"""All formats of a report by name."""

from mlrbench_gui.infra.export.annotations_report import write_annotations
from mlrbench_gui.infra.export.crate_report import write_crate
from mlrbench_gui.infra.export.csv_report import write_csv
from mlrbench_gui.infra.export.html_report import write_html
from mlrbench_gui.infra.export.json_report import write_json
from mlrbench_gui.infra.export.label_tasks_report import write_label_tasks
from mlrbench_gui.infra.export.markdown_report import write_markdown
from mlrbench_gui.infra.export.pdf_report import PdfReport
from mlrbench_gui.infra.export.sarif_report import write_sarif
from mlrbench_gui.services.ports.papers import PaperPress
from mlrbench_gui.services.reporting.writer import ReportWriter


def all_writers(press: PaperPress) -> dict[str, ReportWriter]:
    """The formats in the order in which they are offered; the press makes the PDF."""
    return {
        "pdf": PdfReport(press),
        "html": write_html,
        "json": write_json,
        "csv": write_csv,
        "md": write_markdown,
        "sarif": write_sarif,
        "annotations": write_annotations,
        "label-studio": write_label_tasks,
        "crate": write_crate,
    }
