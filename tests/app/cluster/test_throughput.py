"""Full-sized runs by two live workers: the same audits as by one process, and how fast; nothing slows the workers."""

import subprocess
import sys
from contextlib import closing
from datetime import datetime
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from sqlalchemy import text

from mlrbench_gui.app.cli import main
from mlrbench_gui.domain.addresses import Place
from mlrbench_gui.infra.db.workspace import open_workspace
from tests.app.cluster.made_runs import alone, of_folder, whole_runs

pytestmark = pytest.mark.cluster

RUNS = 16


def pace_of(place: Place) -> float:
    """Audits a second between the first and the last that was kept."""
    with closing(open_workspace(place)) as workspace, workspace._database.read() as connection:
        times = sorted(map(datetime.fromisoformat, connection.scalars(text("SELECT at FROM audit"))))
    return (len(times) - 1) / (times[-1] - times[0]).total_seconds()


@pytest.mark.timeout(600)
def test_that_two_live_workers_audit_full_sized_runs_as_one_process_does(
    cluster: Any, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    runs, out = whole_runs(tmp_path, RUNS), tmp_path / "out"
    expected, seconds = alone(runs, tmp_path / "alone.mlrb")
    assert main(["--workspace", cluster.place.url, "import", str(runs)]) == 0
    cluster.scheduler()
    cluster.worker()
    cluster.worker()
    began = monotonic()
    words = cluster.command("audit", "all", "--cluster", cluster.address, "--json", str(out))
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    took = monotonic() - began
    assert done.returncode == 0, done.stderr
    assert of_folder(out) == expected
    assert len(expected) == RUNS
    with capfd.disabled():
        sys.stdout.write(
            f"\n{RUNS} full-sized audits: one process {RUNS / seconds:.2f} a second, two workers "
            f"{pace_of(cluster.place):.2f} at work, {RUNS / took:.2f} with start and output\n"
        )


def test_that_no_process_of_a_cluster_is_sampled_while_it_works(small: Path, cluster: Any) -> None:
    import dask
    from distributed import Client

    cluster.scheduler()
    cluster.worker()
    asked = "distributed.worker.profile.enabled"
    with Client(cluster.address, set_as_default=False) as client:
        client.wait_for_workers(1)
        assert list(client.run(dask.config.get, asked).values()) == [False]
        assert client.run_on_scheduler(dask.config.get, asked) is False
