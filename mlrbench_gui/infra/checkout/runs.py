"""Reads one run, file by file in any order, and puts its record together when all were seen."""

import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final

from mlrbench_gui.domain.artifacts import Artifact, ArtifactRole
from mlrbench_gui.domain.layout import (
    agent_and_task,
    checkout_path,
    classify,
    coding_agent,
    group_of,
    in_results,
    mode_of,
    paper_paths,
    paper_writer,
)
from mlrbench_gui.domain.reviews import ReviewTarget
from mlrbench_gui.domain.runs import FileRecord, Run, RunGroup, RunRecord, StageInterval
from mlrbench_gui.domain.values import RelPath, RunName, Sha256, Stage
from mlrbench_gui.infra.checkout.contents import Oddity, json_oddities, oddities_of, parse_json
from mlrbench_gui.infra.checkout.harness import TaskLog
from mlrbench_gui.infra.checkout.logs import Typed, is_typed, log_span, typed_logs
from mlrbench_gui.infra.checkout.places import ReviewPlace
from mlrbench_gui.infra.checkout.references import References, count_references
from mlrbench_gui.infra.checkout.reviews import Reviews
from mlrbench_gui.infra.files.gathering import Gathering

_HALLUCINATION_REVIEW = re.compile(r"review_hallucination_(.+)\.json", re.IGNORECASE)
_JUDGE_REVIEW = re.compile(r"review_(.+)\.json", re.IGNORECASE)
_JSON_ROLES: Final = frozenset((ArtifactRole.JSON, ArtifactRole.TOKEN_USAGE, ArtifactRole.TRANSCRIPT))
_AI_SCIENTIST: Final = "AI Scientist v2"
_CLOCK_SLACK: Final = timedelta(minutes=1)


