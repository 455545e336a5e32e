"""All actions of the Review screen with their default keys."""

from mlrbench_gui.domain.values import Verdict
from mlrbench_gui.ui.kit.actions import ActionSpec
from mlrbench_gui.ui.kit.glyphs import VERDICT_WORDS

SCREEN = "review"
FORM = "review.form"
CLAIMS = "review.claims"
RUNS = "review.runs"
PAPER = "review.paper"
EVIDENCE = "review.evidence"
PANES = (RUNS, CLAIMS, PAPER, FORM, EVIDENCE)


def verdict_action(verdict: Verdict) -> str:
    """The action that sets a verdict."""
    return f"review.verdict.{verdict.value}"


def digit_action(number: int) -> str:
    """The action that gives a number in the form."""
    return f"review.give.{number}"


_VERDICTS = tuple(
    ActionSpec(verdict_action(verdict), f"Verdict: {VERDICT_WORDS[verdict]}", (str(digit),), SCREEN)
    for digit, verdict in enumerate(Verdict, 1)
)
_DIGITS = tuple(
    ActionSpec(digit_action(number), f"Give {number} in the form", (str(number % 10),), FORM)
    for number in range(1, 11)
)

SPECS: tuple[ActionSpec, ...] = (
    ActionSpec("review.undecided", "Next undecided claim worth a look", ("U",), SCREEN),
    ActionSpec("review.next", "Next claim of the queue", ("J",), SCREEN),
    ActionSpec("review.previous", "Previous claim of the queue", ("K",), SCREEN),
    *_VERDICTS,
    ActionSpec("review.accept", "Accept and go to the next claim", ("A",), SCREEN),
    ActionSpec("review.claim-note", "Write a note on the claim", ("N",), SCREEN),
    ActionSpec("review.trail", "Walk the trail", ("T",), SCREEN),
    ActionSpec("review.undo", "Undo the last decision", ("Ctrl+Z",), SCREEN),
    ActionSpec("review.redo", "Redo the decision", ("Ctrl+Shift+Z", "Ctrl+Y"), SCREEN),
    ActionSpec("review.candidate", "Next candidate", ("]",), SCREEN),
    ActionSpec("review.candidate-back", "Previous candidate", ("[",), SCREEN),
    *_DIGITS,
    ActionSpec("review.submit", "Submit a version of the review", ("Ctrl+Return", "Ctrl+Enter"), FORM),
    ActionSpec("review.form", "Go to the form", ("F",), SCREEN),
    ActionSpec("review.evidence", "Go to the evidence", ("E",), SCREEN),
    ActionSpec("review.paper", "Go to the paper", ("P",), SCREEN),
    ActionSpec("review.claims", "Go to the claims", ("C",), SCREEN),
    ActionSpec("review.runs", "Go to the runs", ("R",), SCREEN),
    ActionSpec("review.pane", "Next pane", ("F6",), SCREEN),
    ActionSpec("review.pane-back", "Previous pane", ("Shift+F6",), SCREEN),
    ActionSpec("review.attach", "Lay what is marked to a question", ("L",), SCREEN),
    ActionSpec("review.note", "Write a note on the selected words, else on the run", ("W",), SCREEN),
    ActionSpec("review.area", "Write a note on an area of a page", ("Shift+W",), SCREEN),
    ActionSpec("review.versions", "Read the submitted versions", ("V",), SCREEN),
    ActionSpec("review.run", "Next run", ("Alt+Down",), SCREEN),
    ActionSpec("review.run-back", "Previous run", ("Alt+Up",), SCREEN),
    ActionSpec("review.open", "Open the run in Audit", ("O",), SCREEN),
    ActionSpec("review.exclude", "Leave out of statistics, or count again", ("X",), SCREEN),
    ActionSpec("review.lift", "Look behind the curtain of this run", ("Shift+L",), SCREEN),
    ActionSpec("review.share", "Share runs out among reviewers", ("S",), SCREEN),
    ActionSpec("review.find", "Find in the pane", ("Ctrl+F",), SCREEN),
    ActionSpec("review.zoom-in", "Larger page", ("Ctrl++", "Ctrl+="), SCREEN),
    ActionSpec("review.zoom-out", "Smaller page", ("Ctrl+-",), SCREEN),
    ActionSpec("review.zoom-fit", "Page as wide as the pane", ("Ctrl+0",), SCREEN),
)

_CLAIM_KEYS = (
    ("U", "next claim"),
    ("1…5", "verdict"),
    ("A", "accept"),
    ("N", "note on it"),
    ("L", "lay to a question"),
    ("F", "form"),
    ("Ctrl+Z", "undo"),
)
STATUS_KEYS: dict[str, tuple[tuple[str, str], ...]] = {
    RUNS: (("Enter", "open"), ("Alt+↓", "next run"), ("F", "form"), ("X", "leave out"), ("S", "share out")),
    CLAIMS: _CLAIM_KEYS,
    EVIDENCE: _CLAIM_KEYS,
    PAPER: (
        ("W", "note"),
        ("Shift+W", "area"),
        ("L", "lay to a question"),
        ("Ctrl+F", "find"),
        ("U", "next claim"),
        ("F", "form"),
    ),
    FORM: (
        ("1…0", "score"),
        ("↑ / ↓", "row"),
        ("Enter", "why"),
        ("U", "next claim"),
        ("W", "note"),
        ("Ctrl+Enter", "submit"),
    ),
}
