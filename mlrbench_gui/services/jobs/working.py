"""How one job is done: its steps one after the other, what they say, and how it ends. Nothing that it does escapes."""

import logging
from collections.abc import Callable
from datetime import datetime

from mlrbench_gui.domain import jobs as rules
from mlrbench_gui.domain.errors import BudgetReached, Cancelled, InputError, MissingPart, MlrbenchError
from mlrbench_gui.domain.jobs import Job, JobState
from mlrbench_gui.domain.work import Event, LiveText, Progress, RunsChanged, Spent, Step
from mlrbench_gui.services.jobs.book import JobBook, JobChanged, OutputGrew
from mlrbench_gui.services.jobs.kinds import Hands, JobWork, Kinds
from mlrbench_gui.services.jobs.output import OutputTail

_log = logging.getLogger(__name__)

End = Callable[[Job, datetime], Job]


def work_on(job: Job, book: JobBook, kinds: Kinds) -> None:
    """Do a job that was begun, to whatever end."""
    tail = OutputTail(book.clock)
    try:
        tail = book.begin_output(job.id)
        end = _Worker(job.id, book, tail).done(kinds)
    except Cancelled:
        end = _stopped_by(book.own(job.id).wish)
    except MlrbenchError as error:
        end = _failing(str(error))
    except Exception as error:  # noqa: BLE001 -- whatever a job does, the others go on
        _log.exception("a job failed")
        first = str(error).partition("\n")[0]
        end = _failing(f"{type(error).__name__}: {first}; the log has the details")
    tail.end_lines()
    _end(job.id, book, end, tail)


class _Worker:
    """One attempt at a job."""

    def __init__(self, id_: str, book: JobBook, tail: OutputTail) -> None:
        self._id = id_
        self._book = book
        self._tail = tail
        self._live = book.own(id_)

    @property
    def _job(self) -> Job:
        return self._book.job(self._id)

    def done(self, kinds: Kinds) -> End:
        """Do all steps that are left; gives how the job is to end."""
        job = self._job
        kind = kinds.get(job.kind)
        if kind is None:
            raise InputError(f"this program knows no job of the kind {job.kind!r}")
        if job.attempt > 1 or job.finished:
            self._tail.say(f"attempt {job.attempt}, behind {len(job.finished)} finished steps")
        work = kind.open(job)
        try:
            self._change(lambda job: rules.planned(job, job.steps or tuple(work.steps())))
            for step in self._job.steps:
                if step in self._job.done_names:
                    continue
                if self._live.wish is JobState.PAUSED:
                    return rules.paused
                self._live.token.check()
                self._do(step, work)
            return self._ending(work)
        finally:
            work.close()

    def _do(self, step: str, work: JobWork) -> None:
        self._tail.say(step)
        begun = self._book.change_unwritten(
            self._id, lambda job: rules.step_begun(job, step, self._book.clock())
        )
        try:
            work.do(step, Hands(begun, self._live.token, self._heard))
        except Cancelled:
            raise
        except MlrbenchError as error:
            reason = _one_line(str(error))
            self._tail.say(f"failed: {reason}")
            self._change(lambda job: rules.step_failed(job, step, reason))
            if not work.independent or isinstance(error, MissingPart | BudgetReached):
                raise
        else:
            self._change(lambda job: rules.step_finished(job, step, self._book.clock()))

    def _ending(self, work: JobWork) -> End:
        job = self._job
        if job.failed:
            many = len(job.steps)
            told = f"{len(job.failed)} of {many} failed, the first: " if many > 1 else ""
            return _failing(f"{told}{job.failed[0].reason}")
        outcome = work.outcome()
        return lambda job, at: rules.done(job, at, outcome)

    def _heard(self, event: Event) -> None:
        match event:
            case LiveText(text, source):
                self._tail.add(text, source)
                self._book.tell(OutputGrew(self._id))
            case Step(text):
                self._tail.say(text)
                self._book.change_unwritten(self._id, lambda job: rules.said(job, text, job.part))
            case Progress(done, total, text):
                part = done / total if total else None
                self._book.change_unwritten(self._id, lambda job: rules.said(job, text, part))
            case Spent(tokens, cost):
                self._change(lambda job: rules.spent(job, tokens, cost))
            case RunsChanged():
                self._book.tell(event)
            case _:
                pass

    def _change(self, change: Callable[[Job], Job]) -> None:
        self._book.change(self._id, change)


def _end(id_: str, book: JobBook, end: End, tail: OutputTail) -> None:
    """The job ends whatever the file says to it; its slot is free again."""
    with book.turn:
        book.own(id_).wish = None
        try:
            book.keep_output(id_, tail)  # first: a job that is over has its output, also after a kill
            ended = book.change(id_, lambda job: end(job, book.clock()))
        except MlrbenchError as error:
            book.fail_unwritten(id_, str(error))
        else:
            book.tell(JobChanged(ended, ended=True))
        book.turn.notify_all()


def _stopped_by(wish: JobState | None) -> End:
    return rules.cancelled if wish is JobState.CANCELLED else rules.interrupted


def _failing(reason: str) -> End:
    return lambda job, at: rules.failed(job, at, _one_line(reason))


def _one_line(text: str) -> str:
    return " ".join(text.split())
