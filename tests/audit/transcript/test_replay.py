"""Transcripts of each kind become actions, and their writes come out as the files that they made."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlrbench_gui.audit.transcript.actions import ActionKind, Transcript
from mlrbench_gui.audit.transcript.reading import read_transcript
from mlrbench_gui.audit.transcript.replay import replay
from mlrbench_gui.domain.values import RelPath

TRANSCRIPT = RelPath("claude_output.json")
PATHS = (RelPath("code/a.py"), RelPath("results/log.txt"), TRANSCRIPT)


def call(tool: str, number: int, *, failed: bool = False, **given: object) -> list[dict[str, object]]:
    return [
        {
            "role": "assistant",
            "content": [{"type": "tool_use", "id": f"t{number}", "name": tool, "input": given}],
        },
        {
            "role": "user",
            "content": [
                {"type": "tool_result", "tool_use_id": f"t{number}", "content": "out", "is_error": failed}
            ],
        },
    ]


def transcript_of(*calls: list[dict[str, object]]) -> Transcript:
    events = [event for pair in calls for event in pair]
    return read_transcript(TRANSCRIPT, json.dumps(events).encode(), PATHS)


def test_that_writes_edits_and_copies_give_the_last_text() -> None:
    transcript = transcript_of(
        call("Write", 1, file_path="/home/x/run/code/a.py", content="a = 1\n"),
        call("Edit", 2, file_path="/home/x/run/code/a.py", old_string="1", new_string="2"),
        call("Bash", 3, command="cp /home/x/run/code/a.py /home/x/run/results/log.txt"),
    )

    history = replay(transcript, frozenset(PATHS))

    assert transcript.root == "/home/x/run"
    last = history.last(RelPath("code/a.py"))
    copied = history.last(RelPath("results/log.txt"))
    assert last is not None
    assert copied is not None
    assert (last.text, copied.how, copied.text) == ("a = 2\n", "copied", "a = 2\n")


def test_that_a_failed_write_changes_nothing() -> None:
    transcript = transcript_of(
        call("Write", 1, file_path="/home/x/run/code/a.py", content="a = 1\n"),
        call("Write", 2, failed=True, file_path="/home/x/run/code/a.py", content="b\n"),
    )

    last = replay(transcript, frozenset(PATHS)).last(RelPath("code/a.py"))

    assert last is not None
    assert last.text == "a = 1\n"


def test_that_an_edit_which_does_not_fit_leaves_the_text_unknown() -> None:
    transcript = transcript_of(
        call("Write", 1, file_path="/home/x/run/code/a.py", content="a = 1\n"),
        call("Edit", 2, file_path="/home/x/run/code/a.py", old_string="zzz", new_string="2"),
    )

    last = replay(transcript, frozenset(PATHS)).last(RelPath("code/a.py"))

    assert last is not None
    assert last.text is None


BLOCKS = """[2025-01-01T10:00:00] OpenAI Codex v0.5.0 (research preview)
--------
workdir: /home/x/run
--------
[2025-01-01T10:00:01] apply_patch auto_approved=true:
A /home/x/run/code/a.py
a = 1
b = 2
[2025-01-01T10:00:02] apply_patch(auto_approved=true) exited 0 in 0ms:
[2025-01-01T10:00:03] apply_patch auto_approved=true:
M /home/x/run/code/a.py
@@ -1,2 +1,2 @@
 a = 1
-b = 2
+b = 3
[2025-01-01T10:00:04] apply_patch(auto_approved=true) exited 0 in 0ms:
[2025-01-01T10:00:05] exec bash -lc 'python code/a.py' in /home/x/run
[2025-01-01T10:00:06] bash -lc 'python code/a.py' succeeded in 8ms:
done
"""


def test_that_patches_and_execs_of_a_block_log_are_read() -> None:
    transcript = read_transcript(RelPath("codex_log.log"), BLOCKS.encode(), PATHS)

    last = replay(transcript, frozenset(PATHS)).last(RelPath("code/a.py"))
    commands = [a for a in transcript.actions if a.kind is ActionKind.COMMAND]

    assert last is not None
    assert last.text == "a = 1\nb = 3\n"
    assert [(c.argument, c.output, c.ok) for c in commands] == [("python code/a.py", "done", True)]


def test_that_a_prose_log_tells_no_actions() -> None:
    transcript = read_transcript(RelPath("gemini_log.log"), b"I wrote it.\n\nI wrote it.\n\nDone.", PATHS)

    assert not transcript.tells_actions
    assert [a.argument for a in transcript.actions] == ["I wrote it.", "Done."]


@pytest.mark.fuzzed
@given(
    st.binary(max_size=400)
    | st.text(max_size=300).map(lambda t: (BLOCKS[:200] + t).encode("utf-8", "replace"))
)
def test_that_any_bytes_are_a_transcript(data: bytes) -> None:
    replay(read_transcript(TRANSCRIPT, data, PATHS), frozenset(PATHS))


json_values = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(("role", "content", "type", "input", "name", "id", "tool_use")), inner
        )
    ),
    max_leaves=20,
)


@pytest.mark.fuzzed
@given(st.lists(json_values, max_size=5))
def test_that_events_of_any_shape_are_read(events: list[object]) -> None:
    replay(read_transcript(TRANSCRIPT, json.dumps(events).encode(), PATHS), frozenset(PATHS))
