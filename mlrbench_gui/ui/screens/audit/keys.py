"""All actions of the audit screen with their default keys; the one table of the window takes them from here."""

from mlrbench_gui.domain.values import Trust, Verdict
from mlrbench_gui.ui.kit.actions import ActionSpec
from mlrbench_gui.ui.kit.glyphs import TRUST_WORDS, VERDICT_WORDS
from mlrbench_gui.ui.screens.audit.evidence.reading.actions import Filter

SCREEN = "audit"
CLAIMS = "audit.claims"
PAPER = "audit.paper"
EVIDENCE = "audit.evidence"
DRAWER = "audit.drawer"
GATE = "audit.gate"
TRACE = "audit.trace"


def verdict_action(verdict: Verdict) -> str:
    """The action that sets a verdict."""
    return f"audit.verdict.{verdict.value}"


def trust_action(trust: Trust) -> str:
    """The action that sets a trust."""
    return f"audit.trust.{trust.value}"


_VERDICTS = tuple(
    ActionSpec(verdict_action(verdict), f"Verdict: {VERDICT_WORDS[verdict]}", (str(digit),), SCREEN)
    for digit, verdict in enumerate(Verdict, 1)
)
_TRUSTS = tuple(
    ActionSpec(trust_action(trust), f"Trust: {TRUST_WORDS[trust]}", (f"Shift+{digit}",), SCREEN)
    for digit, trust in enumerate(Trust, 1)
)


def filter_action(wanted: Filter) -> str:
    """The action that lists some of the agent's actions."""
    return f"audit.only.{wanted.name.lower()}"


_FILTERS = tuple(
    ActionSpec(filter_action(wanted), f"List actions: {wanted.value.lower()}", (str(digit),), TRACE)
    for digit, wanted in enumerate(Filter, 1)
)

