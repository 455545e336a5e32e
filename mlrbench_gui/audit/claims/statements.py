"""A statement of a paper before it is held against evidence: its span, its number, its kind and the words around it."""

import hashlib
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from mlrbench_gui.audit.naming.thing import Thing
from mlrbench_gui.audit.numbers.printed import PrintedNumber
from mlrbench_gui.audit.text.paper import Section
from mlrbench_gui.domain.values import ClaimKind, RelPath


class About(StrEnum):
    """Whose fact the statement tells."""

    RUN = "run"
    OTHERS = "others"
    FUTURE = "future"
    METHOD = "method"


@dataclass(frozen=True, slots=True)
class TableSpot:
    """Where in a table a statement stands: its row's label, its column's header, caption, and which table.

    `own` is the number's own name in a cell of several; the row's label then ends with it.
    """

    table: int
    row: int
    column: int
    row_label: str
    header: str
    caption: str
    own: str = ""


@dataclass(frozen=True, slots=True)
class Statement:
    """A checkable statement. Offsets count in the paper's text; `sentence` is the span that it stands in.

    `siblings` are all numbers of that sentence, `target` is the file that a figure refers to, `paragraph` is where
    the paragraph begins, `figure` is the number of the figure that a statement without another number is about, and
    `thing` is what one without a number of its own says to have been used.
    """

    paper: RelPath
    start: int
    end: int
    kind: ClaimKind
    about: About
    section: Section
    sentence: tuple[int, int]
    number: PrintedNumber | None = None
    lead: str = ""
    before: str = ""
    spot: TableSpot | None = None
    target: str = ""
    siblings: tuple[PrintedNumber, ...] = ()
    paragraph: int = -1
    figure: int | None = None
    thing: Thing | None = None

    def quote(self, text: str) -> str:
        return text[self.start : self.end]


def fingerprints(statements: Sequence[Statement], text: str) -> list[str]:
    """A mark for each statement that stays when other parts of the paper change: of its words, kind and number."""
    seen: Counter[str] = Counter()
    marks = []
    for statement in statements:
        around = (
            text[slice(*statement.sentence)]
            if statement.spot is None
            else f"{statement.spot.row_label}|{statement.spot.header}"
        )
        quote = statement.quote(text)
        value = (
            ""
            if statement.number is None
            else f"{statement.number.value.normalize()}:{statement.number.start - statement.start}"
        )
        key = "\x1f".join(
            re.sub(r"\s+", " ", part).strip().lower() for part in (statement.kind, quote, around, value)
        )
        seen[key] += 1
        marks.append(
            hashlib.sha256(f"{key}\x1f{seen[key]}".encode("utf-8", "surrogatepass")).hexdigest()[:16]
        )
    return marks
