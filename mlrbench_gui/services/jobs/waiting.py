"""Jobs without a window: put them into the queue and wait for their end, with what they say on the way."""

from collections.abc import Iterable
from queue import SimpleQueue

from mlrbench_gui.domain.jobs import Job
from mlrbench_gui.domain.work import Emit, Progress
from mlrbench_gui.services.jobs.book import JobChanged, Notice
from mlrbench_gui.services.jobs.scheduler import Scheduler


def wait_for(scheduler: Scheduler, ids: Iterable[str], emit: Emit) -> tuple[Job, ...]:
    """The jobs as they ended, in the order given. An interrupt of the caller leaves them as they are."""
    heard: SimpleQueue[Notice] = SimpleQueue()
    wanted = tuple(ids)
    leave = scheduler.listen(heard.put)
    try:
        waiting = {id_ for id_ in wanted if not _is_over(scheduler, id_)}
        while waiting:
            notice = heard.get()
            if not isinstance(notice, JobChanged):
                continue
            job = notice.job
            if job.id in waiting:
                text = f"{job.title}: {job.saying or job.step or job.state}"
                emit(Progress(len(job.finished), len(job.steps) or None, text))
            if notice.ended:
                waiting.discard(job.id)
    finally:
        leave()
    return tuple(scheduler.job(id_) for id_ in wanted)


def _is_over(scheduler: Scheduler, id_: str) -> bool:
    return all(job.id != id_ for job in scheduler.active())
