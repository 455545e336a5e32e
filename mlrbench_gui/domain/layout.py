"""What paths alone tell of a run: which folders are runs, their names, and what each of their files is for.

No file is opened here. Rules are general: a run is any folder that has the marks of one, wherever it lies and
however it is called.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Final

from mlrbench_gui.domain.artifacts import ArtifactRole
from mlrbench_gui.domain.runs import RunGroup
from mlrbench_gui.domain.values import Mode, RelPath, RunName, Stage


class CodingAgent(StrEnum):
    """Who did the experiment, as the transcript's file name tells."""

    CLAUDE_CODE = "Claude Code"
    CODEX_CLI = "Codex CLI"
    GEMINI_CLI = "Gemini CLI"
    OWN = "MLR-Bench GUI"


AGENT_LOG: Final = "agent_log.jsonl"
"""What this program's own agent did, as `domain/agent_log.py` tells."""

TRANSCRIPTS: Final[Mapping[str, CodingAgent]] = {
    "claude_output.json": CodingAgent.CLAUDE_CODE,
    "codex_log.log": CodingAgent.CODEX_CLI,
    "gemini_log.log": CodingAgent.GEMINI_CLI,
    AGENT_LOG: CodingAgent.OWN,
}
"""Transcript files at the top of a run. The run's folder may name another model: that one only wrote."""

INPUTS: Final[Mapping[str, tuple[ArtifactRole, Stage]]] = {
    "task.md": (ArtifactRole.TASK, Stage.IDEA),
    "idea.md": (ArtifactRole.IDEA, Stage.IDEA),
    "related_work.md": (ArtifactRole.LITERATURE, Stage.LITERATURE),
    "proposal.md": (ArtifactRole.PROPOSAL, Stage.PROPOSAL),
}
"""What the coding agent was given; at the top of a run, or beside an AI Scientist's summaries."""

CHECKOUT_RUNS: Final = "agent_results"
STEPWISE_RUNS: Final = "experiments_and_writeups"
AI_SCIENTIST_RUNS: Final = "ai_scientist_v2_papers"
DOCUMENTS: Final = "ideas_and_proposals"
END_TO_END_PREFIX: Final = "end2end_"

RESULTS: Final = "results"
CODE_SUFFIXES: Final = frozenset(
    (
        ".py",
        ".sh",
        ".yaml",
        ".yml",
        ".cfg",
        ".ini",
        ".toml",
        ".ipynb",
        ".r",
        ".jl",
        ".c",
        ".cpp",
        ".cu",
        ".js",
        ".ts",
    )
)
JSON_SUFFIXES: Final = frozenset((".json", ".jsonl", ".ndjson"))
TABLE_SUFFIXES: Final = frozenset((".csv", ".tsv"))
IMAGE_SUFFIXES: Final = frozenset((".png", ".jpg", ".jpeg", ".gif", ".bmp", ".webp", ".svg", ".tif", ".tiff"))

GATE_MANIFEST: Final = "gate_manifest.json"
"""What the gate let through to the writer of the paper, in runs that this program made: no evidence itself."""

CODER_LOG: Final = "coder_log.jsonl"
"""How a coding agent from outside was run, told by this program: when, for how long, its end, the files' hashes.

It does not tell what the agent did, so it is neither transcript nor evidence.
"""

_PAPER = re.compile(r"paper(?:_(?P<writer>.+))?\.(?:md|pdf)", re.IGNORECASE)
_TOKEN_USAGE = re.compile(r"(?P<stage>idea|lit|proposal|paper)_token_usage\.json", re.IGNORECASE)
_JUDGE_REVIEW = re.compile(r"review_.+\.json", re.IGNORECASE)
_SUMMARY = re.compile(r"(?:draft|baseline|research|ablation)_summary\.json", re.IGNORECASE)
_TOKEN_STAGES: Final = {
    "idea": Stage.IDEA,
    "lit": Stage.LITERATURE,
    "proposal": Stage.PROPOSAL,
    "paper": Stage.PAPER,
}
_DATA_FOLDERS: Final = frozenset(("data", "dataset", "datasets"))
_FIGURE_FOLDERS: Final = frozenset(("figures", "figs", "plots"))
_FOREIGN_FOLDERS: Final = frozenset(("site-packages", "node_modules", "__pycache__", ".git"))


def classify(path: RelPath, size: int) -> tuple[ArtifactRole, Stage]:
    """What a file of a run is for, and the stage that it belongs to, by its path below the run and its size."""
    *folders, name = path.lower().split("/")
    at_top = not folders
    if at_top and name in TRANSCRIPTS:
        return ArtifactRole.TRANSCRIPT, Stage.EXPERIMENT
    if name in INPUTS and (at_top or folders == ["experiments"]):
        return INPUTS[name]
    if _is_paper_place(folders, name):
        return ArtifactRole.PAPER, Stage.PAPER
    if at_top and (kept := _harness_role(name)):
        return kept
    if not _FOREIGN_FOLDERS.isdisjoint(folders):
        return ArtifactRole.OTHER, Stage.EXPERIMENT
    return _evidence_role(folders, name, size), Stage.EXPERIMENT


