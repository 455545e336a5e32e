"""What it takes to open a place of a run: file, locator, how to mark it."""

from dataclasses import dataclass, field, replace

from mlrbench_gui.domain.artifacts import ArtifactRole
from mlrbench_gui.domain.audit import Locator
from mlrbench_gui.domain.values import RelPath, RunName, Sha256
from mlrbench_gui.ui.screens.audit.evidence.viewers.viewer import Mark


@dataclass(frozen=True, slots=True)
class ClaimPlace:
    """Where the claim stands in its paper, for what the paper shows in a figure's place."""

    paper: RelPath
    span: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Request:
    """A place to open: file, locator, how to mark it. `sha256` keeps an old version from being taken for a new one."""

    run: RunName
    path: RelPath
    locator: Locator | None
    role: ArtifactRole = ArtifactRole.OTHER
    sha256: Sha256 | None = None
    mark: Mark = field(default_factory=Mark)
    claim: ClaimPlace | None = None
    raw: bool = False

    def key(self) -> tuple[str, str, str, bool]:
        """What the file's content depends on."""
        return self.run, self.path, self.sha256 or "", self.raw


def as_raw(request: Request) -> Request:
    """The same place in plain text, or back in the file's own viewer."""
    return replace(request, raw=not request.raw)
