"""Rankings recomputed over every row and measure that a statement covers; ties are no wins and are named."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from mlrbench_gui.audit.claims.statements import Statement
from mlrbench_gui.audit.ledger.values import Name
from mlrbench_gui.audit.matching.entities import Entities
from mlrbench_gui.audit.rankings.aspects import aspect_of, without_aspect
from mlrbench_gui.audit.rankings.balance import hold_balance, is_balance
from mlrbench_gui.audit.rankings.boards import Board, Measure, Standing
from mlrbench_gui.audit.rankings.certainty import is_explained, is_sure
from mlrbench_gui.audit.rankings.chance_level import hold_against_chance, is_against_chance
from mlrbench_gui.audit.rankings.competing import COMPETITIVE, hold_competitive
from mlrbench_gui.audit.rankings.conditions import hold_conditions, is_greatest_lead
from mlrbench_gui.audit.rankings.cues import Comparison, Cue, Way, find_comparisons
from mlrbench_gui.audit.rankings.ellipsis import completed
from mlrbench_gui.audit.rankings.labels import Labels
from mlrbench_gui.audit.rankings.measures import (
    explained,
    fits_verb,
    in_group,
    is_touched,
    is_whole,
    items_named,
    measure_words,
    named_measures,
    of_split,
    telling_words,
    within_conditions,
)
from mlrbench_gui.audit.rankings.outcome import Outcome, hold
from mlrbench_gui.audit.rankings.sides import Sides, Told, sides_of
from mlrbench_gui.audit.rankings.tables import table_boards
from mlrbench_gui.audit.rankings.telling import decide, together, unless_denied
from mlrbench_gui.audit.text.paper import PaperText
from mlrbench_gui.audit.text.words import STOP_WORDS, name_words
from mlrbench_gui.audit.verdicts.decision import Decision
from mlrbench_gui.domain.values import Verdict

_OPEN = re.compile(
    r"\b(?:may|might|could|would|aim\w*|hypothes\w*|expect(?:ed|s)? to|whether|should|future|will|goal|"
    r"designed to|intended to)\b",
    re.IGNORECASE,
)
_ACROSS = re.compile(
    r"\b(?:across|in|over|on|for)\s+(?:all|each|every|both|the (?:two|three|four|five|six|various|"
    r"different|\d+))\s+(?:[\w-]+\s(?=\w+s\b))?"
    r"(?P<what>\w+?)s?\b",
    re.IGNORECASE,
)
_METRIC_WORDS = re.compile(
    r"metric|measure|baseline|method|model|aspect|dimension|criteri|variant|competitor|experiment|evaluation|result|setting|"
    r"other|approach|categor|case|task|run|score|condition|compar",
    re.IGNORECASE,
)
_OWN = re.compile(
    r"\b(?:our|propos\w+|we (?:introduce|present|develop))\b[^.;\n]{3,70}|[^.;|\n]{3,40}\((?:ours|proposed)\)",
    re.IGNORECASE,
)
_TABLE = re.compile(r"\btables?\s*(?P<number>\d+)", re.IGNORECASE)
_COST = re.compile(
    r"time|latency|throughput|memory|param|flops|cost|length|tokens|speed|seconds|duration|size|queries|frequency|overhead",
    re.IGNORECASE,
)
_MEASURED = re.compile(r"efficien|cost|overhead", re.IGNORECASE)
_TIME = "time runtime latency duration speed throughput seconds"
_OVERHEAD = "time memory parameters flops latency cost"
_RELATIVE = re.compile(r",\s(?:which|who|where)\s[^,]*,", re.IGNORECASE)
"""What only tells more of the one that is spoken of."""
_MOST_MEASURES = 24
_REACH = 24
_HALF = 0.5


@dataclass(frozen=True, slots=True)
class _Fit:
    """An outcome with how well its board fits the statement: named measure, nearness of the table, what it rests on."""

    outcome: Outcome
    key: tuple[int, ...]
    is_sure: bool


class RankingBench:
    """Judges what sentences rank, against the boards of one run and of the paper at hand."""

    def __init__(self, boards: Sequence[Board], entities: Entities) -> None:
        self._files = boards
        self._entities = entities
        self._boards = [(board, Labels(board.labels, entities)) for board in boards]
        self._reported: dict[str, set[Name]] = {}

    def read(self, paper: PaperText, decisions: Mapping[Statement, Decision]) -> None:
        """Take up a paper: its tables with the evidence of their cells, and which label is its own method."""
        told = [paper.text[hit.start() : hit.end()] for hit in _OWN.finditer(paper.text)]
        boards = (*table_boards(paper, decisions, self._entities), *self._files)
        self._boards = [
            (board, Labels(board.labels, self._entities, title=paper.title, is_table=board.table >= 0))
            for board in boards
        ]
        for _, labels in self._boards:
            labels.learn_ours(told)
        self._reported = _reported(decisions)

    def judge(self, statement: Statement, text: str) -> Decision | None:
        """None where who leads, or by what, is found on no board."""
        sentence = text[slice(*statement.sentence)]
        start, end = statement.start - statement.sentence[0], statement.end - statement.sentence[0]
        decisions: list[Decision] = []
        previous: Comparison | None = None
        for comparison in completed(sentence, find_comparisons(sentence)):
            told = Told(sentence, statement.before, previous)
            previous = comparison if comparison.subject.strip() else previous
            if start <= comparison.at < end and _tells(comparison) and not _is_open(sentence, comparison):
                decision = self._decide(comparison, told, statement.section.title)
                if decision is not None:
                    decisions.append(decision)
        competing = self._competing(statement, sentence, start, end)
        return together([*decisions, competing] if competing is not None else decisions)

    def _competing(self, statement: Statement, sentence: str, start: int, end: int) -> Decision | None:
        """`Competitive performance` is no comparison of its own, and is held by how far the thing is behind."""
        hit = COMPETITIVE.search(sentence, start, end)
        if hit is None or _is_open_at(sentence, hit.start()):
            return None
        boards = [pair for pair in self._boards if not pair[0].aspect]
        title = statement.section.title
        defaults = [self._default(board, sentence[start:end], title) for board, _ in boards]
        return hold_competitive(boards, sentence, start, end, defaults)

    def _decide(self, comparison: Comparison, told: Told, section: str) -> Decision | None:
        subject = comparison.subject
        known = [b for b, labels in self._boards if labels.leading(subject) or labels.ours(subject)]
        unseen = _unseen_dimension(known, told.sentence[comparison.at : comparison.end])
        if unseen is not None:
            reason = (
                f"No file of the run holds values by {unseen}, so that the ranking over them has no evidence."
            )
            return Decision(Verdict.UNSUPPORTED, 0.55, reason)
        of_kind = _of_kind(comparison, told)
        if of_kind is not None:
            return of_kind([pair for pair in self._boards if not pair[0].aspect], comparison, told)
        aspect = aspect_of(comparison, told.sentence)
        found = self._fits(without_aspect(comparison), told, section, aspect) if aspect else []
        fits = sorted(found or self._fits(comparison, told, section), key=lambda fit: fit.key, reverse=True)
        if not fits:
            return self._valueless(comparison, told)
        best = [fit.outcome for fit in fits if fit.key == fits[0].key]
        first = decide(_merged(best), told.sentence)
        if first.verdict in (Verdict.UNSUPPORTED, Verdict.NARRATIVE_ONLY):
            return self._otherwise(fits, first, told.sentence)
        is_sure = all(fit.is_sure for fit in fits if fit.key == fits[0].key) and not comparison.is_added
        return first if is_sure else unless_denied(first)

    def _otherwise(self, fits: Sequence[_Fit], first: Decision, sentence: str) -> Decision:
        """Where the paper's table rests on nothing, a file may still hold both sides under the named measure."""
        for fit in fits:
            if fit.outcome.is_named and fit.outcome.standing is Standing.MACHINE:
                again = decide(fit.outcome, sentence)
                return again if again.verdict is Verdict.SUPPORTED else first
        return first

    def _fits(self, comparison: Comparison, told: Told, section: str, aspect: str = "") -> list[_Fit]:
        fits = []
        for board, labels in self._boards:
            if board.aspect != aspect:
                continue
            sides = sides_of(labels, comparison, told)
            if sides is None:
                continue
            measures, named = self._measures(board, labels, comparison, told, section)
            if named:
                around = f"{told.sentence} {told.before} {_phrase_of(comparison)}"
                measures = [measure for measure in measures if is_touched(measure, around)]
            outcome = hold(board, labels, comparison, sides, measures, is_named=named > 0)
            if outcome is not None:
                listed = labels.without(f"{comparison.phrase} , {comparison.field}")
                items = items_named(board.rows, listed, _words_of(board, labels)) if named > 1 else 0
                near = _nearness(board, told.sentence, section)
                called = named > 1 and any(is_whole(measure, comparison.phrase) for measure in measures)
                key = (named, items, int(called), near, int(sides.is_told), -board.rank)
                sure = is_sure(board, sides, named, knows=self._knows(sides))
                sure = sure and is_explained(board, labels, comparison, measures, told, named)
                fits.append(_Fit(outcome, key, sure))
        return fits

    def _measures(
        self, board: Board, labels: Labels, comparison: Comparison, told: Told, section: str
    ) -> tuple[list[Measure], int]:
        """Those that the words by the cue name; else those of the sentence; else those that the section reports."""
        known, words = list(board.rows), _words_of(board, labels)
        phrase, around = _phrase_of(comparison), f"{told.sentence} {told.before}"
        if comparison.is_speed or "train" in name_words(phrase):
            known = [m for m in known if fits_verb(m, f"{comparison.subject} {comparison.phrase}")]
        subject = _RELATIVE.sub(" ", comparison.subject)
        for text, weight in ((phrase, 3), (comparison.field, 2), (subject, 2)):
            if text is phrase:
                named = _by_phrase(known, board, labels, comparison)
            else:
                named = named_measures(known, labels.without(text), words)
            if named:
                return within_conditions(of_split(named, text), f"{comparison.field} {told.sentence}"), weight
            if telling_words(labels.without(text)) - words and text is phrase:
                return [], 0
        begin = told.previous.end if told.previous is not None else 0
        named = named_measures(known, labels.without(told.sentence[begin : comparison.end]), words)
        if named:
            return within_conditions(named, told.sentence), 1
        if comparison.way in (Way.LESS, Way.MORE) and not comparison.is_top and comparison.cue is Cue.CHANGE:
            return [], 0
        return within_conditions(self._default(board, told.sentence, section), around)[:_MOST_MEASURES], 0

    def _knows(self, sides: Sides) -> bool:
        return all(self._entities.in_words(name_words(label), label) for label in sides.own | sides.rivals)

    def _default(self, board: Board, sentence: str, section: str) -> list[Measure]:
        """All measures of quality of a table; of a file those that the section's numbers rest on."""
        if board.table >= 0:
            costs = _MEASURED.search(sentence) is not None
            return [m for m in board.rows if costs or not _COST.search(" ".join(m))]
        names = self._reported.get(section) or set().union(*self._reported.values())
        return [
            measure
            for measure, row in board.rows.items()
            if not _COST.search(" ".join(measure))
            and any(entry.evidence is not None and entry.evidence.name in names for entry in row.values())
        ]

    def _valueless(self, comparison: Comparison, told: Told) -> Decision | None:
        """A leader that the paper's table knows and has no value for: nothing was measured."""
        for board, labels in self._boards:
            sides = sides_of(labels, comparison, told) if board.valueless else None
            if sides is not None and sides.own <= board.valueless:
                names = ", ".join(sorted(sides.own))
                reason = f"No value of the run is of {names}; {board.where} leaves it open too."
                return Decision(Verdict.UNSUPPORTED, 0.5, reason)
        return None


