"""A whole tree becomes records and irregularities, and no file is dropped."""

import hashlib
import tarfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlrbench_gui.domain.artifacts import ArtifactRole
from mlrbench_gui.domain.errors import Cancelled, InputError
from mlrbench_gui.domain.layout import run_roots
from mlrbench_gui.domain.reviews import HallucinationCheck, HumanReview, Review
from mlrbench_gui.domain.runs import DocumentRecord, FileRecord, Irregularity, RunGroup, RunRecord, TaskRecord
from mlrbench_gui.domain.values import Sha256, Stage
from mlrbench_gui.domain.work import CancelToken, Event, Progress, ignore
from mlrbench_gui.infra.checkout.reader import read_records
from mlrbench_gui.infra.files.tree import open_tree
from mlrbench_gui.services.ports.sources import Record, SourceTree, TreeEntry

Item = Record | Irregularity
One = TypeVar("One")
TASK = "conf2031_small_task"


class MemoryTree:
    """A tree of given files; those that are None cannot be read."""

    label = "memory"
    name_parts: Sequence[str] = ("home", "bench")

    def __init__(self, files: dict[str, bytes | None]) -> None:
        self.files = files

    def entries(self) -> list[TreeEntry]:
        return [TreeEntry(path, len(data or b"?")) for path, data in sorted(self.files.items())]

    def read(self, path: str) -> bytes:
        data = self.files[path]
        if data is None:
            raise InputError(f"{path}: cannot be read (Input/output error)")
        return data

    def refused(self) -> tuple[Irregularity, ...]:
        return ()

    def close(self) -> None:
        pass


def put(data: bytes) -> Sha256:
    return Sha256(hashlib.sha256(data).hexdigest())


def read(source: Path | SourceTree) -> list[Item]:
    tree = open_tree(source) if isinstance(source, Path) else source
    try:
        return list(read_records(tree, put, CancelToken(), ignore))
    finally:
        tree.close()


def only(kind: type[One], items: Iterable[object]) -> list[One]:
    return [item for item in items if isinstance(item, kind)]


def lines(items: list[Item]) -> str:
    return "\n".join(f"{line.path}: {line.what} -> {line.treated_as}" for line in only(Irregularity, items))


def sources(items: list[Item]) -> set[tuple[str, Sha256]]:
    """All files outside of runs, and reviews and token usage inside."""
    return {
        (item.source, item.sha256) for item in items if isinstance(item, DocumentRecord | Review | FileRecord)
    }


def runs(items: list[Item]) -> dict[str, RunRecord]:
    return {record.run.name: record for record in only(RunRecord, items)}


def test_that_every_file_ends_in_a_record_or_an_irregularity(
    small_checkout: Path, files: dict[str, bytes]
) -> None:
    items = read(small_checkout)
    told: set[str] = set()
    for name, record in runs(items).items():
        folder = name if record.run.group is RunGroup.AI_SCIENTIST else f"agent_results/{name}"
        told |= {f"{folder}/{artifact.path}" for artifact in record.artifacts}
    told |= {f"tasks/{record.id}.md" for record in only(TaskRecord, items)}
    sourced = (DocumentRecord, Review, HumanReview, HallucinationCheck, FileRecord)
    told |= {item.source.removeprefix("bench/") for item in items if isinstance(item, sourced)}
    told |= {item.path for item in only(Irregularity, items)}
    assert set(files) - told == set()


def test_that_runs_have_writer_and_coding_agent_as_two_fields(small_checkout: Path) -> None:
    found = runs(read(small_checkout))
    assert {
        name: (record.run.agent, record.run.writer_model, record.run.coding_agent, record.run.group.value)
        for name, record in found.items()
    } == {
        f"end2end_writer/{TASK}": ("writer", "maker/writer-1", "Claude Code", "end_to_end"),
        f"experiments_and_writeups/claude/{TASK}": ("claude", "m-1, m-2", "Claude Code", "stepwise"),
        f"experiments_and_writeups/codex/{TASK}": ("codex", None, "Codex CLI", "stepwise"),
        f"ai_scientist_v2_papers/m-1/{TASK}": ("m-1", "m-1", "AI Scientist v2", "ai_scientist"),
    }
    assert found[f"experiments_and_writeups/claude/{TASK}"].run.papers == (
        "results/paper_m-1.md",
        "results/paper_m-2.md",
    )
    assert found[f"ai_scientist_v2_papers/m-1/{TASK}"].run.papers == (f"{TASK}.pdf",)


