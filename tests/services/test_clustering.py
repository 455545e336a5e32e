"""What a crew leaves undone is given out again, and in the end told; the table alone says what is done."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path

import pytest

from mlrbench_gui.domain.errors import InputError, MissingPart
from mlrbench_gui.domain.values import RunName
from mlrbench_gui.domain.work import ignore
from mlrbench_gui.services import clustering
from mlrbench_gui.services.clustering import Card, Outcome, audit_together, mark_of

NAMES = tuple(RunName(name) for name in ("a/1", "a/2", "a/3"))


class Table:
    """Which runs are audited, in place of a workspace."""

    def __init__(self) -> None:
        self.audited: set[str] = set()


class OddCrew:
    """Does what it is told of each name at each round."""

    def __init__(self, table: Table, how: Callable[[str, int], Outcome]) -> None:
        self.table, self.how, self.asked = table, how, list[tuple[str, ...]]()

    def audit(self, names: Sequence[str]) -> Iterator[Outcome]:
        self.asked.append(tuple(names))
        for name in names:
            outcome = self.how(name, len(self.asked))
            if not outcome.lost and not outcome.failure:
                self.table.audited.add(name)
            yield outcome


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Table:
    made = Table()
    monkeypatch.setattr(clustering, "is_stale", lambda known, name: name not in known.audited)
    return made


def run(table: Table, crew: OddCrew) -> None:
    audit_together(table, NAMES, crew, ignore)  # type: ignore[arg-type]


def test_that_what_was_lost_is_given_out_again(table: Table) -> None:
    crew = OddCrew(table, lambda name, turn: Outcome(name, lost=name == NAMES[1] and turn == 1))
    run(table, crew)
    assert crew.asked == [NAMES, (NAMES[1],)]


def test_that_what_is_done_already_is_not_given_out(table: Table) -> None:
    table.audited.update(NAMES)
    crew = OddCrew(table, lambda name, _turn: Outcome(name))
    run(table, crew)
    assert crew.asked == []


def test_that_what_is_lost_again_and_again_is_told_in_the_end(table: Table) -> None:
    crew = OddCrew(table, lambda name, _turn: Outcome(name, lost=name == NAMES[2]))
    with pytest.raises(MissingPart, match="a/3: 1 of 3 runs are not audited after 3 rounds"):
        run(table, crew)
    assert table.audited == set(NAMES[:2])


def test_that_a_run_that_cannot_be_audited_stops_no_other(table: Table) -> None:
    crew = OddCrew(table, lambda name, _turn: Outcome(name, failure="no paper" if name == NAMES[0] else ""))
    with pytest.raises(InputError, match="a/1: no paper"):
        run(table, crew)
    assert table.audited == set(NAMES[1:])
    assert len(crew.asked) == 1


def test_that_cards_tell_in_what_they_differ() -> None:
    own = Card("1.0", "7", "x")
    assert "runs version 0.9 with rules 6, here are 1.0 and 7" in own.told_difference(Card("0.9", "6", "x"))
    assert "another workspace" in own.told_difference(Card("1.0", "7", "y"))
    assert "no worker of this version" in own.told_difference(None)


def test_that_a_workspace_keeps_its_mark_and_another_has_another(tmp_path: Path) -> None:
    from mlrbench_gui.infra.db.workspace import open_workspace

    marks = []
    for name in ("a.mlrb", "b.mlrb", "a.mlrb"):
        with closing(open_workspace(tmp_path / name, create=True)) as workspace:
            marks.append(mark_of(workspace.settings))
    assert marks[0] == marks[2] != marks[1]
