"""Two runs of a task side by side, to one judge and twice: in a drawn order, and in the other one.

Neither run's name nor its agent's is told. Rule: a judge prefers a run only if it does so in both orders; where the
order decides, that is told and counts as a tie. The panel prefers what more of its judges do.
"""

import hashlib
import random
import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations

from mlrbench_gui.domain.errors import BudgetReached, InputError, ModelUnavailable
from mlrbench_gui.domain.judge_stages import JudgeStage
from mlrbench_gui.domain.judging import JudgeComparison
from mlrbench_gui.domain.values import RunName
from mlrbench_gui.domain.work import CancelToken, Emit, Progress
from mlrbench_gui.services.context import Context
from mlrbench_gui.services.judging.asking import Answer, JudgeDesk, Seat, ask_marked
from mlrbench_gui.services.judging.material import Material, material_of
from mlrbench_gui.services.judging.questions import JudgeQuestion, comparison_question
from mlrbench_gui.services.judging.shapes import ComparisonReply
from mlrbench_gui.services.judging.subjects import Subject
from mlrbench_gui.services.models.asking import Asker


@dataclass(frozen=True, slots=True)
class Pair:
    """Two subjects of one task and stage, in the order in which they are shown first; `id` is equal in either order."""

    id: str
    first: Subject
    second: Subject


@dataclass(slots=True)
class PairReport:
    """New replies, how many were kept before, and why not all was asked."""

    given: list[JudgeComparison] = field(default_factory=list)
    known: int = 0
    left: int = 0
    unavailable: dict[str, ModelUnavailable] = field(default_factory=dict)
    stopped: BudgetReached | None = None


@dataclass(frozen=True, slots=True)
class JudgeChoice:
    """What one judge says of a pair. `preferred` is None for a tie; `by_order`: the same place won in both orders."""

    profile: str
    preferred: RunName | None
    by_order: bool
    complete: bool


@dataclass(frozen=True, slots=True)
class PairOutcome:
    """What a panel says of a pair, of the judges that answered in both orders."""

    pair: str
    stage: JudgeStage
    runs: tuple[RunName, RunName]
    choices: tuple[JudgeChoice, ...]
    panel: tuple[str, ...]

    @property
    def preferred(self) -> RunName | None:
        """The run that more judges prefer, None for a tie."""
        votes = [sum(c.preferred == run for c in self.choices if c.complete) for run in self.runs]
        return None if votes[0] == votes[1] else self.runs[votes.index(max(votes))]

    @property
    def complete(self) -> bool:
        return len(self.choices) == len(self.panel) and all(choice.complete for choice in self.choices)

    @property
    def count_words(self) -> str:
        return f"{sum(choice.complete for choice in self.choices)} of {len(self.panel)} judges"


def pairs_of(subjects: Sequence[Subject]) -> tuple[Pair, ...]:
    """Every two of a task and stage. Which is shown first is drawn from the pair itself, the same each time.

    Raises InputError where nothing can be paired.
    """
    found = [
        _pair(*sorted(two, key=lambda subject: (subject.run.name, subject.paper or "")))
        for two in combinations(subjects, 2)
        if (two[0].run.task, two[0].stage) == (two[1].run.task, two[1].stage)
        and two[0].run.name != two[1].run.name
    ]
    if not found:
        raise InputError("no two of these runs are of one task; name two runs of the same task to compare")
    return tuple(found)


def compare_pairs(
    ctx: Context,
    seats: Sequence[Seat],
    pairs: Sequence[Pair],
    *,
    again: bool = False,
    cancel: CancelToken,
    emit: Emit,
) -> PairReport:
    """Ask every judge about every pair in both orders. Raises Cancelled; what came by then is kept."""
    report, desk = PairReport(), JudgeDesk(ctx.workspace, ctx.clock, again)
    for number, pair in enumerate(pairs):
        shown = (material_of(ctx, pair.first), material_of(ctx, pair.second))
        for seat in seats:
            cancel.check()
            emit(
                Progress(
                    number, len(pairs), f"{seat.profile.name}: {pair.first.run.task}, {pair.first.stage}"
                )
            )
            for order in _orders(pair, shown, seat):
                _take(desk, seat, order, report, cancel, emit)
    emit(Progress(len(pairs), len(pairs), "compared"))
    return report


