"""The second look at numbers of running text, with the paper's own tables decided."""

from collections.abc import Mapping

from mlrbench_gui.audit.claims.statements import About, Statement
from mlrbench_gui.audit.matching.candidates import Matcher
from mlrbench_gui.audit.matching.entities import Entities
from mlrbench_gui.audit.matching.proposed import proposed_of
from mlrbench_gui.audit.prose.book import CellBook
from mlrbench_gui.audit.prose.bounding import out_of_bound
from mlrbench_gui.audit.prose.changing import changed
from mlrbench_gui.audit.prose.columns import change_columns
from mlrbench_gui.audit.prose.differing import denied_by_cell
from mlrbench_gui.audit.prose.ends import told_ends
from mlrbench_gui.audit.prose.gains import told_as_change
from mlrbench_gui.audit.prose.items import names_an_item
from mlrbench_gui.audit.prose.never_ran import denied_as_typed
from mlrbench_gui.audit.prose.restating import restated
from mlrbench_gui.audit.prose.telling import telling_of
from mlrbench_gui.audit.verdicts.decision import Decision
from mlrbench_gui.domain.values import ClaimKind, Verdict

_RANK = {
    verdict: rank
    for rank, verdict in enumerate(
        (
            Verdict.CONTRADICTED,
            Verdict.SUPPORTED,
            Verdict.NARRATIVE_ONLY,
            Verdict.UNSUPPORTED,
            Verdict.UNVERIFIABLE,
        )
    )
}
_LOOKED_AT = (ClaimKind.VALUE, ClaimKind.DELTA, ClaimKind.RATIO, ClaimKind.RANKING)


def look_again(
    matcher: Matcher, entities: Entities, decisions: Mapping[Statement, Decision], text: str
) -> dict[Statement, Decision]:
    """Better decisions for numbers of running text that alone found nothing under their names."""
    better = change_columns(CellBook(decisions, entities), text)
    better |= told_ends(matcher, entities, decisions, text)
    book = CellBook({**decisions, **better}, entities)
    proposed = proposed_of(text, entities)
    for statement in decisions:
        if (
            statement in better
            or statement.about is not About.RUN
            or statement.kind not in (*_LOOKED_AT, ClaimKind.SETUP)
        ):
            continue
        telling = telling_of(statement, decisions, text, entities)
        if telling is None:
            continue
        if statement.kind is ClaimKind.SETUP:
            named = names_an_item(telling)
            better |= {statement: named} if named is not None else {}
            continue
        found = [changed(telling, book, proposed, entities), restated(telling, book, proposed)]
        found.append(denied_by_cell(telling, book))
        if telling.is_change:
            found.append(told_as_change(telling, matcher.candidates(telling.context, telling.number)))
        found += [denied_as_typed(telling, matcher), out_of_bound(telling), names_an_item(telling)]
        decided = [d for d in found if d is not None]
        if decided:
            better[statement] = min(decided, key=lambda d: _RANK[d.verdict])
    return better
