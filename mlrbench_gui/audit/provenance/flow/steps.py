"""The way of one number through the code as steps of a trail: where it leaves the program, and what it was made of."""

from collections.abc import Sequence

from mlrbench_gui.audit.provenance.flow.atoms import Ingredient
from mlrbench_gui.audit.provenance.flow.leaves import Leaf, Sink
from mlrbench_gui.audit.text.words import name_words
from mlrbench_gui.domain.audit import TrailStep
from mlrbench_gui.domain.locator import Locator
from mlrbench_gui.domain.values import Provenance

_LEAVES = {
    Sink.WRITTEN: "written from here",
    Sink.PRINTED: "printed from here",
    Sink.DRAWN: "drawn from here",
}


def leaf_steps(leaves: Sequence[Leaf], name: str, *, decides: bool) -> tuple[TrailStep, ...]:
    """The steps behind a number of this name, none where the code leaves none; `decides` marks the last as telling.

    Of several places those that keep the number come first, and what is made up before what is computed.
    """
    wanted = name_words(name)
    under = [leaf for leaf in leaves if wanted and name_words(leaf.label) == wanted]
    if not under:
        return ()
    leaf = min(under, key=lambda leaf: (leaf.sink is Sink.PRINTED, leaf.made_of.is_computed, leaf.line))
    others = len({other.spot[:2] for other in under} - {leaf.spot[:2]})
    made = _made(leaf, others, decides=decides)
    if leaf.spot[:2] == (leaf.script, leaf.left_at):
        return (made,)
    return (_left(leaf), made)


def made_words(made_of: Ingredient) -> str:
    """What went into a number, in words."""
    if made_of & Ingredient.DATA:
        return "computed from data or a model's answers"
    if made_of & (Ingredient.DERIVED | Ingredient.LEARNED):
        return "worked out by the code"
    if made_of & Ingredient.RANDOM:
        return "a random draw"
    return "a number typed in the code"


def _left(leaf: Leaf) -> TrailStep:
    return TrailStep(
        kind="script",
        title=f"{leaf.script}:{leaf.left_at}",
        detail=f"{_LEAVES[leaf.sink]} under the name {leaf.label}",
        path=leaf.script,
        locator=Locator(line=max(1, leaf.left_at)),
        provenance=_class(leaf),
    )


def _made(leaf: Leaf, others: int, *, decides: bool) -> TrailStep:
    more = f"; {others} other place{'s' if others > 1 else ''} under this name" if others else ""
    return TrailStep(
        kind="literal" if leaf.made_of.is_made_up else "script",
        title=f"{leaf.spot.script}:{leaf.line}",
        detail=f"{leaf.label} is {made_words(leaf.made_of)}{more}",
        path=leaf.spot.script,
        locator=Locator(line=max(1, leaf.line)),
        provenance=_class(leaf),
        decides_trust=decides,
    )


def _class(leaf: Leaf) -> Provenance:
    return Provenance.LITERAL_SCRIPT if leaf.made_of.is_made_up else Provenance.EXECUTED_SCRIPT
