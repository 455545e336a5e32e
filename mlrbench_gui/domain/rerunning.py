"""What came of running a recorded experiment again; its JSON is what `rerun --json` prints."""

from enum import StrEnum

from mlrbench_gui.domain.frozen import FrozenModel
from mlrbench_gui.domain.values import Provenance, RelPath, RunName


class RerunOutcome(StrEnum):
    """The answer in one word."""

    REPRODUCED = "reproduced"
    DIFFERS = "differs"
    CANNOT_RUN = "cannot_run"


class Obstacle(StrEnum):
    """Why an experiment cannot be run again."""

    NO_COMMAND = "no_command"
    DATA = "data"
    KEY = "key"
    GPU = "gpu"
    PACKAGE = "package"
    FAILED = "failed"
    LIMIT = "limit"
    NO_OUTPUT = "no_output"


class Hindrance(FrozenModel):
    """One reason why it cannot be run again, with the place that tells so."""

    obstacle: Obstacle
    text: str
    path: RelPath | None = None
    line: int | None = None


class ValueDifference(FrozenModel):
    """A value that came out otherwise: where (JSON pointer, or row and column), stored, and now."""

    place: str
    stored: str
    again: str


class OutputComparison(FrozenModel):
    """One stored output beside that of the re-run. `again` is the path that it has there.

    `unstable` are the values that differ between two re-runs. `raises_trust`: all values came out, none is unstable,
    and the script that wrote them computes them.
    """

    path: RelPath
    again: RelPath | None
    outcome: RerunOutcome
    compared: int
    differing: int
    differences: tuple[ValueDifference, ...] = ()
    unstable: tuple[str, ...] = ()
    provenance: Provenance = Provenance.UNKNOWN
    raises_trust: bool = False
    reason: str = ""


class RerunCommand(FrozenModel):
    """A recorded command as it was run again; `action` is its number in the transcript."""

    words: tuple[str, ...]
    folder: str
    action: int
    exit_code: int | None = None
    end: str = ""
    output: str = ""


class RerunReport(FrozenModel):
    """All that came of it. `draws_at_random`: two re-runs gave different values."""

    run: RunName
    outcome: RerunOutcome
    reason: str
    image: str
    times: int
    tolerance: float
    needs: tuple[str, ...] = ()
    hindrances: tuple[Hindrance, ...] = ()
    commands: tuple[RerunCommand, ...] = ()
    files: tuple[OutputComparison, ...] = ()
    not_taken_out: tuple[str, ...] = ()
    draws_at_random: bool = False
