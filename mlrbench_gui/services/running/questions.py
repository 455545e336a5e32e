"""What a model is asked for each stage, from the stage's inputs alone: equal inputs give equal questions."""

import json
import os.path
from collections.abc import Iterable, Mapping

from mlrbench_gui.audit.transcript.actions import ActionKind
from mlrbench_gui.audit.transcript.reading import read_transcript
from mlrbench_gui.domain.artifacts import ArtifactRole
from mlrbench_gui.domain.errors import InputError
from mlrbench_gui.domain.layout import classify, transcript_path
from mlrbench_gui.domain.stages import STAGE_FILES
from mlrbench_gui.domain.values import RelPath, Stage
from mlrbench_gui.services.ports.models import ModelRequest
from mlrbench_gui.services.prompts import Prompt, fenced, mark_over, visible
from mlrbench_gui.services.running.inputs import StageInputs

PROMPTS: Mapping[Stage, str] = {
    Stage.IDEA: "idea-1",
    Stage.LITERATURE: "literature-1",
    Stage.PROPOSAL: "proposal-1",
    Stage.PAPER: "paper-1",
}
"""The prompt of each stage that one model answers; another wording is another file."""

_TEXT, _SOURCE, _FILE, _ALL_FILES, _COMMANDS = 24_000, 12_000, 8_000, 80_000, 6_000
_SHOWN = (
    *(ArtifactRole.RESULTS_NOTE, ArtifactRole.JSON, ArtifactRole.CSV, ArtifactRole.LOG, ArtifactRole.CODE),
    ArtifactRole.README,
)
"""Files whose text a writer is shown, the ones that count most first."""
_NONE = "none was given"

Parts = list[tuple[str, str]]


def question(stage: Stage, prompt: Prompt, inputs: StageInputs, reply_tokens: int) -> ModelRequest:
    """The request of a stage. Raises InputError where an input is missing that the stage cannot do without."""
    parts = _parts(stage, inputs)
    mark = mark_over(text for _, pairs in parts.items() for pair in pairs for text in pair)
    values = {
        place: "\n".join(fenced(mark, name, text) for name, text in pairs) or _NONE
        for place, pairs in parts.items()
    }
    values |= {"mark": mark, "count": str(len(parts.get("sources", [])))}
    system, user = prompt.filled(values)
    return ModelRequest(system, user, reply_tokens)


def figures_of(experiment: Mapping[RelPath, bytes]) -> tuple[str, ...]:
    """The figures, by the path that a paper in its place refers to them by."""
    place = os.path.dirname(STAGE_FILES[Stage.PAPER])  # noqa: PTH120 -- paths inside a run, no files
    return tuple(
        os.path.relpath(path, place).replace(os.sep, "/")
        for path in sorted(experiment)
        if classify(path, len(experiment[path]))[0] is ArtifactRole.FIGURE
    )


def _parts(stage: Stage, inputs: StageInputs) -> dict[str, Parts]:
    """What goes into each place of the stage's prompt, as names and texts."""
    task: Parts = [("task", visible(inputs.task_text, _TEXT))]
    if stage is Stage.IDEA:
        return {"task": task}
    if not inputs.idea.strip():
        raise _missing(stage, Stage.IDEA, inputs.task)
    known = {"task": task, "idea": _document("idea", inputs.idea)}
    if stage is Stage.LITERATURE:
        return known | {
            "sources": [
                (f"source {name}", visible(text, _SOURCE)) for name, text in sorted(inputs.sources.items())
            ]
        }
    known["literature"] = _document("literature", inputs.literature)
    if stage is Stage.PROPOSAL:
        return known
    if not inputs.proposal.strip():
        raise _missing(stage, Stage.PROPOSAL, inputs.task)
    if not inputs.experiment:
        raise _missing(stage, Stage.EXPERIMENT, inputs.task)
    return known | {"proposal": _document("proposal", inputs.proposal)} | _evidence(inputs)


def _evidence(inputs: StageInputs) -> dict[str, Parts]:
    refused = [f"{item.path}: {item.reason}" for item in inputs.refused]
    figures, commands = figures_of(inputs.experiment), commands_of(inputs.experiment)
    return {
        "commands": _document("commands", visible("\n".join(commands), _COMMANDS)),
        "files": list(_shown_files(inputs.experiment)),
        "figures": _document("figures", "\n".join(figures)),
        "refused": _document("refused", "\n".join(refused)),
    }


def commands_of(experiment: Mapping[RelPath, bytes]) -> list[str]:
    """The commands that the transcript tells, in their order, one line each."""
    path = transcript_path(experiment)
    if path is None:
        return []
    actions = read_transcript(path, experiment[path], sorted(experiment)).actions
    return [" ".join(action.argument.split()) for action in actions if action.kind is ActionKind.COMMAND]


def _shown_files(experiment: Mapping[RelPath, bytes]) -> Iterable[tuple[str, str]]:
    """Texts of the files, the most telling first, as far as there is room."""
    left = _ALL_FILES
    roles = {path: classify(path, len(data))[0] for path, data in experiment.items()}
    for path in sorted(
        (p for p in experiment if roles[p] in _SHOWN), key=lambda p: (_SHOWN.index(roles[p]), p)
    ):
        text = visible(experiment[path].decode("utf-8", "replace"), min(_FILE, left))
        left -= len(text)
        if left <= 0:
            return
        yield json.dumps(path, ensure_ascii=False)[1:-1], text


def _document(name: str, text: str) -> Parts:
    shown = visible(text, _TEXT)
    return [(name, shown)] if shown else []


def _missing(stage: Stage, wanted: Stage, task: str) -> InputError:
    return InputError(
        f"{task}: stage {stage} needs the {wanted}; run stage {wanted} first, or give it with --inputs"
    )
