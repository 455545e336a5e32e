"""Gathers judges' reviews, and ties each to its target when all targets of the import are known."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from mlrbench_gui.domain.layout import END_TO_END_PREFIX, STEPWISE_RUNS
from mlrbench_gui.domain.reviews import Review, ReviewTarget
from mlrbench_gui.domain.runs import DocumentKind, FileRecord, Run
from mlrbench_gui.domain.values import RelPath, RunName, Sha256
from mlrbench_gui.infra.checkout.documents import document_key
from mlrbench_gui.infra.checkout.judges import NoReview, ReviewBody, judge_family, read_review
from mlrbench_gui.infra.checkout.places import ReviewPlace
from mlrbench_gui.infra.files.gathering import Gathering

_WRITEUP_CODER: Final = "claude"
"""The stepwise write-ups all rest on this coder's experiments; their reviews name only the writer."""

_WORDS: Final[Mapping[ReviewTarget, str]] = {
    ReviewTarget.IDEA: "an idea",
    ReviewTarget.PROPOSAL: "a proposal",
    ReviewTarget.EXPERIMENT: "an experiment",
    ReviewTarget.WRITEUP: "a write-up",
    ReviewTarget.END_TO_END: "an end-to-end run",
    ReviewTarget.END_TO_END_NO_CODE: "an end-to-end run (judged without its code)",
    ReviewTarget.AI_SCIENTIST: "an AI Scientist's run",
    ReviewTarget.HALLUCINATION: "a run (for hallucinations)",
}


@dataclass(frozen=True, slots=True)
class Targets:
    """What reviews of this import can be about: runs with their papers, and keys of stage documents."""

    runs: Mapping[RunName, Run]
    documents: frozenset[str]


@dataclass(frozen=True, slots=True)
class _Aim:
    """The target that a review's place tells."""

    key: str
    run: RunName | None = None
    paper: RelPath | None = None


class Reviews:
    """All reviews met so far."""

    def __init__(self, gathering: Gathering) -> None:
        self._gathering = gathering
        self._kept: list[tuple[ReviewPlace, ReviewBody, Sha256, RunName | None]] = []
        self._unreadable: list[FileRecord] = []

    def take(self, place: ReviewPlace, data: bytes, sha256: Sha256, run: RunName | None = None) -> None:
        """Note a review; `run` where it lies in the folder of the run that it is about."""
        try:
            body = read_review(data)
        except NoReview as error:
            self._gathering.add(
                place.source, "review that cannot be read", "kept as a file", detail=str(error)
            )
            self._unreadable.append(FileRecord("notes", place.source, sha256, run))
            return
        for oddity in body.oddities:
            self._gathering.add(place.source, f"review: {oddity}", "this score is left out")
        self._kept.append((place, body, sha256, run))

    def records(self, targets: Targets) -> Iterator[Review | FileRecord]:
        """All reviews with their targets, and what could not be read as one."""
        families: defaultdict[str, set[str]] = defaultdict(set)
        for place, body, sha256, run in self._kept:
            review = _review(place, body, sha256, _aim(place, run), targets)
            families[review.judge_family].add(review.judge)
            if not review.target_present:
                self._gathering.add(
                    place.source,
                    f"review of {_WORDS[place.target]} that is not here",
                    "kept, marked as target absent",
                )
            yield review
        yield from self._unreadable
        for family, names in families.items():
            if len(names) > 1:
                self._gathering.add(
                    next(kept[0].source for kept in self._kept if kept[0].judge in names),
                    f"the judges of family {family} have {len(names)} names: {', '.join(sorted(names))}",
                    "exact names kept, grouped by family",
                )


def _aim(place: ReviewPlace, run: RunName | None) -> _Aim:
    if run is not None:
        return _Aim(run, run)
    if place.target in {ReviewTarget.IDEA, ReviewTarget.PROPOSAL}:
        return _Aim(document_key(DocumentKind(place.target.value), place.task, place.subject))
    if place.target is ReviewTarget.EXPERIMENT:
        name = RunName(f"{STEPWISE_RUNS}/{place.subject}/{place.task}")
        return _Aim(name, name)
    if place.target is ReviewTarget.WRITEUP:
        name = RunName(f"{STEPWISE_RUNS}/{_WRITEUP_CODER}/{place.task}")
        paper = RelPath(f"results/paper_{place.subject}.md")
        return _Aim(f"{name}/{paper}", name, paper)
    name = RunName(f"{END_TO_END_PREFIX}{place.subject}/{place.task}")
    return _Aim(name, name)


def _review(place: ReviewPlace, body: ReviewBody, sha256: Sha256, aim: _Aim, targets: Targets) -> Review:
    if aim.run is None:
        present = aim.key in targets.documents
    else:
        run = targets.runs.get(aim.run)
        present = run is not None and (aim.paper is None or aim.paper in run.papers)
    return Review(
        source=place.source,
        sha256=sha256,
        target=place.target,
        judge=place.judge,
        judge_family=judge_family(place.judge),
        task=place.task,
        target_key=aim.key,
        target_present=present,
        run=aim.run,
        paper=aim.paper,
        scores=body.scores,
        confidence=body.confidence,
        has_hallucination=body.has_hallucination,
        strengths=body.strengths,
        weaknesses=body.weaknesses,
        details=body.details,
    )
