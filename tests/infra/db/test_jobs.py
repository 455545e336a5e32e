"""Jobs come back after a restart; those of a process that is gone are interrupted, those of a living one are not."""

import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime, timedelta

import pytest

from mlrbench_gui.domain import jobs
from mlrbench_gui.domain.addresses import Place
from mlrbench_gui.domain.jobs import Job, JobState
from mlrbench_gui.infra.db import processes
from mlrbench_gui.infra.db.workspace import SqliteWorkspace, open_workspace

NOW = datetime(2026, 1, 1, tzinfo=UTC)
DIES = """
import os, signal, sys
from datetime import UTC, datetime
from mlrbench_gui.domain.addresses import place_of
from mlrbench_gui.domain import jobs
from mlrbench_gui.infra.db.workspace import open_workspace

now = datetime(2026, 1, 1, tzinfo=UTC)
store = open_workspace(place_of(sys.argv[1])).jobs
def made(name):
    return jobs.Job(id=name, kind="audit", title=name, subjects=(), steps=("a", "b"), created_at=now)
ran = jobs.step_finished(jobs.step_begun(jobs.started(made("ran"), now), "a", now), "a", now)
store.put(ran)
store.put(made("waited"))
store.put(jobs.paused(made("slept"), now))
store.put(jobs.done(jobs.started(made("over"), now), now))
os.kill(os.getpid(), signal.SIGKILL)
"""


def job(name: str) -> Job:
    return Job(id=name, kind="audit", title=f"Audit {name} – “so”", subjects=(name,), created_at=NOW)


def states(workspace: SqliteWorkspace) -> dict[str, JobState]:
    return {made.id: made.state for made in workspace.jobs.all()}


def test_that_jobs_come_back_in_the_order_made_as_they_were_put_last(
    workspace: SqliteWorkspace, place: Place
) -> None:
    first, second = job("b"), job("a")
    workspace.jobs.put(first)
    workspace.jobs.put(second)
    changed = jobs.cancelled(first, NOW)
    workspace.jobs.put(changed)
    with closing(open_workspace(place)) as again:
        assert again.jobs.all() == (changed, second)


def test_that_a_job_is_claimed_by_one_of_two(workspace: SqliteWorkspace, place: Place) -> None:
    slept = jobs.paused(job("a"), NOW)
    workspace.jobs.put(slept)
    with closing(open_workspace(place)) as other:
        assert other.jobs.claim(jobs.queued_again(slept), slept.state)
        assert not workspace.jobs.claim(jobs.queued_again(slept), slept.state)


@pytest.mark.skipif(sys.platform == "win32", reason="kills as POSIX does")
def test_that_a_killed_process_leaves_jobs_that_can_be_resumed_behind_their_finished_steps(
    workspace: SqliteWorkspace, place: Place
) -> None:
    subprocess.run([sys.executable, "-c", DIES, str(place)], check=False)
    lost = workspace.jobs.interrupt_lost(NOW)
    assert [made.id for made in lost] == ["ran", "waited"]
    assert states(workspace) == {
        "ran": JobState.INTERRUPTED,
        "waited": JobState.INTERRUPTED,
        "slept": JobState.PAUSED,
        "over": JobState.DONE,
    }
    ran = workspace.jobs.all()[0]
    assert jobs.queued_again(ran).done_names == {"a"}
    assert workspace.jobs.interrupt_lost(NOW) == ()


def test_that_jobs_of_a_living_process_are_left_alone(workspace: SqliteWorkspace, place: Place) -> None:
    workspace.jobs.put(job("mine"))
    with closing(open_workspace(place)) as other:
        assert other.jobs.interrupt_lost(NOW) == ()
        assert other.jobs.all()[0].state is JobState.QUEUED


def test_that_a_process_elsewhere_is_known_by_its_silence() -> None:
    seen = datetime(2026, 1, 1, tzinfo=UTC)
    mark = processes.ProcessMark("another-machine", 1, "then")
    assert mark.lives(seen.isoformat(), seen + timedelta(minutes=9))
    assert not mark.lives(seen.isoformat(), seen + timedelta(minutes=11))


def test_that_output_is_kept_apart_and_goes_with_its_job(workspace: SqliteWorkspace) -> None:
    ended = jobs.cancelled(job("a"), NOW)
    workspace.jobs.put(ended)
    workspace.jobs.put(job("b"))
    workspace.jobs.put_output("a", "first")
    workspace.jobs.put_output("a", "line \udcff of a log")
    workspace.jobs.put_output("b", "kept")
    assert workspace.jobs.output("a") == "line ? of a log"
    workspace.jobs.remove(["a", "b"])
    assert states(workspace) == {"b": JobState.QUEUED}
    assert (workspace.jobs.output("a"), workspace.jobs.output("b")) == ("", "kept")
