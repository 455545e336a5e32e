"""`merge` on the command line: what it tells, and what it leaves when it cannot."""

import json
from pathlib import Path

import pytest

from mlrbench_gui.app.cli import main
from mlrbench_gui.app.compose import opened
from mlrbench_gui.app.demo import SAMPLE_RUN, open_sample
from mlrbench_gui.domain.anchoring import anchor_of, text_sha256
from mlrbench_gui.domain.decisions import SetVerdict
from mlrbench_gui.domain.values import Verdict
from mlrbench_gui.domain.work import CancelToken, ignore
from mlrbench_gui.services.reviewing import load_view, record


def study(path: Path, author: str, verdict: Verdict) -> Path:
    """The sample run with one claim decided."""
    from dataclasses import replace

    with opened(path, create=True) as context:
        open_sample(context, CancelToken(), ignore)
        own = replace(context, author=lambda: author)
        view = load_view(own, SAMPLE_RUN)
        claim = view.review.claims[0].current
        text = view.texts[claim.paper]
        anchor = anchor_of(claim, text, text_sha256(text))
        record(own, view, [SetVerdict(anchor=anchor, verdict=verdict)], reason=f"{author} says so")
    return path


@pytest.fixture
def ada(tmp_path: Path) -> Path:
    return study(tmp_path / "ada.mlrb", "ada", Verdict.CONTRADICTED)


@pytest.fixture
def bob(tmp_path: Path) -> Path:
    return study(tmp_path / "bob.mlrb", "bob", Verdict.SUPPORTED)


def test_that_conflicts_are_listed_with_both_words_and_the_second_time_adds_nothing(
    ada: Path, bob: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--workspace", str(ada), "merge", str(bob), "--dry-run", "--json", "-"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["dry_run"], told["added"]["decisions"], told["added"]["runs"]) == (True, 1, 0)
    assert main(["--workspace", str(ada), "merge", str(bob)]) == 0
    out = capsys.readouterr().out
    assert "1 decisions" in out
    assert "1 conflicts to settle, 1 of them new" in out
    assert "ada" in out
    assert "bob" in out
    assert main(["--workspace", str(ada), "merge", str(bob), "--json", "-"]) == 0
    again = json.loads(capsys.readouterr().out)
    assert not any(again["added"].values())
    (conflict,) = again["conflicts"]
    assert (conflict["run"], conflict["topic"], conflict["new"]) == (SAMPLE_RUN, "verdict", False)
    assert [(w["author"], w["says"], w["reason"]) for w in conflict["words"]] == [
        ("ada", "contradicted", "ada says so"),
        ("bob", "supported", "bob says so"),
    ]


def test_that_several_workspaces_come_together_in_a_new_one(
    ada: Path, bob: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = tmp_path / "whole.mlrb"
    assert main(["--workspace", str(whole), "merge", str(ada), str(bob)]) == 0
    assert "1 runs" in capsys.readouterr().out
    with opened(whole) as context:
        assert len(context.workspace.disputes()) == 1


def test_that_a_file_that_is_no_workspace_ends_with_2_and_makes_none(
    ada: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "notes.txt").write_text("dear diary" * 100, encoding="utf-8")
    for other in ("notes.txt", "missing.mlrb"):
        words = ["merge", str(ada), str(tmp_path / other)]
        assert main(["--workspace", str(tmp_path / "whole.mlrb"), *words]) == 2
        err = capsys.readouterr().err
        assert other in err
        assert err.count("\n") == 1
        assert not (tmp_path / "whole.mlrb").exists()
