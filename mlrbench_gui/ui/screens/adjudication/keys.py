"""All actions of the Adjudication screen with their default keys."""

from mlrbench_gui.ui.kit.actions import ActionSpec

SCREEN = "adjudication"


def choice_action(number: int) -> str:
    """The action that chooses a word by its number."""
    return f"adjudication.choose.{number}"


SPECS: tuple[ActionSpec, ...] = (
    ActionSpec("adjudication.next", "Next difference", ("J",), SCREEN),
    ActionSpec("adjudication.previous", "Previous difference", ("K",), SCREEN),
    ActionSpec("adjudication.open-next", "Next open difference", ("U",), SCREEN),
    *(
        ActionSpec(choice_action(number), f"Agree on choice {number}", (str(number % 10),), SCREEN)
        for number in range(1, 11)
    ),
    ActionSpec("adjudication.reason", "Write the reason", ("R",), SCREEN),
    ActionSpec("adjudication.resolve", "Resolve and go on", ("Ctrl+Return", "Ctrl+Enter"), SCREEN),
    ActionSpec("adjudication.list", "Go to the list", ("C",), SCREEN),
    ActionSpec("adjudication.filter", "Show open, settled or all", ("F",), SCREEN),
    ActionSpec("adjudication.audit", "Open the run in Audit", ("O",), SCREEN),
    ActionSpec("adjudication.exclude", "Leave a review out of statistics, or count it again", ("X",), SCREEN),
)

EMPTY_KEYS = (("Enter", "go to Review"), ("F1", "all keys"))
"""While there is nothing to adjudicate no other key does anything."""

STATUS_KEYS = (
    ("J / K", "next, previous"),
    ("1…0", "agree on"),
    ("R", "reason"),
    ("Ctrl+Enter", "resolve"),
    ("U", "next open"),
    ("O", "open in Audit"),
    ("F", "filter"),
)