def _unseen_dimension(boards: Sequence[Board], words: str) -> str | None:
    """What the ranking runs over (`across all domains`), if no board that knows the leader holds such values."""
    hit = _ACROSS.search(words)
    if hit is None or not boards or _METRIC_WORDS.search(words, hit.start(), hit.end() + _REACH):
        return None
    what = set(name_words(hit.group("what"))) - STOP_WORDS
    held = {
        word
        for board in boards
        for measure in board.rows
        for part in (*measure, *board.labels, board.about)
        for word in name_words(part)
    }
    return hit.group("what") if what and len(hit.group("what")) > 3 and not what & held else None


def _by_phrase(
    known: Sequence[Measure], board: Board, labels: Labels, comparison: Comparison
) -> list[Measure]:
    """The measures that the phrase explains: the whole of it, its head, or what the sentence says that it is about."""
    phrase = _phrase_of(comparison)
    grouped = in_group(known, comparison.head)
    if grouped:
        return grouped
    texts = (phrase, comparison.head, comparison.topic) if phrase is comparison.phrase else (phrase,)
    words = _words_of(board, labels)
    for text in map(labels.without, texts):
        named = named_measures(known, text, words)
        if named and explained(text, named, board.about, words) >= _HALF:
            return of_split(named, text)
    return []