def test_that_a_run_brings_stage_times_figure_counts_and_token_usage(small_checkout: Path) -> None:
    items = read(small_checkout)
    record = runs(items)[f"end2end_writer/{TASK}"]
    (interval,) = record.intervals
    assert (interval.stage, interval.start.minute, interval.end.minute) == (Stage.EXPERIMENT, 1, 31)
    assert record.counts == {"figure_references": 2, "figure_references_resolved": 1}
    tokens = [file for file in only(FileRecord, items) if file.kind == "token_usage"]
    assert [(file.run, file.stage) for file in tokens] == [(record.run.name, Stage.IDEA)]
    assert [file.kind for file in only(FileRecord, items) if file.kind == "token_tracker"] == [
        "token_tracker"
    ]


def test_that_reviews_keep_judge_and_target_and_absent_targets_are_flagged(small_checkout: Path) -> None:
    items = read(small_checkout)
    reviews = only(Review, items)
    assert {
        (review.target.value, review.target_key, review.judge, review.target_present) for review in reviews
    } == {
        ("idea", f"{TASK}/idea/m-2", "judge-a", True),
        ("idea", f"{TASK}/idea/m-9", "judge-a", False),
        ("experiment", f"experiments_and_writeups/codex/{TASK}", "judge-a", True),
        ("writeup", f"experiments_and_writeups/claude/{TASK}/results/paper_m-1.md", "judge-a", True),
        ("writeup", f"experiments_and_writeups/claude/{TASK}/results/paper_m-3.md", "judge-a", False),
        ("end_to_end", f"end2end_writer/{TASK}", "judge-a", True),
        ("end_to_end_no_code", f"end2end_writer/{TASK}", "judge-a", True),
        ("hallucination", f"end2end_writer/{TASK}", "judge-b-2", True),
        ("ai_scientist", f"ai_scientist_v2_papers/m-1/{TASK}", "judge-b-3", True),
    }
    assert {review.judge_family for review in reviews} == {"judge"}
    told = lines(items)
    assert "idea_m-9.json: review of an idea that is not here -> kept, marked as target absent" in told
    assert "the judges of family judge have 3 names: judge-a, judge-b-2, judge-b-3" in told
    assert "review_absent.json: review that cannot be read" in told


def test_that_people_s_rows_are_all_kept_doubles_flagged(small_checkout: Path) -> None:
    items = read(small_checkout)
    rows = only(HumanReview, items)
    assert [(row.row, row.double, row.run_present) for row in rows] == [
        (1, True, True),
        (2, True, True),
        (3, False, False),
    ]
    assert len(only(HallucinationCheck, items)) == 1
    assert "rows 1, 2 have one reviewer, agent and task" in lines(items)
    assert [file.source for file in only(FileRecord, items) if file.kind == "derived"] == [
        "human_eval/llm_judge.csv",
        f"agent_results/ideas_and_proposals/{TASK}/idea.md",
        f"agent_results/ideas_and_proposals/{TASK}/proposal.md",
    ]


def test_that_the_chosen_document_is_marked_and_a_strange_copy_told(small_checkout: Path) -> None:
    items = read(small_checkout)
    chosen = {(record.kind.value, record.author): record.chosen for record in only(DocumentRecord, items)}
    assert chosen == {
        ("idea", "m-1"): False,
        ("idea", "m-2"): True,
        ("proposal", "m-1"): False,
        ("literature", None): False,
    }
    assert "proposal.md: a chosen document that equals no author's" in lines(items)


