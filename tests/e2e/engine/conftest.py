"""The program started from the command line, over a scripted model by HTTP and a real engine."""

import json
import os
import subprocess
import uuid
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import docker
import pytest

from mlrbench_gui.domain.values import RunName
from mlrbench_gui.infra.db.workspace import SqliteWorkspace, open_workspace
from mlrbench_gui.infra.llm.scripted.server import Script, ScriptedServer
from mlrbench_gui.infra.sandbox._ownership import _OWNER, LABEL

KEY = "sk-canary-4711"
WHOLE = "idea,literature,proposal,experiment,paper"


@dataclass
class Program:
    """The program in a workspace of its own, with a model of its own; its runs have a name that no other test has."""

    command: list[str]
    place: Path
    script: Script
    surroundings: dict[str, str] = field(repr=False)
    agent: str

    @property
    def workspace(self) -> Path:
        return self.place / "w.mlrb"

    def words(self, *words: str) -> list[str]:
        return [*self.command, "--workspace", str(self.workspace), *words]

    def of_run(self, *tasks: str, stages: str = WHOLE, more: tuple[str, ...] = ()) -> list[str]:
        """The words of an end-to-end run with the tests' image."""
        image = os.environ["MLRBENCH_RERUN_IMAGE"]
        words = ["--stages", stages, "--mode", "end-to-end", "--image", image, "--json", "-", *more]
        return self.words("run", *tasks, *words)

    def done(self, words: list[str], seconds: float = 240) -> subprocess.CompletedProcess[str]:
        """Started, and waited for."""
        done = subprocess.run(
            words, env=self.surroundings, capture_output=True, text=True, check=False, timeout=seconds
        )
        assert "Traceback" not in done.stderr, done.stderr
        assert KEY not in done.stdout + done.stderr
        return done

    def told(self, *tasks: str, code: int = 0, **run: Any) -> dict[str, Any]:
        """What a run prints as JSON."""
        done = self.done(self.of_run(*tasks, **run))
        assert done.returncode == code, done.stdout + done.stderr
        found: dict[str, Any] = json.loads(done.stdout)
        return found

    def run_name(self, task: str) -> RunName:
        return RunName(f"end2end_{self.agent}/{task}")

    def opened(self) -> "closing[SqliteWorkspace]":
        return closing(open_workspace(self.workspace, create=True))

    def left(self) -> list[str]:
        """Containers and volumes of this program's runs that are there."""
        with closing(docker.DockerClient(base_url=self.surroundings["DOCKER_HOST"])) as client:
            wanted = {"label": LABEL}
            things = [
                *(
                    (one.name, one.labels)
                    for one in client.containers.list(all=True, filters=wanted, ignore_removed=True)
                ),
                *((one.name, one.attrs.get("Labels") or {}) for one in client.volumes.list(filters=wanted)),
            ]
        return [name for name, labels in things if labels.get(_OWNER, "").startswith(self.run_name(""))]


@pytest.fixture
def program(
    command: list[str], environment: dict[str, str], tmp_path: Path
) -> Iterator[Callable[..., Program]]:
    """Makes programs; more of a profile than its address can be given."""
    with ExitStack() as stack:

        def make(script: Script | None = None, **profile: object) -> Program:
            script = script or Script()
            script.key = KEY
            agent = f"heron-{uuid.uuid4().hex[:8]}"
            place = tmp_path / agent
            place.mkdir()
            server = stack.enter_context(ScriptedServer(script))
            models = place / "models.json"
            models.write_text(f"[{server.profile(name=agent, **profile).model_dump_json()}]", "utf-8")
            more = {"MLRBENCH_MODELS": str(models), "MLRBENCH_SCRIPTED_KEY": KEY}
            return Program(command, place, script, environment | more, agent)

        yield make
