"""What each action of the audit screen does."""

from collections.abc import Callable
from functools import partial

from mlrbench_gui.domain.values import Trust, Verdict
from mlrbench_gui.ui.screens.audit import keys
from mlrbench_gui.ui.screens.audit.evidence.reading.actions import Filter
from mlrbench_gui.ui.screens.audit.session import RunSession
from mlrbench_gui.ui.screens.audit.splitask import SplitAsk
from mlrbench_gui.ui.screens.audit.stage import AuditStage
from mlrbench_gui.ui.screens.audit.walking import PaneWalk

Handlers = dict[str, Callable[[], None]]


def pane_handlers(stage: AuditStage, session: RunSession, walk: PaneWalk) -> Handlers:
    """Going about: claims, panes, runs, candidates, page size."""
    evidence, paper, claims = stage.evidence, stage.paper, stage.claims
    return {
        "audit.next": partial(claims.step, 1),
        "audit.previous": partial(claims.step, -1),
        "audit.next-in-list": partial(claims.step, 1),
        "audit.previous-in-list": partial(claims.step, -1),
        "audit.undecided": session.next_undecided,
        "audit.flagged": partial(_next_flagged, stage, session),
        "audit.paper": partial(walk.go, keys.PAPER),
        "audit.evidence": partial(walk.go, keys.EVIDENCE),
        "audit.claims": partial(walk.go, keys.CLAIMS),
        "audit.trail": partial(_walk_trail, stage),
        "audit.gate": stage.gate.toggle,
        "audit.gate-next": partial(stage.gate.step, 1),
        "audit.gate-back": partial(stage.gate.step, -1),
        "audit.drawer": partial(_toggle_drawer, stage),
        "audit.changes": partial(_show_tab, stage, "changes"),
        "audit.findings": partial(_show_tab, stage, "findings"),
        "audit.scores": partial(_show_tab, stage, "scores"),
        "audit.pane": partial(walk.step, 1),
        "audit.pane-back": partial(walk.step, -1),
        "audit.candidate": evidence.next_candidate,
        "audit.candidate-back": evidence.previous_candidate,
        "audit.candidates": partial(_list_candidates, stage),
        "audit.table": partial(_show_table, stage),
        "audit.filter": partial(_filter, stage),
        "audit.find": walk.find,
        **_trace_handlers(stage, session),
        "audit.run": partial(session.step_run, 1),
        "audit.run-back": partial(session.step_run, -1),
        "audit.zoom-in": paper.zoom_in,
        "audit.zoom-out": paper.zoom_out,
        "audit.zoom-fit": partial(paper.set_zoom, 0),
        "audit.copy": paper.copy_selection,
        "audit.raw": evidence.toggle_raw,
        "audit.bars": partial(_read_bars, stage, session),
        "audit.cite": evidence.copy_citation,
        "audit.folder": evidence.show_in_folder,
        "audit.outside": evidence.open_outside,
    }


def _trace_handlers(stage: AuditStage, session: RunSession) -> Handlers:
    """What the agent did, and how files came to be."""
    trace = stage.trace
    filters: Handlers = {
        keys.filter_action(wanted): partial(trace.choose_filter, wanted) for wanted in Filter
    }
    return {
        **filters,
        "audit.timeline": session.show_timeline,
        "audit.history": session.show_history,
        "audit.beside": session.show_pair,
        "audit.trace-next": partial(trace.step_row, 1),
        "audit.trace-back": partial(trace.step_row, -1),
        "audit.trace-words": trace.focus_words,
        "audit.difference": partial(trace.step_difference, 1),
        "audit.difference-back": partial(trace.step_difference, -1),
    }


def only_in_sight(handlers: Handlers, stage: AuditStage, say: Callable[[str], None]) -> Handlers:
    """The same handlers, but what stands behind the trace is not decided or changed unseen."""

    def guarded(do: Callable[[], None]) -> None:
        if stage.is_trace:
            say("The claims are behind the trace; Esc brings them back")
        else:
            do()

    always = {"audit.undo", "audit.redo"}
    return {key: do if key in always else partial(guarded, do) for key, do in handlers.items()}


def claim_handlers(stage: AuditStage, session: RunSession, split: SplitAsk) -> Handlers:
    """Deciding, and changing the claims themselves."""
    commands = session.commands
    verdicts: Handlers = {
        keys.verdict_action(verdict): partial(commands.set_verdict, verdict) for verdict in Verdict
    }
    trusts: Handlers = {keys.trust_action(trust): partial(commands.set_trust, trust) for trust in Trust}
    return {
        **verdicts,
        **trusts,
        "audit.accept": commands.accept,
        "audit.note": partial(_write_note, stage),
        "audit.flag": commands.toggle_flag,
        "audit.undo": commands.undo,
        "audit.redo": commands.redo,
        "audit.row": commands.select_row,
        "audit.add": commands.add,
        "audit.move": commands.move,
        "audit.split": split.open,
        "audit.merge": commands.merge,
        "audit.remove": commands.remove,
        "audit.link": stage.evidence.link_by_hand,
        "audit.unlink": stage.evidence.unlink,
        "audit.opinion": session.ask_opinion,
        "audit.confirm": partial(stage.drawer.judge_finding, True),
        "audit.dismiss": partial(_dismiss, stage),
    }


def _show_tab(stage: AuditStage, name: str) -> None:
    stage.show_trace(on=False)
    stage.drawer.show_tab(name)
    stage.raise_drawer()


def _read_bars(stage: AuditStage, session: RunSession) -> None:
    if not stage.evidence.place.viewers.read_bars():
        session.message.emit("Open a figure first; its bars can then be read")


def _dismiss(stage: AuditStage) -> None:
    """From the palette too, where the findings may not be open."""
    if not stage.drawer.shows_findings:
        _show_tab(stage, "findings")
    stage.drawer.judge_finding(False)


def _toggle_drawer(stage: AuditStage) -> None:
    if stage.is_trace:
        stage.show_trace(on=False)
        stage.drawer.set_open(True)
    else:
        stage.drawer.toggle()


def _walk_trail(stage: AuditStage) -> None:
    stage.show_trace(on=False)
    stage.show_evidence_tab()
    stage.evidence.focus_trail()


def _list_candidates(stage: AuditStage) -> None:
    stage.show_trace(on=False)
    stage.show_evidence_tab()
    stage.evidence.list_candidates()


def _show_table(stage: AuditStage) -> None:
    stage.show_trace(on=False)
    stage.show_evidence_tab()
    stage.evidence.toggle_table()


def _write_note(stage: AuditStage) -> None:
    stage.show_evidence_tab()
    stage.evidence.edit_note()


def _filter(stage: AuditStage) -> None:
    stage.show_trace(on=False)
    stage.show_claims_tab()
    stage.claims.focus_filter()


def _next_flagged(stage: AuditStage, session: RunSession) -> None:
    if not stage.claims.next_flagged():
        session.message.emit("No other claim is marked to come back to")
