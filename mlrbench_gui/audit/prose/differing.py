"""A number of running text that differs from the one cell of the paper's own tables which its words name in full."""

import re

from mlrbench_gui.audit.numbers.tolerance import factors
from mlrbench_gui.audit.prose.book import BookCell, CellBook
from mlrbench_gui.audit.prose.restating import repeats
from mlrbench_gui.audit.prose.telling import Telling
from mlrbench_gui.audit.text.paper import STATING
from mlrbench_gui.audit.verdicts.decision import Decision, Held, told
from mlrbench_gui.domain.values import ClaimKind, Verdict

_ELSEWHERE = re.compile(
    r"\b(?:design\w*|aim\w*|target\w*|goal|hypothes\w+|expect\w*|propos\w+ to|plan\w*|initial\w*|epochs?|"
    r"iterations?|rounds?|steps?|per[- ]\w+|without|ablat\w*|fig(?:ure|\.)?s?|validation|training|if|threshold)\b",
    re.IGNORECASE,
)
_FULLY = 0.99
_FARTHEST = 3.0


def denied_by_cell(telling: Telling, book: CellBook) -> Decision | None:
    """Contradicted where entity and measure name one cell in full, evidence supports it, and it is another number."""
    if not _is_plainly_told(telling):
        return None
    cells = [c for c in book.cells if _is_named_in_full(telling, c)]
    if not cells or len({c.value for c in cells}) != 1 or cells[0].decision.verdict is not Verdict.SUPPORTED:
        return None
    if any(repeats(telling, c) for c in book.cells) or not _is_same_kind(telling, cells[0]):
        return None
    held = [h for h in cells[0].decision.held if h.primary]
    if not held or held[0].formula is not None:
        return None
    best = held[0].candidate
    where = f"{cells[0].spot.row_label} · {cells[0].spot.header}"
    in_table = f"{cells[0].number.text} in its table ({where}), which is {told(best)}"
    reason = f"The paper has {telling.printed} here and {in_table}."
    return Decision(Verdict.CONTRADICTED, 0.7, reason, (Held(best, primary=True, agrees=False),))


def _is_plainly_told(telling: Telling) -> bool:
    """Whether the number is told once, as the value itself, of one thing, where results are told."""
    statement = telling.statement
    number = telling.number
    told_alone = telling.claimed.stands_alone and not telling.claimed.is_other_side
    plain = not (number.role or number.spelled or telling.bound or telling.is_change)
    return (
        telling.decision.verdict in (Verdict.UNSUPPORTED, Verdict.NARRATIVE_ONLY)
        and statement.kind in (ClaimKind.VALUE, ClaimKind.RANKING)
        and statement.section.kind in STATING
        and (number.unit == "%" or not number.is_whole)
        and plain
        and told_alone
        and len(telling.context.entities & telling.spoken) >= 1
        and _ELSEWHERE.search(telling.sentence) is None
    )


def _is_named_in_full(telling: Telling, cell: BookCell) -> bool:
    """Whether the clause names the cell's measure in all its words, and the number belongs to the cell's thing."""
    own = telling.context.entities
    for thing, measure in ((cell.row, cell.spot.header), (cell.column, cell.spot.row_label)):
        if thing and thing <= own and telling.speech.clause_names(measure) >= _FULLY:
            return not cell.tells_change
    return False


def _is_same_kind(telling: Telling, cell: BookCell) -> bool:
    """Whether the numbers could be prints of one measure: in one scale, not far apart."""
    number = telling.number
    if not number.value or (number.is_percent != cell.number.is_percent and abs(cell.number.number) > 1.5):
        return number.is_percent and "%" in f"{cell.spot.header} {cell.spot.row_label}"
    sizes = [
        abs(cell.number.number) * float(f) for f in factors(number, cell.number.number, cell.number.unit)
    ]
    return any(1 / _FARTHEST <= size / abs(number.number) <= _FARTHEST for size in sizes)