def _words_of(board: Board, labels: Labels) -> frozenset[str]:
    """The words of the labels that name no measure of the board as well."""
    return labels.words - {word for measure in board.rows for part in measure for word in measure_words(part)}


_Hold = Callable[[Sequence[tuple[Board, Labels]], Comparison, Told], Decision | None]


def _of_kind(comparison: Comparison, told: Told) -> _Hold | None:
    """How a comparison is held that sets no two values of one measure against each other."""
    if is_against_chance(comparison):
        return hold_against_chance
    if is_balance(comparison):
        return hold_balance
    return hold_conditions if is_greatest_lead(comparison, told.sentence) else None


def _tells(comparison: Comparison) -> bool:
    """Whether a change is told of somebody: one that is set against nothing needs an object or a field of its own."""
    return comparison.is_plain or bool(not comparison.is_noun and telling_words(comparison.phrase))


def _is_open(sentence: str, comparison: Comparison) -> bool:
    """Whether it is hoped for rather than told: `might outperform`, `designed to reduce`."""
    return _is_open_at(sentence, comparison.at)


def _is_open_at(sentence: str, at: int) -> bool:
    return _OPEN.search(sentence[max(0, at - 60) : at]) is not None


def _phrase_of(comparison: Comparison) -> str:
    if comparison.is_speed:
        return f"{_TIME}"
    if comparison.cue is Cue.CHANGE and comparison.way is Way.MORE and not telling_words(comparison.phrase):
        return _OVERHEAD
    return comparison.phrase