class RunReading:
    """One run being read. `root` is its folder in the tree, `paths` are all of its files."""

    def __init__(self, name: RunName, root: str, paths: frozenset[RelPath], gathering: Gathering) -> None:
        self.name = name
        self.root = root
        self.group = group_of(name)
        self.source = checkout_path(name)
        self.papers = paper_paths(paths)
        self.agent, self.task = agent_and_task(name)
        self._paths = paths
        self._gathering = gathering
        self._artifacts: list[Artifact] = []
        self._references: dict[RelPath, References] = {}
        self._spans: dict[RelPath, tuple[datetime, datetime]] = {}
        self._typed = Typed()
        self.token_usage: list[FileRecord] = []

    def take(self, path: RelPath, data: bytes, sha256: Sha256, reviews: Reviews) -> None:
        """Note one file."""
        artifact = self._artifact(path, sha256, len(data))
        self._artifacts.append(artifact)
        if artifact.role is ArtifactRole.REVIEW:
            self._take_review(path, data, sha256, reviews)
        elif artifact.role is ArtifactRole.TOKEN_USAGE:
            self._take_token_usage(artifact, sha256)
        elif artifact.role is ArtifactRole.LOG and (span := log_span(data)):
            self._spans[path] = span
        elif path in self.papers and path.lower().endswith(".md"):
            text = data.decode("utf-8-sig", "replace")
            self._references[path] = count_references(path, text, self._paths)
        for oddity in self._oddities(artifact, data):
            self._note(path, oddity)

    def miss(self, path: RelPath, size: int) -> None:
        """Note a file that could not be read; it stays in the record, without content."""
        self._artifacts.append(self._artifact(path, None, size))

    def artifacts(self) -> tuple[Artifact, ...]:
        """All files so far, sorted."""
        return tuple(sorted(self._artifacts, key=lambda artifact: artifact.path))

    def record(self, harness: TaskLog | None) -> RunRecord:
        """The run with all of its files; `harness` is what the log of its group tells of it."""
        intervals = harness.intervals() if harness else ()
        self._note_logs(intervals)
        for path, references in self._references.items():
            for missing in references.missing:
                self._note(path, Oddity("figure of the paper that is not here", "shown as missing", missing))
        counts = {
            "figure_references": sum(found.total for found in self._references.values()),
            "figure_references_resolved": sum(
                found.total - len(found.missing) for found in self._references.values()
            ),
        }
        return RunRecord(self._run(harness), self.artifacts(), intervals, counts)

    def _run(self, harness: TaskLog | None) -> Run:
        agent = coding_agent(self._paths)
        scientist = self.group is RunGroup.AI_SCIENTIST
        writers = [writer for path in self.papers if (writer := paper_writer(path))]
        writer = harness.writer_model if harness else None
        return Run(
            name=self.name,
            group=self.group,
            mode=mode_of(self.group),
            agent=self.agent,
            task=self.task,
            writer_model=writer or ", ".join(writers) or (self.agent if scientist else None),
            coding_agent=_AI_SCIENTIST if scientist else (agent.value if agent else None),
            papers=self.papers,
        )

    def _artifact(self, path: RelPath, sha256: Sha256 | None, size: int) -> Artifact:
        role, stage = classify(path, size)
        if role is ArtifactRole.PAPER and path not in self.papers:
            role = ArtifactRole.OTHER  # a rendering beside the Markdown paper
        return Artifact(path, sha256, size, role, stage)

    def _take_review(self, path: RelPath, data: bytes, sha256: Sha256, reviews: Reviews) -> None:
        check = _HALLUCINATION_REVIEW.fullmatch(path)
        named = check or _JUDGE_REVIEW.fullmatch(path)
        target = ReviewTarget.END_TO_END
        if check:
            target = ReviewTarget.HALLUCINATION
        elif self.group is RunGroup.AI_SCIENTIST:
            target = ReviewTarget.AI_SCIENTIST
        judge = named[1] if named else ""
        place = ReviewPlace(f"{self.source}/{path}", target, judge, self.task, self.agent)
        reviews.take(place, data, sha256, self.name)

    def _take_token_usage(self, artifact: Artifact, sha256: Sha256) -> None:
        tracker = artifact.path.lower().endswith("token_tracker.json")
        kind, stage = ("token_tracker", None) if tracker else ("token_usage", artifact.stage)
        self.token_usage.append(FileRecord(kind, f"{self.source}/{artifact.path}", sha256, self.name, stage))

    def _oddities(self, artifact: Artifact, data: bytes) -> Iterator[Oddity]:
        yield from oddities_of(artifact.path, artifact.role, data)
        suffix = artifact.path[artifact.path.rfind(".") :].lower()
        if artifact.role in _JSON_ROLES and suffix != ".log":
            content = parse_json(data)
            yield from json_oddities(content, suffix, data)
            if artifact.role is ArtifactRole.TRANSCRIPT and content.values:
                self._typed = typed_logs(content.values[0])

    def _note_logs(self, intervals: tuple[StageInterval, ...]) -> None:
        logs = {
            artifact.path: artifact.sha256
            for artifact in self._artifacts
            if artifact.role is ArtifactRole.LOG and artifact.size and artifact.sha256 is not None
        }
        typed = {sha256 for path, sha256 in logs.items() if is_typed(path, sha256, self._typed)}
        window = next((each for each in intervals if each.stage is Stage.EXPERIMENT), None)
        for path, sha256 in logs.items():
            if sha256 in typed:
                self._note(
                    path, Oddity("log that the agent typed", "evidence, its origin is typed; doubtful")
                )
            span = self._spans.get(path)
            if window and span and in_results(path) and _outside(span, window):
                times = f"{_clock(span[0], span[1])}, stage {_clock(window.start, window.end)}"
                self._note(
                    path, Oddity("log with times outside of the experiment's", "kept; doubtful", times)
                )

    def _note(self, path: RelPath, oddity: Oddity) -> None:
        place = f"{self.root}/{path}" if self.root else path
        folder = "" if oddity.common else self.root or "."
        self._gathering.add(place, oddity.what, oddity.treated_as, folder=folder, detail=oddity.detail)


def _outside(span: tuple[datetime, datetime], window: StageInterval) -> bool:
    return span[0] < window.start - _CLOCK_SLACK or span[1] > window.end + _CLOCK_SLACK


def _clock(start: datetime, end: datetime) -> str:
    return f"{start:%H:%M:%S} to {end:%H:%M:%S}"
