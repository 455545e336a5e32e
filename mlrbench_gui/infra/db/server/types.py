"""The types of a server's columns and parameters, so that values compare, sort and hold as SQLite's do."""

from sqlalchemy import String
from sqlalchemy.dialects.postgresql.base import PGTypeCompiler
from sqlalchemy.types import Integer
from typing_extensions import override


class SameAsFile(PGTypeCompiler):
    """Texts are ordered by their code points, whole numbers take eight bytes."""

    @override
    def visit_VARCHAR(self, type_: String, **_words: object) -> str:
        return 'TEXT COLLATE "C"'

    @override
    def visit_INTEGER(self, type_: Integer, **_words: object) -> str:
        return "BIGINT"