@pytest.mark.parametrize(
    "line",
    [
        "claude_code/data/images: sample images of the data (2 in all: 0.png, 1.png) -> data files, not figures",
        "claude_code/typed.log: log that the agent typed",
        "results/log.txt: log with times outside of the experiment's: 05:00:00 to 05:00:00, stage 06:01:00 to 06:31:00",
        "results/out.json: JSON with NaN or infinite numbers: 1 times NaN",
        "results/paper.md: figure of the paper that is not here: gone.png",
        "results/log.txt: empty log -> no log; the other files are searched",
        "2 papers on one experiment -> one run; each paper is audited by itself",
        f"codex/{TASK}: no paper -> run with its experiment only",
        "second tree of the task inside the run -> same run; equal files once",
        "results.md outside of results -> a copy; the one in results counts",
        "folder names the writer, writer; the experiments are by Claude Code",
        "human_eval/llm_judge.csv: table derived from other files -> kept; not counted as reviews",
        "bench/strange.bin: file of no known kind -> kept as a file; not used",
    ],
)
def test_that_irregularities_are_told_in_words(small_checkout: Path, line: str) -> None:
    assert line in lines(read(small_checkout))


@pytest.mark.parametrize(
    "part",
    [
        "agent_results",
        "agent_results/end2end_writer",
        f"agent_results/end2end_writer/{TASK}",
        "ai_scientist_v2_papers/m-1",
        f"ai_scientist_v2_papers/m-1/{TASK}",
        f"agent_reviews/subset_reviews_judge-a/{TASK}",
    ],
)
def test_that_a_part_of_a_checkout_gives_the_same_records_as_the_whole(
    small_checkout: Path, part: str
) -> None:
    whole = read(small_checkout)
    items = read(small_checkout / part)
    assert {record.run.name: record.artifacts for record in only(RunRecord, items)}.items() <= {
        record.run.name: record.artifacts for record in only(RunRecord, whole)
    }.items()
    assert sources(items) <= sources(whole)
    assert len(only(RunRecord, items)) + len(only(Review, items)) > 0


def test_that_an_archive_gives_the_same_records_as_its_folder(small_checkout: Path, tmp_path: Path) -> None:
    archive = tmp_path / "sent.tar.gz"
    with tarfile.open(archive, "w:gz") as tar:
        tar.add(small_checkout, "bench")
    from_archive, from_folder = read(archive), read(small_checkout)
    assert set(map(repr, only(Review, from_archive))) == set(map(repr, only(Review, from_folder)))
    assert {record.run.name: record.artifacts for record in only(RunRecord, from_archive)} == {
        record.run.name: record.artifacts for record in only(RunRecord, from_folder)
    }


def test_that_a_loose_renamed_run_is_a_run(tmp_path: Path) -> None:
    folder = tmp_path / "from a friend" / "my run"
    (folder / "results").mkdir(parents=True)
    (folder / "results" / "paper.md").write_text("# A", encoding="utf-8")
    (record,) = only(RunRecord, read(folder))
    assert (record.run.name, record.run.group) == ("from a friend/my run", RunGroup.LOOSE)
    assert (record.run.coding_agent, record.run.writer_model) == (None, None)
    (inside,) = only(RunRecord, read(folder.parent))
    assert inside.run.name == "from a friend/my run"


def test_that_two_runs_never_share_a_name() -> None:
    tree = MemoryTree({f"{place}/x/run/results/paper.md": b"p" for place in ("a", "b", "c")})
    assert sorted(runs(read(tree))) == ["b/x/run", "c/x/run", "x/run"]


def test_that_an_unreadable_file_is_listed_and_the_rest_is_read() -> None:
    tree = MemoryTree({"r/results/paper.md": b"p", "r/results/log.txt": None, "tasks/conf2031_a.md": None})
    items = read(tree)
    artifacts = {artifact.path: artifact.sha256 for artifact in runs(items)["bench/r"].artifacts}
    assert artifacts == {"results/log.txt": None, "results/paper.md": put(b"p")}
    assert (
        "file that cannot be read (2 in all: r/results/log.txt (cannot be read (Input/output error)), "
        "tasks/conf2031_a.md (cannot be read (Input/output error))) -> listed without content"
    ) in lines(items)


