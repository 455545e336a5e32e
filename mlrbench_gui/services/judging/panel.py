"""A panel at work: every judge on every subject, side by side, each reply kept as it comes.

A judge that cannot be reached ends nothing but its own part: the others go on, and what it owes is told as missing.
A bound that is reached ends all, as it is one for the whole panel.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from threading import Lock

from mlrbench_gui.domain.errors import BudgetReached, InputError, ModelUnavailable
from mlrbench_gui.domain.judging import JudgeReview
from mlrbench_gui.domain.model_calls import Account
from mlrbench_gui.domain.panels import PanelScores, PanelSubject, panel_of
from mlrbench_gui.domain.values import RelPath
from mlrbench_gui.domain.work import CancelToken, Emit, Event, LiveText, Progress, RunsChanged
from mlrbench_gui.services.context import Context
from mlrbench_gui.services.judging.asking import JudgeDesk, Seat, Sheet, judge_once
from mlrbench_gui.services.judging.citing import CitationDesk
from mlrbench_gui.services.judging.material import material_of
from mlrbench_gui.services.judging.subjects import Subject
from mlrbench_gui.services.papers import paper_text


@dataclass(slots=True)
class PanelReport:
    """What came of an order. `given` are new replies, `known` says how many were kept before.

    `unavailable` says by profile why a judge could not be asked; `stopped` why not all was asked. `keys` tells of each
    subject which texts it was judged by.
    """

    given: list[JudgeReview] = field(default_factory=list)
    known: int = 0
    left: int = 0
    unavailable: dict[str, ModelUnavailable] = field(default_factory=dict)
    stopped: BudgetReached | None = None
    account: Account = field(default_factory=Account)
    keys: dict[Subject, str] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)

    def take(self, review: JudgeReview | None) -> None:
        """Count one question that was answered, now or before."""
        with self._lock:
            if review is None:
                self.known += 1
                return
            self.given.append(review)
            used = review.tokens
            prompt, reply = (used.prompt, used.reply) if used is not None else (0, 0)
            self.account += Account(1, prompt, reply, int(used is None), review.cost)

    def leave(self, many: int = 1) -> None:
        """Count questions that were not asked."""
        with self._lock:
            self.left += many


@dataclass(frozen=True, slots=True)
class Manner:
    """How a panel is asked: also what is answered already, and about so many subjects at a time."""

    again: bool = False
    at_once: int = 1


ONE_BY_ONE = Manner()


def ask_panel(
    ctx: Context,
    seats: Sequence[Seat],
    subjects: Sequence[Subject],
    *,
    how: Manner = ONE_BY_ONE,
    cancel: CancelToken,
    emit: Emit,
) -> PanelReport:
    """Ask every judge about every subject, so often as their seats say.

    Of several at a time the first one is alone: who cannot be reached is known behind it. Raises Cancelled; what came
    by then is kept.
    """
    report, desk = PanelReport(), JudgeDesk(ctx.workspace, ctx.clock, how.again)
    total = len(subjects) * sum(seat.repeats for seat in seats)
    with ThreadPoolExecutor(max(1, how.at_once), thread_name_prefix="subject") as pool:

        def one(subject: Subject) -> None:
            _ask_about(ctx, desk, (subject, seats), report, cancel, emit)

        asked = [pool.submit(one, subject) for subject in subjects[:1]]
        try:
            for number, subject in enumerate(subjects):
                emit(Progress(number * total // len(subjects), total, _words(subject)))
                asked[number].result()
                if number == 0:
                    asked += [pool.submit(one, later) for later in subjects[1:]]
        except BaseException:
            cancel.cancel()  # what is not begun yet ends at once
            raise
    emit(Progress(total, total, "judged"))
    return report


def _ask_about(
    ctx: Context,
    desk: JudgeDesk,
    about: tuple[Subject, Sequence[Seat]],
    report: PanelReport,
    cancel: CancelToken,
    emit: Emit,
) -> None:
    """All judges on one subject, side by side."""
    subject, seats = about
    cancel.check()
    if report.stopped is not None:
        report.leave(sum(seat.repeats for seat in seats))
        return
    sheet = sheet_of(ctx, subject)
    report.keys[subject] = sheet.key
    with ThreadPoolExecutor(max(1, len(seats)), thread_name_prefix="judge") as pool:
        rounds = [pool.submit(_sit, desk, seat, sheet, report, cancel, emit) for seat in seats]
        try:
            for done in rounds:
                done.result()
        finally:
            emit(RunsChanged((subject.run.name,), "judging"))


def sheet_of(ctx: Context, subject: Subject) -> Sheet:
    """The subject with its material and what citations are held against: every file of the run."""
    material = material_of(ctx, subject)
    paths = ctx.workspace.runs.files(subject.run.name).paths()
    return Sheet(subject, material, CitationDesk(material.names, paths, _reader(ctx, subject)))


def panel_scores(
    ctx: Context, report: PanelReport, subjects: Sequence[Subject], panel: Sequence[str], repeats: int
) -> tuple[PanelScores, ...]:
    """What this panel says of these subjects, from now and before; those without any reply are among them."""
    return tuple(
        panel_of(
            PanelSubject(subject.run.name, subject.run.task, subject.stage, subject.paper, subject.with_code),
            [
                review
                for review in ctx.workspace.judges.of_run(subject.run.name)
                if review.material == report.keys.get(subject, "")
                and (review.stage, review.paper, review.with_code)
                == (subject.stage, subject.paper, subject.with_code)
            ],
            tuple(panel),
            repeats,
        )
        for subject in subjects
    )


def _sit(
    desk: JudgeDesk, seat: Seat, sheet: Sheet, report: PanelReport, cancel: CancelToken, emit: Emit
) -> None:
    """One judge's part on one subject: its repeats, one after the other."""
    name = seat.profile.name
    for repeat in range(1, seat.repeats + 1):
        if report.stopped is not None or name in report.unavailable:
            report.leave()
            continue
        try:
            review = judge_once(desk, seat, sheet, repeat, cancel, _quiet(emit))
        except ModelUnavailable as error:
            report.unavailable[name] = error
            report.leave()
        except BudgetReached as error:
            report.stopped = error
            report.leave()
        else:
            report.take(review)
            if review is not None:
                emit(LiveText(f"{reply_words(review)}\n", name))


