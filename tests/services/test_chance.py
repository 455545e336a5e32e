"""Against which foreign runs a paper is held: of other tasks, near in size, the same ones each time."""

import hashlib
from collections.abc import Mapping, Sequence

import pytest

from mlrbench_gui.domain.artifacts import RunFiles
from mlrbench_gui.domain.errors import InputError
from mlrbench_gui.domain.values import RelPath, RunName, Sha256
from mlrbench_gui.services.chance import ChanceGauge, Sized, choose_foreign

PAPER = RelPath("results/paper.md")
TEXT = "# T\n\n## 4 Results\n\nOur tuned_net reaches a recall of 0.8125 and an F1 score of 0.7431.\n"
EVIDENCE = '{"tuned_net": {"recall": 0.8125}, "plain_net": {"recall": 0.5}}'


class Files:
    """The files of a run in memory; `broken` ones cannot be read."""

    def __init__(self, files: Mapping[str, str]) -> None:
        self._files = {RelPath(path): text.encode() for path, text in files.items()}

    def paths(self) -> Sequence[RelPath]:
        return sorted(self._files)

    def size(self, path: RelPath) -> int:
        return len(self._files[path])

    def read(self, path: RelPath) -> bytes:
        return self._files[path]

    def sha256(self, path: RelPath) -> Sha256:
        return Sha256(hashlib.sha256(self._files[path]).hexdigest())


class Runs:
    """Runs in memory, by name; None for one whose folder cannot be read."""

    def __init__(self, runs: Mapping[str, Mapping[str, str] | None]) -> None:
        self._runs = runs
        self.asked: list[str] = []

    def names(self) -> Sequence[RunName]:
        return [RunName(name) for name in self._runs]

    def files(self, name: RunName) -> RunFiles:
        self.asked.append(name)
        files = self._runs[name]
        if files is None:
            raise InputError(f"{name}: cannot be listed")
        return Files(files)


def taken(others: Mapping[str, Mapping[str, str] | None], text: str = TEXT) -> tuple[str, ...]:
    gauge = ChanceGauge(Runs(others), Runs({"sample/spare": {"results/r.json": EVIDENCE}}))
    return gauge.take(RunName("agent/own"), Files({"results/r.json": EVIDENCE}), {PAPER: text}).against


def test_that_foreign_runs_are_of_other_tasks_and_three_at_most() -> None:
    tasks = ("agent/own", "rival/own", "agent/d", "agent/c", "agent/b", "agent/a")
    runs = {name: {"results/r.json": EVIDENCE} for name in tasks}

    assert taken(runs) == ("agent/a", "agent/b", "agent/c")


def test_that_the_nearest_in_evidence_are_taken_and_the_enormous_never() -> None:
    sizes = {"tiny": 10, "near": 900, "nearer": 1100, "large": 500_000, "enormous": 2_000_000, "empty": 0}
    others = [Sized(RunName(name), size) for name, size in sizes.items()]

    assert choose_foreign(Sized(RunName("own"), 1000), others, 4) == ("nearer", "near", "tiny", "large")
    assert choose_foreign(Sized(RunName("own"), 0), others, 1) == ("tiny",)


def test_that_the_bundled_run_stands_in_where_there_is_no_other() -> None:
    assert taken({}) == taken({"rival/own": {"results/r.json": EVIDENCE}}) == ("sample/spare",)


def test_that_a_foreign_run_that_cannot_be_read_is_none() -> None:
    assert taken({"agent/a": None, "agent/b": {"results/r.json": EVIDENCE}}) == ("agent/b",)


def test_that_a_paper_without_numbers_meets_no_run() -> None:
    assert taken({"agent/a": {"results/r.json": EVIDENCE}}, "# T\n\nWords.\n") == ()


@pytest.mark.parametrize(("claims", "runs"), [(40, 3), (70, 2), (200, 1)])
def test_that_many_claims_meet_fewer_runs(claims: int, runs: int) -> None:
    text = "# T\n\n## 4 Results\n\n" + "\n\n".join(
        f"The recall is 0.{i}." for i in range(1000, 1000 + claims)
    )
    others = {f"agent/{task}": {"results/r.json": EVIDENCE} for task in "abcd"}

    assert len(taken(others, text)) == runs


def test_that_what_was_read_of_foreign_runs_serves_the_next() -> None:
    runs = Runs({"agent/a": {"results/r.json": EVIDENCE}})
    gauge = ChanceGauge(runs, Runs({}))
    for name in ("agent/own", "agent/next"):
        found = gauge.take(RunName(name), Files({"results/r.json": EVIDENCE}), {PAPER: TEXT})
        assert (found.results.held, found.results.supported) == (2, 1)

    assert len(runs.asked) == 2
