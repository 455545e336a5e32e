"""A coding agent from outside in a real engine: a little script that works, and tells its deeds as such agents do."""

import base64
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing

import pytest
from typing_extensions import override

from mlrbench_gui.audit.run import audit_run
from mlrbench_gui.domain.audit import Audit
from mlrbench_gui.domain.coders import CoderProfile
from mlrbench_gui.domain.errors import Cancelled, MissingPart
from mlrbench_gui.domain.stages import ExperimentInputs, ExperimentRecord, GatePolicy
from mlrbench_gui.domain.values import Provenance, RelPath, RunName, Trust
from mlrbench_gui.domain.work import CancelToken, Event, LiveText, ignore
from mlrbench_gui.infra.sandbox.connecting import connect
from mlrbench_gui.infra.sandbox.docker_boxes import DockerBoxes
from mlrbench_gui.services.experimenting.external import OutsideCoder
from mlrbench_gui.services.experimenting.tool_loop import Workplace, given_files
from mlrbench_gui.services.ports.sandbox import Limits
from mlrbench_gui.services.running.gating import Gated, HeldFiles, cross
from tests.services.experimenting.conftest import Ticking

pytestmark = [pytest.mark.docker, pytest.mark.timeout(120)]

INPUTS = ExperimentInputs(
    RunName("end2end_agent/task"),
    "task",
    "# Task\n\nStudy calibration.\n",
    "# Idea\n\nFit a line.\n",
    "",
    "# Proposal\n\nFit a line by least squares and measure its error on held-out points.\n",
)
FIT = """
import json
import logging
from matplotlib import get_data_path
import numpy as np

logging.basicConfig(filename="results/log.txt", level=logging.INFO)
prices = np.genfromtxt(get_data_path() + "/sample_data/Stocks.csv", delimiter=",", skip_header=1, usecols=1)
prices = np.log(prices[np.isfinite(prices)])
x, y = np.stack([prices[:-2], prices[1:-1]], axis=1), prices[2:]
cut = int(0.7 * len(y))
weights, *_ = np.linalg.lstsq(x[:cut], y[:cut], rcond=None)
error = float(np.mean((x[cut:] @ weights - y[cut:]) ** 2))
logging.info("held-out error of the fit %.5f", error)
with open("results/fit_metrics.json", "w") as out:
    json.dump({"mse": error}, out)
print("mse", error)
"""
AGENT = f"""
import argparse, json, os, socket, subprocess
options = argparse.ArgumentParser()
for name in ("--model", "--prompt-file", "--transcript"):
    options.add_argument(name)
options = options.parse_args()
events = [{{"role": "user", "content": open(options.prompt_file).read()}}]

def call(tool, given, output, failed=False):
    number = f"t{{len(events)}}"
    use = {{"type": "tool_use", "id": number, "name": tool, "input": given}}
    result = {{"type": "tool_result", "tool_use_id": number, "content": output, "is_error": failed}}
    events.append({{"role": "assistant", "model": options.model, "content": [use]}})
    events.append({{"role": "user", "content": [result]}})

code = os.getcwd() + "/code/fit.py"
open(code, "w").write({FIT!r})
call("Write", {{"file_path": code, "content": {FIT!r}}}, "File created successfully at: " + code)
ran = subprocess.run(["python3", "code/fit.py"], capture_output=True, text=True)
call("Bash", {{"command": "python3 code/fit.py"}}, ran.stdout + ran.stderr, ran.returncode != 0)
print(ran.stdout, ran.stderr)
for path in ("task.md", "idea.md", "proposal.md"):
    try:
        open(path, "a").write("changed")
    except OSError:
        print(path, "cannot be changed")
try:
    socket.create_connection(("1.1.1.1", 53), 2)
except OSError as error:
    print("no network:", error)
os.symlink("/etc/passwd", "results/link.txt")
said = {{"type": "text", "text": "I measured the fit."}}
events.append({{"role": "assistant", "content": [said], "stop_reason": "end_turn"}})
events.append({{"role": "system", "cost_usd": 0.0, "duration_ms": 1, "duration_api_ms": 1, "result": said["text"]}})
if options.transcript:
    json.dump(events, open(options.transcript, "w"))
"""
PLACED = f"echo {base64.b64encode(AGENT.encode()).decode()} | base64 -d > /tmp/mycli && python3 /tmp/mycli"
WORKS = f"{PLACED} --model {{model}} --prompt-file {{prompt}}"


@pytest.fixture
def boxes() -> Iterator[DockerBoxes]:
    with closing(DockerBoxes()) as opened:
        yield opened


