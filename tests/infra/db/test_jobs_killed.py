"""SIGKILL at any moment: the job goes on behind its last finished step, and no finished step is begun again."""

import random
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import closing
from datetime import UTC, datetime

import pytest

from mlrbench_gui.domain.addresses import Place
from mlrbench_gui.domain.jobs import Job, JobState
from mlrbench_gui.infra.db.workspace import open_workspace
from mlrbench_gui.services.jobs.kinds import Hands, JobKind, registry
from mlrbench_gui.services.jobs.scheduler import Scheduler
from mlrbench_gui.services.jobs.waiting import wait_for

STEPS, KILLS = 200, 6
WORKS = """
import sys, threading
from datetime import UTC, datetime
from mlrbench_gui.domain.addresses import place_of
from mlrbench_gui.infra.db.workspace import open_workspace
from mlrbench_gui.services.jobs.kinds import JobKind, JobOrder, registry
from mlrbench_gui.services.jobs.scheduler import Scheduler

class Work:
    independent = False
    def __init__(self, job): self.job = job
    def steps(self): return self.job.subjects
    def do(self, step, hands): print(step, flush=True)
    def outcome(self): return ""
    def close(self): pass

workspace = open_workspace(place_of(sys.argv[1]), create=True)
jobs = Scheduler(workspace.jobs, registry([JobKind("work", "work", Work)]), lambda: datetime.now(UTC))
jobs.refresh()
if jobs.standings():
    jobs.go_on(jobs.standings()[0].job.id)
else:
    jobs.submit(JobOrder("work", "Work", tuple(f"s{n}" for n in range(int(sys.argv[2])))))
threading.Event().wait()
"""


class Work:
    """Notes which steps are begun."""

    independent = False

    def __init__(self, job: Job, begun: list[str]) -> None:
        self.job, self.begun = job, begun

    def steps(self) -> Sequence[str]:
        return self.job.subjects

    def do(self, step: str, _hands: Hands) -> None:
        self.begun.append(step)

    def outcome(self) -> str:
        return ""

    def close(self) -> None: ...


def killed_after(place: Place, lines: int) -> list[str]:
    """Let a process work until it has told so many steps; gives all that it told."""
    command = [sys.executable, "-c", WORKS, str(place), str(STEPS)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        told = [child.stdout.readline().strip() for _ in range(lines)]
        child.send_signal(signal.SIGKILL)
        return told + [line.strip() for line in child.stdout]


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL is a POSIX signal")
def test_that_kills_at_random_moments_cost_no_finished_step(place: Place) -> None:
    kept, draw = set[str](), random.Random(4)
    for _ in range(KILLS):
        told = killed_after(place, draw.randint(1, 5))
        assert not kept & set(told)
        with closing(open_workspace(place)) as workspace:
            workspace.jobs.interrupt_lost(datetime.now(UTC))
            (job,) = workspace.jobs.all()
        assert job.state is JobState.INTERRUPTED
        assert kept <= job.done_names
        kept = set(job.done_names)
    begun: list[str] = []
    with closing(open_workspace(place)) as workspace:
        kinds = registry([JobKind("work", "work", lambda job: Work(job, begun))])
        jobs = Scheduler(workspace.jobs, kinds, lambda: datetime.now(UTC))
        jobs.refresh()
        id_ = jobs.standings()[0].job.id
        jobs.go_on(id_)
        (done,) = wait_for(jobs, (id_,), lambda _event: None)
        assert jobs.close()
    assert done.state is JobState.DONE
    assert set(begun) | kept == {f"s{n}" for n in range(STEPS)}
    assert not set(begun) & kept
