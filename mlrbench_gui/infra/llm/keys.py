"""Keys to models: from the environment, else from the system's own key store. Nothing here prints or logs one.

A key in the store belongs to the machine that it is for, so that a profile whose address was changed finds none.
"""

import os
from collections.abc import Mapping

from mlrbench_gui.domain.errors import MissingPart
from mlrbench_gui.domain.model_profiles import ModelProfile

_SERVICE = "mlrbench-gui"
_NOT_SECRET = ("keyrings.alt", "keyring.backends.null")
"""Stores that write keys into a plain file, or lose them."""


class SystemKeys:
    """`services.ports.user.KeyStore` over the environment and `keyring`."""

    def __init__(self, environment: Mapping[str, str] | None = None) -> None:
        self._environment = os.environ if environment is None else environment

    def where(self, profile: ModelProfile) -> str | None:
        if self._environment.get(profile.key_variable):
            return f"from ${profile.key_variable}"
        return "from the system's key store" if self._stored(profile) else None

    def key(self, profile: ModelProfile) -> str | None:
        """The key itself, for the client alone."""
        return self._environment.get(profile.key_variable) or self._stored(profile)

    def put(self, profile: ModelProfile, key: str) -> None:
        import keyring
        from keyring.errors import KeyringError

        remedy = f"set the environment variable {profile.key_variable} instead"
        if not key.strip() or not key.isascii() or any(sign.isspace() for sign in key.strip()):
            raise MissingPart("this is no key: one is a single word of plain letters, digits and signs")
        if type(keyring.get_keyring()).__module__.startswith(_NOT_SECRET):
            raise MissingPart(f"this system's key store does not keep secrets; {remedy}")
        try:
            keyring.set_password(_SERVICE, profile.host, key.strip())
        except KeyringError as error:
            raise MissingPart(f"this system has no key store that can be used; {remedy}") from error

    def remove(self, profile: ModelProfile) -> None:
        import keyring
        from keyring.errors import KeyringError, PasswordDeleteError

        try:
            keyring.delete_password(_SERVICE, profile.host)
        except PasswordDeleteError:
            return
        except KeyringError as error:
            raise MissingPart("this system has no key store that can be used") from error

    def _stored(self, profile: ModelProfile) -> str | None:
        import keyring
        from keyring.errors import KeyringError

        try:
            return keyring.get_password(_SERVICE, profile.host)
        except KeyringError:
            return None  # no store, or it stays locked: the same as no key there
