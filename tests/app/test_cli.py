"""Exit codes and the one clear line that bad usage and bad input get."""

import json
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from mlrbench_gui.app.cli import main
from mlrbench_gui.domain.audit import Audit
from mlrbench_gui.domain.errors import InputError
from mlrbench_gui.domain.resources import resource

SAMPLE = ("agent_results", "end2end_sample", "iclr2025_calibration")


def run_folder() -> Path:
    return resource("sample", *SAMPLE)


@pytest.fixture
def workspace(tmp_path: Path) -> str:
    return str(tmp_path / "w.mlrb")


def one_line(capsys: pytest.CaptureFixture[str]) -> str:
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert "Traceback" not in err
    return err


def test_that_a_run_that_is_neither_folder_nor_stored_ends_with_2_and_names_itself(
    workspace: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--workspace", workspace, "audit", "no/such"]) == 2
    assert "no/such: no such folder" in one_line(capsys)


def test_that_an_import_of_nothing_ends_with_2_and_names_the_path(
    workspace: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--workspace", workspace, "import", str(tmp_path / "missing")]) == 2
    assert "missing" in one_line(capsys)


@pytest.mark.parametrize(
    "words", [["{}", "info"], ["info", "{}"], ["--debug", "info", "{}"], ["{}", "info", "--debug"]]
)
def test_that_the_workspace_may_stand_before_and_behind_the_command(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = tmp_path / "asked.mlrb"
    given = [w for word in words for w in (["--workspace", str(asked)] if word == "{}" else [word])]
    assert main(given) == 2
    assert "asked.mlrb" in capsys.readouterr().err


def test_that_a_workspace_behind_a_verb_is_the_one_that_is_opened(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["jobs", "list", "--workspace", str(tmp_path / "asked.mlrb")]) == 2
    assert "asked.mlrb" in one_line(capsys)


def test_that_a_foreign_workspace_ends_with_2_and_is_left_as_it_was(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    foreign = tmp_path / "notes.txt"
    foreign.write_text("dear diary", encoding="utf-8")
    assert main(["--workspace", str(foreign), "import", str(run_folder())]) == 2
    assert "notes.txt" in one_line(capsys)
    assert foreign.read_text(encoding="utf-8") == "dear diary"
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]


@pytest.mark.parametrize(
    "words",
    [["audit"], ["snapshot", "nowhere", "-o", "x.png"], ["report", "x", "-o", "d", "--format", "doc"]],
)
def test_that_bad_usage_ends_with_2(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(words)
    assert ended.value.code == 2
    assert "Traceback" not in capsys.readouterr().err


def test_that_json_on_stdout_stands_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["audit", str(run_folder()), "--json", "-"]) == 0
    audit = json.loads(capsys.readouterr().out)
    assert audit["run"] == "/".join(SAMPLE[1:])


def test_that_several_runs_print_an_array(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["audit", str(run_folder()), str(run_folder()), "--json", "-"]) == 0
    assert len(json.loads(capsys.readouterr().out)) == 2


def test_that_a_folder_gets_one_file_a_run_and_a_json_name_is_a_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["audit", str(run_folder()), "--json", str(tmp_path / "audits")]) == 0
    assert [path.name for path in (tmp_path / "audits").iterdir()] == ["__".join(SAMPLE[1:]) + ".json"]
    assert main(["audit", str(run_folder()), "--json", str(tmp_path / "one.json")]) == 0
    assert json.loads((tmp_path / "one.json").read_text(encoding="utf-8"))["schema_version"] == 1
    capsys.readouterr()


def test_that_spans_count_in_the_texts_that_are_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["audit", str(run_folder()), "--json", "-", "--text", str(tmp_path)]) == 0
    audit = json.loads(capsys.readouterr().out)
    (path,) = tmp_path.iterdir()
    text = path.read_bytes().decode("utf-8")
    assert audit["claims"]
    assert all(text[slice(*claim["span"])] == claim["quote"] for claim in audit["claims"])


def made_runs(root: Path, tasks: str, recall: float = 0.8125) -> Path:
    for task in tasks:
        folder = root / "agent_results" / "end2end_made" / f"iclr2025_{task}" / "results"
        folder.mkdir(parents=True)
        text = f"# T\n\n## Results\n\nOur tuned_net has a recall of {recall} and a precision of 0.41.\n"
        (folder / "paper.md").write_text(text, encoding="utf-8")
        held = {name: {"recall": value} for name, value in (("tuned_net", recall), ("plain_net", 0.5))}
        (folder / "results.json").write_text(json.dumps(held), encoding="utf-8")
    return root


@pytest.mark.parametrize("below", ["", "agent_results", "agent_results/end2end_made"])
def test_that_a_folder_of_runs_is_audited_run_by_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], below: str
) -> None:
    made_runs(tmp_path, "ab")

    assert main(["audit", str(tmp_path / below)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.partition(":")[0] for line in lines] == [
        "end2end_made/iclr2025_a",
        "end2end_made/iclr2025_b",
    ]


def test_that_a_folder_without_a_run_ends_with_2(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "notes.txt").write_text("x", encoding="utf-8")
    assert main(["audit", str(tmp_path)]) == 2
    assert "holds no run" in one_line(capsys)


def test_that_each_audit_tells_its_chance_match_and_against_how_many(
    tmp_path: Path, workspace: str, capsys: pytest.CaptureFixture[str]
) -> None:
    root = made_runs(tmp_path / "checkout", "abc")
    told = "chance match 50.0% of 2 numbers, 0.0% of 0 setup values, against 2 foreign runs"

    assert main(["audit", str(root)]) == 0
    assert capsys.readouterr().out.count(told) == 3
    assert main(["audit", str(root / "agent_results" / "end2end_made" / "iclr2025_a"), "--json", "-"]) == 0
    printed = capsys.readouterr()
    assert printed.err == f"end2end_made/iclr2025_a: {told}\n"
    assert "chance" not in printed.out
    assert main(["--workspace", workspace, "import", str(root)]) == 0
    capsys.readouterr()
    assert main(["--workspace", workspace, "audit", "iclr2025_b"]) == 0
    assert told in capsys.readouterr().out


def test_that_a_run_alone_is_held_against_the_bundled_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["audit", str(made_runs(tmp_path, "a"))]) == 0
    assert "0.0% of 2 numbers, 0.0% of 0 setup values, against 1 foreign run\n" in capsys.readouterr().out


