"""The agent's tools, each done in the box. What does not work is told to the agent and ends nothing."""

from dataclasses import dataclass

from mlrbench_gui.domain.agent_log import Tool
from mlrbench_gui.domain.errors import InputError
from mlrbench_gui.domain.work import CancelToken, Emit
from mlrbench_gui.services.experimenting.calls import ToolCall
from mlrbench_gui.services.ports.boxes import Box
from mlrbench_gui.services.ports.sandbox import SandboxEnd

_BOTH_STREAMS = (
    'if command -v bash >/dev/null 2>&1; then exec bash -c "$1" 2>&1; else exec sh -c "$1" 2>&1; fi'
)
"""One stream, so that errors stand where they happened; `bash` where the image has it, as agents write for it."""
_LARGEST_EDIT = 1_000_000
_WHY = {
    SandboxEnd.TIMED_OUT: "it took more time than it may",
    SandboxEnd.OUT_OF_MEMORY: "it took more memory than it may",
    SandboxEnd.PRINTED_TOO_MUCH: "it printed more than it may",
    SandboxEnd.WROTE_TOO_MUCH: "it wrote more than it may",
}


@dataclass(frozen=True, slots=True)
class ToolOutcome:
    """What a tool gave. `ok`: it did what was asked; for a command, that it ended by itself with 0."""

    output: str
    ok: bool
    exit_code: int | None = None
    end: str = ""
    cut: bool = False

    def told(self, most: int) -> str:
        """What the agent is told, its middle left out above a length."""
        text = self.output
        if len(text) > most:
            half = most // 2
            left_out = len(text) - 2 * half
            text = f"{text[:half]}\n... [{left_out} characters truncated] ...\n{text[-half:]}"
        if self.end == SandboxEnd.EXITED:
            return f"{text}\n[exit code {self.exit_code}]"
        return f"{text}\n[stopped: {_WHY[SandboxEnd(self.end)]}]" if self.end else text


def use_tool(box: Box, call: ToolCall, seconds: float, cancel: CancelToken, emit: Emit) -> ToolOutcome:
    """Do what the call asks. Raises MissingPart where the box breaks, Cancelled."""
    given = call.arguments
    try:
        if call.tool is Tool.SHELL:
            return _shell(box, given["command"], seconds, cancel, emit)
        if call.tool is Tool.EDIT:
            return _edit(box, given["path"], given["old"], given["new"])
        return ToolOutcome(_small(box, call), ok=True)
    except InputError as error:
        return ToolOutcome(str(error), ok=False)


def _small(box: Box, call: ToolCall) -> str:
    """What a tool tells that either works or raises."""
    given = call.arguments
    if call.tool is Tool.READ:
        return box.read(given["path"]).decode("utf-8", "replace")
    if call.tool is Tool.WRITE:
        box.write(given["path"], given["content"])
        return f"wrote {given['path']}"
    return "\n".join(box.files().hashes) if call.tool is Tool.LIST else ""


def _shell(box: Box, command: str, seconds: float, cancel: CancelToken, emit: Emit) -> ToolOutcome:
    if "\0" in command:
        return ToolOutcome("a command holds no NUL", ok=False)
    words = ("sh", "-c", _BOTH_STREAMS, "sh", command)
    ran = box.execute(words, seconds, cancel=cancel, emit=emit)
    ok = ran.end is SandboxEnd.EXITED and ran.exit_code == 0
    return ToolOutcome(ran.output, ok, ran.exit_code, ran.end.value, ran.cut)


def _edit(box: Box, path: str, old: str, new: str) -> ToolOutcome:
    data = box.read(path)
    if len(data) >= _LARGEST_EDIT:
        return ToolOutcome(f"{path}: is too large to be edited; use a command", ok=False)
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return ToolOutcome(f"{path}: is no text", ok=False)
    count = text.count(old) if old else 0
    if count != 1:
        return ToolOutcome(
            f"{path}: holds the old words {count} times, not once; nothing was changed", ok=False
        )
    box.write(path, text.replace(old, new))
    return ToolOutcome(f"edited {path}", ok=True)
