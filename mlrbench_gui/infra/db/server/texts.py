"""Texts as a file keeps them: PostgreSQL takes no NUL character, which outputs and papers may well hold.

It is written as a sign of the last private plane and read back as what it was; that sign itself is doubled, so nothing
is lost and different texts stay different.
"""

from typing import TYPE_CHECKING

from typing_extensions import override

if TYPE_CHECKING:
    import psycopg

_SIGN = "\U0010fffd"
_NUL, _ITSELF = f"{_SIGN}0", f"{_SIGN}1"


def written(text: str) -> str:
    """As the server can hold it."""
    if _SIGN in text or "\0" in text:
        return text.replace(_SIGN, _ITSELF).replace("\0", _NUL)
    return text


def read(text: str) -> str:
    """As it was."""
    return text.replace(_NUL, "\0").replace(_ITSELF, _SIGN) if _SIGN in text else text


def adapt(connection: "psycopg.Connection[tuple[object, ...]]") -> None:
    """Let all texts of a connection go this way."""
    from psycopg.types.string import StrDumper, StrDumperUnknown, TextLoader

    class Unknown(StrDumperUnknown):
        @override
        def dump(self, obj: str) -> bytes:
            return bytes(super().dump(written(obj)))

    class Known(StrDumper):
        @override
        def dump(self, obj: str) -> bytes:
            return bytes(super().dump(written(obj)))

    class Loader(TextLoader):
        @override
        def load(self, data: bytes | bytearray | memoryview) -> str | bytes:
            text = super().load(data)
            return read(text) if isinstance(text, str) else text

    connection.adapters.register_dumper(str, Known)
    connection.adapters.register_dumper(str, Unknown)
    for name in ("text", "varchar"):
        connection.adapters.register_loader(name, Loader)
