"""Work by several processes on one shared workspace: the same audits as alone, a killed worker's work is redone."""

import json
import shutil
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from sqlalchemy import text

from mlrbench_gui.app.cli import main
from mlrbench_gui.domain.addresses import Place
from mlrbench_gui.infra.db.workspace import open_workspace
from tests.app.cluster.made_runs import alone, of_folder, small_runs

pytestmark = pytest.mark.cluster

RUNS = 200


def count(place: Place, statement: str) -> int:
    with closing(open_workspace(place)) as workspace, workspace._database.read() as connection:
        return int(connection.execute(text(statement)).scalar_one())


@pytest.mark.timeout(600)
def test_that_a_killed_workers_audits_are_redone_and_all_are_as_alone(
    cluster: Any, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    runs = small_runs(tmp_path, RUNS)
    expected, seconds = alone(runs, tmp_path / "alone.mlrb")
    assert len(expected) == RUNS
    assert main(["--workspace", cluster.place.url, "import", str(runs)]) == 0
    cluster.scheduler()
    doomed, _ = cluster.worker(), cluster.worker()
    out = tmp_path / "out"
    began = monotonic()
    work = subprocess.Popen(
        cluster.command("audit", "all", "--cluster", cluster.address, "--json", str(out)),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    with closing(open_workspace(cluster.place)) as workspace, work:
        version = workspace.data_version()
        while workspace.data_version() < version + RUNS // 4:
            assert work.poll() is None
            threading.Event().wait(0.2)
        done_before = workspace.data_version() - version
        cluster.kill(doomed)
        told = work.communicate()[0]
    took = monotonic() - began
    assert work.returncode == 0, told
    assert done_before < RUNS
    assert of_folder(out) == expected
    assert count(cluster.place, "SELECT count(*) FROM audit") == RUNS
    assert count(cluster.place, "SELECT count(DISTINCT run) FROM audit") == RUNS
    with capfd.disabled():
        sys.stdout.write(
            f"\n{RUNS} audits: one process {RUNS / seconds:.1f} a second; two workers, one of them killed after "
            f"{done_before}, {RUNS / took:.1f} a second with start and output\n"
        )


def refused(capsys: pytest.CaptureFixture[str], *words: str, code: int = 2) -> str:
    capsys.readouterr()
    assert main([*words]) == code
    told = capsys.readouterr().err
    assert "Traceback" not in told
    return told


def test_that_only_what_is_missing_is_done_and_the_gate_of_findings_holds(
    small: Path, cluster: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    cluster.scheduler()
    cluster.worker()
    words = ("--workspace", cluster.place.url, "audit", "all", "--cluster", cluster.address)
    assert main([*words, "--json", "-"]) == 0
    first = json.loads(capsys.readouterr().out)
    with closing(open_workspace(cluster.place)) as workspace:
        before = workspace.data_version()
        assert main([*words, "--json", "-", "--fail-on", "low"]) == 1
        assert workspace.data_version() == before
    assert json.loads(capsys.readouterr().out) == first
    assert len(first) == 3


def test_that_a_cluster_speaks_tls_alone_where_it_is_asked_to(
    small: Path, cluster: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tls = tmp_path / "tls"
    tls.mkdir()
    make = "openssl req -new -x509 -days 2 -nodes -subj /CN=cluster -keyout key.pem -out cert.pem"
    subprocess.run(make.split(), cwd=tls, check=True, capture_output=True)
    shutil.copy(tls / "cert.pem", tls / "ca.pem")
    assert cluster.scheduler("--tls", str(tls)).startswith("tls://127.0.0.1:")
    cluster.worker("--tls", str(tls))
    words = ("--workspace", cluster.place.url, "audit", "all", "--cluster")
    assert main([*words, cluster.address, "--tls", str(tls)]) == 0
    plain_address = cluster.address.replace("tls://", "tcp://")
    assert "no scheduler answers" in refused(capsys, *words, plain_address, code=3)
    assert "use both or neither" in refused(capsys, *words, cluster.address)
    assert "holds ca.pem, cert.pem, key.pem" in refused(
        capsys, *words, cluster.address, "--tls", str(tmp_path)
    )


def test_that_a_scheduler_that_is_not_there_and_missing_workers_are_told(
    small: Path, cluster: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("--workspace", cluster.place.url, "audit", "all", "--cluster")
    assert "no scheduler answers" in refused(capsys, *words, "tcp://127.0.0.1:1", code=3)
    assert "is no scheduler's address" in refused(capsys, *words, "127.0.0.1")
    cluster.scheduler()
    assert "no worker has come" in refused(capsys, *words, cluster.address, code=3)


def test_that_a_worker_of_another_version_or_workspace_is_named(
    small: Path, cluster: Any, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    cluster.scheduler()
    cluster.worker()
    words = ("--workspace", cluster.place.url, "audit", "all", "--cluster", cluster.address)
    monkeypatch.setattr("mlrbench_gui.app.cluster_desk.version", lambda: "9.9")
    told = refused(capsys, *words)
    assert "the worker runs version" in told
    assert "9.9" in told
    monkeypatch.undo()
    with closing(open_workspace(cluster.place)) as workspace, workspace._database.write() as connection:
        # A copy of the database would have another mark: here the one that workers see is changed under the client.
        connection.execute(text("DELETE FROM setting WHERE key = 'cluster.mark'"))
    assert main([*words]) == 0  # both make and read the new one
    assert count(cluster.place, "SELECT count(*) FROM audit") == 3


def test_that_what_is_for_one_machine_is_refused(
    small: Path, cluster: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shared = ("--workspace", cluster.place.url)
    at = ("--cluster", "tcp://127.0.0.1:1")
    assert "--text is for one machine" in refused(
        capsys, *shared, "audit", "all", *at, "--text", str(tmp_path)
    )
    assert "import the folder first" in refused(capsys, *shared, "audit", str(small), *at)
    for words in (("demo",), (), ("snapshot", "runs", "-o", str(tmp_path / "x.png"))):
        assert "needs a workspace file; take over what is shared" in refused(capsys, *shared, *words)
    assert "is a file, which several machines cannot share" in refused(
        capsys, "--workspace", str(tmp_path / "x.mlrb"), "cluster", "worker", "tcp://127.0.0.1:1"
    )


def test_that_parts_can_be_done_in_the_shared_workspace_itself(
    small: Path, cluster: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    for part in ("1/2", "2/2"):
        assert main(["--workspace", cluster.place.url, "audit", "all", "--jobs", "2", "--shard", part]) == 0
    capsys.readouterr()
    assert main(["--workspace", cluster.place.url, "info", "--json", "-"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["audited"] == 3
    assert told["shards"][0]["complete"]
    assert main(["--workspace", cluster.place.url, "doctor", "--json", "-"]) in (0, 3)
    states = {check["id"]: check["state"] for check in json.loads(capsys.readouterr().out)["checks"]}
    assert states["workspace"] == states["cluster"] == "ok"