def _nearness(board: Board, sentence: str, section: str) -> int:
    """How near the board is to the sentence: the table that it names, one of its section, any table, a file."""
    named = {int(hit.group("number")) for hit in _TABLE.finditer(sentence)}
    if board.table < 0:
        return 0
    if named:
        return 3 if board.table + 1 in named or any(f"table {n}" == board.where[-7:] for n in named) else 1
    return 2 if board.section == section else 1


def _merged(outcomes: Sequence[Outcome]) -> Outcome:
    """Outcomes of boards that fit alike as one."""
    first = outcomes[0]
    return Outcome(
        first.board,
        first.comparison,
        tuple(pair for o in outcomes for pair in o.won),
        tuple(pair for o in outcomes for pair in o.tied),
        tuple(pair for o in outcomes for pair in o.lost),
        first.is_named,
        sum(o.close for o in outcomes),
        tuple(entry for o in outcomes for entry in o.beside),
    )


def _reported(decisions: Mapping[Statement, Decision]) -> dict[str, set[Name]]:
    """The names that the supported numbers of each section rest on."""
    names: dict[str, set[Name]] = {}
    for statement, decision in decisions.items():
        if decision.verdict is Verdict.SUPPORTED:
            held = {h.candidate.value.name for h in decision.held if h.primary}
            names.setdefault(statement.section.title, set()).update(held)
    return names
