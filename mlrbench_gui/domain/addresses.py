"""Where a workspace is: a file, or a database of a PostgreSQL server that several machines share."""

from dataclasses import dataclass, field
from pathlib import Path

from typing_extensions import override

_SCHEMES = ("postgresql://", "postgres://")


@dataclass(frozen=True, slots=True)
class ServerAddress:
    """A shared workspace as `postgresql://USER@HOST/DATABASE`. As a text it shows no password, however odd it is."""

    url: str = field(repr=False)

    @override
    def __str__(self) -> str:
        """The address without password and settings: what messages may hold."""
        scheme, _, rest = self.url.partition("://")
        who, at, where = rest.rpartition("@")
        where = where.partition("?")[0].partition("#")[0]
        return f"{scheme}://{who.partition(':')[0]}{at}{where}"

    @property
    def title(self) -> str:
        """A short name: the database and its host."""
        host, _, database = str(self).rpartition("@")[2].rpartition("://")[2].partition("/")
        return f"{database or 'workspace'} on {host or 'this machine'}"

    def without_secrets(self, text: str) -> str:
        """The text with whatever of the address is secret taken out of it."""
        from urllib.parse import parse_qs, unquote, urlsplit

        who = self.url.partition("://")[2].rpartition("@")[0]
        given = [who.partition(":")[2]]
        for name, values in parse_qs(urlsplit(self.url).query).items():
            given += values if "password" in name else []
        for secret in filter(None, given):
            text = text.replace(secret, "***").replace(unquote(secret), "***")
        return text


Place = Path | ServerAddress
"""Where a workspace is."""


def place_of(text: str) -> Place:
    """Read the name of a workspace: an address of a PostgreSQL server, else a path."""
    return ServerAddress(text) if text.startswith(_SCHEMES) else Path(text)


def is_there(place: Place) -> bool:
    """Whether a file is at the place. What a server holds is known only when it is asked."""
    return isinstance(place, ServerAddress) or place.exists()
