"""`judge`: reviews by a panel of models, with their means, spread, disagreements, and what is missing."""

import argparse
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import partial
from typing import TYPE_CHECKING

from mlrbench_gui.app.commands import _judge_text
from mlrbench_gui.app.commands._bounds import panel_bounds
from mlrbench_gui.app.commands._judge_json import pairs_json, report_json
from mlrbench_gui.app.commands._output import emit_json
from mlrbench_gui.app.commands._shared_only import check_shared
from mlrbench_gui.app.compose import agent_model, agent_profile, opened, say
from mlrbench_gui.domain.errors import InputError, MissingPart
from mlrbench_gui.domain.panels import PanelScores, panels_of
from mlrbench_gui.domain.work import CancelToken, Event, Finished, LiveText
from mlrbench_gui.services.jobs.judging import JudgesWish
from mlrbench_gui.services.judging.calibrating import calibration_of
from mlrbench_gui.services.judging.estimating import estimate_panel
from mlrbench_gui.services.judging.pairing import compare_pairs, outcomes_of, pairs_of
from mlrbench_gui.services.judging.panel import Manner, PanelReport, ask_panel, panel_scores, sheet_of
from mlrbench_gui.services.judging.seating import Panel, PanelWish, seated
from mlrbench_gui.services.judging.spending import panel_purse
from mlrbench_gui.services.judging.subjects import NoSubject, Subject, subjects_of
from mlrbench_gui.services.models.budget import Bounds, Purse
from mlrbench_gui.services.naming import resolve_runs
from mlrbench_gui.services.sharding import Share, Whole, own_share

if TYPE_CHECKING:
    from collections.abc import Iterable
    from contextlib import AbstractContextManager

    from mlrbench_gui.domain.values import RunName
    from mlrbench_gui.services.context import Context, Models


_FOR_ONE_MACHINE = ("shard", "pairwise", "again")


@dataclass(frozen=True, slots=True)
class _Work:
    """What is to be judged in which workspace, by whom."""

    context: "Context"
    models: "Models"
    subjects: tuple[Subject, ...]
    lacking: tuple[NoSubject, ...]
    wish: PanelWish
    share: Share | None = None


def run(options: argparse.Namespace) -> int:
    """Judge and print; 1 where a reply is missing, 2 for a bad run or stage, 3 for a judge that cannot be reached."""
    if options.cluster:
        check_shared(options, _FOR_ONE_MACHINE)
    with opened(options.workspace) as context:
        runs = resolve_runs(context.workspace.runs.names(), options.runs)
        if options.kept:
            return _kept(context, runs, options)
        share = _share(context, runs, options)
        if share is not None:
            runs = tuple(name for name in runs if name in share.names)
            print(f"part {options.shard.part} of {options.shard.parts}: {len(runs)} runs", file=sys.stderr)
            if not runs:
                return 0
        work = _work(context, runs, options, share)
        if options.dry_run:
            return _estimated(work, options)
        if options.cluster:
            return _judge_on_cluster(work, options)
        return (_compare if options.pairwise else _judge)(work, options)


def _share(context: "Context", runs: Sequence["RunName"], options: argparse.Namespace) -> Share | None:
    """This machine's part of the runs, noted in the workspace; an estimate notes nothing."""
    if options.shard is None:
        return None
    if options.pairwise:
        raise InputError("--shard takes runs apart that --pairwise compares; use one of the two")
    how = (",".join(options.panel), str(options.repeat), str(options.with_code), *options.stages)
    whole, store = Whole("judge", how, tuple(runs)), context.workspace.shards
    return own_share(store, context.clock, options.shard, whole, note=not options.dry_run)


def _work(
    context: "Context", runs: Sequence["RunName"], options: argparse.Namespace, share: Share | None
) -> _Work:
    if context.models is None:
        raise MissingPart("no model can be set here")
    subjects, lacking = subjects_of(context, runs, options.stages, with_code=options.with_code)
    if not subjects:
        first = lacking[0]
        raise InputError(
            f"{first.run}: has {first.reason}, so that there is nothing to judge at stage {first.stage}"
        )
    wish = PanelWish(options.panel, options.repeat, panel_bounds(options.budget))
    return _Work(context, context.models, subjects, lacking, wish, share)


