"""Replies become values: what does not fit is asked for once more, and then told in one line."""

import json
from collections.abc import Callable
from typing import Protocol

import pytest
from pydantic import Field

from mlrbench_gui.domain.errors import ModelUnavailable, ReplyRefused, ReplyUnusable, RequestRefused
from mlrbench_gui.domain.frozen import FrozenModel
from mlrbench_gui.domain.model_profiles import ModelProfile, ReplyForm
from mlrbench_gui.domain.work import CancelToken
from mlrbench_gui.services.models.asking import Asker
from mlrbench_gui.services.models.probing import reply_form
from mlrbench_gui.services.models.structured import Unreadable, ask_read, ask_value, wire_schema
from mlrbench_gui.services.ports.models import ModelClient, ModelReply, ModelRequest, Speaker
from mlrbench_gui.services.ports.user import FormStore

REQUEST = ModelRequest("You name birds.", "Which?", 100)


class Feather(FrozenModel):
    length: int = Field(ge=1, le=9)


class Bird(FrozenModel):
    """A bird."""

    name: str = Field(min_length=2)
    feathers: tuple[Feather, ...] = ()


class Client(ModelClient, Protocol):
    asked: list[ModelRequest]


class Desk(Protocol):
    client: Client

    def asker(self, scope: str = ...) -> Asker: ...


Open = Callable[..., Desk]
Says = Callable[..., ModelReply]
GOOD = '{"name": "heron", "feathers": [{"length": 3}]}'


def test_that_a_fitting_reply_is_a_value(desk: Open, says: Says) -> None:
    made = desk(says(f"Here it is:\n```json\n{GOOD}\n```"))
    bird = ask_value(made.asker(), REQUEST, Bird, ReplyForm.JSON_SCHEMA, CancelToken())
    assert bird == Bird(name="heron", feathers=(Feather(length=3),))


@pytest.mark.parametrize(
    ("bad", "words"),
    [
        ("A heron.", "no JSON object"),
        ('{"name": "heron"', "no JSON object"),
        ('{"name": "heron", "feathers": [{"length": 12}]}', "feathers.0.length: Input should be less"),
        ('{"name": "heron", "wings": 2}', "wings: Extra inputs"),
        ("  ", "it is empty"),
    ],
)
def test_that_what_does_not_fit_is_mended_once(desk: Open, says: Says, bad: str, words: str) -> None:
    made = desk(says(bad), says(GOOD))
    asker = made.asker()
    assert ask_value(asker, REQUEST, Bird, ReplyForm.JSON_SCHEMA, CancelToken()).name == "heron"
    said, please = made.client.asked[1].turns
    assert (said.speaker, said.text) == (Speaker.MODEL, bad)
    assert words in please.text
    assert len(asker.made) == 2


def test_that_two_bad_replies_end_it_with_one_line(desk: Open, says: Says) -> None:
    made = desk(says("no"), says('{"name": "x"}'))
    with pytest.raises(
        ReplyUnusable, match=r"heron-2-0301: .* also not the second: name: String should"
    ) as error:
        ask_value(made.asker(), REQUEST, Bird, ReplyForm.JSON_SCHEMA, CancelToken())
    assert "\n" not in str(error.value)
    assert len(made.client.asked) == 2


def test_that_a_refusal_is_told_as_one_and_not_asked_again(desk: Open, says: Says) -> None:
    made = desk(says("", refusal="Not that."))
    with pytest.raises(ReplyRefused, match="will not answer: Not that"):
        ask_value(made.asker(), REQUEST, Bird, ReplyForm.TEXT, CancelToken())
    made = desk(says("", finish="content_filter"))
    with pytest.raises(ReplyRefused, match="gave no reason"):
        ask_value(made.asker(), REQUEST, Bird, ReplyForm.TEXT, CancelToken())
    assert len(made.client.asked) == 1


def test_that_a_reply_that_was_cut_off_gets_twice_the_room(desk: Open, says: Says) -> None:
    made = desk(says('{"name": "her', finish="length"), says(GOOD))
    ask_value(made.asker(), REQUEST, Bird, ReplyForm.JSON_SCHEMA, CancelToken())
    assert [request.reply_tokens for request in made.client.asked] == [100, 200]
    assert "cut off" in made.client.asked[1].turns[1].text


def test_that_the_schema_is_told_in_words_where_the_endpoint_does_not_take_it(desk: Open, says: Says) -> None:
    made = desk(says(GOOD))
    for form in ReplyForm:
        ask_value(made.asker(form), REQUEST, Bird, form, CancelToken())
    grammar, strict, loose, plain = made.client.asked
    assert grammar.system == strict.system == REQUEST.system
    assert grammar.shape is not None
    assert '"maxLength": 120' in grammar.shape.schema
    assert all(request.system.endswith(wire_schema(Bird)) for request in (loose, plain))


def test_that_the_wire_schema_requires_every_key_and_holds_no_bounds() -> None:
    schema = json.loads(wire_schema(Bird))
    assert schema["required"] == ["name", "feathers"]
    assert schema["additionalProperties"] is False
    assert schema["$defs"]["Feather"]["properties"] == {"length": {"type": "integer"}}


def test_that_a_reader_of_text_is_mended_in_the_same_way(desk: Open, says: Says) -> None:
    def read(text: str) -> str:
        if not text.startswith("# "):
            raise Unreadable("it has no title")
        return text[2:]

    made = desk(says("Herons"), says("# Herons"))
    assert ask_read(made.asker(), REQUEST, read, CancelToken()) == "Herons"


FITS = '{"ready": true, "colour": "white"}'


@pytest.mark.parametrize(
    ("answers", "form"),
    [
        ([FITS], ReplyForm.JSON_SCHEMA),
        ([RequestRefused("400"), FITS], ReplyForm.JSON_OBJECT),
        (["Sure!", FITS], ReplyForm.JSON_OBJECT),
        ([RequestRefused("500"), RequestRefused("400")], ReplyForm.TEXT),
        (["Sure!"], ReplyForm.TEXT),
    ],
)
def test_that_an_endpoint_is_probed_once_and_remembered(
    desk: Open, says: Says, forms: FormStore, answers: list[str | Exception], form: ReplyForm
) -> None:
    made = desk(*(says(item) if isinstance(item, str) else item for item in answers))
    assert reply_form(made.client, forms, CancelToken()) is form
    asked = len(made.client.asked)
    assert reply_form(made.client, forms, CancelToken()) is form
    assert len(made.client.asked) == asked


def test_that_a_probe_that_reaches_nobody_remembers_nothing(desk: Open, forms: FormStore) -> None:
    made = desk(ModelUnavailable("the key was refused"))
    with pytest.raises(ModelUnavailable):
        reply_form(made.client, forms, CancelToken())
    assert forms.get(made.client.profile) is None


def test_that_a_form_that_the_profile_names_is_not_probed(desk: Open, forms: FormStore) -> None:
    made = desk(ModelUnavailable("never asked"), form="text")
    assert isinstance(made.client.profile, ModelProfile)
    assert reply_form(made.client, forms, CancelToken()) is ReplyForm.TEXT
