"""`judge`: a panel of scripted models over real HTTP: what is stored, flagged, missing, and asked again."""

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from mlrbench_gui.app.cli import main
from mlrbench_gui.domain.judging import CitationState, JudgeState
from mlrbench_gui.domain.resources import resource
from mlrbench_gui.domain.values import RunName
from mlrbench_gui.infra.checkout.judges import read_review
from mlrbench_gui.infra.db.workspace import open_workspace
from mlrbench_gui.infra.llm.scripted.asked import Asked
from mlrbench_gui.infra.llm.scripted.faults import Fault, Faults
from mlrbench_gui.infra.llm.scripted.judging import judged
from mlrbench_gui.infra.llm.scripted.server import Script, ScriptedServer

NAME = RunName("end2end_sample/iclr2025_calibration")


@dataclass
class Bench:
    """A workspace with the sample run, and judges by name."""

    folder: Path
    scripts: dict[str, Script]

    @property
    def place(self) -> list[str]:
        return ["--workspace", str(self.folder / "w.mlrb")]

    def judge(self, *words: str) -> int:
        return main([*self.place, "judge", NAME, *words])


def scored(score: int, citation: tuple[str, str] | None = None) -> Callable[[Asked], str]:
    """A judge that gives every criterion this score, citing this."""

    def answer(asked: Asked) -> str:
        reply = judged(asked, citation)
        for part in reply.values():
            if isinstance(part, dict) and "score" in part:
                part["score"] = score
        return json.dumps(reply)

    return answer


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    scripts = {
        "heron": Script(answer=scored(4)),
        "broken": Script(answer=scored(1), faults=Faults(always=Fault.BROKEN_JSON)),
        "liar": Script(answer=scored(8, ("results/metrics.json", "an accuracy of 99.93 on all sets"))),
    }
    made = Bench(tmp_path, scripts)
    with ExitStack() as stack:
        profiles = []
        for name, script in scripts.items():
            server = stack.enter_context(ScriptedServer(script))
            profiles.append(
                server.profile(name=name, price_prompt=1.0, price_reply=2.0).model_dump(mode="json")
            )
        (tmp_path / "models.json").write_text(json.dumps(profiles), encoding="utf-8")
        monkeypatch.setenv("MLRBENCH_MODELS", str(tmp_path / "models.json"))
        sample = resource("sample", "agent_results", *NAME.split("/"))
        assert main([*made.place, "import", str(sample)]) == 0
        yield made


