"""One judge about one subject: what it is shown within bounds, and what is kept of what it says."""

import itertools
import json
from collections.abc import Callable
from threading import Barrier

import pytest

from mlrbench_gui.domain.errors import Cancelled
from mlrbench_gui.domain.judge_stages import JudgeStage
from mlrbench_gui.domain.judging import JudgeReview, JudgeState
from mlrbench_gui.domain.work import CancelToken, ignore
from mlrbench_gui.services.judging.asking import JudgeDesk, Seat, judge_once
from mlrbench_gui.services.judging.material import FILE, PICTURES, material_of
from mlrbench_gui.services.judging.panel import Manner, ask_panel, sheet_of
from mlrbench_gui.services.judging.subjects import Subject, subjects_of
from mlrbench_gui.services.ports.models import ModelRequest
from tests.judging_bench import Bench, requests_of, scripted

STAGES = (JudgeStage.IDEA, JudgeStage.PROPOSAL, JudgeStage.PAPER, JudgeStage.OVERALL)
Edit = Callable[[dict[str, object]], None]


def ask(bench: Bench, seat: Seat, subject: Subject) -> JudgeReview:
    made = judge_once(
        JudgeDesk(bench.ctx.workspace, bench.ctx.clock),
        seat,
        sheet_of(bench.ctx, subject),
        1,
        CancelToken(),
        ignore,
    )
    assert made is not None
    return made


def spoilt(edit: Edit) -> Callable[[ModelRequest], str]:
    """The scripted judge, its reply changed."""

    def answer(request: ModelRequest) -> str:
        reply: dict[str, object] = json.loads(scripted(request))
        edit(reply)
        return json.dumps(reply)

    return answer


def _other_mark(reply: dict[str, object]) -> None:
    reply["mark"] = "q000000000000"


def _score(value: object) -> Edit:
    def edit(reply: dict[str, object]) -> None:
        part = reply["Novelty"]
        assert isinstance(part, dict)
        part["score"] = value

    return edit


@pytest.mark.parametrize(
    ("edit", "told"),
    [
        (_other_mark, "its mark is not the one of the question"),
        (_score(0), "Novelty.score"),
        (_score(11), "Novelty.score"),
        (_score("7"), "Novelty.score"),
        (_score(7.5), "Novelty.score"),
        (_score(True), "Novelty.score"),
        (lambda reply: reply.pop("Soundness"), "Soundness"),
        (lambda reply: reply.update({"Confidence": 6}), "Confidence"),
    ],
)
def test_that_a_reply_that_is_not_what_was_asked_for_is_invalid_after_one_repair(
    bench: Bench, files: dict[str, str], edit: Edit, told: str
) -> None:
    seat = bench.seat(spoilt(edit))
    review = ask(bench, seat, bench.subject(bench.put(files)))
    assert (review.state, review.scores) == (JudgeState.INVALID, ())
    assert told in review.reason
    assert len(requests_of(seat)) == 2
    assert told in requests_of(seat)[1].turns[-1].text
    assert review.raw


def test_that_a_mended_reply_is_valid(bench: Bench, files: dict[str, str]) -> None:
    def answer(request: ModelRequest) -> str:
        return scripted(request) if request.turns else scripted(request)[:-40]

    review = ask(bench, bench.seat(answer), bench.subject(bench.put(files)))
    assert review.is_valid
    assert review.tokens is not None
    assert review.tokens.total == 220


def test_that_unknown_keys_are_passed_over(bench: Bench, files: dict[str, str]) -> None:
    seat = bench.seat(spoilt(lambda reply: reply.update({"scale": "1-10"})))
    assert ask(bench, seat, bench.subject(bench.put(files))).is_valid


def test_that_a_check_for_hallucinations_must_agree_with_its_list(
    bench: Bench, files: dict[str, str]
) -> None:
    seat = bench.seat(spoilt(lambda reply: reply.update({"has_hallucination": True})))
    review = ask(bench, seat, bench.subject(bench.put(files), JudgeStage.HALLUCINATION))
    assert review.state is JudgeState.INVALID


def test_that_figures_go_only_to_models_that_take_pictures(bench: Bench, files: dict[str, str]) -> None:
    run = bench.put(files | {"results/figures/a.png": "PNG", "results/figures/b.png": "PNG2"})
    seeing, blind = bench.seat(pictures=True), bench.seat(name="egret")
    assert ask(bench, seeing, bench.subject(run)).pictures == 2
    assert [item.name for item in requests_of(seeing)[0].pictures] == [
        "results/figures/a.png",
        "results/figures/b.png",
    ]
    unseen = ask(bench, blind, bench.subject(run))
    assert (unseen.pictures, unseen.left_out) == (0, ("2 figures: this model takes no pictures",))
    assert requests_of(blind)[0].pictures == ()


