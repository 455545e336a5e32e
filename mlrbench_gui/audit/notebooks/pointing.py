"""Places in notebooks as the file has them: the engine counts lines of the joined code, people open cells."""

import re
from collections.abc import Mapping
from typing import TypeVar

from mlrbench_gui.audit.notebooks.reading import Notebook
from mlrbench_gui.domain.audit import (
    Audit,
    Claim,
    Evidence,
    Finding,
    Gate,
    GateEvidence,
    GateRule,
    TrailStep,
    Transition,
)
from mlrbench_gui.domain.locator import Locator
from mlrbench_gui.domain.values import RelPath

Notebooks = Mapping[RelPath, Notebook]
_LINE = re.compile(r"\blines? (\d+)")
Placed = TypeVar("Placed", TrailStep, Evidence, Finding, GateRule, GateEvidence)


def point_into_notebooks(audit: Audit, notebooks: Notebooks) -> Audit:
    """The audit with a JSON pointer to cell and line where it tells a line of a notebook's code."""
    if not notebooks:
        return audit
    return audit.model_copy(
        update={
            "claims": tuple(_claim(claim, notebooks) for claim in audit.claims),
            "findings": tuple(_placed(finding, notebooks, "message") for finding in audit.findings),
            "gate": _gate(audit.gate, notebooks),
        }
    )


def _claim(claim: Claim, notebooks: Notebooks) -> Claim:
    evidence = []
    for item in claim.evidence:
        trail = tuple(_placed(step, notebooks, "title", "detail") for step in item.trail)
        evidence.append(_placed(item, notebooks).model_copy(update={"trail": trail}))
    reason = _worded(claim.reason, None, notebooks)
    return claim.model_copy(update={"evidence": tuple(evidence), "reason": reason})


def _gate(gate: Gate, notebooks: Notebooks) -> Gate:
    papers = {
        path: paper.model_copy(update={"transitions": _transitions(paper.transitions, notebooks)})
        for path, paper in gate.by_paper.items()
    }
    transitions = _transitions(gate.transitions, notebooks)
    return gate.model_copy(update={"transitions": transitions, "by_paper": papers})


def _transitions(transitions: tuple[Transition, ...], notebooks: Notebooks) -> tuple[Transition, ...]:
    return tuple(
        item.model_copy(
            update={
                "rules": tuple(_placed(rule, notebooks, "detail") for rule in item.rules),
                "evidence": tuple(_placed(evidence, notebooks, "reason") for evidence in item.evidence),
            }
        )
        for item in transitions
    )


def _placed(item: Placed, notebooks: Notebooks, *texts: str) -> Placed:
    """The item with its place, and the lines that these of its texts name, as the file has them."""
    told: dict[str, object] = {name: _worded(getattr(item, name), item.path, notebooks) for name in texts}
    pointed = _pointed(item.path, item.locator, notebooks)
    return item.model_copy(update=told | ({"locator": pointed} if pointed is not None else {}))


def _pointed(path: RelPath | None, locator: Locator | None, notebooks: Notebooks) -> Locator | None:
    """The pointer to a line of a notebook's code; None for any other place."""
    notebook = notebooks.get(path) if path is not None else None
    if notebook is None or locator is None or locator.line is None or locator.action is not None:
        return None
    return Locator(json_pointer=notebook.pointer(locator.line))


def _worded(text: str, path: RelPath | None, notebooks: Notebooks) -> str:
    """`line 12` as `cell 3, line 2`, counted from 1, in a text that is about a notebook and no other code."""
    named = [known for known in notebooks if known in text]
    about = named[0] if len(named) == 1 else path
    notebook = notebooks.get(about) if about is not None else None
    if notebook is None or ".py" in text.replace(".pyplot", ""):
        return text

    def by_cell(hit: re.Match[str]) -> str:
        cell, line = notebook.place(int(hit.group(1)))
        return f"cell {cell + 1}, line {line + 1}"

    return _LINE.sub(by_cell, re.sub(rf"{re.escape(about or '')}:(\d+)\b", rf"{about}, line \1", text))
