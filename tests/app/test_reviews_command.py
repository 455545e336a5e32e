"""People's reviews on the command line: shared out, handed over, left out of statistics."""

import json
import zipfile
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from mlrbench_gui.app.cli import main
from mlrbench_gui.app.compose import opened
from mlrbench_gui.app.demo import SAMPLE_RUN, open_sample
from mlrbench_gui.app.gui import wiring_of
from mlrbench_gui.domain.people import Act, Answer, BeSure, Check, FormScore, Question, Score
from mlrbench_gui.domain.rubrics import RUBRIC, targets_of
from mlrbench_gui.domain.work import CancelToken, ignore
from mlrbench_gui.services.people.filling import open_desk, put, submit
from mlrbench_gui.ui.shell.wiring import ReportPlan


def study(path: Path, *reviewers: tuple[str, int]) -> Path:
    """The sample run with a submitted review by each of these, the same score everywhere."""
    with opened(path, create=True) as context:
        open_sample(context, CancelToken(), ignore)
        for name, score in reviewers:
            own = replace(context, author=partial(str, name))
            targets = targets_of(context.workspace.runs.get(SAMPLE_RUN))
            acts: list[Act] = [
                Score(cell=FormScore(target=target, criterion=criterion.key, score=score))
                for target in targets
                for criterion in RUBRIC[target]
            ]
            acts += [Check(question=question, answer=Answer.NO) for question in Question]
            put(own, SAMPLE_RUN, [*acts, BeSure(value=3)])
            submit(own, open_desk(own, SAMPLE_RUN))
    return path


def asked(workspace: Path, capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """What a command prints that ends well."""
    assert main(["--workspace", str(workspace), *words]) == 0
    return capsys.readouterr().out


def test_that_runs_are_given_to_reviewers_and_taken_away(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = study(tmp_path / "w.mlrb", ("Bo", 4))
    assert "to Ada" in asked(file, capsys, "assign", "all", "--to", "Ada,Bo")
    (run,) = json.loads(asked(file, capsys, "reviews", "list", "--json", "-"))["runs"]
    assert (run["assigned"], run["submitted"], run["begun"]) == (["Ada", "Bo"], {"Bo": 1}, [])
    assert "Ada                  0 of 1 assigned submitted" in asked(file, capsys, "reviews", "progress")
    asked(file, capsys, "assign", "all", "--to", "Ada", "--off")
    assert "assigned Bo; submitted Bo v1" in asked(file, capsys, "reviews", "list")


def test_that_more_reviews_than_reviewers_is_a_line_and_not_a_traceback(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = study(tmp_path / "w.mlrb")
    assert main(["--workspace", str(file), "assign", "all", "--to", "Ada", "--each", "2"]) == 2
    assert "2 reviews a run need 2 reviewers; 1 are named" in capsys.readouterr().err


def test_that_a_file_of_reviews_is_taken_in_once_and_merge_tells_what_is_to_adjudicate(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ada, bo = study(tmp_path / "a.mlrb", ("Ada", 3)), study(tmp_path / "b.mlrb", ("Bo", 8))
    handed = tmp_path / "bo.json"
    asked(bo, capsys, "reviews", "export", "-o", str(handed))
    assert ": 11 new lines of reviewers, 0 new decisions" in asked(
        ada, capsys, "reviews", "import", str(handed)
    )
    assert ": 0 new lines" in asked(ada, capsys, "reviews", "import", str(handed))
    told = json.loads(asked(ada, capsys, "merge", str(bo), "--json", "-"))
    assert told["added"]["reviewer_lines"] == 0
    assert told["reviews_to_adjudicate"] == [{"run": SAMPLE_RUN, "differences": 5, "open": 5}]
    assert "5 of 5 to adjudicate" in asked(ada, capsys, "merge", str(bo))
    info = json.loads(asked(ada, capsys, "info", "--json", "-"))
    assert (info["reviewed"], info["to_settle"]) == (1, 5)
    with pytest.raises(AssertionError):
        asked(ada, capsys, "reviews", "import", str(ada))
    assert "it is not UTF-8 text" in capsys.readouterr().err


def test_that_what_is_left_out_is_told_with_its_reason_beside_every_figure(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = study(tmp_path / "w.mlrb", ("Ada", 3), ("Bo", 8))
    before = json.loads(asked(file, capsys, "agreement", "--json", "-"))
    rows = before["criteria"]["Overall"]["mann_whitney"]["n_human_judge"]
    with opened(file) as context:
        last = next(line.id for line in context.workspace.people.all() if line.act.kind == "submit")
    asked(file, capsys, "reviews", "exclude", SAMPLE_RUN, "--review", last, "--reason", "wrong paper read")
    after = json.loads(asked(file, capsys, "agreement", "--json", "-"))
    assert after["criteria"]["Overall"]["mann_whitney"]["n_human_judge"] == rows - 1
    assert any(
        line.endswith("people's reviews, 1 excluded: wrong paper read (1)") for line in after["left_out"]
    )
    assert "excluded: review" in asked(file, capsys, "reviews", "list")
    asked(file, capsys, "reviews", "exclude", SAMPLE_RUN, "--review", last, "--reason", "was right", "--off")
    assert json.loads(asked(file, capsys, "agreement", "--json", "-")) == before


def test_that_the_seed_of_blind_review_stays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = study(tmp_path / "w.mlrb")
    first = asked(file, capsys, "reviews", "blind", "on", "--seed", "s1")
    assert first == "blind review is on, seed s1\n"
    assert asked(file, capsys, "reviews", "blind", "off") == "blind review is off, seed s1\n"


def test_that_the_window_writes_a_report_without_names_where_it_is_asked_to(tmp_path: Path) -> None:
    file = study(tmp_path / "w.mlrb", ("Zoltana", 3))
    for without_names in (False, True):
        plan = ReportPlan(tmp_path / f"r-{without_names}", ("json", "html"), without_names)
        with opened(file) as context:
            written = wiring_of(context).write_report(SAMPLE_RUN, plan, CancelToken(), ignore)
        data = b"".join(path.read_bytes() for path in written)
        assert (b"Zoltana" in data, b"reviewer 1" in data) == (not without_names, without_names)


def test_that_a_report_is_written_with_and_without_the_reviewers_names(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = study(tmp_path / "w.mlrb", ("Zoltana", 3), ("Quillon", 8))
    for words, named in (((), True), (("--without-names",), False)):
        folder = tmp_path / f"named-{named}"
        asked(file, capsys, "report", SAMPLE_RUN, "-o", str(folder), "--format", "json,md,crate", *words)
        (archive,) = folder.glob("*.crate.zip")
        with zipfile.ZipFile(archive) as crate:
            data = b"".join(crate.read(name) for name in crate.namelist() if not name.startswith("run/"))
            assert any(name.startswith("run/") for name in crate.namelist())
        data += b"".join(path.read_bytes() for path in folder.glob("*.[jm]*"))
        assert (b"Zoltana" in data, b"Quillon" in data) == (named, named)
