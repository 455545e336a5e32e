"""One function a stage: ask the model, read its reply into the stage's value, and give the file that it makes."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from mlrbench_gui.domain.model_profiles import ReplyForm
from mlrbench_gui.domain.stages import (
    MEMORY,
    STAGE_FILES,
    Idea,
    Literature,
    LiteratureNote,
    Proposal,
    idea_markdown,
    literature_markdown,
    proposal_markdown,
)
from mlrbench_gui.domain.values import RelPath, Stage
from mlrbench_gui.domain.work import CancelToken
from mlrbench_gui.services.models.asking import Asker
from mlrbench_gui.services.models.structured import Unreadable, ask_read, ask_value
from mlrbench_gui.services.prompts import Prompt
from mlrbench_gui.services.running.inputs import StageInputs
from mlrbench_gui.services.running.questions import figures_of, question

Files = dict[RelPath, bytes]

_PICTURE = re.compile(r"!\[[^\]\n]*\]\(\s*<?(?P<target>[^)>\s]+)>?[^)\n]*\)")
_WRAPPED = re.compile(r"\A\s*```(?:markdown|md)?[ \t]*\n(?P<text>.*)\n```\s*\Z", re.DOTALL)
_SECTIONS = ("abstract", "introduction", "method", "results", "limits", "conclusion")
_LEAST_PAPER = 400


@dataclass(frozen=True, slots=True)
class Making:
    """What all stages of one try share: who is asked, by which prompt, in which form, with how long a reply."""

    asker: Asker
    prompt: Prompt
    form: ReplyForm
    reply_tokens: int


def make_idea(making: Making, inputs: StageInputs, cancel: CancelToken) -> Files:
    """Task → idea. Raises ReplyUnusable, and what asking raises, as all of these do."""
    request = question(Stage.IDEA, making.prompt, inputs, making.reply_tokens)
    idea = ask_value(making.asker, request, Idea, making.form, cancel)
    return _document(Stage.IDEA, idea_markdown(idea))


def make_literature(making: Making, inputs: StageInputs, cancel: CancelToken) -> Files:
    """Task and idea → related work, from works that were given or that the model knows or finds."""
    request = question(Stage.LITERATURE, making.prompt, inputs, making.reply_tokens)
    found = ask_value(making.asker, request, Literature, making.form, cancel)
    notes = tuple(_with_true_source(note, inputs) for note in found.notes)
    return _document(Stage.LITERATURE, literature_markdown(found.model_copy(update={"notes": notes})))


def make_proposal(making: Making, inputs: StageInputs, cancel: CancelToken) -> Files:
    """Task, idea and related work → plan."""
    request = question(Stage.PROPOSAL, making.prompt, inputs, making.reply_tokens)
    proposal = ask_value(making.asker, request, Proposal, making.form, cancel)
    return _document(Stage.PROPOSAL, proposal_markdown(proposal))


def make_paper(making: Making, inputs: StageInputs, cancel: CancelToken) -> Files:
    """The experiment's report, files, figures and commands → paper."""
    request = question(Stage.PAPER, making.prompt, inputs, making.reply_tokens)
    figures = figures_of(inputs.experiment)
    paper = ask_read(making.asker, request, lambda text: read_paper(text, figures), cancel)
    return _document(Stage.PAPER, paper)


MAKERS: Mapping[Stage, Callable[[Making, StageInputs, CancelToken], Files]] = {
    Stage.IDEA: make_idea,
    Stage.LITERATURE: make_literature,
    Stage.PROPOSAL: make_proposal,
    Stage.PAPER: make_paper,
}
"""The stages that one model does by answering; an experiment is done by an agent."""


def read_paper(text: str, figures: tuple[str, ...]) -> str:
    """The paper in a reply. Raises Unreadable for what is none, or shows a figure that is not there."""
    wrapped = _WRAPPED.match(text)
    paper = (wrapped["text"] if wrapped else text).strip()
    if not paper.startswith("# "):
        raise Unreadable("it does not begin with a title, a line '# …'")
    if len(paper) < _LEAST_PAPER:
        raise Unreadable("it is too short for a paper")
    heads = [line.lstrip("# ").lower() for line in paper.splitlines() if line.startswith("## ")]
    missing = [name for name in _SECTIONS if not any(name in head for head in heads)]
    if missing:
        raise Unreadable(f"it has no section {', '.join(missing)}")
    strange = sorted({hit["target"] for hit in _PICTURE.finditer(paper)} - set(figures))
    if strange:
        raise Unreadable(f"it shows {strange[0]}, which is none of the figures of the experiment")
    return f"{paper}\n"


def _with_true_source(note: LiteratureNote, inputs: StageInputs) -> LiteratureNote:
    """A source that was neither given nor is an address is what the model remembers."""
    given = note.source.removeprefix("source ").strip()
    if given in inputs.sources:
        return note.model_copy(update={"source": given})
    known = note.source.startswith(("https://", "http://"))
    return note if known else note.model_copy(update={"source": MEMORY})


def _document(stage: Stage, text: str) -> Files:
    return {STAGE_FILES[stage]: text.encode("utf-8", "replace")}