@pytest.fixture
def left() -> Iterator[Callable[[], int]]:
    """How many of this run's containers there are."""
    client = connect()

    def count() -> int:
        wanted = {"label": f"mlrbench-gui.owner={INPUTS.run}"}
        return len(client.containers.list(all=True, filters=wanted, ignore_removed=True))

    yield count
    client.close()


def experiment(
    boxes: DockerBoxes,
    command: str,
    *,
    told: list[Event] | None = None,
    cancel: CancelToken | None = None,
    **more: object,
) -> ExperimentRecord:
    place = Workplace(os.environ["MLRBENCH_RERUN_IMAGE"], Limits(memory_mb=512, cpus=1.0, output_mb=32))
    given = {"command": command, "transcript": "events", "transcript_file": "session.json"}
    coder = CoderProfile.model_validate({**given, **more})
    agent = OutsideCoder(boxes, Ticking(), place, coder, "gull-2")
    return agent.run(INPUTS, cancel or CancelToken(), told.append if told is not None else ignore)


def whole_run(record: ExperimentRecord, paper: str = "") -> Mapping[RelPath, bytes]:
    papers = {RelPath("results/paper.md"): paper.encode()} if paper else {}
    return {**given_files(INPUTS), **record.files, **papers}


def audit_of(record: ExperimentRecord) -> Audit:
    value = float(record.files[RelPath("results/fit_metrics.json")].split(b":")[1].strip(b" }"))
    paper = f"# Fit\n\n## Results\n\nThe fit reaches a held-out MSE of {value:.5f}.\n"
    return audit_run(INPUTS.run, HeldFiles(whole_run(record, paper)))


def test_that_its_work_is_audited_by_its_transcript_as_an_imported_run_is(
    boxes: DockerBoxes, left: Callable[[], int]
) -> None:
    told: list[Event] = []
    record = experiment(boxes, f"{WORKS} --transcript session.json", told=told)

    assert (record.reason, record.note) == ("", "")
    assert {"claude_output.json", "coder_log.jsonl", "code/fit.py"} <= record.files.keys()
    assert record.files.keys().isdisjoint({"session.json", "results/link.txt", "prompt.md", "task.md"})
    crossing = cross(audit_run, INPUTS.run, whole_run(record), record.files, Gated(GatePolicy.STRICT))
    assert crossing.blocked is None
    audit = audit_of(record)
    (claim,) = [claim for claim in audit.claims if claim.kind == "value"]
    assert (claim.verdict, claim.trust) == ("supported", Trust.MEASURED)
    assert all(e.provenance is not Provenance.UNKNOWN for c in audit.claims for e in c.evidence)
    said = "".join(event.text for event in told if isinstance(event, LiveText))
    assert [said.count(word) for word in ("mse", "cannot be changed", "no network")] == [1, 3, 1]
    assert left() == 0


def test_that_without_a_transcript_nothing_is_known_of_the_same_work(boxes: DockerBoxes) -> None:
    record = experiment(boxes, WORKS)

    assert record.reason == ""
    assert "left no whole transcript in session.json" in record.note
    (claim,) = [claim for claim in audit_of(record).claims if claim.kind == "value"]
    assert claim.trust is Trust.UNKNOWN
    crossing = cross(audit_run, INPUTS.run, whole_run(record), record.files, Gated(GatePolicy.STRICT))
    assert crossing.blocked is not None


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        ("echo no model; exit 3", "the coding agent ended with exit code 3: no model"),
        ("trap '' TERM; echo begun; while :; do sleep 1; done", "the coding agent was not done within 0.05"),
        ("no-such-coder --task {prompt}", "the coding agent cannot be started in image"),
    ],
)
def test_that_its_bad_ends_are_told_and_nothing_is_left(
    boxes: DockerBoxes, left: Callable[[], int], command: str, reason: str
) -> None:
    record = experiment(boxes, command, minutes=0.05)
    assert record.reason.startswith(reason)
    assert RelPath("coder_log.jsonl") in record.files
    assert left() == 0


def test_that_one_that_is_cancelled_leaves_its_files_and_no_container(
    boxes: DockerBoxes, left: Callable[[], int]
) -> None:
    cancel = CancelToken()

    class Stopping(list[Event]):
        @override
        def append(self, event: Event) -> None:
            if isinstance(event, LiveText):
                cancel.cancel()

    command = "echo '{}' > results/half.json; echo working; sleep 60"
    record = experiment(boxes, command, told=Stopping(), cancel=cancel)
    assert isinstance(record.stopped, Cancelled)
    assert RelPath("results/half.json") in record.files
    assert left() == 0


def test_that_a_network_is_had_only_where_the_profile_names_one_that_is_there(boxes: DockerBoxes) -> None:
    with pytest.raises(MissingPart, match="docker network create no-such-net"):
        experiment(boxes, "true", network="no-such-net")
