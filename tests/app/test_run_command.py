"""`run`: stages on tasks from the command line, with budgets, given files, an estimate, and an exit code that tells."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from mlrbench_gui.app.cli import main
from mlrbench_gui.infra.llm.scripted.faults import Fault, Faults
from mlrbench_gui.infra.llm.scripted.server import Script, ScriptedServer

KEY = "sk-canary-4711"
TASKS = ("iclr2025_wsl", "iclr2025_bi_align")


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A workspace to be, and no profiles."""
    monkeypatch.setenv("MLRBENCH_MODELS", str(tmp_path / "models.json"))
    return ["--workspace", str(tmp_path / "w.mlrb")]


@pytest.fixture
def server(tmp_path: Path, place: list[str], monkeypatch: pytest.MonkeyPatch) -> Iterator[ScriptedServer]:
    """A served model behind a profile with prices, whose key is in the environment; its forms are not known."""
    with ScriptedServer(Script(key=KEY)) as made:
        profile = made.profile(
            name="my heron", form=None, price_prompt=1.0, price_reply=2.0, key_variable="HERON_KEY"
        )
        (tmp_path / "models.json").write_text(f"[{profile.model_dump_json()}]", encoding="utf-8")
        monkeypatch.setenv("HERON_KEY", KEY)
        yield made


def test_that_the_scripted_model_needs_no_profile_and_says_what_it_made(
    place: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    words = [*place, "run", *TASKS, "--stages", "idea,literature,proposal", "--agent", "scripted"]
    assert main([*words, "--json", "-"]) == 0
    said = capsys.readouterr()
    told = json.loads(said.out)
    assert [run["task"] for run in told["runs"]] == list(TASKS)
    assert told["account"]["calls"] == 6
    assert "2 of 2" in said.err
    assert main(words) == 0
    assert "2 runs; 6 calls" in capsys.readouterr().out


def test_that_a_run_over_http_probes_once_and_tells_its_cost(
    server: ScriptedServer, place: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [*place, "run", TASKS[0], "--stages", "idea", "--mode", "end-to-end", "--json", "-"]
    assert main(words) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["runs"][0]["run"] == f"end2end_my-heron/{TASKS[0]}"
    assert told["account"]["cost"] > 0
    assert server.script.faults.asked == 2
    assert main([*words, "--again"]) == 0
    assert server.script.faults.asked == 3
    kept = [path for path in tmp_path.iterdir() if path.is_file() and KEY.encode() in path.read_bytes()]
    assert kept == []


def test_that_a_budget_ends_it_before_it_is_passed_with_1(
    server: ScriptedServer, place: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    words = [*place, "run", *TASKS, "--stages", "idea", "--jobs", "1"]
    assert main([*words, "--budget", "0.01"]) == 1
    assert "2 not done: the next question could pass a cost of 0.01" in capsys.readouterr().out
    assert main([*words, "--budget", "tokens=1e6,minutes=10"]) == 0


def test_that_a_bound_counts_what_the_same_stages_used_in_earlier_commands(
    server: ScriptedServer, place: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    words = [*place, "run", *TASKS, "--jobs", "1", "--stages"]
    assert main([*words, "idea"]) == 0
    used = int(capsys.readouterr().out.rpartition(" calls, ")[2].partition(" tokens")[0].replace(",", ""))
    asked, bound = server.script.faults.asked, used + 1

    def told(*more: str) -> str:
        assert main([*words, *more, "--budget", f"tokens={bound}"]) == 1
        assert server.script.faults.asked == asked
        return capsys.readouterr().out.partition(f"could pass {bound:,} tokens; ")[2].strip()

    for _ in range(2):
        assert told("idea,proposal") == f"{used:,} are used"
    assert told("proposal") == "0 are used"
    assert told("idea", "--again") == "0 are used"
    assert main([*words, "idea", "--budget", "tokens=1"]) == 0  # all that it asks for is there


@pytest.mark.parametrize(
    ("fault", "code", "words"),
    [
        (Fault.WRONG_KEY, 3, "the key was refused (401); set HERON_KEY"),
        (Fault.NO_MONEY, 3, "the account has no money left"),
        (Fault.REFUSAL, 1, "will not answer"),
        (Fault.OTHER_SHAPE, 1, "title: Field required"),
    ],
)
def test_that_a_fault_is_told_in_one_line_without_the_key(
    server: ScriptedServer,
    place: list[str],
    capsys: pytest.CaptureFixture[str],
    fault: Fault,
    code: int,
    words: str,
) -> None:
    assert main([*place, "run", TASKS[0], "--stages", "idea"]) == 0
    server.script.faults = Faults(always=fault)
    capsys.readouterr()
    assert main([*place, "run", TASKS[1], "--stages", "idea"]) == code
    said = capsys.readouterr()
    assert words in said.out + said.err
    assert "canary" not in said.out + said.err
    assert "Traceback" not in said.err


def test_that_an_estimate_asks_nothing_and_needs_no_key(
    server: ScriptedServer,
    place: list[str],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("HERON_KEY")
    assert main([*place, "run", "all", "--stages", "idea,proposal", "--dry-run", "--json", "-"]) == 0
    told = json.loads(capsys.readouterr().out)["dry_run"]
    assert (told["calls"], told["finished"]) == (402, 0)
    assert told["cost"] == pytest.approx((told["prompt_tokens"] + 2 * told["most_reply_tokens"]) / 1e6)
    assert server.script.faults.asked == 0


def test_that_a_paper_is_written_from_given_files_and_can_be_audited(
    place: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = tmp_path / "given" / TASKS[0]
    (given / "results").mkdir(parents=True)
    for name in ("idea.md", "proposal.md"):
        (given / name).write_text("# Herons wait\n\nThey wait longer than owls.\n", encoding="utf-8")
    (given / "results" / "metrics.json").write_text('{"wait": {"seconds": 12.5}}', encoding="utf-8")
    words = [
        *place,
        "run",
        TASKS[0],
        "--stages",
        "paper",
        "--inputs",
        str(given.parent),
        "--agent",
        "scripted",
    ]
    assert main(words) == 1
    assert "a paper needs measured" in capsys.readouterr().out
    assert main([*words, "--gate", "warn"]) == 0
    name = f"experiments_and_writeups/scripted/{TASKS[0]}"
    capsys.readouterr()
    assert main([*place, "audit", name, "--json", "-"]) == 0
    audit = json.loads(capsys.readouterr().out)
    assert [paper["path"] for paper in audit["papers"]] == ["results/paper.md"]
    assert any(claim["value"] == 12.5 for claim in audit["claims"])


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["no_such_task", "--stages", "idea"], "no_such_task: is no task"),
        ([TASKS[0], "--stages", "proposal"], "needs the idea"),
    ],
)
def test_that_bad_input_ends_with_2_and_names_it(
    place: list[str], capsys: pytest.CaptureFixture[str], words: list[str], told: str
) -> None:
    assert main([*place, "run", *words, "--agent", "scripted"]) == 2
    assert told in capsys.readouterr().err


def test_that_without_a_model_nothing_is_run(place: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*place, "run", TASKS[0], "--stages", "idea"]) == 2
    assert "no model is set" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words",
    [
        ["--stages", "idea,magic"],
        ["--stages", ""],
        ["--stages", "idea", "--mode", "sideways"],
        ["--stages", "idea", "--budget", "hours=3"],
        ["--stages", "idea", "--budget", "money="],
        ["--stages", "idea", "--gate", "open"],
    ],
)
def test_that_bad_usage_ends_with_2(place: list[str], words: list[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([*place, "run", TASKS[0], *words])
    assert ended.value.code == 2
