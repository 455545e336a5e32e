"""What to open for a claim: its evidence, a step of the trail, or any place of the run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mlrbench_gui.domain.artifacts import ArtifactRole
from mlrbench_gui.ui.screens.audit.evidence.comparison import NumberComparison, compare
from mlrbench_gui.ui.screens.audit.evidence.opening import ClaimPlace, Request
from mlrbench_gui.ui.screens.audit.evidence.viewers.viewer import Mark, value_spellings

if TYPE_CHECKING:
    from mlrbench_gui.domain.artifacts import Artifact
    from mlrbench_gui.domain.audit import Claim, Evidence, Locator, TrailStep
    from mlrbench_gui.domain.values import RelPath
    from mlrbench_gui.services.reviewing import RunView


def artifact_of(view: RunView, path: RelPath) -> Artifact | None:
    """The run's file with this path."""
    return next((artifact for artifact in view.artifacts if artifact.path == path), None)


def request_for(view: RunView, claim: Claim, evidence: Evidence) -> Request:
    """The evidence's place, marked in the claim's verdict."""
    comparison = compare(claim, evidence)
    said, note = "", ""
    also: tuple[str, ...] = ()
    if isinstance(comparison, NumberComparison):
        said, also = comparison.said_text, _also(claim)
        note = f"claim says {said}" if comparison.agrees is False else ""
    mark = Mark(claim.verdict.value, value_spellings(evidence.value), note, said, also)
    return _request(view, evidence.path, evidence.locator, mark, ClaimPlace(claim.paper, claim.span))


def request_for_step(view: RunView, claim: Claim, step: TrailStep) -> Request | None:
    """A trail step's place; None for a step without a file."""
    if step.path is None:
        return None
    mark = Mark(
        claim.verdict.value, value_spellings(step.title), step.detail[:60] if step.locator is not None else ""
    )
    locator = None if step.locator is not None and step.locator.whole else step.locator
    return _request(view, step.path, locator, mark, None)


def request_for_place(view: RunView, path: RelPath, locator: Locator | None) -> Request:
    """Any place, marked in grey."""
    return _request(view, path, locator, Mark(), None)


def _also(claim: Claim) -> tuple[str, ...]:
    """How the paper's number may stand elsewhere in a file; 0 and 1 stand everywhere and say nothing."""
    if claim.stated is None or (abs(claim.stated) <= 1 and claim.stated == int(claim.stated)):
        return ()
    as_fraction = value_spellings(claim.stated / 100) if claim.unit == "%" else ()
    return (*value_spellings(claim.stated), *as_fraction)


def _request(
    view: RunView, path: RelPath, locator: Locator | None, mark: Mark, claim: ClaimPlace | None
) -> Request:
    artifact = artifact_of(view, path)
    return Request(
        run=view.run.name,
        path=path,
        locator=locator,
        role=artifact.role if artifact is not None else ArtifactRole.OTHER,
        sha256=artifact.sha256 if artifact is not None else None,
        mark=mark,
        claim=claim,
    )