def paper_paths(paths: Iterable[RelPath]) -> tuple[RelPath, ...]:
    """The papers of a run, sorted. A PDF counts only where no Markdown paper is: else it is a rendering."""
    papers = sorted(path for path in paths if classify(path, 1)[0] is ArtifactRole.PAPER)
    markdown = tuple(path for path in papers if path.lower().endswith(".md"))
    return markdown or tuple(papers)


def paper_writer(path: RelPath) -> str | None:
    """The writer model that a paper's file name tells (`paper_<model>.md`), if any."""
    match = _PAPER.fullmatch(path.rpartition("/")[2])
    return match["writer"] if match else None


def transcript_path(paths: Iterable[RelPath]) -> RelPath | None:
    """The transcript of a run: the first, should several lie there."""
    found = {path.lower(): path for path in paths if path.lower() in TRANSCRIPTS}
    return next((found[name] for name in TRANSCRIPTS if name in found), None)


def coding_agent(paths: Iterable[RelPath]) -> CodingAgent | None:
    """Who did the experiment. None without a transcript."""
    path = transcript_path(paths)
    return TRANSCRIPTS[path.lower()] if path else None


def token_usage_stage(name: str) -> Stage | None:
    """The stage of an `<stage>_token_usage.json` file by its name; None for other files."""
    match = _TOKEN_USAGE.fullmatch(name)
    return _TOKEN_STAGES[match["stage"].lower()] if match else None


def in_results(path: RelPath) -> bool:
    """Whether the file lies below the run's own results folder."""
    return path.lower().startswith(f"{RESULTS}/")


def has_run_marks(folder: str, paths: Iterable[str]) -> bool:
    """Whether a folder of this name, holding these files (relative, any depth), is a run.

    One strong mark will do: a transcript, a paper, results, an AI Scientist's summaries. Two of the inputs
    will do as well, unless the folder holds many authors' ideas and proposals of one task.
    """
    names = {path.lower() for path in paths}
    top = {name for name in names if "/" not in name}
    if not top.isdisjoint(TRANSCRIPTS) or f"{RESULTS}/results.md" in names or f"{folder.lower()}.pdf" in top:
        return True
    split = [(parts[:-1], parts[-1]) for parts in (name.split("/") for name in names) if len(parts) <= 2]
    if any(_PAPER.fullmatch(name) and where in ([], [RESULTS], ["paper"]) for where, name in split):
        return True
    if any(where == ["experiments"] and _SUMMARY.fullmatch(name) for where, name in split):
        return True
    return not _holds_many_authors(split) and len(top & INPUTS.keys()) >= 2


def _holds_many_authors(split: Iterable[tuple[list[str], str]]) -> bool:
    """Whether files, as folders and name, are many authors' ideas and proposals of one task."""
    return any(
        len(where) == 1 and where[0] in {"idea", "proposal"} and name.startswith(f"{where[0]}_")
        for where, name in split
    )


def may_be_run(paths: Iterable[str]) -> bool:
    """Whether a folder without the marks of a run holds, in it or in its folders, files such as a run leaves."""
    split = [(parts[:-1], parts[-1]) for parts in (path.lower().split("/") for path in paths)]
    near = [(where, name) for where, name in split if len(where) <= 1]
    roles = {classify(RelPath("/".join((*where, name))), 1)[0] for where, name in near}
    return not _holds_many_authors(near) and not roles.isdisjoint(_LEFT_BY_RUNS)


def run_roots(paths: Iterable[str], root_name: str) -> tuple[str, ...]:
    """The folders of a tree that are runs, sorted; `""` is the root itself. A run below a run is part of it."""
    near = _nearest_files(paths)
    found: list[str] = []
    for folder in sorted(near, key=lambda path: (path.count("/") + bool(path), path)):
        name = folder.rpartition("/")[2] or root_name
        if not _below_any(folder, found) and has_run_marks(name, near[folder]):
            found.append(folder)
    return tuple(sorted(found))


def _nearest_files(paths: Iterable[str]) -> dict[str, set[str]]:
    """For each folder the files in it and in its folders, which is as deep as marks lie."""
    near: dict[str, set[str]] = {}
    for path in paths:
        folder, _, name = path.rpartition("/")
        near.setdefault(folder, set()).add(name)
        if folder:
            above, _, last = folder.rpartition("/")
            near.setdefault(above, set()).add(f"{last}/{name}")
    return near


