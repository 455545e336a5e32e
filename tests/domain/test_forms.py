"""Forms of people fold from the record; submitted versions stand for ever; time and order follow stated rules."""

from datetime import UTC, datetime, timedelta
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlrbench_gui.domain.forms import missing_of, own_review, score_of, submissions_of
from mlrbench_gui.domain.locator import Locator
from mlrbench_gui.domain.people import (
    Act,
    Answer,
    Assign,
    Attach,
    BeSure,
    Check,
    EvidencePlace,
    FormNote,
    FormScore,
    LiftBlind,
    PersonRecord,
    Question,
    Score,
    SetBlind,
    Submit,
    WriteNote,
    record_of,
)
from mlrbench_gui.domain.reviews import ReviewTarget
from mlrbench_gui.domain.sharing import (
    assigned_runs,
    blind_code,
    is_hidden,
    progress_of,
    shuffled,
    spread_out,
)
from mlrbench_gui.domain.stopwatch import Stopwatch
from mlrbench_gui.domain.values import RelPath, RunName

RUN = RunName("end2end_x/task_a")
START = datetime(2026, 1, 1, tzinfo=UTC)
TARGET = ReviewTarget.END_TO_END


def lines(*acts: Act, author: str = "ada", run: RunName = RUN, begin: int = 0) -> list[PersonRecord]:
    return [record_of(run, author, START + timedelta(seconds=begin + n), act) for n, act in enumerate(acts)]


def score(value: int | None, criterion: str = "Clarity", words: str = "") -> Score:
    return Score(cell=FormScore(target=TARGET, criterion=criterion, score=value, words=words))


def test_that_the_last_word_on_each_cell_stands_and_others_are_left_alone() -> None:
    mine = lines(
        score(3), score(8, words="plain"), Check(question=Question.CITATIONS, answer=Answer.NOT_SURE)
    )
    theirs = lines(score(1), author="bo", begin=9)
    form = own_review([*theirs, *mine], "ada").form
    assert score_of(form, TARGET, "Clarity") == FormScore(
        target=TARGET, criterion="Clarity", score=8, words="plain"
    )
    assert form.checks[0].answer is Answer.NOT_SURE


def test_that_evidence_is_laid_to_an_answer_once_and_can_be_taken_away() -> None:
    place = EvidencePlace(path=RelPath("log.txt"), locator=Locator(line=3))
    act = Attach(question=Question.FAKED_RESULTS, place=place)
    assert own_review(lines(act, act), "ada").form.checks[0].evidence == (place,)
    gone = own_review(lines(act, act.model_copy(update={"on": False})), "ada").form
    assert gone.checks[0].evidence == ()


def test_that_an_empty_text_takes_a_note_away() -> None:
    note = FormNote(id="n", text="look here")
    written = lines(WriteNote(note=note))
    assert own_review(written, "ada").form.notes == (note,)
    emptied = WriteNote(note=note.model_copy(update={"text": " "}))
    assert own_review([*written, *lines(emptied, begin=5)], "ada").form.notes == ()


def test_that_a_submitted_version_stays_as_it_was_when_the_form_goes_on() -> None:
    before = lines(score(4))
    frozen = own_review(before, "ada").form
    record = [*before, *lines(Submit(version=1, form=frozen), begin=5), *lines(score(9), begin=9)]
    review = own_review(record, "ada")
    assert review.is_draft
    assert submissions_of(record)[0].form == frozen
    assert score_of(review.form, TARGET, "Clarity").score == 9


def test_that_a_form_names_what_it_lacks_until_nothing_is_missing() -> None:
    assert missing_of(own_review([], "ada").form, (TARGET,))[:2] == ("Clarity", "Novelty")
    keys = ("Clarity", "Novelty", "Soundness", "Significance", "Overall")
    acts: list[Act] = [score(5, key) for key in keys]
    acts += [Check(question=question, answer=Answer.NO) for question in Question]
    assert missing_of(own_review(lines(*acts), "ada").form, (TARGET,)) == ("confidence",)
    assert missing_of(own_review(lines(*acts, BeSure(value=4)), "ada").form, (TARGET,)) == ()


