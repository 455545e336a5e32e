"""Work shared out by --shard: parts in workspaces of their own come together to what one machine does alone."""

import json
from pathlib import Path
from typing import Any

import pytest

from mlrbench_gui.app.cli import main
from mlrbench_gui.app.compose import opened
from mlrbench_gui.domain.values import RunName

RUNS = tuple(f"end2end_x/task_{number}" for number in range(6))
PAPER = "# Paper\n\n## Results\n\nWe reach an accuracy of 0.{0}5 after {0} epochs.\n"


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Six small runs."""
    for number, name in enumerate(RUNS):
        results = tmp_path / "agent_results" / name / "results"
        results.mkdir(parents=True)
        (results / "paper.md").write_text(PAPER.format(number), encoding="utf-8")
        (results / "results.json").write_text(f'{{"accuracy": 0.{number}5}}', encoding="utf-8")
    return tmp_path / "agent_results"


def info(place: Path, capsys: pytest.CaptureFixture[str]) -> Any:
    capsys.readouterr()
    assert main(["--workspace", str(place), "info", "--json", "-"]) == 0
    return json.loads(capsys.readouterr().out)


def audits(place: Path) -> dict[str, object]:
    with opened(place) as context:
        found = {name: context.workspace.audits.latest(RunName(name)) for name in RUNS}
    return {
        name: stored.audit.model_copy(update={"timings": {}}) if stored else None
        for name, stored in found.items()
    }


def test_that_parts_merge_to_what_one_machine_audits_and_gaps_are_told(
    checkout: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    alone, whole = tmp_path / "alone.mlrb", tmp_path / "whole.mlrb"
    parts = [tmp_path / f"part{number}.mlrb" for number in (1, 2, 3)]
    for place in (alone, *parts):
        assert main(["--workspace", str(place), "import", str(checkout)]) == 0
    assert main(["--workspace", str(alone), "audit", "all"]) == 0
    for number, place in enumerate(parts, start=1):
        assert main(["--workspace", str(place), "audit", "all", "--jobs", "1", "--shard", f"{number}/3"]) == 0
    assert "runs" in capsys.readouterr().err

    assert main(["--workspace", str(whole), "merge", str(parts[0]), str(parts[2])]) == 0
    told = info(whole, capsys)
    (shards,) = told["shards"]
    assert (shards["missing"], shards["complete"], shards["total"]) == ([2], False, 6)
    assert told["runs"] == 6
    assert told["audited"] == shards["done"] < 6
    assert main(["--workspace", str(whole), "info"]) == 0
    out = capsys.readouterr().out
    assert f"audited    {shards['done']} of 6" in out
    assert "2 of 3 parts are here; missing 2" in out
    assert main(["--workspace", str(whole), "benchmark"]) == 2  # no judge's scores; the gap is told before
    assert f"not all of the work is here: audit: {shards['done']} of 6 done" in capsys.readouterr().err

    assert main(["--workspace", str(whole), "merge", str(parts[1])]) == 0
    (done,) = info(whole, capsys)["shards"]
    assert (done["complete"], done["done"]) == (True, 6)
    assert audits(whole) == audits(alone)


def test_that_folders_are_shared_out_without_a_workspace(
    checkout: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    seen: list[str] = []
    for part in (1, 2):
        words = ["--workspace", str(tmp_path / "none.mlrb"), "audit", str(checkout), "--jobs", "1"]
        assert main([*words, "--shard", f"{part}/2", "--json", str(tmp_path / f"out{part}")]) == 0
        seen += [path.name for path in sorted((tmp_path / f"out{part}").iterdir())]
    assert sorted(seen) == sorted(f"{name.replace('/', '__')}.json" for name in RUNS)
    assert not (tmp_path / "none.mlrb").exists()


def test_that_a_part_without_a_run_is_an_empty_answer(
    checkout: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["audit", str(checkout / RUNS[0]), "--json", "-"]
    answers = []
    for part in (1, 2):
        assert main([*words, "--shard", f"{part}/2"]) == 0
        answers.append(json.loads(capsys.readouterr().out))
    assert sum(answer == [] for answer in answers) == 1


@pytest.mark.parametrize("text", ["0/2", "3/2", "1", "a/b", "1/0", "-1/2"])
def test_that_a_bad_part_is_bad_usage(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["audit", "x", f"--shard={text}"])
    assert ended.value.code == 2
    assert f"{text} is no part" in capsys.readouterr().err


def test_that_all_of_an_empty_workspace_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = tmp_path / "empty.mlrb"
    with opened(place, create=True):
        pass
    assert main(["--workspace", str(place), "audit", "all"]) == 2
    assert "holds no run" in capsys.readouterr().err


def test_that_stages_are_shared_out_and_merge_to_all_tasks(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tasks = ["iclr2025_bi_align", "iclr2025_buildingtrust", "iclr2025_data_problems", "iclr2025_dl4c"]
    parts = [tmp_path / f"part{number}.mlrb" for number in (1, 2)]
    for number, place in enumerate(parts, start=1):
        words = ["run", *tasks, "--stages", "idea", "--agent", "scripted", "--shard", f"{number}/2"]
        assert main(["--workspace", str(place), *words]) == 0
    whole = tmp_path / "whole.mlrb"
    assert main(["--workspace", str(whole), "merge", str(parts[1])]) == 0
    (half,) = info(whole, capsys)["shards"]
    assert (half["what"], half["missing"], half["total"]) == ("run", [1], 4)
    assert main(["--workspace", str(whole), "merge", *map(str, parts)]) == 0
    (all_of_it,) = info(whole, capsys)["shards"]
    assert (all_of_it["done"], all_of_it["complete"]) == (4, True)
    with opened(whole) as context:
        assert sorted(record.task for record in context.workspace.stages.all()) == tasks
        assert context.workspace.totals()["ideas"] == 4


def test_that_judges_are_shared_out_by_run_but_not_what_they_compare(
    checkout: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    parts = [tmp_path / f"part{number}.mlrb" for number in (1, 2)]
    for number, place in enumerate(parts, start=1):
        assert main(["--workspace", str(place), "import", str(checkout)]) == 0
        words = ["judge", "all", "--panel", "scripted", "--shard", f"{number}/2"]
        assert main(["--workspace", str(place), *words]) == 0
        assert main(["--workspace", str(place), *words, "--pairwise"]) == 2
    whole = tmp_path / "whole.mlrb"
    assert main(["--workspace", str(whole), "merge", *map(str, parts)]) == 0
    (told,) = info(whole, capsys)["shards"]
    assert (told["what"], told["done"], told["complete"]) == ("judge", 6, True)
    with opened(whole) as context:
        assert sorted({review.run for review in context.workspace.judges.all()}) == sorted(RUNS)
