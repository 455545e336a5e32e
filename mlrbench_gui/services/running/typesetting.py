"""The paper of a run as PDF, by the program's own press; where it cannot be set the Markdown stays and says why."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from mlrbench_gui.domain.errors import InputError, MissingPart
from mlrbench_gui.domain.stages import PAPER_PDF, STAGE_FILES
from mlrbench_gui.domain.values import RelPath, Stage
from mlrbench_gui.services.papers import paper_source
from mlrbench_gui.services.ports.papers import PaperPress
from mlrbench_gui.services.running.gating import HeldFiles


@dataclass(frozen=True, slots=True)
class Typeset:
    """The PDF by its path, or nothing; `note` tells what people should know of it, and is empty where all is well."""

    files: Mapping[RelPath, bytes] = field(default_factory=dict)
    note: str = ""


def typeset(press: PaperPress, paper: bytes, experiment: Mapping[RelPath, bytes]) -> Typeset:
    """Set the paper with the figures of the experiment that it shows."""
    path = STAGE_FILES[Stage.PAPER]
    try:
        built = press.build(paper_source(HeldFiles({**experiment, path: paper}), path))
    except (InputError, MissingPart) as error:
        return Typeset(note=f"no {PAPER_PDF} was made, the Markdown stays: {error}")
    note = f"{PAPER_PDF}: {'; '.join(built.warnings)}" if built.warnings else ""
    return Typeset({PAPER_PDF: built.pdf}, note)
