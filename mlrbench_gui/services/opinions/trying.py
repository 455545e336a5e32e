"""Whether a model can be reached with its profile and key: one short question, kept nowhere."""

from mlrbench_gui.domain.model_profiles import ModelProfile
from mlrbench_gui.domain.work import CancelToken
from mlrbench_gui.services.opinions.replying import one_line
from mlrbench_gui.services.ports.models import ConnectModel, ModelRequest

_QUESTION = ModelRequest("Answer in one word.", "Say: ready", 16)
"""A model that thinks aloud has no room left to answer in; that it was reached is all that is asked."""


def try_model(connect: ConnectModel, profile: ModelProfile, cancel: CancelToken) -> str:
    """One line that says which model answered. Raises ModelUnavailable with cause and remedy; Cancelled."""
    client = connect(profile)
    try:
        reply = client.ask(_QUESTION, cancel)
    finally:
        client.close()
    used = f", {reply.tokens.total} tokens" if reply.tokens is not None else ", tokens not told"
    return f"{one_line(reply.model)[:80] or profile.model} at {profile.host} answered{used}"
