"""Any two histories of two blind reviewers come together to one state, whichever side is merged into which."""

from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mlrbench_gui.domain.anchoring import anchor_of, text_sha256
from mlrbench_gui.domain.decisions import Accept, SetNote, SetVerdict
from mlrbench_gui.domain.disputes import Dispute
from mlrbench_gui.domain.errors import InputError
from mlrbench_gui.domain.people import (
    Act,
    Answer,
    BeSure,
    Check,
    ExcludedKind,
    FormNote,
    FormScore,
    FormWords,
    Question,
    Score,
    WriteNote,
    WriteWords,
)
from mlrbench_gui.domain.reviews import ReviewTarget
from mlrbench_gui.domain.rubrics import RUBRIC
from mlrbench_gui.domain.settling import SettledItem
from mlrbench_gui.domain.values import RunName, Verdict
from mlrbench_gui.services.people.conflicts import agree, differences
from mlrbench_gui.services.people.exchange import export_reviews, import_reviews
from mlrbench_gui.services.people.filling import lift, open_desk, put, spend, submit
from mlrbench_gui.services.people.settling import adjudication, settle
from mlrbench_gui.services.people.sharing import assign, exclude, exclusions, progress, set_blind
from mlrbench_gui.services.reviewing import record, redo, undo

if TYPE_CHECKING:
    from tests.services.people.conftest import Study

Studies = Callable[[], AbstractContextManager[Callable[[str], "Study"]]]
Filled = Callable[..., list[Act]]
Deed = Callable[["Study", RunName, Filled], None]