def outcomes_of(
    comparisons: Sequence[JudgeComparison], pairs: Sequence[Pair], panel: tuple[str, ...]
) -> tuple[PairOutcome, ...]:
    """What the panel says of each pair, by the newest valid replies in both orders."""
    return tuple(
        PairOutcome(
            pair.id,
            pair.first.stage,
            (pair.first.run.name, pair.second.run.name),
            tuple(
                _choice(name, [c for c in comparisons if (c.pair, c.profile) == (pair.id, name)])
                for name in panel
            ),
            panel,
        )
        for pair in pairs
    )


def _pair(one: Subject, other: Subject) -> Pair:
    told = "\0".join(
        (one.run.name, one.paper or "", other.run.name, other.paper or "", one.stage, str(one.with_code))
    )
    digest = hashlib.sha256(told.encode()).hexdigest()
    swap = random.Random(digest).random() < 0.5  # noqa: S311 -- an order, no secret
    return Pair(digest[:16], other, one) if swap else Pair(digest[:16], one, other)


@dataclass(frozen=True, slots=True)
class _Order:
    """A pair in one of its two orders, as a question."""

    pair: Pair
    swapped: bool
    question: JudgeQuestion


def _orders(pair: Pair, shown: tuple[Material, Material], seat: Seat) -> tuple[_Order, _Order]:
    first, second = shown
    stage, profile = pair.first.stage, seat.profile
    other = replace(pair, first=pair.second, second=pair.first)
    return (
        _Order(pair, swapped=False, question=comparison_question(first, second, stage, profile)),
        _Order(other, swapped=True, question=comparison_question(second, first, stage, profile)),
    )


def _take(
    desk: JudgeDesk, seat: Seat, order: _Order, report: PairReport, cancel: CancelToken, emit: Emit
) -> None:
    """One question, kept in the report; what cannot be asked is left."""
    if report.stopped is not None or seat.profile.name in report.unavailable:
        report.left += 1
        return
    before = [
        kept
        for kept in desk.workspace.judges.comparisons()
        if (kept.pair, kept.profile, kept.swapped) == (order.pair.id, seat.profile.name, order.swapped)
    ]
    if not desk.again and any(k.preference and k.prompt_sha256 == order.question.sha256 for k in before):
        report.known += 1
        return
    scope = f"compare/{order.pair.id}/{seat.profile.name}/{int(order.swapped)}/{len(before)}"
    asker = Asker(seat.client, desk.workspace.calls, seat.budget, desk.clock, scope, emit)
    try:
        answer = ask_marked(asker, order.question, ComparisonReply, seat.form, cancel)
    except ModelUnavailable as error:
        report.unavailable[seat.profile.name] = error
        report.left += 1
    except BudgetReached as error:
        report.stopped = error
        report.left += 1
    else:
        made = _comparison(desk, seat, order, answer)
        desk.workspace.judges.append_comparison(made)
        report.given.append(made)


def _comparison(desk: JudgeDesk, seat: Seat, order: _Order, answer: Answer) -> JudgeComparison:
    reply = answer.reply if isinstance(answer.reply, ComparisonReply) else None
    first, second = order.pair.first, order.pair.second
    return JudgeComparison(
        id=uuid.uuid4().hex,
        pair=order.pair.id,
        stage=first.stage,
        task=first.run.task,
        first=first.run.name,
        second=second.run.name,
        swapped=order.swapped,
        with_code=first.with_code,
        profile=seat.profile.name,
        judge=answer.judge,
        panel=seat.panel,
        repeat=1,
        rubric=order.question.rubric,
        rubric_sha256=order.question.rubric_sha256,
        prompt_sha256=order.question.sha256,
        left_out=order.question.left_out,
        state=answer.state,
        reason=answer.reason,
        preference=reply.preference if reply is not None else None,
        words=reply.reason if reply is not None else "",
        tokens=answer.tokens,
        cost=answer.cost,
        at=desk.clock(),
        raw=answer.raw,
    )


def _choice(profile: str, kept: Sequence[JudgeComparison]) -> JudgeChoice:
    ordered = sorted(kept, key=lambda item: (item.preference is not None, item.at, item.id))
    by_order = {item.swapped: item for item in ordered}
    straight, swapped = by_order.get(False), by_order.get(True)
    if straight is None or swapped is None or straight.preference is None or swapped.preference is None:
        return JudgeChoice(profile, None, by_order=False, complete=False)
    if straight.preferred == swapped.preferred:
        return JudgeChoice(profile, straight.preferred, by_order=False, complete=True)
    same_place = straight.preference is swapped.preference
    return JudgeChoice(profile, None, by_order=same_place, complete=True)
