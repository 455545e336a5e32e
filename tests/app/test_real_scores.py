"""`agreement` and `benchmark` on the published scores give the published figures."""

import json
from pathlib import Path

import pytest

from mlrbench_gui.app.cli import main
from mlrbench_gui.app.compose import opened
from mlrbench_gui.services.costing import costs_by_agent
from mlrbench_gui.services.published import compare_published
from mlrbench_gui.services.scoreboard import overall_means

pytestmark = [pytest.mark.realdata, pytest.mark.timeout(300)]

CRITERIA = ("Clarity", "Novelty", "Soundness", "Significance", "Overall")
MEANS = {
    "claude": (7.75, 7.10, 4.05, 5.50, 4.70),
    "gemini": (7.40, 6.75, 3.35, 4.55, 3.75),
    "o4-mini": (7.65, 6.90, 3.80, 5.05, 3.95),
    "codex": (6.45, 5.65, 2.90, 3.80, 3.10),
    "gemini-cli": (8.30, 6.85, 4.15, 5.30, 4.60),
}
SYSTEM = (6.00, 6.67, 3.25, 4.67, 3.83)
TESTS = {
    "Novelty": (662.5, 0.568827),
    "Clarity": (525.5, 0.052853),
    "Soundness": (630.5, 0.372652),
    "Significance": (603.0, 0.241145),
    "Overall": (692.0, 0.782697),
}


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The checkout's scores, imported once."""
    return tmp_path_factory.mktemp("scores") / "w.mlrb"


def test_that_the_published_scores_come_out(
    workspace: Path, checkout: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    parts = ("agent_reviews", "human_eval", "ai_scientist_v2_papers")
    assert main(["--workspace", str(workspace), "import", *(str(checkout / part) for part in parts)]) == 0
    capsys.readouterr()

    assert main(["--workspace", str(workspace), "benchmark", "--json", "-"]) == 0
    told = json.loads(capsys.readouterr().out)
    (cost,) = told["costs"]
    assert (round(cost["whole"]["value"], 3), cost["whole"]["n"]) == (2.048, 6)
    assert [(table["rows"], table["differing"], len(table["cells"])) for table in told["published"]] == [
        (30, [], 150)
    ]
    rows = [row for row in told["rows"] if row["judge"] == "mean"]
    ends = {(row["agent"], row["criterion"]): row for row in rows if row["stage"] == "end_to_end"}
    for agent, means in MEANS.items():
        assert tuple(round(ends[(agent, name)]["mean"], 2) for name in CRITERIA) == means
        assert all(ends[(agent, name)]["complete"] for name in CRITERIA)
    system = {row["criterion"]: row for row in rows if row["stage"] == "ai_scientist"}
    assert tuple(round(system[name]["mean"], 2) for name in CRITERIA) == SYSTEM
    assert {(system[name]["n_tasks"], system[name]["n_reviews"]) for name in CRITERIA} == {(6, 12)}

    assert main(["--workspace", str(workspace), "benchmark"]) == 0
    lines = capsys.readouterr().out
    assert "ai_scientist_v2_papers         2.048  whole cost, n = 6" in lines
    assert "llm_judge.csv, 30 rows recomputed: all come out" in lines

    assert main(["--workspace", str(workspace), "agreement", "--json", "-"]) == 0
    criteria = json.loads(capsys.readouterr().out)["criteria"]
    for name, (u, p) in TESTS.items():
        test = criteria[name]["mann_whitney"]
        assert (test["u"], round(test["p"], 6)) == (u, p)
        assert (test["n_human_human"], test["n_human_judge"]) == (24, 60)
    overall = criteria["Overall"]
    assert (overall["spearman"]["n"], overall["human_spearman"]["n"]) == (30, 27)
    assert overall["spearman"]["value"] == pytest.approx(-0.18, abs=0.01)
    assert overall["human_spearman"]["value"] == pytest.approx(0.50, abs=0.01)


def test_that_the_board_gives_costs_with_their_n_and_the_published_table_comes_out(
    workspace: Path, checkout: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    parts = ("agent_reviews", "human_eval", "ai_scientist_v2_papers")
    assert main(["--workspace", str(workspace), "import", *(str(checkout / part) for part in parts)]) == 0
    capsys.readouterr()
    with opened(workspace) as context:
        store = context.workspace.reviews
        reviews = store.all()
        (system,) = costs_by_agent(context.workspace.runs, overall_means(reviews))
        tables = [compare_published(source, data, reviews) for source, data in store.derived()]
    assert system.whole.value == pytest.approx(2.048, abs=5e-4)
    assert system.whole.n == 6
    assert system.score == pytest.approx(3.83, abs=5e-3)
    (published,) = (table for table in tables if table is not None)
    assert (published.rows, published.differing) == (30, ())

    out = workspace.parent / "report"
    assert main(["--workspace", str(workspace), "benchmark", "-o", str(out)]) == 0
    assert sorted(path.suffix for path in out.iterdir()) == [".csv", ".html", ".json", ".md", ".pdf"]
    assert (out / "benchmark.pdf").read_bytes().startswith(b"%PDF")
    assert "| claude | 4.70 |" in (out / "benchmark.md").read_text(encoding="utf-8")
