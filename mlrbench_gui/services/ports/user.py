"""What is kept with the user, apart from any workspace: model profiles, keys, what was found out about endpoints."""

from typing import Protocol

from mlrbench_gui.domain.model_profiles import ModelProfile, ReplyForm

SCRIPTED = "scripted"
"""The name of the program's own recorded answers, which no profile of a user may take."""


class FormStore(Protocol):
    """What was found out about endpoints: how each can be held to JSON, and whether it takes tools.

    Kept with the user, as profiles are.
    """

    def get(self, profile: ModelProfile) -> ReplyForm | None: ...

    def put(self, profile: ModelProfile, form: ReplyForm) -> None: ...

    def tools(self, profile: ModelProfile) -> bool | None: ...

    def put_tools(self, profile: ModelProfile, *, taken: bool) -> None: ...


class ProfileStore(Protocol):
    """The profiles of this user, apart from any workspace: an opened file must not choose where a key is sent."""

    def all(self) -> tuple[ModelProfile, ...]: ...

    def get(self, name: str | None) -> ModelProfile:
        """The one of this name, or the first. Raises InputError where there is none."""
        ...

    def put(self, profile: ModelProfile, instead_of: str | None = None) -> None:
        """Keep it in the place of the one of its name, or of the one that had another name before; else as the last."""
        ...

    def put_first(self, name: str) -> None:
        """Let it be the one that is taken where none is named. One that is not there changes nothing."""
        ...

    def remove(self, name: str) -> None: ...


class KeyStore(Protocol):
    """Where keys are: the environment first, then the system's own store. A key is never given out to be shown."""

    def where(self, profile: ModelProfile) -> str | None:
        """In words where the profile's key is found, None where there is none."""
        ...

    def put(self, profile: ModelProfile, key: str) -> None:
        """Keep it in the system's store. Raises MissingPart where the system has none."""
        ...

    def remove(self, profile: ModelProfile) -> None: ...
