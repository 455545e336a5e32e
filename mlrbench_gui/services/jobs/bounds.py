"""What is left of a job's bounds: they hold over all its attempts."""

from typing import TypeVar

from mlrbench_gui.domain.errors import BudgetReached
from mlrbench_gui.domain.jobs import Job
from mlrbench_gui.services.models.budget import Bounds

Bound = TypeVar("Bound", int, float)


def left_of(bounds: Bounds, job: Job) -> Bounds:
    """The bounds less what was used before a pause, failure or crash. Raises BudgetReached where nothing is left."""
    return Bounds(
        _left(bounds.tokens, job.tokens),
        _left(bounds.cost, job.cost or 0.0),
        _left(bounds.seconds, job.worked_s),
    )


def _left(bound: Bound | None, used: Bound) -> Bound | None:
    if bound is not None and used >= bound:
        raise BudgetReached(f"the bound of {bound:,} is reached: {used:,} is used")
    return None if bound is None else bound - used
