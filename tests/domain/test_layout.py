"""What paths alone tell of runs."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlrbench_gui.domain.artifacts import ArtifactRole
from mlrbench_gui.domain.layout import (
    CodingAgent,
    agent_and_task,
    checkout_path,
    classify,
    coding_agent,
    group_of,
    mode_of,
    paper_paths,
    paper_writer,
    run_name_of,
    run_roots,
    token_usage_stage,
    transcript_path,
)
from mlrbench_gui.domain.runs import RunGroup
from mlrbench_gui.domain.values import Mode, RelPath, RunName, Stage


def rel(*paths: str) -> list[RelPath]:
    return [RelPath(path) for path in paths]


@pytest.mark.parametrize(
    ("path", "role", "stage"),
    [
        ("task.md", ArtifactRole.TASK, Stage.IDEA),
        ("related_work.md", ArtifactRole.LITERATURE, Stage.LITERATURE),
        ("experiments/idea.md", ArtifactRole.IDEA, Stage.IDEA),
        ("notes/idea.md", ArtifactRole.OTHER, Stage.EXPERIMENT),
        ("codex_log.log", ArtifactRole.TRANSCRIPT, Stage.EXPERIMENT),
        ("codex/codex_log.log", ArtifactRole.LOG, Stage.EXPERIMENT),
        ("results/paper_some-model.md", ArtifactRole.PAPER, Stage.PAPER),
        ("anything.pdf", ArtifactRole.PAPER, Stage.PAPER),
        ("code/plot.pdf", ArtifactRole.OTHER, Stage.EXPERIMENT),
        ("lit_token_usage.json", ArtifactRole.TOKEN_USAGE, Stage.LITERATURE),
        ("review_judge.json", ArtifactRole.REVIEW, Stage.PAPER),
        ("code/review_judge.json", ArtifactRole.JSON, Stage.EXPERIMENT),
        ("code/run_log.txt", ArtifactRole.LOG, Stage.EXPERIMENT),
        ("code/requirements.txt", ArtifactRole.OTHER, Stage.EXPERIMENT),
        ("code/results.md", ArtifactRole.RESULTS_NOTE, Stage.EXPERIMENT),
        ("results/a.JSON", ArtifactRole.JSON, Stage.EXPERIMENT),
        ("results/fig.png", ArtifactRole.FIGURE, Stage.EXPERIMENT),
        ("code/data/images/7.png", ArtifactRole.DATA_IMAGE, Stage.EXPERIMENT),
        ("code/data/figures/7.png", ArtifactRole.FIGURE, Stage.EXPERIMENT),
        ("env/lib/site-packages/x.py", ArtifactRole.OTHER, Stage.EXPERIMENT),
    ],
)
def test_that_a_path_tells_role_and_stage(path: str, role: ArtifactRole, stage: Stage) -> None:
    assert classify(RelPath(path), 10) == (role, stage)


def test_that_an_empty_picture_is_no_figure() -> None:
    assert classify(RelPath("results/fig.png"), 0)[0] is ArtifactRole.OTHER


def test_that_a_pdf_beside_a_markdown_paper_is_a_rendering() -> None:
    assert paper_paths(rel("results/paper.md", "results/paper.pdf", "x.pdf")) == ("results/paper.md",)
    assert paper_paths(rel("x.pdf", "experiments/a.py")) == ("x.pdf",)


def test_that_several_papers_tell_their_writers() -> None:
    papers = paper_paths(rel("results/paper_b.md", "results/paper_a-1.md", "results/results.md"))
    assert [paper_writer(path) for path in papers] == ["a-1", "b"]
    assert paper_writer(RelPath("results/paper.md")) is None


def test_that_the_transcript_file_tells_the_coding_agent() -> None:
    assert coding_agent(rel("idea.md", "claude_output.json")) is CodingAgent.CLAUDE_CODE
    assert transcript_path(rel("codex/codex_log.log")) is None
    assert coding_agent(rel("idea.md")) is None


@pytest.mark.parametrize(
    ("parts", "name", "group"),
    [
        ("/data/agent_results/end2end_a-b/t_1", "end2end_a-b/t_1", RunGroup.END_TO_END),
        ("/elsewhere/end2end_a-b/t_1", "end2end_a-b/t_1", RunGroup.END_TO_END),
        ("x/experiments_and_writeups/c/t_1", "experiments_and_writeups/c/t_1", RunGroup.STEPWISE),
        ("x/ai_scientist_v2_papers/m/t_1", "ai_scientist_v2_papers/m/t_1", RunGroup.AI_SCIENTIST),
        ("/home/me/my run", "me/my run", RunGroup.LOOSE),
        ("lonely", "lonely", RunGroup.LOOSE),
    ],
)
def test_that_a_run_is_named_as_in_a_checkout_else_by_its_last_two_parts(
    parts: str, name: str, group: RunGroup
) -> None:
    assert run_name_of(parts.split("/")) == name
    assert group_of(RunName(name)) is group


def test_that_agent_and_task_are_whole_path_parts() -> None:
    assert agent_and_task(RunName("end2end_some-cli/iclr2025_a_b")) == ("some-cli", "iclr2025_a_b")
    assert agent_and_task(RunName("experiments_and_writeups/x/t")) == ("x", "t")
    assert agent_and_task(RunName("lonely")) == ("", "lonely")


def test_that_a_name_leads_back_into_the_checkout() -> None:
    assert checkout_path(RunName("end2end_a/t")) == "agent_results/end2end_a/t"
    assert checkout_path(RunName("ai_scientist_v2_papers/m/t")) == "ai_scientist_v2_papers/m/t"
    assert checkout_path(RunName("me/my run")) == "me/my run"


def test_that_only_experiments_on_a_given_proposal_are_stepwise() -> None:
    assert [group for group in RunGroup if mode_of(group) is Mode.STEPWISE] == [RunGroup.STEPWISE]


@pytest.mark.parametrize(
    "files",
    [
        ["results/paper.md"],
        ["results/results.md"],
        ["codex_log.log"],
        ["idea.md", "proposal.md"],
        ["experiments/draft_summary.json"],
        ["renamed.pdf"],
    ],
)
def test_that_a_loose_incomplete_folder_with_a_mark_is_a_run(files: list[str]) -> None:
    assert run_roots(files, "renamed") == ("",)
    assert run_roots([f"a/renamed/{file}" for file in files], "x") == ("a/renamed",)


def test_that_many_authors_documents_of_a_task_are_no_run() -> None:
    files = ["idea.md", "proposal.md", "related_work.md", "idea/idea_m.md", "proposal/proposal_m.md"]
    assert run_roots(files, "t") == ()


def test_that_a_tree_misplaced_inside_a_run_belongs_to_it() -> None:
    files = ["r/claude_output.json", "r/code/t/results/results.md", "r/code/t/results/paper.md"]
    assert run_roots(files, "x") == ("r",)


def test_that_token_usage_names_its_stage() -> None:
    assert token_usage_stage("lit_token_usage.json") is Stage.LITERATURE
    assert token_usage_stage("all_token_usage.json") is None


PARTS = st.text(st.characters(exclude_characters="/\0"), min_size=1, max_size=12).filter(
    lambda part: part not in {".", ".."}
)
PATHS = st.lists(
    PARTS
    | st.sampled_from(["results", "paper.md", "idea.md", "data", "a.png", "experiments", "codex_log.log"]),
    min_size=1,
    max_size=5,
).map("/".join)


@pytest.mark.fuzzed
@given(st.lists(PATHS, max_size=12), PARTS)
def test_that_any_paths_are_laid_out_without_failure(paths: list[str], root: str) -> None:
    roots = run_roots(paths, root)
    assert len(set(roots)) == len(roots)
    for path in paths:
        role, stage = classify(RelPath(path), 1)
        assert role in ArtifactRole
        assert stage in Stage
        inside = [folder for folder in roots if not folder or path.startswith(f"{folder}/")]
        assert len(inside) <= 1
    assert set(paper_paths(rel(*paths))) <= set(paths)
    name = run_name_of([root, *paths])
    assert group_of(name) in RunGroup
    assert agent_and_task(name)[1]
