"""The engine as a library: the documented example runs, and nothing of window, database or PDF is loaded."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import mlrbench_gui.audit
from mlrbench_gui.audit.run import audit_run
from mlrbench_gui.domain.resources import resource
from mlrbench_gui.domain.values import RunName
from mlrbench_gui.infra.files.folder import FolderFiles

DOCS = Path(__file__).parents[2] / "docs" / "library.md"
RUN = ("sample", "agent_results", "end2end_sample", "iclr2025_calibration")
HEAVY = ("PySide6", "sqlalchemy", "sqlmodel", "alembic", "pymupdf", "fitz", "typst")


def python(code: str, *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=False, timeout=100
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def example() -> str:
    block = re.search(r"```python\n(?P<code>.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)
    assert block is not None
    return block["code"]


def test_that_the_documented_example_runs_and_is_of_ten_lines() -> None:
    printed = python(example(), str(resource(*RUN))).splitlines()

    assert len([line for line in example().splitlines() if line]) <= 10
    audit = audit_run(RunName("agent/task"), FolderFiles(resource(*RUN)))
    assert printed[-1] == f"{audit.gate.reached} reached, {audit.gate.claimed} claimed"
    assert sum(line.startswith("supported") for line in printed) > 20


def test_that_an_audit_loads_no_window_no_database_and_no_pdf() -> None:
    asked = f"\nprint(sorted(m for m in {HEAVY!r} if m in sys.modules))"

    assert python(example() + asked, str(resource(*RUN))).splitlines()[-1] == "[]"


def test_that_importing_the_package_loads_nothing_of_the_engine() -> None:
    code = "import sys, mlrbench_gui.audit.text.words as w\nprint('mlrbench_gui.audit.run' in sys.modules)"

    assert python(code) == "False\n"


@pytest.mark.parametrize("name", mlrbench_gui.audit.__all__)
def test_that_each_name_of_the_library_is_there_and_told_in_its_page(name: str) -> None:
    assert getattr(mlrbench_gui.audit, name) is not None
    assert f"`{name}" in DOCS.read_text(encoding="utf-8")


def test_that_the_librarys_audit_is_the_engines_and_other_names_are_refused() -> None:
    assert mlrbench_gui.audit.audit_run is audit_run
    assert dir(mlrbench_gui.audit) == sorted(mlrbench_gui.audit.__all__)
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        getattr(mlrbench_gui.audit, "nothing")  # noqa: B009 -- the checker knows that it is not there
