"""What a panel used in earlier commands: its bound holds for the same questions, so that a restart buys nothing."""

from collections.abc import Mapping, Sequence

from mlrbench_gui.domain.model_profiles import ModelProfile
from mlrbench_gui.services.context import Context
from mlrbench_gui.services.judging.panel import sheet_of
from mlrbench_gui.services.judging.subjects import Subject
from mlrbench_gui.services.models.budget import Purse, use_by_bytes


def panel_purse(ctx: Context, subjects: Sequence[Subject], judges: Mapping[str, ModelProfile]) -> Purse:
    """A purse that knows of every kept reply of these judges on these subjects as they are now."""
    purse = Purse()
    for subject in subjects:
        key = sheet_of(ctx, subject).key
        for review in ctx.workspace.judges.of_run(subject.run.name):
            about = (review.material, review.stage, review.paper, review.with_code)
            if review.profile not in judges or about != (
                key,
                subject.stage,
                subject.paper,
                subject.with_code,
            ):
                continue
            used = review.tokens or use_by_bytes(review.raw)
            known = judges[review.profile].cost(used.prompt, used.reply)
            purse.spend(used, review.cost if review.cost is not None else known)
    return purse
