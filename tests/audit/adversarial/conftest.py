"""Builds small runs from what their agents did; the cases stand in `cases/*.toml`, one a table."""

import json
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.transcripts import transcript_of

Step = tuple[str, ...]
"""("write", path, text), ("edit", path, old, new) or ("run", command, output)."""

PAPER = "# T\n\n## 4 Results\n\n| Method | Accuracy |\n|---|---|\n| ours | 0.912 |\n| other | 0.850 |\n"
OUT = "results/results.json"
ROOT = "/home/x/run/"
TRAIN = """import json, os, sys
from sklearn.datasets import load_digits
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import accuracy_score

def run(penalty):
    x, y = load_digits(return_X_y=True)
    model = LogisticRegression(penalty=penalty).fit(x[:900], y[:900])
    return accuracy_score(y[900:], model.predict(x[900:]))

results = {}
for name, penalty in (("ours", "l2"), ("other", None)):
    results[name] = {"accuracy": run(penalty)}
"""
WORDS = {
    "«train json»": json.dumps(TRAIN.splitlines(keepends=True)),
    "«train»": TRAIN,
    "«save»": f'\nwith open("{OUT}", "w") as f:\n    json.dump(results, f)\n',
    "«results»": '{"ours": {"accuracy": 0.912}, "other": {"accuracy": 0.85}}',
    "«typed»": '{"ours": 0.912, "other": 0.85}',
}
"""What the cases write in place of texts that many of them share."""


@dataclass(frozen=True)
class Case:
    """One small run: what its agent did, what programs left, and what a careful reader says of its numbers.

    `provenance` is the class of the file that carries the paper's number; empty where only trust is told.
    """

    id: str
    steps: tuple[Step, ...]
    made: tuple[tuple[str, str], ...]
    trust: str
    provenance: str = ""
    reached: str | None = None

    def files(self, steps: Sequence[Step] | None = None) -> dict[str, str]:
        """The files of the run; other `steps` tell another course with the same result."""
        taken = self.steps if steps is None else steps
        return built(taken, dict(self.made))


def built(steps: Sequence[Step], made: Mapping[str, str]) -> dict[str, str]:
    """The files of the run: paper, plan, transcript, what was written, and `made`, which programs left."""
    files = {"results/paper.md": PAPER, "proposal.md": "We plan."}
    for step in steps:
        if step[0] == "write":
            files[step[1]] = step[2]
        elif step[0] == "edit" and step[1] in files:
            files[step[1]] = files[step[1]].replace(step[2], step[3], 1)
    return files | dict(made) | {"claude_output.json": _transcript(steps)}


def _call(step: Step) -> tuple[str, dict[str, str], str]:
    match step:
        case ("write", path, text):
            return "Write", {"file_path": ROOT + path, "content": text}, "File created"
        case ("edit", path, old, new):
            return "Edit", {"file_path": ROOT + path, "old_string": old, "new_string": new}, "ok"
        case ("run", command, output):
            return "Bash", {"command": f"cd {ROOT} && {command}"}, output
        case _:
            raise ValueError(step)


def _transcript(steps: Sequence[Step]) -> str:
    return transcript_of(*((*_call(step), False) for step in steps))


def _filled(text: str) -> str:
    for word, meant in WORDS.items():
        text = text.replace(word, meant)
    return text


def _step(told: Mapping[str, str]) -> Step:
    if "write" in told:
        return ("write", told["write"], _filled(told["text"]))
    if "edit" in told:
        return ("edit", told["edit"], _filled(told["old"]), _filled(told["new"]))
    return ("run", _filled(told["run"]), _filled(told.get("output", "")))


def _cases() -> list[Case]:
    found = []
    for file in sorted((Path(__file__).parent / "cases").glob("*.toml")):
        for told in tomllib.loads(file.read_text(encoding="utf-8"))["case"]:
            steps = tuple(_step(step) for step in told.get("step", ()))
            if "script" in told:
                body = _filled(told["script"])
                steps = (("write", "code/run.py", body), ("run", "python code/run.py", ""), *steps)
            made = told.get("made", {OUT: "«results»"})
            left = tuple((path, _filled(text)) for path, text in made.items())
            reached, provenance = told.get("reached"), told.get("class", "")
            found.append(Case(told["id"], steps, left, told["trust"], provenance, reached))
    return found


CASES = _cases()
BuildRun = Callable[[Sequence[Step], Mapping[str, str]], dict[str, str]]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Each test that takes a `case` runs over all of them."""
    if "case" in metafunc.fixturenames:
        metafunc.parametrize("case", CASES, ids=[case.id.replace(" ", "-") for case in CASES])
    if "told_in_blocks" in metafunc.fixturenames:
        own = [case for case in CASES if _fits_blocks(case)]
        metafunc.parametrize("told_in_blocks", own, ids=[case.id.replace(" ", "-") for case in own])


def _fits_blocks(case: Case) -> bool:
    """Whether a log of blocks can tell it: edits are patches there, and each command has a shell of its own."""
    return bool(case.steps) and not any(
        step[0] == "edit" or (step[0] == "run" and step[1].startswith("export ")) for step in case.steps
    )


@pytest.fixture(scope="session")
def build_run() -> BuildRun:
    return built


@pytest.fixture(scope="session")
def all_cases() -> Sequence[Case]:
    return CASES
