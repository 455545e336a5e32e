"""Stamps of loggers are no part of a value's name, not even where one logger repeats another's line."""

from mlrbench_gui.audit.ledger.log_values import add_log
from mlrbench_gui.audit.ledger.values import Collector, NameTable, Source
from mlrbench_gui.domain.values import RelPath

STAMP = "2025-01-02 03:04:05,678 - trainer - INFO - "


def test_that_a_line_stamped_twice_is_named_by_its_words_and_its_heading() -> None:
    collector = Collector(RelPath("log.txt"), NameTable(), Source.LOG)
    add_log(collector, f"{STAMP}{STAMP}Summary of gains:\n{STAMP}{STAMP}Recall: 14.87%\n")

    (value,) = collector.values
    assert value.name.parts == ("Summary of gains", "Recall")
    assert (value.value, value.unit) == (14.87, "%")
