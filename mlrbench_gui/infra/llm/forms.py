"""What was found out about endpoints, in one JSON file beside the profiles; losing it costs one more probe."""

import json
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from mlrbench_gui.domain.frozen import FrozenModel
from mlrbench_gui.domain.model_profiles import ModelProfile, ReplyForm
from mlrbench_gui.infra.llm._files import write_whole


class _Known(FrozenModel):
    form: ReplyForm | None = None
    tools: bool | None = None


_ALL: TypeAdapter[dict[str, _Known | ReplyForm]] = TypeAdapter(dict[str, _Known | ReplyForm])
"""An earlier version kept the form alone."""


class FormFile:
    """`services.ports.user.FormStore` over a file, by address and model."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def get(self, profile: ModelProfile) -> ReplyForm | None:
        return self._known(profile).form

    def put(self, profile: ModelProfile, form: ReplyForm) -> None:
        self._write(profile, self._known(profile).model_copy(update={"form": form}))

    def tools(self, profile: ModelProfile) -> bool | None:
        return self._known(profile).tools

    def put_tools(self, profile: ModelProfile, *, taken: bool) -> None:
        self._write(profile, self._known(profile).model_copy(update={"tools": taken}))

    def _known(self, profile: ModelProfile) -> _Known:
        return self._all().get(_name(profile), _Known())

    def _write(self, profile: ModelProfile, known: _Known) -> None:
        told = {name: item.model_dump(mode="json") for name, item in self._all().items()}
        told[_name(profile)] = known.model_dump(mode="json")
        write_whole(self.path, json.dumps(told, ensure_ascii=False, indent=2))

    def _all(self) -> dict[str, _Known]:
        try:
            found = _ALL.validate_json(self.path.read_bytes())
        except (OSError, ValidationError):
            return {}  # not there, or not ours: asked anew
        return {name: item if isinstance(item, _Known) else _Known(form=item) for name, item in found.items()}


def _name(profile: ModelProfile) -> str:
    return f"{profile.base_url} {profile.model}"
