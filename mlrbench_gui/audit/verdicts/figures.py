"""The verdict on statements about figures: what the picture shows, as far as the code that drew it can be followed.

A figure is contradicted only where what is drawn differs from a table of the paper, or where it is said to show
something measured and draws numbers that were typed into the code and that no file of results holds.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from mlrbench_gui.audit.claims.figure_ties import picture_named, tie_of
from mlrbench_gui.audit.claims.figures import mentioned
from mlrbench_gui.audit.claims.statements import About, Statement
from mlrbench_gui.audit.evidence_files import EvidenceFiles
from mlrbench_gui.audit.ledger.ledger import Ledger
from mlrbench_gui.audit.numbers.printed import PrintedNumber
from mlrbench_gui.audit.numbers.tolerance import agreement
from mlrbench_gui.audit.plots.blank import is_one_colour
from mlrbench_gui.audit.plots.charts import PICTURE_ROLES, path_of
from mlrbench_gui.audit.plots.comparing import Meeting, meetings_of, mismatches, share_of
from mlrbench_gui.audit.plots.figures import DrawnFigure
from mlrbench_gui.audit.plots.telling import told_of
from mlrbench_gui.audit.text.paper import PaperText
from mlrbench_gui.audit.text.words import name_words
from mlrbench_gui.audit.verdicts.decision import Decision, Held
from mlrbench_gui.audit.verdicts.figure_evidence import FigureEvidence
from mlrbench_gui.audit.verdicts.figure_faults import (
    Fault,
    FaultKind,
    blank,
    find_fault,
    is_random,
    is_said,
    mark,
    noted,
)
from mlrbench_gui.audit.verdicts.figure_points import (
    LEAST_COUNTED,
    ends_before,
    is_named,
    points_of,
    told_point,
)
from mlrbench_gui.audit.verdicts.figure_words import (
    judges,
    numbers_of,
    speak_of,
    tells,
    tells_of_simulation,
)
from mlrbench_gui.domain.pictures import PictureReading
from mlrbench_gui.domain.values import ClaimKind, RelPath, Verdict

_OVER = re.compile(
    r"\b(?:over|across|during|through(?:out)?|for|all)\s+(?:the\s+)?(?:course of\s+)?(?:\w+\s+)?$",
    re.IGNORECASE,
)
_OPEN = (Verdict.CONTRADICTED, Verdict.UNSUPPORTED, Verdict.NARRATIVE_ONLY)
"""Verdicts that the picture may change: what another file holds under the names of the sentence stays."""
_SHOWN = 3
_HELD = 5
_MOST_BARS = 40


class FigureJudge:
    """Decides statements about the pictures of one run. `drawn` is what was recovered of them.

    `faults` gathers, by paper and picture, why pictures are not what was said of them.
    """

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
        self._numbered = {path: numbers_of(paper) for path, paper in papers.items()}
        self._evidence = FigureEvidence(drawn)
        self._measured = {mark(v.value) for v in ledger.values if v.source.is_machine}
        self._met: dict[tuple[RelPath, RelPath], list[Meeting]] = {}
        self._blank: dict[RelPath, bool] = {}
        self.faults: dict[tuple[RelPath, RelPath], Fault] = {}

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
        """A better decision on a number that is read off a figure: by what is drawn there, and by no other file."""
        if statement.number is None or statement.about is not About.RUN:
            return None
        sentence = text[slice(*statement.sentence)]
        counted = self._counted(statement, text, sentence) if mentioned(sentence) else None
        if counted is not None or decision.verdict not in _OPEN:
            return counted
        pictures = self._read_off(statement, text)
        for path in pictures:
            drawn = self._drawn_so(statement, path, text)
            if drawn is not None:
                return drawn
        is_told = decision.verdict is Verdict.NARRATIVE_ONLY
        return None if is_told else self._beside(pictures, statement.number, decision)

    def _read_off(self, statement: Statement, text: str) -> list[RelPath]:
        """The pictures that a number is read off; where the paper shows none, the one of the run that is so named."""
        tie = tie_of(statement, text)
        if tie is None or self._papers[statement.paper].figures:
            return self._numbered_so(statement, tie.figures) if tie is not None else []
        picture = picture_named(tie.words, self._files.of_role(*PICTURE_ROLES))
        return [picture] if picture is not None else []

    def _drawn_so(self, statement: Statement, path: RelPath, text: str) -> Decision | None:
        """The support of a number that is drawn in a picture under the names of its sentence."""
        number, sentence = statement.number, text[slice(*statement.sentence)]
        if number is None:
            return None
        for series, point in points_of(self._drawn.get(path)):
            if agreement(number, point.value).agrees and is_named(series, point, sentence):
                held = self._evidence.point(series, point, path, agrees=True, primary=True)
                reason = f"{text[number.start : number.unit_end]} is what {path} draws: {told_point(series, point)}."
                shown_as = self._evidence.picture(path, "figure", primary=False)
                return Decision(Verdict.SUPPORTED, 0.6, reason, (held, shown_as))
        return None

    def _beside(
        self, pictures: Sequence[RelPath], number: PrintedNumber, decision: Decision
    ) -> Decision | None:
        """A number read off a picture of unknown numbers: the picture beside it, and no other file denies it."""
        known = [path for path in pictures if any(points_of(self._drawn.get(path)))]
        held_paths = {held.candidate.value.path for held in decision.held}
        if not pictures or known or held_paths & set(pictures):
            return None
        reason = (
            f"It is read off {pictures[0]}, whose numbers cannot be followed; a person must look at the picture. "
            f"Elsewhere: {decision.reason}"
        )
        shown_as = (
            self._evidence.picture(pictures[0], "figure", primary=False),
            *self._bars_near(pictures[0], number),
        )
        others = tuple(replace(held, primary=False) for held in decision.held)
        return Decision(Verdict.UNSUPPORTED, 0.4, reason, (*shown_as, *others)[:_HELD])

    def _bars_near(self, path: RelPath, number: PrintedNumber) -> list[Held]:
        """Bars read from the picture itself that are as high as the number tells."""
        reading = self._readings.get(path)
        bars = enumerate(reading.bars if reading is not None else (), start=1)
        near = [(n, bar) for n, bar in bars if abs(bar.value - number.number) <= bar.tolerance]
        return [self._evidence.bar(path, n, bar) for n, bar in near[:_SHOWN]]

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
            self._evidence.bar(path, number, bar)
            for number, bar in enumerate(reading.bars[:_MOST_BARS], start=1)
        ]
        worst = max((bar.tolerance for bar in reading.bars), default=0.0)
        told = f"{len(reading.bars)} bars were read from the picture itself, each within {worst:.2g}."
        return replace(decision, reason=f"{decision.reason} {told}", held=(*decision.held, *held))

    def _picture(self, statement: Statement) -> Decision:
        if re.match(r"[a-z]+://", statement.target):
            reason = f"The picture lies elsewhere, at {statement.target}; the run does not hold it."
            return Decision(Verdict.UNVERIFIABLE, 0.5, reason)
        path = path_of(statement.paper, statement.target)
        if not self._is_there(path):
            return Decision(Verdict.UNSUPPORTED, 0.9, f"The run has no picture {path}.")
        words = f"{statement.lead}. {statement.before}"
        denied = self._denied(statement.paper, path, words, statement.lead)
        if denied is not None:
            return denied
        figure, fault = self._drawn.get(path), self._fault(statement.paper, path, words)
        shown_as = self._evidence.picture(path, statement.lead or "figure", is_doubtful=fault is not None)
        if figure is None:
            reason = f"{path} is there; what it shows cannot be followed from code."
            return Decision(Verdict.SUPPORTED, 0.5, reason, (shown_as,))
        held = [
            self._evidence.point(s, p, path, agrees=True, primary=False)
            for s, p in points_of(figure)[:_SHOWN]
        ]
        also = self._also(statement, path, fault)
        reason = f"{path} is there and draws, by {figure.script}: {told_of(figure)}.{also}"
        return Decision(Verdict.SUPPORTED, 0.6, reason, (shown_as, *held))

    def _also(self, statement: Statement, path: RelPath, fault: Fault | None) -> str:
        """What else is to be said of a picture: its fault, or how many of its numbers stand in tables."""
        if fault is not None:
            return f" {noted(fault)}"
        agreeing = [m for m in self._meetings(statement.paper, path) if m.agrees]
        if agreeing:
            return f" {len(agreeing)} of its numbers stand in a table too and agree."
        return " Its numbers are random draws of that code." if is_random(self._drawn.get(path)) else ""

    def _mention(self, statement: Statement, text: str) -> Decision | None:
        """The decision on a caption, or on a sentence that tells of figures by number."""
        words = text[statement.start : statement.end]
        absent = self._absent(statement, words)
        if absent is not None:
            return absent
        paths = self._pictures_of(statement, words)
        if not paths:
            return None
        own, faults = words if tells(words) else "", []
        for path in paths:
            about = f"{own} {self._caption(statement.paper, path)}"
            denied = self._denied(statement.paper, path, about, about)
            if denied is not None:
                return denied
            faults.append(self._fault(statement.paper, path, about))
        held = tuple(self._evidence.picture(path, "figure", primary=False) for path in paths[:_SHOWN])
        figure = self._drawn.get(paths[0])
        if figure is None:
            reason = f"What {paths[0]} shows cannot be followed from code; a person must look at the picture."
            return Decision(Verdict.UNVERIFIABLE, 0.3, reason, held)
        points = [
            self._evidence.point(s, p, paths[0], agrees=None, primary=False)
            for s, p in points_of(figure)[:_SHOWN]
        ]
        known = all(path in self._drawn for path in paths)
        if known and tells(words) and not judges(words) and self._speak_of(statement.paper, words, paths):
            shown_as = tuple(
                self._evidence.picture(path, "figure", is_doubtful=fault is not None)
                for path, fault in list(zip(paths, faults, strict=True))[:_SHOWN]
            )
            also = self._also(statement, paths[0], faults[0])
            reason = f"{paths[0]} draws, by {figure.script}: {told_of(figure)}.{also}"
            return Decision(Verdict.SUPPORTED, 0.55, reason, (*shown_as, *points)[:5])
        also = "".join(f" {noted(fault)}" for fault in faults[:1] if fault is not None)
        reason = f"{paths[0]} draws {told_of(figure)}; a person must hold the words against it.{also}"
        return Decision(Verdict.UNVERIFIABLE, 0.4, reason, (*held, *points)[:5])

    def _speak_of(self, paper: RelPath, words: str, paths: Sequence[RelPath]) -> bool:
        others = {path_of(paper, f.target) for f in self._papers[paper].figures} - set(paths)
        rivals = [self._drawn[path] for path in others if path in self._drawn]
        return speak_of(words, [self._drawn[path] for path in paths], rivals)

    def _absent(self, statement: Statement, words: str) -> Decision | None:
        """A sentence about a figure that the paper does not show, or whose file is not there."""
        known, paper = self._numbered[statement.paper], self._papers[statement.paper]
        for number in mentioned(words):
            figure = known.get(number)
            if figure is None and len(known) == len(paper.figures) > 0:
                if re.search(rf"(?m)^\W*fig(?:ure|\.)?\s*{number}\b\W*[.:]", paper.text, re.IGNORECASE):
                    continue
                return Decision(Verdict.UNSUPPORTED, 0.6, f"The paper shows no picture as Figure {number}.")
            path = path_of(statement.paper, figure.target) if figure is not None else None
            if path is not None and "://" not in path and not self._is_there(path):
                return Decision(Verdict.UNSUPPORTED, 0.8, f"The run has no picture {path}.")
        return None

    def _is_there(self, path: RelPath) -> bool:
        return self._files.has(path) and self._files.roles[path] in PICTURE_ROLES

    def _caption(self, paper: RelPath, path: RelPath) -> str:
        shown_here = [f for f in self._papers[paper].figures if path_of(paper, f.target) == path]
        return " ".join(f"{figure.alt}. {figure.caption}" for figure in shown_here)

    def _denied(self, paper: RelPath, path: RelPath, words: str, own: str) -> Decision | None:
        """The denial of these words, of which the statement's `own` are a part."""
        wrong = self.mismatches(paper, path)
        if wrong:
            return self._differs(path, wrong, len(self._meetings(paper, path)))
        fault = self._fault(paper, path, words)
        if fault is None or not is_said(fault, words, own):
            return None
        held = [
            self._evidence.point(s, p, path, agrees=False, primary=True) for s, p in fault.points[:_SHOWN]
        ]
        held += [self._evidence.call(call, path) for call in fault.calls[:_SHOWN]]
        held.append(self._evidence.picture(path, "figure", primary=False))
        return Decision(Verdict.CONTRADICTED, 0.6, fault.reason, tuple(held))

    def _fault(self, paper: RelPath, path: RelPath, words: str) -> Fault | None:
        """The fault of a picture of which these words stand; kept as one of the run whether they say it or not."""
        figure = self._drawn.get(path)
        if self._is_blank(path):
            fault: Fault | None = blank(path)
        else:
            fault = find_fault(path, figure, words, self._measured) if figure is not None else None
        if fault is None or (fault.kind is FaultKind.RANDOM and tells_of_simulation(self._papers[paper])):
            return None
        if fault.kind is FaultKind.SHARE:
            beside = share_of(fault.points[0][0], self._papers[paper])
            fault = replace(fault, reason=f"{fault.reason[:-1]}; {beside}.") if beside else fault
        self.faults.setdefault((paper, path), fault)
        return fault

    def _is_blank(self, path: RelPath) -> bool:
        if path not in self._blank:
            self._blank[path] = self._is_there(path) and is_one_colour(self._files.read(path))
        return self._blank[path]

    def _counted(self, statement: Statement, text: str, sentence: str) -> Decision | None:
        """A number of epochs, rounds or the like over which a figure is said to run, against those it draws."""
        number = statement.number
        if number is None or not number.is_whole or number.unit is not None or number.number < LEAST_COUNTED:
            return None
        after = re.match(r"[\s-]*(?P<word>[A-Za-z]+)", text[number.unit_end : statement.sentence[1]])
        if after is None or not _OVER.search(text[statement.sentence[0] : number.start]):
            return None
        counted = set(name_words(after.group("word")))
        for path in self._pictures_of(statement, sentence):
            figure = self._drawn.get(path)
            runs = (
                [s for s in figure.series if counted & set(name_words(s.along))] if figure is not None else []
            )
            runs = [s for s in runs if s.kind in ("line", "scatter")]
            if not runs or not all(s.is_certain and ends_before(s, number.number) for s in runs):
                continue
            first = runs[0]
            held = self._evidence.point(first, first.points[-1], path, agrees=False, primary=True)
            reason = (
                f"The paper has {number.number:g} {after.group('word')}, but {path} draws {len(first.points)}, up to "
                f"{first.points[-1].tick} ({first.script}, line {first.line})."
            )
            shown_as = self._evidence.picture(path, "figure", primary=False)
            return Decision(Verdict.CONTRADICTED, 0.7, reason, (held, shown_as))
        return None

    def _differs(self, path: RelPath, wrong: Sequence[Meeting], met: int) -> Decision:
        first = wrong[0]
        own = f"{first.printed.text} for {first.row}, {first.column}"
        reason = (
            f"{path} draws {told_point(first.series, first.point)}, but table {first.table + 1} has {own}; "
            f"of {met} numbers that stand in both {len(wrong)} differ."
        )
        held = [
            self._evidence.point(m.series, m.point, path, agrees=False, primary=True) for m in wrong[:_SHOWN]
        ]
        return Decision(
            Verdict.CONTRADICTED, 0.75, reason, (*held, self._evidence.picture(path, "figure", primary=False))
        )

    def _pictures_of(self, statement: Statement, sentence: str) -> list[RelPath]:
        """The pictures that a sentence names by number."""
        return self._numbered_so(statement, mentioned(sentence))

    def _numbered_so(self, statement: Statement, numbers: Sequence[int]) -> list[RelPath]:
        """The pictures of the run that the paper shows under these numbers."""
        paper = self._papers[statement.paper]
        known = self._numbered[statement.paper]
        beside = [figure for figure in paper.figures if figure.section == statement.section]
        found: list[RelPath] = []
        for number in numbers:
            figure = known.get(number) or (beside[0] if len(beside) == 1 and not known else None)
            path = path_of(statement.paper, figure.target) if figure is not None else None
            if path is not None and self._files.has(path) and path not in found:
                found.append(path)
        return found
