"""Rankings recomputed: "outperforms all baselines" over every row and metric that the statement covers, ties named."""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal

from mlrbench_gui.audit.ledger.ledger import Ledger
from mlrbench_gui.audit.ledger.values import LedgerValue, Name, Source
from mlrbench_gui.audit.matching.candidate import Candidate
from mlrbench_gui.audit.matching.entities import Entities
from mlrbench_gui.audit.numbers.tolerance import Agreement
from mlrbench_gui.audit.text.words import GENERIC, STOP_WORDS, name_words
from mlrbench_gui.audit.verdicts.decision import Decision, Held, shown
from mlrbench_gui.domain.values import RelPath, Verdict

Metric = tuple[str, ...]

_LOWER = re.compile(
    r"loss|error|perplexity|ppl|mse|mae|rmse|ece|brier|latency|time|runtime|duration|memory|cost|wer|fid|distance|regret|"
    r"hallucinat|toxicity|bias|gap|variance|overhead|violation|disparit|false|miss|drop|forgetting|flops|tokens",
    re.IGNORECASE,
)
_DETECTS = re.compile(r"detect|f1|accuracy|precision|recall|auc|correct", re.IGNORECASE)
_NO_METRIC = re.compile(
    r"count|number|samples|size|epoch|seed|index|\bid$|params|std|deviation|step|iteration|total|timestamp|support",
    re.IGNORECASE,
)
_OTHERS = re.compile(
    r"baseline|all (?:other )?(?:methods|models|approaches|competitors)|other (?:methods|models|approaches)|existing|"
    r"competing|compared|alternatives",
    re.IGNORECASE,
)
_VERB = re.compile(
    r"outperform\w*|surpass\w*|superior|exceed\w*|beat(?:s|en|ing)?\b|best\b|highest|(?:better|higher|"
    r"lower|faster|stronger|worse) than|"
    r"state-of-the-art|strongest|lowest|fastest",
    re.IGNORECASE,
)
BEHIND = re.compile(
    r"\b(?:than|compared (?:to|with)|over|against|versus|vs\.?)\s+(?:[\w-]+\s+){0,2}$", re.IGNORECASE
)
"""What stands before the one that is behind: `less memory than the standard model`."""
_DENIED = re.compile(r"\b(?:not|never|no|fail\w*|without|lag\w*|nor|unable|neither)\b", re.IGNORECASE)
_OPEN = re.compile(
    r"\b(?:may|might|could|can|would|aim\w*|hypothes\w*|expect\w*|ability|potential\w*|whether|should|design\w*|propose\w*)\b",
    re.IGNORECASE,
)
_CONTRAST = re.compile(r"\b(?:but|while|although|though|however|despite|whereas|still)\b", re.IGNORECASE)
_MOST = re.compile(r"\b(?:most|some|several|many|among|one of|generally|often)\b", re.IGNORECASE)
_EVERY = re.compile(r"\b(?:all|every|each|both|consistent\w*|across|any)\b", re.IGNORECASE)
_ACROSS = re.compile(
    r"\b(?:across|in|over|on)\s+(?:all|each|every|both|the \w+)\s+(?:\w+[- ])??(?P<what>\w+?)s?\b",
    re.IGNORECASE,
)
_METRIC_WORDS = re.compile(
    r"metric|measure|baseline|method|model|aspect|dimension|criteri|variant|competitor|experiment|evaluation|result|setting|other|approach",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Grid:
    """Values of several entities under the same metrics, from one file. `is_prose` for the agent's own tables."""

    path: RelPath
    is_prose: bool
    entities: tuple[int, ...]
    metrics: tuple[Metric, ...]
    cells: dict[tuple[int, Metric], LedgerValue]

    def words(self) -> set[str]:
        """All words of the names in the grid."""
        return {word for value in self.cells.values() for word in value.name.words}


def find_grids(ledger: Ledger, entities: Entities) -> tuple[Grid, ...]:
    """Grids of machine values first, then those of the agent's own tables."""
    collected: dict[tuple[RelPath, Source], dict[tuple[int, Metric], LedgerValue]] = defaultdict(dict)
    for name, values in ledger.by_name.items():
        place = _cell_of(name, entities)
        chosen = next((v for v in values if v.aspect in ("", "mean", "share")), None)
        if place is not None and chosen is not None and chosen.source in _GRID_SOURCES:
            collected[(chosen.path, chosen.source)].setdefault(place, chosen)
    grids = [_grid(path, source, cells) for (path, source), cells in collected.items()]
    kept = [grid for grid in grids if grid.metrics]
    kept.sort(key=lambda grid: (grid.is_prose, not grid.path.startswith("results"), grid.path))
    return tuple(kept)


_GRID_SOURCES = (Source.JSON, Source.CSV, Source.REPORT, Source.TABLE, Source.LOG, Source.OUTPUT)


def _cell_of(name: Name, entities: Entities) -> tuple[int, Metric] | None:
    """The one entity of the name and the rest of its parts, None if it is no cell of a comparison."""
    held = entities.in_name(name)
    if len(held) != 1:
        return None
    entity = next(iter(held))
    label = set(name_words(entities.labels[entity]))
    parts = zip(name.parts[name.soft :], name.part_words[name.soft :], strict=True)
    metric = tuple(part for part, words in parts if not (words and set(words) <= label))
    if not metric or _NO_METRIC.search(metric[-1]):
        return None
    return entity, metric


def _grid(path: RelPath, source: Source, cells: dict[tuple[int, Metric], LedgerValue]) -> Grid:
    by_metric: dict[Metric, set[int]] = defaultdict(set)
    for entity, metric in cells:
        by_metric[metric].add(entity)
    metrics = tuple(sorted(metric for metric, held in by_metric.items() if len(held) >= 2))
    known = tuple(sorted({entity for entity, metric in cells if metric in metrics}))
    return Grid(path, source.is_prose, known, metrics, cells)


class RankingJudge:
    """Judges rankings against the grids of one run. `reported` are the names that a section's numbers rest on."""

    def __init__(self, grids: Sequence[Grid], entities: Entities) -> None:
        self._grids = grids
        self._entities = entities
        self.reported: dict[str, set[Name]] = {}

    def judge(self, quote: str, sentence: str, section: str) -> Decision | None:
        """None where the winner or the metrics are not found in any grid."""
        verb = _VERB.search(quote)
        if verb is None or _OPEN.search(quote[: verb.end()]):
            return None
        denied = _DENIED.search(quote[max(0, verb.start() - 40) : verb.start()]) is not None
        unseen = self._unseen_dimension(quote)
        for grid in self._grids:
            winners, rivals = self._sides(grid, quote, sentence, verb)
            metrics = self._metrics(grid, quote, sentence, section)
            if not winners or not rivals or not metrics:
                continue
            if unseen is not None:
                reason = f"No file of the run holds values by {unseen}, so that the ranking over them has no evidence."
                return Decision(Verdict.UNSUPPORTED, 0.55, reason)
            return self._compare(
                grid,
                winners,
                rivals,
                metrics,
                _Wording(denied, _EVERY.search(quote) is not None, _MOST.search(quote) is not None),
            )
        return None

    def _unseen_dimension(self, quote: str) -> str | None:
        """What the ranking runs over (`across all domains`), if no grid holds such values."""
        hit = _ACROSS.search(quote)
        if hit is None or _METRIC_WORDS.search(hit.group()):
            return None
        words = set(name_words(hit.group("what"))) - STOP_WORDS
        held = set().union(*(grid.words() for grid in self._grids)) if self._grids else set()
        return hit.group("what") if words and len(hit.group("what")) > 3 and not words & held else None

    def _sides(
        self, grid: Grid, quote: str, sentence: str, verb: re.Match[str]
    ) -> tuple[list[int], list[int]]:
        """The entities said to lead, and those said to be behind, of this grid."""
        mentions = self._entities.mentions(quote)
        before = [m.entity for m in mentions if m.start < verb.start() and m.entity in grid.entities]
        end = _CONTRAST.search(quote, verb.end())
        after = [
            m.entity
            for m in mentions
            if verb.end() <= m.start < (end.start() if end else len(quote)) and m.entity in grid.entities
        ]
        winners = before or self._family(grid, quote[: verb.start()]) or self._ours(grid, quote)
        if not winners and verb.start() < 30:
            at = sentence.find(quote)
            lead = sentence[: max(at, 0)]
            earlier = [
                m.entity
                for m in self._entities.mentions(lead)
                if m.entity in grid.entities and not BEHIND.search(lead[: m.start])
            ]
            winners = earlier[:1]
        everyone = [e for e in grid.entities if e not in winners]
        named = [e for e in after if e not in winners]
        return winners, named if named and not re.search(
            r"\ball\b|\bother", quote[verb.end() :]
        ) else everyone

    def _family(self, grid: Grid, words_before: str) -> list[int]:
        """`both X variants`: the entities whose labels hold the word before `variants`."""
        hit = re.search(
            r"(?P<word>[\w-]+)\s+(?:variants?|versions?|methods?|models?|approaches|configurations?)\s*\W*$|both\s+(?P<both>[\w-]+)",
            words_before,
        )
        words = set(name_words(next((g for g in hit.groups() if g), ""))) if hit else set()
        members = [e for e in grid.entities if words & set(name_words(self._entities.labels[e]))]
        return members if 1 <= len(members) < len(grid.entities) else []

    def _ours(self, grid: Grid, quote: str) -> list[int]:
        """`our method` is the entity that says so in its label, if only one does."""
        named_so = re.search(r"\b(?:our|proposed|we|ours)\b", quote, re.IGNORECASE)
        if named_so is None or self._entities.mentions(quote):
            return []
        named = [
            e
            for e in grid.entities
            if re.search(r"our|proposed|full", self._entities.labels[e], re.IGNORECASE)
        ]
        return named if len(named) == 1 else []

    def _metrics(self, grid: Grid, quote: str, sentence: str, section: str) -> list[Metric]:
        """Metrics that the words name; else those that the paper reports; else all of a small grid."""
        named = _named(grid.metrics, set(name_words(quote))) or _named(
            grid.metrics, set(name_words(sentence))
        )
        if named:
            return named
        if "@" in quote:
            return []
        names = self.reported.get(section) or set().union(*self.reported.values())
        reported = {metric for (_, metric), value in grid.cells.items() if value.name in names}
        return list(grid.metrics)[:24] if grid.is_prose else [m for m in grid.metrics if m in reported]

    def _compare(
        self, grid: Grid, winners: list[int], rivals: list[int], metrics: list[Metric], wording: "_Wording"
    ) -> Decision:
        won: list[LedgerValue] = []
        lost: list[tuple[LedgerValue, LedgerValue]] = []
        for metric in metrics:
            for winner in winners:
                own = grid.cells.get((winner, metric))
                others = [grid.cells[(e, metric)] for e in rivals if (e, metric) in grid.cells]
                if own is None or not others:
                    continue
                lower = is_lower_better(metric)
                best = (min if lower else max)(others, key=lambda v: v.value)
                if (own.value < best.value) if lower else (own.value > best.value):
                    won.append(own)
                else:
                    lost.append((own, best))
        return self._decision(grid, won, lost, wording)

    def _decision(
        self,
        grid: Grid,
        won: list[LedgerValue],
        lost: list[tuple[LedgerValue, LedgerValue]],
        wording: "_Wording",
    ) -> Decision:
        if not won and not lost:
            return Decision(
                Verdict.UNVERIFIABLE, 0.3, "The ranking's metrics were not found side by side in any file."
            )
        counts = f"{len(won)} comparisons hold, {len(lost)} do not"
        if lost:
            own, best = lost[0]
            how = "ties" if own.value == best.value else "does not lead"
            reason = (
                f"{own.name.title()} {how}: {shown(own.value)} against {shown(best.value)} for {best.name.title()} in "
                f"{grid.path} ({counts})."
            )
            held = _held([own, best])
        else:
            reason = f"{won[0].name.title()} leads in {grid.path} ({counts})."
            held = _held(won[:4])
        if lost and wording.most:
            verdict = (
                Verdict.SUPPORTED if len(won) > len(lost) and not grid.is_prose else Verdict.UNVERIFIABLE
            )
            return Decision(verdict, 0.4, reason, held)
        if lost and won and not wording.every:
            return Decision(Verdict.UNVERIFIABLE, 0.35, f"It holds in part: {reason}", held)
        holds = bool(lost) if wording.denied else not lost
        if grid.is_prose:
            return Decision(Verdict.NARRATIVE_ONLY, 0.5, f"By the agent's own table alone: {reason}", held)
        return Decision(Verdict.SUPPORTED if holds else Verdict.CONTRADICTED, 0.62, reason, held)


@dataclass(frozen=True, slots=True)
class _Wording:
    """Whether the ranking is denied (`did not outperform`), speaks of every metric, or of most only."""

    denied: bool
    every: bool
    most: bool


def is_lower_better(metric: Metric) -> bool:
    """Whether less is better; `error detection accuracy` is no error."""
    return bool(_LOWER.search(" ".join(metric))) and not _DETECTS.search(metric[-1])


def _named(metrics: Iterable[Metric], words: set[str]) -> list[Metric]:
    """Metrics whose last part or group shares telling words with the text; only the closest ones."""
    told = {word for word in words if not word.isdigit() and word not in GENERIC}
    scored = [(max(_shared(part, told) for part in metric), metric) for metric in metrics]
    best = max((score for score, _ in scored), default=0.0)
    return [metric for score, metric in scored if score >= max(0.5, best - 0.1)]


def _shared(part: str, words: set[str]) -> float:
    own = set(name_words(part)) - GENERIC
    return len(own & words) / len(own) if own else 0.0


def _held(values: Sequence[LedgerValue]) -> tuple[Held, ...]:
    one = Agreement(agrees=True, factor=Decimal(1))
    return tuple(Held(Candidate(value, 0.7, one), primary=True, agrees=None) for value in values)