def reply_words(review: JudgeReview) -> str:
    """A reply in one line: who, on what, and what it says or why it says nothing."""
    about = f"{review.run}, {review.stage}: {review.profile}"
    if not review.is_valid:
        return f"{about} {review.state}: {review.reason}"
    told = [f"{score.criterion} {score.score}" for score in review.scores]
    if review.has_hallucination is not None:
        told.append("hallucination found" if review.has_hallucination else "no hallucination found")
    flagged = len(review.flagged)
    told += [f"{flagged} citations that do not hold"] if flagged else []
    return f"{about} {', '.join(told)}"


def _quiet(emit: Emit) -> Emit:
    """Several judges speak at once: their words are told when they are whole, not as they come."""

    def told(event: Event) -> None:
        if not isinstance(event, LiveText):
            emit(event)

    return told


def _words(subject: Subject) -> str:
    paper = f", {subject.paper}" if subject.paper and len(subject.run.papers) > 1 else ""
    return f"{subject.run.name}{paper}: {subject.stage}"


def _reader(ctx: Context, subject: Subject) -> Callable[[RelPath], str | None]:
    """Reads a file of the run as text; what holds none is None."""
    run = subject.run
    files = ctx.workspace.runs.files(run.name)

    def read(path: RelPath) -> str | None:
        try:
            if path in run.papers:
                return paper_text(ctx, run.name, path)
            data = files.read(path)
        except (InputError, KeyError):
            return None
        return None if b"\0" in data[:8192] else data.decode("utf-8", "replace")

    return read
