"""Undo and redo follow from the log: the last step of the same author, in order, with a name for the menu."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlrbench_gui.domain.decisions import (
    Accept,
    Action,
    ClaimAnchor,
    DecisionEntry,
    JudgeFinding,
    OverrideGate,
    Redo,
    SetFlag,
    SetNote,
    SetVerdict,
    Undo,
)
from mlrbench_gui.domain.steps import history_of, in_order, step_name
from mlrbench_gui.domain.values import GateState, RelPath, RunName, Sha256, Verdict

START = datetime(2026, 1, 1, tzinfo=UTC)


def anchor(name: str = "a") -> ClaimAnchor:
    return ClaimAnchor(
        fingerprint=name, paper=RelPath("p.md"), text_sha256=Sha256("0" * 64), span=(0, 1), quote="q"
    )


class Log:
    """A log that is written step by step."""

    def __init__(self) -> None:
        self.entries: list[DecisionEntry] = []

    def write(self, author: str, *actions: Action) -> str:
        number = len(self.entries)
        step = f"s{number}"
        self.entries.extend(
            DecisionEntry(
                id=f"{step}-{index}",
                step=step,
                run=RunName("a/b"),
                author=author,
                at=START + timedelta(seconds=number),
                action=action,
            )
            for index, action in enumerate(actions)
        )
        return step

    def active(self) -> list[str]:
        return [step.id for step in history_of(in_order(self.entries)).active]


def test_that_undo_takes_back_the_last_step_of_the_same_author_only() -> None:
    log = Log()
    mine = log.write("ada", Accept(anchor=anchor()))
    other = log.write("bob", Accept(anchor=anchor("b")))
    step = history_of(in_order(log.entries)).to_undo("ada")
    assert step is not None
    assert step.id == mine
    log.write("ada", Undo(step=mine))
    assert log.active() == [other]


def test_that_nobody_undoes_the_step_of_another() -> None:
    log = Log()
    mine = log.write("ada", Accept(anchor=anchor()))
    log.write("bob", Undo(step=mine))
    assert log.active() == [mine]


def test_that_redo_brings_a_step_back_and_last() -> None:
    log = Log()
    mine = log.write("ada", Accept(anchor=anchor()))
    log.write("ada", Undo(step=mine))
    other = log.write("bob", Accept(anchor=anchor()))
    log.write("ada", Redo(step=mine))
    assert log.active() == [other, mine]


def test_that_a_new_step_ends_what_its_author_could_redo() -> None:
    log = Log()
    mine = log.write("ada", Accept(anchor=anchor()))
    log.write("ada", Undo(step=mine))
    log.write("bob", Accept(anchor=anchor()))
    assert history_of(in_order(log.entries)).to_redo("ada") is not None
    newer = log.write("ada", Accept(anchor=anchor()))
    assert history_of(in_order(log.entries)).to_redo("ada") is None
    log.write("ada", Redo(step=mine))
    assert newer in log.active()
    assert mine not in log.active()


def test_that_the_union_of_two_logs_is_the_same_either_way() -> None:
    log = Log()
    log.write("ada", Accept(anchor=anchor()))
    log.write("ada", SetNote(anchor=anchor(), text="n"), Accept(anchor=anchor()))
    log.write("bob", Accept(anchor=anchor()))
    ours, theirs = log.entries[:3], log.entries[1:]
    assert in_order([*ours, *theirs]) == in_order([*theirs, *ours]) == tuple(log.entries)


@pytest.mark.parametrize(
    ("actions", "name"),
    [
        ([Accept(anchor=anchor())], "Accept claim"),
        ([Accept(anchor=anchor(n)) for n in "abc"], "Accept 3 claims"),
        ([SetVerdict(anchor=anchor(n), verdict=Verdict.SUPPORTED) for n in "ab"], "Set verdict of 2 claims"),
        ([SetFlag(anchor=anchor(), on=False)], "Unflag claim"),
        ([JudgeFinding(finding="f", confirmed=False)], "Dismiss finding"),
        ([OverrideGate(state=GateState.MEASURED, passed=True)], "Pass gate measured"),
        ([Accept(anchor=anchor()), SetNote(anchor=anchor(), text="n")], "Change claim"),
        ([Accept(anchor=anchor()), SetNote(anchor=anchor("b"), text="n")], "Change 2 claims"),
    ],
)
def test_that_steps_have_names_for_menus(actions: Sequence[Action], name: str) -> None:
    assert step_name(actions) == name


@pytest.mark.fuzzed
@given(st.lists(st.tuples(st.sampled_from("ab"), st.sampled_from(["do", "undo", "redo"])), max_size=30))
def test_that_undo_and_redo_are_two_stacks_an_author(moves: list[tuple[str, str]]) -> None:
    log = Log()
    done: dict[str, list[str]] = {"a": [], "b": []}
    undone: dict[str, list[str]] = {"a": [], "b": []}
    for author, move in moves:
        history = history_of(in_order(log.entries))
        if move == "do":
            done[author].append(log.write(author, Accept(anchor=anchor())))
            undone[author].clear()
        elif move == "undo" and (step := history.to_undo(author)):
            assert step.id == done[author][-1]
            undone[author].append(done[author].pop())
            log.write(author, Undo(step=step.id))
        elif move == "redo" and (step := history.to_redo(author)):
            assert step.id == undone[author][-1]
            done[author].append(undone[author].pop())
            log.write(author, Redo(step=step.id))
    assert sorted(log.active()) == sorted(done["a"] + done["b"])