def test_that_code_and_logs_are_shown_only_where_they_are_asked_for(
    bench: Bench, files: dict[str, str]
) -> None:
    run = bench.put(files)
    seat = bench.seat()
    ask(bench, seat, bench.subject(run))
    ask(bench, seat, bench.subject(run, with_code=True))
    without, with_code = requests_of(seat)
    assert "epoch 2 loss 0.25" not in without.user
    assert "print('train')" not in without.user
    assert "epoch 2 loss 0.25" in with_code.user
    assert "print('train')" in with_code.user


def test_that_what_is_cut_is_said_in_the_question_and_kept(bench: Bench, files: dict[str, str]) -> None:
    many = {f"claude_code/part{n:02}.py": f"# {n}\n" + "x = 1\n" * 4000 for n in range(12)}
    pictures = {f"results/{n}.png": f"PNG{n}" for n in range(PICTURES + 1)}
    run = bench.put(files | many | pictures)
    material = material_of(bench.ctx, bench.subject(run, with_code=True))
    shown = sum(len(item.text) for item in material.behind)
    assert shown < 170_000
    assert max(len(item.text) for item in material.behind) < FILE + 100
    seat = bench.seat(pictures=True)
    review = ask(bench, seat, bench.subject(run, with_code=True))
    assert any("of its middle" in note for note in review.left_out)
    assert any("for want of room" in note for note in review.left_out)
    assert any(f"as {PICTURES} are the most" in note for note in review.left_out)
    assert all(note in requests_of(seat)[0].user for note in review.left_out)


def test_that_a_panel_that_was_stopped_repeats_no_answered_question(
    bench: Bench, files: dict[str, str]
) -> None:
    cancel, run = CancelToken(), bench.put(files)

    def answer(request: ModelRequest) -> str:
        cancel.cancel()
        return scripted(request)

    subjects = [bench.subject(run, JudgeStage.IDEA), bench.subject(run)]
    first = bench.seat(answer)
    with pytest.raises(Cancelled):
        ask_panel(bench.ctx, [first], subjects, cancel=cancel, emit=ignore)
    second = bench.seat()
    report = ask_panel(bench.ctx, [second], subjects, cancel=CancelToken(), emit=ignore)
    assert (len(requests_of(first)), len(requests_of(second))) == (1, 1)
    assert (report.known, len(report.given)) == (1, 1)


def test_that_several_subjects_are_asked_about_at_a_time_behind_the_first(
    bench: Bench, files: dict[str, str]
) -> None:
    together, subjects = Barrier(3), [bench.subject(bench.put(files), stage) for stage in STAGES]
    count = itertools.count()

    def answer(request: ModelRequest) -> str:
        if next(count):
            together.wait(30)  # breaks where they come one by one
        return scripted(request)

    seat = bench.seat(answer)
    report = ask_panel(bench.ctx, [seat], subjects, how=Manner(at_once=3), cancel=CancelToken(), emit=ignore)
    assert (len(report.given), report.left, report.unavailable) == (4, 0, {})
    assert {review.stage for review in report.given} == set(STAGES)


def test_that_a_fault_ends_what_waits_too(bench: Bench, files: dict[str, str]) -> None:
    run = bench.put(files)

    def answer(request: ModelRequest) -> str:
        raise ZeroDivisionError(request.user[:0])

    seat, subjects = bench.seat(answer), [bench.subject(run, stage) for stage in STAGES]
    with pytest.raises(ZeroDivisionError):
        ask_panel(bench.ctx, [seat], subjects, how=Manner(at_once=2), cancel=CancelToken(), emit=ignore)
    assert len(requests_of(seat)) == 1


def test_that_every_paper_of_a_run_is_judged_and_what_is_not_there_is_told(
    bench: Bench, files: dict[str, str]
) -> None:
    papers = {path: text for path, text in files.items() if path not in {"results/paper.md", "idea.md"}}
    run = bench.put(papers | {"results/paper_a.md": "# A", "results/paper_b.md": "# B"})
    found, lacking = subjects_of(bench.ctx, [run], [JudgeStage.IDEA, JudgeStage.PAPER], with_code=False)
    assert [subject.paper for subject in found] == ["results/paper_a.md", "results/paper_b.md"]
    assert [(item.stage, item.reason) for item in lacking] == [(JudgeStage.IDEA, "no idea")]
