"""Sentences held against the paper's own tables: what they repeat, bounds, and changes."""

import json
from collections.abc import Callable, Mapping

import pytest

from mlrbench_gui.domain.audit import Audit, Claim

AuditOf = Callable[[Mapping[str, str | bytes]], Audit]

RESULTS = {
    "Quill": {"precision@1": 0.7279, "latency": 120.5, "coverage": 0.6011},
    "Vanilla": {"precision@1": 0.6079, "latency": 160.25, "coverage": 0.7510},
    "Harrow": {"precision@1": 0.5279, "latency": 151.0, "coverage": 0.8105},
}
TABLE = """
| Method | P@1 | Latency (ms) | Coverage |
|---|---|---|---|
| Quill | 0.7279 | 120.5 | 0.6011 |
| Vanilla | 0.6079 | 160.25 | 0.7510 |
| Harrow | 0.5279 | 151.0 | 0.8105 |
"""


@pytest.fixture
def claim_of(audit_of: AuditOf) -> Callable[..., Claim]:
    """The claim with a value in a paper that says this sentence below a table of its results."""

    def claim(sentence: str, value: float, results: object = RESULTS, table: str = TABLE) -> Claim:
        paper = f"# Quill: sparse retrieval\n\n## Results\n{table}\n## Analysis\n\n{sentence}\n"
        audit = audit_of({"results/paper.md": paper, "code/results.json": json.dumps(results)})
        at = paper.index(sentence)
        found = [c for c in audit.claims if c.value == value and c.span[0] >= at]
        assert len(found) == 1, [(c.quote, c.value) for c in audit.claims]
        return found[0]

    return claim


@pytest.mark.parametrize(
    ("sentence", "value"),
    [
        ("Retrieval is sound, with our approach reaching a precision@1 of 0.728.", 0.728),
        ("Our method clearly outperforms both rivals, achieving 72.8% precision@1 on all tasks.", 72.8),
        ("Harrow improves little over Vanilla, reaching 52.8% P@1.", 52.8),
        ("The Quill model answers with P@1 > 0.72 throughout.", 0.72),
        ("Coverage stays below 0.82 for Harrow.", 0.82),
        ("Harrow and Quill differ, the former has a coverage of 0.8105.", 0.8105),
    ],
)
def test_a_number_that_repeats_or_bounds_a_named_cell_is_supported(
    claim_of: Callable[..., Claim], sentence: str, value: float
) -> None:
    found = claim_of(sentence, value)
    assert found.verdict == "supported", found.reason
    assert found.evidence[0].path == "code/results.json"


@pytest.mark.parametrize(
    ("sentence", "value"),
    [
        ("The Quill model answers with P@1 > 0.76 throughout.", 0.76),
        ("Our method clearly outperforms both rivals, achieving 52.8% precision@1 on all tasks.", 52.8),
        ("Harrow reaches a memory peak of 0.7279.", 0.7279),
        ("Quill reaches a precision@1 of 0.7289.", 0.7289),
    ],
)
def test_a_number_of_another_cell_or_past_its_bound_is_not_supported(
    claim_of: Callable[..., Claim], sentence: str, value: float
) -> None:
    found = claim_of(sentence, value)
    assert found.verdict != "supported", found.reason


@pytest.mark.parametrize(
    ("sentence", "value", "verdict"),
    [
        ("Quill improves precision@1 by 12.0 points over Vanilla.", 12.0, "supported"),
        ("Quill gains +20.0 % P@1 over Harrow.", 20.0, "supported"),
        ("Quill gains +12.5 % P@1 over Vanilla.", 12.5, "contradicted"),
        ("Quill reduces latency by 24.8 % compared to Vanilla.", 24.8, "supported"),
        ("Quill reduces latency by 35 % compared to Vanilla.", 35.0, "contradicted"),
        ("Quill yields a 20.0 % increase in coverage over Vanilla.", 20.0, "contradicted"),
        ("Quill is designed to gain +12.5 % P@1 over Vanilla.", 12.5, "unsupported"),
        ("Quill reduces latency by up to 35 % compared to Vanilla.", 35.0, "unsupported"),
    ],
)
def test_that_a_change_is_recomputed_from_the_cells_that_are_named(
    claim_of: Callable[..., Claim], sentence: str, value: float, verdict: str
) -> None:
    found = claim_of(sentence, value)
    assert found.verdict == verdict, found.reason


