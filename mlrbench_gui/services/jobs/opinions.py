"""Second opinions as a job: a step a claim that was named, or one for all that the rules leave open.

Bounds hold over all attempts: what was spent before a pause, a failure or a crash counts.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace

from mlrbench_gui.domain.errors import BudgetReached, InputError
from mlrbench_gui.domain.jobs import Job
from mlrbench_gui.domain.model_profiles import ModelProfile
from mlrbench_gui.domain.values import RunName
from mlrbench_gui.domain.work import LiveText
from mlrbench_gui.services.context import Context, Models
from mlrbench_gui.services.jobs.kinds import Hands, JobKind, JobOrder, endpoint
from mlrbench_gui.services.opinions.asking import OpinionOrder, ask_opinions
from mlrbench_gui.services.ports.models import ModelClient

OPINIONS = "opinions"
OPEN_CLAIMS = "claims that the rules leave open"


def opinions_order(order: OpinionOrder, profile: ModelProfile) -> JobOrder:
    """Ask the model of this profile."""
    many = len(order.claims)
    about = "open claims" if not many else f"claim {order.claims[0]}" if many == 1 else f"{many} claims"
    wishes = {
        "profile": profile.name,
        "claims": order.claims,
        "most_claims": order.most_claims,
        "most_tokens": order.most_tokens,
        "most_cost": order.most_cost,
    }
    return JobOrder(
        OPINIONS,
        f"Second opinion on {about} of {order.run}",
        (order.run,),
        json.dumps(wishes),
        uses=(endpoint(profile),),
    )


def opinions_kind(ctx: Context) -> JobKind:
    """Opinions of the models that the user has set."""
    return JobKind(OPINIONS, "second opinions", lambda job: _opened(ctx, job))


def _opened(ctx: Context, job: Job) -> "_Opinions":
    if ctx.models is None:
        raise InputError("no model can be set here")
    wishes = json.loads(job.order)
    order = OpinionOrder(
        RunName(job.subjects[0]),
        claims=tuple(wishes["claims"]),
        most_claims=wishes["most_claims"],
        most_tokens=wishes["most_tokens"],
        most_cost=wishes["most_cost"],
    )
    return _Opinions(ctx, order, _connected(ctx.models, wishes["profile"]))


def _connected(models: Models, profile: str) -> ModelClient:
    return models.connect(models.profiles.get(profile))


@dataclass(slots=True)
class _Opinions:
    ctx: Context
    order: OpinionOrder
    client: ModelClient
    independent: bool = True
    given: int = 0
    known: int = 0

    def steps(self) -> Sequence[str]:
        return self.order.claims or (OPEN_CLAIMS,)

    def do(self, step: str, hands: Hands) -> None:
        claims = (step,) if self.order.claims else ()
        order = _within(replace(self.order, claims=claims), self.client.profile, hands.job)
        report = ask_opinions(self.ctx, self.client, order, cancel=hands.cancel, emit=hands.emit)
        self.given += len(report.given)
        self.known += report.known
        for opinion in report.given:
            said = opinion.verdict or opinion.state
            hands.emit(LiveText(f"{said.replace('_', ' ')}: {opinion.words}\n", opinion.model))
        if report.stopped is not None:
            raise BudgetReached(report.stopped)

    def outcome(self) -> str:
        told = f"{self.given} opinion{'' if self.given == 1 else 's'}"
        return f"{told}, {self.known} known before" if self.known else told

    def close(self) -> None:
        self.client.close()


def _within(order: OpinionOrder, profile: ModelProfile, job: Job) -> OpinionOrder:
    """The order with what is left of its bounds. Raises BudgetReached where nothing is."""
    tokens = (order.most_tokens or profile.most_tokens) - job.tokens
    most_cost = order.most_cost if order.most_cost is not None else profile.most_cost
    if tokens <= 0:
        raise BudgetReached(f"the bound is reached: {job.tokens:,} tokens are used")
    if most_cost is None:
        return replace(order, most_tokens=tokens)
    cost = most_cost - (job.cost or 0.0)
    if cost <= 0:
        raise BudgetReached(f"the bound is reached: {job.cost or 0.0:.4f} is spent")
    return replace(order, most_tokens=tokens, most_cost=cost)
