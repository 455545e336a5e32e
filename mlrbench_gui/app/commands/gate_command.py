"""`gate`: where a run stands and by which rules; lets a transition through or refuses it, with a reason."""

import argparse
import sys
import textwrap
from collections.abc import Sequence

from mlrbench_gui.app.commands._output import emit_json
from mlrbench_gui.app.compose import opened
from mlrbench_gui.domain.audit import Gate, Transition
from mlrbench_gui.domain.decisions import GateOverride, OverrideGate
from mlrbench_gui.domain.errors import InputError
from mlrbench_gui.domain.overrides import standing, stands
from mlrbench_gui.services.naming import resolve_run
from mlrbench_gui.services.reviewing import load_view, record

_WIDTH = 100


def run(options: argparse.Namespace) -> int:
    """Record the override that is asked for, and print the gate with all that people said of it."""
    with opened(options.workspace) as context:
        name = resolve_run(context.workspace.runs.names(), options.run)
        view = load_view(context, name)
        if view.stored is None:
            raise InputError(f"{name}: is not audited yet; `audit {name}` does it")
        state = options.let_through or options.refuse
        review = view.review
        if state is not None:
            action = OverrideGate(state=state, passed=options.let_through is not None)
            review = record(context, view, [action], reason=options.reason)
        gate = view.stored.audit.gate
    if options.json:
        emit_json(options.json, _json(name, gate, review.overrides))
    if options.json != "-":
        _print(name, gate, review.overrides)
    sys.stdout.flush()
    return 0


def _json(name: str, gate: Gate, overrides: Sequence[GateOverride]) -> dict[str, object]:
    return {
        "run": name,
        "reached": gate.reached,
        "claimed": gate.claimed,
        "stands": standing(gate.transitions, overrides),
        "overrides": [item.model_dump(mode="json") for item in overrides],
    }


def _print(name: str, gate: Gate, overrides: Sequence[GateOverride]) -> None:
    claimed = f"presents itself as {gate.claimed}" if gate.claimed is not None else "has no paper"
    print(f"{name}: reached {gate.reached}, {claimed}; stands at {standing(gate.transitions, overrides)}")
    for step in gate.transitions:
        print(f"{step.to:<10} {'passed' if stands(step, overrides) else 'refused':<8} {_told(step)}")
        for item in overrides:
            if item.state is step.to:
                word = "let through" if item.passed else "refused"
                told = f"{word} by {item.author}, {item.at:%Y-%m-%d %H:%M} UTC: {item.reason}"
                print(textwrap.fill(told, _WIDTH, initial_indent=" " * 20, subsequent_indent=" " * 20))


def _told(step: Transition) -> str:
    """The rule that decided: the first that does not hold, else that all do."""
    failed = next((rule for rule in step.rules if rule.holds is not True), None)
    if failed is None:
        return f"{len(step.rules)} rules hold" if len(step.rules) != 1 else "its rule holds"
    return f"{failed.text} {f'({failed.detail})' if failed.detail else ''}".strip()
