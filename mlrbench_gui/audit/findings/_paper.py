"""Faults of a paper against its run: figures, tables, methods, references."""

import re
from collections import defaultdict
from collections.abc import Iterator

from mlrbench_gui.audit.findings.draft import Draft, Judged, RunFacts
from mlrbench_gui.audit.ledger.values import WHOLE, LedgerValue, Place, Source
from mlrbench_gui.audit.numbers.grammar import parse_number
from mlrbench_gui.audit.numbers.printed import PrintedNumber
from mlrbench_gui.audit.numbers.tolerance import agreement
from mlrbench_gui.audit.plots.charts import path_of
from mlrbench_gui.audit.text.paper import Figure, Table
from mlrbench_gui.audit.text.words import name_words
from mlrbench_gui.domain.values import ClaimKind, FindingKind, Provenance, RelPath, Severity, Verdict

_PLACEHOLDER_AUTHOR = re.compile(
    r"\[?(?:not specified|author names? not|authors? not (?:available|specified)|unknown authors?)",
    re.IGNORECASE,
)


def figure_findings(facts: RunFacts) -> Iterator[Draft]:
    """Figures that a paper refers to and that are missing or that no code that ran names."""
    told = facts.transcript is not None and facts.transcript.tells_actions
    for judged in facts.judged:
        statement = judged.statement
        if not statement.target:
            continue
        line = facts.papers[statement.paper].text.count("\n", 0, statement.start) + 1
        if judged.decision.verdict is Verdict.UNSUPPORTED:
            message = f"The figure {statement.target} is not in the run."
            yield Draft(
                FindingKind.FIGURE_MISSING,
                Severity.MEDIUM,
                statement.paper,
                Place("line", "", line),
                message,
                statement.paper,
            )
        elif judged.decision.held and told:
            path = judged.decision.held[0].candidate.value.path
            if facts.origins.root(path).provenance is Provenance.UNKNOWN:
                message = "No script that ran names this picture."
                yield Draft(
                    FindingKind.FIGURE_NOT_PRODUCED_BY_CODE,
                    Severity.LOW,
                    path,
                    WHOLE,
                    message,
                    statement.paper,
                    by_absence=True,
                )


def drawing_findings(facts: RunFacts) -> Iterator[Draft]:
    """Figures and columns of tables that the plotting code draws otherwise than the paper's tables have them."""
    for paper, text in facts.papers.items():
        told: set[tuple[RelPath, int]] = set()
        for figure in text.figures:
            yield from _pictured_otherwise(facts, paper, figure, told)
        for number, table in enumerate(text.tables, start=1):
            yield from _drawn_otherwise(facts, paper, number, table, told)


def _pictured_otherwise(
    facts: RunFacts, paper: RelPath, figure: Figure, told: set[tuple[RelPath, int]]
) -> Iterator[Draft]:
    """A picture that draws other numbers than a table of the paper; `told` gathers the lines they come from."""
    if facts.figures is None:
        return
    path = path_of(paper, figure.target)
    wrong = facts.figures.mismatches(paper, path)
    if not wrong:
        return
    told.update(
        (m.point.origin.path, m.point.origin.place.first) for m in wrong if m.point.origin is not None
    )
    first = wrong[0]
    message = (
        f"Figure and table differ in {len(wrong)} numbers: {path} draws {first.point.value:g} for "
        f"{', '.join(part for part in (first.series.label or first.series.axis, first.point.tick) if part)} "
        f"({first.series.script}, line {first.series.line}), table {first.table + 1} has {first.printed.text} "
        f"for {first.row}, {first.column}."
    )
    severity = Severity.HIGH if len(wrong) >= 2 else Severity.MEDIUM
    yield Draft(FindingKind.TABLE_MISMATCH, severity, path, WHOLE, message, paper)


def _line(facts: RunFacts, paper: RelPath, offset: int) -> Place:
    return Place("line", "", facts.papers[paper].text.count("\n", 0, offset) + 1)


def _drawn_otherwise(
    facts: RunFacts, paper: RelPath, number: int, table: Table, told: set[tuple[RelPath, int]]
) -> Iterator[Draft]:
    """A column whose numbers differ from a literal list of the same name and length in code that ran."""
    lists = {key: items for key, items in _literal_lists(facts).items() if key not in told}
    for column, header in enumerate(table.header):
        cells = [parse_number(row[column].text) for row in table.rows if column < len(row)]
        printed = [cell for cell in cells if cell is not None]
        if len(printed) < 3 or len(printed) != len(cells):
            continue
        words = set(name_words(header))
        for (path, _), items in lists.items():
            own = set(name_words(items[0].name.parts[-1])) if items[0].name.parts else set()
            if own and own <= words and len(items) == len(printed):
                yield from _differing(paper, number, header, path, list(zip(printed, items, strict=True)))


def _differing(
    paper: RelPath, number: int, header: str, path: RelPath, pairs: list[tuple[PrintedNumber, LedgerValue]]
) -> Iterator[Draft]:
    if all(item.value.is_integer() and not cell.is_whole for cell, item in pairs):
        return  # counts or settings under the column's word, no results
    wrong = [(cell, item) for cell, item in pairs if not agreement(cell, item.value).agrees]
    coarse = [pair for pair in wrong if abs(pair[0].number - pair[1].value) > 0.006]
    if coarse:
        cell, item = coarse[0]
        drawn = f"{path} draws: {cell.text} against {item.value:g}"
        message = f"Column {header} of table {number} differs from the list that {drawn}."
        yield Draft(FindingKind.TABLE_MISMATCH, Severity.HIGH, path, item.place, message, paper)


def _literal_lists(facts: RunFacts) -> dict[tuple[RelPath, int], list[LedgerValue]]:
    """Lists of literal numbers in code that ran, by file and line."""
    lists: dict[tuple[RelPath, int], list[LedgerValue]] = defaultdict(list)
    for value in facts.ledger.values:
        if value.source is Source.CODE and value.index >= 0 and facts.counts_as_run(value.path):
            lists[(value.path, value.place.first)].append(value)
    return {key: items for key, items in lists.items() if 3 <= len(items) <= 12}


def method_findings(facts: RunFacts) -> Iterator[Draft]:
    """Setup statements that the code denies."""
    by_paper: dict[RelPath, list[Judged]] = defaultdict(list)
    for judged in facts.judged:
        if judged.statement.kind is ClaimKind.SETUP and judged.decision.verdict is Verdict.CONTRADICTED:
            by_paper[judged.statement.paper].append(judged)
    for paper, items in sorted(by_paper.items()):
        severity = Severity.HIGH if len(items) >= 2 else Severity.MEDIUM
        message = f"{len(items)} setup values differ from the code. First: {items[0].decision.reason}"
        yield Draft(
            FindingKind.METHOD_MISMATCH,
            severity,
            paper,
            _line(facts, paper, items[0].statement.start),
            message,
            paper,
        )


def citation_findings(facts: RunFacts) -> Iterator[Draft]:
    """References with placeholders instead of authors."""
    for judged in facts.judged:
        statement = judged.statement
        if statement.kind is ClaimKind.CITATION and _PLACEHOLDER_AUTHOR.search(judged.quote):
            message = f"The reference has no real author: {judged.quote[:120]}"
            place = _line(facts, statement.paper, statement.start)
            yield Draft(
                FindingKind.INVENTED_CITATION, Severity.LOW, statement.paper, place, message, statement.paper
            )