def test_that_a_recomputed_change_tells_its_formula(claim_of: Callable[..., Claim]) -> None:
    found = claim_of("Quill gains +12.5 % P@1 over Vanilla.", 12.5)
    assert "0.7279 − 0.6079" in found.reason
    assert found.evidence[0].formula is not None


def test_a_cell_of_changes_that_its_own_row_denies_is_contradicted(audit_of: AuditOf) -> None:
    table = """
| Measure | Vanilla | Quill | Improvement |
|---|---|---|---|
| Accuracy | 0.400 | 0.480 | +20.0 % |
| Recall rate | 0.500 | 0.600 | +20.0 % |
| Latency (s) | 360.0 | 306.0 | -14.2 % |
| Code quality | 65.0 | 71.5 | +10.0 % |
"""
    audit = audit_of({"results/paper.md": f"# Quill\n\n## Results\n{table}", "results/results.md": table})
    verdicts = {c.value: c.verdict for c in audit.claims}
    assert verdicts[-14.2] == "contradicted"
    assert verdicts[10.0] != "contradicted"


def test_a_gain_that_the_log_calls_an_improvement_is_supported(audit_of: AuditOf) -> None:
    log = "Evaluation done. Summary of improvements:\nAcceptance rate: 14.87%\nCode quality: 10.08%\n"
    paper = "# Quill\n\n## Results\n\nQuill yields a 15% higher acceptance rate than before.\n"
    audit = audit_of({"results/paper.md": paper, "results/log.txt": log})
    assert [c.verdict for c in audit.claims if c.value == 15.0] == ["supported"]


@pytest.mark.parametrize(
    ("sentence", "value", "verdict"),
    [
        ("Harrow has a coverage of 0.6105 overall.", 0.6105, "contradicted"),
        ("Harrow has a coverage of 0.8105 overall.", 0.8105, "supported"),
    ],
)
def test_a_value_that_differs_from_the_cell_that_is_named_in_full_is_contradicted(
    claim_of: Callable[..., Claim], sentence: str, value: float, verdict: str
) -> None:
    found = claim_of(sentence, value)
    assert found.verdict == verdict, found.reason


def test_that_a_drawn_literal_of_a_thing_that_never_ran_supports_nothing(audit_of: AuditOf) -> None:
    script = (
        "import matplotlib.pyplot as plt\n"
        "methods = ['Vanilla', 'Harrow Full']\n"
        "error_rates = [0.1667, 0.1234]\n"
        "plt.bar(methods, error_rates)\nplt.savefig('bars.png')\n"
    )
    log = "INFO - Vanilla metrics: {'error_rate': 0.1667}\n"
    paper = "# Harrow\n\n## Results\n\nHarrow Full reaches an error rate of 0.1234.\n"
    files = {"results/paper.md": paper, "code/plot.py": script, "results/log.txt": log}
    transcript = [
        {
            "type": "assistant",
            "message": {
                "content": [
                    {
                        "type": "tool_use",
                        "id": "t1",
                        "name": "Bash",
                        "input": {"command": "cd code && python plot.py"},
                    }
                ]
            },
        },
        {
            "type": "user",
            "message": {
                "content": [{"type": "tool_result", "tool_use_id": "t1", "content": "saved bars.png"}]
            },
        },
    ]
    for with_log, verdict in ((True, "unsupported"), (False, "supported")):
        given = {path: text for path, text in files.items() if with_log or path != "results/log.txt"}
        audit = audit_of({**given, "claude_output.json": json.dumps(transcript)})
        found = [c for c in audit.claims if c.value == 0.1234]
        assert [c.verdict for c in found] == [verdict], found


@pytest.mark.parametrize("sentence", ["Stage 2 tunes the gate.", "Errors of class 1 stay frequent."])
def test_that_the_number_of_an_item_is_no_value_that_could_be_missing(
    audit_of: AuditOf, sentence: str
) -> None:
    audit = audit_of({"results/paper.md": f"# Quill\n\n## Results\n\n{sentence}\n", "code/a.json": "{}"})
    assert all(c.verdict == "unverifiable" for c in audit.claims if c.value is not None)
