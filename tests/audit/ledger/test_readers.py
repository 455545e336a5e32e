"""Every value of a file has its full name and place, and no file breaks the ledger."""

import contextlib
import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlrbench_gui.audit.ledger.code_values import add_code, parse_python
from mlrbench_gui.audit.ledger.csv_values import add_csv
from mlrbench_gui.audit.ledger.json_values import add_json, read_json
from mlrbench_gui.audit.ledger.log_values import add_log
from mlrbench_gui.audit.ledger.markdown_values import add_markdown
from mlrbench_gui.audit.ledger.values import Collector, NameTable, Source
from mlrbench_gui.domain.values import RelPath


def collector(source: Source = Source.JSON) -> Collector:
    return Collector(RelPath("file"), NameTable(), source)


def found(made: Collector) -> set[tuple[str, float, str]]:
    return {(v.name.title(), v.value, v.aspect) for v in made.values}


def test_that_json_values_have_pointers_and_names() -> None:
    made = collector()
    add_json(
        made,
        read_json('{"a/b": {"f1": 0.5}, "runs": [{"name": "x", "acc": 1.5}, {"name": "y", "acc": 2.5}]}'),
    )

    places = {v.place.pointer: v.name.title() for v in made.values if not v.formula}
    assert places["/a~1b/f1"] == "a/b · f1"
    assert places["/runs/1/acc"] == "runs · y · acc"
    assert ("runs · acc", 2.0, "mean") in found(made)


def test_that_counts_beside_a_total_become_shares() -> None:
    made = collector()
    add_json(made, {"total_samples": 100, "correct_samples": 40, "error_counts": {"a": 30, "b": 20}})

    assert ("correct_samples rate", 0.4, "share") in found(made)
    assert ("error_counts rate", 0.5, "share") in found(made)


def test_that_records_that_passed_or_failed_give_their_rates() -> None:
    made = collector()
    add_json(made, [{"status": "PASS"}, {"status": "FAIL"}, {"status": "FAIL"}, {"status": "FAIL"}])
    add_json(made, [{"enabled": "yes"}, {"enabled": "no"}])

    assert {
        ("pass rate", 0.25, "share"),
        ("failure rate", 0.75, "share"),
        ("failed", 3.0, "not held"),
    } <= found(made)
    assert {v.value for v in made.values if v.name.title() == "pass@1"} == {0.25}


def test_that_json_lines_and_nan_are_read() -> None:
    made = collector()
    add_json(made, read_json('{"loss": NaN}\n{"loss": 2.0}\n'))

    assert any(math.isnan(v.value) for v in made.values)
    assert any(v.value == 2.0 for v in made.values)


def test_that_csv_cells_are_named_by_row_and_header_and_groups_are_counted() -> None:
    made = collector(Source.CSV)
    add_csv(made, "method,passed,score\nours,True,0.9\nours,False,0.7\nbase,False,0.5\n")

    means = {name: value for name, value, aspect in found(made) if aspect == "mean"}
    assert means["ours · score"] == pytest.approx(0.8)
    assert ("ours · passed · rate", 0.5, "share") in found(made)
    assert any(v.place.first == 2 and v.place.second == 3 and v.value == 0.9 for v in made.values)


def test_that_log_lines_are_named_by_the_words_before() -> None:
    made = collector(Source.LOG)
    add_log(
        made,
        "2025-01-01 10:00:00,123 - INFO - Evaluating ours\n[2025-01-01 10:00:01] [INFO] accuracy: 0.91, f1=0.80\n",
    )

    assert ("Evaluating ours · accuracy", 0.91, "") in found(made)
    assert any(name.endswith("f1") and value == 0.8 for name, value, _ in found(made))


def test_that_options_defaults_and_literals_of_code_are_named() -> None:
    made = collector(Source.CODE)
    text = 'p.add_argument("--lr", type=float, default=1e-3)\nN_RUNS = 3\nscores = [0.1, 0.2]\nrun(temperature=0.1)\n'
    add_code(made, text, parse_python(text))

    named = {(v.name.parts[-1], v.value, v.source) for v in made.values}
    assert {
        ("lr", 0.001, Source.OPTION),
        ("N_RUNS", 3.0, Source.CODE),
        ("temperature", 0.1, Source.CODE),
    } <= named
    assert ("scores", 0.1, Source.CODE) in named


def test_that_code_of_a_newer_python_is_still_read() -> None:
    assert parse_python('y = f"""{"\\n".join(z)}"""') is not None


def test_that_a_file_gives_at_most_its_limit() -> None:
    made = collector()
    made.limit = 10
    add_json(made, {str(i): i for i in range(50)})

    assert (len(made.values), made.left_out > 0) == (10, True)


@pytest.mark.parametrize("text", ["[" * 100_000, "{" * 5000, "nonsense", ""])
def test_that_broken_json_is_a_value_error(text: str) -> None:
    with pytest.raises(ValueError, match=r".*"):
        read_json(text)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=10),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=6), inner, max_size=5),
    max_leaves=30,
)


@pytest.mark.fuzzed
@given(json_values)
def test_that_any_json_is_read(value: object) -> None:
    made = collector()
    add_json(made, json.loads(json.dumps(value)))
    assert all(v.place.locator() for v in made.values)


@pytest.mark.fuzzed
@given(st.text(max_size=300))
def test_that_any_text_is_a_log_a_csv_markdown_and_code(text: str) -> None:
    add_log(collector(Source.LOG), text)
    add_markdown(collector(Source.PROSE), text, table_source=Source.TABLE)
    add_code(collector(Source.CODE), text, parse_python(text))
    with contextlib.suppress(ValueError):
        add_csv(collector(Source.CSV), text)


@pytest.mark.parametrize("text", ["(" * 3000, "-" * 100_000 + "1", "x = " + "[" * 300 + "]" * 300, "a\0b"])
def test_that_code_nested_beyond_measure_is_read_as_plain_lines(text: str) -> None:
    add_code(collector(Source.CODE), text, parse_python(text))
