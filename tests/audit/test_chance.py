"""How often foreign evidence supports a paper: by name or not at all, setup apart, prose left out."""

import json
from collections.abc import Callable, Mapping

from mlrbench_gui.audit.chance import Tally, chance_match, foreign_evidence, read_papers
from mlrbench_gui.domain.artifacts import RunFiles
from mlrbench_gui.domain.values import RelPath, RunName

MakeRun = Callable[[Mapping[str, str | bytes]], RunFiles]

PAPER = RelPath("results/paper.md")
TEXT = (
    "# T\n\n## 3 Experimental setup\n\nWe train with a batch size of 32.\n\n"
    "## 4 Results\n\nOur tuned_net reaches a recall of 0.8125 and an F1 score of 0.7431.\n"
)


def matched(made_run: MakeRun, files: Mapping[str, str], text: str = TEXT) -> tuple[Tally, Tally]:
    found = chance_match(
        read_papers({PAPER: text}), [foreign_evidence(RunName("agent/other"), made_run(files))]
    )
    return found.results, found.setup


def test_that_equal_numbers_under_other_names_are_no_links(made_run: MakeRun) -> None:
    results, setup = matched(made_run, {"results/r.json": '{"width": 0.8125, "height": 0.7431, "depth": 32}'})

    assert (results.held, results.supported) == (2, 0)
    assert (setup.held, setup.supported) == (1, 0)


def test_that_the_same_names_and_values_are_links_and_setup_is_counted_apart(made_run: MakeRun) -> None:
    held = {"tuned_net": {"recall": 0.81252, "f1_score": 0.1}, "plain_net": {"recall": 0.2, "f1_score": 0.3}}
    code = "BATCH_SIZE = 32\nprint('training', BATCH_SIZE)\n"
    results, setup = matched(made_run, {"results/r.json": json.dumps(held), "code/run.py": code})

    assert results == Tally(held=2, supported=1, contradicted=1)
    assert results.rate == results.denied == 0.5
    assert setup == Tally(held=1, supported=1)


def test_that_papers_and_prose_of_the_other_run_are_left_out(made_run: MakeRun) -> None:
    files = dict.fromkeys(("results/paper.md", "results/results.md", "README.md", "proposal.md"), TEXT)

    assert matched(made_run, files) == (Tally(held=2), Tally(held=1))


def test_that_the_claims_at_fault_are_named(made_run: MakeRun) -> None:
    files = made_run({"code/run.py": "BATCH_SIZE = 32\nprint('training', BATCH_SIZE)\n"})
    found = chance_match(read_papers({PAPER: TEXT}), [foreign_evidence(RunName("agent/other"), files)])

    assert [(link.foreign, link.paper, link.verdict) for link in found.links] == [
        ("agent/other", PAPER, "supported")
    ]
    assert "32" in found.links[0].quote


def test_that_no_foreign_run_and_no_paper_give_nothing(made_run: MakeRun) -> None:
    assert chance_match(read_papers({PAPER: TEXT}), []).results == Tally()
    assert matched(made_run, {}, "")[0].rate == 0.0


def test_that_what_a_paper_tells_of_others_is_not_held_against_evidence(made_run: MakeRun) -> None:
    text = "# T\n\n## 2 Related work\n\nSmith et al. (2020) report a recall of 0.8125.\n"

    assert matched(made_run, {"results/r.json": '{"recall": 0.8125}'}, text)[0] == Tally()
