"""Which of several files of one layout a statement speaks of."""

import json
from collections.abc import Callable, Mapping

import pytest

from mlrbench_gui.audit.matching.alike_files import conditions, rank
from mlrbench_gui.domain.audit import Audit
from mlrbench_gui.domain.values import RelPath

MakeAudit = Callable[[Mapping[str, str | bytes]], Audit]
FIRST, SECOND = RelPath("results/amber_scores.json"), RelPath("results/violet_scores.json")


@pytest.mark.parametrize(
    ("paths", "count"),
    [
        ([FIRST, SECOND], 2),
        ([FIRST, SECOND, RelPath("code/run.py")], 2),
        ([FIRST, RelPath("results/violet_metrics.json")], 0),
        ([FIRST, RelPath("other/amber_scores.json")], 0),
        ([FIRST], 0),
        ([RelPath("a.json"), RelPath("b.json")], 0),
    ],
)
def test_that_files_named_alike_differ_in_one_word(paths: list[RelPath], count: int) -> None:
    assert len(conditions(paths)) == count


def test_that_the_words_at_hand_come_before_those_of_the_whole_paper() -> None:
    word = conditions([FIRST, SECOND])
    often = {word[SECOND]: 9, word[FIRST]: 1}
    by_paper = rank([FIRST, SECOND], frozenset(), often)
    by_words = rank([FIRST, SECOND], frozenset({word[FIRST]}), often)

    assert by_paper[SECOND] < by_paper[FIRST]
    assert by_words[FIRST] < by_words[SECOND]


@pytest.mark.parametrize(("name", "path"), [("Violet", SECOND), ("Amber", FIRST)])
def test_that_evidence_is_the_file_of_the_data_that_the_paper_is_about(
    audit_of: MakeAudit, name: str, path: str
) -> None:
    scores = {"deep_net": {"recall": 0.81}, "wide_net": {"recall": 0.62}}
    table = "| Model | Recall |\n|---|---|\n| deep_net | 0.81 |\n| wide_net | 0.62 |\n"
    audit = audit_of(
        {
            "results/paper.md": f"# On {name}\n\nWe work with {name} alone.\n\n## 4 Results\n\n{table}",
            FIRST: json.dumps(scores | {"seed": 1}),
            SECOND: json.dumps(scores | {"seed": 2}),
        }
    )
    cells = [c for c in audit.claims if c.value in (0.81, 0.62)]

    assert len(cells) == 2
    assert all(c.verdict == "supported" and c.evidence[0].path == path for c in cells)
