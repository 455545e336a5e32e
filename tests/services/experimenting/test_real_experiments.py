"""Experiments of a scripted agent in a real engine: what was computed is measured, what was typed is refused."""

import os
from collections.abc import Iterator, Mapping
from contextlib import closing

import pytest

from mlrbench_gui.audit.run import audit_run
from mlrbench_gui.domain.stages import ExperimentInputs, ExperimentRecord, GatePolicy
from mlrbench_gui.domain.values import Provenance, RelPath, RunName, Trust
from mlrbench_gui.domain.work import CancelToken, ignore
from mlrbench_gui.infra.sandbox.docker_boxes import DockerBoxes
from mlrbench_gui.services.experimenting.tool_loop import ToolLoop, Workplace, given_files
from mlrbench_gui.services.ports.sandbox import Limits
from mlrbench_gui.services.running.gating import Gated, HeldFiles, cross
from tests.services.experimenting.conftest import ScriptedChat, Ticking, call

pytestmark = [pytest.mark.docker, pytest.mark.timeout(120)]

INPUTS = ExperimentInputs(
    RunName("end2end_agent/task"),
    "task",
    "# Task\n\nStudy calibration.\n",
    "# Idea\n\nFit a line.\n",
    "",
    "# Proposal\n\nFit a line by least squares and measure its error on held-out points.\n",
)
SCRIPT = """
import json
import logging
from matplotlib import get_data_path
import numpy as np

logging.basicConfig(filename="results/log.txt", level=logging.INFO)
path = get_data_path() + "/sample_data/Stocks.csv"
prices = np.genfromtxt(path, delimiter=",", skip_header=1, usecols=1)
prices = np.log(prices[np.isfinite(prices)])
x = np.stack([prices[:-2], prices[1:-1]], axis=1)
y = prices[2:]
cut = int(0.7 * len(y))
weights, *_ = np.linalg.lstsq(x[:cut], y[:cut], rcond=None)
error = float(np.mean((x[cut:] @ weights - y[cut:]) ** 2))
base = float(np.mean((y[:cut].mean() - y[cut:]) ** 2))
logging.info("held-out error of the fit %.5f", error)
logging.info("held-out error of the mean %.5f", base)
for name, value in (("fit", error), ("mean", base)):
    with open(f"results/{name}_metrics.json", "w") as out:
        json.dump({"mse": value}, out)
print("mse", error, base)
"""


@pytest.fixture
def boxes() -> Iterator[DockerBoxes]:
    with closing(DockerBoxes()) as opened:
        yield opened


def experiment(boxes: DockerBoxes, *replies: str) -> ExperimentRecord:
    place = Workplace(os.environ["MLRBENCH_RERUN_IMAGE"], Limits(memory_mb=512, cpus=1.0, output_mb=32))
    chat = ScriptedChat(replies)
    loop = ToolLoop(boxes, lambda *_: chat, Ticking(), place, "scripted")
    return loop.run(INPUTS, CancelToken(), ignore)


def whole_run(record: ExperimentRecord, paper: str = "") -> Mapping[RelPath, bytes]:
    papers = {RelPath("results/paper.md"): paper.encode()} if paper else {}
    return {**given_files(INPUTS), **record.files, **papers}


def test_that_a_script_which_really_computes_is_measured(boxes: DockerBoxes) -> None:
    record = experiment(
        boxes,
        "I fit the line.\n" + call("write", path="code/fit.py", content=SCRIPT),
        call("shell", command="python3 code/fit.py"),
        call("done", summary="The error of the fit was measured."),
    )
    files = whole_run(record)

    crossing = cross(audit_run, INPUTS.run, files, record.files, Gated(GatePolicy.STRICT))

    assert record.reason == ""
    assert (crossing.blocked, crossing.refused) == (None, ())
    value = float(record.files[RelPath("results/fit_metrics.json")].split(b":")[1].strip(b" }"))
    paper = f"# Fit\n\n## Results\n\nThe fit reaches a held-out MSE of {value:.5f}.\n"
    audit = audit_run(INPUTS.run, HeldFiles(whole_run(record, paper)))
    (claim,) = [claim for claim in audit.claims if claim.kind == "value"]
    assert (claim.verdict, claim.trust) == ("supported", Trust.MEASURED)
    assert all(e.provenance is not Provenance.UNKNOWN for c in audit.claims for e in c.evidence)


def test_that_typed_results_of_the_same_task_are_refused_by_the_strict_gate(boxes: DockerBoxes) -> None:
    typed = '{"mse": 0.00931}'
    record = experiment(
        boxes,
        call("write", path="code/fit.py", content=SCRIPT),
        call("write", path="results/fit_metrics.json", content=typed),
        call("shell", command="echo 'held-out error of the fit 0.00931' > results/log.txt"),
        call("done", summary="The error of the fit was measured."),
    )

    crossing = cross(audit_run, INPUTS.run, whole_run(record), record.files, Gated(GatePolicy.STRICT))

    assert crossing.blocked is not None
    assert {"results/fit_metrics.json", "results/log.txt"} <= {item.path for item in crossing.refused}
    assert RelPath("results/fit_metrics.json") not in crossing.files