KEYS = tuple(criterion.key for criterion in RUBRIC[ReviewTarget.END_TO_END])
EXAMPLES = max(10, settings().max_examples // 10)
"""Each opens three workspaces and merges them four times."""
WORDS = st.text("ab ü", max_size=4)


def wrote(acts: list[Act]) -> Deed:
    return lambda study, run, _filled: void(put(study.ctx, run, acts))


def void(_value: object) -> None:
    """For deeds whose answer nobody asks for."""


def handed_in(score: int, answer: Answer) -> Deed:
    """All fields are filled in and the form is submitted; one that did not change stays as it is."""

    def deed(study: "Study", run: RunName, filled: Filled) -> None:
        put(study.ctx, run, filled(score, answer))
        desk = open_desk(study.ctx, run)
        if desk.own.is_draft:
            with suppress(InputError):  # the words are those of the last version again
                submit(study.ctx, desk)

    return deed


def decided(claim: int, verdict: Verdict | None, note: str) -> Deed:
    def deed(study: "Study", run: RunName, _filled: Filled) -> None:
        view = open_desk(study.ctx, run).view
        shown = view.review.claims[claim].current
        text = view.texts[shown.paper]
        anchor = anchor_of(shown, text, text_sha256(text))
        word = Accept(anchor=anchor) if verdict is None else SetVerdict(anchor=anchor, verdict=verdict)
        record(study.ctx, view, [word, SetNote(anchor=anchor, text=note)], reason=note)

    return deed


def spent(claim: int, seconds: int) -> Deed:
    def deed(study: "Study", run: RunName, _filled: Filled) -> None:
        shown = open_desk(study.ctx, run).view.review.claims[claim].current
        spend(study.ctx, run, shown.paper, shown.fingerprint, seconds)

    return deed


SCORED = st.builds(
    lambda key, score, words: wrote(
        [Score(cell=FormScore(target=ReviewTarget.END_TO_END, criterion=key, score=score, words=words))]
    ),
    st.sampled_from(KEYS),
    st.none() | st.integers(1, 10),
    WORDS,
)
CHECKED = st.builds(
    lambda question, answer: wrote([Check(question=question, answer=answer)]),
    st.sampled_from(Question),
    st.none() | st.sampled_from(Answer),
)
NOTED = st.builds(
    lambda id_, text: wrote([WriteNote(note=FormNote(id=id_, text=text))]),
    st.sampled_from(("n1", "n2")),
    WORDS,
)
WORDED = st.builds(
    lambda field, text: wrote([WriteWords(field=field, text=text)]), st.sampled_from(FormWords), WORDS
)
SURE = st.builds(lambda value: wrote([BeSure(value=value)]), st.none() | st.integers(1, 5))
HANDED_IN = st.builds(handed_in, st.integers(1, 10), st.sampled_from(Answer))
DECIDED = st.builds(decided, st.integers(0, 1), st.none() | st.sampled_from(Verdict), WORDS)
SPENT = st.builds(spent, st.integers(0, 1), st.integers(1, 90))
TURNED = st.sampled_from(
    (
        lambda study, run, _filled: void(undo(study.ctx, run)),
        lambda study, run, _filled: void(redo(study.ctx, run)),
        lambda study, run, _filled: lift(study.ctx, run, "its maker is named in the text"),
        lambda study, run, _filled: assign(study.ctx, run, "bo"),
        lambda study, run, _filled: exclude(study.ctx, run, reason="odd"),
        lambda study, run, _filled: exclude(
            study.ctx,
            run,
            what=ExcludedKind.CLAIM,
            key="f-We reach 0.5",
            reason="no claim",
            on=study.author == "ada",
        ),
    )
)
HISTORIES = st.lists(
    st.one_of(SCORED, CHECKED, NOTED, WORDED, SURE, HANDED_IN, HANDED_IN, DECIDED, DECIDED, SPENT, TURNED),
    max_size=8,
)


@pytest.mark.fuzzed
@settings(max_examples=EXAMPLES)
@given(ada_did=HISTORIES, bo_did=HISTORIES, agreed=st.lists(st.integers(0, 9), max_size=12))
def test_that_two_reviewers_work_merges_both_ways_and_is_handed_over_without_loss(
    studies: Studies,
    filled_form: Filled,
    run: RunName,
    ada_did: list[Deed],
    bo_did: list[Deed],
    agreed: list[int],
) -> None:
    with studies() as new_study:
        ada, bo = new_study("ada"), new_study("bo")
        for study, did in ((ada, ada_did), (bo, bo_did)):
            set_blind(study.ctx, on=True, seed="s")
            for deed in did:
                deed(study, run, filled_form)
            assert open_desk(study.ctx, run).others == ()
        before = {line.id for study in (ada, bo) for line in study.workspace.people.all()}

        merged_both_ways(ada, bo)
        assert {line.id for line in ada.workspace.people.all()} == before
        for study in (ada, bo):
            hidden = open_desk(study.ctx, run).hidden
            assert not (hidden and open_desk(study.ctx, run).others)

        settle_all(ada, run, agreed)
        agree_on_decisions(bo, run, agreed)
        merged_both_ways(ada, bo)
        for study in (ada, bo):
            study.author = "chair"
        assert adjudication(ada.ctx, run) == adjudication(bo.ctx, run)
        assert (progress(ada.ctx), exclusions(ada.ctx)) == (progress(bo.ctx), exclusions(bo.ctx))
        assert ada.workspace.disputes() == bo.workspace.disputes()
        assert found(ada) == found(bo)

        handed = export_reviews(ada.ctx)
        fresh = new_study("fresh")
        import_reviews(fresh.ctx, handed, "all.json")
        assert export_reviews(fresh.ctx) == handed
        again = import_reviews(fresh.ctx, handed, "all.json")
        assert (again.records, again.decisions) == (0, 0)
        fresh.author = "chair"
        assert adjudication(fresh.ctx, run) == adjudication(ada.ctx, run)
        assert (fresh.workspace.disputes(), found(fresh)) == (ada.workspace.disputes(), found(ada))


def merged_both_ways(ada: "Study", bo: "Study") -> None:
    """Each takes over what the other has; both then hold the same."""
    for study, other in ((ada, bo), (bo, ada)):
        study.workspace.merge((other.workspace.path,))
    assert export_reviews(ada.ctx) == export_reviews(bo.ctx)


def found(study: "Study") -> list[tuple[str, SettledItem]]:
    """All that can be adjudicated, and what was agreed on it."""
    return [(one.run, one.item) for one in differences(study.ctx)]


def agree_on_decisions(study: "Study", run: RunName, agreed: list[int]) -> None:
    """A third person settles conflicts of decisions that the merge brought together."""
    study.author = "chair"
    for choice in agreed:
        one = next(
            (one for one in differences(study.ctx) if isinstance(one.source, Dispute) and one.item.is_open),
            None,
        )
        if one is None:
            return
        assert one.run == run
        agree(study.ctx, one, one.item.choices[choice % len(one.item.choices)], "read it together")
        after = [item for _, item in found(study) if item.id == one.item.id]
        assert not any(item.is_open for item in after)


def settle_all(study: "Study", run: RunName, agreed: list[int]) -> None:
    """A third person agrees on some of what is open, the widest difference first."""
    study.author = "chair"
    for choice in agreed:
        shown = adjudication(study.ctx, run)
        if shown is None or not shown.open:
            return
        item = shown.items[0]
        assert item.is_open
        after = settle(study.ctx, shown, item, item.choices[choice % len(item.choices)], "read it together")
        assert after.open == shown.open - 1
