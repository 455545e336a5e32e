"""Every format without names: none of them is left anywhere, and all else is as it was."""

from mlrbench_gui.domain.errors import InputError
from mlrbench_gui.domain.values import RelPath
from mlrbench_gui.infra.export.annotations_report import write_annotations
from mlrbench_gui.infra.export.crate_report import write_crate
from mlrbench_gui.infra.export.csv_report import write_csv
from mlrbench_gui.infra.export.html_report import write_html
from mlrbench_gui.infra.export.json_report import write_json
from mlrbench_gui.infra.export.label_tasks_report import write_label_tasks
from mlrbench_gui.infra.export.markdown_report import write_markdown
from mlrbench_gui.infra.export.sarif_report import write_sarif
from mlrbench_gui.services.ports.papers import BuiltPaper
from mlrbench_gui.services.reporting.data import ReportData
from mlrbench_gui.services.reporting.nameless import nameless, without_names
from mlrbench_gui.services.reporting.writer import ReportWriter

WRITERS: dict[str, ReportWriter] = {
    "annotations": write_annotations,
    "crate": write_crate,
    "csv": write_csv,
    "html": write_html,
    "json": write_json,
    "label-studio": write_label_tasks,
    "md": write_markdown,
    "sarif": write_sarif,
}


class NoFiles:
    def built(self, path: RelPath) -> BuiltPaper:
        raise InputError(f"{path}: not asked for")

    def file(self, path: RelPath) -> bytes:
        raise InputError(f"{path}: not asked for")


def test_that_no_format_names_a_reviewer(report: ReportData) -> None:
    report = report.model_copy(
        update={
            "made_by": "Zoltana",
            "claims": tuple(
                claim.model_copy(update={"author": "Zoltana" if claim.author else ""})
                for claim in report.claims
            ),
            "overrides": tuple(item.model_copy(update={"author": "Zoltana"}) for item in report.overrides),
        }
    )
    for name, writer in nameless(WRITERS).items():
        data = b"".join(file.data for file in writer(report, NoFiles()))
        assert b"Zoltana" not in data, name
    named = b"".join(file.data for file in write_json(report, NoFiles()))
    assert b"Zoltana" in named


def test_that_one_person_has_one_mask_and_all_else_stays(report: ReportData) -> None:
    masked = without_names(report)
    pairs = {(claim.author, other.author) for claim, other in zip(report.claims, masked.claims, strict=True)}
    assert len(pairs) == len({author for author, _ in pairs})
    people = [review.by for review in masked.reviews if review.kind == "person"]
    assert all(name.startswith("reviewer ") for name in people)
    assert len(set(people)) == len(people)
    judges = [review.by for review in masked.reviews if review.kind != "person"]
    assert judges == [review.by for review in report.reviews if review.kind != "person"]
    assert masked.summary == report.summary
    assert [claim.quote for claim in masked.claims] == [claim.quote for claim in report.claims]
