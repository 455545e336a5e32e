"""Setup numbers that a name beside them denies, and further places of what is supported."""

from collections.abc import Callable, Mapping

import pytest

from mlrbench_gui.audit.naming.published import published_shape
from mlrbench_gui.audit.naming.vocabulary import things_in
from mlrbench_gui.domain.audit import Audit
from mlrbench_gui.domain.values import Verdict

MakeAudit = Callable[[Mapping[str, str | bytes]], Audit]
CODE = 'data = load_dataset("mbpp")\nmodel = load("t5-small")\n'


def _verdicts(
    audit_of: MakeAudit, sentence: str, value: float, code: str = CODE, title: str = "4 Experimental Setup"
) -> list[Verdict]:
    paper = f"# T\n\n## {title}\n\n{sentence}\n"
    audit = audit_of({"results/paper.md": paper, "code/run.py": code})
    return [c.verdict for c in audit.claims if c.value == value and c.name is None]


@pytest.mark.parametrize(
    ("sentence", "is_denied"),
    [
        ("We construct Fix-Pairs: 1 M (issue, patch) pairs.", True),
        ("We construct Fix-Pairs. There are 1 M (issue, patch) pairs.", False),
        ("We used MBPP: 1 M (issue, patch) pairs.", False),
    ],
)
def test_that_a_count_is_denied_with_the_data_that_it_counts(
    audit_of: MakeAudit, sentence: str, is_denied: bool
) -> None:
    assert (_verdicts(audit_of, sentence, 1e6) == [Verdict.CONTRADICTED]) == is_denied


@pytest.mark.parametrize(
    ("sentence", "value", "is_denied"),
    [
        ("We train a 12-layer transformer with 8 heads.", 12, True),
        ("We train a 12-layer transformer with 8 heads.", 8, False),
        ("We train a 12-layer transformer, 768 hidden dims.", 768, True),
        ("We train a 6-layer transformer, 512 hidden dims.", 6, False),
        ("We train a 2-layer classifier on top.", 2, False),
    ],
)
def test_that_sizes_are_held_against_the_published_model_that_ran(
    audit_of: MakeAudit, sentence: str, value: float, is_denied: bool
) -> None:
    assert (_verdicts(audit_of, sentence, value) == [Verdict.CONTRADICTED]) == is_denied


def test_that_code_which_sets_layers_itself_is_not_held_to_a_published_model(audit_of: MakeAudit) -> None:
    code = CODE + "net = Encoder(n_layers=12, n_heads=2)\n"
    paper = "# T\n\n## 4 Experimental Setup\n\nWe train a 12-layer transformer with 4 heads.\n"

    claims = audit_of({"results/paper.md": paper, "code/run.py": code}).claims

    assert not any("is published with" in claim.reason for claim in claims)


@pytest.mark.parametrize(
    ("name", "layers"),
    [("t5-small", 6), ("google/flan-t5-small", 8), ("bert-large-uncased", 24), ("gpt2", 12), ("gpt2-xl", 48)],
)
def test_that_variants_have_their_own_sizes(name: str, layers: int) -> None:
    shapes = [published_shape(thing) for thing in things_in(name)]

    assert [shape.layers for shape in shapes if shape] == [layers]


@pytest.mark.parametrize("name", ["gpt-4o-mini", "t5-unheard", "resnet18"])
def test_that_other_models_have_no_known_sizes(name: str) -> None:
    assert [published_shape(thing) for thing in things_in(name)] == [None]


@pytest.mark.parametrize(
    ("sentence", "value", "is_number"),
    [
        ("3.2 Online Learning. We train it.", 3.2, False),
        ("**3.2 Online Learning** We train it.", 3.2, False),
        ("**3.2. Online Learning**", 3.2, False),
        ("A batch of 3.2 GB was used.", 3.2, True),
        ("3.2 seconds were used to train it.", 3.2, True),
    ],
)
def test_that_a_heading_in_a_paragraph_is_no_number(
    audit_of: MakeAudit, sentence: str, value: float, is_number: bool
) -> None:
    assert bool(_verdicts(audit_of, sentence, value)) == is_number


def test_that_files_which_restate_a_supported_number_are_shown(audit_of: MakeAudit) -> None:
    files = {
        "results/paper.md": "# T\n\n## 4 Experimental Setup\n\n- Mutation Rate: 0.3\n",
        "code/run.py": "mutation_rate = 0.3\nprint(mutation_rate)\nmutation_rates = 0.3\n",
        "results/results.md": "# R\n\n## Setup\n\n- Mutation Rate: 0.3\n",
    }

    claim = next(c for c in audit_of(files).claims if c.value == 0.3)

    assert claim.verdict is Verdict.SUPPORTED
    assert [str(e.path) for e in claim.evidence][:2] == ["code/run.py", "results/results.md"]


@pytest.mark.parametrize(("value", "is_denied"), [(527, False), (352, False), (400, True)])
def test_that_another_row_of_the_measure_keeps_a_setup_number_from_denial(
    audit_of: MakeAudit, value: int, is_denied: bool
) -> None:
    table = "| Method | Throughput (tokens/s) |\n|---|---|\n| sparse | 527.36 |\n| standard | 352.75 |\n"
    files = {
        "results/paper.md": f"# T\n\n## 1 Introduction\n\nFor standard, throughput (tokens/s) is {value}.\n",
        "results/results.md": f"# R\n\n## Efficiency\n\n{table}",
        "code/run.py": 'open("results/results.md", "w").write(f"{a}{b}")\n',
    }

    verdicts = [c.verdict for c in audit_of(files).claims if c.value == value]

    assert Verdict.CONTRADICTED not in verdicts or is_denied
