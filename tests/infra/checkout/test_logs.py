"""Times in logs, and logs that the agent typed."""

import hashlib
import json
from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlrbench_gui.domain.values import RelPath, Sha256
from mlrbench_gui.infra.checkout.logs import Typed, is_typed, log_span, typed_logs


def call(name: str, **arguments: object) -> dict[str, object]:
    return {"role": "assistant", "content": [{"type": "tool_use", "name": name, "input": arguments}]}


def digest(text: str) -> Sha256:
    return Sha256(hashlib.sha256(text.encode()).hexdigest())


def test_that_a_log_spans_from_its_first_to_its_last_time() -> None:
    data = b"[2025-05-10 06:00] start\nno time\n2025-05-10T06:30:05,1 end\n2025-13-45 00:00 nonsense\n"
    assert log_span(data) == (datetime(2025, 5, 10, 6, 0), datetime(2025, 5, 10, 6, 30, 5))  # noqa: DTZ001
    assert log_span(b"no time at all") is None


def test_that_a_log_written_with_the_editor_is_typed_in_a_batch_too() -> None:
    inner = {"tool_name": "Write", "input": {"file_path": "/x/t/results/log.txt", "content": "typed"}}
    for event in (
        call("Write", file_path="/x/t/results/log.txt", content="typed"),
        call("Batch", invocations=[inner, 7]),
    ):
        typed = typed_logs([event])
        assert is_typed(RelPath("copied/elsewhere.log"), digest("typed"), typed)
        assert not is_typed(RelPath("results/log.txt"), digest("printed"), typed)


@pytest.mark.parametrize(
    "command",
    ["cat > /x/t/results/log.txt << 'EOF'\nstart\nEOF", "cat <<EOF >> results/log.txt\nstart\nEOF"],
)
def test_that_a_log_of_a_here_document_is_typed(command: str) -> None:
    typed = typed_logs([call("Bash", command=command)])
    assert is_typed(RelPath("results/log.txt"), digest("any"), typed)
    assert not is_typed(RelPath("code/log.txt"), digest("any"), typed)


def test_that_code_and_program_output_are_not_typed_logs() -> None:
    events = [
        call("Write", file_path="/x/t/code/run.py", content="typed"),
        call("Bash", command="python run.py > results/log.txt"),
    ]
    assert typed_logs(events) == Typed()


@pytest.mark.fuzzed
@given(
    st.recursive(
        st.none() | st.text(max_size=10) | st.integers(),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(
                    ["content", "input", "name", "invocations", "file_path", "command", "tool_name"]
                ),
                inner,
                max_size=4,
            )
        ),
        max_leaves=15,
    ),
    st.binary(max_size=100),
)
def test_that_any_transcript_and_log_is_looked_at(events: object, data: bytes) -> None:
    json.dumps(events)
    assert isinstance(typed_logs(events), Typed)
    assert isinstance(typed_logs([call("Write", file_path=str(events), content=str(events))]), Typed)
    log_span(data)
    log_span(b"2025-05-10 06:00" + data)
