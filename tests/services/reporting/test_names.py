"""File names of reports."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlrbench_gui.domain.values import RunName
from mlrbench_gui.services.reporting.names import file_stem


def test_that_a_plain_run_name_keeps_its_words() -> None:
    assert file_stem(RunName("end2end_x/iclr2025_y")) == "end2end_x__iclr2025_y"


@pytest.mark.parametrize(
    "odd", ["../../etc/passwd", "con", "nul.txt", "a b", "-rf", "", "...", "ü", "a\nb", "x" * 300, 'a"<>|?*:']
)
def test_that_an_odd_run_name_becomes_a_safe_file_name(odd: str) -> None:
    stem = file_stem(RunName(odd))
    assert stem
    assert len(stem) <= 140
    assert stem[0] not in ".-"
    assert not set(stem) & set('/\\:*?"<>| \n')
    assert stem.split(".")[0].lower() not in {"con", "nul"}


def test_that_two_odd_names_never_share_a_file() -> None:
    assert file_stem(RunName("a b")) != file_stem(RunName("a_b")) != file_stem(RunName("a?b"))
    assert file_stem(RunName("a b")) != file_stem(RunName("a?b"))


@pytest.mark.fuzzed
@given(st.text(max_size=200))
def test_that_no_name_leads_out_of_the_folder(name: str) -> None:
    stem = file_stem(RunName(name))
    assert stem
    assert "/" not in stem
    assert stem not in {".", ".."}
    stem.encode("ascii")
