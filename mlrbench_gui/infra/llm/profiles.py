"""The user's model profiles, in one JSON file of the user's settings folder; a workspace never holds them."""

import json
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from mlrbench_gui.domain.errors import InputError
from mlrbench_gui.domain.model_profiles import ModelProfile
from mlrbench_gui.infra.llm._files import write_whole

_PROFILES: TypeAdapter[tuple[ModelProfile, ...]] = TypeAdapter(tuple[ModelProfile, ...])


class ProfileFile:
    """`services.ports.user.ProfileStore` over a file; each call reads it, as another process may have written."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def all(self) -> tuple[ModelProfile, ...]:
        try:
            return _PROFILES.validate_json(self.path.read_bytes())
        except FileNotFoundError:
            return ()
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False)[0]
            where = ".".join(map(str, first["loc"]))
            raise InputError(
                f"{self.path}: is no list of model profiles ({where}: {first['msg']}); "
                "correct it, or delete it and set the models anew in Settings"
            ) from error
        except OSError as error:
            raise InputError(f"{self.path}: cannot be read ({error.strerror or error})") from error

    def get(self, name: str | None) -> ModelProfile:
        known = self.all()
        if not known:
            raise InputError(
                "no model is set; name one in Settings under Models, or in the file " + str(self.path)
            )
        if name is None:
            return known[0]
        for profile in known:
            if profile.name == name:
                return profile
        raise InputError(
            f"no model profile is named {name!r}; there are {', '.join(item.name for item in known)}"
        )

    def put(self, profile: ModelProfile, instead_of: str | None = None) -> None:
        known = self.all()
        names = {item.name for item in known}
        place = instead_of if instead_of in names else profile.name
        others = (item for item in known if item.name == place or item.name != profile.name)
        kept = tuple(profile if item.name == place else item for item in others)
        self._write(kept if place in names else (*kept, profile))

    def put_first(self, name: str) -> None:
        self._write(tuple(sorted(self.all(), key=lambda item: item.name != name)))

    def remove(self, name: str) -> None:
        self._write(tuple(item for item in self.all() if item.name != name))

    def _write(self, profiles: tuple[ModelProfile, ...]) -> None:
        text = json.dumps([item.model_dump(mode="json") for item in profiles], ensure_ascii=False, indent=2)
        write_whole(self.path, text)
