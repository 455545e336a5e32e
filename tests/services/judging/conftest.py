"""The bench of judges."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.judging_bench import FILES, Bench, judging_bench


@pytest.fixture
def files() -> dict[str, str]:
    """The files of a small run."""
    return dict(FILES)


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    with judging_bench(tmp_path) as made:
        yield made
