"""The same course of a run, told by a log of blocks, gives the same answers as the events of another tool."""

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from mlrbench_gui.domain.audit import Audit

Step = tuple[str, ...]
MakeAudit = Callable[[Mapping[str, str | bytes]], Audit]

ROOT = "/home/x/run"
EVENTS = "claude_output.json"
BLOCKS = "codex_log.log"


class Case(Protocol):
    """What a case tells; see the conftest of this folder."""

    id: str
    steps: tuple[Step, ...]
    trust: str
    reached: str | None

    def files(self, steps: Sequence[Step] | None = None) -> dict[str, str]: ...


def blocks_of(steps: Sequence[Step]) -> str:
    """The course as a log of time-stamped blocks, each command wrapped in a shell."""
    lines = [
        "[2025-01-01T10:00:00] OpenAI Codex v0.1",
        "--------",
        f"workdir: {ROOT}",
        "--------",
        "[2025-01-01T10:00:01] User instructions:",
        "Do it.",
    ]
    for number, step in enumerate(steps):
        at = f"[2025-01-01T10:{number + 1:02}:00]"
        if step[0] == "write":
            added = step[2].removesuffix("\n")
            lines += [f"{at} apply_patch auto_approved=true:", f"A {step[1]}", *added.split("\n")]
            lines += [
                f"{at} apply_patch(auto_approved=true) exited 0 in 5ms:",
                "Success. Updated",
                f"A {step[1]}",
            ]
            continue
        _, command, output = step
        wrapped = "bash -lc '" + command.replace("'", "'\"'\"'") + "'"
        how = "exited 1" if "Traceback" in output or "timed out" in output else "succeeded"
        lines += [f"{at} exec {wrapped} in {ROOT}", f"{at} {wrapped} {how} in 2.0s:", *output.split("\n")]
    return "\n".join([*lines, "[2025-01-01T11:00:00] codex", "All is done.", ""])


def _ended(text: str) -> str:
    """A file as a patch leaves it, with an end to its last line."""
    return text if text.endswith("\n") or not text else text + "\n"


def test_that_a_log_of_blocks_tells_the_same(told_in_blocks: Case, audit_of: MakeAudit) -> None:
    case = told_in_blocks
    files = {path: _ended(text) for path, text in case.files().items() if path != EVENTS}
    audit = audit_of(files | {BLOCKS: blocks_of(case.steps)})

    claim = next(c for c in audit.claims if c.value == 0.912)
    assert claim.trust == case.trust, [(e.path, str(e.provenance), e.trail) for e in claim.evidence]
    if case.reached is not None:
        assert audit.gate.reached == case.reached
