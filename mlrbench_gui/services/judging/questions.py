"""What a judge is asked: frame, rubric, and the material in its fences. Equal material gives equal questions."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from mlrbench_gui.domain.judge_stages import CRITERIA, JudgeStage
from mlrbench_gui.domain.model_profiles import ModelProfile
from mlrbench_gui.domain.values import Sha256
from mlrbench_gui.services.judging.material import Material, Shown, fences, without_pictures
from mlrbench_gui.services.ports.models import ModelRequest
from mlrbench_gui.services.prompts import fenced, load_rubric, mark_over, rubric_text, without_delimiters

FRAME, COMPARISON = "review-1", "comparison-1"
_TASK = "task.md"
RUBRICS = {stage: f"{stage}-1" for stage in JudgeStage}
"""The rubric of each stage; another wording is another file, and scores by it are another judge's."""


@dataclass(frozen=True, slots=True)
class JudgeQuestion:
    """A request with the mark that its reply must repeat, its rubric, and what of the material it leaves out.

    `material` is equal for all judges that are asked about the same texts by the same rubric.
    """

    request: ModelRequest
    mark: str
    rubric: str
    rubric_sha256: Sha256
    material: str
    left_out: tuple[str, ...]

    @property
    def sha256(self) -> Sha256:
        """Of all that is sent."""
        parts = [self.request.system, self.request.user]
        parts += [hashlib.sha256(picture.data).hexdigest() for picture in self.request.pictures]
        return Sha256(hashlib.sha256("\0".join(parts).encode()).hexdigest())


def review_question(material: Material, stage: JudgeStage, profile: ModelProfile) -> JudgeQuestion:
    """The question to one judge about one stage."""
    left_out = material.left_out if profile.pictures else without_pictures(material)
    frame, rubric = load_rubric(FRAME), rubric_text(RUBRICS[stage])
    mark = mark_over((material.mark, *left_out))
    judged = [f"What is to be judged:\n{fences(mark, material.made)}"]
    if material.behind:
        judged.append(
            f"Files of the run behind it, against which it is held:\n{fences(mark, material.behind)}"
        )
    if profile.pictures and material.pictures:
        names = "\n".join(picture.name for picture in material.pictures)
        judged.append(f"Figures of the run, attached in this order:\n{fenced(mark, 'figures', names)}")
    system, user = frame.filled(
        {
            "mark": mark,
            "rubric": rubric,
            "given": f"What it was made from:\n{fences(mark, material.given)}",
            "judged": "\n\n".join(judged),
            "left_out": _left_out(mark, left_out),
        }
    )
    pictures = material.pictures if profile.pictures else ()
    return JudgeQuestion(
        request=ModelRequest(system, user, profile.stage_tokens, pictures=pictures),
        mark=mark,
        rubric=RUBRICS[stage],
        rubric_sha256=_rubric_sha256(FRAME, rubric),
        material=material_key(material, stage),
        left_out=left_out,
    )


def material_key(material: Material, stage: JudgeStage) -> str:
    """Equal for all judges that are asked about the same texts by the same rubric."""
    return _sha256(_rubric_sha256(FRAME, rubric_text(RUBRICS[stage])), material.mark)[:16]


def comparison_question(
    first: Material, second: Material, stage: JudgeStage, profile: ModelProfile
) -> JudgeQuestion:
    """The question to one judge which of two is better. The task is shown once, all else with each of the two."""
    frame = load_rubric(COMPARISON)
    left_out = (
        *(f"first: {note}" for note in first.left_out),
        *(f"second: {note}" for note in second.left_out),
        *(("all figures",) if first.pictures or second.pictures else ()),
    )
    mark = mark_over((first.mark, second.mark, *left_out))
    criteria = ", ".join(CRITERIA[stage][:-1]) or "how little of it is made up"
    rubric = f"{criteria}; of the stage as this rubric tells it:\n{rubric_text(RUBRICS[stage])}"
    system, user = frame.filled(
        {
            "mark": mark,
            "rubric": rubric,
            "given": f"The task:\n{fences(mark, [item for item in first.given if item.name == _TASK])}",
            "first": fences(mark, _one("first", first)),
            "second": fences(mark, _one("second", second)),
            "left_out": _left_out(mark, left_out),
        }
    )
    digest = _rubric_sha256(COMPARISON, rubric)
    return JudgeQuestion(
        request=ModelRequest(system, user, profile.stage_tokens),
        mark=mark,
        rubric=f"{COMPARISON}, {RUBRICS[stage]}",
        rubric_sha256=digest,
        material=_sha256(digest, first.mark, second.mark)[:16],
        left_out=left_out,
    )


def _one(word: str, material: Material) -> list[Shown]:
    return [Shown(f"{word} {item.name}", item.text) for item in material.texts if item.name != _TASK]


def _left_out(mark: str, notes: Sequence[str]) -> str:
    """Notes hold names of files, which are nobody's word either."""
    if not notes:
        return "Nothing was left out."
    told = fenced(mark, "left out", without_delimiters("\n".join(notes)))
    return f"Left out, which is no fault of the work:\n{told}\n"


def _rubric_sha256(frame: str, rubric: str) -> Sha256:
    return _sha256(load_rubric(frame).sha256, rubric)


def _sha256(*parts: str) -> Sha256:
    return Sha256(hashlib.sha256("\0".join(parts).encode()).hexdigest())
