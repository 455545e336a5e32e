"""For tests of several floors: a workspace with runs of a few files, and judges in memory that answer by script."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, cast

import pytest

from mlrbench_gui.domain.artifacts import Artifact
from mlrbench_gui.domain.judge_stages import JudgeStage
from mlrbench_gui.domain.layout import classify, paper_paths
from mlrbench_gui.domain.model_profiles import ModelProfile, ReplyForm
from mlrbench_gui.domain.opinions import TokenUse
from mlrbench_gui.domain.runs import Run, RunGroup, RunRecord
from mlrbench_gui.domain.values import Mode, RelPath, RunName, Sha256
from mlrbench_gui.domain.work import CancelToken, Emit
from mlrbench_gui.infra.db.workspace import open_workspace
from mlrbench_gui.infra.llm.scripted.asked import Asked
from mlrbench_gui.infra.llm.scripted.judging import judge_answer
from mlrbench_gui.services.context import Context
from mlrbench_gui.services.judging.asking import Seat
from mlrbench_gui.services.judging.subjects import Subject, subjects_of
from mlrbench_gui.services.models.budget import Bounds, Budget
from mlrbench_gui.services.ports.models import ModelReply, ModelRequest

if TYPE_CHECKING:
    from mlrbench_gui.services.ports.papers import PaperPress

TASK = "iclr2025_tides"
PAPER = "# Tides\n\n## Abstract\n\nThe pressure model reaches an accuracy of 91.2 % on the harbour set.\n"
FILES = {
    "task.md": "# Tides\n\nPredict tides.",
    "idea.md": "# An idea\n\nUse air pressure.",
    "related_work.md": "# Related work\n\nNone.",
    "proposal.md": "# A plan\n\nFit two models.",
    "results/paper.md": PAPER,
    "results/metrics.json": '{"pressure": {"accuracy": 0.9123}}',
    "results/log.txt": "epoch 1 loss 0.5\nepoch 2 loss 0.25\n",
    "claude_code/train.py": "print('train')\n",
}


def asked_of(request: ModelRequest) -> Asked:
    """The request as a scripted judge sees it."""
    schema = json.loads(request.shape.schema) if request.shape is not None else None
    return Asked(request.system, request.user, 0, schema, "json_schema", stream=False)


@dataclass
class Judge:
    """A model in memory; an answer that is an exception is raised."""

    profile: ModelProfile
    answer: Callable[[ModelRequest], str | Exception]
    asked: list[ModelRequest] = field(default_factory=list)

    def ask(self, request: ModelRequest, cancel: CancelToken, emit: Emit | None = None) -> ModelReply:  # noqa: ARG002
        cancel.check()
        self.asked.append(request)
        said = self.answer(request)
        if isinstance(said, Exception):
            raise said
        return ModelReply(said, "stop", f"{self.profile.model}-2", tokens=TokenUse(prompt=100, reply=10))

    def close(self) -> None: ...


@dataclass
class Ticking:
    """A clock that goes on by a second each time that it is read."""

    read: int = 0

    def __call__(self) -> datetime:
        self.read += 1
        return datetime(2026, 1, 1, tzinfo=UTC) + timedelta(seconds=self.read)


@dataclass
class Bench:
    """The workspace with its context, and ways to seat judges."""

    ctx: Context

    def put(self, files: Mapping[str, str], run: str = f"end2end_a/{TASK}") -> RunName:
        """Keep a run of these files, in place of what is kept of it."""
        name = RunName(run)
        paths = [RelPath(path) for path in files]
        made = Run(
            name,
            RunGroup.END_TO_END,
            Mode.END_TO_END,
            "a",
            TASK,
            None,
            None,
            papers=tuple(paper_paths(paths)),
        )
        with self.ctx.workspace.importing("here") as batch:
            artifacts = []
            for path in sorted(paths):
                data = files[path].encode()
                digest = Sha256(sha256(data).hexdigest())
                batch.put_blob(data)
                artifacts.append(Artifact(path, digest, len(data), *classify(path, len(data))))
            batch.put_run(RunRecord(made, tuple(artifacts)))
        return name

    def subject(
        self, run: RunName, stage: JudgeStage = JudgeStage.OVERALL, *, with_code: bool = False
    ) -> Subject:
        [found], _ = subjects_of(self.ctx, [run], [stage], with_code=with_code)
        return found

    def seat(
        self,
        answer: Callable[[ModelRequest], str | Exception] | None = None,
        *,
        name: str = "heron",
        panel: tuple[str, ...] = (),
        repeats: int = 1,
        **profile: object,
    ) -> Seat:
        given = {"name": name, "base_url": "http://localhost/v1", "model": name, **profile}
        judge = Judge(ModelProfile.model_validate(given), answer or scripted)
        budget = Budget(judge.profile, Bounds(), self.ctx.clock)
        return Seat(judge, ReplyForm.JSON_SCHEMA, budget, panel or (name,), repeats)


def scripted(request: ModelRequest) -> str:
    """The scripted judge, without a server."""
    return judge_answer(asked_of(request))


def requests_of(seat: Seat) -> Sequence[ModelRequest]:
    """What a seat's judge was asked."""
    return cast("Judge", seat.client).asked


@contextmanager
def judging_bench(folder: Path) -> Iterator[Bench]:
    """The bench over a new workspace."""
    clock = Ticking()
    with closing(open_workspace(folder / "w.mlrb", create=True, clock=clock)) as workspace:
        yield Bench(
            Context(
                workspace=workspace,
                press=cast("PaperPress", None),
                open_tree=lambda _path: pytest.fail("nothing is opened"),
                clock=clock,
                author=lambda: "ann",
                audit_run=lambda _name, _files: pytest.fail("nothing is audited"),
            )
        )
