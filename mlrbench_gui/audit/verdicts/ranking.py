"""Rankings recomputed: "outperforms all baselines" over every row and metric that the statement covers, ties named."""

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from mlrbench_gui.audit.ledger.ledger import Ledger
from mlrbench_gui.audit.ledger.values import LedgerValue, Source
from mlrbench_gui.audit.matching.candidates import Candidate
from mlrbench_gui.audit.matching.entities import Entities
from mlrbench_gui.audit.numbers.tolerance import Agreement
from mlrbench_gui.audit.text.words import name_words
from mlrbench_gui.audit.verdicts.decision import Decision, Held, shown
from mlrbench_gui.domain.values import RelPath, Verdict

_LOWER = re.compile(
    r"loss|error|perplexity|ppl|mse|mae|rmse|ece|brier|latency|time|runtime|duration|memory|cost|wer|fid|distance|regret|hallucinat|toxicity|bias|gap|"
    r"variance|overhead|violation|disparit|false|miss|drop|forgetting|flops|tokens",
    re.IGNORECASE,
)
_NO_METRIC = re.compile(
    r"count|number|samples|size|epoch|seed|index|id$|params|std|deviation|step|iteration|total|timestamp|support",
    re.IGNORECASE,
)
_OTHERS = re.compile(
    r"baseline|all (?:other )?(?:methods|models|approaches|competitors)|other (?:methods|models|approaches)|existing|competing|compared",
    re.IGNORECASE,
)
_BETTER = re.compile(
    r"outperform|surpass|superior|exceed|beat|best|highest|better|state-of-the-art|strongest|higher|improv",
    re.IGNORECASE,
)
_TIED = re.compile(r"no (?:significant )?(?:difference|improvement)|on par|comparable|similar", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Grid:
    """Values of several entities under the same metrics, from one file."""

    path: RelPath
    entities: tuple[int, ...]
    metrics: tuple[tuple[str, ...], ...]
    cells: dict[tuple[int, tuple[str, ...]], LedgerValue]


def find_grids(ledger: Ledger, entities: Entities) -> tuple[Grid, ...]:
    """Grids of machine values first, then those of the agent's own tables."""
    collected: dict[tuple[RelPath, Source], dict[tuple[int, tuple[str, ...]], LedgerValue]] = defaultdict(
        dict
    )
    for name, values in ledger.by_name.items():
        held = entities.in_name(name)
        first = values[0]
        if len(held) != 1 or not (
            first.source in (Source.JSON, Source.CSV, Source.TABLE, Source.LOG, Source.OUTPUT)
        ):
            continue
        entity = next(iter(held))
        label_words = set(name_words(entities.labels[entity]))
        metric = tuple(
            part
            for part, words in zip(name.parts, name.part_words, strict=True)
            if not label_words or not set(words) <= label_words
        )
        chosen = next((v for v in values if v.aspect in ("", "mean", "share")), None)
        if chosen is not None and metric and not _NO_METRIC.search(metric[-1]):
            collected[(chosen.path, chosen.source)].setdefault((entity, metric), chosen)
    grids = []
    for (path, source), cells in collected.items():
        by_metric: dict[tuple[str, ...], set[int]] = defaultdict(set)
        for entity, metric in cells:
            by_metric[metric].add(entity)
        metrics = tuple(sorted(m for m, held in by_metric.items() if len(held) >= 2))
        if metrics:
            grids.append(
                (
                    source.is_prose,
                    Grid(path, tuple(sorted({e for e, m in cells if m in metrics})), metrics, cells),
                )
            )
    grids.sort(key=lambda pair: (pair[0], not pair[1].path.startswith("results"), pair[1].path))
    return tuple(grid for _, grid in grids)


class RankingJudge:
    """Judges rankings against the grids of one run."""

    def __init__(self, grids: Sequence[Grid], entities: Entities) -> None:
        self._grids = grids
        self._entities = entities

    def judge(self, quote: str, sentence: str) -> Decision | None:
        """None where the winner or the metrics are not found in any grid."""
        if not _BETTER.search(quote) and not _TIED.search(quote):
            return None
        mentioned = [m.entity for m in self._entities.mentions(quote)] or [
            m.entity for m in self._entities.mentions(sentence)
        ]
        for grid in self._grids:
            held = [e for e in mentioned if e in grid.entities] or self._ours(grid, quote)
            if not held:
                continue
            rivals = (
                [e for e in held[1:] if e != held[0]]
                if len(held) > 1 and not _OTHERS.search(quote)
                else [e for e in grid.entities if e != held[0]]
            )
            metrics = self._metrics(grid, quote, sentence)
            if rivals and metrics:
                return self._compare(grid, held[0], rivals, metrics)
        return None

    def _ours(self, grid: Grid, quote: str) -> list[int]:
        """`our method` is the entity that is no baseline by name, if only one is left."""
        if not re.search(r"\b(?:our|proposed|we|ours)\b", quote, re.IGNORECASE):
            return []
        named = [
            e
            for e in grid.entities
            if re.search(r"our|proposed|full", self._entities.labels[e], re.IGNORECASE)
        ]
        return named[:1] if len(named) == 1 else []

    def _metrics(self, grid: Grid, quote: str, sentence: str) -> list[tuple[str, ...]]:
        """Metrics that the words name; all of them where they name none."""
        words = set(name_words(quote))
        named = [m for m in grid.metrics if set(name_words(m[-1])) & words]
        if not named:
            words = set(name_words(sentence))
            named = [m for m in grid.metrics if set(name_words(m[-1])) <= words]
        return named or list(grid.metrics)[:24]

    def _compare(
        self, grid: Grid, winner: int, rivals: list[int], metrics: list[tuple[str, ...]]
    ) -> Decision:
        won: list[LedgerValue] = []
        lost: list[tuple[LedgerValue, LedgerValue]] = []
        for metric in metrics:
            own = grid.cells.get((winner, metric))
            others = [grid.cells[(e, metric)] for e in rivals if (e, metric) in grid.cells]
            if own is None or not others:
                continue
            lower = bool(_LOWER.search(" ".join(metric)))
            best = (min if lower else max)(others, key=lambda v: v.value)
            if (own.value < best.value) if lower else (own.value > best.value):
                won.append(own)
            else:
                lost.append((own, best))
        label = self._entities.labels[winner]
        if lost:
            own, best = lost[0]
            tie = "ties" if own.value == best.value else "does not lead"
            reason = f"{label} {tie} in {own.name.title()}: {shown(own.value)} against {shown(best.value)} for {best.name.title()} in {grid.path}."
            return Decision(Verdict.CONTRADICTED, 0.6, reason, _held([own, best]))
        if won:
            reason = (
                f"{label} leads in {len(won)} of {len(won)} metrics of {grid.path} that the statement covers."
            )
            return Decision(Verdict.SUPPORTED, 0.65, reason, _held(won[:4]))
        return Decision(
            Verdict.UNVERIFIABLE,
            0.3,
            "The ranking's metrics were not found side by side in any file of the run.",
        )


def _held(values: Sequence[LedgerValue]) -> tuple[Held, ...]:
    one = Agreement(agrees=True, factor=Decimal(1))
    return tuple(Held(Candidate(value, 0.7, one), primary=True, agrees=None) for value in values)
