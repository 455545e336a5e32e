"""Undo and redo over the log of decisions: which steps count, what can be undone next, and their names.

Everything follows from the log alone, so it is the same after a restart and in another process.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from mlrbench_gui.domain.decisions import (
    Accept,
    Action,
    AddClaim,
    DecisionEntry,
    JudgeFinding,
    LinkEvidence,
    MergeClaims,
    MoveSpan,
    OverrideGate,
    Redo,
    RemoveClaim,
    SetFlag,
    SetNote,
    SetTrust,
    SetVerdict,
    SplitClaim,
    Undo,
)

_StepKey = tuple[str, str]


@dataclass(frozen=True, slots=True)
class DecisionStep:
    """What one author did at one go, and undoes at one go."""

    id: str
    author: str
    entries: tuple[DecisionEntry, ...]

    @property
    def name(self) -> str:
        """For menus: `Accept 3 claims`."""
        return step_name([entry.action for entry in self.entries])


@dataclass(frozen=True, slots=True)
class History:
    """The steps that count, in the order in which they took effect, and those undone that may be redone."""

    active: tuple[DecisionStep, ...]
    undone: tuple[DecisionStep, ...]

    def to_undo(self, author: str) -> DecisionStep | None:
        """The author's last step that counts."""
        return _last_of(self.active, author)

    def to_redo(self, author: str) -> DecisionStep | None:
        """The author's step that was undone last, unless the author has done something else since."""
        return _last_of(self.undone, author)


def in_order(entries: Iterable[DecisionEntry]) -> tuple[DecisionEntry, ...]:
    """Each entry once, by time; a step stays together. So the union of two logs folds the same either way."""
    unique = {entry.id: entry for entry in entries}
    return tuple(sorted(unique.values(), key=lambda entry: (entry.at, entry.step)))


def history_of(ordered: Sequence[DecisionEntry]) -> History:
    """Play the log. An undo or redo counts only for a step of its own author.

    A redone step takes effect anew, after what others decided meanwhile: a redo that changes nothing would puzzle.
    """
    contents = _contents(ordered)
    active: dict[_StepKey, None] = {}
    undone: dict[_StepKey, None] = {}
    for entry in ordered:
        match entry.action:
            case Undo(step=step):
                _shift((entry.author, step), active, undone)
            case Redo(step=step):
                _shift((entry.author, step), undone, active)
            case _:
                key = (entry.author, entry.step)
                if key not in active:
                    active[key] = None
                    for other in [other for other in undone if other[0] == entry.author]:
                        del undone[other]
    return History(_steps(active, contents), _steps(undone, contents))


def step_name(actions: Sequence[Action]) -> str:
    """What the actions do together, in words for a menu."""
    if not actions:
        return "Nothing"
    if len({action.kind for action in actions}) > 1:
        return f"Change {_counted(_claims_touched(actions), 'claim')}"
    return _name_of(actions[0], len(actions))


def _name_of(action: Action, count: int) -> str:
    if isinstance(action, JudgeFinding):
        return f"{'Confirm' if action.confirmed else 'Dismiss'} {_counted(count, 'finding')}"
    if isinstance(action, SetFlag):
        return f"{'Flag' if action.on else 'Unflag'} {_counted(count, 'claim')}"
    if isinstance(action, MergeClaims):
        return f"Merge {_counted(len(action.anchors), 'claim')}"
    if isinstance(action, OverrideGate):
        return f"{'Pass' if action.passed else 'Refuse'} gate {action.state.value}"
    return f"{_VERBS[action.kind]} {_counted(count, 'claim')}"


_VERBS = {
    "accept": "Accept",
    "verdict": "Set verdict of",
    "trust": "Set trust of",
    "note": "Change note of",
    "add": "Add",
    "remove": "Remove",
    "move": "Move",
    "split": "Split",
    "link": "Link evidence to",
    "undo": "Undo",
    "redo": "Redo",
}


def _counted(count: int, noun: str) -> str:
    return noun if count == 1 else f"{count} {noun}s"


def _claims_touched(actions: Sequence[Action]) -> int:
    touched: set[str] = set()
    for action in actions:
        match action:
            case (
                Accept()
                | SetVerdict()
                | SetTrust()
                | SetNote()
                | SetFlag()
                | RemoveClaim()
                | MoveSpan()
                | SplitClaim()
                | LinkEvidence()
            ):
                touched.add(action.anchor.fingerprint)
            case AddClaim():
                touched.add(action.draft.anchor.fingerprint)
            case MergeClaims():
                touched.update(anchor.fingerprint for anchor in action.anchors)
            case _:
                pass
    return max(1, len(touched))


def _contents(ordered: Sequence[DecisionEntry]) -> dict[_StepKey, list[DecisionEntry]]:
    contents: dict[_StepKey, list[DecisionEntry]] = {}
    for entry in ordered:
        if not isinstance(entry.action, Undo | Redo):
            contents.setdefault((entry.author, entry.step), []).append(entry)
    return contents


def _shift(key: _StepKey, source: dict[_StepKey, None], target: dict[_StepKey, None]) -> None:
    if key in source:
        del source[key]
        target[key] = None


def _steps(
    keys: Iterable[_StepKey], contents: dict[_StepKey, list[DecisionEntry]]
) -> tuple[DecisionStep, ...]:
    return tuple(DecisionStep(step, author, tuple(contents[author, step])) for author, step in keys)


def _last_of(steps: Sequence[DecisionStep], author: str) -> DecisionStep | None:
    return next((step for step in reversed(steps) if step.author == author), None)
