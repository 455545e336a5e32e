"""A cluster of child processes, started from the command line."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from mlrbench_gui.app.cli import main
from mlrbench_gui.domain.addresses import ServerAddress
from tests.app.cluster.made_runs import small_runs


@dataclass
class Cluster:
    """A scheduler and workers on a shared workspace; all that was started is stopped at the end."""

    place: ServerAddress
    logs: Path
    address: str = ""
    started: list["subprocess.Popen[str]"] = field(default_factory=list)

    def command(self, *words: str) -> list[str]:
        return [sys.executable, "-m", "mlrbench_gui", "--workspace", self.place.url, *words]

    def scheduler(self, *words: str) -> str:
        self.address = self._served("cluster", "scheduler", "--port", "0", *words)
        return self.address

    def worker(self, *words: str) -> "subprocess.Popen[str]":
        self._served("cluster", "worker", self.address, "--processes", "1", *words)
        return self.started[-1]

    def kill(self, one: "subprocess.Popen[str]") -> None:
        """A machine that goes dark: the worker and its keeper at once."""
        os.killpg(one.pid, signal.SIGKILL)
        one.wait()

    def stop(self) -> None:
        for one in self.started:
            if one.poll() is None:
                os.killpg(one.pid, signal.SIGKILL)
            one.wait()
            assert one.stdout is not None
            one.stdout.close()

    def _served(self, *words: str) -> str:
        """Start it; gives the line by which it says that it is ready."""
        with (self.logs / f"{len(self.started)}.log").open("w") as log:
            one = subprocess.Popen(
                self.command(*words), stdout=subprocess.PIPE, stderr=log, text=True, start_new_session=True
            )
        self.started.append(one)
        assert one.stdout is not None
        ready = one.stdout.readline().strip()
        assert ready, Path(log.name).read_text()
        return ready


@pytest.fixture
def cluster(fresh_database: ServerAddress, tmp_path: Path) -> Iterator[Cluster]:
    """A cluster of which nothing runs yet."""
    logs = tmp_path / "logs"
    logs.mkdir()
    made = Cluster(fresh_database, logs)
    yield made
    made.stop()


@pytest.fixture
def small(cluster: Cluster, tmp_path: Path) -> Path:
    """A shared workspace with three runs."""
    runs = small_runs(tmp_path, 3)
    assert main(["--workspace", cluster.place.url, "import", str(runs)]) == 0
    return runs
