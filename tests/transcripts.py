"""Transcripts of a coding agent, as its harness stores them, for tests of many packages."""

import json
from collections.abc import Mapping

Call = tuple[str, Mapping[str, str], str, bool]
"""A tool, what it was given, what it put out, whether it failed."""


def transcript_of(*calls: Call) -> str:
    """The calls with their results as the JSON of a transcript."""
    events: list[dict[str, object]] = []
    for number, (tool, given, output, failed) in enumerate(calls):
        use = {"type": "tool_use", "id": f"t{number}", "name": tool, "input": given}
        result = {"type": "tool_result", "tool_use_id": f"t{number}", "content": output, "is_error": failed}
        events += [{"role": "assistant", "content": [use]}, {"role": "user", "content": [result]}]
    return json.dumps(events)