def test_that_fail_on_ends_with_1_where_a_finding_is_as_grave(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["audit", str(run_folder()), "--fail-on", "high"]) == 1
    assert "high" in capsys.readouterr().out


def test_that_two_jobs_give_what_one_gives(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = tmp_path / "end2end_other" / "iclr2025_calibration"
    other.mkdir(parents=True)
    (other / "idea.md").write_text("# Idea\n", encoding="utf-8")
    both = [str(run_folder()), str(other)]
    main(["audit", *both, "--json", "-"])
    one = json.loads(capsys.readouterr().out)
    main(["audit", *both, "--json", "-", "--jobs", "2"])
    two = json.loads(capsys.readouterr().out)
    for audit in (*one, *two):
        audit.pop("timings")
    assert one == two


def test_that_import_prints_totals_alone_and_nothing_new_the_second_time(
    workspace: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--workspace", workspace, "import", str(resource("sample")), "--json", "-"]
    assert main(words) == 0
    first = json.loads(capsys.readouterr().out)
    assert first["totals"]["end_to_end_runs"] == 1
    assert first["new"] == first["totals"]
    assert main(words) == 0
    second = json.loads(capsys.readouterr().out)
    assert second["totals"] == first["totals"]
    assert not any(second["new"].values())


def test_that_doctor_names_every_part(workspace: str, capsys: pytest.CaptureFixture[str]) -> None:
    main(["--workspace", workspace, "doctor", "--json", "-"])
    checks = json.loads(capsys.readouterr().out)["checks"]
    assert {check["id"] for check in checks} >= {"python", "qt", "pdf", "typst", "database", "disk"}
    assert all(check["state"] == "ok" or check["remedy"] for check in checks)


def hostile_run(
    folder: Path, results: str, paper: str = "# T\n\n## Results\n\nOurs has an accuracy of 87.4.\n"
) -> Path:
    (folder / "results").mkdir(parents=True)
    (folder / "results" / "paper.md").write_text(paper, encoding="utf-8")
    (folder / "results" / "results.json").write_text(results, encoding="utf-8")
    return folder


def test_that_half_a_surrogate_pair_stays_its_escape_in_audit_and_reports(
    tmp_path: Path, workspace: str, capsys: pytest.CaptureFixture[str]
) -> None:
    run = hostile_run(tmp_path / "agent" / "odd", '{"ours\\ud800": {"accuracy": 0.874}}')
    out = tmp_path / "audit.json"
    assert main(["audit", str(run), "--json", str(out)]) == 0
    text = out.read_text(encoding="utf-8")
    assert "/ours\\ud800/accuracy" in text
    assert Audit.from_json(text).to_json() == text
    assert main(["--workspace", workspace, "import", str(run)]) == 0
    assert main(["--workspace", workspace, "report", "odd", "-o", str(tmp_path / "r")]) == 0
    for ending in ("html", "json", "evidence.csv", "md"):
        assert "ud800" in next((tmp_path / "r").glob(f"*.{ending}")).read_text(encoding="utf-8"), ending
    assert "Traceback" not in capsys.readouterr().err


def test_that_numbers_that_json_lacks_are_text_in_the_audit(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = hostile_run(tmp_path / "agent" / "odd", '{"ours": {"accuracy": NaN, "accuracy_2": -Infinity}}')
    assert main(["audit", str(run), "--json", "-"]) == 0
    out = capsys.readouterr().out
    json.loads(out, parse_constant=lambda name: pytest.fail(f"{name} is no JSON"))
    assert '"NaN"' in out


@pytest.mark.parametrize("name", ["a" * 250, "\u65e5" * 84])
def test_that_a_run_whose_name_is_too_long_for_a_file_is_written_and_told_apart(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    first = hostile_run(tmp_path / "agent" / name, "{}")
    second = hostile_run(tmp_path / "agent" / (name[:-1] + "b"), "{}")
    out = tmp_path / "out"
    assert main(["audit", str(first), str(second), "--json", str(out), "--text", str(out / "texts")]) == 0
    assert len(list(out.glob("*.json"))) == 2
    assert len(list((out / "texts").glob("*.txt"))) == 2


def test_that_json_goes_through_a_link_and_into_a_pipe_and_never_in_their_place(tmp_path: Path) -> None:
    kept, link, pipe = tmp_path / "kept.json", tmp_path / "link.json", tmp_path / "pipe.json"
    kept.write_text("old", encoding="utf-8")
    link.symlink_to(kept)
    assert main(["tasks", "list", "--json", str(link)]) == 0
    assert link.is_symlink()
    assert len(json.loads(kept.read_text(encoding="utf-8"))) == 201
    os.mkfifo(pipe)
    with ThreadPoolExecutor(1) as pool:
        read = pool.submit(pipe.read_text, encoding="utf-8")
        assert main(["tasks", "list", "--json", str(pipe)]) == 0
        assert read.result() == kept.read_text(encoding="utf-8")
    assert pipe.is_fifo()


def test_that_json_to_a_folder_or_below_a_file_names_the_place_that_was_asked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    below = tmp_path / "file" / "x.json"
    below.parent.write_text("", encoding="utf-8")
    for target in (tmp_path, below):
        assert main(["tasks", "list", "--json", str(target)]) == 2
        assert f"mlrbench-gui: {target}: " in one_line(capsys)


def test_that_a_closed_stdout_is_an_empty_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    assert main(["tasks", "list"]) == 0
    assert sys.stdout.name == os.devnull
    sys.stdout.close()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_that_a_full_stdout_ends_with_2(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        monkeypatch.setattr(sys, "stdout", full)
        assert main(["tasks", "list"]) == 2
        monkeypatch.undo()
    assert "No space left" in one_line(capsys)


def test_that_an_empty_name_is_no_path(workspace: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--workspace", workspace, "import", ""])
    assert ended.value.code == 2
    assert main(["--workspace", workspace, "audit", ""]) == 2
    assert "Traceback" not in capsys.readouterr().err


def test_that_an_audit_that_fails_names_the_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_args: object, **_more: object) -> Audit:
        raise InputError("not a readable PDF")

    monkeypatch.setattr("mlrbench_gui.audit.run.audit_run", refuse)
    assert main(["audit", str(hostile_run(tmp_path / "agent" / "odd", "{}"))]) == 2
    assert one_line(capsys) == "mlrbench-gui: agent/odd: not a readable PDF\n"
