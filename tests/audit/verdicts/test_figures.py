"""Statements about figures: held against what is drawn, and told where that cannot be followed."""

import json
from collections.abc import Callable, Mapping, Sequence

import pytest

from mlrbench_gui.audit.run import audit_run
from mlrbench_gui.domain.artifacts import RunFiles
from mlrbench_gui.domain.audit import Audit, Claim
from mlrbench_gui.domain.pictures import PictureReading, ReadBar
from mlrbench_gui.domain.values import RunName

MakeAudit = Callable[[Mapping[str, str | bytes]], Audit]

PLOT = """import json
import matplotlib.pyplot as plt

names = ["wide_net", "deep_net", "old_net"]
plt.bar(names, {values})
plt.ylabel("Recall")
plt.savefig("results/bars.png")
"""
TYPED = "[0.68, 0.50, 0.41]"
READ = "json.load(open('results/recall.json'))"
TABLE = "| Model | Recall |\n|---|---|\n| wide_net | {0} |\n| deep_net | {1} |\n| old_net | {2} |\n"
FIGURE = "![bars](bars.png)\n\n*Figure 1: {caption}*\n"


def audited(audit_of: MakeAudit, text: str, *, values: str = TYPED, **more: str) -> Audit:
    use = {"type": "tool_use", "id": "t", "name": "Bash", "input": {"command": "python code/plot.py"}}
    done = {"type": "tool_result", "tool_use_id": "t", "content": "", "is_error": False}
    files: dict[str, str | bytes] = {
        "results/paper.md": f"# A\n\n## 4 Results\n\n{text}\n",
        "results/bars.png": b"\x89PNG\r\n\x1a\n",
        "code/plot.py": PLOT.format(values=values),
        "claude_output.json": json.dumps(
            [{"role": "assistant", "content": [use]}, {"role": "user", "content": [done]}]
        ),
    }
    return audit_of(files | {f"results/{name}.json": content for name, content in more.items()})


def picture(audit: Audit) -> Claim:
    return next(c for c in audit.claims if c.quote.startswith("!["))


@pytest.mark.parametrize(
    ("cells", "verdict"),
    [
        (("0.68", "0.50", "0.41"), "supported"),
        (("68.0 %", "50.0 %", "41.0 %"), "supported"),
        (("0.6823", "0.5012", "0.4090"), "supported"),
        (("0.72", "0.55", "0.41"), "contradicted"),
        (("0.94", "0.72", "0.55"), "contradicted"),
    ],
)
def test_that_a_figure_is_held_against_the_table_of_its_names(
    audit_of: MakeAudit, cells: tuple[str, ...], verdict: str
) -> None:
    audit = audited(audit_of, FIGURE.format(caption="Recall.") + "\n" + TABLE.format(*cells))

    assert picture(audit).verdict == verdict
    mismatches = [f for f in audit.findings if "Figure and table" in f.message]
    assert bool(mismatches) == (verdict == "contradicted")


def test_that_a_denial_names_both_places(audit_of: MakeAudit) -> None:
    audit = audited(audit_of, FIGURE.format(caption="Recall.") + "\n" + TABLE.format("0.72", "0.55", "0.41"))
    claim = picture(audit)

    assert "0.68 for Recall, wide_net (code/plot.py, line 5)" in claim.reason
    assert "table 1 has 0.72 for wide_net, Recall" in claim.reason
    assert claim.trust == "doubtful"
    assert [step.kind for step in claim.evidence[0].trail][:3] == ["value", "file", "literal"]


def test_that_other_names_are_not_compared(audit_of: MakeAudit) -> None:
    table = TABLE.replace("Recall", "Precision").format("0.72", "0.55", "0.48")
    audit = audited(audit_of, FIGURE.format(caption="Recall.") + "\n" + table)

    assert picture(audit).verdict == "supported"


@pytest.mark.parametrize(
    ("caption", "recall", "verdict"),
    [
        ("Recall measured on the test set.", "{}", "contradicted"),
        ("An example of bars.", "{}", "supported"),
        ("Recall of the evaluated models.", "{}", "supported"),
        ("Recall of the models as evaluated.", "{}", "contradicted"),
        ("Recall measured on the test set.", "[0.68, 0.50, 0.41]", "supported"),
    ],
)
def test_that_typed_numbers_are_no_measurement(
    audit_of: MakeAudit, caption: str, recall: str, verdict: str
) -> None:
    audit = audited(audit_of, FIGURE.format(caption=caption), recall=recall)

    assert picture(audit).verdict == verdict


