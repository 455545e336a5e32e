"""What the code sets against what a paper says was set: small runs, made by hand."""

from collections.abc import Callable, Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlrbench_gui.domain.audit import Audit, Claim
from mlrbench_gui.domain.values import Verdict

MakeAudit = Callable[[Mapping[str, str | bytes]], Audit]


def claim_of(audit_of: MakeAudit, sentence: str, code: str, value: float, **more: str) -> Claim:
    """The claim with this value in a paper whose setup section is the sentence."""
    files = {"results/paper.md": f"# T\n\n## 4 Experimental Setup\n\n{sentence}\n", "code/run.py": code}
    audit = audit_of({**files, **{path.replace("__", "/"): text for path, text in more.items()}})
    return next(c for c in audit.claims if c.value == value)


SUPPORTED = [
    ("Each layer holds 8 experts.", "NUM_EXPERTS = 8\n", 8),
    (
        "We use a sentiment subset (200 train, 100 val).",
        "def main():\n    train_ds = ds['train'].shuffle(seed=4).select(range(200))\n",
        200,
    ),
    ("We evaluate on 50 questions.", "def main():\n    small = load()['validation'][:50]\n", 50),
    ("We use 60 samples for training.", "data = load('x', split='train[:60]')\n", 60),
    (
        "The data were split into training (80%) and test sets.",
        "a, b = train_test_split(x, test_size=0.2)\n",
        80,
    ),
    (
        "The data were split into training and test (20%) sets.",
        "a, b = train_test_split(x, test_size=0.2)\n",
        20,
    ),
    (
        "Models were split 70/15/15 into train, validation and test.",
        "VAL_SPLIT = 0.15\nTEST_SPLIT = 0.15\n",
        70,
    ),
    ("Random neuron permutations (15% of layers) are applied.", "CONFIG = {'permutation_prob': 0.15}\n", 15),
    (
        "DropMask hides 5% of the weights.",
        "CONFIG = {'hide_prob': 0.05}  # Chance that DropMask hides weights\n",
        5,
    ),
    ("The hidden sizes are 4, 8, 16 and 32.", "hidden_layer_sizes = [4, 8, 16, 32]\n", 16),
    ("The context window has 4K tokens.", "max_tokens = 4096\n", 4000),
]
CONTRADICTED = [
    ("Each layer holds 8 experts.", "NUM_EXPERTS = 4\n", 8),
    ("The bottleneck dimension was set to 64.", "BOTTLENECK_DIM = 16\n", 64),
    ("MLP (hidden_layer_sizes=(10,)) is trained.", "m = MLP(hidden_layer_sizes=(100, 50))\n", 10),
]
LEFT_OPEN = [
    ("Each layer holds 8 experts.", "NUM_EXPERTS = 4\nNUM_EXPERTS = 6\n"),
    ("We report means over 8 seeds.", "SEED = 42\n"),
    ("We ran 8 evaluation steps.", "EVAL_STEPS = 100\n"),
    ("For every 8 experts one router is used.", "NUM_EXPERTS = 4\n"),
    ("We tried 8 experts on 3 devices.", "EXPERT_RATE = 0.25\n"),
]


@pytest.mark.parametrize(("sentence", "code", "value"), SUPPORTED)
def test_that_a_number_is_found_where_code_sets_it(
    audit_of: MakeAudit, sentence: str, code: str, value: float
) -> None:
    claim = claim_of(audit_of, sentence, code, value)

    assert claim.verdict is Verdict.SUPPORTED, claim.reason
    assert claim.evidence[0].path == "code/run.py"


@pytest.mark.parametrize(("sentence", "code", "value"), CONTRADICTED)
def test_that_another_number_under_just_that_name_contradicts(
    audit_of: MakeAudit, sentence: str, code: str, value: float
) -> None:
    assert claim_of(audit_of, sentence, code, value).verdict is Verdict.CONTRADICTED


@pytest.mark.parametrize(("sentence", "code"), LEFT_OPEN)
def test_that_what_is_not_surely_the_same_setting_denies_nothing(
    audit_of: MakeAudit, sentence: str, code: str
) -> None:
    assert claim_of(audit_of, sentence, code, 8).verdict in (Verdict.UNSUPPORTED, Verdict.UNVERIFIABLE)


def test_that_a_planned_value_which_the_code_denies_is_contradicted(audit_of: MakeAudit) -> None:
    proposal = "# Plan\n\nEach layer holds 8 experts.\n"

    claim = claim_of(
        audit_of, "Each layer holds 8 experts.", "NUM_EXPERTS = 4\n", 8, **{"proposal.md": proposal}
    )

    assert claim.verdict is Verdict.CONTRADICTED


def test_that_a_keyword_which_the_call_is_not_given_contradicts(audit_of: MakeAudit) -> None:
    code = "m = DecisionTreeClassifier(random_state=1)\nprint('tree of the run is made')\nprint('all is done now')\n"
    log = "tree of the run is made\nall is done now\n"
    sentence = "We train Decision Tree (max_depth=5) on all features."

    claim = claim_of(audit_of, sentence, code, 5, **{"results__log.txt": log})
    given = claim_of(
        audit_of, sentence, code.replace("random_state=1", "max_depth=5"), 5, **{"results__log.txt": log}
    )

    assert claim.verdict is Verdict.CONTRADICTED
    assert given.verdict is Verdict.SUPPORTED


def test_that_settings_of_tests_are_no_evidence(audit_of: MakeAudit) -> None:
    claim = claim_of(
        audit_of, "Each layer holds 8 experts.", "X = 1\n", 8, **{"code__test_gate.py": "NUM_EXPERTS = 4\n"}
    )

    assert claim.verdict is not Verdict.CONTRADICTED


@pytest.mark.fuzzed
@given(set_so=st.integers(5, 500), told=st.integers(5, 500))
def test_that_a_setting_supports_its_own_number_alone(audit_of: MakeAudit, set_so: int, told: int) -> None:
    claim = claim_of(audit_of, f"Each layer holds {told} experts.", f"NUM_EXPERTS = {set_so}\n", told)

    assert (claim.verdict is Verdict.SUPPORTED) == (set_so == told)
    assert (claim.verdict is Verdict.CONTRADICTED) == (set_so != told)