def run_name_of(parts: Sequence[str]) -> RunName:
    """A run's name from the parts of its folder's path: as in a checkout, else the last two."""
    kept = [part for part in parts if part not in {"", "/", "."}]
    for index in range(len(kept) - 1, -1, -1):
        rest = kept[index + 1 :]
        if kept[index] == CHECKOUT_RUNS and rest:
            return RunName("/".join(rest))
        if kept[index] in {STEPWISE_RUNS, AI_SCIENTIST_RUNS} and len(rest) == 2:
            return RunName("/".join(kept[index:]))
    return RunName("/".join(kept[-2:]))


def group_of(name: RunName) -> RunGroup:
    """Which part of the benchmark a run of this name belongs to."""
    parts = name.split("/")
    if len(parts) == 2 and len(parts[0]) > len(END_TO_END_PREFIX) and parts[0].startswith(END_TO_END_PREFIX):
        return RunGroup.END_TO_END
    if len(parts) == 3 and parts[0] == STEPWISE_RUNS:
        return RunGroup.STEPWISE
    if len(parts) == 3 and parts[0] == AI_SCIENTIST_RUNS:
        return RunGroup.AI_SCIENTIST
    return RunGroup.LOOSE


def checkout_path(name: RunName) -> str:
    """Where a run of this name lies in a checkout; a loose one is where its name says."""
    inside = group_of(name) in {RunGroup.END_TO_END, RunGroup.STEPWISE}
    return f"{CHECKOUT_RUNS}/{name}" if inside else name


def mode_of(group: RunGroup) -> Mode:
    """How runs of a group are judged. A loose run is judged by what it ended as."""
    return Mode.STEPWISE if group is RunGroup.STEPWISE else Mode.END_TO_END


def agent_and_task(name: RunName) -> tuple[str, str]:
    """Agent and task of a run: whole path parts, never cut at a dash or an underscore."""
    *before, task = name.split("/")
    agent = before[-1] if before else ""
    return agent.removeprefix(END_TO_END_PREFIX) if group_of(name) is RunGroup.END_TO_END else agent, task


def _below_any(folder: str, roots: Iterable[str]) -> bool:
    return any(root == "" or folder.startswith(f"{root}/") for root in roots)


def _is_paper_place(folders: list[str], name: str) -> bool:
    if _PAPER.fullmatch(name):
        return folders in ([], [RESULTS], ["paper"])
    return not folders and name.endswith(".pdf")


def _harness_role(name: str) -> tuple[ArtifactRole, Stage] | None:
    if stage := token_usage_stage(name):
        return ArtifactRole.TOKEN_USAGE, stage
    if name == GATE_MANIFEST:
        return ArtifactRole.OTHER, Stage.PAPER
    if name == CODER_LOG:
        return ArtifactRole.OTHER, Stage.EXPERIMENT
    if name == "token_tracker.json":
        return ArtifactRole.TOKEN_USAGE, Stage.EXPERIMENT
    if _JUDGE_REVIEW.fullmatch(name):
        return ArtifactRole.REVIEW, Stage.PAPER
    return None


def _evidence_role(folders: list[str], name: str, size: int) -> ArtifactRole:
    stem, dot, last = name.rpartition(".")
    suffix = dot + last
    by_name = {"results.md": ArtifactRole.RESULTS_NOTE, "readme.md": ArtifactRole.README}
    if name in by_name:
        return by_name[name]
    if suffix == ".log" or (suffix == ".txt" and "log" in stem):
        return ArtifactRole.LOG
    if suffix in IMAGE_SUFFIXES:
        return _image_role(folders, size)
    for suffixes, role in _BY_SUFFIX:
        if suffix in suffixes:
            return role
    return ArtifactRole.README if stem == "readme" or name == "readme" else ArtifactRole.OTHER


def _image_role(folders: list[str], size: int) -> ArtifactRole:
    """Pictures below a data folder are samples of the data; an empty file shows nothing."""
    if size == 0:
        return ArtifactRole.OTHER
    data = max((at for at, folder in enumerate(folders) if folder in _DATA_FOLDERS), default=-1)
    if data < 0 or not _FIGURE_FOLDERS.isdisjoint(folders[data + 1 :]):
        return ArtifactRole.FIGURE
    return ArtifactRole.DATA_IMAGE


_LEFT_BY_RUNS: Final = frozenset(
    (
        ArtifactRole.TASK,
        ArtifactRole.IDEA,
        ArtifactRole.PROPOSAL,
        ArtifactRole.PAPER,
        ArtifactRole.TRANSCRIPT,
        ArtifactRole.RESULTS_NOTE,
        ArtifactRole.LOG,
        ArtifactRole.CODE,
        ArtifactRole.JSON,
        ArtifactRole.CSV,
    )
)
_BY_SUFFIX: Final = (
    (CODE_SUFFIXES, ArtifactRole.CODE),
    (JSON_SUFFIXES, ArtifactRole.JSON),
    (TABLE_SUFFIXES, ArtifactRole.CSV),
)
