"""A test of significance and an accelerator leave a trace in a run, or the paper's word for them has no support."""

from mlrbench_gui.audit.verdicts.named import absent_thing


def test_that_a_p_value_without_a_test_is_told() -> None:
    assert (
        absent_thing("with a paired test (p < ", "(p < 0.01)", lambda _word: False)
        == "a test of significance"
    )
    assert absent_thing("with a paired test (p < ", "(p < 0.01)", lambda word: word == "pvalue") == ""


def test_that_an_accelerator_which_no_file_names_is_told() -> None:
    assert absent_thing("trained on ", "trained on 8 A100 GPUs", lambda _word: False) == "A100"
    assert absent_thing("trained on ", "trained on 8 A100 GPUs", lambda word: word == "a100") == ""


def test_that_other_numbers_name_nothing_of_the_kind() -> None:
    assert absent_thing("a step of ", "a step of 0.01 for T5 models", lambda _word: False) == ""
    assert absent_thing("top ", "top 5 of the list", lambda _word: False) == ""