def test_that_a_panel_with_a_broken_and_a_lying_judge_is_stored_flagged_and_meant_right(
    bench: Bench, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    assert bench.judge("--stages", "overall", "--panel", "heron,broken,liar", "--json", "-") == 1
    told = json.loads(capsys.readouterr().out)
    [panel] = told["panels"]
    assert (panel["complete"], panel["counts"]) == (False, "2 of 3 judges")
    overall = next(item for item in panel["criteria"] if item["criterion"] == "Overall")
    assert (overall["mean"], overall["spread"], overall["disagree"]) == (6.0, 4.0, True)
    assert [(item["profile"], item["state"]) for item in panel["missing"]] == [("broken", "invalid")]
    with closing(open_workspace(bench.folder / "w.mlrb")) as workspace:
        kept = {review.profile: review for review in workspace.judges.of_run(NAME)}
    assert {name: review.state for name, review in kept.items()} == {
        "heron": JudgeState.VALID,
        "broken": JudgeState.INVALID,
        "liar": JudgeState.VALID,
    }
    assert kept["broken"].raw
    assert not kept["broken"].scores
    assert {item.state for item in kept["liar"].citations} == {CitationState.NOT_FOUND}
    assert {item.state for item in kept["heron"].citations} == {CitationState.FOUND}
    assert len(bench.scripts["broken"].asked) == 0
    assert bench.scripts["broken"].faults.asked == 2


def test_that_lines_for_people_say_on_how_many_judges_a_mean_rests(
    bench: Bench, capsys: pytest.CaptureFixture[str]
) -> None:
    bench.judge("--panel", "heron,broken,liar")
    out = capsys.readouterr().out
    assert "6.00 of 2 of 3 judges" in out
    assert "the judges disagree" in out
    assert "liar cites what does not hold (not found)" in out
    assert "broken: invalid:" in out
    assert "heron, no code: not calibrated" in out


def test_that_what_is_answered_is_not_asked_again_and_what_failed_is(bench: Bench) -> None:
    bench.judge("--panel", "heron,broken")
    asked = len(bench.scripts["heron"].asked)
    bench.scripts["broken"].faults = Faults()
    assert bench.judge("--panel", "heron,broken") == 0
    assert len(bench.scripts["heron"].asked) == asked
    assert len(bench.scripts["broken"].asked) == 1
    with closing(open_workspace(bench.folder / "w.mlrb")) as workspace:
        states = [review.state for review in workspace.judges.of_run(NAME) if review.profile == "broken"]
    assert states == [JudgeState.INVALID, JudgeState.VALID]


def test_that_all_stages_give_reviews_that_an_import_reads_to_the_same_scores(
    bench: Bench, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    assert bench.judge("--stages", "all", "--panel", "heron", "--json", "-") == 0
    told = json.loads(capsys.readouterr().out)
    assert [panel["stage"] for panel in told["panels"]] == [
        *("idea", "proposal", "experiment", "paper", "overall", "hallucination")
    ]
    for panel in told["panels"]:
        [review] = panel["reviews"]
        read = read_review(json.dumps(review["body"]).encode())
        assert {item.criterion: item.score for item in read.scores} == {
            item["criterion"]: item["score"] for item in review["scores"]
        }
        assert read.has_hallucination == review["has_hallucination"]
        assert read.confidence == review["confidence"]


def test_that_repeats_tell_the_noise_and_weigh_as_one_judge(
    bench: Bench, capsys: pytest.CaptureFixture[str]
) -> None:
    scores = iter((2, 6, 5))

    def moody(asked: Asked) -> str:
        return scored(next(scores))(asked)

    bench.scripts["heron"].answer = moody
    capsys.readouterr()
    assert bench.judge("--panel", "heron", "--repeat", "3", "--json", "-") == 0
    [panel] = json.loads(capsys.readouterr().out)["panels"]
    clarity = panel["criteria"][0]
    [judge] = clarity["judges"]
    assert (judge["low"], judge["high"], judge["n"]) == (2, 6, 3)
    assert judge["noise"] == pytest.approx(2.0817, abs=1e-4)
    assert clarity["spread"] is None


def test_that_a_refusal_is_no_score_and_its_words_are_kept(bench: Bench) -> None:
    bench.scripts["heron"].faults = Faults(always=Fault.REFUSAL)
    assert bench.judge("--panel", "heron,liar") == 1
    with closing(open_workspace(bench.folder / "w.mlrb")) as workspace:
        kept = {review.profile: review for review in workspace.judges.of_run(NAME)}
    assert kept["heron"].state is JudgeState.REFUSED
    assert kept["heron"].raw == "I will not do that."
    assert kept["liar"].is_valid


def test_that_a_judge_out_of_reach_ends_with_3_and_loses_no_other_reply(
    bench: Bench, capsys: pytest.CaptureFixture[str]
) -> None:
    bench.scripts["heron"].faults = Faults(always=Fault.NO_SUCH_MODEL)
    capsys.readouterr()
    assert bench.judge("--panel", "heron,liar", "--stages", "idea,proposal", "--json", "-") == 3
    told = json.loads(capsys.readouterr().out)
    assert [panel["counts"] for panel in told["panels"]] == ["1 of 2 judges", "1 of 2 judges"]
    assert "heron" in told["unavailable"]
    assert bench.scripts["heron"].faults.asked == 1
    assert {total["complete"] for total in told["totals"]} == {False}


def test_that_one_bound_holds_for_the_whole_panel(bench: Bench, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert bench.judge("--panel", "heron,liar", "--budget", "tokens=100", "--json", "-") == 1
    told = json.loads(capsys.readouterr().out)
    assert (told["asked"], told["left"]) == (0, 2)
    assert "could pass 100 tokens" in told["stopped"]
    assert told["panels"][0]["counts"] == "0 of 2 judges"


def test_that_a_bound_counts_what_the_same_judges_used_in_earlier_commands(
    bench: Bench, capsys: pytest.CaptureFixture[str]
) -> None:
    def told(*words: str, code: int = 0) -> dict[str, Any]:
        capsys.readouterr()
        assert bench.judge("--json", "-", *words) == code
        found: dict[str, Any] = json.loads(capsys.readouterr().out)
        return found

    assert told("--panel", "heron", "--stages", "idea")["asked"] == 1
    with closing(open_workspace(bench.folder / "w.mlrb")) as workspace:
        (kept,) = workspace.judges.of_run(NAME)
    assert kept.tokens is not None
    used = kept.tokens.total
    bound = ("--budget", f"tokens={used + 1}")
    words = f"could pass {used + 1:,} tokens; "
    for panel, counted in (("heron,liar", used), ("heron,liar", used), ("liar", 0)):
        stopped = told("--panel", panel, "--stages", "idea", *bound, code=1)["stopped"]
        assert stopped.endswith(f"{words}{counted:,} are used")
    assert told("--panel", "heron", "--stages", "idea,proposal", *bound, code=1)["stopped"].endswith(
        f"{words}{used:,} are used"
    )
    assert told("--panel", "heron", "--stages", "idea", "--again", *bound, code=1)["stopped"].endswith(
        f"{words}0 are used"
    )
    assert told("--panel", "heron", "--stages", "idea", *bound)["stopped"] is None


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--panel", "nobody"], "no model profile is named 'nobody'"),
        (["--panel", "heron", "--pairwise"], "name two runs of the same task"),
    ],
)
def test_that_what_cannot_be_judged_is_one_line_and_2(
    bench: Bench, capsys: pytest.CaptureFixture[str], words: list[str], said: str
) -> None:
    assert bench.judge(*words) == 2
    assert said in capsys.readouterr().err


def test_that_a_dry_run_tells_calls_and_asks_nothing(
    bench: Bench, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    assert bench.judge("--panel", "heron,liar", "--stages", "idea,overall", "--repeat", "2", "--dry-run") == 0
    assert "8 calls, 0 answered before" in capsys.readouterr().out
    assert not bench.scripts["heron"].asked


def test_that_a_report_has_own_judges_and_what_they_lack(
    bench: Bench, capsys: pytest.CaptureFixture[str]
) -> None:
    assert bench.judge("--stages", "overall", "--panel", "heron,broken,liar") == 1
    assert main([*bench.place, "audit", NAME]) == 0
    folder = bench.folder / "report"
    assert main([*bench.place, "report", NAME, "-o", str(folder), "--format", "json,md,html,csv"]) == 0
    (told,) = folder.rglob("*.json")
    report = json.loads(told.read_text(encoding="utf-8"))
    means = [mean for mean in report["score_means"] if mean["kind"] == "own_judge"]
    assert {(mean["criterion"], mean["mean"], mean["n"], mean["of"]) for mean in means} >= {
        ("Overall", 6.0, 2, 3)
    }
    (lacking,) = [review for review in report["reviews"] if review["lacks"]]
    assert lacking["lacks"].startswith("invalid: ")
    assert lacking["scores"] == []
    markdown = next(folder.rglob("*.md")).read_text(encoding="utf-8")
    assert "| own judges | " in markdown
    assert "n = 2 of 3)" in markdown
    assert "No score: invalid" in next(folder.rglob("*.html")).read_text(encoding="utf-8")


def test_that_a_job_of_judges_asks_again_only_what_is_missing(
    bench: Bench, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("--stages", "overall", "--panel", "heron,broken", "--repeat", "2")
    assert main([*bench.place, "jobs", "start", "judge", NAME, *words]) == 1
    told = capsys.readouterr().out
    assert "1 of 2 judges" in told
    assert "broken: invalid" in told
    with closing(open_workspace(bench.folder / "w.mlrb")) as workspace:
        before = {review.id for review in workspace.judges.of_run(NAME)}
    bench.scripts["broken"].faults = Faults()
    (failed,) = _jobs(bench, capsys)
    assert main([*bench.place, "jobs", "resume", str(failed["id"])]) == 0
    with closing(open_workspace(bench.folder / "w.mlrb")) as workspace:
        after = [review for review in workspace.judges.of_run(NAME) if review.id not in before]
    assert [(review.profile, review.state) for review in after] == [("broken", JudgeState.VALID)] * 2
    capsys.readouterr()
    assert main([*bench.place, "jobs", "start", "judge", NAME, *words]) == 0
    assert "0 replies, 4 known before" in capsys.readouterr().out


def test_that_a_job_of_judges_says_what_it_cannot_do(
    bench: Bench, capsys: pytest.CaptureFixture[str]
) -> None:
    start = [*bench.place, "jobs", "start", "judge"]
    assert main([*start, NAME, "--panel", "nobody"]) == 2
    assert main([*start, "end2end_none", "--panel", "heron"]) == 2
    told = capsys.readouterr().err
    assert "nobody" in told
    assert "no run is named 'end2end_none'" in told
    assert main([*start, NAME, "--panel", "heron", "--budget", "tokens=5"]) == 1
    assert "5" in capsys.readouterr().out


def _jobs(bench: Bench, capsys: pytest.CaptureFixture[str]) -> list[dict[str, object]]:
    capsys.readouterr()
    assert main([*bench.place, "jobs", "list", "--json", "-"]) == 0
    jobs: list[dict[str, object]] = json.loads(capsys.readouterr().out)
    return jobs
