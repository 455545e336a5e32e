"""The verdict on statements about figures: what the picture shows, as far as the code that drew it can be followed.

A figure is contradicted only where what is drawn differs from a table of the paper, or where it is said to show
something measured and draws numbers that were typed into the code and that no file of results holds.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal

from mlrbench_gui.audit.claims.statements import About, Statement
from mlrbench_gui.audit.evidence_files import EvidenceFiles
from mlrbench_gui.audit.ledger.ledger import Ledger
from mlrbench_gui.audit.ledger.values import WHOLE, LedgerValue, NameTable, Place, Source
from mlrbench_gui.audit.matching.candidate import Candidate
from mlrbench_gui.audit.numbers.tolerance import Agreement, agreement
from mlrbench_gui.audit.plots.charts import PICTURE_ROLES, path_of
from mlrbench_gui.audit.plots.comparing import Meeting, meetings_of, mismatches
from mlrbench_gui.audit.plots.figures import DrawnFigure, Point, Series
from mlrbench_gui.audit.plots.telling import summary
from mlrbench_gui.audit.text.paper import Figure, PaperText
from mlrbench_gui.audit.text.words import name_words
from mlrbench_gui.audit.verdicts.decision import Decision, Held, shown
from mlrbench_gui.domain.pictures import PictureReading, ReadBar
from mlrbench_gui.domain.values import ClaimKind, RelPath, Verdict

_YES = Agreement(agrees=True, factor=Decimal(1))
_NO = Agreement(agrees=False, factor=Decimal(1))
_MENTION = re.compile(
    r"\bfig(?:ure|\.)s?\s*(?P<first>\d+)(?:\s*(?:[-–—]|and|&|,)\s*(?P<last>\d+))?", re.IGNORECASE
)
_NUMBERED = re.compile(r"\bfig(?:ure|\.)?\s*(?P<number>\d+)", re.IGNORECASE)
_PROCESS = re.compile(
    r"\b(?:evaluat\w+|measur\w+|experiment\w*|train(?:ed|ing)|tested|user stud\w+|collected|observed|"
    r"learn(?:ed|ing) curves?|obtained|achiev\w+|runs?|human feedback)\b",
    re.IGNORECASE,
)
_LEAST_TYPED = 3
_SHOWN = 3
_MOST_BARS = 40


class FigureJudge:
    """Decides statements about the pictures of one run. `drawn` is what was recovered of them."""

    def __init__(
        self,
        files: EvidenceFiles,
        drawn: Mapping[RelPath, DrawnFigure],
        papers: Mapping[RelPath, PaperText],
        ledger: Ledger,
        readings: Mapping[RelPath, PictureReading] | None = None,
    ) -> None:
        self._files = files
        self._drawn = drawn
        self._papers = papers
        self._readings = readings or {}
        self._numbered = {path: _numbers(paper) for path, paper in papers.items()}
        self._names = NameTable()
        self._measured = {_mark(v.value) for v in ledger.values if v.source.is_machine}
        self._met: dict[tuple[RelPath, RelPath], list[Meeting]] = {}

    def decide(self, statement: Statement, text: str) -> Decision | None:
        """The decision on a picture in the paper, or on a sentence that speaks of one; None if it does neither."""
        if statement.about is not About.RUN or statement.number is not None:
            return None
        if statement.target:
            return self._with_reading(statement, self._picture(statement))
        if statement.kind is not ClaimKind.FIGURE:
            return None
        return self._mention(statement, text)

    def hold(self, statement: Statement, decision: Decision, text: str) -> Decision | None:
        """A better decision on a number that is told of a figure and drawn there under the names of its sentence."""
        if statement.number is None or decision.verdict not in (Verdict.UNSUPPORTED, Verdict.NARRATIVE_ONLY):
            return None
        sentence = text[slice(*statement.sentence)]
        if not _mentioned(sentence):
            return None
        for path in self._pictures_of(statement, sentence):
            figure = self._drawn.get(path)
            for series, point in _points(figure):
                agreed = agreement(statement.number, point.value)
                if agreed.agrees and _is_named(series, point, sentence):
                    held = self._held(series, point, path, agrees=True, primary=True)
                    printed = text[statement.number.start : statement.number.unit_end]
                    reason = f"{printed} is what {path} draws: {_told(series, point)}."
                    return Decision(
                        Verdict.SUPPORTED, 0.6, reason, (held, self._shown(path, "figure", primary=False))
                    )
        return None

    def mismatches(self, paper: RelPath, path: RelPath) -> list[Meeting]:
        """The numbers of a picture that a table of the paper has otherwise."""
        return mismatches(self._meetings(paper, path))

    def _meetings(self, paper: RelPath, path: RelPath) -> list[Meeting]:
        key = (paper, path)
        if key not in self._met:
            figure = self._drawn.get(path)
            self._met[key] = meetings_of(figure, self._papers[paper]) if figure is not None else []
        return self._met[key]

    def _with_reading(self, statement: Statement, decision: Decision) -> Decision:
        """The decision with the bars that were read from the picture itself, as evidence beside the other."""
        path = path_of(statement.paper, statement.target)
        reading = self._readings.get(path)
        if reading is None:
            return decision
        if reading.refused:
            return replace(decision, reason=f"{decision.reason} Its bars were not read: {reading.refused}.")
        held = [
            self._read(path, number, bar) for number, bar in enumerate(reading.bars[:_MOST_BARS], start=1)
        ]
        worst = max((bar.tolerance for bar in reading.bars), default=0.0)
        told = f"{len(reading.bars)} bars were read from the picture itself, each within {worst:.2g}."
        return replace(decision, reason=f"{decision.reason} {told}", held=(*decision.held, *held))

    def _read(self, path: RelPath, number: int, bar: ReadBar) -> Held:
        left, top, right, bottom = bar.box
        value = LedgerValue(path, WHOLE, self._names.name((f"bar {number}",)), bar.value, Source.DRAWN)
        how = f"read from the picture at {left},{top} to {right},{bottom} px, ± {bar.tolerance:.2g}"
        return Held(Candidate(value, 0.5, _YES), False, None, formula=how, value=round(bar.value, 6))

    def _picture(self, statement: Statement) -> Decision:
        if re.match(r"[a-z]+://", statement.target):
            reason = f"The picture lies elsewhere, at {statement.target}; the run does not hold it."
            return Decision(Verdict.UNVERIFIABLE, 0.5, reason)
        path = path_of(statement.paper, statement.target)
        if not self._files.has(path) or self._files.roles[path] not in PICTURE_ROLES:
            return Decision(Verdict.UNSUPPORTED, 0.9, f"The run has no picture {path}.")
        denied = self._denied(statement.paper, path, statement.before)
        if denied is not None:
            return denied
        figure = self._drawn.get(path)
        if figure is None:
            reason = f"{path} is there; what it shows cannot be followed from code."
            return Decision(Verdict.SUPPORTED, 0.5, reason, (self._shown(path, statement.lead or "figure"),))
        agreeing = [m for m in self._meetings(statement.paper, path) if m.agrees]
        also = f" {len(agreeing)} of its numbers stand in a table too and agree." if agreeing else ""
        reason = f"{path} is there and draws, by {figure.script}: {summary(figure)}.{also}"
        held = [self._held(s, p, path, agrees=True, primary=False) for s, p in _points(figure)[:_SHOWN]]
        return Decision(
            Verdict.SUPPORTED, 0.6, reason, (self._shown(path, statement.lead or "figure"), *held)
        )

    def _mention(self, statement: Statement, text: str) -> Decision | None:
        paths = self._pictures_of(statement, text[slice(*statement.sentence)])
        if not paths:
            return None
        for path in paths:
            denied = self._denied(statement.paper, path, text[slice(*statement.sentence)])
            if denied is not None:
                return denied
        held = tuple(self._shown(path, "figure", primary=False) for path in paths[:_SHOWN])
        figure = self._drawn.get(paths[0])
        if figure is None:
            reason = f"What {paths[0]} shows cannot be followed from code; a person must look at the picture."
            return Decision(Verdict.UNVERIFIABLE, 0.3, reason, held)
        reason = f"{paths[0]} draws {summary(figure)}; a person must hold the words against it."
        points = [self._held(s, p, paths[0], agrees=None, primary=False) for s, p in _points(figure)[:_SHOWN]]
        return Decision(Verdict.UNVERIFIABLE, 0.4, reason, (*held, *points)[:5])

    def _denied(self, paper: RelPath, path: RelPath, words: str) -> Decision | None:
        wrong = self.mismatches(paper, path)
        if wrong:
            return self._differs(path, wrong, len(self._meetings(paper, path)))
        figure = self._drawn.get(path)
        if figure is None or not _PROCESS.search(words) or not self._is_typed(figure):
            return None
        first = figure.series[0]
        reason = (
            f"{path} is said to show something measured, but its {len(figure.numbers)} numbers are typed into the code "
            f"({_told(first, first.points[0])}) and no result of the run holds them."
        )
        held = [self._held(s, p, path, agrees=False, primary=True) for s, p in _points(figure)[:_SHOWN]]
        return Decision(
            Verdict.CONTRADICTED, 0.6, reason, (*held, self._shown(path, "figure", primary=False))
        )

    def _differs(self, path: RelPath, wrong: Sequence[Meeting], met: int) -> Decision:
        first = wrong[0]
        reason = (
            f"{path} draws {_told(first.series, first.point)}, but table {first.table + 1} has {first.printed.text} "
            f"for {first.row}, {first.column}; of {met} numbers that stand in both {len(wrong)} differ."
        )
        held = [self._held(m.series, m.point, path, agrees=False, primary=True) for m in wrong[:_SHOWN]]
        return Decision(
            Verdict.CONTRADICTED, 0.75, reason, (*held, self._shown(path, "figure", primary=False))
        )

    def _is_typed(self, figure: DrawnFigure) -> bool:
        """Whether all that is drawn are numbers typed into code, of which results hold but few."""
        points = figure.numbers
        plain = all(p.origin is not None and p.origin.is_literal and not p.is_derived for p in points)
        telling = {_mark(p.value) for p in points if not p.value.is_integer()}
        if not (plain and figure.is_whole and len(telling) >= _LEAST_TYPED):
            return False
        return all(s.is_certain for s in figure.series) and 2 * len(telling & self._measured) < len(telling)

    def _pictures_of(self, statement: Statement, sentence: str) -> list[RelPath]:
        """The pictures that a sentence names by number."""
        paper = self._papers[statement.paper]
        known = self._numbered[statement.paper]
        beside = [figure for figure in paper.figures if figure.section == statement.section]
        found: list[RelPath] = []
        for number in _mentioned(sentence):
            figure = known.get(number) or (beside[0] if len(beside) == 1 and not known else None)
            path = path_of(statement.paper, figure.target) if figure is not None else None
            if path is not None and self._files.has(path) and path not in found:
                found.append(path)
        return found

    def _shown(self, path: RelPath, title: str, *, primary: bool = True) -> Held:
        """The picture itself, to be seen beside the claim."""
        figure = self._drawn.get(path)
        text = title if figure is None else summary(figure)
        value = LedgerValue(path, WHOLE, self._names.name((title,)), 0.0, Source.PROSE, text=text)
        return Held(Candidate(value, 0.6, _YES), primary=primary, agrees=True if primary else None)

    def _held(
        self, series: Series, point: Point, path: RelPath, *, agrees: bool | None, primary: bool
    ) -> Held:
        parts = tuple(part for part in (series.title, series.axis, series.label, point.tick) if part)
        value = LedgerValue(
            series.script,
            Place("line", "", series.line),
            self._names.name(parts or (series.kind,)),
            point.value,
            Source.DRAWN,
            text=f"{point.value:g}",
            picture=path,
            origin=point.origin,
        )
        literal = point.origin is None or point.origin.is_literal
        return Held(
            Candidate(value, 0.8, _YES if agrees else _NO, is_drawn=literal), primary=primary, agrees=agrees
        )


def _mark(value: float) -> str:
    return f"{value:.3g}"


def _points(figure: DrawnFigure | None) -> list[tuple[Series, Point]]:
    return [(s, p) for s in figure.series for p in s.points] if figure is not None else []


def _told(series: Series, point: Point) -> str:
    """A drawn number for people: its value, names and the place that it was read from."""
    name = ", ".join(part for part in (series.label or series.axis, point.tick) if part)
    where = f"{series.script}, line {series.line}"
    if point.origin is not None:
        where = f"{point.origin.path}, {point.origin.place.words()}"
    return f"{shown(point.value)} for {name or series.kind} ({where})"


def _mentioned(text: str) -> list[int]:
    """The numbers of the figures that a text names, ranges written out."""
    numbers: list[int] = []
    for hit in _MENTION.finditer(text):
        first, last = int(hit.group("first")), int(hit.group("last") or hit.group("first"))
        numbers += range(first, min(max(first, last), first + 8) + 1)
    return numbers


def _numbers(paper: PaperText) -> dict[int, Figure]:
    """Figures by number: as captions or alternative texts have it; by order where all are spoken of so."""
    told: dict[int, Figure] = {}
    for figure in paper.figures:
        hit = _NUMBERED.match(figure.caption.strip("*_ ")) or _NUMBERED.search(figure.alt)
        if hit:
            told.setdefault(int(hit.group("number")), figure)
    if not told and max(_mentioned(paper.text), default=0) == len(paper.figures):
        return dict(enumerate(paper.figures, start=1))
    return told


def _is_named(series: Series, point: Point, sentence: str) -> bool:
    """Whether the sentence has the names of a drawn number: its label and tick, and else the axis."""
    words = set(name_words(sentence))
    names = [set(name_words(part)) for part in (series.label, point.tick) if part and not part.isdigit()]
    if not names or not all(name and name <= words for name in names):
        return False
    axis = set(name_words(series.axis))
    return len(names) > 1 or bool(axis & words)