def test_that_a_run_is_hidden_until_its_reviewer_submits_or_lifts_the_curtain() -> None:
    blind = lines(SetBlind(on=True, seed="s"), run=RunName(""))
    assert not is_hidden([], RUN, "ada")
    assert is_hidden(blind, RUN, "ada")
    form = own_review([], "ada").form
    for act in (Submit(version=1, form=form), LiftBlind(reason="a tie")):
        record = [*blind, *lines(act, begin=3)]
        assert not is_hidden(record, RUN, "ada")
        assert is_hidden(record, RUN, "bo")
        assert is_hidden(record, RunName("end2end_x/task_b"), "ada")


def test_that_the_order_is_kept_by_its_seed_and_differs_between_reviewers() -> None:
    runs = [RunName(f"r/{n}") for n in range(30)]
    assert shuffled(runs, "s", "ada") == shuffled(reversed(runs), "s", "ada")
    assert len({shuffled(runs, seed, name) for seed in "st" for name in ("ada", "bo")}) == 4
    assert len({blind_code("s", run) for run in runs}) == 30


@given(st.integers(0, 40), st.integers(2, 6), st.text(max_size=5))
def test_that_runs_are_spread_evenly_each_to_two_people(runs: int, people: int, seed: str) -> None:
    names = [f"p{n}" for n in range(people)]
    spread = spread_out([RunName(f"r/{n}") for n in range(runs)], names, seed)
    load = [sum(name == who for _run, who in spread) for name in names]
    assert len(set(spread)) == 2 * runs
    assert max(load) - min(load) <= 1


def test_that_more_reviews_a_run_than_reviewers_are_refused() -> None:
    with pytest.raises(ValueError, match="need 2 reviewers"):
        spread_out([RUN], ["ada", "ada"], "s")


def test_that_progress_counts_what_was_given_begun_and_submitted() -> None:
    other = RunName("end2end_x/task_b")
    record = lines(
        Assign(reviewer="bo"), Assign(reviewer="ada"), Assign(reviewer="ada", on=False), author="lead"
    )
    record += lines(Assign(reviewer="bo"), author="lead", run=other)
    record += lines(score(3), Submit(version=1, form=own_review([], "bo").form), author="bo", begin=9)
    assert assigned_runs(record, "ada") == ()
    assert [(p.reviewer, p.assigned, p.begun, p.submitted) for p in progress_of(record)] == [
        ("ada", 0, 0, 0),
        ("bo", 2, 1, 1),
    ]


def test_that_only_pauses_of_up_to_a_minute_count_as_time() -> None:
    watch, _ = Stopwatch().turn((RelPath("p.md"), "c1"), START)
    for second in (10, 70, 131, 140):
        watch = watch.sign(START + timedelta(seconds=second))
    watch, spent = watch.turn((RelPath("p.md"), "c2"), START + timedelta(seconds=150))
    assert spent is not None
    assert (spent.key[1], spent.seconds) == ("c1", 10 + 60 + 0 + 9 + 10)
    _, nothing = watch.turn(None, START + timedelta(seconds=149))
    assert nothing is None


_STEPS = st.lists(
    st.tuples(
        st.sampled_from(["ada", "bo"]),
        st.sampled_from([score(2), score(7), score(5, "Novelty"), BeSure(value=3), BeSure(value=None)]),
    ),
    max_size=14,
)


@pytest.mark.fuzzed
@given(_STEPS)
def test_that_the_union_of_two_records_folds_the_same_whichever_came_first(
    steps: list[tuple[str, Act]],
) -> None:
    clock = count()
    record = [record_of(RUN, who, START + timedelta(seconds=next(clock) // 2), act) for who, act in steps]
    turned = list(reversed(record)) + record
    for who in ("ada", "bo"):
        assert own_review(record, who) == own_review(turned, who)
