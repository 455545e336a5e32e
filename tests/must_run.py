"""A run that must be whole: `-p tests.must_run --must-run MARK` fails it where tests of a mark are missing.

Missing is: none was collected, or one was skipped, alone or with its whole module.
"""

from collections.abc import Sequence

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--must-run",
        action="append",
        default=[],
        metavar="MARK",
        help="fail if no test of MARK ran, or one is skipped",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Only where all reports come together: not in a worker."""
    marks = config.getoption("--must-run")
    if marks and not hasattr(config, "workerinput"):
        config.pluginmanager.register(MustRun(marks))


class MustRun:
    """Counts tests that ran and collects those that did not."""

    def __init__(self, marks: Sequence[str]) -> None:
        self._ran = dict.fromkeys(marks, 0)
        self._skipped: list[str] = []

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.skipped:
            self._skipped.append(report.nodeid)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        wanted = [mark for mark in self._ran if mark in report.keywords]
        if wanted and report.skipped:
            self._skipped.append(report.nodeid)
        elif report.when == "call":
            for mark in wanted:
                self._ran[mark] += 1

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if self._faults() and session.exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        for fault in self._faults():
            terminalreporter.write_line(f"must run: {fault}", red=True)

    def _faults(self) -> list[str]:
        none = [f"no test marked {mark} ran" for mark, count in self._ran.items() if not count]
        return none + [f"{name} was skipped" for name in self._skipped]
