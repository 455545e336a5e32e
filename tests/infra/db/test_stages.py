"""Tries at stages come back with their files after a restart, and equal bytes are kept once."""

from contextlib import closing
from datetime import UTC, datetime
from hashlib import sha256

import pytest
from sqlalchemy.exc import IntegrityError

from mlrbench_gui.domain.addresses import Place
from mlrbench_gui.domain.errors import InputError
from mlrbench_gui.domain.model_calls import Account
from mlrbench_gui.domain.stages import StageOutput, StageRecord, StageState
from mlrbench_gui.domain.values import Mode, RelPath, RunName, Sha256, Stage
from mlrbench_gui.infra.db.workspace import SqliteWorkspace, open_workspace

RUN = RunName("end2end_mine/task_a")
FILES = {RelPath("idea.md"): b"# An idea\n" * 50, RelPath("copy.md"): b"# An idea\n" * 50}


def record(number: int, run: RunName = RUN, files: dict[RelPath, bytes] = FILES) -> StageRecord:
    outputs = tuple(
        StageOutput(path=path, sha256=Sha256(sha256(data).hexdigest()), size=len(data))
        for path, data in files.items()
    )
    return StageRecord(
        id=f"s{number}",
        run=run,
        task="task_a",
        stage=Stage.IDEA,
        mode=Mode.END_TO_END,
        agent="mine",
        model="heron-2",
        attempt=number,
        key=Sha256("a" * 64),
        prompt="idea-1",
        prompt_sha256=Sha256("b" * 64),
        state=StageState.FINISHED,
        outputs=outputs,
        account=Account(2, 300, 40, 0, None, 3.5),
        started=datetime(2026, 1, 1, tzinfo=UTC),
        ended=datetime(2026, 1, 1, 0, 1, tzinfo=UTC),
    )


def test_that_a_stage_comes_back_with_its_files_after_a_restart(
    workspace: SqliteWorkspace, place: Place
) -> None:
    given = (record(0), record(1))
    for item in (*given, record(2, RunName("other/run"), {})):
        workspace.stages.append(item, FILES if item.outputs else {})
    workspace.close()
    with closing(open_workspace(place)) as again:
        assert again.stages.of_run(RUN) == given
        assert again.stages.files(given[1]) == FILES
        assert len(again.stages.all()) == 3


def test_that_a_stage_is_never_written_twice_and_a_failed_write_keeps_nothing(
    workspace: SqliteWorkspace,
) -> None:
    workspace.stages.append(record(0, files={}), {})
    with pytest.raises(IntegrityError):
        workspace.stages.append(record(0), FILES)
    with pytest.raises(InputError, match=r"lacks idea\.md of stage idea"):
        workspace.stages.files(record(0))
