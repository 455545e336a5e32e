"""A number of seeds or runs is denied only where the run has one seed and repeats nothing."""

from collections.abc import Callable, Mapping

import pytest

from mlrbench_gui.domain.audit import Audit
from tests.transcripts import transcript_of

MakeAudit = Callable[[Mapping[str, str | bytes]], Audit]
ONE = "import random\nseed = 42\nrandom.seed(seed)\nprint(random.random())\n"


def verdict(
    audit_of: MakeAudit, sentence: str, code: str = ONE, command: str = "python code/run.py", extra: str = ""
) -> str:
    files = {
        "results/paper.md": f"# T\n\n## 4 Experimental Setup\n\n{sentence}\n",
        "code/run.py": code,
        "claude_output.json": transcript_of(
            ("Write", {"file_path": "/w/code/run.py", "content": code}, "ok", False),
            ("Bash", {"command": f"cd /w && {command}"}, "0.6", False),
        ),
    }
    if extra:
        files[extra] = '{"accuracy": 0.5}'
    return next(c.verdict.value for c in audit_of(files).claims if c.value == 5)


@pytest.mark.parametrize(
    "sentence",
    [
        "All results are averaged over 5 seeds.",
        "We report means over 5 different random seeds.",
        "We repeat training in 5 independent runs.",
    ],
)
def test_that_more_than_the_one_seed_is_denied(audit_of: MakeAudit, sentence: str) -> None:
    assert verdict(audit_of, sentence) == "contradicted"


@pytest.mark.parametrize(
    "code",
    [
        "import random\nfor seed in (1, 2, 3, 4, 7):\n    random.seed(seed)\n    print(random.random())\n",
        "import random\nseeds = [42, 1, 2, 3, 4]\nrandom.seed(seeds[0])\n",
        "import random\nrandom.seed(42)\nfor trial in range(n):\n    print(random.random())\n",
        "import random\nprint(random.random())\n",
    ],
)
def test_that_repeating_code_and_code_without_a_seed_deny_nothing(audit_of: MakeAudit, code: str) -> None:
    assert verdict(audit_of, "All results are averaged over 5 seeds.", code) != "contradicted"


def test_that_files_numbered_by_seeds_tell_of_repeating(audit_of: MakeAudit) -> None:
    sentence = "All results are averaged over 5 seeds."

    assert verdict(audit_of, sentence, extra="results/seed_1.json") != "contradicted"


def test_that_a_loop_of_the_shell_tells_of_repeating(audit_of: MakeAudit) -> None:
    command = "for seed in 1 2 3 4 5; do python code/run.py --seed $seed; done"
    code = ONE.replace("seed = 42", "seed = int(sys.argv[2])").replace("import random", "import random, sys")

    assert verdict(audit_of, "All results are averaged over 5 seeds.", code, command) != "contradicted"


def test_that_other_runs_are_no_seeds(audit_of: MakeAudit) -> None:
    assert verdict(audit_of, "The tool runs 5 tests before it answers.") != "contradicted"
