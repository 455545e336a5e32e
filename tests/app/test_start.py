"""What is not loaded before the window is up, or before a command knows what it is asked."""

import subprocess
import sys

import pytest

HEAVY = ("pydantic", "sqlalchemy", "sqlmodel", "alembic", "scipy", "openai", "pymupdf", "jinja2", "docker")
_TELL = "import sys, {module}; print(*[name for name in {heavy} if name in sys.modules])"


@pytest.mark.parametrize("module", ["mlrbench_gui.app.cli", "mlrbench_gui.app.gui"])
def test_that_starting_loads_no_heavy_library(module: str) -> None:
    code = _TELL.format(module=module, heavy=HEAVY)
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout.split() == []