def _judge(work: _Work, options: argparse.Namespace) -> int:
    context, cancel = work.context, CancelToken()
    purse = Purse() if options.again else _spent(work)
    with _panel(work, cancel, purse) as panel:
        report = ask_panel(
            context,
            panel.seats,
            work.subjects,
            how=Manner(options.again, options.jobs),
            cancel=cancel,
            emit=_say,
        )
    report.unavailable |= panel.absent
    say(Finished())
    panels = panel_scores(context, report, work.subjects, panel.names, work.wish.repeats)
    if work.share is not None:
        work.share.keep(len(set(work.share.names) - {item.run for item in panels if not item.complete}))
    _tell(context, panels, (report, work.lacking), options)
    return _code(report, complete=all(item.complete for item in panels))


def _judge_on_cluster(work: _Work, options: argparse.Namespace) -> int:
    """The workers ask; what they were told is read from the workspace."""
    from mlrbench_gui.app.commands._run_together import judge_together

    context, asked = work.context, work.wish
    wish = JudgesWish(options.stages, asked.judges, asked.repeats, options.with_code, asked.bounds)
    runs = tuple(dict.fromkeys(subject.run.name for subject in work.subjects))
    ended = judge_together(context, options, wish, runs, _spent(work), _say)
    say(Finished())
    report = PanelReport(keys={subject: sheet_of(context, subject).key for subject in work.subjects})
    names = asked.judges or (agent_profile(work.models, None).name,)
    panels = panel_scores(context, report, work.subjects, names, asked.repeats)
    _tell(context, panels, (report, work.lacking), options)
    for told in (*ended.failures.values(), *([] if ended.stopped is None else [str(ended.stopped)])):
        print(f"mlrbench-gui: {told}", file=sys.stderr)
    if isinstance(ended.stopped, MissingPart):
        return 3
    return 2 if ended.failures else int(not all(item.complete for item in panels))


def _compare(work: _Work, options: argparse.Namespace) -> int:
    context, cancel = work.context, CancelToken()
    pairs = pairs_of(work.subjects)
    with _panel(work, cancel) as panel:
        report = compare_pairs(context, panel.seats, pairs, again=options.again, cancel=cancel, emit=_say)
    report.unavailable |= panel.absent
    say(Finished())
    outcomes = outcomes_of(context.workspace.judges.comparisons(), pairs, panel.names)
    if options.json:
        emit_json(options.json, pairs_json(report, outcomes))
    if options.json != "-":
        _judge_text.print_pairs(report, outcomes)
    sys.stdout.flush()
    if report.unavailable:
        return _unreachable(report.unavailable.values())
    return int(report.stopped is not None or not all(item.complete for item in outcomes))


def _kept(context: "Context", runs: Sequence["RunName"], options: argparse.Namespace) -> int:
    kept = [review for name in runs for review in context.workspace.judges.of_run(name)]
    _tell(context, panels_of(kept), (PanelReport(), ()), options)
    return 0


def _estimated(work: _Work, options: argparse.Namespace) -> int:
    profiles = [agent_profile(work.models, name) for name in work.wish.judges or (None,)]
    found = estimate_panel(work.context, profiles, work.subjects, work.wish.repeats)
    if options.json:
        emit_json(options.json, {"dry_run": asdict(found)})
    if options.json != "-":
        _judge_text.print_estimate(found)
    return 0


def _tell(
    context: "Context",
    panels: Sequence[PanelScores],
    came: tuple[PanelReport, tuple[NoSubject, ...]],
    options: argparse.Namespace,
) -> None:
    calibration = calibration_of(context.workspace)
    if options.json:
        emit_json(options.json, report_json(panels, *came, calibration))
    if options.json != "-":
        _judge_text.print_panels(panels, *came, calibration)
    sys.stdout.flush()


def _panel(work: _Work, cancel: CancelToken, purse: Purse | None = None) -> "AbstractContextManager[Panel]":
    models = work.models
    return seated(work.wish, partial(agent_model, models), models.forms, work.context.clock, cancel, purse)


def _spent(work: _Work) -> Purse:
    """What the panel used in earlier commands, where it is bounded at all."""
    if work.wish.bounds == Bounds():
        return Purse()
    profiles = [agent_profile(work.models, name) for name in work.wish.judges or (None,)]
    return panel_purse(work.context, work.subjects, {profile.name: profile for profile in profiles})


def _say(event: Event) -> None:
    """A moving line on a terminal; elsewhere a line for each reply."""
    if isinstance(event, LiveText) and not sys.stderr.isatty():
        sys.stderr.write(event.text)
    say(event)


def _code(report: PanelReport, *, complete: bool) -> int:
    if report.unavailable:
        return _unreachable(report.unavailable.values())
    return int(report.stopped is not None or not complete)


def _unreachable(errors: "Iterable[MissingPart]") -> int:
    for error in errors:
        print(f"mlrbench-gui: {error}", file=sys.stderr)
    return 3
