"""What an endpoint can do: how it can be held to JSON, whether it takes tools. Asked once by small questions."""

import json

from mlrbench_gui.domain.errors import RequestRefused
from mlrbench_gui.domain.frozen import FrozenModel
from mlrbench_gui.domain.model_profiles import ModelProfile, ReplyForm
from mlrbench_gui.domain.work import CancelToken
from mlrbench_gui.services.models.json_reading import last_object
from mlrbench_gui.services.models.structured import wire_schema
from mlrbench_gui.services.ports.models import ModelClient, ModelRequest, OfferedTool, ReplyShape
from mlrbench_gui.services.ports.user import FormStore

_ROOM = 400
_TOOL = "answer"
_FORMS = (ReplyForm.JSON_SCHEMA, ReplyForm.JSON_OBJECT)


class ProcessForms:
    """`services.ports.user.FormStore` that forgets when the process ends."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], ReplyForm] = {}
        self._tools: dict[tuple[str, str], bool] = {}

    def get(self, profile: ModelProfile) -> ReplyForm | None:
        return self._known.get((profile.base_url, profile.model))

    def put(self, profile: ModelProfile, form: ReplyForm) -> None:
        self._known[profile.base_url, profile.model] = form

    def tools(self, profile: ModelProfile) -> bool | None:
        return self._tools.get((profile.base_url, profile.model))

    def put_tools(self, profile: ModelProfile, *, taken: bool) -> None:
        self._tools[profile.base_url, profile.model] = taken


class Readiness(FrozenModel):
    """What the probe asks for."""

    ready: bool
    colour: str


def reply_form(client: ModelClient, forms: FormStore, cancel: CancelToken) -> ReplyForm:
    """The strictest form that the endpoint keeps. What the profile says, or was found out before, is not asked again.

    Raises ModelUnavailable where the endpoint cannot be asked at all; Cancelled.
    """
    profile = client.profile
    known = profile.form or forms.get(profile)
    if known is not None:
        return known
    found = next((form for form in _FORMS if _keeps(client, form, cancel)), ReplyForm.TEXT)
    forms.put(profile, found)
    return found


def takes_tools(client: ModelClient, forms: FormStore, cancel: CancelToken) -> bool:
    """Whether the endpoint takes tools in its own field, and its model asks for them there.

    What the profile says, or was found out before, is not asked again. Raises ModelUnavailable, Cancelled.
    """
    profile = client.profile
    known = profile.tools if profile.tools is not None else forms.tools(profile)
    if known is not None:
        return known
    request = ModelRequest(
        system="Use the tool that is offered.",
        user="Are you ready, and what is the colour of snow? Answer by the tool alone.",
        reply_tokens=_ROOM,
        tools=(OfferedTool(_TOOL, "Takes your answer.", wire_schema(Readiness)),),
        tries=2,
    )
    try:
        reply = client.ask(request, cancel)
    except RequestRefused:
        taken = False
    else:
        taken = any(use.name == _TOOL and _is_ready(use.arguments) for use in reply.uses)
    forms.put_tools(profile, taken=taken)
    return taken


def _is_ready(arguments: str) -> bool:
    try:
        Readiness.model_validate(json.loads(arguments))
    except (ValueError, RecursionError):
        return False
    return True


def _keeps(client: ModelClient, form: ReplyForm, cancel: CancelToken) -> bool:
    """Whether a question in this form is taken and answered by a fitting object."""
    schema = wire_schema(Readiness)
    request = ModelRequest(
        system="Answer with one JSON object and nothing else.",
        user=f"Are you ready, and what is the colour of snow? Answer as JSON that fits this schema: {schema}",
        reply_tokens=_ROOM,
        shape=ReplyShape("Readiness", schema, form),
        tries=2,
    )
    try:
        reply = client.ask(request, cancel)
    except RequestRefused:
        return False
    found = last_object(reply.text)
    return found is not None and found.keys() == {"ready", "colour"}