def test_that_typed_numbers_stay_a_finding_where_words_tell_of_no_measurement(audit_of: MakeAudit) -> None:
    audit = audited(audit_of, FIGURE.format(caption="Recall of the evaluated models."), recall="{}")
    claim = next(c for c in audit.claims if c.quote.startswith("Figure 1") and c.kind == "figure")

    assert (claim.verdict, claim.trust) == ("supported", "doubtful")
    assert "typed into that code" in claim.reason
    assert [f.severity for f in audit.findings if "typed into the code" in f.message] == ["medium"]


def test_that_numbers_read_from_results_are_told_with_their_place(audit_of: MakeAudit) -> None:
    audit = audited(audit_of, FIGURE.format(caption="Recall."), values=READ, recall="[0.68, 0.5, 0.41]")
    claim = picture(audit)

    assert claim.verdict == "supported"
    assert "wide_net 0.68, deep_net 0.5" in claim.reason
    assert [e.value for e in claim.evidence[1:3]] == [0.68, 0.5]
    assert any(step.path == "results/recall.json" for step in claim.evidence[1].trail)


def test_that_a_sentence_about_a_figure_has_the_picture_beside_it(audit_of: MakeAudit) -> None:
    text = "As Figure 1 shows, the models differ clearly in how much they recall.\n\n"
    audit = audited(audit_of, text + FIGURE.format(caption="Recall."), values="compute()")
    claim = next(c for c in audit.claims if c.quote.startswith("As Figure 1"))

    assert claim.verdict == "unverifiable"
    assert "the numbers cannot be followed from code" in claim.reason
    assert [e.path for e in claim.evidence] == ["results/bars.png"]


def test_that_evidence_outside_of_the_run_is_named(audit_of: MakeAudit) -> None:
    text = "We use 512 prompts in the experiments, and the data set is available at https://example.org/sets/one."
    audit = audited(audit_of, text)
    claim = next(c for c in audit.claims if c.value == 512)

    assert "elsewhere: https://example.org/sets/one" in claim.reason


def test_that_bars_read_from_a_picture_are_evidence_and_no_verdict(made_run: Callable[..., RunFiles]) -> None:
    files = {
        "results/paper.md": "# A\n\n## 4 Results\n\n![bars](bars.png)\n",
        "results/bars.png": b"\x89PNG\r\n\x1a\n",
    }
    bar = ReadBar(value=0.68, tolerance=0.01, box=(10, 20, 30, 90))

    def read(pictures: Sequence[bytes]) -> list[PictureReading]:
        return [PictureReading(bars=(bar,)) for _ in pictures]

    plain = picture(audit_run(RunName("agent/task"), made_run(files)))
    claim = picture(audit_run(RunName("agent/task"), made_run(files), read_pictures=read))
    refused = picture(
        audit_run(
            RunName("agent/task"),
            made_run(files),
            read_pictures=lambda _: [PictureReading(refused="no ticks")],
        )
    )

    assert (claim.verdict, claim.trust) == (plain.verdict, plain.trust)
    assert claim.evidence[-1].value == 0.68
    assert claim.evidence[-1].strength == "secondary"
    assert claim.evidence[-1].formula == "read from the picture at 10,20 to 30,90 px, ± 0.01"
    assert refused.evidence == plain.evidence
    assert refused.reason.endswith("Its bars were not read: no ticks.")


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("In Figure 1 the recall of wide_net is 0.81 at the end.", "unsupported"),
        ("Figure 1 has all. The recall of wide_net is 0.81 in that same figure.", "unsupported"),
        ("The recall of wide_net is 0.81 (Table 2, Figure 1).", "contradicted"),
        ("The recall of wide_net is 0.81.", "contradicted"),
        ("In Figure 1 the recall of wide_net is 0.63 at the end.", "supported"),
    ],
)
def test_that_no_other_file_denies_what_is_read_off_a_picture(
    audit_of: MakeAudit, text: str, verdict: str
) -> None:
    recall = json.dumps({"wide_net": {"recall": 0.63}, "deep_net": {"recall": 0.5}})
    audit = audited(
        audit_of, f"{text}\n\n" + FIGURE.format(caption="Recall."), values="compute()", recall=recall
    )
    claim = next(c for c in audit.claims if c.value in (0.81, 0.63))

    assert claim.verdict == verdict
    if verdict == "unsupported":
        assert claim.evidence[0].path == "results/bars.png"
        assert "must look at the picture" in claim.reason


def test_that_a_drawn_number_outweighs_another_file(audit_of: MakeAudit) -> None:
    text = "In Figure 1 the recall of wide_net is 0.68.\n\n" + FIGURE.format(caption="Recall.")
    audit = audited(
        audit_of, text, recall=json.dumps({"wide_net": {"recall": 0.63}, "old_net": {"recall": 0.5}})
    )
    claim = next(c for c in audit.claims if c.value == 0.68)

    assert claim.verdict == "supported"
    assert "is what results/bars.png draws" in claim.reason
