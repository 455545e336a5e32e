"""Runs of stages in the queue: with experiments by the profile's agent, given inputs, bounds, and a cancel."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event as Signal

import pytest

from mlrbench_gui.app.cli import main
from mlrbench_gui.app.compose import opened
from mlrbench_gui.domain.coders import CoderProfile
from mlrbench_gui.domain.jobs import Job, JobState
from mlrbench_gui.domain.model_profiles import ModelProfile
from mlrbench_gui.domain.stages import StageState
from mlrbench_gui.domain.values import Mode, RelPath, RunName, Stage
from mlrbench_gui.infra.llm.scripted.server import ScriptedServer
from mlrbench_gui.services.context import Context
from mlrbench_gui.services.jobs.book import Notice, OutputGrew
from mlrbench_gui.services.jobs.stages import StagesWish, stages_order
from mlrbench_gui.services.jobs.waiting import wait_for

TASK = "iclr2025_bi_align"
DOCUMENTS = (Stage.IDEA, Stage.LITERATURE, Stage.PROPOSAL)
PATIENCE = 60.0


@pytest.fixture
def profile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., ModelProfile]]:
    """Sets a profile named gull, which the scripted server answers for."""
    monkeypatch.setenv("MLRBENCH_MODELS", str(tmp_path / "models.json"))
    with ScriptedServer() as server:

        def put(**more: object) -> ModelProfile:
            made = server.profile(name="gull", **more)
            (tmp_path / "models.json").write_text(json.dumps([made.model_dump(mode="json")]))
            return made

        yield put


@pytest.fixture
def context(tmp_path: Path, profile: Callable[..., ModelProfile]) -> Iterator[Context]:
    profile()
    with opened(tmp_path / "w.mlrb", create=True) as made:
        yield made


def done(context: Context, wish: StagesWish, profile: ModelProfile) -> Job:
    assert context.jobs is not None
    job = context.jobs.submit(stages_order([TASK], wish, profile))
    (ended,) = wait_for(context.jobs, (job.id,), lambda _event: None)
    return ended


def test_that_given_inputs_are_what_a_job_works_from(
    context: Context, profile: Callable[..., ModelProfile], tmp_path: Path
) -> None:
    given = tmp_path / "given" / TASK
    given.mkdir(parents=True)
    (given / "idea.md").write_text("# A given idea\n\nOf a person.\n")
    wish = StagesWish((Stage.PROPOSAL,), agent="gull", inputs=str(given.parent))
    assert done(context, wish, profile()).state is JobState.DONE
    missing = StagesWish((Stage.PROPOSAL,), agent="gull", inputs=str(tmp_path / "none"))
    failed = done(context, missing, profile())
    assert failed.state is JobState.FAILED
    assert str(tmp_path / "none") in failed.reason


def test_that_minutes_of_work_are_a_bound_over_all_attempts(
    context: Context, profile: Callable[..., ModelProfile]
) -> None:
    ended = done(context, StagesWish((Stage.IDEA,), agent="gull", minutes=0.000001), profile())
    assert ended.state is JobState.FAILED
    assert "could pass 6e-05 s" in ended.reason


def test_that_a_job_from_the_command_line_takes_all_that_a_run_takes(
    tmp_path: Path, profile: Callable[..., ModelProfile], capsys: pytest.CaptureFixture[str]
) -> None:
    profile()
    words = ["--stages", "idea", "--agent", "gull", "--budget", "tokens=90000,minutes=30", "--image", "img:1"]
    place = ["--workspace", str(tmp_path / "w.mlrb"), "jobs"]
    assert main([*place, "start", "run", TASK, *words, "--network", "lab", "--gpus", "2"]) == 0
    capsys.readouterr()
    assert main([*place, "list", "--json", "-"]) == 0
    (job,) = json.loads(capsys.readouterr().out)
    told = json.loads(job["order"])
    assert (told["minutes"], told["tokens"], told["image"], told["network"]) == (30, 90000, "img:1", "lab")


@pytest.mark.docker
def test_that_a_job_goes_from_idea_to_paper_with_an_experiment_in_a_container(
    context: Context, profile: Callable[..., ModelProfile]
) -> None:
    ended = done(context, StagesWish(tuple(Stage), Mode.END_TO_END, agent="gull"), profile())
    assert (ended.state, ended.outcome) == (JobState.DONE, "1 task done")
    files = context.workspace.runs.files(RunName(f"end2end_gull/{TASK}"))
    assert {"agent_log.jsonl", "results/metrics.json", "results/paper.md"} <= set(files.paths())


@pytest.mark.docker
def test_that_a_cancelled_experiment_of_a_coding_agent_keeps_its_log_and_its_files(
    context: Context, profile: Callable[..., ModelProfile]
) -> None:
    command = "echo working; echo '{}' > results/half.json; sleep 100"
    coder = CoderProfile.model_validate({"command": command, "transcript": "prose"})
    made = profile(coder=coder)
    assert context.jobs is not None
    working = Signal()

    def hear(notice: Notice) -> None:
        tail = context.jobs.tail(notice.id) if isinstance(notice, OutputGrew) and context.jobs else None
        if tail is not None and "working" in tail.text():
            working.set()

    context.jobs.listen(hear)
    wish = StagesWish((*DOCUMENTS, Stage.EXPERIMENT), Mode.END_TO_END, agent="gull")
    job = context.jobs.submit(stages_order([TASK], wish, made))
    assert working.wait(PATIENCE)
    context.jobs.cancel(job.id)
    (ended,) = wait_for(context.jobs, (job.id,), lambda _event: None)

    assert ended.state is JobState.CANCELLED
    run = RunName(f"end2end_gull/{TASK}")
    kept = context.workspace.stages.of_run(run)[-1]
    assert (kept.state, kept.reason) == (StageState.STOPPED, "it was cancelled before it was done")
    files = context.workspace.runs.files(run)
    assert {"coder_log.jsonl", "gemini_log.log", "results/half.json"} <= set(files.paths())
    assert files.read(RelPath("gemini_log.log")) == b"working\n"
