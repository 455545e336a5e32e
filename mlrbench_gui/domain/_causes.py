"""Why two audits differ: what each knows of its files, and the causes of one change in words for people."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from mlrbench_gui.domain.audit import Audit, Claim, Evidence
from mlrbench_gui.domain.differences import Cause, Change, FileChange, PaperChange, Why
from mlrbench_gui.domain.values import RelPath, Sha256, Strength

_NAMED = 3
"""So many files are named in one sentence; the others are counted."""

Hashes = Mapping[RelPath, Sha256]


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What differs around the claims: papers, other files, rules."""

    papers: tuple[PaperChange, ...]
    files: tuple[FileChange, ...]
    old_engine: str
    new_engine: str

    def paper(self, path: RelPath) -> Why | None:
        """The cause that lies in a paper's text."""
        found = next((paper for paper in self.papers if paper.path == path), None)
        if found is None or (found.change == "changed" and not found.text_changed):
            return None
        words = {"new": "is new", "gone": "is no longer there", "changed": "has another text"}[found.change]
        return Why(cause=Cause.PAPER, words=f"{path} {words}", path=path)

    def engine(self) -> Why | None:
        """The cause that lies in the rules."""
        if self.old_engine == self.new_engine:
            return None
        return Why(
            cause=Cause.ENGINE, words=f"the rules are others: engine {self.old_engine}, now {self.new_engine}"
        )

    def file(self, path: RelPath | None) -> Why | None:
        """The cause that lies in one file."""
        found = next((file for file in self.files if file.path == path), None)
        return Why(cause=Cause.EVIDENCE, words=_file_words(found), path=found.path) if found else None

    def other_files(self) -> Why | None:
        """All files that changed, where none of those that a claim names did."""
        if not self.files:
            return None
        named = ", ".join(file.path for file in self.files[:_NAMED])
        more = len(self.files) - _NAMED
        return Why(
            cause=Cause.EVIDENCE,
            words=f"other files of the run changed: {named}{f' and {more} more' if more > 0 else ''}",
        )


def surroundings(old: Audit, new: Audit, old_files: Hashes | None, new_files: Hashes | None) -> Surroundings:
    """Hold papers, files and rules of two audits against each other.

    An audit alone names only papers and the files that asked to cross the gate; a file that only one of the two names
    counts as come or gone only where all files of both are known.
    """
    papers = _paper_changes(old, new)
    left, right = {**_named_files(old), **(old_files or {})}, {**_named_files(new), **(new_files or {})}
    complete = old_files is not None and new_files is not None
    own = {paper.path for paper in (*old.papers, *new.papers)}
    files = tuple(
        FileChange(path=path, change=_change_of(before, after), old_sha256=before, new_sha256=after)
        for path in sorted((left.keys() | right.keys()) - own)
        if (before := left.get(path)) != (after := right.get(path))
        and (complete or (before is not None and after is not None))
    )
    return Surroundings(papers, files, old.tool_version, new.tool_version)


def claim_causes(
    around: Surroundings, old: Claim | None, new: Claim | None, *, reworded: bool
) -> tuple[Why, ...]:
    """Why a claim came, went or is answered otherwise: its words, the evidence that it names, the rules."""
    sides = [claim for claim in (old, new) if claim is not None]
    found: list[Why] = []
    if reworded or old is None or new is None:
        found += [why for claim in sides if (why := around.paper(claim.paper)) is not None]
    if old is not None and new is not None:
        found += _value_causes(old.evidence, new.evidence)
    if not found:
        carried = (item for claim in sides for item in claim.evidence if item.strength is Strength.PRIMARY)
        paths = dict.fromkeys(item.path for item in carried)
        found += [why for path in paths if (why := around.file(path)) is not None]
    return _told(around, [*found, around.engine()])


def place_causes(around: Surroundings, paths: Iterable[RelPath | None]) -> tuple[Why, ...]:
    """Why a finding or the gate says otherwise: the files that it names, the rules."""
    known = [path for path in dict.fromkeys(paths) if path is not None]
    found = [around.paper(path) or around.file(path) for path in known]
    return _told(around, [*found, around.engine()])


def value_words(value: float | str | None) -> str:
    """A value as people read it."""
    if value is None:
        return "no value"
    return value if isinstance(value, str) else f"{value:.12g}"


def _told(around: Surroundings, found: Sequence[Why | None]) -> tuple[Why, ...]:
    """The causes that were found, else other changed files, else that nothing recorded explains it."""
    causes = tuple(dict.fromkeys(why for why in found if why is not None))
    if any(why.cause is not Cause.ENGINE for why in causes):
        return causes
    elsewhere = around.other_files() or next(
        (why for paper in around.papers if (why := around.paper(paper.path))), None
    )
    if elsewhere is not None:
        return (elsewhere, *causes)
    unknown = Why(
        cause=Cause.UNKNOWN,
        words="nothing that both audits record explains it: a file that neither names may have changed",
    )
    return causes or (unknown,)


def _value_causes(old: Sequence[Evidence], new: Sequence[Evidence]) -> list[Why]:
    """Values that are others at the same place."""
    before, after = ({(item.path, item.locator): item.value for item in side} for side in (old, new))
    return [
        Why(
            cause=Cause.EVIDENCE,
            words=f"{place[0]} held {value_words(value)}, now {value_words(after[place])}",
            path=place[0],
        )
        for place, value in before.items()
        if place in after and value_words(value) != value_words(after[place])
    ]


def _paper_changes(old: Audit, new: Audit) -> tuple[PaperChange, ...]:
    before, after = ({paper.path: paper for paper in side.papers} for side in (old, new))
    found = []
    for path in sorted(before.keys() | after.keys()):
        left, right = before.get(path), after.get(path)
        if left is None or right is None:
            change = _change_of(left, right)
            found.append(PaperChange(path=path, change=change, text_changed=True))
        elif (left.sha256, left.text_sha256) != (right.sha256, right.text_sha256):
            text_changed = left.text_sha256 != right.text_sha256
            found.append(PaperChange(path=path, change="changed", text_changed=text_changed))
    return tuple(found)


def _named_files(audit: Audit) -> dict[RelPath, Sha256]:
    steps = [
        *audit.gate.transitions,
        *(step for gate in audit.gate.by_paper.values() for step in gate.transitions),
    ]
    return {item.path: item.sha256 for step in steps for item in step.evidence}


def _change_of(before: object, after: object) -> Change:
    if before is None:
        return "new"
    return "gone" if after is None else "changed"


def _file_words(file: FileChange) -> str:
    match file.change:
        case "new":
            return f"{file.path} is new"
        case "gone":
            return f"{file.path} is no longer there"
        case "changed":
            return f"{file.path} changed ({(file.old_sha256 or '')[:8]}, now {(file.new_sha256 or '')[:8]})"
