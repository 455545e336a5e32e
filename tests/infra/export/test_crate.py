"""RO-Crate of a run with its audit: valid by its own validator, whole, and the same bytes each time."""

import io
import json
import os
import subprocess
import zipfile
from pathlib import Path
from typing import Any

import pytest
from typing_extensions import override

from mlrbench_gui.domain.errors import InputError
from mlrbench_gui.domain.values import RelPath
from mlrbench_gui.infra.export.crate_report import write_crate
from mlrbench_gui.services.ports.papers import BuiltPaper
from mlrbench_gui.services.reporting.data import ReportData

HERE = Path(__file__).parent
CHECKER = Path(os.environ.get("CRATE_CHECKER", HERE.parents[2] / ".venv-crates/bin/python"))


class Files:
    """Every file of the run holds its own path."""

    def built(self, path: RelPath) -> BuiltPaper:
        raise InputError(f"{path}: not asked for")

    def file(self, path: RelPath) -> bytes:
        return path.encode("utf-8", "replace")


def packed(report: ReportData) -> zipfile.ZipFile:
    (file,) = write_crate(report, Files())
    assert file.suffix == ".crate.zip"
    return zipfile.ZipFile(io.BytesIO(file.data))


def graph(archive: zipfile.ZipFile) -> dict[str, dict[str, Any]]:
    """The entities by their identifiers."""
    told = json.loads(archive.read("ro-crate-metadata.json"))
    entities = told["@graph"]
    assert len({entity["@id"] for entity in entities}) == len(entities)
    return {entity["@id"]: entity for entity in entities}


def plain(report: ReportData) -> ReportData:
    """The report of a run that nobody reviewed."""
    return report.model_copy(update={"reviews": (), "score_means": ()})


def test_that_all_files_are_described_and_all_that_is_described_is_there(report: ReportData) -> None:
    archive = packed(report)
    entities = graph(archive)
    files = {entity for entity, told in entities.items() if told["@type"] == "File"}
    assert files == set(archive.namelist()) - {"ro-crate-metadata.json"}
    assert {f"run/{item.path}" for item in report.inputs} < files
    assert archive.read("run/results/m.json") == b"results/m.json"
    assert json.loads(archive.read("audit/report.json"))["run"] == report.run


def test_that_every_reference_leads_somewhere(report: ReportData) -> None:
    entities = graph(packed(report))

    def references(value: Any) -> list[str]:
        if isinstance(value, dict):
            return [value["@id"]] if set(value) == {"@id"} else references(list(value.values()))
        return [found for item in value for found in references(item)] if isinstance(value, list) else []

    named = {found for told in entities.values() for found in references(told)}
    assert {name for name in named if not name.startswith("https:")} <= set(entities)


def test_that_reviews_of_judges_and_people_stand_with_their_scores(report: ReportData) -> None:
    entities = graph(packed(report))
    reviews = [told for told in entities.values() if told["@type"] == "Review"]
    assert len(reviews) == len(report.reviews) > 0
    kinds = [entities[told["author"]["@id"]]["@type"] for told in reviews]
    assert kinds.count("Person") == sum(review.kind == "person" for review in report.reviews)
    ratings = [told["ratingValue"] for told in entities.values() if told["@type"] == "Rating"]
    assert ratings == [score.score for review in report.reviews for score in review.scores]
    assert not any(told["@type"] in {"Review", "Person"} for told in graph(packed(plain(report))).values())


def test_that_a_file_that_cannot_be_read_is_left_out_and_told(report: ReportData) -> None:
    class Gone(Files):
        @override
        def file(self, path: RelPath) -> bytes:
            raise InputError(f"{path}: gone")

    (file,) = write_crate(report, Gone())
    archive = zipfile.ZipFile(io.BytesIO(file.data))
    assert not [name for name in archive.namelist() if name.startswith("run/")]
    assert "1 of its files could not be read" in graph(archive)["run/"]["description"]


def test_that_a_name_with_odd_signs_is_found_by_its_identifier(report: ReportData) -> None:
    item = report.inputs[0].model_copy(update={"path": RelPath("a b/ü\udc80#1.txt")})
    archive = packed(report.model_copy(update={"inputs": (item,)}))
    assert "run/a b/ü?#1.txt" in archive.namelist()
    assert "run/a%20b/%C3%BC%3F%231.txt" in graph(archive)


def test_that_the_same_report_gives_the_same_archive(report: ReportData) -> None:
    (one,), (other,) = write_crate(report, Files()), write_crate(report, Files())
    assert one.data == other.data


@pytest.mark.crates
@pytest.mark.parametrize("reviewed", [True, False])
def test_that_the_standards_own_validator_finds_no_fault(
    report: ReportData, tmp_path: Path, reviewed: bool
) -> None:
    if not CHECKER.exists():
        pytest.skip("`make crates` installs the validator")
    import rocrate

    folder = tmp_path / "crate"
    packed(report if reviewed else plain(report)).extractall(folder)
    context = Path(rocrate.__file__).parent / "data/ro-crate.jsonld"
    script = [str(CHECKER), str(HERE / "crate_check.py"), str(folder), str(context)]
    told = subprocess.run(script, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stderr
    *faults, checks = told.stdout.splitlines()
    assert not faults, "\n".join(faults)
    assert int(checks.split()[0]) > 20
