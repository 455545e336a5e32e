"""The gate in a live run: before a paper is written, which evidence may cross, by the same rules that audits go by."""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from mlrbench_gui.domain.audit import Gate, GateEvidence
from mlrbench_gui.domain.layout import GATE_MANIFEST
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
    policy: GatePolicy,
) -> Crossing:
    """Hold the run so far against the gate. `experiment` are those of its files that the paper would rest on."""
    gate = audit_run(run, HeldFiles(files)).gate
    evidence = {item.path: item for step in gate.transitions for item in step.evidence}
    refused = tuple(item for _, item in sorted(evidence.items()) if not item.admitted)
    reached = GATE_ORDER.index(gate.reached) >= GATE_ORDER.index(_NEEDED)
    blocked = None if reached or policy is not GatePolicy.STRICT else _why(gate)
    kept_out = {item.path for item in refused} if policy is GatePolicy.STRICT else set()
    passed = {path: data for path, data in experiment.items() if path not in kept_out}
    told = () if policy is GatePolicy.OFF else refused
    return Crossing(passed, told, _manifest(gate, evidence.values(), policy, blocked), blocked)


def _why(gate: Gate) -> str:
    """The first rule that does not hold, of the first step that was not taken."""
    for step in gate.transitions:
        if step.passed:
            continue
        failed = next((rule for rule in step.rules if rule.holds is not True), None)
        rule = (
            f": {failed.text}{f' ({failed.detail})' if failed.detail else ''}" if failed is not None else ""
        )
        return f"the gate stands at {gate.reached} and a paper needs {_NEEDED}; not {step.to}{rule}"
    return f"the gate stands at {gate.reached} and a paper needs {_NEEDED}"


def _manifest(gate: Gate, evidence: Iterable[GateEvidence], policy: GatePolicy, blocked: str | None) -> bytes:
    items = [item.model_dump(mode="json", exclude_none=True) for item in evidence]
    told = {
        "policy": policy.value,
        "reached": gate.reached.value,
        "blocked": blocked,
        "admitted": [item for item in items if item["admitted"]],
        "refused": [item for item in items if not item["admitted"]],
    }
    return (json.dumps(told, ensure_ascii=False, indent=2) + "\n").encode()
