"""Ask one judge about one subject, and keep its reply in one of three states before it is used.

A question whose valid reply is kept is not asked again. After a reply that could not be used the question is asked
anew, and a work that was stopped finds the replies that it had.
"""

import uuid
from dataclasses import dataclass
from typing import TypeVar

from mlrbench_gui.domain.errors import ReplyRefused, ReplyUnusable
from mlrbench_gui.domain.judging import JudgeReview, JudgeState
from mlrbench_gui.domain.model_calls import ModelCall, account
from mlrbench_gui.domain.model_profiles import ModelProfile, ReplyForm
from mlrbench_gui.domain.opinions import TokenUse
from mlrbench_gui.domain.work import CancelToken, Emit
from mlrbench_gui.services.judging.citing import CitationDesk
from mlrbench_gui.services.judging.material import Material
from mlrbench_gui.services.judging.questions import JudgeQuestion, material_key, review_question
from mlrbench_gui.services.judging.shapes import SHAPES, Marked, Said, fault_of, said_of
from mlrbench_gui.services.judging.subjects import Subject
from mlrbench_gui.services.models.asking import Asker
from mlrbench_gui.services.models.budget import Budget
from mlrbench_gui.services.models.structured import ask_value
from mlrbench_gui.services.ports.calls import Clock
from mlrbench_gui.services.ports.models import ModelClient
from mlrbench_gui.services.ports.workspace import Workspace

RAW = 60_000
"""So much of a reply is kept."""

Reply = TypeVar("Reply", bound=Marked)


@dataclass(frozen=True, slots=True)
class Seat:
    """A judge at the table: its model, how that is held to JSON, what it may use, and the whole panel's names."""

    client: ModelClient
    form: ReplyForm
    budget: Budget
    panel: tuple[str, ...]
    repeats: int = 1

    @property
    def profile(self) -> ModelProfile:
        return self.client.profile


@dataclass(frozen=True, slots=True)
class Sheet:
    """A subject with its material and the desk where citations are checked: the same for all judges."""

    subject: Subject
    material: Material
    citations: CitationDesk

    @property
    def key(self) -> str:
        """Equal where the same texts are judged by the same rubric."""
        return material_key(self.material, self.subject.stage)


@dataclass(frozen=True, slots=True)
class JudgeDesk:
    """Where replies are kept. `again`: valid ones are asked for anew too."""

    workspace: Workspace
    clock: Clock
    again: bool = False


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of a question: a reply of the right shape, or why there is none, and the calls that it took."""

    state: JudgeState
    reason: str
    reply: Marked | None
    calls: tuple[ModelCall, ...]

    @property
    def judge(self) -> str:
        return self.calls[-1].model if self.calls else ""

    @property
    def raw(self) -> str:
        """The last reply, or the words of a refusal."""
        return (self.calls[-1].text or self.calls[-1].refusal)[:RAW] if self.calls else ""

    @property
    def tokens(self) -> TokenUse | None:
        used = account(self.calls)
        return None if used.untold else TokenUse(prompt=used.prompt_tokens, reply=used.reply_tokens)

    @property
    def cost(self) -> float | None:
        return account(self.calls).cost


def judge_once(
    desk: JudgeDesk, seat: Seat, sheet: Sheet, repeat: int, cancel: CancelToken, emit: Emit
) -> JudgeReview | None:
    """Ask one judge once and keep what it says; None where a valid reply to this very question is kept already.

    Raises BudgetReached, ModelUnavailable, Cancelled.
    """
    subject = sheet.subject
    question = review_question(sheet.material, subject.stage, seat.profile)
    before = [
        review
        for review in desk.workspace.judges.of_run(subject.run.name)
        if _is_same(review, seat, subject, repeat)
    ]
    if not desk.again and any(r.is_valid and r.prompt_sha256 == question.sha256 for r in before):
        return None
    asked = ("judge", subject.run.name, subject.paper or "", subject.stage, seat.profile.name)
    scope = "/".join((*asked, str(repeat), str(len(before))))
    asker = Asker(seat.client, desk.workspace.calls, seat.budget, desk.clock, scope, emit)
    answer = ask_marked(asker, question, SHAPES[subject.stage], seat.form, cancel)
    review = _review(seat, sheet, question, repeat, answer).model_copy(update={"at": desk.clock()})
    desk.workspace.judges.append(review)
    return review


def ask_marked(
    asker: Asker, question: JudgeQuestion, shape: type[Reply], form: ReplyForm, cancel: CancelToken
) -> Answer:
    """Ask, with one round of repair. What cannot be used is an answer too. Raises BudgetReached, ModelUnavailable."""
    state, reason, reply = JudgeState.VALID, "", None
    try:
        reply = ask_value(
            asker,
            question.request,
            shape,
            form,
            cancel,
            check=lambda value: fault_of(value, question.mark),
        )
    except ReplyRefused as error:
        state, reason = JudgeState.REFUSED, str(error)
    except ReplyUnusable as error:
        state, reason = JudgeState.INVALID, str(error)
    return Answer(state, reason, reply, tuple(asker.made))


def _is_same(review: JudgeReview, seat: Seat, subject: Subject, repeat: int) -> bool:
    asked = (review.stage, review.paper, review.with_code, review.profile, review.repeat)
    return asked == (subject.stage, subject.paper, subject.with_code, seat.profile.name, repeat)


def _review(seat: Seat, sheet: Sheet, question: JudgeQuestion, repeat: int, answer: Answer) -> JudgeReview:
    subject = sheet.subject
    said = said_of(answer.reply) if answer.reply is not None else Said()
    return JudgeReview(
        id=uuid.uuid4().hex,
        run=subject.run.name,
        task=subject.run.task,
        stage=subject.stage,
        target=subject.target,
        paper=subject.paper,
        with_code=subject.with_code,
        profile=seat.profile.name,
        judge=answer.judge,
        panel=seat.panel,
        repeat=repeat,
        repeats=seat.repeats,
        rubric=question.rubric,
        rubric_sha256=question.rubric_sha256,
        material=question.material,
        prompt_sha256=question.sha256,
        pictures=len(question.request.pictures),
        left_out=question.left_out,
        state=answer.state,
        reason=answer.reason,
        scores=said.scores,
        strengths=said.strengths,
        weaknesses=said.weaknesses,
        confidence=said.confidence,
        has_hallucination=said.has_hallucination,
        cases=said.cases,
        details=said.details,
        citations=sheet.citations.checked(said.citations),
        tokens=answer.tokens,
        cost=answer.cost,
        at=answer.calls[-1].at,
        raw=answer.raw,
    )
