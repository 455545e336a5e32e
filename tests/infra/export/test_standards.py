"""Exports by standard: valid by the standard's own rules, and each points at the very words of the paper."""

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from typing_extensions import override

from mlrbench_gui.domain.errors import InputError
from mlrbench_gui.domain.values import RelPath
from mlrbench_gui.infra.export.annotations_report import write_annotations
from mlrbench_gui.infra.export.label_tasks_report import write_label_tasks
from mlrbench_gui.infra.export.sarif_report import write_sarif
from mlrbench_gui.services.ports.papers import BuiltPaper
from mlrbench_gui.services.reporting.data import ReportData
from mlrbench_gui.services.reporting.writer import ReportPapers, ReportWriter

TEXT_OR_LIST = {"type": ["string", "array"]}
WHEN = {"type": "string", "pattern": r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$"}
MOTIVATIONS = (
    *("assessing", "bookmarking", "classifying", "commenting", "describing", "editing", "highlighting"),
    *("identifying", "linking", "moderating", "questioning", "replying", "tagging"),
)
"""The motivations that the Web Annotation vocabulary defines."""
AGENT = {
    "type": "object",
    "required": ["type", "name"],
    "properties": {"type": {"enum": ["Person", "Organization", "Software"]}, "name": {"type": "string"}},
}
BODY = {
    "type": "object",
    "required": ["type", "value"],
    "properties": {
        "type": {"const": "TextualBody"},
        "value": {"type": "string"},
        "format": {"type": "string", "pattern": "^[a-z]+/[a-z0-9.+-]+$"},
        "purpose": {"enum": MOTIVATIONS},
    },
    "additionalProperties": False,
}
SELECTOR = {
    "oneOf": [
        {
            "required": ["type", "start", "end"],
            "properties": {
                "type": {"const": "TextPositionSelector"},
                "start": {"type": "integer", "minimum": 0},
                "end": {"type": "integer", "minimum": 0},
            },
            "additionalProperties": False,
        },
        {
            "required": ["type", "exact"],
            "properties": {
                "type": {"const": "TextQuoteSelector"},
                "exact": {"type": "string"},
                "prefix": {"type": "string"},
                "suffix": {"type": "string"},
            },
            "additionalProperties": False,
        },
        {
            "required": ["type", "value"],
            "properties": {
                "type": {"const": "FragmentSelector"},
                "conformsTo": {"type": "string", "format": "uri"},
                "value": {"type": "string"},
            },
            "additionalProperties": False,
        },
    ]
}
IRI = {"type": "string", "pattern": r"^[a-z][a-z0-9+.-]*:[^\s<>\"{}|\\^`]+$"}
SPECIFIC = {
    "type": "object",
    "required": ["source", "selector"],
    "properties": {"source": IRI, "selector": {"type": "array", "minItems": 1, "items": SELECTOR}},
    "additionalProperties": False,
}
"""A part of something, by a selector."""
EXTERNAL = {
    "type": "object",
    "required": ["id"],
    "properties": {"id": IRI, "type": {"enum": ["Dataset", "Image", "Video", "Sound", "Text"]}},
    "additionalProperties": False,
}
"""Something as a whole: it has an id and no source."""
ANNOTATION = {
    "type": "object",
    "required": ["id", "type", "target"],
    "properties": {
        "id": {"type": "string", "format": "uri"},
        "type": {"const": "Annotation"},
        "motivation": {"enum": MOTIVATIONS},
        "creator": AGENT,
        "created": WHEN,
        "generator": AGENT,
        "generated": WHEN,
        "body": {"type": "array", "items": BODY},
        "target": {"oneOf": [SPECIFIC, EXTERNAL]},
    },
    "additionalProperties": False,
}
PAGE = {
    "type": "object",
    "required": ["@context", "id", "type", "items"],
    "properties": {
        "@context": {"const": "http://www.w3.org/ns/anno.jsonld"},
        "id": {"type": "string", "format": "uri"},
        "type": {"const": "AnnotationPage"},
        "startIndex": {"type": "integer", "minimum": 0},
        "items": {"type": "array", "items": ANNOTATION},
    },
    "additionalProperties": False,
}
MESSAGE = {"type": "object", "required": ["text"], "properties": {"text": {"type": "string"}}}
LOCATION = {
    "type": "object",
    "required": ["uri"],
    "properties": {
        "uri": {"type": "string", "pattern": r"^[^\s<>\"{}|\\^`]+$"},
        "uriBaseId": {"type": "string"},
    },
    "additionalProperties": False,
}
RESULT = {
    "type": "object",
    "required": ["message"],
    "properties": {
        "ruleId": {"type": "string"},
        "ruleIndex": {"type": "integer", "minimum": 0},
        "level": {"enum": ["none", "note", "warning", "error"]},
        "message": MESSAGE,
        "partialFingerprints": {"type": "object", "additionalProperties": {"type": "string"}},
        "properties": {"type": "object"},
        "locations": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "physicalLocation": {
                        "type": "object",
                        "properties": {
                            "artifactLocation": LOCATION,
                            "region": {
                                "type": "object",
                                "properties": {"startLine": {"type": "integer", "minimum": 1}},
                                "additionalProperties": False,
                            },
                        },
                        "additionalProperties": False,
                    }
                },
                "additionalProperties": False,
            },
        },
        "suppressions": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["kind"],
                "properties": {
                    "kind": {"enum": ["inSource", "external"]},
                    "status": {"enum": ["accepted", "underReview", "rejected"]},
                    "justification": {"type": "string"},
                },
                "additionalProperties": False,
            },
        },
    },
    "additionalProperties": False,
}
LOG = {
    "type": "object",
    "required": ["version", "runs"],
    "properties": {
        "$schema": {"type": "string", "format": "uri"},
        "version": {"const": "2.1.0"},
        "runs": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["tool", "results"],
                "properties": {
                    "tool": {
                        "type": "object",
                        "required": ["driver"],
                        "properties": {
                            "driver": {
                                "type": "object",
                                "required": ["name"],
                                "properties": {
                                    "name": {"type": "string"},
                                    "version": {"type": "string"},
                                    "rules": {
                                        "type": "array",
                                        "items": {
                                            "type": "object",
                                            "required": ["id"],
                                            "properties": {
                                                "id": {"type": "string"},
                                                "shortDescription": MESSAGE,
                                            },
                                            "additionalProperties": False,
                                        },
                                    },
                                },
                                "additionalProperties": False,
                            }
                        },
                        "additionalProperties": False,
                    },
                    "columnKind": {"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
                    "originalUriBaseIds": {"type": "object"},
                    "artifacts": {
                        "type": "array",
                        "items": {
                            "type": "object",
                            "properties": {
                                "location": LOCATION,
                                "length": {"type": "integer", "minimum": -1},
                                "hashes": {"type": "object", "additionalProperties": {"type": "string"}},
                            },
                            "additionalProperties": False,
                        },
                    },
                    "results": {"type": "array", "items": RESULT},
                },
                "additionalProperties": False,
            },
        },
    },
    "additionalProperties": False,
}


