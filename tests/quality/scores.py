"""Labelled runs audited, scored by the scorer as it is, with the goals beside its figures."""

import json
import re
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

from tests.quality.places import Places

_FIGURE = re.compile(r"(?P<name>\w+)\s+(?P<good>\d+)/(?P<all>\d+) = \S+")
_AT_LEAST = {
    "detection": 0.97,
    "agreement": 0.92,
    "discrepancies": 0.95,
    "contradictions": 0.90,
    "distrust": 0.90,
    "evidence": 0.90,
    "rows": 0.90,
    "findings": 0.90,
    "gate": 1.0,
}
_AT_MOST = {"false_alarms": 0.03, "false_distrust": 0.05, "false_findings": 0.10}
_MOST_MISSED = {"rankings": 1}
_MEDIAN_S, _WORST_S, _PEAK_MB = 2.0, 8.0, 600.0


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure of the scorer: so many good ones of all."""

    name: str
    good: int
    all: int

    @property
    def share(self) -> float:
        return self.good / self.all if self.all else 0.0

    @property
    def goal(self) -> str:
        if self.name in _MOST_MISSED:
            return f"at most {_MOST_MISSED[self.name]} missed"
        if self.name in _AT_MOST:
            return f"<= {_AT_MOST[self.name]:.2f}"
        return f">= {_AT_LEAST[self.name]:.2f}" if self.name in _AT_LEAST else "none"

    @property
    def met(self) -> bool:
        """A figure of nothing is met: there was nothing to miss."""
        if not self.all:
            return True
        if self.name in _MOST_MISSED:
            return self.all - self.good <= _MOST_MISSED[self.name]
        if self.name in _AT_MOST:
            return self.share <= _AT_MOST[self.name]
        return self.share >= _AT_LEAST.get(self.name, 0.0)


@dataclass(frozen=True, slots=True)
class Audited:
    """What the audit of one labelled run took."""

    run: str
    seconds: float
    megabytes: float


def print_scores(places: Places, *, details: bool, jobs: int) -> bool:
    """Audit, score and print; whether all goals are met."""
    with tempfile.TemporaryDirectory() as name:
        work = [
            (label, places.checkout, Path(name) / str(number) / label.name)
            for number, folder in enumerate(places.labels)
            for label in sorted(folder.glob("*__*.json"))
        ]
        with ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), max_tasks_per_child=1) as pool:
            audited = list(pool.map(_audit, work))
        outputs = [
            _score(places, folder, Path(name) / str(number), details=details)
            for number, folder in enumerate(places.labels)
        ]
    if details:
        print("\n".join(line for output in outputs for line in output if not _FIGURE.fullmatch(line)))
    met = [_print_figure(figure) for figure in added(outputs)]
    return all([*met, *_print_costs(audited)])


def added(outputs: Sequence[Sequence[str]]) -> list[Figure]:
    """The figures of several outputs of the scorer, added up by name."""
    counts: dict[str, tuple[int, int]] = {}
    for output in outputs:
        for line in output:
            if hit := _FIGURE.fullmatch(line):
                good, of = counts.get(hit["name"], (0, 0))
                counts[hit["name"]] = (good + int(hit["good"]), of + int(hit["all"]))
    return [Figure(name, good, of) for name, (good, of) in counts.items()]


def _print_figure(figure: Figure) -> bool:
    verdict = "met" if figure.met else "MISSED"
    print(
        f"{figure.name:15} {figure.good:4}/{figure.all:<4} {figure.share:6.3f}   goal {figure.goal:17} {verdict}"
    )
    return figure.met


def _print_costs(audited: Sequence[Audited]) -> list[bool]:
    print()
    for one in audited:
        print(f"{one.run:60} {one.seconds:6.2f} s {one.megabytes:6.0f} MB")
    rows = (
        ("median", statistics.median(one.seconds for one in audited), _MEDIAN_S, "s"),
        ("worst", max(one.seconds for one in audited), _WORST_S, "s"),
        ("peak memory", max(one.megabytes for one in audited), _PEAK_MB, "MB"),
    )
    for what, figure, goal, unit in rows:
        print(
            f"{what:60} {figure:6.2f} {unit} goal <= {goal:g} {unit} {'met' if figure <= goal else 'MISSED'}"
        )
    return [figure <= goal for _, figure, goal, _ in rows]


def _audit(work: tuple[Path, Path, Path]) -> Audited:
    """In a process of its own, so that the peak of its memory is this audit's."""
    import resource
    import time

    from mlrbench_gui.app.compose import AuditWithPress
    from mlrbench_gui.domain.layout import run_name_of
    from mlrbench_gui.infra.files.folder import FolderFiles
    from mlrbench_gui.infra.pdf.press import ChildPress

    label, checkout, target = work
    run = str(json.loads(label.read_text(encoding="utf-8"))["run"])
    folder = checkout / run
    press = ChildPress()
    began = time.perf_counter()
    try:
        audit = AuditWithPress(press)(run_name_of(folder.resolve().parts), FolderFiles(folder))
    finally:
        press.close()
    seconds = time.perf_counter() - began
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(audit.to_json(), encoding="utf-8")
    return Audited(run, seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)


def _score(places: Places, labels: Path, audits: Path, *, details: bool) -> list[str]:
    command = [sys.executable, str(places.scorer), str(labels), str(audits)]
    command += ["--runs-root", str(places.checkout), *(["--details"] if details else [])]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return done.stdout.splitlines()
