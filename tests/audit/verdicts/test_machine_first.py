"""A result file before the Markdown made of it."""

from decimal import Decimal

import pytest

from mlrbench_gui.audit.ledger.values import LedgerValue, NameTable, Place, Source
from mlrbench_gui.audit.matching.candidate import Candidate
from mlrbench_gui.audit.numbers.tolerance import Agreement
from mlrbench_gui.audit.verdicts.decision import Decision, Held, told
from mlrbench_gui.audit.verdicts.machine_first import machine_first
from mlrbench_gui.domain.values import RelPath, Verdict

NAMES = NameTable()
AGREES = Agreement(agrees=True, factor=Decimal(1))


def held(path: str, source: Source, value: float, score: float = 1.0, *, primary: bool = False) -> Held:
    entry = LedgerValue(RelPath(path), Place("line", "", 3), NAMES.name(("accuracy",)), value, source)
    return Held(Candidate(entry, score, AGREES), primary=primary, agrees=True)


def decided(*others: Held) -> Decision:
    report = held("results/results.md", Source.REPORT, 0.88, primary=True)
    return Decision(Verdict.SUPPORTED, 0.9, f"It is {told(report.candidate)}.", (report, *others))


def carriers(decision: Decision) -> list[str]:
    return [h.candidate.value.path for h in decision.held if h.primary]


def test_that_the_file_that_was_rounded_carries_and_is_named() -> None:
    result = held("results/scores.json", Source.JSON, 0.8812, 0.8)
    decision = machine_first(decided(result))

    assert carriers(decision) == ["results/scores.json"]
    assert told(result.candidate) in decision.reason
    assert decision.held[1].candidate.value.path == "results/results.md"


def test_that_of_files_for_several_conditions_none_is_preferred_to_the_whole() -> None:
    one, other = held("r/set_north.csv", Source.CSV, 0.88), held("r/set_south.csv", Source.CSV, 0.88)
    whole = held("r/results.json", Source.JSON, 0.88, 0.9)

    assert carriers(machine_first(decided(one, other, whole))) == ["r/results.json"]


@pytest.mark.parametrize(
    "other",
    [
        held("results/scores.json", Source.JSON, 0.8812, 0.3),
        held("results/scores.json", Source.JSON, 88.12),
        held("results/log.txt", Source.LOG, 0.88),
        held("code/main.py", Source.CODE, 0.88),
    ],
)
def test_that_nothing_else_takes_its_place(other: Held) -> None:
    decision = decided(other)

    assert machine_first(decision) is decision
