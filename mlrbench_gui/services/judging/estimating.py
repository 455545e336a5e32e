"""What asking a panel would take, before anything is asked."""

from collections.abc import Sequence
from dataclasses import dataclass

from mlrbench_gui.domain.model_profiles import ModelProfile
from mlrbench_gui.services.context import Context
from mlrbench_gui.services.judging.asking import Sheet
from mlrbench_gui.services.judging.panel import sheet_of
from mlrbench_gui.services.judging.questions import review_question
from mlrbench_gui.services.judging.subjects import Subject

_BYTES_A_TOKEN = 4


@dataclass(frozen=True, slots=True)
class PanelEstimate:
    """Calls that are left, those answered before, and what they take at most; `cost` is None at an unknown price."""

    calls: int
    known: int
    prompt_tokens: int
    most_reply_tokens: int
    cost: float | None


def estimate_panel(
    ctx: Context, profiles: Sequence[ModelProfile], subjects: Sequence[Subject], repeats: int
) -> PanelEstimate:
    """Count the questions of this panel. Pictures are counted with all that they can take."""
    total = PanelEstimate(0, 0, 0, 0, 0.0)
    for subject in subjects:
        sheet = sheet_of(ctx, subject)
        for profile in profiles:
            total = _with(total, _one(ctx, profile, sheet, repeats))
    return total


def _one(ctx: Context, profile: ModelProfile, sheet: Sheet, repeats: int) -> PanelEstimate:
    subject = sheet.subject
    question = review_question(sheet.material, subject.stage, profile)
    answered = {
        review.repeat
        for review in ctx.workspace.judges.of_run(subject.run.name)
        if review.is_valid
        and (review.profile, review.prompt_sha256) == (profile.name, question.sha256)
        and review.repeat <= repeats
    }
    calls = repeats - len(answered)
    words = len((question.request.system + question.request.user).encode()) // _BYTES_A_TOKEN
    sent = calls * (words + profile.picture_tokens * len(question.request.pictures))
    most = calls * profile.stage_tokens
    return PanelEstimate(calls, len(answered), sent, most, profile.cost(sent, most))


def _with(one: PanelEstimate, other: PanelEstimate) -> PanelEstimate:
    cost = None if one.cost is None or other.cost is None else one.cost + other.cost
    return PanelEstimate(
        one.calls + other.calls,
        one.known + other.known,
        one.prompt_tokens + other.prompt_tokens,
        one.most_reply_tokens + other.most_reply_tokens,
        cost,
    )
