"""Turns the story of the sample run into the events of a coding agent's JSON transcript."""

import hashlib
import json

from sample_story import FINAL, PROMPT, ROOT, Read, Step

MODEL = "sample-coder-1"
Event = dict[str, object]


class Transcript:
    """Events in order; ids are derived from their place, so that the same story gives the same bytes."""

    def __init__(self, read: Read) -> None:
        self.read = read
        self.events: list[Event] = [{"role": "user", "content": PROMPT}]

    def to_json(self, story: list[Step]) -> str:
        """The whole transcript with its closing event."""
        for kind, *rest in story:
            getattr(self, f"_{kind}")(*rest)
        self.events.append(
            {
                "role": "system",
                "cost_usd": 0.84,
                "duration_ms": 1274310,
                "duration_api_ms": 1274322,
                "result": FINAL,
            }
        )
        return json.dumps(self.events, indent=2, ensure_ascii=False) + "\n"

    def _id(self, prefix: str) -> str:
        return prefix + hashlib.sha256(str(len(self.events)).encode()).hexdigest()[:24]

    def _assistant(self, block: Event, stop_reason: str) -> None:
        self.events.append(
            {
                "id": self._id("msg_"),
                "type": "message",
                "role": "assistant",
                "model": MODEL,
                "content": [block],
                "stop_reason": stop_reason,
                "stop_sequence": None,
                "usage": {
                    "input_tokens": 4,
                    "cache_creation_input_tokens": 900 + 17 * len(self.events),
                    "cache_read_input_tokens": 4000 + 610 * len(self.events),
                    "output_tokens": 40 + len(json.dumps(block)) // 4,
                },
            }
        )

    def _call(self, name: str, arguments: Event, result: object, is_error: bool | None = None) -> None:
        call = self._id("toolu_")
        self._assistant({"type": "tool_use", "id": call, "name": name, "input": arguments}, "tool_use")
        answer: Event = {"tool_use_id": call, "type": "tool_result", "content": result}
        if is_error is not None:
            answer["is_error"] = is_error
        self.events.append({"role": "user", "content": [answer]})

    def _say(self, text: str) -> None:
        self._assistant({"type": "text", "text": text}, "end_turn" if text == FINAL else "tool_use")

    def _todo(self, titles: tuple[str, ...]) -> None:
        todos = [
            {"id": str(n), "content": title, "status": "pending", "priority": "high"}
            for n, title in enumerate(titles, 1)
        ]
        self._call("TodoWrite", {"todos": todos}, "Todos have been modified successfully.")

    def _bash(self, command: str, description: str, output: str, failed: bool) -> None:
        arguments: Event = {"command": command, "description": description}
        if output.startswith("Command timed out"):
            arguments["timeout"] = 5000
        self._call("Bash", arguments, output, failed)

    def _write(self, path: str, content: str) -> None:
        place = f"{ROOT}/{path}"
        self._call(
            "Write", {"file_path": place, "content": content}, f"File created successfully at: {place}"
        )

    def _edit(self, path: str, old: str, new: str, error: str | None) -> None:
        arguments: Event = {"file_path": f"{ROOT}/{path}", "old_string": old, "new_string": new}
        if error:
            self._call("Edit", arguments, error, True)
        else:
            self._call("Edit", arguments, f"The file {ROOT}/{path} has been updated.")

    def _batch(self, files: tuple[tuple[str, str], ...]) -> None:
        invocations = []
        result = []
        for path, content in files:
            place = f"{ROOT}/{path}"
            invocations.append({"tool_name": "Write", "input": {"file_path": place, "content": content}})
            result.append({"type": "text", "text": f"Write(file_path: {place}):"})
            result.append({"type": "text", "text": f"File created successfully at: {place}"})
        self._call("Batch", {"description": "Write two scripts", "invocations": invocations}, result, False)

    def _read(self, paths: tuple[str, ...]) -> None:
        invocations = []
        result = []
        for path in paths:
            place = f"{ROOT}/{path}"
            invocations.append({"tool_name": "Read", "input": {"file_path": place}})
            numbered = (f"{n:6}\t{line}" for n, line in enumerate(self.read(path).splitlines(), 1))
            result.append({"type": "text", "text": f"Read(file_path: {place}):"})
            result.append({"type": "text", "text": "\n".join(numbered)})
        self._call("Batch", {"description": "Read the documents", "invocations": invocations}, result, False)
