"""Reviews by a panel as a job: a step a run. What is answered already is not asked again.

One budget for the panel, all runs and all attempts. A judge that cannot be reached, or whose reply cannot be used,
fails the run's step after the others have answered: gone on with, only what is missing is asked.
"""

import json
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field

from pydantic import TypeAdapter

from mlrbench_gui.domain.errors import BudgetReached, InputError, ReplyUnusable
from mlrbench_gui.domain.jobs import Job
from mlrbench_gui.domain.judge_stages import JudgeStage
from mlrbench_gui.domain.model_profiles import ModelProfile
from mlrbench_gui.domain.panels import PanelScores
from mlrbench_gui.domain.values import RunName
from mlrbench_gui.domain.work import CancelToken, Step
from mlrbench_gui.services.context import Context
from mlrbench_gui.services.jobs.bounds import left_of
from mlrbench_gui.services.jobs.kinds import Hands, JobKind, JobOrder, endpoint
from mlrbench_gui.services.judging.panel import PanelReport, ask_panel, panel_scores
from mlrbench_gui.services.judging.seating import OpenJudge, Panel, PanelWish, seated
from mlrbench_gui.services.judging.subjects import subjects_of
from mlrbench_gui.services.models.budget import Bounds

JUDGE = "judge"


@dataclass(frozen=True, slots=True)
class JudgesWish:
    """Which stages of each run, by which profiles (the first where none is named), how often each, within what."""

    stages: tuple[JudgeStage, ...] = (JudgeStage.OVERALL,)
    judges: tuple[str, ...] = ()
    repeats: int = 1
    with_code: bool = False
    bounds: Bounds = field(default_factory=Bounds)


def judge_order(runs: Sequence[RunName], wish: JudgesWish, profiles: Sequence[ModelProfile]) -> JobOrder:
    """Ask these profiles. Raises InputError where nothing is to be judged."""
    if not runs or not wish.stages:
        raise InputError("name at least one run and one stage to be judged")
    about = runs[0] if len(runs) == 1 else f"{len(runs)} runs"
    title = f"Judge {', '.join(wish.stages)} of {about}"
    uses = tuple(dict.fromkeys(endpoint(profile) for profile in profiles))
    return JobOrder(JUDGE, title, tuple(runs), json.dumps(asdict(wish)), uses)


def judge_kind(ctx: Context, open_judge: OpenJudge) -> JobKind:
    """Panels of the models that the user has set."""
    return JobKind(JUDGE, "judges' reviews", lambda job: _opened(ctx, job, open_judge))


def _opened(ctx: Context, job: Job, open_judge: OpenJudge) -> "_Judging":
    if ctx.models is None:
        raise InputError("no model can be set here")
    wish = TypeAdapter(JudgesWish).validate_json(job.order)
    with ExitStack() as stack:
        asked = PanelWish(wish.judges, wish.repeats, left_of(wish.bounds, job))
        panel = stack.enter_context(seated(asked, open_judge, ctx.models.forms, ctx.clock, CancelToken()))
        return _Judging(ctx, job, wish, panel, stack.pop_all())


@dataclass(slots=True)
class _Judging:
    ctx: Context
    job: Job
    wish: JudgesWish
    panel: Panel
    stack: ExitStack
    independent: bool = True
    given: int = 0
    known: int = 0

    def steps(self) -> Sequence[str]:
        return self.job.subjects

    def do(self, step: str, hands: Hands) -> None:
        run = RunName(step)
        subjects, lacking = subjects_of(self.ctx, [run], self.wish.stages, with_code=self.wish.with_code)
        report = ask_panel(self.ctx, self.panel.seats, subjects, cancel=hands.cancel, emit=hands.emit)
        self.given += len(report.given)
        self.known += report.known
        for item in lacking:
            hands.emit(Step(f"{run}, {item.stage}: not judged, as there is {item.reason}"))
        if report.stopped is not None:
            raise BudgetReached(str(report.stopped))
        if not subjects:
            raise InputError(f"{run}: has {lacking[0].reason}, so that there is nothing to judge")
        report.unavailable |= self.panel.absent
        names, repeats = self.panel.names, self.wish.repeats
        missing = _missing(panel_scores(self.ctx, report, subjects, names, repeats), report)
        if missing:
            raise ReplyUnusable(missing)

    def outcome(self) -> str:
        told = f"{self.given} repl{'y' if self.given == 1 else 'ies'}"
        return f"{told}, {self.known} known before" if self.known else told

    def close(self) -> None:
        self.stack.close()


def _missing(panels: Sequence[PanelScores], report: PanelReport) -> str:
    """What judges owe, each with its reason once; empty where nothing is missing."""
    owed: dict[str, str] = {}
    for panel in panels:
        for item in panel.missing:
            told = report.unavailable.get(item.profile)
            owed.setdefault(item.profile, str(told) if told is not None else f"{item.state}: {item.reason}")
    if not owed:
        return ""
    first = next(panel for panel in panels if panel.missing)
    return f"{first.stage}: {first.count_words}; " + "; ".join(f"{name}: {why}" for name, why in owed.items())
