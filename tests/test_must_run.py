"""The guard of CI: a run without the tests that it is for, or with one of them skipped, fails."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

HEAD = "import pytest\n"
RUNS = "@pytest.mark.docker\ndef test_a(): pass\n"
SKIPPED = "@pytest.mark.docker\ndef test_b(): pytest.skip('no engine')\n"
UNMARKED = "def test_c(): pass\n"
SKIPPED_OTHER = "def test_d(): pytest.skip('not today')\n"
SKIPPED_MODULE = "pytest.importorskip('no_such_module')\n@pytest.mark.docker\ndef test_e(): pass\n"


@pytest.mark.parametrize("workers", [[], ["-n", "1"]])
@pytest.mark.parametrize(
    ("parts", "code", "told"),
    [
        ((RUNS, UNMARKED, SKIPPED_OTHER), 0, ""),
        ((UNMARKED,), 1, "no test marked docker ran"),
        ((RUNS, SKIPPED), 1, "test_b was skipped"),
        ((SKIPPED,), 1, "no test marked docker ran"),
        ((SKIPPED_MODULE,), 1, "test_some.py was skipped"),
    ],
)
def test_that_a_run_fails_where_tests_of_its_mark_are_missing(
    tmp_path: Path, parts: tuple[str, ...], code: int, told: str, workers: list[str]
) -> None:
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers = docker\n", encoding="utf-8")
    (tmp_path / "test_some.py").write_text(HEAD + "\n".join(parts), encoding="utf-8")
    words = [*workers, "-p", "tests.must_run", "--must-run", "docker"]

    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *words],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[1])},
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == code, done.stdout + done.stderr
    assert told in done.stdout
    assert ("must run:" in done.stdout) is bool(told)
