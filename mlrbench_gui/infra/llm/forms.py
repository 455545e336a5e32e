"""What was found out about endpoints, in one JSON file beside the profiles; losing it costs one more probe."""

import json
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from mlrbench_gui.domain.model_profiles import ModelProfile, ReplyForm
from mlrbench_gui.infra.llm._files import write_whole

_FORMS: TypeAdapter[dict[str, ReplyForm]] = TypeAdapter(dict[str, ReplyForm])


class FormFile:
    """`services.ports.user.FormStore` over a file, by address and model."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def get(self, profile: ModelProfile) -> ReplyForm | None:
        return self._all().get(_name(profile))

    def put(self, profile: ModelProfile, form: ReplyForm) -> None:
        known = {**self._all(), _name(profile): form}
        write_whole(self.path, json.dumps(known, ensure_ascii=False, indent=2))

    def _all(self) -> dict[str, ReplyForm]:
        try:
            return _FORMS.validate_json(self.path.read_bytes())
        except (OSError, ValidationError):
            return {}  # not there, or not ours: asked anew


def _name(profile: ModelProfile) -> str:
    return f"{profile.base_url} {profile.model}"
