"""Tools in the endpoint's own field over real HTTP: offered, asked for, answered, and found out once."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from mlrbench_gui.domain.model_calls import ToolUse
from mlrbench_gui.domain.model_profiles import ReplyForm
from mlrbench_gui.domain.work import CancelToken, Event, LiveText
from mlrbench_gui.infra.llm.client import OpenAiClient, connect
from mlrbench_gui.infra.llm.forms import FormFile
from mlrbench_gui.infra.llm.keys import SystemKeys
from mlrbench_gui.infra.llm.scripted.server import Script, ScriptedServer
from mlrbench_gui.services.experimenting.calls import offered_tools, read_uses
from mlrbench_gui.services.models.probing import takes_tools
from mlrbench_gui.services.ports.models import ModelRequest, Speaker, Turn

CONTENT = "A file that is long enough for several pieces of a stream, with “quotes” in it.\n" * 3
REQUEST = ModelRequest("You work.", "Begin.", 400, tools=offered_tools())


def writes(_asked: object) -> str:
    return json.dumps(
        {"say": "I write.", "tool": "write", "arguments": {"path": "code/a.py", "content": CONTENT}}
    )


@contextmanager
def served(script: Script, **profile: object) -> Iterator[tuple[ScriptedServer, OpenAiClient]]:
    with ScriptedServer(script) as server:
        client = connect(server.profile(**profile), SystemKeys({}))
        yield server, client
        client.close()


@pytest.mark.parametrize("streamed", [False, True])
def test_that_a_tool_that_is_asked_for_comes_with_its_arguments_and_words(streamed: bool) -> None:
    told: list[Event] = []
    with served(Script(answer=writes)) as (_, client):
        reply = client.ask(REQUEST, CancelToken(), told.append if streamed else None)
    assert (reply.text, reply.finish) == ("I write.", "tool_calls")
    (use,) = reply.uses
    assert (use.id, use.name) == ("call00000", "write")
    (call,) = read_uses(reply.uses, reply.text).calls
    assert call.arguments == {"path": "code/a.py", "content": CONTENT}
    assert reply.tokens is not None
    assert [event.text for event in told if isinstance(event, LiveText)] == ["I write."] * streamed


def test_that_the_talk_goes_on_with_what_came_of_each_tool() -> None:
    uses = (ToolUse("a1", "list", "{}"), ToolUse("a2", "list", "{}"))
    turns = (
        Turn(Speaker.MODEL, "", uses=uses),
        Turn(Speaker.TOOL, "one", answers="a1"),
        Turn(Speaker.TOOL, "two", answers="a2"),
    )
    request = ModelRequest("You work.", "Begin.", 400, turns=turns, tools=offered_tools())
    with served(Script(answer=writes)) as (server, client):
        client.ask(request, CancelToken())
        (asked,) = server.script.asked
    assert (asked.answered, asked.results) == (1, ("one", "two"))
    assert asked.tools.keys() == {"shell", "read", "write", "edit", "list", "done"}


@pytest.mark.parametrize("taken", [True, False])
def test_that_a_probe_finds_out_whether_tools_are_taken_and_a_file_remembers_it(
    tmp_path: Path, taken: bool
) -> None:
    place = tmp_path / "forms.json"
    with served(Script(tools=taken), tools=None) as (server, client):
        FormFile(place).put(client.profile, ReplyForm.JSON_OBJECT)
        assert takes_tools(client, FormFile(place), CancelToken()) is taken
        asked = len(server.script.asked)
        assert takes_tools(client, FormFile(place), CancelToken()) is taken
        assert FormFile(place).get(client.profile) is ReplyForm.JSON_OBJECT
    assert len(server.script.asked) == asked == int(taken)


def test_that_a_model_that_answers_in_words_alone_is_not_taken_for_one_that_uses_tools(
    tmp_path: Path,
) -> None:
    with served(Script(answer=lambda _asked: "White, as snow is."), tools=None) as (_, client):
        assert not takes_tools(client, FormFile(tmp_path / "forms.json"), CancelToken())


def test_that_what_the_profile_says_of_tools_is_not_asked(tmp_path: Path) -> None:
    with served(Script(tools=False), tools=False) as (server, client):
        assert not takes_tools(client, FormFile(tmp_path / "forms.json"), CancelToken())
        assert server.script.faults.asked == 0


def test_that_a_file_of_forms_alone_is_still_read(tmp_path: Path) -> None:
    place = tmp_path / "forms.json"
    with served(Script()) as (_, client):
        name = f"{client.profile.base_url} {client.profile.model}"
        place.write_text(json.dumps({name: "json_object"}), encoding="utf-8")
        assert FormFile(place).get(client.profile) is ReplyForm.JSON_OBJECT
        assert FormFile(place).tools(client.profile) is None
