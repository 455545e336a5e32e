"""Pictures, what they draw and what draws it, as evidence beside a claim."""

from collections.abc import Mapping
from decimal import Decimal

from mlrbench_gui.audit.ledger.values import WHOLE, LedgerValue, NameTable, Place, Source
from mlrbench_gui.audit.matching.candidate import Candidate
from mlrbench_gui.audit.numbers.tolerance import Agreement
from mlrbench_gui.audit.plots.figures import DrawnFigure, Matter, Point, Series, Unread
from mlrbench_gui.audit.plots.telling import told_of
from mlrbench_gui.audit.verdicts.decision import Held
from mlrbench_gui.audit.verdicts.figure_faults import is_random
from mlrbench_gui.domain.pictures import ReadBar
from mlrbench_gui.domain.values import RelPath

_YES = Agreement(agrees=True, factor=Decimal(1))
_NO = Agreement(agrees=False, factor=Decimal(1))


class FigureEvidence:
    """Makes evidence of the pictures of one run. `drawn` is what was recovered of them."""

    def __init__(self, drawn: Mapping[RelPath, DrawnFigure]) -> None:
        self._drawn = drawn
        self._names = NameTable()

    def bar(self, path: RelPath, number: int, bar: ReadBar) -> Held:
        left, top, right, bottom = bar.box
        value = LedgerValue(path, WHOLE, self._names.name((f"bar {number}",)), bar.value, Source.DRAWN)
        how = f"read from the picture at {left},{top} to {right},{bottom} px, ± {bar.tolerance:.2g}"
        return Held(Candidate(value, 0.5, _YES), False, None, formula=how, value=round(bar.value, 6))

    def picture(self, path: RelPath, title: str, *, primary: bool = True, is_doubtful: bool = False) -> Held:
        """The picture itself, to be seen beside the claim."""
        figure = self._drawn.get(path)
        text = title if figure is None else told_of(figure)
        value = LedgerValue(path, WHOLE, self._names.name((title,)), 0.0, Source.PROSE, text=text)
        candidate = Candidate(value, 0.6, _YES, is_drawn=is_doubtful or is_random(figure))
        return Held(candidate, primary=primary, agrees=True if primary else None)

    def call(self, call: Unread, path: RelPath) -> Held:
        """A drawing call whose numbers are not known, at its line."""
        parts = tuple(part for part in (call.title, call.axis, call.label) if part) or (call.kind,)
        place = Place("line", "", call.line)
        told = f"{call.label or call.kind}: {call.matter}"
        value = LedgerValue(
            call.script, place, self._names.name(parts), 0.0, Source.DRAWN, text=told, picture=path
        )
        return Held(Candidate(value, 0.8, _NO, is_drawn=call.matter is not Matter.EMPTY), True, agrees=False)

    def point(
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
