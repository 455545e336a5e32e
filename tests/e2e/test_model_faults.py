"""A model that fails as endpoints do: the state and sentence of each, nothing lost, and on again after it."""

import hashlib
import json
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from mlrbench_gui.domain.stages import StageState
from mlrbench_gui.infra.db.workspace import open_workspace
from mlrbench_gui.infra.llm.scripted.faults import Fault, Faults
from mlrbench_gui.infra.llm.scripted.server import Script, ScriptedServer

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(180)]
KEY, TASK, STAGES = "sk-canary-4711", "iclr2025_wsl", ("idea", "literature", "proposal")
SECOND_ON = range(2, 40)


@dataclass
class Program:
    """The program over a scripted model behind a profile, from the command line."""

    command: list[str]
    place: Path
    script: Script
    surroundings: dict[str, str]

    def run(self, *more: str) -> subprocess.CompletedProcess[str]:
        words = ["--workspace", str(self.place / "w.mlrb"), "run", TASK, "--stages", ",".join(STAGES)]
        done = subprocess.run(
            [*self.command, *words, "--mode", "end-to-end", "--json", "-", *more],
            env=self.surroundings,
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )
        assert "Traceback" not in done.stderr, done.stderr
        assert KEY not in done.stdout + done.stderr
        return done

    def documents(self) -> dict[str, str]:
        """Hashes of what the stages made."""
        with closing(open_workspace(self.place / "w.mlrb")) as workspace:
            records = workspace.stages.all()
            products = [r for r in records if r.state is StageState.FINISHED]
            return {o.path: o.sha256 for record in products for o in record.outputs}

    def states(self) -> list[tuple[str, str]]:
        with closing(open_workspace(self.place / "w.mlrb")) as workspace:
            return [(record.stage.value, record.state.value) for record in workspace.stages.all()]


@pytest.fixture
def program(
    command: list[str], environment: dict[str, str], tmp_path: Path
) -> Iterator[Callable[..., Program]]:
    with ExitStack() as stack:

        def make(faults: Faults | None = None, **profile: object) -> Program:
            script = Script(faults=faults or Faults(), key=KEY)
            server = stack.enter_context(ScriptedServer(script))
            place = tmp_path / hashlib.sha256(server.url.encode()).hexdigest()[:8]
            place.mkdir()
            kept = server.profile(name="heron", key_variable="HERON_KEY", **profile).model_dump_json()
            (place / "models.json").write_text(f"[{kept}]", encoding="utf-8")
            more = {"MLRBENCH_MODELS": str(place / "models.json"), "HERON_KEY": KEY}
            return Program(command, place, script, environment | more)

        yield make


_UNHARMED: dict[str, str] = {}


@pytest.fixture
def unharmed(program: Callable[..., Program]) -> dict[str, str]:
    """What a run makes that meets no fault; done once."""
    if not _UNHARMED:
        whole = program()
        assert whole.run().returncode == 0
        _UNHARMED.update(whole.documents())
    return _UNHARMED


def told(done: subprocess.CompletedProcess[str]) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize(
    ("fault", "asked"),
    [
        (Fault.BUSY, 4),
        (Fault.FAILING, 4),
        (Fault.CUT_STREAM, 4),
        (Fault.SILENCE, 4),
        (Fault.BROKEN_JSON, 4),
        (Fault.OTHER_SHAPE, 4),
    ],
)
def test_that_a_fault_which_passes_is_waited_for_or_mended(
    program: Callable[..., Program], unharmed: dict[str, str], fault: Fault, asked: int
) -> None:
    heron = program(Faults({2: fault}), timeout_s=2.0)

    done = heron.run()

    assert done.returncode == 0, done.stderr
    assert heron.documents() == unharmed
    assert heron.script.faults.asked == asked


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        (Fault.BUSY, "asks to wait (429), after 4 tries; try later"),
        (Fault.FAILING, "failed (500), after 4 tries; try later"),
        (Fault.CUT_STREAM, "its answer broke off, after 4 tries; try later"),
        (Fault.SILENCE, "no answer within 2 s, after 4 tries; try later or give it more time"),
        (Fault.WRONG_KEY, "the key was refused (401); set HERON_KEY or give another key in Settings"),
        (Fault.NO_MONEY, "the account has no money left; see to it there, or choose another model"),
        (Fault.NO_SUCH_MODEL, "knows no model"),
    ],
)
def test_that_an_endpoint_which_goes_on_failing_ends_it_with_3_and_the_next_run_goes_on(
    program: Callable[..., Program], unharmed: dict[str, str], fault: Fault, words: str
) -> None:
    heron = program(Faults(dict.fromkeys(SECOND_ON, fault)), timeout_s=2.0)

    failed = heron.run()

    assert (failed.returncode, failed.stderr.count("mlrbench-gui: ")) == (3, 1), failed.stderr
    assert words in failed.stderr
    assert words in told(failed)["stopped"]
    assert heron.states() == [("idea", "finished")]
    heron.script.faults = Faults()
    assert heron.run().returncode == 0
    assert (heron.documents(), heron.script.faults.asked) == (unharmed, 2)


@pytest.mark.parametrize(
    ("fault", "state", "words"),
    [
        (
            Fault.BROKEN_JSON,
            "failed",
            "its reply cannot be used, also not the second",
        ),
        (Fault.OTHER_SHAPE, "failed", "Field required"),
        (Fault.REFUSAL, "refused", "will not answer: I will not do that."),
    ],
)
def test_that_a_reply_which_cannot_be_used_ends_the_stage_with_1_and_the_next_run_tries_it_anew(
    program: Callable[..., Program], unharmed: dict[str, str], fault: Fault, state: str, words: str
) -> None:
    heron = program(Faults(dict.fromkeys(SECOND_ON, fault)))

    failed = heron.run()

    assert failed.returncode == 1, failed.stderr
    assert words in told(failed)["runs"][0]["ended"]
    assert heron.states() == [("idea", "finished"), ("literature", state)]
    heron.script.faults = Faults()
    assert heron.run().returncode == 0
    assert (heron.documents(), heron.script.faults.asked) == (unharmed, 2)


def test_that_a_budget_reached_in_the_middle_ends_it_with_1_before_it_is_passed(
    program: Callable[..., Program], unharmed: dict[str, str]
) -> None:
    heron = program(stage_tokens=2000)

    bounded = heron.run("--budget", "tokens=6000")

    assert bounded.returncode == 1, bounded.stderr
    assert "the next question could pass 6,000 tokens" in told(bounded)["stopped"]
    with closing(open_workspace(heron.place / "w.mlrb")) as workspace:
        used = sum(c.tokens.total for c in workspace.calls.of_scopes("") if c.tokens is not None)
    asked = heron.script.faults.asked
    assert 0 < used <= 6000
    assert 0 < asked < 3
    assert heron.run().returncode == 0
    assert (heron.documents(), heron.script.faults.asked) == (unharmed, 3)
