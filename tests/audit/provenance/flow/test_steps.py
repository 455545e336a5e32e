"""The way of one number through the code, as steps that can be opened."""

from mlrbench_gui.audit.provenance.flow.atoms import Ingredient, Spot
from mlrbench_gui.audit.provenance.flow.leaves import Leaf, Sink
from mlrbench_gui.audit.provenance.flow.steps import leaf_steps
from mlrbench_gui.domain.locator import Locator
from mlrbench_gui.domain.values import Provenance, RelPath

SCRIPT = RelPath("code/tide.py")
TYPED = Leaf(Sink.WRITTEN, Ingredient.LITERAL, SCRIPT, Spot(SCRIPT, 4, 0), 9, "tide_error")
DRAWN = Leaf(
    Sink.WRITTEN, Ingredient.LITERAL | Ingredient.RANDOM, SCRIPT, Spot(SCRIPT, 6, 0), 9, "Tide error"
)
COMPUTED = Leaf(
    Sink.WRITTEN, Ingredient.DATA | Ingredient.RANDOM, SCRIPT, Spot(SCRIPT, 2, 0), 9, "tide_error"
)
PRINTED = Leaf(Sink.PRINTED, Ingredient.LITERAL, SCRIPT, Spot(SCRIPT, 1, 0), 1, "tide_error")


def test_that_a_typed_number_is_followed_from_where_it_leaves_to_where_it_stands() -> None:
    left, made = leaf_steps([TYPED], "tide error", decides=True)
    assert (left.kind, left.locator) == ("script", Locator(line=9))
    assert (made.kind, made.locator) == ("literal", Locator(line=4))
    assert made.provenance is Provenance.LITERAL_SCRIPT
    assert made.decides_trust
    assert not left.decides_trust
    assert "a number typed in the code" in made.detail


def test_that_a_computed_number_says_what_it_was_computed_from() -> None:
    made = leaf_steps([COMPUTED], "tide_error", decides=False)[-1]
    assert made.kind == "script"
    assert made.provenance is Provenance.EXECUTED_SCRIPT
    assert "computed from data" in made.detail


def test_that_what_is_made_up_comes_before_what_is_computed_and_the_others_are_counted() -> None:
    made = leaf_steps([COMPUTED, DRAWN], "tide_error", decides=False)[-1]
    assert "a random draw; 1 other place under this name" in made.detail


def test_that_what_is_kept_comes_before_what_is_only_printed() -> None:
    assert leaf_steps([PRINTED, TYPED], "tide_error", decides=False)[-1].locator == Locator(line=4)


def test_that_a_number_made_and_left_on_one_line_is_one_step() -> None:
    assert len(leaf_steps([PRINTED], "tide_error", decides=False)) == 1


def test_that_another_name_or_none_has_no_steps() -> None:
    assert leaf_steps([TYPED], "gauge", decides=False) == ()
    assert leaf_steps([TYPED], "", decides=False) == ()
