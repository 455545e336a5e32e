"""What the Review screen shows, read off the GUI thread as frozen values: the queue of runs and the open desk."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from mlrbench_gui.domain.forms import OwnReview, Submission, missing_of, own_review, submissions_of
from mlrbench_gui.domain.people import ExcludedKind, PersonRecord, Question
from mlrbench_gui.domain.rubrics import RUBRIC, targets_of
from mlrbench_gui.domain.runs import Run
from mlrbench_gui.domain.sharing import Exclusion, Progress, exclusions_of, progress_of
from mlrbench_gui.domain.values import RunName
from mlrbench_gui.domain.veil import shown_name
from mlrbench_gui.services.context import Context
from mlrbench_gui.services.people.filling import ReviewDesk, desk_of, open_desk
from mlrbench_gui.services.people.sharing import share_of
from mlrbench_gui.services.reviewing import RunView

_BESIDE_SCORES = len(Question) + 1
"""Questions and the confidence are asked for as well as the criteria."""


class RunState(StrEnum):
    """How far the reviewer is with a run."""

    NEW = "not begun"
    DRAFT = "draft"
    DONE = "submitted"
    CHANGED = "changed since"


@dataclass(frozen=True, slots=True)
class RunItem:
    """A run of the queue. `filled` of `needed` parts stand; `version` is the last submitted one, 0 for none."""

    name: RunName
    state: RunState
    filled: int
    needed: int
    version: int = 0
    at: datetime | None = None
    left_out: str = ""

    @property
    def title(self) -> str:
        return shown_name(self.name)

    @property
    def maker(self) -> str:
        """The part of the name that tells the agent; of a hidden run it tells nothing."""
        return self.name.rpartition("/")[0]


@dataclass(frozen=True, slots=True)
class RunQueue:
    """The runs of one reviewer in order, and how far everyone is."""

    author: str
    items: tuple[RunItem, ...]
    assigned: bool
    blind: bool
    progress: tuple[Progress, ...]

    @property
    def done(self) -> int:
        return sum(item.version > 0 for item in self.items)

    def after(self, run: RunName | None, by: int) -> RunItem | None:
        """The run that many places on or back; None beyond the ends."""
        places = [place for place, item in enumerate(self.items) if item.name == run]
        wanted = places[0] + by if places else 0
        return self.items[wanted] if 0 <= wanted < len(self.items) else None

    def next_open(self) -> RunItem | None:
        """The first run that is not submitted, drafts before those not begun; else the first of all."""
        for state in (RunState.DRAFT, RunState.NEW):
            for item in self.items:
                if item.state is state:
                    return item
        return self.items[0] if self.items else None


@dataclass(frozen=True, slots=True)
class OpenRun:
    """A run on the desk with the lines of the record that its form is folded from.

    `versions` are the author's own, `readable` all of everybody that may be seen.
    """

    desk: ReviewDesk
    records: tuple[PersonRecord, ...]
    versions: tuple[Submission, ...]
    exclusions: tuple[Exclusion, ...]
    author: str = ""
    readable: tuple[Submission, ...] = ()

    @property
    def run(self) -> Run:
        return self.desk.view.run

    def left_out(self, what: ExcludedKind, key: str = "") -> Exclusion | None:
        """Why something of this run is left out of statistics; None where it counts."""
        return next((one for one in self.exclusions if (one.what, one.key) == (what, key)), None)


def read_queue(ctx: Context) -> RunQueue:
    """The present author's runs with the state of each review."""
    share, author = share_of(ctx), ctx.author()
    records = ctx.workspace.people.all()
    own: dict[RunName, list[PersonRecord]] = {}
    for record in records:
        if record.author == author:
            own.setdefault(record.run, []).append(record)
    runs = {row.run.name: row.run for row in ctx.workspace.runs.rows()}
    out = {one.run: one.reason for one in exclusions_of(records) if one.what is ExcludedKind.RUN}
    items = tuple(
        _item(runs[name], own_review(own.get(name, ()), author), out.get(name, "")) for name in share.runs
    )
    return RunQueue(author, items, share.assigned, share.blind, progress_of(records))


def read_run(ctx: Context, name: RunName) -> OpenRun:
    """A run with its form. Raises UnknownRun."""
    return _opened(ctx, open_desk(ctx, name))


def read_again(ctx: Context, view: RunView) -> OpenRun:
    """The same run with what was written since."""
    return _opened(ctx, desk_of(ctx, view))


def own_of(records: Sequence[PersonRecord], extra: Iterable[PersonRecord], author: str) -> OwnReview:
    """The author's form with lines that are still being written."""
    return own_review((*records, *extra), author)


def _opened(ctx: Context, desk: ReviewDesk) -> OpenRun:
    name, author = desk.view.run.name, ctx.author()
    records = ctx.workspace.people.of_run(name)
    own = tuple(record for record in records if record.author == author)
    versions = submissions_of(own)
    readable = versions if desk.hidden else submissions_of(records)
    return OpenRun(desk, own, versions, exclusions_of(records), author, readable)


def _item(run: Run, own: OwnReview, left_out: str) -> RunItem:
    targets = targets_of(run)
    needed = sum(len(RUBRIC[target]) for target in targets) + _BESIDE_SCORES
    filled = needed - len(missing_of(own.form, targets))
    return RunItem(
        name=run.name,
        state=_state(own),
        filled=filled,
        needed=needed,
        version=own.submitted.version if own.submitted else 0,
        at=own.submitted.at if own.submitted else None,
        left_out=left_out,
    )


def _state(own: OwnReview) -> RunState:
    if own.submitted is None:
        return RunState.DRAFT if own.is_begun else RunState.NEW
    return RunState.CHANGED if own.is_draft else RunState.DONE


def spent_on(own: OwnReview) -> Mapping[tuple[str, str], int]:
    """Seconds by paper and fingerprint of a claim."""
    return {(spent.paper, spent.fingerprint): spent.seconds for spent in own.form.times}


def time_words(seconds: int) -> str:
    """`40 s`, `3 min`, `1 h 5 min`; empty for none."""
    if seconds < 60:
        return f"{seconds} s" if seconds else ""
    hours, minutes = divmod(seconds // 60, 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min"
