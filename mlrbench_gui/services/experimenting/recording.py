"""The record of an experiment while it is made: what was said and done, and what each action changed, by hash."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field

from mlrbench_gui.domain.agent_log import AgentAction, AgentEnd, AgentHead, AgentSaid, log_line
from mlrbench_gui.domain.artifacts import GIVEN_ROLES
from mlrbench_gui.domain.errors import BudgetReached, Cancelled, MissingPart, MlrbenchError
from mlrbench_gui.domain.layout import AGENT_LOG, classify
from mlrbench_gui.domain.runs import Irregularity
from mlrbench_gui.domain.values import RelPath, RunName, Sha256
from mlrbench_gui.services.experimenting.calls import ToolCall
from mlrbench_gui.services.experimenting.tools import ToolOutcome
from mlrbench_gui.services.ports.boxes import Box, BoxTaken
from mlrbench_gui.services.ports.calls import Clock

LOG = RelPath(AGENT_LOG)
BREAKS = (BudgetReached, Cancelled, MissingPart)
"""What breaks an experiment off from outside; what was done by then is recorded."""


@dataclass(slots=True)
class Recorder:
    """Writes down one experiment in a box whose inputs are in it; the record lies at `path` of the run."""

    box: Box
    clock: Clock
    path: RelPath = LOG
    lines: list[str] = field(default_factory=list)
    actions: int = 0
    _before: Mapping[RelPath, Sha256] = field(default_factory=dict)
    _all_seen: bool = True

    def begin(
        self, run: RunName, model: str, image: str, prompt: str, inputs: Mapping[RelPath, bytes]
    ) -> None:
        """The head, with what was given."""
        self._before = self.box.files().hashes
        self._put(
            AgentHead(
                at=self._now(),
                run=run,
                model=model,
                image=image,
                root=self.box.root,
                prompt=prompt,
                inputs={p: Sha256(hashlib.sha256(data).hexdigest()) for p, data in inputs.items()},
            )
        )

    def say(self, text: str) -> None:
        """Words beside the actions."""
        if text:
            self._put(AgentSaid(at=self._now(), text=text))

    def did(self, call: ToolCall, outcome: ToolOutcome, seconds: float) -> None:
        """An action that is over, with the files that are other ones now."""
        now = self.box.files()
        self._all_seen = self._all_seen and now.whole
        changed: dict[RelPath, Sha256 | None] = {
            path: digest for path, digest in now.hashes.items() if self._before.get(path) != digest
        }
        changed |= dict.fromkeys(self._before.keys() - now.hashes.keys())
        self._before = now.hashes
        self.actions += 1
        self._put(
            AgentAction(
                number=self.actions,
                at=self._now(),
                seconds=round(max(0.0, seconds), 3),
                tool=call.tool,
                arguments=call.arguments,
                output=outcome.output,
                ok=outcome.ok,
                exit_code=outcome.exit_code,
                end=outcome.end,
                cut=outcome.cut,
                changed=changed,
            )
        )

    def end(self, reason: str, taken: BoxTaken, inputs: Mapping[RelPath, bytes]) -> dict[RelPath, bytes]:
        """The end, and all that the experiment leaves: its files, and this record.

        What only the program itself may put into a run (its papers, reviews, transcripts) is not taken from an agent.
        """
        kept = {p: data for p, data in taken.files.items() if p not in inputs and not _is_not_theirs(p)}
        refused = [f"{item.path}: {item.what}" for item in taken.refused]
        refused += [
            f"{path}: such a file is not the agent's to make"
            for path in taken.files.keys() - inputs.keys() - kept.keys()
        ]
        hashes = {path: Sha256(hashlib.sha256(data).hexdigest()) for path, data in sorted(kept.items())}
        self._put(
            AgentEnd(
                at=self._now(),
                reason=reason,
                files=hashes,
                all_seen=self._all_seen,
                refused=tuple(sorted(refused)),
            )
        )
        return kept | {self.path: "".join(self.lines).encode("ascii")}

    def _put(self, line: AgentHead | AgentSaid | AgentAction | AgentEnd) -> None:
        self.lines.append(log_line(line))

    def _now(self) -> str:
        return self.clock().isoformat(timespec="milliseconds")


def why_stopped(error: MlrbenchError) -> str:
    """Why an experiment was broken off, for its record."""
    return (
        "it was cancelled before it was done" if isinstance(error, Cancelled) else f"it was stopped: {error}"
    )


def taken_from(box: Box) -> BoxTaken:
    """What is in the box; from one that is gone nothing can be had."""
    try:
        return box.take()
    except MissingPart as error:
        return BoxTaken({}, (Irregularity(box.root, str(error), "not taken out"),))


def _is_not_theirs(path: RelPath) -> bool:
    return classify(path, 1)[0] in GIVEN_ROLES
