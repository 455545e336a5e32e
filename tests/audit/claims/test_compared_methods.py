"""The proper names of a list of baselines are statements that these were run."""

import pytest

from mlrbench_gui.audit.claims.compared_methods import compared_methods
from mlrbench_gui.audit.text.markdown import read_paper
from mlrbench_gui.domain.values import RelPath


def _named(body: str) -> list[str]:
    text = f"# Paper\n\n## 4. Experimental Setup\n\n{body}\n"
    found = list(compared_methods(RelPath("paper.md"), read_paper(text)))
    assert all(s.quote(text) == s.thing.text for s in found if s.thing is not None)
    return [s.thing.text for s in found if s.thing is not None]


@pytest.mark.parametrize(
    ("body", "names"),
    [
        (
            "Baselines: Full cache, TINK [1], FlowKV [2], RakeAttention (Berg, 2024).",
            ["TINK", "FlowKV", "RakeAttention"],
        ),
        ("Data: pairs of notes.  \nBaselines: RLXF, UNMix; plain tuning.  \nSeeds: 3.", ["RLXF", "UNMix"]),
        ("**Baseline methods:** FlowKV, and plain tuning of all layers.", ["FlowKV"]),
        (
            "### 4.2 Baselines\n\n1. LMOnly: no checks at all.\n2. **PactLike** [3]: repair without notes.",
            ["LMOnly", "PactLike"],
        ),
    ],
)
def test_proper_names_of_a_list_of_baselines(body: str, names: list[str]) -> None:
    assert _named(body) == names


@pytest.mark.parametrize(
    "body",
    [
        "Baselines: PCA, MLP and GNN on flat weights.",
        "Baselines: standard tuning, random choice.",
        "We compare with FlowKV in future work.",
        "Metrics: ROUGE-L, FlowScore.",
        "### 4.2 Data\n\n1. LMOnly: no checks at all.",
    ],
)
def test_kinds_of_methods_and_other_lists_name_none(body: str) -> None:
    assert _named(body) == []