class NoPapers(ReportPapers):
    """None of these formats asks for a paper."""

    @override
    def built(self, path: RelPath) -> BuiltPaper:
        raise InputError(f"{path}: not asked for")

    @override
    def file(self, path: RelPath) -> bytes:
        raise InputError(f"{path}: not asked for")


def written(writer: ReportWriter, report: ReportData) -> dict[str, bytes]:
    return {file.suffix: file.data for file in writer(report, NoPapers())}


def read(writer: ReportWriter, report: ReportData, suffix: str) -> Any:
    return json.loads(written(writer, report)[suffix])


def faults(schema: dict[str, Any], value: Any) -> list[str]:
    return [error.message for error in Draft202012Validator(schema).iter_errors(value)]


def test_that_annotations_are_valid_and_both_selectors_find_the_words(report: ReportData, text: str) -> None:
    page = read(write_annotations, report, ".annotations.jsonld")
    assert faults(PAGE, page) == []
    assessing = [item for item in page["items"] if item["motivation"] == "assessing"]
    assert len(assessing) == len(report.claims)
    assert len({item["id"] for item in page["items"]}) == len(page["items"])
    for item in page["items"]:
        place, quote = item["target"]["selector"]
        assert text[place["start"] : place["end"]] == quote["exact"]
        around = f"{quote['prefix']}{quote['exact']}{quote['suffix']}"
        assert " ".join(around.split()) in " ".join(text.split())


def test_that_a_note_is_an_annotation_of_its_own_by_its_author(report: ReportData) -> None:
    noted = [claim for claim in report.claims if claim.note]
    page = read(write_annotations, report, ".annotations.jsonld")
    comments = [item for item in page["items"] if item["motivation"] == "commenting"]
    assert [item["body"][0]["value"] for item in comments] == [claim.note for claim in noted]


def test_that_sarif_is_valid_and_holds_each_finding_with_its_place(report: ReportData) -> None:
    log = read(write_sarif, report, ".sarif")
    assert faults(LOG, log) == []
    (run,) = log["runs"]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert len(run["results"]) == len(report.findings) > 0
    for result, finding in zip(run["results"], report.findings, strict=True):
        assert rules[result["ruleIndex"]] == result["ruleId"] == finding.kind.value
        assert bool(result.get("suppressions")) == (finding.state == "dismissed")


def test_that_labelling_tasks_mark_the_claims_own_words(report: ReportData) -> None:
    files = written(write_label_tasks, report)
    tasks = json.loads(files[".label-studio.json"])
    interface = files[".label-studio.xml"].decode()
    assert len(tasks) == len(report.claims)
    for task, claim in zip(tasks, report.claims, strict=True):
        made = [*task.get("predictions", ()), *task.get("annotations", ())]
        regions = [region for item in made for region in item["result"]]
        assert regions
        for region in regions:
            value = region["value"]
            assert task["data"]["text"][value["start"] : value["end"]] == value["text"] == claim.quote
            assert all(f'"{label}"' in interface for label in value["labels"])
        assert ("annotations" in task) == (claim.state != "undecided")


@pytest.mark.parametrize("writer", [write_annotations, write_sarif, write_label_tasks])
def test_that_the_same_report_gives_the_same_bytes(writer: ReportWriter, report: ReportData) -> None:
    assert written(writer, report) == written(writer, report)
