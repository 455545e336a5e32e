"""What must not change a verdict: a file that has nothing to do with the run, and the names of run and folders."""

import json
from collections.abc import Callable, Mapping

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from mlrbench_gui.audit.run import audit_run
from mlrbench_gui.domain.artifacts import RunFiles
from mlrbench_gui.domain.audit import Audit
from mlrbench_gui.domain.resources import resource
from mlrbench_gui.domain.values import RunName
from mlrbench_gui.infra.files.folder import FolderFiles

MakeRun = Callable[[Mapping[str, str | bytes]], RunFiles]
Audited = Callable[[Mapping[str, str | bytes], str], list[tuple[str, str, str]]]
Form = Callable[[Mapping[str, float]], tuple[str, str]]

SAMPLE = ("sample", "agent_results", "end2end_sample", "iclr2025_calibration")
PAPER = """# A study

## 3 Experimental setup

We train for 5 epochs with a batch size of 32 and three seeds.

## 4 Results

Our tuned_net reaches a recall of 0.8125, against 0.50 of the plain_net, a gain of 62.5%.

| Method | Recall | F1 score |
|---|---|---|
| tuned_net | 0.8125 | 0.74 |
| plain_net | 0.50 | 0.49 |

The tuned_net outperforms the plain_net. Smith et al. (2020) report 0.9.
"""
MADE: dict[str, str | bytes] = {
    "results/paper.md": PAPER,
    "results/results.json": json.dumps(
        {"tuned_net": {"recall": 0.8125, "f1_score": 0.7431}, "plain_net": {"recall": 0.5, "f1_score": 0.47}}
    ),
    "code/train.py": "EPOCHS = 5\nBATCH_SIZE = 32\nprint('training', EPOCHS, BATCH_SIZE)\n",
    "results/log.txt": "INFO tuned_net recall: 0.8125\nINFO plain_net recall: 0.5\n",
}
WORDS = ("zebra", "quagga", "walnut", "harbour", "turnip", "lantern", "gravel", "violet")
"""Words that neither the made run nor the sample uses."""


def verdicts(audit: Audit) -> list[tuple[str, str, str]]:
    return [(claim.fingerprint, claim.verdict, claim.trust) for claim in audit.claims]


@pytest.fixture(scope="module")
def audited(made_run: MakeRun) -> Audited:
    """The verdicts of an audit of these files under this name."""
    return lambda files, name: verdicts(audit_run(RunName(name), made_run(files)))


@pytest.fixture(scope="module")
def made(audited: Audited) -> list[tuple[str, str, str]]:
    return audited(MADE, "agent/task")


@pytest.fixture(scope="module")
def sample() -> dict[str, str | bytes]:
    files = FolderFiles(resource(*SAMPLE))
    return {path: files.read(path) for path in files.paths()}


unrelated = st.dictionaries(
    st.sampled_from(WORDS),
    st.floats(-1e6, 1e6, allow_nan=False)
    | st.integers(0, 1000)
    | st.sampled_from([0.8125, 0.5, 62.5, 32, 5]),
    min_size=1,
    max_size=5,
)


def as_json(values: Mapping[str, float]) -> tuple[str, str]:
    return "json", json.dumps(values)


def as_csv(values: Mapping[str, float]) -> tuple[str, str]:
    return "csv", f"{','.join(values)}\n{','.join(map(str, values.values()))}\n"


def as_log(values: Mapping[str, float]) -> tuple[str, str]:
    return "log", "".join(f"INFO {word}: {value}\n" for word, value in values.items())


FORMS = (as_json, as_csv, as_log)


@pytest.mark.fuzzed
@given(values=unrelated, form=st.sampled_from(FORMS))
def test_that_an_unrelated_file_changes_no_verdict(
    audited: Audited, made: list[tuple[str, str, str]], values: Mapping[str, float], form: Form
) -> None:
    ending, text = form(values)

    assert audited(MADE | {f"results/turnip.{ending}": text}, "agent/task") == made


@pytest.mark.fuzzed
@given(name=st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=30))
def test_that_the_name_of_the_run_changes_no_verdict(
    audited: Audited, made: list[tuple[str, str, str]], name: str
) -> None:
    assert audited(MADE, f"{name}/task") == made


@pytest.mark.fuzzed
@given(folder=st.from_regex(r"[a-z][a-z0-9]{0,8}(?:/[a-z][a-z0-9]{0,8})?", fullmatch=True))
def test_that_the_name_of_the_folder_of_code_changes_no_verdict(
    audited: Audited, made: list[tuple[str, str, str]], folder: str
) -> None:
    """A folder whose name means something (data, results) is another matter."""
    assume(folder.partition("/")[0] not in {"results", "data", "dataset", "datasets", "paper"})
    renamed = {path.replace("code/", f"{folder}/", 1): text for path, text in MADE.items()}

    assert audited(renamed, "agent/task") == made


@pytest.mark.parametrize("form", FORMS, ids=["json", "csv", "log"])
def test_that_neither_an_unrelated_file_nor_its_name_changes_a_verdict_of_the_sample(
    audited: Audited, sample: dict[str, str | bytes], form: Form
) -> None:
    ending, text = form(dict(zip(WORDS, (0.5, 3, 42, 91.2), strict=False)))
    before = audited(sample, "agent/task")

    assert audited(sample | {f"results/turnip.{ending}": text}, "someone else's/run of it") == before


def test_that_the_made_run_has_verdicts_to_lose(made: list[tuple[str, str, str]]) -> None:
    assert {verdict for _, verdict, _ in made} >= {"supported", "contradicted", "unverifiable"}
