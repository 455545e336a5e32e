"""A run whose agent wrote and edited a script, ran it, and left two logs an hour apart."""

import json
from collections.abc import Callable

import pytest

from mlrbench_gui.domain.values import RelPath, RunName

RUN = RunName("end2end_otter/harbor_tides")
ROOT = "/home/agent/harbor_tides"
CODE = "import json\n\n\ndef tide(level):\n    return level + 1\n"


def transcript(more: int = 0) -> bytes:
    """Write, edit, run (fails), and `more` further commands."""
    calls: list[tuple[str, dict[str, str], bool, str]] = [
        ("Write", {"file_path": f"{ROOT}/code/tide.py", "content": CODE}, True, "written"),
        (
            "Edit",
            {"file_path": f"{ROOT}/code/tide.py", "old_string": "level + 1", "new_string": "level + 2"},
            True,
            "edited",
        ),
        ("Bash", {"command": f"cd {ROOT} && python code/tide.py"}, False, "Traceback\nValueError: no gauge"),
        ("Write", {"file_path": f"{ROOT}/results/notes.txt", "content": "calm\n"}, True, "written"),
        *(("Bash", {"command": f"echo step {n}"}, True, f"step {n}\n" * 20) for n in range(more)),
    ]
    told: list[object] = []
    for number, (tool, given, well, output) in enumerate(calls):
        key = f"t{number}"
        use = {"type": "tool_use", "id": key, "name": tool, "input": given}
        told.append({"type": "assistant", "message": {"role": "assistant", "content": [use]}})
        answer = {"type": "tool_result", "tool_use_id": key, "content": output, "is_error": not well}
        told.append({"type": "user", "message": {"role": "user", "content": [answer]}})
    told.append({"type": "result", "subtype": "success"})
    return json.dumps(told).encode()


def traced_files(more: int = 0) -> dict[RelPath, bytes]:
    log = "".join(f"2026-03-01 {{hour}}:00:{n:02d} step {n} loss {n / 10}\n" for n in range(40))
    return {
        RelPath("claude_output.json"): transcript(more),
        RelPath("code/tide.py"): CODE.replace("+ 1", "+ 2").encode(),
        RelPath("results/notes.txt"): b"storm\n",
        RelPath("results/odd.csv"): b"a,b\n1,2\n",
        RelPath("log.txt"): log.format(hour=10).encode(),
        RelPath("second/log.txt"): log.replace("loss 0.7", "loss 0.9").format(hour=11).encode(),
    }


@pytest.fixture
def traced() -> Callable[[int], dict[RelPath, bytes]]:
    return traced_files
