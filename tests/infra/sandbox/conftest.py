"""A real engine, which must be there: a missing one fails the tests that need it."""

import os
from collections.abc import Callable, Iterator

import pytest

from mlrbench_gui.domain.values import RelPath
from mlrbench_gui.domain.work import CancelToken, ignore
from mlrbench_gui.infra.sandbox.docker_sandbox import DockerSandbox
from mlrbench_gui.services.ports.sandbox import Limits, SandboxCommand, SandboxOrder, SandboxOutcome

SMALL = Limits(memory_mb=256, cpus=1.0, processes=64, seconds=60.0, output_mb=16, output_files=50)
RunCode = Callable[..., SandboxOutcome]


@pytest.fixture
def image() -> str:
    return os.environ["MLRBENCH_RERUN_IMAGE"]


@pytest.fixture
def box() -> Iterator[DockerSandbox]:
    sandbox = DockerSandbox()
    yield sandbox
    sandbox.close()


@pytest.fixture
def run_code(box: DockerSandbox, image: str) -> RunCode:
    """Runs Python code in a small sandbox."""

    def run(code: str, limits: Limits = SMALL, cancel: CancelToken | None = None) -> SandboxOutcome:
        files = {RelPath("code/a.py"): code.encode(), RelPath("data/in.txt"): b"in\n"}
        command = SandboxCommand(("python3", "a.py"), "code")
        order = SandboxOrder(image, (command,), files, "agent/task", "/home/x/run", limits)
        return box.run(order, cancel or CancelToken(), ignore)

    return run