SPECS: tuple[ActionSpec, ...] = (
    ActionSpec("audit.next", "Next claim", ("J",), SCREEN),
    ActionSpec("audit.previous", "Previous claim", ("K",), SCREEN),
    ActionSpec("audit.next-in-list", "Next claim in the list", ("Down",), CLAIMS),
    ActionSpec("audit.previous-in-list", "Previous claim in the list", ("Up",), CLAIMS),
    ActionSpec("audit.undecided", "Next undecided claim", ("U",), SCREEN),
    *_VERDICTS,
    *_TRUSTS,
    ActionSpec("audit.accept", "Accept and go on", ("A",), SCREEN),
    ActionSpec("audit.note", "Write a note", ("N",), SCREEN),
    ActionSpec("audit.flag", "Come back to this", ("B",), SCREEN),
    ActionSpec("audit.flagged", "Next claim to come back to", ("Shift+B",), SCREEN),
    ActionSpec("audit.undo", "Undo", ("Ctrl+Z",), SCREEN),
    ActionSpec("audit.redo", "Redo", ("Ctrl+Shift+Z", "Ctrl+Y"), SCREEN),
    ActionSpec("audit.paper", "Go to the paper", ("P",), SCREEN),
    ActionSpec("audit.evidence", "Go to the evidence", ("E",), SCREEN),
    ActionSpec("audit.claims", "Go to the claims", ("C",), SCREEN),
    ActionSpec("audit.trail", "Walk the trail", ("T",), SCREEN),
    ActionSpec("audit.gate", "Explain the gate", ("G",), SCREEN),
    ActionSpec("audit.drawer", "Open or shut the drawer", ("D",), SCREEN),
    ActionSpec("audit.changes", "Show what changed since the last audit", ("Shift+D",), SCREEN),
    ActionSpec("audit.findings", "Go to the findings", ("Shift+F",), SCREEN),
    ActionSpec("audit.scores", "Go to the scores of judges and people", ("Shift+S",), SCREEN),
    ActionSpec("audit.timeline", "Show what the agent did", ("Shift+T",), SCREEN),
    ActionSpec("audit.history", "Show the history of the opened file", ("H",), SCREEN),
    ActionSpec("audit.beside", "Compare two files side by side", ("Shift+H",), SCREEN),
    ActionSpec("audit.pane", "Next pane", ("F6",), SCREEN),
    ActionSpec("audit.pane-back", "Previous pane", ("Shift+F6",), SCREEN),
    ActionSpec("audit.candidate", "Next candidate", ("]",), SCREEN),
    ActionSpec("audit.candidate-back", "Previous candidate", ("[",), SCREEN),
    ActionSpec("audit.candidates", "List all candidates", ("I",), SCREEN),
    ActionSpec("audit.table", "Show the whole table against the evidence", ("W",), SCREEN),
    ActionSpec("audit.filter", "Filter claims by words", ("F",), SCREEN),
    ActionSpec("audit.find", "Find in the pane", ("Ctrl+F",), SCREEN),
    ActionSpec("audit.run", "Next run", ("Alt+Down",), SCREEN),
    ActionSpec("audit.run-back", "Previous run", ("Alt+Up",), SCREEN),
    ActionSpec("audit.runs", "Choose a run", ("Ctrl+O",), SCREEN),
    ActionSpec("audit.row", "Select the table row", ("R",), SCREEN),
    ActionSpec("audit.add", "Make a claim of the selected words", ("Insert",), SCREEN),
    ActionSpec("audit.move", "Move the claim to the selected words", ("M",), SCREEN),
    ActionSpec("audit.split", "Split the claim", ("S",), SCREEN),
    ActionSpec("audit.merge", "Merge the selected claims", ("Shift+M",), SCREEN),
    ActionSpec("audit.remove", "Remove the claim", ("Del",), SCREEN),
    ActionSpec("audit.link", "Link evidence by hand", ("L",), SCREEN),
    ActionSpec("audit.unlink", "Unlink evidence", ("Shift+L",), SCREEN),
    ActionSpec("audit.raw", "Show the file as plain text", ("V",), SCREEN),
    ActionSpec("audit.bars", "Read the bars of the figure", ("Shift+R",), SCREEN),
    ActionSpec("audit.cite", "Copy the evidence as a citation", ("Ctrl+Shift+C",), SCREEN),
    ActionSpec("audit.folder", "Show the evidence in its folder", ("Shift+O",), SCREEN),
    ActionSpec("audit.outside", "Open the evidence in your editor", ("O",), SCREEN),
    ActionSpec("audit.zoom-in", "Larger page", ("Ctrl++", "Ctrl+="), SCREEN),
    ActionSpec("audit.zoom-out", "Smaller page", ("Ctrl+-",), SCREEN),
    ActionSpec("audit.zoom-fit", "Page as wide as the pane", ("Ctrl+0",), SCREEN),
    ActionSpec("audit.copy", "Copy the selected words", ("Ctrl+C",), PAPER),
    ActionSpec("audit.gate-next", "Next state of the gate", ("Right",), GATE),
    ActionSpec("audit.gate-back", "Previous state of the gate", ("Left",), GATE),
    ActionSpec("audit.confirm", "Confirm the finding", ("Y",), DRAWER),
    ActionSpec("audit.dismiss", "Dismiss the finding", ("X",), DRAWER),
    ActionSpec("audit.trace-next", "Next row", ("J",), TRACE),
    ActionSpec("audit.trace-back", "Previous row", ("K",), TRACE),
    *_FILTERS,
    ActionSpec("audit.trace-words", "Filter by words", ("F",), TRACE),
    ActionSpec("audit.difference", "Next difference", ("]",), TRACE),
    ActionSpec("audit.difference-back", "Previous difference", ("[",), TRACE),
    ActionSpec("audit.opinion", "Ask a model for a second opinion", ("Shift+Q",), SCREEN),
    ActionSpec("audit.report", "Write a report", ("Ctrl+E",), SCREEN),
)

STATUS_KEYS: dict[str, tuple[tuple[str, str], ...]] = {
    CLAIMS: (
        ("J / K", "next, previous"),
        ("1…5", "verdict"),
        ("A", "accept"),
        ("N", "note"),
        ("U", "undecided"),
        ("P", "paper"),
        ("E", "evidence"),
        ("Ctrl+Z", "undo"),
    ),
    PAPER: (
        ("J / K", "next, previous"),
        ("Ctrl+F", "find"),
        ("Insert", "add claim"),
        ("M", "move claim"),
        ("Ctrl+0", "fit width"),
        ("C", "claims"),
        ("E", "evidence"),
    ),
    EVIDENCE: (
        ("[ / ]", "candidate"),
        ("I", "all candidates"),
        ("T", "trail"),
        ("W", "whole table"),
        ("1…5", "verdict"),
        ("A", "accept"),
        ("V", "plain text"),
        ("Ctrl+F", "find"),
        ("L", "link"),
        ("C", "claims"),
    ),
    DRAWER: (
        ("Y", "confirm"),
        ("X", "dismiss"),
        ("D", "shut"),
        ("C", "claims"),
        ("Ctrl+Z", "undo"),
    ),
    TRACE: (
        ("J / K", "next, previous"),
        ("1…5", "which actions"),
        ("F", "words"),
        ("Enter", "its file or action"),
        ("[ / ]", "difference"),
        ("H", "files"),
        ("Shift+H", "side by side"),
        ("Esc", "claims"),
    ),
    GATE: (("← / →", "state"), ("Enter", "explain"), ("Esc", "close"), ("C", "claims")),
}
