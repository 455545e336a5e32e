"""The gate in a live run: before a paper is written, which evidence may cross, by the same rules that audits go by."""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from mlrbench_gui.domain.audit import Gate, GateEvidence
from mlrbench_gui.domain.decisions import GateOverride
from mlrbench_gui.domain.layout import GATE_MANIFEST
from mlrbench_gui.domain.overrides import standing, stands, word_on
from mlrbench_gui.domain.stages import GatePolicy
from mlrbench_gui.domain.values import GATE_ORDER, GateState, RelPath, RunName, Sha256
from mlrbench_gui.services.ports.calls import AuditRun

_NEEDED = GateState.MEASURED
MANIFEST = RelPath(GATE_MANIFEST)


@dataclass(frozen=True, slots=True)
class Crossing:
    """What the gate says of an experiment. `blocked` says why no paper may be written from it, None where one may.

    `files` are what the writer gets, `refused` what was kept out or, where all is passed, only marked.
    """

    files: Mapping[RelPath, bytes]
    refused: tuple[GateEvidence, ...]
    manifest: bytes
    blocked: str | None


@dataclass(frozen=True, slots=True)
class Gated:
    """What decides beside the rules: the policy of the run, and what people said of its transitions."""

    policy: GatePolicy
    overrides: tuple[GateOverride, ...] = ()


class HeldFiles:
    """`domain.artifacts.RunFiles` over bytes in memory."""

    def __init__(self, files: Mapping[RelPath, bytes]) -> None:
        self._files = dict(files)

    def paths(self) -> Sequence[RelPath]:
        return sorted(self._files)

    def size(self, path: RelPath) -> int:
        return len(self._files[path])

    def read(self, path: RelPath) -> bytes:
        return self._files[path]

    def sha256(self, path: RelPath) -> Sha256:
        return Sha256(hashlib.sha256(self._files[path]).hexdigest())


def cross(
    audit_run: AuditRun,
    run: RunName,
    files: Mapping[RelPath, bytes],
    experiment: Mapping[RelPath, bytes],
    gated: Gated,
) -> Crossing:
    """Hold the run so far against the gate. `experiment` are those of its files that the paper would rest on.

    What a transition refuses that a person let through reaches the writer, marked as refused.
    """
    gate = audit_run(run, HeldFiles(files)).gate
    stands = _standing(gate, gated)
    evidence = {item.path: item for step in gate.transitions for item in step.evidence}
    refused = tuple(item for _, item in sorted(evidence.items()) if not item.admitted)
    is_strict = gated.policy is GatePolicy.STRICT
    reached = GATE_ORDER.index(stands) >= GATE_ORDER.index(_NEEDED)
    blocked = None if reached or not is_strict else _why(gate, stands, gated.overrides)
    kept_out = {item.path for item in refused} - _let_through(gate, gated) if is_strict else set()
    passed = {path: data for path, data in experiment.items() if path not in kept_out}
    told = () if gated.policy is GatePolicy.OFF else refused
    return Crossing(passed, told, _manifest(gate, evidence.values(), gated, (stands, blocked)), blocked)


def _standing(gate: Gate, gated: Gated) -> GateState:
    """Where the gate stands; without a word of a person where the rules say."""
    touched = any(word_on(step.to, gated.overrides) is not None for step in gate.transitions)
    return standing(gate.transitions, gated.overrides) if touched else gate.reached


def _let_through(gate: Gate, gated: Gated) -> set[RelPath]:
    """Files that only transitions refuse which a person let through."""
    words = {step.to: word_on(step.to, gated.overrides) for step in gate.transitions}
    through = [step for step in gate.transitions if (word := words[step.to]) is not None and word.passed]
    return {item.path for step in through for item in step.evidence}


def _why(gate: Gate, stood: GateState, overrides: Sequence[GateOverride]) -> str:
    """The first rule that does not hold, of the first step that was not taken, or who refused that step."""
    for step in gate.transitions:
        word = word_on(step.to, overrides)
        if word is not None and not word.passed:
            return f"the gate stands at {stood}, for {word.author} refused {step.to}: {word.reason}"
        if stands(step, overrides):
            continue
        failed = next((rule for rule in step.rules if rule.holds is not True), None)
        rule = (
            f": {failed.text}{f' ({failed.detail})' if failed.detail else ''}" if failed is not None else ""
        )
        return f"the gate stands at {stood} and a paper needs {_NEEDED}; not {step.to}{rule}"
    return f"the gate stands at {stood} and a paper needs {_NEEDED}"


def _manifest(
    gate: Gate, evidence: Iterable[GateEvidence], gated: Gated, outcome: tuple[GateState, str | None]
) -> bytes:
    items = [item.model_dump(mode="json", exclude_none=True) for item in evidence]
    stood, blocked = outcome
    told = {
        "policy": gated.policy.value,
        "reached": gate.reached.value,
        "stands": stood.value,
        "blocked": blocked,
        "overrides": [item.model_dump(mode="json", exclude_none=True) for item in gated.overrides],
        "admitted": [item for item in items if item["admitted"]],
        "refused": [item for item in items if not item["admitted"]],
    }
    return (json.dumps(told, ensure_ascii=False, indent=2) + "\n").encode()