def test_that_reading_stops_at_the_next_file_when_cancelled() -> None:
    tree = MemoryTree({f"r/results/{number}.txt": b"x" for number in range(5)})
    token = CancelToken()
    seen: list[bytes] = []

    def put_and_cancel(data: bytes) -> Sha256:
        seen.append(data)
        token.cancel()
        return put(data)

    with pytest.raises(Cancelled):
        list(read_records(tree, put_and_cancel, token, ignore))
    assert len(seen) == 1


def test_that_progress_counts_files_and_bytes() -> None:
    events: list[Event] = []
    tree = MemoryTree({f"r/results/{number:03}.txt": b"x" for number in range(401)})
    list(read_records(tree, put, CancelToken(), events.append))
    progress = [event for event in events if isinstance(event, Progress)]
    assert [(event.done, event.total) for event in progress] == [(0, 401), (200, 401), (400, 401), (401, 401)]
    assert progress[-1].text == "401 of 401 files, 0 MB"


def test_that_a_task_text_unlike_the_official_one_is_told(small_checkout: Path) -> None:
    (small_checkout / "tasks" / f"{TASK}.md").write_text("changed", encoding="utf-8")
    assert "task text differs from the official one" in lines(read(small_checkout))


def test_that_the_role_of_a_rendering_is_other() -> None:
    tree = MemoryTree({"r/results/paper.md": b"p", "r/results/paper.pdf": b"%PDF"})
    roles = {artifact.path: artifact.role for artifact in runs(read(tree))["bench/r"].artifacts}
    assert roles == {"results/paper.md": ArtifactRole.PAPER, "results/paper.pdf": ArtifactRole.OTHER}


NAMES = st.sampled_from(
    [
        "results/paper.md",
        "results/paper_m.md",
        "claude_output.json",
        "codex_log.log",
        "idea_token_usage.json",
        "review_j.json",
        "review_hallucination_j.json",
        "results/a.json",
        "results/log.txt",
        "results/a.png",
        "task.md",
        "idea.md",
        "x.pdf",
    ]
)
AROUND = st.sampled_from(
    [
        "tasks/conf2031_a.md",
        "human_eval/human_review.csv",
        "human_eval/Hallucination Check.csv",
        "end2end_a/mlr_agent_a.log",
        "ideas_and_proposals/t/idea/idea_m.md",
        "ideas_and_proposals/t/idea.md",
        "subset_reviews_j/t/review_a.json",
        "subset_reviews_j/t/paper/m.json",
    ]
)
PATHS = AROUND | st.tuples(st.sampled_from(["end2end_a/t", "r", "q/r"]), NAMES).map("/".join) | NAMES
BYTES = (
    st.none() | st.binary(max_size=80) | st.sampled_from([b"{}", b"[]", b'{"Overall": {"score": 3}}', b"NaN"])
)


@pytest.mark.fuzzed
@given(st.dictionaries(PATHS, BYTES, max_size=10))
def test_that_any_tree_is_read_whole(files: dict[str, bytes | None]) -> None:
    items = read(MemoryTree(files))
    roots = run_roots(files, "bench")
    inside = {path for path in files if any(not root or path.startswith(f"{root}/") for root in roots)}
    assert sum(len(record.artifacts) for record in only(RunRecord, items)) == len(inside)
    named = {source for source, _ in sources(items)} | {
        f"tasks/{record.id}.md" for record in only(TaskRecord, items)
    }
    for path in files.keys() - inside:
        if files[path] is None:
            assert "file that cannot be read" in lines(items)
        else:
            assert any(source.endswith(path) for source in named)
    for item in items:
        repr(item).encode("utf-8")
