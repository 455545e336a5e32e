"""Any order of deciding, undoing, redoing and reopening leaves what a plain model of it says."""

import shutil
import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from typing_extensions import override

from mlrbench_gui.domain.anchoring import hand_anchor
from mlrbench_gui.domain.decisions import DecisionEntry, Redo, SetNote, Undo
from mlrbench_gui.domain.reviewing import review_of
from mlrbench_gui.domain.steps import history_of, in_order
from mlrbench_gui.domain.values import RelPath, RunName
from mlrbench_gui.infra.db.workspace import open_workspace

RUN = RunName("a/b")
PAPER = RelPath("paper.md")
TEXT = "one two three four five"
WORDS = TEXT.split()
AUTHORS = ("ada", "bob")


class DecidingMachine(RuleBasedStateMachine):
    """The model: for each author the notes done and undone, and what stands on each word."""

    @initialize()
    def begin(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="machine-"))
        self.workspace = open_workspace(self.folder / "w.mlrb", create=True)
        self.count = 0
        self.standing: list[tuple[str, str, tuple[str, ...], str]] = []
        self.undone: dict[str, list[tuple[str, str, tuple[str, ...], str]]] = {
            author: [] for author in AUTHORS
        }

    def write(self, author: str, actions: list[SetNote | Undo | Redo]) -> str:
        self.count += 1
        step = f"s{self.count}"
        at = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(seconds=self.count)
        self.workspace.decisions.append(
            [
                DecisionEntry(id=f"{step}-{n}", step=step, run=RUN, author=author, at=at, action=action)
                for n, action in enumerate(actions)
            ]
        )
        return step

    @rule(
        author=st.sampled_from(AUTHORS),
        words=st.sets(st.sampled_from(WORDS), min_size=1),
        note=st.text(max_size=5),
    )
    def decide(self, author: str, words: set[str], note: str) -> None:
        note = note.encode("utf-8", "replace").decode()
        chosen = tuple(sorted(words))
        starts = {word: TEXT.index(word) for word in chosen}
        step = self.write(
            author,
            [
                SetNote(anchor=hand_anchor(PAPER, (starts[word], starts[word] + len(word)), TEXT), text=note)
                for word in chosen
            ],
        )
        self.standing.append((step, author, chosen, note))
        self.undone[author].clear()

    @rule(author=st.sampled_from(AUTHORS))
    def undo(self, author: str) -> None:
        mine = [done for done in self.standing if done[1] == author]
        step = history_of(in_order(self.workspace.decisions.entries(RUN))).to_undo(author)
        assert (step.id if step else None) == (mine[-1][0] if mine else None)
        if step is not None:
            self.write(author, [Undo(step=step.id)])
            self.standing.remove(mine[-1])
            self.undone[author].append(mine[-1])

    @rule(author=st.sampled_from(AUTHORS))
    def redo(self, author: str) -> None:
        step = history_of(in_order(self.workspace.decisions.entries(RUN))).to_redo(author)
        mine = self.undone[author]
        assert (step.id if step else None) == (mine[-1][0] if mine else None)
        if step is not None:
            self.write(author, [Redo(step=step.id)])
            self.standing.append(mine.pop())

    @rule()
    def reopen(self) -> None:
        self.workspace.close()
        self.workspace = open_workspace(self.folder / "w.mlrb")

    @invariant()
    def the_review_is_what_the_model_says(self) -> None:
        if not hasattr(self, "workspace"):
            return
        expected: dict[str, str] = {}
        for _, _, words, note in self.standing:
            expected.update(dict.fromkeys(words, note))
        review = review_of(None, self.workspace.decisions.entries(RUN), {PAPER: TEXT})
        assert {item.current.quote: item.note for item in review.claims} == expected
        assert not review.orphans

    @override
    def teardown(self) -> None:
        if hasattr(self, "workspace"):
            self.workspace.close()
            shutil.rmtree(self.folder)


@pytest.mark.fuzzed
@pytest.mark.timeout(600)
class TestDeciding(DecidingMachine.TestCase):  # type: ignore[misc,valid-type]
    # Each example writes to disk some twenty times: a tenth of what a reader of bytes gets.
    settings = settings(stateful_step_count=15, max_examples=max(20, settings().max_examples // 10))
